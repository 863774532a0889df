//! The module under test in a testbench: a wire for each of its ports, and its pins.

use std::collections::BTreeSet;

use teecast_spec::verilog::Direction;

use super::ports::Modules;

/// What a pin is connected to.
pub(crate) struct Pin {
    /// Name of the port.
    pub port: String,
    /// Wire or expression.
    pub to: String,
    /// **Units**: bits.
    pub width: u32,
    direction: Direction,
    /// The testbench declares no wire of its own for it.
    is_given: bool,
}

/// A module under test.
pub(crate) struct Dut {
    /// Its pins, in the order of its ports.
    pub pins: Vec<Pin>,
}

/// What every testbench has: clock and reset.
const CLOCKED: [(&str, &str); 2] = [("clk_i", "clk"), ("rst_ni", "rst_n")];

impl Dut {
    /// Connects each port of an emitted module, whose name has no prefix, to a wire of its name without
    /// `_i` or `_o`, or to what is given for it.
    pub fn new(modules: &Modules<'_>, module: &str, given: &[(&str, &str)]) -> Self {
        let header = modules.header(module).expect("a module under test is emitted");
        let ports = header.ports(&[]).expect("widths are numbers");
        let stem = |port: &str| -> String {
            port.strip_suffix("_i").or(port.strip_suffix("_o")).unwrap_or(port).to_string()
        };
        let mut once = BTreeSet::new();
        let twice: BTreeSet<String> = ports
            .iter()
            .map(|port| stem(&port.name))
            .filter(|it| !once.insert(it.clone()))
            .collect();
        let pin = |port: teecast_spec::verilog::Port| {
            let mut known = CLOCKED.iter().chain(given);
            let given = known.find(|(name, _)| *name == port.name).map(|(_, to)| to.to_string());
            let is_given = given.is_some();
            // An input and an output of one name keep their endings.
            let own = Some(stem(&port.name)).filter(|it| !twice.contains(it));
            let to = given.or(own).unwrap_or_else(|| port.name.clone());
            Pin { port: port.name, to, width: port.width, direction: port.direction, is_given }
        };
        Self { pins: ports.into_iter().map(pin).collect() }
    }

    /// Returns the pins for which the testbench declares a wire.
    pub fn wires(&self) -> impl Iterator<Item = &Pin> {
        self.pins.iter().filter(|pin| !pin.is_given)
    }

    /// Returns how many bits the testbench drives.
    pub fn inputs(&self) -> u32 {
        self.bits(Direction::Input)
    }

    /// Returns how many bits it sees.
    pub fn outputs(&self) -> u32 {
        self.bits(Direction::Output)
    }

    fn bits(&self, direction: Direction) -> u32 {
        let chosen = self.wires().filter(|pin| pin.direction == direction);
        chosen.map(|pin| pin.width).sum()
    }
}

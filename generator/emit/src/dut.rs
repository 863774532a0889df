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
    /// Name of the wire that the testbench declares for it, unless something else is given.
    pub wire: String,
    /// Width of the wire.
    ///
    /// **Units**: bits.
    pub width: u32,
    /// The wire has a range even where it is one bit wide.
    pub is_vector: bool,
    direction: Direction,
    /// The testbench declares no wire of its own for it.
    is_given: bool,
}

/// A module under test.
pub(crate) struct Dut {
    /// Its pins, in the order of its ports.
    pub pins: Vec<Pin>,
}

/// Names that are words of SystemVerilog.
const RESERVED: [&str; 1] = ["class"];

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
            let is_free = |it: &String| !twice.contains(it) && !RESERVED.contains(&it.as_str());
            let wire = Some(stem(&port.name)).filter(is_free).unwrap_or_else(|| port.name.clone());
            let to = given.unwrap_or_else(|| wire.clone());
            let (width, direction) = (port.width, port.direction);
            Pin { port: port.name, to, wire, width, is_vector: width > 1, direction, is_given }
        };
        Self { pins: ports.into_iter().map(pin).collect() }
    }

    /// Gives each wire a range, so that the testbench may index all of them.
    pub fn indexed(mut self) -> Self {
        self.pins.iter_mut().for_each(|pin| pin.is_vector = true);
        self
    }

    /// Connects one of `count` equal modules: the wires of all lie side by side under a name that
    /// begins with `all_`, those of the first module lowest; `index` is the number of the module.
    pub fn one_of(mut self, count: u32, index: &str) -> Self {
        for pin in self.pins.iter_mut().filter(|pin| !pin.is_given) {
            let stem = pin.wire.trim_end_matches("_o");
            pin.wire = format!("all_{stem}");
            pin.to = match pin.width {
                1 => format!("{}[{index}]", pin.wire),
                width => format!("{}[{index}*{width}+:{width}]", pin.wire),
            };
            pin.width *= count;
            pin.is_vector = true;
        }
        self
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

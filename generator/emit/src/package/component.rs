//! Components of catalogues: the ports of a module, its AXI4-Stream bus interfaces, clock and reset. They are in
//! IP-XACT (IEEE Std 1685-2014, or 1685-2009 for Vivado), and on request in the Tcl of Platform Designer.

use askama::Template;

use super::streams::Streams;
use super::{Package, VENDOR, VERSION};
use crate::bundle::{Direction, FolderOptions, IpXact, RtlFile, Top};

/// Name of the clock of all modules.
const CLOCK: &str = "clk_i";

/// Name of their reset, active low.
const RESET: &str = "rst_ni";

struct Component<'a> {
    vendor: &'a str,
    family: &'a str,
    top: &'a Top,
    /// Name in catalogues: that of the module, and its configuration.
    name: String,
    version: &'a str,
    /// Module in Verilog: the wrapper if there is one.
    module: &'a str,
    buses: Vec<Bus>,
    /// Clock and reset.
    pins: Vec<Pin>,
    ports: Vec<Port>,
    files: Vec<Source>,
}

#[derive(Template)]
#[template(path = "common/package/component.xml")]
struct Of2014<'a> {
    c: &'a Component<'a>,
}

#[derive(Template)]
#[template(path = "common/package/component_2009.xml")]
struct Of2009<'a> {
    c: &'a Component<'a>,
}

#[derive(Template)]
#[template(path = "common/package/hw.tcl")]
struct PlatformDesigner<'a> {
    c: &'a Component<'a>,
}

struct Bus {
    name: String,
    mode: &'static str,
    /// Logical and physical name.
    signals: Vec<(String, String)>,
}

/// A port that is a bus interface alone. The definitions of clock and reset are those of Vivado: no standard has some.
struct Pin {
    port: &'static str,
    kind: &'static str,
    logical: &'static str,
    /// Name and value.
    parameters: Vec<(&'static str, String)>,
}

struct Source {
    path: String,
}

impl Source {
    fn is_system_verilog(&self) -> bool {
        self.path.ends_with(".sv")
    }

    /// Its type in IP-XACT.
    fn kind(&self) -> &'static str {
        if self.is_system_verilog() { "systemVerilogSource" } else { "verilogSource" }
    }

    /// Its type in Platform Designer.
    fn hdl(&self) -> &'static str {
        if self.is_system_verilog() { "SYSTEM_VERILOG" } else { "VERILOG" }
    }
}

struct Port {
    name: String,
    direction: &'static str,
    high: u32,
}

impl Port {
    fn new(name: String, direction: Direction, width: u32) -> Self {
        let direction = match direction {
            Direction::Input => "in",
            Direction::Output => "out",
        };
        Self { name, direction, high: width - 1 }
    }

    /// Its direction and width in Platform Designer.
    fn tcl(&self) -> String {
        let direction = if self.direction == "in" { "Input" } else { "Output" };
        format!("{direction} {}", self.high + 1)
    }
}

impl Component<'_> {
    /// Its name in catalogues of identifiers.
    fn identifier(&self) -> String {
        self.name.replace(['-', '.'], "_")
    }

    fn port(&self, name: &str) -> &Port {
        self.ports.iter().find(|port| port.name == name).expect("a bus has ports of the module")
    }

    /// The ports that belong to no bus interface.
    fn conduits(&self) -> Vec<&Port> {
        let in_a_bus = |port: &Port| {
            let mut signals = self.buses.iter().flat_map(|bus| &bus.signals);
            signals.any(|(_, name)| *name == port.name)
        };
        let is_pin = |port: &Port| self.pins.iter().any(|pin| pin.port == port.name);
        self.ports.iter().filter(|port| !is_pin(port) && !in_a_bus(port)).collect()
    }
}

/// Returns a component for each module with a wrapper, and one for the largest module in any case.
pub fn files(package: &Package<'_>, asked: FolderOptions) -> Vec<RtlFile> {
    let wrapper_of =
        |top: &Top| package.wrappers.iter().find(|it| it.streams.top.module == top.module);
    let largest = package.top();
    let tops = package.bundle.tops.iter();
    let chosen = tops.filter(|top| top.module == largest.module || wrapper_of(top).is_some());
    let of_top = |top| {
        let wrapper = wrapper_of(top);
        let streams = wrapper.map(|wrapper| &wrapper.streams);
        let buses = streams.map(buses).unwrap_or_default();
        let c = &Component {
            vendor: VENDOR,
            family: package.bundle.family,
            top,
            name: format!("{}_{}", top.module, package.configuration),
            version: VERSION,
            module: wrapper.map_or(&top.module, |wrapper| &wrapper.module),
            pins: pins(&buses),
            buses,
            ports: ports(top, streams),
            files: package.sources().into_iter().map(|file| Source { path: file.path }).collect(),
        };
        let ip_xact = match asked.ip_xact {
            IpXact::Of2014 => Of2014 { c }.render(),
            IpXact::Of2009 => Of2009 { c }.render(),
        };
        let tcl = asked.platform_designer.then(|| PlatformDesigner { c }.render());
        let file = |(ending, text): (&str, askama::Result<String>)| RtlFile {
            path: format!("{}{ending}", top.module),
            text: text.expect("templates write into a string") + "\n",
        };
        [Some((".xml", ip_xact)), tcl.map(|text| ("_hw.tcl", text))].into_iter().flatten().map(file)
    };
    chosen.flat_map(|top| of_top(top).collect::<Vec<_>>()).collect()
}

/// Returns clock and reset; the clock is that of all buses.
fn pins(buses: &[Bus]) -> Vec<Pin> {
    let names: Vec<&str> = buses.iter().map(|bus| bus.name.as_str()).collect();
    let mut of_clock = vec![("ASSOCIATED_RESET", RESET.to_string())];
    if !names.is_empty() {
        of_clock.insert(0, ("ASSOCIATED_BUSIF", names.join(":")));
    }
    let of_reset = vec![("POLARITY", "ACTIVE_LOW".to_string())];
    vec![
        Pin { port: CLOCK, kind: "clock", logical: "CLK", parameters: of_clock },
        Pin { port: RESET, kind: "reset", logical: "RST", parameters: of_reset },
    ]
}

fn buses(streams: &Streams<'_>) -> Vec<Bus> {
    let mut buses = Vec::new();
    for side in &streams.sides {
        let mode = if side.is_sink() { "slave" } else { "master" };
        for name in side.names() {
            let signal = |it: &super::streams::Signal<'_>| {
                (it.name.to_uppercase(), format!("{name}_{}", it.name))
            };
            let signals = side.signals.iter().map(signal).collect();
            buses.push(Bus { name, mode, signals });
        }
    }
    buses
}

fn ports(top: &Top, streams: Option<&Streams<'_>>) -> Vec<Port> {
    let flat = |port: &crate::Port| Port::new(port.name.clone(), port.direction, port.width);
    let Some(streams) = streams else { return top.ports.iter().map(flat).collect() };
    let mut ports: Vec<Port> = streams.others().map(flat).collect();
    for side in &streams.sides {
        for stream in side.names() {
            ports.extend(
                side.signals
                    .iter()
                    .map(|it| Port::new(format!("{stream}_{}", it.name), it.direction, it.width)),
            );
        }
    }
    ports
}

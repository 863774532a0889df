//! IP-XACT components (IEEE Std 1685-2014): the ports of a module and its AXI4-Stream bus interfaces.

use askama::Template;

use super::streams::Streams;
use super::{Package, VENDOR, VERSION};
use crate::bundle::{Direction, RtlFile, Top};

#[derive(Template)]
#[template(path = "common/package/component.xml")]
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
    ports: Vec<Port>,
    /// Path and file type.
    files: Vec<(String, &'static str)>,
}

struct Bus {
    name: String,
    mode: &'static str,
    /// Logical and physical name.
    signals: Vec<(String, String)>,
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
}

/// Returns a component for each module with a wrapper, and one for the largest module in any case.
pub fn files(package: &Package<'_>) -> Vec<RtlFile> {
    let wrapper_of =
        |top: &Top| package.wrappers.iter().find(|it| it.streams.top.module == top.module);
    let largest = package.top();
    let tops = package.bundle.tops.iter();
    let chosen = tops.filter(|top| top.module == largest.module || wrapper_of(top).is_some());
    let component = |top| {
        let wrapper = wrapper_of(top);
        let streams = wrapper.map(|wrapper| &wrapper.streams);
        let kind = |path: &str| match path.ends_with(".sv") {
            true => "systemVerilogSource",
            false => "verilogSource",
        };
        let sources = package.sources().into_iter();
        let component = Component {
            vendor: VENDOR,
            family: package.bundle.family,
            top,
            name: format!("{}_{}", top.module, package.configuration),
            version: VERSION,
            module: wrapper.map_or(&top.module, |wrapper| &wrapper.module),
            buses: streams.map(buses).unwrap_or_default(),
            ports: ports(top, streams),
            files: sources.map(|file| (file.path.clone(), kind(&file.path))).collect(),
        };
        let text = component.render().expect("templates write into a string") + "\n";
        RtlFile { path: format!("{}.xml", top.module), text }
    };
    chosen.map(component).collect()
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

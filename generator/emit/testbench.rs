//! Emits the testbenches of the hypercube family and copies the simulation parts beside them.

use askama::Template;
use teecast_spec::HypercubeSpec;

use super::bundle::RtlFile;
use super::header::Header;
use super::names::index_bits;

/// The hand-written parts: path and text, in the order of the file list.
const PARTS: [(&str, &str); 9] = [
    ("testbench/clock_reset.v", include_str!("../../sim-tb/clock_reset.v")),
    ("testbench/frame_player.v", include_str!("../../sim-tb/frame_player.v")),
    ("testbench/credit_counter.v", include_str!("../../sim-tb/credit_counter.v")),
    ("testbench/credit_return.v", include_str!("../../sim-tb/credit_return.v")),
    ("testbench/back_pressure.v", include_str!("../../sim-tb/back_pressure.v")),
    ("testbench/epoch_control.v", include_str!("../../sim-tb/epoch_control.v")),
    ("testbench/protocol_checker.v", include_str!("../../sim-tb/protocol_checker.v")),
    ("testbench/trace_recorder.v", include_str!("../../sim-tb/trace_recorder.v")),
    ("testbench/vector_player.v", include_str!("../../sim-tb/vector_player.v")),
];

/// What the templates of the testbenches need.
struct Bench<'a> {
    header: &'a Header,
    p: &'a str,
    n: u32,
    nodes: u32,
    m: u32,
    w: u32,
    classes: u32,
    class_bits: u32,
    ft: bool,
    lan: bool,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} m={} W={}", self.n, self.m, self.w))
    }
}

macro_rules! benches {
    ($($kind:ident $path:literal;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a Bench<'a> }
        )*

        fn benches(c: &Bench<'_>) -> Vec<(&'static str, String)> {
            let written = "templates write into a string";
            vec![$(($path, $kind { c }.render().expect(written) + "\n")),*]
        }
    };
}

benches! {
    Network "testbench/hypercube_network_tb.v";
    Sharing "testbench/hypercube_network_tb.vlt";
    Router "testbench/hypercube_router_tb.v";
    Multicaster "testbench/mhu_multicaster_tb.v";
    Broadcaster "testbench/mhu_broadcaster_tb.v";
}

/// Emits the folder `testbench`: parts, testbenches and their file list.
///
/// A testbench is named after the module it tests, which is its top module.
pub fn files(spec: &HypercubeSpec, header: &Header) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let bench = Bench {
        header,
        p,
        n: spec.n,
        nodes: spec.nodes(),
        m: spec.m,
        w: spec.width,
        classes: spec.classes,
        class_bits: index_bits(spec.classes),
        ft: spec.fault_tolerant,
        lan: spec.lan,
    };
    let parts = PARTS.map(|(path, text)| (path, text.to_string()));
    let benches =
        benches(&bench).into_iter().filter(|(path, _)| spec.network || !path.contains("network"));
    let mut files: Vec<RtlFile> = Vec::new();
    let mut list = String::new();
    for (path, text) in parts.into_iter().chain(benches) {
        let name = path.trim_start_matches("testbench/");
        let module = format!("module {}", name.trim_end_matches(".v"));
        let text = text.replace(&module, &module.replace("module ", &format!("module {p}")));
        files.push(RtlFile { path: format!("testbench/{p}{name}"), text });
        if name.ends_with(".v") {
            list += &format!("{p}{name}\n");
        }
    }
    files.push(RtlFile { path: "testbench/filelist.f".to_string(), text: list });
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emitted(spec: &HypercubeSpec, prefix: &str) -> Vec<RtlFile> {
        let header = Header {
            command: "teecast gen".to_string(),
            config_hash: "0".to_string(),
            prefix: prefix.to_string(),
        };
        files(spec, &header)
    }

    #[test]
    fn every_module_and_file_has_the_prefix() {
        for file in emitted(&HypercubeSpec::new(3, 4), "left_") {
            if file.path.ends_with(".v") {
                let name = file.path.trim_start_matches("testbench/").trim_end_matches(".v");
                assert!(name.starts_with("left_"), "{name}");
                assert!(file.text.contains(&format!("\nmodule {name}")), "{name}");
            }
        }
    }

    #[test]
    fn a_bench_has_the_ports_of_its_configuration() {
        let spec =
            HypercubeSpec { fault_tolerant: false, network: false, ..HypercubeSpec::new(9, 4) };
        let files = emitted(&spec, "");
        assert!(files.iter().all(|file| !file.path.contains("network")));
        assert!(files.iter().all(|file| !file.text.contains(".faulty_i({N")));
    }
}

//! Emits the testbenches of all families and copies the simulation parts beside them.

use teecast_spec::Spec;

use super::bundle::{RtlBundle, RtlFile};
use super::emitter;
use super::header::Header;

/// The hand-written parts: path and text, in the order of the file list.
const PARTS: [(&str, &str); 10] = [
    ("testbench/clock_reset.v", include_str!("../sim-tb/clock_reset.v")),
    ("testbench/frame_player.v", include_str!("../sim-tb/frame_player.v")),
    ("testbench/credit_counter.v", include_str!("../sim-tb/credit_counter.v")),
    ("testbench/credit_return.v", include_str!("../sim-tb/credit_return.v")),
    ("testbench/link_room.v", include_str!("../sim-tb/link_room.v")),
    ("testbench/back_pressure.v", include_str!("../sim-tb/back_pressure.v")),
    ("testbench/epoch_control.v", include_str!("../sim-tb/epoch_control.v")),
    ("testbench/protocol_checker.v", include_str!("../sim-tb/protocol_checker.v")),
    ("testbench/trace_recorder.v", include_str!("../sim-tb/trace_recorder.v")),
    ("testbench/vector_player.v", include_str!("../sim-tb/vector_player.v")),
];

/// Folder with a folder of vectors for each network.
pub const VECTORS: &str = "testbench/vectors";

/// File of a folder of vectors with the arguments of a simulation.
pub(crate) const ARGUMENTS: &str = "arguments.txt";

/// Script that compares a trace with what a folder of vectors expects.
pub(crate) const COMPARE: &str = "testbench/compare.sh";

/// Declares one template type for each testbench of a context, and the function that renders them.
// The caller derives, so that askama takes paths from the folder of the file that calls.
macro_rules! benches {
    (#[$derive:meta] $function:ident $context:ident; $($kind:ident $path:literal;)*) => {
        $(
            #[$derive]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a $context<'a> }
        )*

        fn $function(c: &$context<'_>) -> Vec<(&'static str, String)> {
            let written = "templates write into a string";
            vec![$(($path, askama::Template::render(&$kind { c }).expect(written) + "\n")),*]
        }
    };
}
pub(crate) use benches;

/// Emits the folder `testbench`: parts, testbenches and their file list.
///
/// A testbench is named after the module it tests, which is its top module. `bundles` are those of
/// the configuration.
pub fn files(spec: &Spec, header: &Header, bundles: &[RtlBundle]) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let mut files: Vec<RtlFile> = PARTS.iter().map(|(path, text)| part(p, path, text)).collect();
    for (family, bundle) in spec.families.iter().zip(bundles) {
        files.extend(emitter::of(family).testbenches(header, bundle));
    }
    let name = |file: &RtlFile| file.path.trim_start_matches("testbench/").to_string();
    let verilog = files.iter().map(name).filter(|name| name.ends_with(".v"));
    let text = verilog.map(|name| name + "\n").collect();
    files.push(RtlFile { path: "testbench/filelist.f".to_string(), text });
    let compare = include_str!("../sim-tb/compare.sh").to_string();
    files.push(RtlFile { path: COMPARE.to_string(), text: compare });
    files
}

/// Puts the prefix before file and module of a testbench or of a part; `path` ends in its name.
pub(crate) fn part(p: &str, path: &str, text: &str) -> RtlFile {
    let name = path.rsplit('/').next().unwrap_or(path);
    let module = name.trim_end_matches(".v");
    let text = text.replace(&format!("module {module}"), &format!("module {p}{module}"));
    RtlFile { path: format!("testbench/{p}{name}"), text }
}

#[cfg(test)]
mod tests {
    use teecast_spec::{HartsSpec, HypercubeSpec};

    use super::*;
    use crate::design;

    fn emitted(hypercube: HypercubeSpec, prefix: &str) -> Vec<RtlFile> {
        let families = vec![hypercube.into(), HartsSpec::new(3).into()];
        let spec = Spec { prefix: prefix.to_string(), ..Spec::new("n3", families) };
        files(&spec, &design::header(&spec), &design::bundles(&spec))
    }

    #[test]
    fn every_module_and_file_has_the_prefix() {
        for file in emitted(HypercubeSpec::new(3, 4), "left_") {
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
        let files = emitted(spec, "");
        assert!(files.iter().all(|file| !file.path.contains("hypercube_network")));
        assert!(files.iter().all(|file| !file.text.contains(".faulty_i({N")));
        let has_taps = |file: &&RtlFile| file.text.contains(".tap_enable_i(");
        let tapped: Vec<&str> = files.iter().filter(has_taps).map(|file| &*file.path).collect();
        assert_eq!(tapped, ["testbench/hexmesh_network_tapped_tb.v"]);
    }
}

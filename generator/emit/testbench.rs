//! Emits the testbenches of all families and copies the simulation parts beside them.

use askama::Template;
use teecast_spec::{HartsSpec, HypercubeSpec, Interconnect, Reception, Spec};

use super::bundle::{RtlBundle, RtlFile};
use super::harts;
use super::header::Header;
use super::names::{extend, index_bits};

/// The hand-written parts: path and text, in the order of the file list.
const PARTS: [(&str, &str); 10] = [
    ("testbench/clock_reset.v", include_str!("../../sim-tb/clock_reset.v")),
    ("testbench/frame_player.v", include_str!("../../sim-tb/frame_player.v")),
    ("testbench/credit_counter.v", include_str!("../../sim-tb/credit_counter.v")),
    ("testbench/credit_return.v", include_str!("../../sim-tb/credit_return.v")),
    ("testbench/link_room.v", include_str!("../../sim-tb/link_room.v")),
    ("testbench/back_pressure.v", include_str!("../../sim-tb/back_pressure.v")),
    ("testbench/epoch_control.v", include_str!("../../sim-tb/epoch_control.v")),
    ("testbench/protocol_checker.v", include_str!("../../sim-tb/protocol_checker.v")),
    ("testbench/trace_recorder.v", include_str!("../../sim-tb/trace_recorder.v")),
    ("testbench/vector_player.v", include_str!("../../sim-tb/vector_player.v")),
];

/// What the templates of the hypercube's testbenches need.
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

/// What the templates of a mesh's testbench need.
struct MeshBench<'a> {
    header: &'a Header,
    p: &'a str,
    n: u32,
    nodes: u32,
    w: u32,
    /// Buffer classes of a link.
    classes: u32,
    /// Buffers behind a link, each with its credit.
    buffers: u32,
    /// Bits of a class, and of one more value for no class.
    class_bits: u32,
    /// Name of the network under test, prefix included.
    network: String,
    /// The testbench can play nodes.
    tapped: bool,
    /// Modules that melt into the router, prefix included.
    units: Vec<String>,
}

impl MeshBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} W={}", self.n, self.w))
    }
}

/// What the templates of the testbenches of a mesh's modules need.
struct UnitBench<'a> {
    header: &'a Header,
    p: &'a str,
    n: u32,
    w: u32,
    distance_bits: u32,
    id: u32,
    classes: u32,
    class_bits: u32,
    /// Buffers of an in-link.
    buffers: u32,
    buffer_bits: u32,
    /// The class of a link, as wide as the number of a buffer.
    link_class: String,
    /// Bits of a class or none.
    played_class_bits: u32,
    /// Bits of the longest header on a link.
    word: u32,
    bus: bool,
    /// Buffer units that the reception serves.
    units: u32,
    delivery_bits: u32,
    vote: bool,
    /// Packets can have data.
    data: bool,
    offset_bits: u32,
}

impl UnitBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} W={}", self.n, self.w))
    }
}

macro_rules! benches {
    ($function:ident $context:ident; $($kind:ident $path:literal;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a $context<'a> }
        )*

        fn $function(c: &$context<'_>) -> Vec<(&'static str, String)> {
            let written = "templates write into a string";
            vec![$(($path, $kind { c }.render().expect(written) + "\n")),*]
        }
    };
}

benches! {
    cube_benches Bench;
    Network "testbench/hypercube_network_tb.v";
    Sharing "testbench/hypercube_network_tb.vlt";
    Router "testbench/hypercube_router_tb.v";
    Multicaster "testbench/mhu_multicaster_tb.v";
    Unit "testbench/mhu_tb.v";
    Broadcaster "testbench/mhu_broadcaster_tb.v";
}

benches! {
    mesh_benches MeshBench;
    MeshNetwork "testbench/hexmesh_network_tb.v";
    MeshSharing "testbench/hexmesh_network_tb.vlt";
}

benches! {
    mesh_unit_benches UnitBench;
    RelayEngine "testbench/harts_relay_engine_tb.v";
    Receiver "testbench/harts_receiver_tb.v";
    ReceptionBench "testbench/harts_reception_tb.v";
}

/// Emits the folder `testbench`: parts, testbenches and their file list.
///
/// A testbench is named after the module it tests, which is its top module. `bundles` are those of
/// the configuration.
pub fn files(spec: &Spec, header: &Header, bundles: &[RtlBundle]) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let mut files: Vec<RtlFile> = PARTS.iter().map(|(path, text)| part(p, path, text)).collect();
    if let Some(cube) = spec.hypercube() {
        files.extend(of_cube(cube, header));
    }
    if let Some(mesh) = spec.harts() {
        files.extend(of_mesh_units(mesh, header));
    }
    for mesh in spec.harts().into_iter().filter(|mesh| mesh.network) {
        files.extend(of_mesh(mesh, header, bundles));
    }
    let name = |file: &RtlFile| file.path.trim_start_matches("testbench/").to_string();
    let verilog = files.iter().map(name).filter(|name| name.ends_with(".v"));
    let text = verilog.map(|name| name + "\n").collect();
    files.push(RtlFile { path: "testbench/filelist.f".to_string(), text });
    files
}

/// Puts the prefix before file and module of a part.
fn part(p: &str, path: &str, text: &str) -> RtlFile {
    let name = path.trim_start_matches("testbench/");
    let module = name.trim_end_matches(".v");
    let text = text.replace(&format!("module {module}"), &format!("module {p}{module}"));
    RtlFile { path: format!("testbench/{p}{name}"), text }
}

fn of_cube(spec: &HypercubeSpec, header: &Header) -> Vec<RtlFile> {
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
    let benches = cube_benches(&bench).into_iter();
    benches
        .filter(|(path, _)| spec.network || !path.contains("network"))
        .map(|(path, text)| part(p, path, &text))
        .collect()
}

/// Emits the testbenches of single modules of a mesh's router.
fn of_mesh_units(spec: &HartsSpec, header: &Header) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let buffers = spec.classes() * spec.buffers_per_class();
    let bench = UnitBench {
        header,
        p,
        n: spec.n,
        w: spec.width,
        distance_bits: spec.distance_bits(),
        id: spec.node_bits(),
        classes: spec.classes(),
        class_bits: index_bits(spec.classes()),
        buffers,
        buffer_bits: index_bits(buffers),
        link_class: extend("class_q", index_bits(spec.classes()), index_bits(buffers)),
        played_class_bits: index_bits(spec.classes() + 1),
        word: spec.broadcast_bits().max(spec.regular_bits()),
        bus: spec.interconnect == Interconnect::Bus,
        units: harts::units(spec),
        delivery_bits: spec.delivery_bits(),
        vote: spec.reception == Reception::Vote,
        data: spec.max_data > 0,
        offset_bits: index_bits(spec.max_data + 1),
    };
    mesh_unit_benches(&bench).into_iter().map(|(path, text)| part(p, path, &text)).collect()
}

/// Emits the testbenches of the network as it is and of the tapped one, and the latter.
fn of_mesh(spec: &HartsSpec, header: &Header, bundles: &[RtlBundle]) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let of_family = bundles.iter().filter(|bundle| bundle.family == "harts");
    let module = |file: &RtlFile| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        name.trim_end_matches(".v").to_string()
    };
    let modules: Vec<String> =
        of_family.flat_map(|bundle| bundle.files.iter().map(module)).collect();
    let tops = [format!("{p}harts_router"), format!("{p}hexmesh_network")];
    let units: Vec<String> = modules.into_iter().filter(|module| !tops.contains(module)).collect();
    let mut files = vec![harts::tapped_network(spec, header)];
    for (tapped, suffix) in [(false, ""), (true, "_tapped")] {
        let network = format!("{p}hexmesh_network{suffix}");
        let bench = MeshBench {
            header,
            p,
            n: spec.n,
            nodes: spec.nodes(),
            w: spec.width,
            classes: spec.classes(),
            buffers: spec.classes() * spec.buffers_per_class(),
            class_bits: index_bits(spec.classes() + 1),
            network: network.clone(),
            tapped,
            units: units.clone(),
        };
        files.extend(mesh_benches(&bench).into_iter().map(|(path, text)| {
            let suffix = path.trim_start_matches("testbench/hexmesh_network");
            RtlFile { path: format!("testbench/{network}{suffix}"), text }
        }));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::design;

    fn emitted(hypercube: HypercubeSpec, prefix: &str) -> Vec<RtlFile> {
        let families = vec![hypercube.into(), HartsSpec::new(3).into()];
        let spec = Spec { name: "n3".to_string(), prefix: prefix.to_string(), families };
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

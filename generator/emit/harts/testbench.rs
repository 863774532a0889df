//! The testbenches of the HARTS family.

use teecast_spec::{HartsSpec, Interconnect, Reception};

use crate::emit::bundle::{RtlBundle, RtlFile};
use crate::emit::dut::Dut;
use crate::emit::header::Header;
use crate::emit::names::{extend, index_bits};
use crate::emit::ports::Modules;
use crate::emit::testbench::{benches, part};

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
    modules: &'a Modules<'a>,
}

impl MeshBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} W={}", self.n, self.w))
    }

    /// Connects the network.
    fn dut(&self) -> Dut {
        let given = [("faulty_i", "faulty"), ("tap_enable_i", "tapped")];
        Dut::new(self.modules, self.modules.bare(&self.network), &given)
    }
}

/// What the templates of the testbenches of a mesh's modules need.
struct UnitBench<'a> {
    header: &'a Header,
    p: &'a str,
    n: u32,
    w: u32,
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
    majority: bool,
    /// Packets can have data.
    data: bool,
    offset_bits: u32,
    modules: &'a Modules<'a>,
}

impl UnitBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} W={}", self.n, self.w))
    }

    /// Connects a module under test.
    fn dut(&self, module: &str) -> Dut {
        Dut::new(self.modules, module, &[])
    }
}

benches! {
    mesh_benches MeshBench;
    MeshNetwork "harts/testbench/hexmesh_network_tb.v";
    MeshSharing "harts/testbench/hexmesh_network_tb.vlt";
}

benches! {
    mesh_unit_benches UnitBench;
    RelayEngine "harts/testbench/harts_relay_engine_tb.v";
    Receiver "harts/testbench/harts_receiver_tb.v";
    ReceptionBench "harts/testbench/harts_reception_tb.v";
}

/// Emits the testbenches of single modules and, where the network is emitted, those of the network.
pub fn files(spec: &HartsSpec, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
    let modules = Modules::new(&bundle.files, &header.prefix);
    let mut files = of_units(spec, header, &modules);
    if spec.network {
        files.extend(of_network(spec, header, bundle));
    }
    files
}

/// Emits the testbenches of single modules of a mesh's router.
fn of_units(spec: &HartsSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let buffers = spec.classes() * spec.buffers_per_class();
    let bench = UnitBench {
        header,
        p,
        n: spec.n,
        w: spec.width,
        id: spec.node_bits(),
        classes: spec.classes(),
        class_bits: index_bits(spec.classes()),
        buffers,
        buffer_bits: index_bits(buffers),
        link_class: extend("class_q", index_bits(spec.classes()), index_bits(buffers)),
        played_class_bits: index_bits(spec.classes() + 1),
        word: spec.broadcast_bits().max(spec.regular_bits()),
        bus: spec.interconnect == Interconnect::Bus,
        units: super::units(spec),
        delivery_bits: spec.delivery_bits(),
        majority: spec.reception == Reception::Majority,
        data: spec.max_data > 0,
        offset_bits: index_bits(spec.max_data + 1),
        modules,
    };
    mesh_unit_benches(&bench).into_iter().map(|(path, text)| part(p, path, &text)).collect()
}

/// Emits the testbenches of the network as it is and of the tapped one, and the latter.
fn of_network(spec: &HartsSpec, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let module = |file: &RtlFile| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        name.trim_end_matches(".v").to_string()
    };
    let tops = [format!("{p}harts_router"), format!("{p}hexmesh_network")];
    let modules = bundle.files.iter().map(module);
    let units: Vec<String> = modules.filter(|module| !tops.contains(module)).collect();
    let mut files = vec![super::tapped_network(spec, header)];
    let mut emitted = bundle.files.clone();
    emitted.extend(files.iter().cloned());
    let modules = Modules::new(&emitted, p);
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
            modules: &modules,
        };
        files.extend(mesh_benches(&bench).into_iter().map(|(path, text)| {
            let suffix = path.trim_start_matches("harts/testbench/hexmesh_network");
            RtlFile { path: format!("testbench/{network}{suffix}"), text }
        }));
    }
    files
}

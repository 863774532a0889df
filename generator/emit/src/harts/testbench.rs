//! The testbenches of the HARTS family.

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

use super::buffers::Buffers;
use super::context::{Context, Options, Topology};
use super::frame::FrameLayout;
use crate::bundle::{RtlBundle, RtlFile};
use crate::dut::Dut;
use crate::header::Header;
use crate::names::{extend, index_bits};
use crate::ports::Modules;
use crate::testbench::{benches, part};

/// What the templates of a hexagonal mesh's testbench need.
struct HexmeshBench<'a> {
    header: &'a Header,
    prefix: &'a str,
    topology: Topology,
    frame: FrameLayout,
    buffers: Buffers,
    /// Bits of a class, and of one more value for no class.
    played_class_bits: u32,
    /// Name of the network under test, prefix included.
    network: String,
    /// The testbench can play nodes.
    tapped: bool,
    /// Modules that melt into the router, prefix included.
    units: Vec<String>,
    modules: &'a Modules<'a>,
}

impl HexmeshBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &sizes(&self.topology, &self.frame))
    }

    /// Connects the network.
    fn dut(&self) -> Dut {
        let given = [("faulty_i", "faulty"), ("tap_enable_i", "tapped")];
        Dut::new(self.modules, self.modules.bare(&self.network), &given)
    }
}

/// What the templates of the testbenches of a hexagonal mesh's modules need.
struct UnitBench<'a> {
    header: &'a Header,
    prefix: &'a str,
    topology: Topology,
    frame: FrameLayout,
    buffers: Buffers,
    options: Options,
    /// The class of a link, as wide as the number of a buffer.
    link_class: String,
    /// Bits of a class or none.
    played_class_bits: u32,
    modules: &'a Modules<'a>,
}

/// Expressions at the inputs of each receiver: only that of the epoch gets packets.
const RECEIVER: [(&str, &str); 12] = [
    ("clear_i", "1'b0"),
    ("local_address_i", "address"),
    ("faulty_i", "faulty"),
    ("link_data_i", "played[W-1:0]"),
    ("link_valid_i", "valid && here"),
    ("link_last_i", "last && !played[W+1]"),
    ("link_bad_i", "last && played[W] && !played[W+1]"),
    ("idle_i", "idle"),
    ("room_i", "room"),
    ("grant_i", "here ? grant : 6'd0"),
    ("tick_i", "slot_q[0]"),
    ("free_i", "here ? free : {BUFFERS{1'b0}}"),
];

/// What the played units give the reception: a unit that is served begins its packet, and data
/// come a cycle after they are read.
const RECEPTION: [(&str, &str); 5] = [
    ("first_i", "grant"),
    ("empty_i", "last"),
    ("valid_i", "valid_q"),
    ("data_i", "data_q"),
    ("last_i", "last_q"),
];

impl UnitBench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &sizes(&self.topology, &self.frame))
    }

    /// Connects a module under test.
    fn dut(&self, module: &str) -> Dut {
        match module {
            "harts_receiver" => Dut::new(self.modules, module, &RECEIVER).one_of(DIRECTIONS, "d"),
            "harts_reception" => Dut::new(self.modules, module, &RECEPTION).indexed(),
            _ => Dut::new(self.modules, module, &[]),
        }
    }
}

benches! {
    #[derive(askama::Template)]
    hexmesh_benches HexmeshBench;
    HexmeshNetwork "harts/testbench/hexmesh_network_tb.v";
    HexmeshSharing "harts/testbench/hexmesh_network_tb.vlt";
}

benches! {
    #[derive(askama::Template)]
    hexmesh_unit_benches UnitBench;
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

/// Emits the testbenches of single modules of a hexagonal mesh's router.
fn of_units(spec: &HartsSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    let Context { prefix, topology, frame, buffers, options, .. } = Context::new(spec, header);
    let bench = UnitBench {
        header,
        prefix,
        topology,
        frame,
        link_class: extend("class_q", buffers.class_bits, buffers.index_bits),
        played_class_bits: index_bits(buffers.classes + 1),
        buffers,
        options,
        modules,
    };
    hexmesh_unit_benches(&bench).into_iter().map(|(path, text)| part(prefix, path, &text)).collect()
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
        let Context { prefix, topology, frame, buffers, .. } = Context::new(spec, header);
        let bench = HexmeshBench {
            header,
            prefix,
            topology,
            frame,
            played_class_bits: index_bits(buffers.classes + 1),
            buffers,
            network: network.clone(),
            tapped,
            units: units.clone(),
            modules: &modules,
        };
        files.extend(hexmesh_benches(&bench).into_iter().map(|(path, text)| {
            let suffix = path.trim_start_matches("harts/testbench/hexmesh_network");
            RtlFile { path: format!("testbench/{network}{suffix}"), text }
        }));
    }
    files
}

/// Returns the sizes that the heads of testbenches name.
fn sizes(topology: &Topology, frame: &FrameLayout) -> String {
    format!("n={} W={}", topology.edge, frame.width)
}

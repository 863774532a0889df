//! The lint gate: emitted designs are clean, and the gate sees the faults it is there for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use teecast::emit::{Header, RtlBundle, design, emitter, harts};
use teecast::output;
use teecast::spec::ihc::{Interleave, Majority};
use teecast::spec::region::CornerAlgorithm;
use teecast::spec::ring_tree::{Network, Tables, VirtualNodes};
use teecast::spec::topology::hamiltonian;
use teecast::spec::topology::ring_tree::{Faults, Walk};
use teecast::spec::{
    FamilySpec, HartsSpec, HypercubeSpec, IhcSpec, Interconnect, Reception, RegionSpec, Reset,
    RingTreeSpec, Style, Vote,
};
use teecast_cosim::lint::{Level, LintReport, lint};
use teecast_cosim::tools::Tool;

use crate::configs::leftover;
use crate::samples;

/// Lints one module, `sample`, with a body of its own; returns the tools that found something.
fn found_by(body: &str) -> Option<Vec<Tool>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("sample.v");
    let head = "module sample (\n  input  wire clk_i,\n  input  wire [3:0] a_i,\n  \
                output reg  [3:0] y_o\n);\n";
    fs::write(&file, format!("{head}{body}endmodule\n")).expect("writable");
    let report = lint(&[file], &["sample"], Level::Structure).expect("all tools run");
    if !report.skipped.is_empty() {
        eprintln!("{report}");
        return None;
    }
    let mut tools: Vec<Tool> = report.findings.iter().map(|finding| finding.tool).collect();
    tools.dedup();
    Some(tools)
}

#[test]
fn each_tool_sees_the_faults_that_it_is_there_for() {
    use Tool::{Icarus, Verible, Verilator, Yosys};
    let cases: [(&str, &str, &[Tool]); 8] = [
        ("clean", "  always @(posedge clk_i) y_o <= a_i;\n", &[]),
        ("latch", "  always @* if (clk_i) y_o = a_i;\n", &[Verilator, Yosys]),
        ("width", "  always @(posedge clk_i) y_o <= {a_i, a_i};\n", &[Verilator]),
        ("blocking", "  always @(posedge clk_i) y_o = a_i;\n", &[Verilator]),
        (
            "loop",
            "  wire [3:0] x = ~y_o ^ a_i;\n  always @* y_o = clk_i ? x : a_i;\n",
            &[Verilator, Yosys],
        ),
        (
            "two drivers",
            "  wire [3:0] x;\n  assign x = a_i;\n  assign x = ~a_i;\n  \
             always @(posedge clk_i) y_o <= x;\n",
            &[Yosys],
        ),
        ("tab", "\talways @(posedge clk_i) y_o <= a_i;\n", &[Verible]),
        (
            "pin that does not exist",
            "  always @(posedge clk_i) y_o <= a_i;\n  other u_other (.a_i(a_i));\nendmodule\n\
             module other (\n  input wire b_i\n);\n",
            &[Verilator, Icarus, Verible, Yosys],
        ),
    ];
    for (name, body, expected) in cases {
        if let Some(tools) = found_by(body) {
            assert_eq!(tools, expected, "{name}");
        }
    }
}

/// Returns the modules of a family, with those that stand in for nodes in its testbench.
fn bundle(spec: &FamilySpec, header: &Header) -> RtlBundle {
    let mut bundle = emitter::of(spec).bundle(header);
    if let FamilySpec::Harts(hexmesh) = spec
        && hexmesh.network
    {
        bundle.files.push(harts::tapped_network(hexmesh, header));
    }
    bundle
}

/// Emits a design and lints it from each module that a user may instantiate.
fn gate(spec: &FamilySpec, prefix: &str, reset: Reset, level: Level) -> LintReport {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let header = Header {
        command: "teecast gen".to_string(),
        config_hash: "0".to_string(),
        prefix: prefix.to_string(),
        style: Style { reset, ..Style::default() },
    };
    let bundle = bundle(spec, &header);
    for file in &bundle.files {
        assert_eq!(leftover(&file.text), None, "{}", file.path);
    }
    let write = |(path, text): (&String, &String)| -> PathBuf {
        let name = Path::new(path).file_name().expect("files have names");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a temporary folder is writable");
        path
    };
    let files: Vec<PathBuf> =
        bundle.files.iter().map(|file| write((&file.path, &file.text))).collect();
    let tops: Vec<&str> = bundle.tops.iter().map(|top| top.module.as_str()).collect();
    lint(&files, &tops, level).expect("all tools run")
}

/// Makes one test of each configuration, so that they run side by side.
macro_rules! clean {
    ($($(#[$attribute:meta])* $name:ident $level:ident $spec:expr;)*) => {
        $(
            #[test]
            $(#[$attribute])*
            fn $name() {
                let report = gate(&$spec.into(), "", Reset::Sync, Level::$level);
                eprintln!("{report}");
                assert!(report.findings.is_empty(), "{report}");
            }
        )*
    };
}

/// The default configuration for n and m, without the network.
fn router(n: u32, m: u32) -> HypercubeSpec {
    HypercubeSpec { network: false, ..HypercubeSpec::new(n, m) }
}

fn vote(vote: Vote) -> HypercubeSpec {
    HypercubeSpec { vote, ..router(4, 6) }
}

/// The smallest hexagonal mesh with all kinds of nodes, without the network.
fn hexmesh(interconnect: Interconnect) -> HartsSpec {
    HartsSpec { interconnect, network: false, ..HartsSpec::new(3) }
}

fn with_majority(interconnect: Interconnect) -> HartsSpec {
    HartsSpec { reception: Reception::Majority, max_data: 8, ..hexmesh(interconnect) }
}

/// A mesh with the least virtual channels that its algorithm needs.
fn region(radices: &[u32], algorithm: CornerAlgorithm) -> RegionSpec {
    let virtual_channels = algorithm.classes();
    RegionSpec { algorithm, virtual_channels, ..RegionSpec::new(radices) }
}

/// The same without the network.
fn region_router(radices: &[u32], algorithm: CornerAlgorithm) -> RegionSpec {
    RegionSpec { network: false, ..region(radices, algorithm) }
}

fn ihc(topology: hamiltonian::Network, max_data: u32) -> IhcSpec {
    IhcSpec { max_data, ..IhcSpec::new(topology) }
}

/// The same with a majority of the copies.
fn ihc_majority(topology: hamiltonian::Network, majority: Majority) -> IhcSpec {
    IhcSpec { reception: Reception::Majority, majority, ..ihc(topology, 3) }
}

fn rings(network: &str, ring_size: u32) -> RingTreeSpec {
    let network = Network::named(network).expect("it is a network");
    RingTreeSpec { ring_size, ..RingTreeSpec::new(network) }
}

clean! {
    ring_tree_writable EveryModule rings("grid:3x2", 3);
    ring_tree_fixed EveryModule RingTreeSpec { tables: Tables::Fixed, ..rings("star:5", 4) };
    ring_tree_all_virtual_nodes Structure
        RingTreeSpec { virtual_nodes: VirtualNodes::Most, walk: Walk::Branch, ..rings("hypercube:3", 8) };
    #[ignore = "half a minute: make lint-all"]
    ring_tree_faulty_node_and_test_ports Structure
        RingTreeSpec {
            faults: Faults { nodes: [5, 15].into(), ..Faults::default() },
            test_ports: true,
            ..rings("hypercube:4", 3)
        };
    ring_tree_smallest EveryModule
        RingTreeSpec { payload: 1, test_ports: true, ..rings("path:2", 2) };
    ring_tree_widest_payload Structure RingTreeSpec { payload: 512, ..rings("path:3", 64) };
    ihc_copies EveryModule ihc(hamiltonian::Network::Cube(3), 3);
    ihc_majority_of_those_received EveryModule
        ihc_majority(hamiltonian::Network::Torus([3, 3]), Majority::Received);
    ihc_majority_of_all Structure ihc_majority(hamiltonian::Network::Hexmesh(2), Majority::All);
    #[ignore = "a quarter of a minute: make lint-all"]
    ihc_without_filter EveryModule
        IhcSpec { filter: false, ..ihc(hamiltonian::Network::Torus([3, 4]), 4) };
    ihc_test_ports Structure
        IhcSpec { test_ports: true, ..ihc(hamiltonian::Network::Hexmesh(2), 2) };
    ihc_narrow_flits EveryModule
        IhcSpec { width: 8, ..ihc(hamiltonian::Network::Torus([3, 3]), 5) };
    #[ignore = "a quarter of a minute: make lint-all"]
    ihc_narrow_majority Structure
        IhcSpec { width: 8, ..ihc_majority(hamiltonian::Network::Cube(4), Majority::Received) };
    ihc_overlapped Structure
        IhcSpec { interleave: Interleave::Overlapped, ..ihc(hamiltonian::Network::Cube(4), 3) };
    ihc_smallest Structure ihc(hamiltonian::Network::Cube(2), 1);
    ihc_widest_flit Structure
        IhcSpec { width: 512, network: false, ..ihc(hamiltonian::Network::Cube(4), 4) };
    region_fixed_corner EveryModule
        RegionSpec { max_data: 8, ..region(&[3, 3], CornerAlgorithm::FixedCorner) };
    #[ignore = "a quarter of a minute: make lint-all"]
    region_nearest_corner EveryModule
        RegionSpec { max_data: 8, ..region(&[4, 2], CornerAlgorithm::NearestCorner) };
    #[ignore = "a quarter of a minute: make lint-all"]
    region_spanning_tree EveryModule
        RegionSpec { max_data: 8, ..region(&[2, 2, 2], CornerAlgorithm::Mst) };
    region_four_channels Structure
        RegionSpec { virtual_channels: 4, ..region_router(&[3, 3], CornerAlgorithm::FixedCorner) };
    region_four_channels_in_two_classes Structure
        RegionSpec { virtual_channels: 4, ..region_router(&[4, 4], CornerAlgorithm::NearestCorner) };
    region_no_data_and_three_deliveries EveryModule
        RegionSpec {
            width: 8,
            deliveries: 3,
            max_data: 0,
            ..region_router(&[3, 3], CornerAlgorithm::FixedCorner)
        };
    region_narrow_spanning_tree EveryModule
        RegionSpec {
            width: 8,
            deliveries: 2,
            max_data: 1,
            ..region_router(&[5, 3, 2], CornerAlgorithm::Mst)
        };
    region_one_dimension EveryModule region(&[5], CornerAlgorithm::FixedCorner);
    region_shortest_line Structure
        RegionSpec { max_data: 1, ..region(&[2], CornerAlgorithm::NearestCorner) };
    region_four_dimensions Structure region_router(&[2, 2, 2, 2], CornerAlgorithm::NearestCorner);
    region_widest_flit Structure
        RegionSpec { width: 512, ..region_router(&[4, 4], CornerAlgorithm::FixedCorner) };
    region_sides_of_64 Structure
        RegionSpec { width: 8, ..region_router(&[64, 64], CornerAlgorithm::FixedCorner) };
    #[ignore = "minutes: make lint-all"]
    region_readme_network Structure region(&[16, 16], CornerAlgorithm::FixedCorner);
    #[ignore = "minutes: make lint-all"]
    region_eight_channels Structure
        RegionSpec {
            virtual_channels: 8,
            deliveries: 16,
            ..region_router(&[8, 8, 8, 8], CornerAlgorithm::NearestCorner)
        };
    // The next hexagonal meshes are the ones in which each module is looked at alone.
    hexmesh_bus Structure hexmesh(Interconnect::Bus);
    // Its banks of packets are so deep that flits are cut into lanes.
    hexmesh_crossbar EveryModule HartsSpec { max_data: 160, ..hexmesh(Interconnect::Crossbar) };
    #[ignore = "half a minute: make lint-all"]
    hexmesh_network Sources HartsSpec { max_data: 4, ..HartsSpec::new(3) };
    hexmesh_majority EveryModule with_majority(Interconnect::Bus);
    #[ignore = "a quarter of a minute: make lint-all"]
    hexmesh_one_message Structure
        HartsSpec { open_messages: 1, majority_timeout: 1, ..with_majority(Interconnect::Crossbar) };
    hexmesh_without_filter Structure HartsSpec { filter: false, ..hexmesh(Interconnect::Bus) };
    #[ignore = "half a minute: make lint-all"]
    hexmesh_no_data EveryModule
        HartsSpec { width: 8, max_data: 0, ..with_majority(Interconnect::Crossbar) };
    #[ignore = "a quarter of a minute: make lint-all"]
    hexmesh_no_data_and_short_headers EveryModule
        HartsSpec { max_data: 0, ..hexmesh(Interconnect::Bus) };
    hexmesh_one_data_flit Structure
        HartsSpec { width: 8, max_data: 1, ..hexmesh(Interconnect::Bus) };
    hexmesh_of_seven_nodes Structure
        HartsSpec { width: 16, max_data: 3, ..HartsSpec::new(2) };
    hexmesh_widest_flit Structure HartsSpec { width: 512, network: false, ..HartsSpec::new(4) };
    #[ignore = "minutes: make lint-all"]
    hexmesh_largest Structure
        HartsSpec { interconnect: Interconnect::Crossbar, ..HartsSpec::new(16) };
    #[ignore = "minutes: make lint-all"]
    hexmesh_readme_network Structure HartsSpec::new(6);
    smallest EveryModule HypercubeSpec::new(2, 1);
    #[ignore = "half a minute: make lint-all"]
    all_but_one_destination Structure HypercubeSpec::new(3, 6);
    one_field_a_flit Structure HypercubeSpec { width: 4, ..router(4, 4) };
    widest_flit Structure HypercubeSpec { width: 512, ..router(3, 4) };
    #[ignore = "a quarter of a minute: make lint-all"]
    largest_list_of_four_dimensions Structure router(4, 14);
    #[ignore = "half a minute: make lint-all"]
    highest_dimension Structure router(16, 4);
    vote_greedy Structure vote(Vote::Greedy);
    vote_look2 EveryModule vote(Vote::Look2);
    vote_nca EveryModule vote(Vote::Nca);
    vote_pcube Structure vote(Vote::Pcube);
    lan Structure HypercubeSpec { lan: true, classes: 1, ..router(3, 4) };
    lan_fault_free Structure
        HypercubeSpec { lan: true, classes: 1, fault_tolerant: false, ..router(3, 4) };
    #[ignore = "a quarter of a minute: make lint-all"]
    fault_free EveryModule
        HypercubeSpec { fault_tolerant: false, classes: 2, ..router(3, 4) };
    no_data Structure HypercubeSpec { max_data: 0, ..router(3, 4) };
    no_lists_beyond_m Structure HypercubeSpec { max_list: 4, ..router(4, 4) };
    one_class Structure HypercubeSpec { fault_tolerant: false, classes: 1, ..router(3, 4) };
    two_classes Structure HypercubeSpec { classes: 2, ..router(3, 4) };
    #[ignore = "a quarter of a minute: make lint-all"]
    eight_classes Structure HypercubeSpec { classes: 8, ..router(3, 4) };
    readme Structure router(6, 8);
    #[ignore = "minutes: make lint-all"]
    readme_network Structure HypercubeSpec::new(6, 8);
    #[ignore = "minutes: make lint-all"]
    four_dimensions_network EveryModule HypercubeSpec::new(4, 4);
    #[ignore = "minutes: make lint-all"]
    ten_dimensions Structure router(10, 64);
    #[ignore = "minutes: make lint-all"]
    most_destinations Sources router(9, 256);
}

/// Writes the first samples of all families below a folder, and returns the files of one of the lists,
/// relative to that list as simulators read it.
fn listed(folder: &Path, prefix: &str, list: &str) -> Vec<PathBuf> {
    let spec = samples::together(prefix);
    let design = folder.join(&spec.name);
    for file in output::files(&spec) {
        let path = design.join(&file.path);
        fs::create_dir_all(path.parent().expect("files lie in folders")).expect("writable");
        fs::write(&path, &file.text).expect("writable");
    }
    let list = design.join(list);
    let text = fs::read_to_string(&list).expect("a file list");
    let below = list.parent().expect("a list lies in a folder");
    text.lines().map(|line| below.join(line)).collect()
}

/// Returns the folder of each family, and its largest module.
fn networks(prefix: &str) -> Vec<(&'static str, String)> {
    let bundles = design::bundles(&samples::together(prefix)).into_iter();
    bundles.map(|bundle| (bundle.family, bundle.tops[0].module.clone())).collect()
}

#[test]
fn each_family_is_clean_by_its_list() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (family, network) in networks("") {
        let list = format!("{family}/filelist.f");
        // The structure of each family is checked in the designs above.
        let files = listed(folder.path(), "", &list);
        let report = lint(&files, &[&network], Level::Sources).expect("all tools run");
        assert!(report.findings.is_empty(), "{list}: {report}");
    }
}

#[test]
fn the_first_samples_are_clean_with_an_asynchronous_reset() {
    for spec in samples::smallest() {
        for family in &spec.families {
            let report = gate(family, &spec.prefix, Reset::Async, Level::Structure);
            assert!(report.findings.is_empty(), "{}: {report}", design::command(&spec));
        }
    }
}

const RESETS: [Reset; 2] = [Reset::Sync, Reset::Async];

#[test]
#[ignore = "minutes: make lint-all"]
fn each_module_of_each_sample_is_clean() {
    for spec in samples::all() {
        for (family, reset) in spec.families.iter().flat_map(|it| RESETS.map(|reset| (it, reset))) {
            let report = gate(family, &spec.prefix, reset, Level::EveryModule);
            assert!(report.findings.is_empty(), "{}, {reset:?}: {report}", design::command(&spec));
        }
    }
}

#[test]
fn two_designs_with_prefixes_of_their_own_are_clean_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sides = ["left_", "right_"];
    let files = sides.map(|prefix| listed(folder.path(), prefix, "filelist.f")).concat();
    // A name that both declare shows from any top, and both are the same but for their names.
    let networks = networks(sides[0]);
    let tops: Vec<&str> = networks.iter().map(|(_, network)| network.as_str()).collect();
    let report = lint(&files, &tops, Level::Sources).expect("all tools run");
    assert!(report.findings.is_empty(), "{report}");
}

/// Runs one test of this binary where no tool can be found.
fn without_tools(test: &str, in_ci: bool) -> Output {
    let empty = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", test, "--nocapture"]).current_dir(&empty).env("PATH", "");
    command.env_remove("TEECAST_TOOLS");
    command.env("CI", if in_ci { "true" } else { "" }).output().expect("it starts")
}

#[test]
fn a_missing_tool_is_skipped_by_name_and_fails_in_ci() {
    let test = "lint::vote_greedy";
    let skipped = without_tools(test, false);
    let said = String::from_utf8_lossy(&skipped.stderr);
    let others = [Tool::Nextpnr, Tool::Abc, Tool::OpenSta];
    let gate = Tool::ALL.into_iter().filter(|tool| !others.contains(tool));
    for tool in gate {
        assert!(said.contains(&format!("skipped: {tool} is missing")), "{tool}: {said}");
    }
    assert!(skipped.status.success());
    assert!(!without_tools(test, true).status.success());
}

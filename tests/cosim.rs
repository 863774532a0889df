//! Small networks under both simulators against the golden model.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use teecast::output;
use teecast::spec::{HartsSpec, HypercubeSpec, Spec, Vote};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::{Difference, compare};
use teecast_cosim::device::Device;
use teecast_cosim::hypercube::broadcaster::BroadcasterTest;
use teecast_cosim::hypercube::multicaster::MulticasterTest;
use teecast_cosim::hypercube::router::RouterBench;
use teecast_cosim::hypercube::unit::Unit;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::Stimulus;
use teecast_cosim::tools;
use teecast_cosim::trace::Trace;
use teecast_cosim::vector_bench::{Bits, Vector, VectorBench};

/// The folder of a design, and its Verilog.
pub(super) type Design = (TempDir, Vec<PathBuf>);

/// Writes design and testbenches into a folder and lists the files.
pub(super) fn emitted(spec: &HypercubeSpec) -> Design {
    written(&Spec::new("design", vec![spec.clone().into()]))
}

/// Writes all files of a configuration into a folder and lists the Verilog.
pub(super) fn written(spec: &Spec) -> Design {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut files = Vec::new();
    for file in output::files(spec) {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().expect("files lie in folders")).expect("writable");
        fs::write(&path, &file.text).expect("writable");
        if file.path.ends_with(".v") || file.path.ends_with(".vlt") {
            files.push(path);
        }
    }
    (folder, files)
}

/// Plays a stimulus into a cube under both simulators.
fn play(spec: &HypercubeSpec, scenario: Scenario, seed: u64, messages: u32) {
    play_network(spec, &emitted(spec), scenario, seed, messages);
}

/// Writes the design of a hexagonal mesh.
pub(super) fn emitted_hexmesh(spec: &HartsSpec) -> Design {
    written(&Spec::new("design", vec![spec.clone().into()]))
}

/// Plays a scenario with Verilator, and one with a tenth of the messages, at most 20, under both
/// simulators: Icarus takes a thousand times as long.
pub(super) fn play_network(
    device: &dyn Device,
    design: &Design,
    scenario: Scenario,
    seed: u64,
    messages: u32,
) {
    let both =
        [(&[Simulator::Verilator][..], messages), (&Simulator::ALL, (messages / 10).clamp(10, 20))];
    for (simulators, messages) in both {
        let stimulus = scenario::stimulus(device, scenario, seed, messages);
        play_stimulus(device, design, simulators, &stimulus, seed);
    }
}

/// Plays a stimulus under some simulators; all traces are the model's, and equal bytes.
pub(super) fn play_stimulus(
    device: &dyn Device,
    (folder, files): &Design,
    simulators: &[Simulator],
    stimulus: &Stimulus,
    seed: u64,
) -> Vec<Trace> {
    let mut traces = Vec::new();
    let mut bytes = Vec::new();
    for &simulator in simulators {
        let built = NetworkBench::build(device, "", files, simulator, Recording::None, true);
        let Some(bench) = tools::or_skipped(built).expect("the network builds") else { continue };
        let trace = bench.play(device, stimulus, seed, folder.path(), None).expect("it plays");
        let (totals, difference) = compare(device, stimulus, &trace);
        if let Some(difference) = difference {
            panic!("{simulator:?}, seed {seed}: {difference}");
        }
        assert_eq!(totals.traffic, totals.model_traffic);
        bytes.push(bench.trace_bytes(folder.path()).expect("a trace was written"));
        traces.push(trace);
    }
    assert!(bytes.windows(2).all(|pair| pair[0] == pair[1]), "the simulators disagree");
    traces
}

/// Plays vectors into one module under a simulator and checks what comes out.
pub(super) fn play_module(
    (folder, files): &Design,
    module: &str,
    simulator: Simulator,
    vectors: &[Vector],
    check: impl Fn(&[Bits]) -> Option<Difference>,
) {
    let built = VectorBench::build("", module, files, simulator);
    let Some(bench) = tools::or_skipped(built).expect("the module builds") else { return };
    let outputs = bench.play(vectors, folder.path()).expect("it plays");
    if let Some(difference) = check(&outputs) {
        panic!("{module}, {simulator:?}: {difference}");
    }
}

#[test]
fn the_multicaster_alone() {
    let fault_free = HypercubeSpec { fault_tolerant: false, ..HypercubeSpec::new(4, 3) };
    let cases = [
        (HypercubeSpec::new(2, 2), Simulator::Icarus, 100),
        (HypercubeSpec { vote: Vote::Nca, ..HypercubeSpec::new(3, 3) }, Simulator::Icarus, 1500),
        (HypercubeSpec { vote: Vote::Look2, ..fault_free }, Simulator::Icarus, 1500),
        (HypercubeSpec::new(6, 8), Simulator::Verilator, 30_000),
    ];
    for (spec, simulator, loads) in cases {
        let test = MulticasterTest::new(&spec, 1, loads);
        play_module(&emitted(&spec), "mhu_multicaster", simulator, &test.vectors(), |seen| {
            test.check(seen)
        });
    }
}

#[test]
fn the_broadcaster_alone() {
    for n in [2, 4, 9] {
        for (fault_tolerant, lan) in [(true, false), (true, true), (false, false), (false, true)] {
            let spec = HypercubeSpec { fault_tolerant, lan, ..HypercubeSpec::new(n, 2) };
            let test = BroadcasterTest::new(&spec, 1, 3000);
            let check = |seen: &[Bits]| test.check(seen);
            play_module(
                &emitted(&spec),
                "mhu_broadcaster",
                Simulator::Icarus,
                &test.vectors(),
                check,
            );
        }
    }
}

#[test]
fn the_router_alone_keeps_its_latency_and_throughput() {
    for spec in [
        HypercubeSpec::new(3, 4),
        HypercubeSpec { vote: Vote::Nca, width: 6, max_data: 8, ..HypercubeSpec::new(2, 2) },
    ] {
        let (folder, files) = emitted(&spec);
        let built = RouterBench::build(&spec, "", &files, Simulator::Icarus);
        let Some(bench) = tools::or_skipped(built).expect("the router builds") else { return };
        for number in bench.measure(folder.path()).expect("it plays") {
            assert!(number.passed, "{number:?}");
        }
    }
}

#[test]
fn the_smallest_network() {
    // With m = 2 no list is too long for an array, and nothing names single neighbours.
    for (m, seed) in [(1, 1), (2, 6)] {
        let spec = HypercubeSpec { max_data: 4, ..HypercubeSpec::new(2, m) };
        play(&spec, Scenario::All, seed, 200);
    }
}

#[test]
fn the_cube_with_faults_and_saturation() {
    let spec = HypercubeSpec { max_data: 16, ..HypercubeSpec::new(3, 4) };
    play(&spec, Scenario::All, 2, 400);
}

#[test]
fn headers_of_many_narrow_flits() {
    let spec = HypercubeSpec { width: 3, max_data: 8, ..HypercubeSpec::new(3, 6) };
    play(&spec, Scenario::All, 3, 150);
}

#[test]
fn headers_that_end_between_the_fields() {
    let spec = HypercubeSpec { width: 8, max_data: 8, ..HypercubeSpec::new(3, 3) };
    play(&HypercubeSpec { vote: Vote::Look2, ..spec }, Scenario::All, 4, 150);
}

#[test]
fn merging_votes() {
    let spec = HypercubeSpec { vote: Vote::Nca, max_data: 8, ..HypercubeSpec::new(3, 5) };
    play(&spec, Scenario::All, 5, 150);
}

#[test]
fn descending_votes_without_fault_tolerance_in_one_class() {
    let spec = HypercubeSpec {
        vote: Vote::Pcube,
        fault_tolerant: false,
        classes: 1,
        max_list: 4,
        max_data: 8,
        ..HypercubeSpec::new(3, 4)
    };
    play(&spec, Scenario::All, 6, 200);
}

/// Many changes of faults: some come in the cycle of a header.
#[test]
fn headers_that_come_when_faults_change() {
    let spec = HypercubeSpec { max_data: 4, width: 8, classes: 2, ..HypercubeSpec::new(3, 4) };
    play(&spec, Scenario::All, 4, 2000);
}

#[test]
fn the_rules_of_the_thesis() {
    for (fault_tolerant, seed) in [(true, 7), (false, 8)] {
        let spec = HypercubeSpec {
            lan: true,
            classes: 1,
            fault_tolerant,
            max_data: 0,
            ..HypercubeSpec::new(3, 2)
        };
        play(&spec, Scenario::Spaced, seed, 120);
    }
}

#[test]
fn the_unit_alone_at_any_place() {
    let small = |n, m| HypercubeSpec { max_data: 4, ..HypercubeSpec::new(n, m) };
    let cases = [
        (small(2, 2), 60),
        (HypercubeSpec { vote: Vote::Nca, width: 6, ..small(3, 3) }, 80),
        (HypercubeSpec { vote: Vote::Look2, fault_tolerant: false, classes: 2, ..small(3, 4) }, 80),
        (HypercubeSpec { vote: Vote::Pcube, width: 5, max_data: 0, ..small(4, 4) }, 80),
        (HypercubeSpec { lan: true, classes: 1, ..small(3, 2) }, 60),
        (small(4, 5), 120),
        // A field a flit, so that rows outlive a shorter list.
        (HypercubeSpec { width: 4, ..small(4, 6) }, 120),
    ];
    for (seed, (spec, places)) in (1..).zip(cases) {
        let unit = Unit { spec: &spec };
        let stimulus = unit.stimulus(seed, places);
        play_stimulus(&unit, &emitted(&spec), &[Simulator::Icarus], &stimulus, seed);
    }
}

//! The clocked model of the hypercube against the hardware: every flit that is taken or delivered,
//! every copy that starts and every event, in the same cycle.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use teecast::spec::{HypercubeSpec, Vote};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::device::Device;
use teecast_cosim::hypercube::replay;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{self, Scenario, stimulus};
use teecast_cosim::stimulus::Stimulus;
use teecast_cosim::tools;
use teecast_cosim::trace::Trace;

use crate::cosim::emitted;

/// Plays random messages, faults and back-pressure of some seeds into hardware and model; their
/// traces are the same, line by line.
pub(super) fn compare(
    device: &dyn Device,
    (folder, files): (TempDir, Vec<PathBuf>),
    trace: impl Fn(&Stimulus, u64) -> String,
    messages: u32,
    seeds: Range<u64>,
) {
    let built =
        NetworkBench::build(device, "", &files, Simulator::Verilator, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
    for seed in seeds {
        let stimulus = stimulus(device, Scenario::All, seed, messages);
        same_traces((device, &bench), &stimulus, seed, folder.path(), &trace(&stimulus, seed));
    }
}

/// Plays a stimulus into hardware in a folder; it leaves the trace of the model, line by line.
/// Returns that trace.
pub(super) fn same_traces(
    (device, bench): (&dyn Device, &NetworkBench),
    stimulus: &Stimulus,
    seed: u64,
    folder: &Path,
    model: &str,
) -> Trace {
    let trace = bench.play(device, stimulus, seed, folder, None).expect("it plays");
    let bytes = bench.trace_bytes(folder).expect("a trace was written");
    let hardware = String::from_utf8(bytes).expect("traces are plain text");
    // Line by line first: the first line that differs says most.
    for (number, (hardware, model)) in (1..).zip(hardware.lines().zip(model.lines())) {
        assert_eq!(hardware, model, "{}, seed {seed}, line {number}", device.network());
    }
    assert_eq!(hardware, model, "seed {seed}");
    trace
}

fn compare_cube(spec: &HypercubeSpec, messages: u32, seeds: Range<u64>) {
    let trace = |stimulus: &Stimulus, seed| replay::trace(spec, stimulus, seed);
    compare(spec, emitted(spec), trace, messages, seeds);
}

/// Small cubes with all votes, one to three classes, with and without fault tolerance, wide flits
/// and narrow ones. They are those of `cosim.rs`, so that each is built once.
fn cubes() -> [HypercubeSpec; 7] {
    let three = |m| HypercubeSpec { max_data: 8, ..HypercubeSpec::new(3, m) };
    [
        HypercubeSpec { max_data: 4, ..HypercubeSpec::new(2, 1) },
        HypercubeSpec { max_data: 16, ..three(4) },
        HypercubeSpec { width: 3, ..three(6) },
        HypercubeSpec { width: 8, vote: Vote::Look2, ..three(3) },
        HypercubeSpec { vote: Vote::Nca, ..three(5) },
        HypercubeSpec {
            vote: Vote::Pcube,
            fault_tolerant: false,
            classes: 1,
            max_list: 4,
            ..three(4)
        },
        HypercubeSpec { lan: true, classes: 1, max_data: 0, ..three(2) },
    ]
}

#[test]
fn small_cubes() {
    for spec in cubes() {
        compare_cube(&spec, 200, 1..3);
    }
}

/// What is seen of the model between two cycles is what the ports of the hardware show, for the
/// messages of the emitted vectors: the page of `teecast explore` draws it.
#[test]
fn the_vectors_are_seen_in_the_cycles_of_the_hardware() {
    let [_, spec, ..] = cubes();
    let stimulus = scenario::round(&spec, 1);
    let mut snapshots = Vec::new();
    let model = replay::seen(&spec, &stimulus, 1, |cube| snapshots.push(cube.snapshot()));
    let (folder, files) = emitted(&spec);
    let built = NetworkBench::build(&spec, "", &files, Simulator::Verilator, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
    same_traces((&spec, &bench), &stimulus, 1, folder.path(), &model);
    let standing = |cycle: usize, node: u32, channel: u32| {
        let flits = snapshots[cycle].flits.iter();
        flits.clone().find(|flit| (flit.node, flit.channel) == (node, channel))
    };
    let (mut starts, mut deliveries) = (BTreeSet::new(), 0);
    for line in model.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<u32>().expect("a number");
        let cycle = |index: usize| number(index) as usize;
        match words.get(1) {
            Some(&"L") => {
                starts.insert((cycle(0), number(2), number(3)));
            }
            Some(&"D") => {
                let flit = standing(cycle(0), number(2), spec.n).expect("it is seen");
                assert_eq!(flit.last, words[3] == "1", "{line}");
                deliveries += 1;
            }
            _ => {}
        }
    }
    // A copy starts where a flit stands on a link, and the one before it was the last of its copy.
    let (mut shown, mut open) = (BTreeSet::new(), BTreeSet::new());
    for (cycle, snapshot) in snapshots.iter().enumerate() {
        for flit in snapshot.flits.iter().filter(|flit| flit.channel < spec.n) {
            let link = (flit.node, flit.channel);
            let waits = cycle > 0 && standing(cycle - 1, link.0, link.1) == Some(flit) && flit.last;
            if !waits && open.insert(link) {
                shown.insert((cycle, link.0, link.1));
            }
            if flit.last {
                open.remove(&link);
            }
        }
    }
    assert_eq!(shown, starts);
    assert!(starts.len() > 20 && deliveries > 50, "{} {deliveries}", starts.len());
}

/// Among these an incomplete broadcast is reported while a header is packed.
#[test]
fn long_epochs() {
    let [_, _, narrow, ..] = cubes();
    compare_cube(&narrow, 300, 4..5);
}

#[test]
#[ignore = "minutes: make test-long"]
fn many_runs_of_small_cubes() {
    for spec in cubes() {
        compare_cube(&spec, 150, 100..132);
    }
}

#[test]
#[ignore = "four more builds of Verilator: make test-long"]
fn larger_cubes() {
    for vote in Vote::ALL {
        let spec = HypercubeSpec { max_data: 8, vote, ..HypercubeSpec::new(4, 5) };
        compare_cube(&spec, 600, 1..9);
    }
}

//! The clocked model of the IHC network against the hardware, as [`super::cycle_exact`] does it
//! for the hypercube; with faulty links, too.

use std::ops::Range;

use teecast::spec::ihc::{Interleave, Majority};
use teecast::spec::topology::hamiltonian::Network;
use teecast::spec::{IhcSpec, Reception, Spec};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::ihc::{IhcDevice, replay};
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{Scenario, stimulus};
use teecast_cosim::tools;

use super::cosim::written;
use super::cycle_exact::same_traces;

const MAJORITY: Reception = Reception::Majority;

fn compare(spec: &IhcSpec, messages: u32, seeds: Range<u64>) {
    let families = vec![spec.clone().into()];
    let (folder, files) = written(&Spec::new("design", families));
    let device = IhcDevice::new(spec);
    let built =
        NetworkBench::build(&device, "", &files, Simulator::Verilator, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
    for seed in seeds {
        for scenario in [Scenario::All, Scenario::Links] {
            let stimulus = stimulus(&device, scenario, seed, messages);
            let model = replay::trace(spec, &stimulus, seed);
            same_traces((&device, &bench), &stimulus, seed, folder.path(), &model);
        }
    }
}

fn small(topology: Network, max_data: u32) -> IhcSpec {
    IhcSpec { max_data, ..IhcSpec::new(topology) }
}

#[test]
fn copies_in_a_small_cube() {
    compare(&small(Network::Cube(3), 3), 300, 1..4);
}

#[test]
fn majorities_in_a_small_hexmesh() {
    let spec = small(Network::Hexmesh(2), 5);
    compare(&IhcSpec { reception: MAJORITY, majority: Majority::All, ..spec }, 300, 1..4);
}

#[test]
#[ignore = "many builds of Verilator: make test-long"]
fn other_networks() {
    let overlapped = Interleave::Overlapped;
    let specs = [
        small(Network::Cube(4), 3),
        IhcSpec { width: 8, ..small(Network::Torus([3, 3]), 4) },
        IhcSpec { interleave: overlapped, reception: MAJORITY, ..small(Network::Torus([4, 3]), 2) },
        IhcSpec { filter: false, ..small(Network::Cube(3), 9) },
        IhcSpec { filter: false, width: 8, reception: MAJORITY, ..small(Network::Cube(2), 1) },
        IhcSpec { interleave: Interleave::Distance(4), ..small(Network::Hexmesh(3), 1) },
    ];
    for spec in specs {
        compare(&spec, 200, 1..5);
    }
}

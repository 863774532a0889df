//! Long runs of the IHC family: all networks of up to 37 nodes and the cube of 64, every interleaving,
//! with and without the filter, every width and both majorities.

use std::collections::BTreeSet;

use teecast::spec::ihc::{Interleave, Majority};
use teecast::spec::topology::hamiltonian::Network as Topology;
use teecast::spec::{IhcSpec, Reception};
use teecast_cosim::build::Simulator;
use teecast_cosim::scenario::Scenario;

use super::cosim_ihc::{Network, spec};
use super::cosim_ihc_lies;

/// Plays all scenarios and faulty links.
fn play(spec: &IhcSpec, seed: u64, messages: u32) {
    let Some(network) = Network::build(spec, Simulator::Verilator) else { return };
    network.play_scenario(Scenario::All, seed, messages);
    network.play_scenario(Scenario::Links, seed, messages / 2);
}

fn by_majority(majority: Majority, spec: IhcSpec) -> IhcSpec {
    IhcSpec { reception: Reception::Majority, majority, ..spec }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn all_small_networks_by_both_receptions() {
    let cubes = (2..=4).map(Topology::Cube);
    let tori = [[3, 3], [3, 4], [4, 3], [4, 4], [5, 3]].map(Topology::Torus);
    let topologies = cubes.chain(tori).chain((2..=3).map(Topology::Hexmesh));
    for (seed, topology) in (1..).zip(topologies) {
        let copies = spec(topology, 3);
        play(&copies, seed, 1000);
        let majority = Majority::ALL[seed as usize % 2];
        play(&by_majority(majority, IhcSpec { width: 8, ..copies }), seed, 1000);
    }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn every_interleaving_with_and_without_the_filter() {
    let interleavings = [
        (Topology::Cube(4), 3, Interleave::Overlapped),
        (Topology::Cube(3), 1, Interleave::Overlapped),
        (Topology::Torus([3, 4]), 2, Interleave::Overlapped),
        (Topology::Cube(4), 3, Interleave::Distance(8)),
        (Topology::Hexmesh(3), 1, Interleave::Distance(4)),
        (Topology::Hexmesh(2), 3, Interleave::Distance(7)),
        // Packets that are longer than a cycle.
        (Topology::Cube(2), 15, Interleave::Minimal),
    ];
    for (seed, (topology, max_data, interleave)) in (1..).zip(interleavings) {
        for filter in [true, false] {
            play(&IhcSpec { interleave, filter, ..spec(topology, max_data) }, seed, 1000);
        }
    }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn each_node_of_the_hexagonal_mesh_of_19_nodes_takes_half_of_the_copies() {
    let Some(network) = Network::build(&spec(Topology::Hexmesh(3), 4), Simulator::Verilator) else {
        return;
    };
    assert_eq!(network.copies_left_by_each_node(), BTreeSet::from([3]));
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn a_lying_node_spoils_half_of_the_copies() {
    let overlapped = Interleave::Overlapped;
    let specs = [
        spec(Topology::Cube(4), 3),
        IhcSpec { width: 8, ..spec(Topology::Torus([3, 3]), 2) },
        IhcSpec { interleave: overlapped, ..spec(Topology::Torus([4, 4]), 3) },
        spec(Topology::Hexmesh(3), 4),
        by_majority(Majority::Received, spec(Topology::Torus([3, 4]), 3)),
        by_majority(Majority::All, IhcSpec { width: 8, ..spec(Topology::Hexmesh(2), 3) }),
        spec(Topology::Cube(3), 3),
        IhcSpec { width: 8, ..spec(Topology::Hexmesh(2), 2) },
    ];
    for (seed, spec) in (1..).zip(specs) {
        cosim_ihc_lies::play(&spec, seed, 100);
    }
}

#[test]
#[ignore = "builds of Verilator: make test-long"]
fn large_networks() {
    play(&spec(Topology::Cube(6), 4), 1, 2000);
    play(&by_majority(Majority::Received, spec(Topology::Hexmesh(4), 4)), 2, 2000);
}

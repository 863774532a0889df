//! Hamiltonian decompositions, and the directed cycles along them.

use std::collections::BTreeSet;

use teecast_model::ihc::audit::directed;
use teecast_spec::topology::hamiltonian::{Network, Rings, decompose};

fn check(network: Network) {
    let rings = Rings::new(network);
    assert_eq!(directed(network, &rings), Ok(()), "{network:?}");
    // The audit has links from the definition, the hardware those of the topology.
    let topology = network.topology();
    for cycle in rings.cycles() {
        for (from, to) in cycle.iter().zip(&cycle[1..]) {
            let mut ports = (0..topology.ports()).map(|port| topology.neighbour(*from, port));
            assert!(ports.any(|it| it == Some(*to)), "{network:?}: {from}-{to}");
        }
    }
}

#[test]
fn cubes_are_decomposed() {
    (2..=12).map(Network::Cube).for_each(check);
}

#[test]
#[ignore = "tens of seconds: make test-long"]
fn the_largest_cubes_are_decomposed() {
    (13..=16).map(Network::Cube).for_each(check);
}

#[test]
fn tori_are_decomposed() {
    for width in 3..=24 {
        (3..=24).for_each(|height| check(Network::Torus([width, height])));
    }
    let large = [[3, 64], [64, 3], [63, 64], [64, 63], [63, 63], [64, 64]];
    large.into_iter().map(Network::Torus).for_each(check);
}

#[test]
#[ignore = "tens of seconds: make test-long"]
fn all_tori_are_decomposed() {
    for width in 3..=64 {
        (3..=64).for_each(|height| check(Network::Torus([width, height])));
    }
}

#[test]
fn hexagonal_meshes_are_decomposed() {
    (2..=40).map(Network::Hexmesh).for_each(check);
}

/// The closed form for square tori: the two directions in which a node sends, without any table.
#[test]
fn square_tori_follow_their_diagonal() {
    let [east, west, north, south] = [0, 1, 2, 3];
    for m in 3..=30 {
        let network = Network::Torus([m, m]);
        let (topology, cycles) = (network.topology(), decompose(network));
        let links = |cycle: &[u32], node: u32| -> BTreeSet<u32> {
            let place = cycle.iter().position(|it| *it == node).expect("every node");
            let beside =
                [cycle[(place + 1) % cycle.len()], cycle[(place + cycle.len() - 1) % cycle.len()]];
            (0..4)
                .filter(|port| beside.contains(&topology.neighbour(node, *port).expect("a port")))
                .collect()
        };
        for node in 0..m * m {
            let (x, y) = (node % m, node / m);
            let first = match () {
                () if x == y => {
                    [if x + 2 <= m { north } else { east }, if x >= 1 { south } else { west }]
                }
                () if x == y + 1 => [east, north],
                () if y == x + 1 => [west, south],
                () => [east, west],
            };
            let first = BTreeSet::from(first);
            let second = &BTreeSet::from([east, west, north, south]) - &first;
            assert_eq!(
                (links(&cycles[0], node), links(&cycles[1], node)),
                (first, second),
                "{m}: {node}"
            );
        }
    }
}

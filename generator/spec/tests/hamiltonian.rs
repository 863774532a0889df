//! Hamiltonian decompositions: every cycle visits every node along links, and no two share one.

use std::collections::BTreeSet;

use teecast_spec::topology::hamiltonian::{Network, decompose};

/// Asserts what a decomposition promises.
///
/// Links that no cycle uses: one a node in cubes of odd dimension, none elsewhere.
fn check(network: Network) {
    let (topology, cycles) = (network.topology(), decompose(network));
    let nodes = network.nodes() as usize;
    assert_eq!(cycles.len() as u32, network.cycles(), "{network:?}");
    // By node and port: a cycle that uses it.
    let ports = topology.ports() as usize;
    let mut used = vec![false; nodes * ports];
    for cycle in &cycles {
        assert_eq!((cycle.len(), cycle[0]), (nodes, 0), "{network:?}");
        let mut seen = vec![false; nodes];
        for (place, &node) in cycle.iter().enumerate() {
            assert!(!std::mem::replace(&mut seen[node as usize], true), "{network:?}: {node}");
            let next = cycle[(place + 1) % nodes];
            for (from, to) in [(node, next), (next, node)] {
                let port = (0..ports).find(|&p| topology.neighbour(from, p as u32) == Some(to));
                let port = port.unwrap_or_else(|| panic!("{network:?}: no link {from}-{to}"));
                let link = &mut used[from as usize * ports + port];
                assert!(!std::mem::replace(link, true), "{network:?}: {from}-{to} twice");
            }
        }
    }
    let left = match network {
        Network::Cube(n) => n % 2,
        _ => 0,
    };
    for node in 0..nodes {
        let unused = used[node * ports..][..ports].iter().filter(|used| !**used).count();
        assert_eq!(unused as u32, left, "{network:?}: node {node}");
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

//! Reliable broadcasts: copies, disjoint paths, traffic, longest paths, faults.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::harts::broadcast::{self, Letter};
use teecast_model::relay::{Arrived, Switching, Tree};
use teecast_spec::topology::{HexMesh, Topology};

const K: std::ops::RangeInclusive<u32> = 1..=6;

fn reliable(hexmesh: &HexMesh, k: u32, source: u32) -> Tree<Letter> {
    broadcast::reliable(hexmesh, k, source, &BTreeSet::new())
}

/// Returns the copies of each node.
fn copies(tree: &Tree<Letter>) -> BTreeMap<u32, Vec<&Arrived>> {
    let mut copies: BTreeMap<u32, Vec<&Arrived>> = BTreeMap::new();
    for copy in &tree.deliveries {
        copies.entry(copy.node).or_default().push(copy);
    }
    copies
}

/// Returns the nodes on the way of a copy, without its two ends.
fn between(tree: &Tree<Letter>, copy: &Arrived) -> Vec<u32> {
    let mut nodes: Vec<u32> = tree.path(copy).map(|send| send.from).collect();
    assert!(nodes.pop().is_some(), "a path begins at the source");
    nodes
}

/// Asserts all that [KS91] 4 promises of one broadcast.
fn assert_reliable(hexmesh: &HexMesh, k: u32, source: u32) {
    let place = format!("n = {}, k = {k}, source {source}", hexmesh.edge());
    let tree = reliable(hexmesh, k, source);
    assert_eq!(tree.traffic, (k * (hexmesh.nodes() - 1)) as usize, "{place}");
    let links: BTreeSet<(u32, u32)> =
        tree.sends.iter().map(|send| (send.from, send.channel)).collect();
    assert_eq!(links.len(), tree.traffic, "{place}: a link carries two packets");
    let copies = copies(&tree);
    let reached: Vec<u32> = copies.keys().copied().collect();
    let others: Vec<u32> = (0..hexmesh.nodes()).filter(|node| *node != source).collect();
    assert_eq!(reached, others, "{place}");
    for (node, copies) in copies {
        let place = format!("{place}, node {node}");
        let in_links: BTreeSet<u32> = copies.iter().map(|copy| copy.in_direction).collect();
        assert_eq!((in_links.len(), copies.len()), (k as usize, k as usize), "{place}");
        let mut seen = BTreeSet::from([source, node]);
        for copy in copies {
            for between in between(&tree, copy) {
                assert!(seen.insert(between), "{place}: paths share node {between}");
            }
        }
    }
}

#[test]
fn every_node_gets_k_copies_over_disjoint_paths() {
    for n in 2..=30 {
        K.for_each(|k| assert_reliable(&HexMesh::new(n), k, 0));
    }
}

#[test]
fn the_hexmesh_looks_the_same_from_every_node() {
    for n in 2..=4 {
        let hexmesh = HexMesh::new(n);
        for source in 0..hexmesh.nodes() {
            K.for_each(|k| assert_reliable(&hexmesh, k, source));
        }
    }
}

#[test]
fn six_broadcast_uses_every_link_but_those_into_the_source() {
    for n in 2..=8 {
        let hexmesh = HexMesh::new(n);
        let tree = reliable(&hexmesh, 6, 0);
        assert!(tree.sends.iter().all(|send| send.to != 0));
        assert_eq!(tree.traffic, (6 * hexmesh.nodes() - 6) as usize);
    }
}

#[test]
fn processors_send_as_many_packets_as_counted() {
    for n in 3..=30 {
        let hexmesh = HexMesh::new(n);
        let each = [n - 2, 2 * n - 3, 2 * n - 2, 4 * n - 5, 5 * n - 6, 6 * n - 7];
        for (k, p) in K.zip(each) {
            let tree = reliable(&hexmesh, k, 0);
            let sent = tree.sends.iter().filter(|send| send.switching == Switching::Send).count();
            assert_eq!(sent, 6 * (1 + p) as usize, "n = {n}, k = {k}");
        }
    }
}

/// Returns (sends, cut-throughs) of a copy's path.
fn length(tree: &Tree<Letter>, copy: &Arrived) -> (u32, u32) {
    tree.path(copy).fold((0, 0), |(sends, through), send| match send.switching {
        Switching::Send => (sends + 1, through),
        Switching::CutThrough => (sends, through + 1),
    })
}

#[test]
fn longest_paths_are_those_of_table_1() {
    for n in 3..=30 {
        let hexmesh = HexMesh::new(n);
        let table = [
            (2, n - 3),
            (2, 2 * n - 4),
            (2, 2 * n - 4),
            (3, n - 3),
            (3, 2 * n - 5),
            (3, 2 * n - 5),
        ];
        for (k, expected) in K.zip(table) {
            let tree = reliable(&hexmesh, k, 0);
            let longest = tree.deliveries.iter().map(|copy| length(&tree, copy)).max();
            assert_eq!(longest, Some(expected), "n = {n}, k = {k}");
            assert_eq!(tree.steps, expected.0);
        }
    }
}

#[test]
fn algorithm_a_goes_once_round() {
    for n in 2..=16 {
        let hexmesh = HexMesh::new(n);
        let tree = broadcast::ring(&hexmesh, 3 % hexmesh.nodes(), &BTreeSet::new());
        let nodes: BTreeSet<u32> = tree.deliveries.iter().map(|copy| copy.node).collect();
        assert_eq!((nodes.len(), tree.traffic), (tree.traffic, hexmesh.nodes() as usize - 1));
        assert!(!nodes.contains(&3) && tree.steps == 1);
    }
    let tree = broadcast::ring(&HexMesh::new(3), 0, &[4].into());
    assert_eq!((tree.traffic, tree.unroutable.len()), (3, 14));
}

/// Calls `check` with every set of `size` nodes other than node 0.
fn fault_sets(nodes: u32, size: usize, check: &mut impl FnMut(&BTreeSet<u32>)) {
    fn extend(
        first: u32,
        nodes: u32,
        size: usize,
        chosen: &mut BTreeSet<u32>,
        check: &mut impl FnMut(&BTreeSet<u32>),
    ) {
        if chosen.len() == size {
            return check(chosen);
        }
        for node in first..nodes {
            chosen.insert(node);
            extend(node + 1, nodes, size, chosen, check);
            chosen.remove(&node);
        }
    }
    extend(1, nodes, size, &mut BTreeSet::new(), check);
}

/// Asserts that every correct node keeps k - f copies, and that for f < k some node keeps no more.
fn assert_tolerates(n: u32, faults: usize) {
    let hexmesh = HexMesh::new(n);
    for k in K {
        let mut fewest = k as usize;
        fault_sets(hexmesh.nodes(), faults, &mut |faulty| {
            let tree = broadcast::reliable(&hexmesh, k, 0, faulty);
            let copies = copies(&tree);
            assert!(copies.keys().all(|node| *node != 0 && !faulty.contains(node)));
            let kept = |node| copies.get(&node).map_or(0, Vec::len);
            let correct = (1..hexmesh.nodes()).filter(|node| !faulty.contains(node));
            let least = correct.map(kept).min().expect("some node is correct");
            let unreached = tree.unroutable.iter().map(|left| left.destination);
            assert!(unreached.map(kept).all(|copies| copies == 0));
            assert!(least + faults >= k as usize, "n = {n}, k = {k}, faulty {faulty:?}");
            fewest = fewest.min(least);
        });
        if faults < k as usize {
            assert_eq!(fewest, k as usize - faults, "n = {n}, k = {k}");
        }
    }
}

#[test]
fn each_faulty_node_costs_at_most_one_copy() {
    (0..=5).for_each(|faults| assert_tolerates(3, faults));
    (0..=2).for_each(|faults| assert_tolerates(4, faults));
}

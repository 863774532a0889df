//! The 4-reliable broadcasts of the wrapped rectangular mesh.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::relay::{Arrived, Switching};
use teecast_model::torus::{Pattern, TorusError, broadcast, port};
use teecast_spec::topology::{Grid, Topology};

/// Asserts four copies over disjoint paths, and returns (sends, cut-throughs) of the longest one.
fn assert_reliable(sides: [u32; 2], pattern: Pattern, source: u32) -> (usize, usize) {
    let place = format!("{} on {sides:?}", pattern.name());
    let tree = broadcast(sides, pattern, source, &BTreeSet::new()).expect("a valid request");
    let others: BTreeSet<u32> = (0..sides[0] * sides[1]).filter(|node| *node != source).collect();
    assert_eq!(tree.traffic, 4 * others.len(), "{place}");
    let links: BTreeSet<_> = tree.sends.iter().map(|send| (send.from, send.channel)).collect();
    assert_eq!(links.len(), tree.traffic, "{place}: a link carries two packets");
    let mut copies: BTreeMap<u32, Vec<&Arrived>> = BTreeMap::new();
    for copy in &tree.deliveries {
        copies.entry(copy.node).or_default().push(copy);
    }
    assert_eq!(copies.keys().copied().collect::<BTreeSet<_>>(), others, "{place}");
    let mut longest = (0, 0);
    for (node, copies) in copies {
        let in_links: BTreeSet<u32> = copies.iter().map(|copy| copy.in_direction).collect();
        assert_eq!((in_links.len(), copies.len()), (4, 4), "{place}, node {node}");
        let mut seen = BTreeSet::from([source, node]);
        for copy in copies {
            let path: Vec<_> = tree.path(copy).collect();
            for send in &path[..path.len() - 1] {
                assert!(seen.insert(send.from), "{place}: paths to {node} share {}", send.from);
            }
            let sends = path.iter().filter(|send| send.switching == Switching::Send).count();
            longest = longest.max((sends, path.len() - sends));
        }
    }
    longest
}

#[test]
fn combs_reach_every_node_of_every_torus() {
    for width in 3..=12 {
        for height in 3..=12 {
            assert_reliable([width, height], Pattern::Comb, width + 1);
        }
    }
}

#[test]
fn longest_paths_grow_as_stated() {
    for m in 3..=20usize {
        let side = u32::try_from(m).expect("a small number");
        let sides = [side; 2];
        assert_eq!(assert_reliable(sides, Pattern::Comb, 0), (3, 2 * m - 6), "m = {m}");
        let half = m / 2;
        let expected = if m % 2 == 1 { 3 * half - 3 } else { 3 * half - 4 };
        assert_eq!(assert_reliable(sides, Pattern::Pinwheel, 0), (3, expected), "m = {m}");
    }
}

#[test]
fn a_faulty_node_costs_each_other_at_most_one_copy() {
    for faulty in 1..20 {
        let tree = broadcast([5, 4], Pattern::Comb, 0, &[faulty].into()).expect("a valid request");
        for node in (1..20).filter(|node| *node != faulty) {
            let copies = tree.deliveries.iter().filter(|copy| copy.node == node).count();
            assert!(copies >= 3, "node {node}, faulty {faulty}");
        }
        assert!(tree.sends.iter().all(|send| send.to != faulty) && tree.unroutable.is_empty());
    }
}

#[test]
fn directions_are_counted_counter_clockwise_from_x() {
    let torus = Grid::torus(&[5, 3]).expect("permitted");
    let around = |node| {
        [0, 1, 2, 3].map(|direction| torus.neighbour(node, port(direction)).expect("no border"))
    };
    assert_eq!(around(6), [7, 11, 5, 1]);
    assert_eq!(around(14), [10, 4, 13, 9]);
}

#[test]
fn impossible_requests_are_refused() {
    let none = BTreeSet::new();
    let refused = |width, height, pattern, source, faulty: &BTreeSet<u32>| {
        broadcast([width, height], pattern, source, faulty).expect_err("impossible")
    };
    let (comb, pinwheel) = (Pattern::Comb, Pattern::Pinwheel);
    let short = TorusError::Side { side: "width", value: 2 };
    assert_eq!(refused(2, 3, comb, 0, &none), short);
    let long = TorusError::Side { side: "height", value: 129 };
    assert_eq!(refused(3, 129, comb, 0, &none), long);
    let unequal = TorusError::Unequal { width: 4, height: 3 };
    assert_eq!(refused(4, 3, pinwheel, 0, &none), unequal);
    let outside = TorusError::Node { role: "source", node: 9, last: 8 };
    assert_eq!(refused(3, 3, pinwheel, 9, &none), outside);
    let outside = TorusError::Node { role: "faulty node", node: 9, last: 8 };
    assert_eq!(refused(3, 3, pinwheel, 0, &[9].into()), outside);
    let silent = TorusError::SourceFaulty { source_node: 4 };
    assert_eq!(refused(3, 3, pinwheel, 4, &[4].into()), silent);
}

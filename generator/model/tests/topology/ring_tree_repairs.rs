//! Repairs of trees, one after the other.

use std::collections::BTreeSet;

use teecast_model::ring_tree::audit;
use teecast_spec::topology::ring_tree::{
    Faults, Repair, RepairError, RingTree, Walk, build, repair, writes,
};
use teecast_spec::topology::{Graph, Topology};

use super::{links, network, nodes, rings, tree};

/// Repairs a tree, and asserts that the new one and the writes to it are those of the rules.
fn check(tree: &RingTree, further: &Faults) -> Repair {
    let made = repair(tree, further).expect("a repair");
    let found = audit::repair(tree, further, &made)
        .and_then(|()| audit::writes(tree, &made, &writes(tree, &made)));
    assert_eq!(found, Ok(()), "{:?} after {:?}: {further:?}", tree.graph().pairs(), tree.faults());
    made
}

#[test]
fn a_segment_takes_in_a_neighbour_or_hangs_on_a_ring_of_two() {
    // One ring along a row of a cycle of six: the halves meet around the other side.
    let cycle = Graph::new(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]).expect("a cycle");
    let fresh = build(&cycle, &Faults::default(), 4, Walk::Deep);
    assert_eq!(rings(&fresh), [(0, &[0, 1, 2, 3][..]), (1, &[0, 5, 4])]);
    let repaired = check(&fresh, &links(&[[1, 2]]));
    // Segments 0-1 and 2-3: 0-1 has no neighbour elsewhere, since 3-4 was no ring's link.
    assert_eq!((&repaired.removed[..], &repaired.intact[..]), (&[0][..], &[1][..]));
    assert_eq!(rings(&repaired.tree), [(1, &[0, 5, 4][..]), (2, &[0, 1]), (3, &[2, 3, 4])]);
    // With rings of two there is no room.
    let small = build(&cycle, &Faults::default(), 2, Walk::Deep);
    let repaired = check(&small, &nodes(&[0])).tree;
    assert_eq!(repaired.components(), [[1, 2, 3, 4, 5]]);
}

/// The example on which the paper's algorithm fails: only a node outside the segment sees the way.
#[test]
fn the_last_resort_finds_a_link_of_no_segment() {
    let list = [(0, 1), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7)];
    let graph = Graph::new(8, &list).expect("a network");
    let fresh = build(&graph, &Faults::default(), 2, Walk::Branch);
    let repaired = check(&fresh, &links(&[[2, 3]])).tree;
    assert_eq!(repaired.rings().last().map(|ring| &ring.nodes[..]), Some(&[7, 6][..]));
}

#[test]
fn every_pair_of_faults_is_repaired_one_after_the_other() {
    for name in ["grid:3x3", "hypercube:3", "star:5", "path:6"] {
        let graph = network(name);
        let of_nodes = (0..graph.nodes()).map(|node| nodes(&[node]));
        let all: Vec<Faults> =
            of_nodes.chain(graph.pairs().into_iter().map(|link| links(&[link]))).collect();
        for (w, walk) in [2, 3, 8].into_iter().flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            let fresh = build(&graph, &Faults::default(), w, walk);
            for first in &all {
                let once = check(&fresh, first);
                let ids = |rings: &[u16]| rings.iter().copied().collect::<BTreeSet<u16>>();
                for second in &all {
                    let twice = check(&once.tree, second);
                    // A number is not used again, even if the ring is gone that had it.
                    let (gone, new) = (ids(&once.removed), ids(&twice.new));
                    assert!(gone.is_disjoint(&new) && new.is_disjoint(&ids(&once.new)));
                }
            }
        }
    }
}

/// Every fault follows on the one before, and the tree travels in a file between them.
#[test]
fn repairs_follow_on_each_other() {
    for (name, w) in [("hypercube:4", 4), ("grid:5x4", 8), ("hexmesh:3", 5), ("star:9", 3)] {
        for walk in Walk::ALL {
            let mut tree = tree(name, w, walk);
            let mut used: BTreeSet<u16> = tree.rings().iter().map(|ring| ring.id).collect();
            for (epoch, node) in (1..).zip([7, 2, 5, 1]) {
                let made = check(&tree, &nodes(&[node]));
                assert!(made.new.iter().all(|ring| used.insert(*ring)), "{name}: {:?}", made.new);
                let text = serde_json::to_string(&made.tree).expect("plain keys");
                tree = serde_json::from_str(&text).expect("the same tree");
                assert_eq!((&tree, tree.epoch()), (&made.tree, epoch));
            }
        }
    }
}

#[test]
fn a_repair_can_need_more_than_there_is() {
    let fresh = tree("hypercube:3", 2, Walk::Deep);
    let repaired = repair(&fresh, &nodes(&[0])).expect("a repair");
    let most = repaired.tree.most_virtual_nodes();
    assert_eq!(repaired.check(&[most; 8]), Ok(()));
    let refused = repaired.check(&[most - 1; 8]).expect_err("one node has too few");
    assert!(matches!(refused, RepairError::VirtualNodes { needed, .. } if needed == most));
    let unknown = repair(&fresh, &links(&[[0, 7]])).expect_err("no such link");
    assert_eq!(unknown.to_string(), "the network has no node or link 0-7");
}

//! The repair of [Sun98] figure 3.10 by the letter, so far as it decides which nodes rings join.
//!
//! A broken point looks for a neighbour on another ring; without one, the next node of its segment is
//! the broken point. Nothing in the figure asks whether that ring hangs on the segment itself, and no
//! node off the segment looks for anything. The repair of this project is
//! [`repair`](teecast_spec::topology::ring_tree::repair).

use std::collections::BTreeSet;

use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, RingTree};

/// Which of the neighbours on other rings a segment takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The smallest one of the first node, from both ends, that has any.
    First,
    /// All of all its nodes: more than the figure lets it have.
    All,
}

/// What the figure makes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Groups of living nodes that rings join.
    pub parts: usize,
    /// Attachments to a ring with which the segment is joined already: rings are a tree no more.
    pub cycles: usize,
}

/// Attaches the segments of all broken rings.
pub fn attach(tree: &RingTree, faults: &Faults, choice: Choice) -> Attached {
    let graph = tree.graph();
    let mut groups = Groups((0..graph.nodes()).collect());
    let mut segments = Vec::new();
    for ring in tree.rings() {
        let pieces = ring.nodes.chunk_by(|one, other| faults.carries(*one, *other));
        let pieces: Vec<&[u32]> = pieces.filter(|piece| faults.lives(piece[0])).collect();
        for piece in &pieces {
            for pair in piece.windows(2) {
                groups.join(pair[0], pair[1]);
            }
        }
        let is_whole = pieces.first().is_some_and(|piece| piece.len() == ring.nodes.len());
        segments.extend(pieces.into_iter().filter(|_| !is_whole).map(|piece| (ring.id, piece)));
    }
    let mut cycles = 0;
    for (broken, segment) in segments {
        let is_elsewhere = |node: &u32| {
            let is_other = |ring: usize| tree.rings()[ring].id != broken;
            !segment.contains(node) && tree.places(*node).iter().any(|it| is_other(it.ring))
        };
        let last = segment.len() - 1;
        let from_both_ends = (0..=last).map(|k| if k % 2 == 0 { k / 2 } else { last - k / 2 });
        let found = from_both_ends.map(|place| segment[place]).flat_map(|node| {
            let around = faults.around(graph, node).into_iter();
            around.filter(is_elsewhere).map(move |neighbour| (node, neighbour))
        });
        let most = if choice == Choice::First { 1 } else { usize::MAX };
        for (node, neighbour) in found.take(most) {
            cycles += usize::from(!groups.join(node, neighbour));
        }
    }
    let living = tree.living().filter(|node| faults.lives(*node));
    let parts: BTreeSet<u32> = living.map(|node| groups.0[node as usize]).collect();
    Attached { parts: parts.len(), cycles }
}

/// By node, the group that it belongs to.
struct Groups(Vec<u32>);

impl Groups {
    /// Makes one group of two; returns whether they were two.
    fn join(&mut self, one: u32, other: u32) -> bool {
        let (kept, gone) = (self.0[one as usize], self.0[other as usize]);
        self.0.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
        kept != gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::Graph;
    use teecast_spec::topology::ring_tree::{Walk, build, repair};

    fn parts(graph: &Graph, w: u32, walk: Walk, link: [u32; 2]) -> [usize; 3] {
        let tree = build(graph, &Faults::default(), w, walk);
        let faults = Faults { links: [link].into(), ..Faults::default() };
        let repaired = repair(&tree, &faults).expect("a link of the network");
        let of = |choice| attach(&tree, &faults, choice).parts;
        [of(Choice::First), of(Choice::All), repaired.tree.components().len()]
    }

    #[test]
    fn no_node_of_a_segment_sees_the_way_out() {
        let square = Graph::new(4, &[(0, 2), (0, 3), (1, 2), (1, 3)]).expect("a square");
        assert_eq!(parts(&square, 2, Walk::Deep, [0, 2]), [2, 2, 1]);
        let links =
            [(0, 1), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7)];
        let ladder = Graph::new(8, &links).expect("two rows");
        assert_eq!(parts(&ladder, 2, Walk::Branch, [2, 3]), [2, 2, 1]);
    }

    #[test]
    fn a_segment_may_take_the_wrong_neighbour() {
        // Node 0 could join node 3, and takes node 2, which hangs on it.
        let graph =
            Graph::new(4, &[(0, 1), (0, 2), (0, 3), (1, 3)]).expect("a triangle with a tail");
        assert_eq!(parts(&graph, 2, Walk::Deep, [0, 1]), [2, 1, 1]);
    }

    #[test]
    fn the_broken_ring_itself_is_no_other_ring() {
        // Ring 2-5-6-7 hangs on a path; 7 has a link to 5, which is on no other ring.
        let path = [(0, 1), (1, 2), (2, 3), (3, 4)];
        let links = [&path[..], &[(2, 5), (5, 6), (6, 7), (5, 7)]].concat();
        let graph = Graph::new(8, &links).expect("a path and a tail");
        assert_eq!(parts(&graph, 5, Walk::Deep, [5, 6]), [2, 2, 1]);
    }

    #[test]
    fn whole_rings_attach_nothing() {
        let tree = build(&Graph::all(3)[3], &Faults::default(), 2, Walk::Deep);
        let attached = attach(&tree, &Faults::default(), Choice::All);
        assert_eq!(attached, Attached { parts: 1, cycles: 0 });
    }
}

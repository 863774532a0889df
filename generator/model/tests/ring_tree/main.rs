//! Acknowledged all-to-all broadcast on trees of virtual rings.

use teecast_spec::ring_tree::Network;
use teecast_spec::topology::Graph;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};

mod times;

fn graph(name: &str) -> Graph {
    Network::named(name).expect(name).graph().clone()
}

fn tree(name: &str, w: u32, walk: Walk) -> RingTree {
    build(&graph(name), &Faults::default(), w, walk)
}

//! What the emitter and the model share, audited over many networks: Hamiltonian cycles, trees of rings, repairs
//! and table writes.

use teecast_spec::ring_tree::Network;
use teecast_spec::topology::Graph;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};

mod hamiltonian;
mod ring_tree;
mod ring_tree_repairs;
mod ring_tree_writes;

fn network(name: &str) -> Graph {
    Network::named(name).expect(name).graph().clone()
}

fn tree(name: &str, w: u32, walk: Walk) -> RingTree {
    build(&network(name), &Faults::default(), w, walk)
}

fn rings(tree: &RingTree) -> Vec<(u16, &[u32])> {
    tree.rings().iter().map(|ring| (ring.id, &ring.nodes[..])).collect()
}

fn links(links: &[[u32; 2]]) -> Faults {
    Faults { links: links.iter().copied().collect(), ..Faults::default() }
}

fn nodes(nodes: &[u32]) -> Faults {
    Faults { nodes: nodes.iter().copied().collect(), ..Faults::default() }
}

//! Acknowledged all-to-all broadcast on trees of virtual rings.

use teecast_model::random::Random;
use teecast_spec::ring_tree::Network;
use teecast_spec::topology::Graph;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};

mod channels;
mod faults;
mod garbles;
mod repairs;
mod times;

fn graph(name: &str) -> Graph {
    Network::named(name).expect(name).graph().clone()
}

fn tree(name: &str, w: u32, walk: Walk) -> RingTree {
    build(&graph(name), &Faults::default(), w, walk)
}

/// Returns a connected network: a random tree, and further links with a probability of `percent`.
fn random_graph(random: &mut Random, nodes: u32, percent: u32) -> Graph {
    let tree: Vec<(u32, u32)> = (1..nodes).map(|node| (random.below(node), node)).collect();
    let mut links = tree.clone();
    for to in 1..nodes {
        for from in 0..to {
            if random.chance(percent) && !tree.contains(&(from, to)) {
                links.push((from, to));
            }
        }
    }
    Graph::new(nodes, &links).expect("a tree is connected")
}

/// Returns a network of one of the usual sorts with at most 64 nodes.
fn some_graph(random: &mut Random) -> Graph {
    let nodes = random.within(4..=32);
    match random.below(5) {
        0 => graph(&format!("hypercube:{}", random.within(2..=6))),
        1 => graph(&format!("grid:{}x{}", random.within(2..=6), random.within(2..=6))),
        2 => graph(&format!("hexmesh:{}", random.within(2..=4))),
        _ => {
            let percent = random.within(0..=15);
            random_graph(random, nodes, percent)
        }
    }
}

fn some_walk(random: &mut Random) -> Walk {
    *random.pick(&Walk::ALL)
}

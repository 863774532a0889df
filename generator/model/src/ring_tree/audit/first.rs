//! The first tree is the one of the construction ([Sun98] 3.2.2 and figures 3.6 and 3.7).

use teecast_spec::topology::Graph;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk};

use super::network::Healthy;
use super::tree;
use crate::flaw::{Flaw, hold};

/// Audits the first tree of a network: as every tree, and ring by ring by the rules of the construction.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn first(
    made: &RingTree,
    graph: &Graph,
    faults: &Faults,
    ring_size: u32,
    walk: Walk,
) -> Result<(), Flaw> {
    let is_of = made.graph().pairs() == graph.pairs() && made.faults() == faults;
    hold(is_of, || "the tree is one of another network, or with other faults")?;
    hold(made.ring_size() == ring_size, || "the tree is one with rings of another size")?;
    hold(made.epoch() == 0, || "the first tree has a repair behind it")?;
    tree(made)?;
    let network = Healthy::new(graph, faults);
    let mut covered: Vec<bool> = network.lives.iter().map(|lives| !lives).collect();
    let mut rings = made.rings().iter();
    let mut paths = vec![diameter(&network)];
    for level in 0.. {
        let mut here: Vec<u32> = Vec::new();
        for path in &paths {
            path.iter().for_each(|node| covered[*node as usize] = true);
            let mut rest = &path[..];
            while rest.len() > 1 {
                let piece = &rest[..rest.len().min(ring_size as usize)];
                let says =
                    || format!("no ring of level {level} is {piece:?}, as the rules have it");
                let is_next = rings
                    .next()
                    .is_some_and(|ring| ring.nodes == piece && ring.level == Some(level));
                hold(is_next, says)?;
                here.extend(piece);
                rest = &rest[piece.len() - 1..];
            }
        }
        let mut roots: Vec<u32> = Vec::new();
        for node in here {
            if !roots.contains(&node) {
                roots.push(node);
            }
        }
        paths = roots.into_iter().map(|root| walked(&network, root, walk, &mut covered)).collect();
        if paths.iter().all(|path| path.len() == 1) {
            hold(made.levels() == level + 1, || "another number is said to be that of levels")?;
            break;
        }
    }
    hold(rings.next().is_none(), || "there are more rings than the rules have")?;
    let ids = made.rings().iter().map(|ring| u32::from(ring.id));
    hold(ids.eq(0..made.rings().len() as u32), || "rings are not numbered from 0 on")
}

/// Returns the path of level 0: of the smallest two nodes with the largest distance, the smallest shortest way.
fn diameter(network: &Healthy) -> Vec<u32> {
    let mut longest: Option<(u32, u32, u32)> = None;
    for from in network.living() {
        let distances = network.distances(from);
        for to in network.living().filter(|to| *to > from) {
            let distance = distances[to as usize].unwrap_or(0);
            if longest.is_none_or(|(most, ..)| distance > most) {
                longest = Some((distance, from, to));
            }
        }
    }
    let Some((length, from, to)) = longest else { return Vec::new() };
    let left = network.distances(to);
    let mut path = vec![from];
    for rest in (0..length).rev() {
        let around = &network.around[path[path.len() - 1] as usize];
        path.extend(around.iter().find(|node| left[**node as usize] == Some(rest)));
    }
    path
}

/// Returns the walk of a root over nodes that are not covered, and covers them.
fn walked(network: &Healthy, root: u32, walk: Walk, covered: &mut [bool]) -> Vec<u32> {
    let mut path = vec![root];
    loop {
        let here = path[path.len() - 1];
        let around = network.around[here as usize].iter();
        let open: Vec<u32> = around.copied().filter(|node| !covered[*node as usize]).collect();
        let stops = match walk {
            Walk::Deep => false,
            Walk::Branch => here != root && open.len() >= 2,
        };
        match open.first() {
            Some(next) if !stops => {
                covered[*next as usize] = true;
                path.push(*next);
            }
            _ => return path,
        }
    }
}

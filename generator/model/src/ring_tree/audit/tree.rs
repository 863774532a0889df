//! Every tree: rings are healthy paths that share no link, and with the nodes they are a tree in each part.

use std::collections::BTreeSet;

use teecast_spec::topology::ring_tree::RingTree;

use super::network::{Healthy, Parts};
use super::tables::tables;
use crate::flaw::{Flaw, hold};

/// Audits what every tree promises, and the tables of its nodes.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn tree(tree: &RingTree) -> Result<(), Flaw> {
    let network = Healthy::new(tree.graph(), tree.faults());
    let joined = rings(tree, &network)?;
    let parts = network.parts();
    for part in &parts {
        let apart = part.iter().find(|node| !joined.same(part[0], **node));
        hold(apart.is_none(), || format!("no ring leads to node {apart:?}"))?;
    }
    hold(tree.components() == parts, || "components are not the parts of the network")?;
    places(tree, &network)?;
    let gates = gates(tree)?;
    tables(tree, &network, &gates)
}

/// Audits the rings as paths; returns which nodes they join.
fn rings(tree: &RingTree, network: &Healthy) -> Result<Parts, Flaw> {
    let mut joined = Parts::new(network.lives.len());
    let ids: Vec<u16> = tree.rings().iter().map(|ring| ring.id).collect();
    hold(ids.windows(2).all(|pair| pair[0] < pair[1]), || "numbers of rings do not ascend")?;
    for ring in tree.rings() {
        let (id, nodes) = (ring.id, &ring.nodes);
        let fits = (2..=tree.ring_size() as usize).contains(&nodes.len());
        hold(fits, || format!("ring {id} has {} nodes", nodes.len()))?;
        hold(network.carries(nodes), || format!("ring {id} is not a path on healthy links"))?;
        // Two rings with a link in common, or with two nodes, close a cycle as a ring in itself does.
        for pair in nodes.windows(2) {
            hold(joined.join(pair[0], pair[1]), || format!("ring {id} closes a cycle of rings"))?;
        }
    }
    Ok(joined)
}

/// Audits the places: each position of each ring once, with a virtual node of its own at its node.
fn places(tree: &RingTree, network: &Healthy) -> Result<(), Flaw> {
    for (node, ports) in (0..).zip(&network.ports) {
        let here = tree.places(node);
        let found = here.iter().map(|place| (place.ring, place.position));
        let wanted = tree.rings().iter().enumerate().flat_map(|(ring, it)| {
            let on = it.nodes.iter().enumerate().filter(|(_, at)| **at == node);
            on.map(move |(position, _)| (ring, position))
        });
        hold(found.eq(wanted), || format!("places of node {node} are not those of the rings"))?;
        let used: BTreeSet<u32> = here.iter().map(|place| place.virtual_node).collect();
        let is_own = used.len() == here.len()
            && used.last().is_none_or(|last| (*last as usize) < ports.len());
        hold(is_own, || format!("rings share virtual nodes at node {node}, or it has too few"))?;
    }
    let most = (0..).zip(&network.ports).map(|(node, _)| tree.places(node).len()).max();
    let is_most = most == Some(tree.most_virtual_nodes() as usize);
    hold(is_most, || "another number is said to be that of most virtual nodes")
}

/// Audits roots and gates: the root of a part is its lowest ring, and its gate position 0; each other ring hangs
/// by its gate on a ring that is nearer to the root. Returns the positions of the gates by ring.
fn gates(tree: &RingTree) -> Result<Vec<usize>, Flaw> {
    let (rings, gates, roots) = (tree.rings(), tree.gates(), tree.roots());
    hold(gates.len() == rings.len() && roots.len() == rings.len(), || "a ring has no gate")?;
    let mut is_reached = vec![false; rings.len()];
    for root in 0..rings.len() {
        let is_root = !is_reached[root];
        hold(roots[root] == is_root, || format!("ring {} is a root, or is none", rings[root].id))?;
        if !is_root {
            continue;
        }
        is_reached[root] = true;
        hold(gates[root] == 0, || format!("root ring {} has its gate elsewhere", rings[root].id))?;
        let mut waiting = vec![root];
        while let Some(above) = waiting.pop() {
            for below in 0..rings.len() {
                let shared =
                    rings[below].nodes.iter().position(|it| rings[above].nodes.contains(it));
                let Some(position) = shared.filter(|_| !is_reached[below]) else { continue };
                is_reached[below] = true;
                waiting.push(below);
                let hangs = gates[below] == position;
                hold(hangs, || format!("ring {} hangs on another node", rings[below].id))?;
            }
        }
    }
    Ok(gates)
}

//! A repair: whole rings stay, pieces of broken ones become rings, and parts that links still join are joined.

use std::collections::BTreeSet;

use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, Place, Repair, Ring, RingTree};

use super::network::{Healthy, Parts};
use super::tree;
use crate::flaw::{Flaw, hold};

/// Audits the tree after further faults of a tree: as every tree, and ring by ring by the rules of the repair.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn repair(before: &RingTree, further: &Faults, made: &Repair) -> Result<(), Flaw> {
    let after = &made.tree;
    let faults = Faults {
        nodes: &before.faults().nodes | &further.nodes,
        links: &before.faults().links | &further.links,
    };
    let is_of = after.graph() == before.graph() && *after.faults() == faults;
    hold(is_of, || "the tree is one of another network, or with other faults")?;
    let sizes = (after.ring_size(), u32::from(after.epoch()));
    let wanted = (before.ring_size(), (u32::from(before.epoch()) + 1) % 16);
    hold(sizes == wanted, || "the size of rings changes, or the epoch does not")?;
    tree(after)?;
    let network = Healthy::new(after.graph(), &faults);
    let (whole, broken): (Vec<&Ring>, Vec<&Ring>) =
        before.rings().iter().partition(|ring| network.carries(&ring.nodes));
    let kept = after.rings().get(..whole.len()).unwrap_or_default();
    hold(kept.iter().eq(whole.iter().copied()), || "a whole ring changes, or is gone")?;
    let new = &after.rings()[whole.len()..];
    let ids = |rings: &[&Ring]| rings.iter().map(|ring| ring.id).collect::<Vec<_>>();
    let listed = made.intact == ids(&whole)
        && made.removed == ids(&broken)
        && made.new == ids(&new.iter().collect::<Vec<_>>());
    hold(listed, || "the lists of rings that stay, go and come are wrong")?;
    let old = before.rings().last().map_or(0, |ring| ring.id);
    let is_after = new.iter().all(|ring| ring.id > old && ring.level.is_none())
        && new.windows(2).all(|pair| pair[1].id - pair[0].id == 1);
    hold(is_after, || "new rings do not have the numbers after those of old ones")?;
    virtual_nodes(before, after, &whole)?;
    let wanted = new_rings(&network, before.ring_size() as usize, &whole, &broken);
    for (ring, nodes) in new.iter().zip(&wanted) {
        let says = || format!("ring {} is {:?}; the rules have {nodes:?}", ring.id, ring.nodes);
        hold(ring.nodes == *nodes, says)?;
    }
    hold(new.len() == wanted.len(), || "there are more new rings than the rules have, or fewer")
}

/// Audits that whole rings keep their virtual nodes, and new ones take the first that are free.
fn virtual_nodes(before: &RingTree, after: &RingTree, whole: &[&Ring]) -> Result<(), Flaw> {
    let is_kept = |ring: u16| whole.iter().any(|it| it.id == ring);
    for node in 0..after.graph().nodes() {
        let of = |tree: &RingTree, place: &Place| (tree.rings()[place.ring].id, place.virtual_node);
        let old = before.places(node).iter().map(|place| of(before, place));
        let old: Vec<(u16, u32)> = old.filter(|(ring, _)| is_kept(*ring)).collect();
        let now: Vec<(u16, u32)> =
            after.places(node).iter().map(|place| of(after, place)).collect();
        hold(now.starts_with(&old), || format!("a whole ring has another virtual node at {node}"))?;
        let mut used: BTreeSet<u32> = old.iter().map(|(_, virtual_node)| *virtual_node).collect();
        for (ring, virtual_node) in &now[old.len()..] {
            let free = (0..).find(|index| !used.contains(index));
            let says = || format!("ring {ring} leaves a free virtual node at {node} out");
            hold(free == Some(*virtual_node), says)?;
            used.insert(*virtual_node);
        }
    }
    Ok(())
}

/// Returns the new rings by the rules, in their order.
fn new_rings(network: &Healthy, most: usize, whole: &[&Ring], broken: &[&Ring]) -> Vec<Vec<u32>> {
    let mut parts = Parts::new(network.lives.len());
    let mut pieces: Vec<Vec<u32>> = Vec::new();
    for ring in broken {
        let mut piece: Vec<u32> = Vec::new();
        for &node in &ring.nodes {
            if piece.last().is_some_and(|last| !network.joins(*last, node)) {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.push(node);
        }
        pieces.push(piece);
    }
    pieces.retain(|piece| network.lives[piece[0] as usize]);
    for path in whole.iter().map(|ring| &ring.nodes).chain(&pieces) {
        for pair in path.windows(2) {
            parts.join(pair[0], pair[1]);
        }
    }
    let elsewhere = |parts: &Parts, node: u32| {
        network.around[node as usize].iter().copied().find(|other| !parts.same(node, *other))
    };
    let mut rings = Vec::new();
    for piece in pieces {
        // The first node from the left, the first from the right, the second from the left, ..
        let ends = piece.iter().zip(piece.iter().rev());
        let turns: Vec<u32> = ends.flat_map(|(left, right)| [*left, *right]).collect();
        let way = turns[..piece.len()].iter();
        let join = way.copied().find_map(|node| Some((node, elsewhere(&parts, node)?)));
        let Some((node, neighbour)) = join else {
            rings.extend((piece.len() > 1).then_some(piece));
            continue;
        };
        parts.join(node, neighbour);
        if piece.len() < most && node == piece[0] {
            rings.push([vec![neighbour], piece].concat());
        } else if piece.len() < most && node == piece[piece.len() - 1] {
            rings.push([piece, vec![neighbour]].concat());
        } else {
            rings.extend((piece.len() > 1).then_some(piece));
            rings.push(vec![neighbour, node]);
        }
    }
    for node in network.living() {
        while let Some(neighbour) = elsewhere(&parts, node) {
            parts.join(node, neighbour);
            rings.push(vec![neighbour, node]);
        }
    }
    rings
}

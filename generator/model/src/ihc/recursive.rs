//! Reliable broadcast in the hypercube by recursive doubling (RS), with cut-through (VRS), and of all
//! nodes at once (FRS): what [LS94] compares with.

use teecast_spec::topology::{Cube, Topology};

use super::cost::Cost;

/// One send of a reliable broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Step, 1..=n+1.
    pub step: u32,
    /// Copy, the direction of its first send.
    pub copy: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node; the source, where the send only returns a copy.
    pub to: u32,
    /// Dimension of the link.
    pub direction: u32,
    /// Index of the send that brought the copy; `None` at the source.
    pub parent: Option<usize>,
}

/// Returns the sends of a reliable broadcast (RS) from a node of the cube of dimension n, step by step.
///
/// In step 1 the source sends copy i in direction i. In step s every holder of copy i sends it in
/// direction i + s - 1 modulo n. Some sends of the last step only return to the source.
/// **Source**: [LS94] V.A.
pub fn broadcast(n: u32, source: u32) -> Vec<Hop> {
    let mut hops: Vec<Hop> = Vec::new();
    // By copy: the sends that brought it to its holders.
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); n as usize];
    for step in 1..=n + 1 {
        for copy in 0..n {
            let direction = (copy + step - 1) % n;
            let senders: Vec<Option<usize>> = match step {
                1 => vec![None],
                _ => holders[copy as usize].iter().copied().map(Some).collect(),
            };
            for parent in senders {
                let from = parent.map_or(source, |parent| hops[parent].to);
                let to = Cube::across(from, direction);
                holders[copy as usize].push(hops.len());
                hops.push(Hop { step, copy, from, to, direction, parent });
            }
        }
    }
    hops
}

/// Returns the nodes on the way of a send, from the source to its receiver.
pub fn path(hops: &[Hop], last: usize) -> Vec<u32> {
    let mut path = vec![hops[last].to];
    let mut hop = Some(last);
    while let Some(index) = hop {
        path.push(hops[index].from);
        hop = hops[index].parent;
    }
    path.reverse();
    path
}

/// Says when a node redirects a copy (VRS), which the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirection {
    /// All sends of the node at once.
    Parallel,
    /// One send of the node after the other.
    OneByOne,
    /// All nodes in the steps of RS.
    LockStep,
}

impl Redirection {
    /// All readings.
    pub const ALL: [Redirection; 3] =
        [Redirection::Parallel, Redirection::OneByOne, Redirection::LockStep];
}

/// Returns the longest path of a reliable broadcast with cut-through (VRS) in the cube of dimension n.
///
/// A node that gets a copy in a step and sends it in the next one cuts it through; a later send is a
/// redirection, from its store. Returns to the source are left out. [LS94] V.A counts n - 1 stored and
/// 2 cut-through operations, which no reading attains; it is a bound of [`Redirection::OneByOne`].
pub fn longest(n: u32, redirection: Redirection) -> Cost {
    let hops: Vec<Hop> = broadcast(n, 0);
    let is_stored = |hop: &Hop| hop.parent.is_none_or(|parent| hops[parent].step + 1 < hop.step);
    let used = || hops.iter().filter(|hop| hop.to != 0);
    if redirection == Redirection::LockStep {
        let stores = |step: &u32| used().any(|hop| hop.step == *step && is_stored(hop));
        let stored = (1..=n + 1).filter(stores).count() as u64;
        return Cost { stored, cut: u64::from(n + 1) - stored };
    }
    // A send stands after the one that brought the copy.
    let mut costs: Vec<Cost> = Vec::new();
    for hop in &hops {
        let before = hop.parent.map_or(Cost::default(), |parent| costs[parent]);
        let since = hop.step - hop.parent.map_or(0, |parent| hops[parent].step);
        costs.push(match (is_stored(hop), redirection) {
            (false, _) => Cost { cut: before.cut + 1, ..before },
            (true, Redirection::OneByOne) if hop.parent.is_some() => {
                Cost { stored: before.stored + u64::from(since - 1), ..before }
            }
            (true, _) => Cost { stored: before.stored + 1, ..before },
        });
    }
    let kept = costs.iter().zip(&hops).filter(|(_, hop)| hop.to != 0).map(|(cost, _)| *cost);
    kept.max().unwrap_or_default()
}

/// Counts the messages on every directed link when all nodes of the cube of dimension n broadcast in
/// lock step (FRS); with or without those that only return.
///
/// **Shape**: by step from 1 on, then by node and direction. **Source**: [LS94] II.
pub fn loads(n: u32, returns: bool) -> Vec<Vec<u32>> {
    let nodes = Cube::new(n).map_or(0, |cube| cube.nodes());
    let mut loads = vec![vec![0; (nodes * n) as usize]; n as usize + 1];
    for source in 0..nodes {
        for hop in broadcast(n, source).iter().filter(|hop| returns || hop.to != source) {
            loads[hop.step as usize - 1][(hop.from * n + hop.direction) as usize] += 1;
        }
    }
    loads
}

//! Trees of virtual rings that cover any connected network ([Sun98] 3.2.2).
//!
//! A virtual ring runs along a path of the network and back over the same links, so that its links
//! carry one virtual link in each direction. Two rings have at most one node in common; rings and
//! nodes together are a tree. [`build()`] makes the first tree, [`repair()`] the one after faults,
//! [`NodeTable`] says what a node has to know of it; a tree travels in files by serde.

mod build;
mod faults;
mod repair;
mod state;
mod table;
mod union;
pub mod words;
mod writes;

pub use build::build;
pub use faults::Faults;
pub use repair::{Repair, RepairError, repair};
pub use state::StateError;
pub use table::{NodeTable, Output, VirtualNode};
pub use writes::{Entry, Step, writes};

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::{Graph, Topology};
use union::Union;

/// Says where a walk from a root of the next level ends.
///
/// **Source**: [Sun98] figure 3.6, line 4, which can be read in both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Walk {
    /// At a node all of whose neighbours are covered.
    Deep,
    /// There, and at a node from which more than one way leads on.
    Branch,
}

impl Walk {
    /// Both, in the order of the command line.
    pub const ALL: [Walk; 2] = [Walk::Deep, Walk::Branch];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Walk::Deep => "deep",
            Walk::Branch => "branch",
        }
    }
}

/// A virtual ring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    /// Number of the ring; of a ring that is gone it is not used again.
    pub id: u16,
    /// Level on which the ring was built; of a ring that a repair made, none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// **Shape**: nodes by position, a path of at least two nodes; the last one sends to the first.
    pub nodes: Vec<u32>,
}

/// A place on a ring: ring and position are the virtual address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// **Shape**: index into [`RingTree::rings`], not its number.
    pub ring: usize,
    /// Position on the ring.
    pub position: usize,
    /// Virtual node of the hardware that is there; as long as the ring is whole, it stays the same.
    pub virtual_node: u32,
}

/// A message on one ring of its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Node at which it comes to the ring.
    pub from: u32,
    /// Node at which it leaves it.
    pub to: u32,
    /// Place of the former.
    pub entry: Place,
    /// Place of the latter, on the same ring.
    pub exit: Place,
}

/// Virtual rings on a network, which together are a tree in each component of what is healthy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingTree {
    graph: Graph,
    faults: Faults,
    ring_size: u32,
    next_id: u32,
    /// Repairs so far, modulo 16: tokens of another epoch are dropped.
    epoch: u8,
    /// **Shape**: by ascending number.
    rings: Vec<Ring>,
    /// **Shape**: by node, its places by ring.
    places: Vec<Vec<Place>>,
}

/// What a tree has besides its rings.
struct Base {
    graph: Graph,
    faults: Faults,
    ring_size: u32,
    next_id: u32,
    epoch: u8,
}

impl RingTree {
    /// Returns the tree with some rings; the caller has made sure that they are one.
    ///
    /// Rings of `kept`, a tree before this one, keep their virtual nodes; the others take the first
    /// that are free.
    fn new(base: Base, rings: Vec<Ring>, kept: Option<&RingTree>) -> Self {
        let Base { graph, faults, ring_size, next_id, epoch } = base;
        let old = |ring: &Ring, node: u32| {
            let tree = kept?;
            let place = tree.places(node).iter().find(|it| tree.rings[it.ring].id == ring.id)?;
            Some(place.virtual_node)
        };
        let mut places = vec![Vec::<Place>::new(); graph.nodes() as usize];
        let mut taken = BTreeSet::new();
        let mut next = vec![0; graph.nodes() as usize];
        for is_new in [false, true] {
            for (ring, it) in rings.iter().enumerate() {
                for (position, &node) in it.nodes.iter().enumerate() {
                    let old = old(it, node);
                    if old.is_none() != is_new {
                        continue;
                    }
                    let virtual_node = old.unwrap_or_else(|| {
                        // Those that are kept came before.
                        while taken.contains(&(node, next[node as usize])) {
                            next[node as usize] += 1;
                        }
                        next[node as usize]
                    });
                    taken.insert((node, virtual_node));
                    places[node as usize].push(Place { ring, position, virtual_node });
                }
            }
        }
        places.iter_mut().for_each(|places| places.sort_unstable());
        Self { graph, faults, ring_size, next_id, epoch, rings, places }
    }

    /// Returns the network; the ports of a node are its neighbours by ascending number.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns what is faulty.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Returns w, the most nodes of a ring.
    pub fn ring_size(&self) -> u32 {
        self.ring_size
    }

    /// Returns the epoch: the number of repairs so far, modulo 16.
    pub fn epoch(&self) -> u8 {
        self.epoch
    }

    /// Returns the rings, by ascending number.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// Returns the virtual nodes of a node, by ascending number of their rings.
    pub fn places(&self, node: u32) -> &[Place] {
        &self.places[node as usize]
    }

    /// Returns the place at a position of a ring.
    fn place(&self, ring: usize, position: usize) -> Place {
        let node = self.rings[ring].nodes[position];
        let here = self.places(node).iter().find(|place| place.ring == ring);
        *here.expect("a node of a ring has a place on it")
    }

    /// Returns the nodes that are not faulty, ascending.
    pub fn living(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.graph.nodes()).filter(|node| self.faults.lives(*node))
    }

    /// Returns the number of levels of a tree that no repair has changed.
    pub fn levels(&self) -> u32 {
        self.rings.iter().filter_map(|ring| ring.level).max().map_or(0, |last| last + 1)
    }

    /// Returns the largest number of virtual nodes of a node.
    pub fn most_virtual_nodes(&self) -> u32 {
        self.places.iter().map(Vec::len).max().unwrap_or(0) as u32
    }

    /// Returns the living nodes that rings join, each group ascending, in the order of their first.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut union = Union::new(self.graph.nodes());
        for ring in &self.rings {
            ring.nodes.windows(2).for_each(|pair| union.join(pair[0], pair[1]));
        }
        let mut groups: Vec<Vec<u32>> = Vec::new();
        let mut group_of = vec![usize::MAX; self.graph.nodes() as usize];
        for node in self.living() {
            let group = &mut group_of[union.root(node) as usize];
            if *group == usize::MAX {
                *group = groups.len();
                groups.push(Vec::new());
            }
            groups[*group].push(node);
        }
        groups
    }

    /// Returns the position of the gate of every ring: the node by which it hangs on the ring towards
    /// the root of its component. The root is the ring with the lowest number, its gate position 0.
    ///
    /// **Shape**: by index of the ring. Breadth first from each root; in a fresh tree all are 0.
    pub fn gates(&self) -> Vec<usize> {
        const NONE: usize = usize::MAX;
        let mut gates = vec![NONE; self.rings.len()];
        for root in 0..self.rings.len() {
            if gates[root] != NONE {
                continue;
            }
            gates[root] = 0;
            let mut waiting = VecDeque::from([root]);
            while let Some(ring) = waiting.pop_front() {
                for place in self.rings[ring].nodes.iter().flat_map(|node| self.places(*node)) {
                    if gates[place.ring] == NONE {
                        gates[place.ring] = place.position;
                        waiting.push_back(place.ring);
                    }
                }
            }
        }
        gates
    }

    /// Returns whether a ring is the root of its component: the one with the lowest number.
    ///
    /// **Shape**: by index of the ring.
    pub fn roots(&self) -> Vec<bool> {
        let mut union = Union::new(self.graph.nodes());
        for ring in &self.rings {
            ring.nodes.windows(2).for_each(|pair| union.join(pair[0], pair[1]));
        }
        let mut seen = BTreeSet::new();
        self.rings.iter().map(|ring| seen.insert(union.root(ring.nodes[0]))).collect()
    }

    /// Returns how a message of a node comes to all others: the last ring on each way.
    ///
    /// **Shape**: the nodes that rings join with `from`, but for `from` itself; a node comes after the
    /// one at which its last ring begins.
    pub fn hops(&self, from: u32) -> Vec<Hop> {
        let mut is_reached = vec![false; self.graph.nodes() as usize];
        is_reached[from as usize] = true;
        let mut hops: Vec<Hop> = Vec::new();
        let mut node = from;
        for next in 0.. {
            for &entry in self.places(node) {
                for (position, &to) in self.rings[entry.ring].nodes.iter().enumerate() {
                    if !std::mem::replace(&mut is_reached[to as usize], true) {
                        let exit = self.place(entry.ring, position);
                        hops.push(Hop { from: node, to, entry, exit });
                    }
                }
            }
            let Some(hop) = hops.get(next) else { break };
            node = hop.to;
        }
        hops
    }

    /// Returns the largest T_L: twice the lengths of the rings on a way, added up.
    ///
    /// **Source**: [Sun98] definition 3; here all rings of a way count.
    pub fn most_t_l(&self) -> usize {
        let from = |node| {
            let mut sums = vec![0; self.graph.nodes() as usize];
            for hop in self.hops(node) {
                let length = self.rings[hop.entry.ring].nodes.len();
                sums[hop.to as usize] = sums[hop.from as usize] + 2 * length;
            }
            sums.into_iter().max().unwrap_or(0)
        };
        self.living().map(from).max().unwrap_or(0)
    }

    /// Returns the rings by which a message travels from one node to another one, in their order;
    /// nothing between nodes that no rings join.
    pub fn route(&self, from: u32, to: u32) -> Option<Vec<Hop>> {
        let mut last = vec![None; self.graph.nodes() as usize];
        for hop in self.hops(from) {
            last[hop.to as usize] = Some(hop);
        }
        let (mut route, mut node) = (Vec::new(), to);
        while node != from {
            let hop = last[node as usize]?;
            route.push(hop);
            node = hop.from;
        }
        route.reverse();
        Some(route)
    }
}

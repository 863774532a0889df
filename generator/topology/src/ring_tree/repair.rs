//! The tree after faults: broken rings fall into segments, which join what is left.
//!
//! **Source**: [Sun98] figures 3.10 to 3.12. The paper attaches a segment to any neighbour in another
//! ring, even one that hangs on the segment itself; here it has to be of another component, and a last
//! resort looks for links that no node of a segment has.

use super::{Base, Faults, Ring, RingTree, Union};
use crate::Topology;

/// Epochs that tokens can tell apart.
const EPOCHS: u8 = 16;

/// What a repair makes of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The tree after it.
    pub tree: RingTree,
    /// Numbers of the rings that are gone, ascending.
    pub removed: Vec<u16>,
    /// Numbers of the rings that are as they were, but for their gates, ascending.
    pub intact: Vec<u16>,
    /// Numbers of the new rings, ascending.
    pub new: Vec<u16>,
}

/// Says why there is no tree after a repair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RepairError {
    /// The network has no such node or link.
    #[error("the network has no node or link {what}")]
    Unknown {
        /// The node, or the link with `-` between its nodes.
        what: String,
    },
    /// All numbers of rings have been used.
    #[error("the repair needs ring {id}; permitted is 0 to {}", u16::MAX)]
    Ids {
        /// The number that is too large.
        id: u32,
    },
    /// A node lacks virtual nodes.
    #[error("the repair needs {needed} virtual nodes at node {node}; it has {virtual_nodes}")]
    VirtualNodes {
        /// The node.
        node: u32,
        /// Virtual nodes that it would need.
        needed: u32,
        /// Virtual nodes that it has.
        virtual_nodes: u32,
    },
}

/// Repairs a tree after further faults; the result depends on the order of faults.
///
/// Intact rings keep their numbers. Every maximal healthy piece of a broken ring, by ring and position,
/// is a ring again if it has two nodes or more. It joins another component at the first node, from
/// both ends in alternation, that has a neighbour there: at an end, if the ring has room, with one
/// node more, else by a ring of two nodes.
///
/// # Errors
/// [`RepairError::Unknown`], [`RepairError::Ids`].
pub fn repair(tree: &RingTree, further: &Faults) -> Result<Repair, RepairError> {
    if let Some(what) = further.unknown(&tree.graph) {
        return Err(RepairError::Unknown { what });
    }
    let mut faults = tree.faults.clone();
    faults.extend(further);
    let is_intact =
        |ring: &&Ring| ring.nodes.windows(2).all(|pair| faults.carries(pair[0], pair[1]));
    let (intact, broken): (Vec<&Ring>, Vec<&Ring>) = tree.rings.iter().partition(is_intact);
    let mut builder = Builder {
        union: Union::new(tree.graph.nodes()),
        rings: intact.iter().map(|ring| (*ring).clone()).collect(),
        next_id: tree.next_id,
        tree,
        faults,
    };
    let segments: Vec<_> = broken.iter().flat_map(|ring| builder.segments(&ring.nodes)).collect();
    let kept = intact.iter().map(|ring| &ring.nodes).chain(&segments);
    for nodes in kept {
        nodes.windows(2).for_each(|pair| builder.union.join(pair[0], pair[1]));
    }
    for segment in segments {
        builder.attach(segment);
    }
    builder.last_resort();
    let Builder { rings, next_id, faults, .. } = builder;
    if let Some(id) = next_id.checked_sub(1).filter(|id| *id > u16::MAX.into()) {
        return Err(RepairError::Ids { id });
    }
    let (graph, epoch) = (tree.graph.clone(), (tree.epoch + 1) % EPOCHS);
    let base = Base { graph, faults, ring_size: tree.ring_size, next_id, epoch };
    Ok(Repair {
        removed: broken.iter().map(|ring| ring.id).collect(),
        intact: intact.iter().map(|ring| ring.id).collect(),
        new: rings[intact.len()..].iter().map(|ring| ring.id).collect(),
        tree: RingTree::new(base, rings, Some(tree)),
    })
}

impl Repair {
    /// Checks that nodes have the virtual nodes that the tree needs.
    ///
    /// **Shape**: `virtual_nodes` by node.
    ///
    /// # Errors
    /// [`RepairError::VirtualNodes`] with the first node that lacks some.
    pub fn check(&self, virtual_nodes: &[u32]) -> Result<(), RepairError> {
        for (node, &virtual_nodes) in (0..).zip(virtual_nodes) {
            let needed = self.tree.places(node).len() as u32;
            if needed > virtual_nodes {
                return Err(RepairError::VirtualNodes { node, needed, virtual_nodes });
            }
        }
        Ok(())
    }
}

/// A tree on its way.
struct Builder<'a> {
    tree: &'a RingTree,
    /// All faults, old and new.
    faults: Faults,
    /// Which nodes are of one component.
    union: Union,
    rings: Vec<Ring>,
    next_id: u32,
}

impl Builder<'_> {
    /// Returns the maximal healthy pieces of a path, by position.
    fn segments(&self, path: &[u32]) -> Vec<Vec<u32>> {
        let pieces = path.chunk_by(|one, other| self.faults.carries(*one, *other));
        pieces.filter(|piece| self.faults.lives(piece[0])).map(<[u32]>::to_vec).collect()
    }

    /// Adds a ring.
    fn ring(&mut self, nodes: Vec<u32>) {
        // A number beyond 16 bits is refused at the end.
        self.rings.push(Ring { id: self.next_id as u16, level: None, nodes });
        self.next_id += 1;
    }

    /// Returns the smallest neighbour of a node in another component.
    fn elsewhere(&mut self, node: u32) -> Option<u32> {
        let around = self.faults.around(&self.tree.graph, node);
        around.into_iter().find(|other| !self.union.joined(node, *other))
    }

    /// Makes a segment a ring and joins it with another component.
    fn attach(&mut self, mut segment: Vec<u32>) {
        let last = segment.len() - 1;
        let from_both_ends = (0..=last).map(|k| if k % 2 == 0 { k / 2 } else { last - k / 2 });
        let join = from_both_ends.map(|place| (place, segment[place])).find_map(|(place, node)| {
            self.elsewhere(node).map(|neighbour| (place, node, neighbour))
        });
        let mut connector = None;
        if let Some((place, node, neighbour)) = join {
            self.union.join(node, neighbour);
            let has_room = segment.len() < self.tree.ring_size as usize;
            match place {
                0 if has_room => segment.insert(0, neighbour),
                place if has_room && place == last => segment.push(neighbour),
                _ => connector = Some(vec![neighbour, node]),
            }
        }
        if segment.len() > 1 {
            self.ring(segment);
        }
        if let Some(nodes) = connector {
            self.ring(nodes);
        }
    }

    /// Joins what links still can join.
    fn last_resort(&mut self) {
        for node in 0..self.tree.graph.nodes() {
            if !self.faults.lives(node) {
                continue;
            }
            while let Some(neighbour) = self.elsewhere(node) {
                self.union.join(node, neighbour);
                self.ring(vec![neighbour, node]);
            }
        }
    }
}

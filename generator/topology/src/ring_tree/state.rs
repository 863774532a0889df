//! A tree in a file: what one repair leaves for the next one.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Base, Faults, Ring, RingTree, Union};
use crate::{Graph, Topology, TopologyError};

/// Says why a file does not hold a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The links are no network.
    #[error(transparent)]
    Graph(#[from] TopologyError),
    /// The network has no such node or link.
    #[error("the network has no node or link {what}, which is faulty")]
    Unknown {
        /// The node, or the link with `-` between its nodes.
        what: String,
    },
    /// The largest ring is too small.
    #[error("ring_size is {size}; permitted is 2 or more")]
    Size {
        /// Nodes of a ring.
        size: u32,
    },
    /// A ring is not a path of healthy links with 2 to w nodes.
    #[error("ring {id} is not a path of 2 to {most} nodes on healthy links")]
    Path {
        /// Number of the ring.
        id: u16,
        /// Most nodes of a ring.
        most: u32,
    },
    /// The numbers of the rings do not ascend, or are not below the next one.
    #[error("ring {id} is out of order; rings have ascending numbers below next_ring")]
    Order {
        /// Number of the ring.
        id: u16,
    },
    /// The epoch has more than 4 bits.
    #[error("epoch is {epoch}; permitted is 0 to 15")]
    Epoch {
        /// The epoch.
        epoch: u8,
    },
    /// Rings of a node share a virtual node, or it has no such virtual node.
    #[error("virtual_nodes does not give each ring of a node one of its own, below its links")]
    VirtualNodes,
    /// Two nodes belong to one part of the network, and no rings join them.
    #[error("a healthy link joins nodes {one} and {other}, and no rings do")]
    Apart {
        /// A node.
        one: u32,
        /// Its neighbour.
        other: u32,
    },
    /// A ring closes a cycle of rings.
    #[error("ring {id} joins nodes that the rings before join already")]
    Cycle {
        /// Number of the ring.
        id: u16,
    },
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    nodes: u32,
    links: Vec<[u32; 2]>,
    ring_size: u32,
    faulty: Faults,
    /// Repairs so far, modulo 16.
    epoch: u8,
    /// Number of the next new ring.
    next_ring: u32,
    rings: Vec<Ring>,
    /// **Shape**: by ring and position, the virtual node of the hardware.
    virtual_nodes: Vec<Vec<u32>>,
}

impl Serialize for RingTree {
    fn serialize<S: serde::Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        let document = Document {
            nodes: self.graph.nodes(),
            links: self.graph.pairs(),
            ring_size: self.ring_size,
            faulty: self.faults.clone(),
            epoch: self.epoch,
            next_ring: self.next_id,
            rings: self.rings.clone(),
            virtual_nodes: self.virtual_nodes(),
        };
        document.serialize(writer)
    }
}

impl RingTree {
    /// Returns the virtual nodes by ring and position.
    fn virtual_nodes(&self) -> Vec<Vec<u32>> {
        let of = |(ring, it): (usize, &Ring)| {
            let places = (0..it.nodes.len()).map(|position| self.place(ring, position));
            places.map(|place| place.virtual_node).collect()
        };
        self.rings.iter().enumerate().map(of).collect()
    }
}

impl<'de> Deserialize<'de> for RingTree {
    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let document = Document::deserialize(reader)?;
        document.tree().map_err(serde::de::Error::custom)
    }
}

impl Document {
    /// Checks that the rings are trees of healthy paths, one in each part of the network.
    fn tree(self) -> Result<RingTree, StateError> {
        let links: Vec<_> = self.links.iter().map(|[one, other]| (*one, *other)).collect();
        let graph = Graph::new(self.nodes, &links)?.ascending();
        if let Some(what) = self.faulty.unknown(&graph) {
            return Err(StateError::Unknown { what });
        }
        if self.ring_size < 2 {
            return Err(StateError::Size { size: self.ring_size });
        }
        let mut union = Union::new(self.nodes);
        let mut next = 0;
        for ring in &self.rings {
            let id = ring.id;
            if u32::from(id) < next || u32::from(id) >= self.next_ring {
                return Err(StateError::Order { id });
            }
            next = u32::from(id) + 1;
            let is_link = |pair: &[u32]| {
                pair[0] < graph.nodes()
                    && graph.neighbours(pair[0]).any(|node| node == pair[1])
                    && self.faulty.carries(pair[0], pair[1])
            };
            let fits = (2..=self.ring_size as usize).contains(&ring.nodes.len());
            if !fits || !ring.nodes.windows(2).all(is_link) {
                return Err(StateError::Path { id, most: self.ring_size });
            }
            for pair in ring.nodes.windows(2) {
                if union.joined(pair[0], pair[1]) {
                    return Err(StateError::Cycle { id });
                }
                union.join(pair[0], pair[1]);
            }
        }
        let healthy = graph.pairs().into_iter().filter(|it| self.faulty.carries(it[0], it[1]));
        for [one, other] in healthy {
            if !union.joined(one, other) {
                return Err(StateError::Apart { one, other });
            }
        }
        if self.epoch > 15 {
            return Err(StateError::Epoch { epoch: self.epoch });
        }
        let base = Base {
            graph,
            faults: self.faulty,
            ring_size: self.ring_size,
            next_id: self.next_ring,
            epoch: self.epoch,
        };
        let mut tree = RingTree::new(base, self.rings, None);
        let shape = |rows: &[Vec<u32>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
        if shape(&self.virtual_nodes) != shape(&tree.virtual_nodes()) {
            return Err(StateError::VirtualNodes);
        }
        for node in 0..tree.graph.nodes() {
            let degree = tree.graph.degree(node);
            let places = &mut tree.places[node as usize];
            for place in places.iter_mut() {
                place.virtual_node = self.virtual_nodes[place.ring][place.position];
            }
            let used: BTreeSet<u32> = places.iter().map(|place| place.virtual_node).collect();
            if used.len() < places.len() || used.last().is_some_and(|last| *last >= degree) {
                return Err(StateError::VirtualNodes);
            }
        }
        Ok(tree)
    }
}

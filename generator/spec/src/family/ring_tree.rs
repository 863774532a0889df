//! Parameters and slot layout of the ring-tree family ([Sun98]): all nodes broadcast to all, on a tree
//! of virtual rings that covers any connected network.

mod network;
mod options;

use serde::{Deserialize, Serialize};

pub use network::{Network, NetworkKind};
pub use options::*;

use crate::flit::index_bits;
use crate::topology::ring_tree::{Faults, RingTree, Walk, build};
use crate::topology::{Graph, Topology};

/// Most nodes of a network.
pub const MOST_NODES: u32 = 512;
/// Bits of the number of a ring.
pub const RING_BITS: u32 = 16;
/// Bits of the rank of a message: how much a copy counts.
pub const RANK_BITS: u32 = 2;
/// Bits of the epoch of a token.
pub const EPOCH_BITS: u32 = 4;

/// Says how many virtual nodes the hardware of a node has; never more than its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VirtualNodes {
    /// Three, or what the first tree needs.
    Needed,
    /// One for each port: no repair needs more.
    Most,
    /// So many.
    Count(u32),
}

/// Says whether a host can write the tables of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tables {
    /// They come up as generated, and can be written.
    Writable,
    /// They are constants.
    Fixed,
}

impl Tables {
    /// Both, in the order of the command line.
    pub const ALL: [Tables; 2] = [Tables::Writable, Tables::Fixed];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Tables::Writable => "writable",
            Tables::Fixed => "fixed",
        }
    }
}

/// Holds a valid configuration of the ring-tree family; made by `RawConfig::validate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingTreeSpec {
    /// The nodes and their links, as they are named.
    pub network: Network,
    /// w, the most nodes of a ring, 2..=64.
    pub ring_size: u32,
    /// Where the walks of the construction end.
    pub walk: Walk,
    /// What is faulty from the beginning; the rest is connected and has two nodes or more.
    pub faults: Faults,
    /// Bits of the payload of a message, 1..=512.
    pub payload: u32,
    /// Virtual nodes of a node.
    pub virtual_nodes: VirtualNodes,
    /// Whether the tables can be written.
    pub tables: Tables,
    /// A testbench can garble payloads on links.
    pub test_ports: bool,
}

impl VirtualNodes {
    /// Returns the virtual nodes that the hardware of each node has, R_v.
    ///
    /// **Shape**: by node; `tree` is the one with which the hardware begins.
    pub fn by_node(self, tree: &RingTree) -> Vec<u32> {
        let most = match self {
            VirtualNodes::Needed => tree.most_virtual_nodes().max(3),
            VirtualNodes::Most => u32::MAX,
            VirtualNodes::Count(count) => count,
        };
        let graph = tree.graph();
        (0..graph.nodes()).map(|node| graph.degree(node).min(most)).collect()
    }
}

impl RingTreeSpec {
    /// Returns the default configuration of a network.
    ///
    /// The caller keeps its size within the bounds; user input goes through `RawConfig::validate`.
    pub fn new(network: Network) -> Self {
        Self {
            network,
            ring_size: 8,
            walk: Walk::Deep,
            faults: Faults::default(),
            payload: 32,
            virtual_nodes: VirtualNodes::Needed,
            tables: Tables::Writable,
            test_ports: false,
        }
    }

    /// Returns the network; faulty nodes and links are part of it.
    ///
    /// **Shape**: the ports of a node are its neighbours by ascending number. The links of the
    /// hardware have the order of [`Graph::pairs`].
    pub fn graph(&self) -> &Graph {
        self.network.graph()
    }

    /// Returns the number of nodes, n; faulty ones count.
    pub fn nodes(&self) -> u32 {
        self.graph().nodes()
    }

    /// Returns the tree of rings with which the hardware begins.
    pub fn tree(&self) -> RingTree {
        build(self.graph(), &self.faults, self.ring_size, self.walk)
    }

    /// Returns the virtual nodes that the hardware of each node has, R_v.
    ///
    /// **Shape**: by node; `tree` is [`RingTreeSpec::tree`].
    pub fn virtual_nodes(&self, tree: &RingTree) -> Vec<u32> {
        self.virtual_nodes.by_node(tree)
    }

    /// Returns the fields of a slot: valid, kind, ring, injector, origin, rank, epoch, payload.
    ///
    /// **Shape**: bits by field, from bit 0. **Units**: bits.
    pub fn slot_fields(&self) -> [u32; 8] {
        let (position, origin) = (index_bits(self.ring_size), index_bits(self.nodes()));
        [1, 2, RING_BITS, position, origin, RANK_BITS, EPOCH_BITS, self.payload]
    }

    /// Returns the fields of a delivery: origin, payload.
    ///
    /// **Shape**: bits by field, from bit 0. **Units**: bits.
    pub fn delivery_fields(&self) -> [u32; 2] {
        [index_bits(self.nodes()), self.payload]
    }
}

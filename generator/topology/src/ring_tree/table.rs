//! What a node has to know of the tree: its virtual nodes, and where its output ports come from.

use serde::Serialize;

use super::{Place, RingTree};
use crate::Topology;

/// A virtual node as its node knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct VirtualNode {
    /// Which virtual node of the hardware it is.
    pub index: u32,
    /// Number of the ring.
    pub ring: u16,
    /// Position on the ring.
    pub position: u32,
    /// Nodes of the ring.
    pub length: u32,
    /// Port by which slots of the ring come.
    pub in_port: u32,
    /// Port by which they leave.
    pub out_port: u32,
    /// The node is the gate of the ring.
    pub gate: bool,
}

/// What leaves by a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// Nothing.
    None,
    /// What a virtual node of this index sends.
    VirtualNode(u32),
    /// What came by a port, one clock later: a closing link on its way back over the path.
    Through(u32),
}

/// What one node knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NodeTable {
    /// **Shape**: in the order of the rings; in a tree that no repair has changed, by index.
    pub virtual_nodes: Vec<VirtualNode>,
    /// **Shape**: by port.
    pub outputs: Vec<Output>,
}

impl RingTree {
    /// Returns what every node knows.
    ///
    /// **Shape**: by node.
    pub fn tables(&self) -> Vec<NodeTable> {
        let gates = self.gates();
        (0..self.graph.nodes()).map(|node| self.node_table(node, &gates)).collect()
    }

    /// Returns what a node knows.
    fn node_table(&self, node: u32, gates: &[usize]) -> NodeTable {
        let mut outputs = vec![Output::None; self.graph.degree(node) as usize];
        let mut virtual_nodes = Vec::new();
        for &Place { ring, position, virtual_node } in self.places(node) {
            let nodes = &self.rings[ring].nodes;
            let port = |other: usize| {
                self.graph.port_to(node, nodes[other]).expect("a ring runs along links")
            };
            // The ends of the path have one port of the ring, the nodes between them two.
            let back = port(position.checked_sub(1).unwrap_or(1));
            let ahead = port(if position + 1 < nodes.len() { position + 1 } else { position - 1 });
            outputs[ahead as usize] = Output::VirtualNode(virtual_node);
            if back != ahead {
                outputs[back as usize] = Output::Through(ahead);
            }
            virtual_nodes.push(VirtualNode {
                index: virtual_node,
                ring: self.rings[ring].id,
                position: position as u32,
                length: nodes.len() as u32,
                in_port: back,
                out_port: ahead,
                gate: gates[ring] == position,
            });
        }
        NodeTable { virtual_nodes, outputs }
    }
}

//! Why there is no such network.

use super::MOST_NODES;

/// Says why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopologyError {
    /// A dimension is too short.
    #[error("radix is {radix}; permitted is {least} or more")]
    Radix {
        /// Nodes in the dimension.
        radix: u32,
        /// The fewest.
        least: u32,
    },
    /// A hypercube of too many dimensions.
    #[error("dimension of the hypercube is {n}; permitted is 1 to {most}", most = MOST_NODES.ilog2())]
    Dimension {
        /// The dimension.
        n: u32,
    },
    /// No dimension, or too many nodes.
    #[error("the network has {nodes} nodes; permitted are 2 to {MOST_NODES}")]
    Nodes {
        /// Number of nodes.
        nodes: u128,
    },
    /// A link names a node that does not exist.
    #[error("a link names node {node}; permitted is 0 to {last}")]
    Unknown {
        /// The node.
        node: u32,
        /// The last node.
        last: u32,
    },
    /// A link from a node to itself.
    #[error("a link joins node {node} with itself")]
    Loop {
        /// The node.
        node: u32,
    },
    /// Two links join the same nodes.
    #[error("two links join nodes {one} and {other}; permitted is one")]
    Doubled {
        /// One end.
        one: u32,
        /// The other end.
        other: u32,
    },
    /// A node that no way leads to.
    #[error("no way leads from node 0 to node {node}")]
    Apart {
        /// The node.
        node: u32,
    },
}

impl TopologyError {
    /// Checks the number of nodes of a network.
    pub(crate) fn check_nodes(nodes: u128) -> Result<u32, Self> {
        let few = u32::try_from(nodes).ok().filter(|nodes| (2..=MOST_NODES).contains(nodes));
        few.ok_or(Self::Nodes { nodes })
    }
}

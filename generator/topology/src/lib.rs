//! What the emitter and the golden model both trust: networks, their Hamiltonian cycles, and trees of rings.
//!
//! Topologies say which nodes there are, their ports, and which port a link joins with which. One
//! definition each: [`cube`], [`grid`] (meshes and tori), [`hexmesh`], [`graph`] for any other network.
//! [`hamiltonian`] has the cycles of a network, [`ring_tree`] trees of virtual rings with their repairs and
//! the table writes to them. A mistake here is in hardware and prediction alike; therefore the model audits
//! what the last two make. Routing and arbitration are no part of it: each side has its own.

pub mod cube;
mod error;
pub mod graph;
mod graph_file;
pub mod grid;
pub mod hamiltonian;
pub mod hexmesh;
pub mod ring_tree;

pub use cube::Cube;
pub use error::TopologyError;
pub use graph::Graph;
pub use graph_file::{GraphFile, GraphFileError, GraphFormat, Limits, MOST_BYTES};
pub use grid::Grid;
pub use hexmesh::HexMesh;

/// The most nodes of a network whose size a user chooses.
pub const MOST_NODES: u32 = 1 << 20;

/// One end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End {
    /// Node.
    pub node: u32,
    /// Port of the node.
    pub port: u32,
}

/// A network of nodes that are joined by two-way links.
///
/// **Shape**: nodes are 0..nodes, ports 0..ports. Where a router has a port to its local node, that
/// port has the next number, `ports`; it is no port of the topology.
pub trait Topology {
    /// Returns the number of nodes.
    fn nodes(&self) -> u32;

    /// Returns the number of ports of a node; of nodes with different numbers, the largest.
    fn ports(&self) -> u32;

    /// Returns the other end of the link at a port, or `None` where the node has no such port.
    fn peer(&self, end: End) -> Option<End>;

    /// Returns what people call a port.
    fn port_name(&self, port: u32) -> String;

    /// Returns the node that a port leads to, or `None` where the node has no such port.
    fn neighbour(&self, node: u32, port: u32) -> Option<u32> {
        self.peer(End { node, port }).map(|end| end.node)
    }

    /// Returns the port by which the neighbour at a port leads back.
    fn reverse(&self, node: u32, port: u32) -> Option<u32> {
        self.peer(End { node, port }).map(|end| end.port)
    }

    /// Returns the number of links at a node.
    fn degree(&self, node: u32) -> u32 {
        (0..self.ports()).map(|port| u32::from(self.neighbour(node, port).is_some())).sum()
    }

    /// Returns the number of links, each way counted.
    fn links(&self) -> u32 {
        (0..self.nodes()).map(|node| self.degree(node)).sum()
    }
}

/// A topology whose nodes have coordinates, and each of whose links changes one of them.
///
/// **Shape**: node numbers are coordinates in mixed radices, dimension 0 the lowest.
pub trait Orthogonal: Topology {
    /// Returns the number of places along each dimension.
    fn radices(&self) -> &[u32];

    /// Returns whether the dimensions are rings.
    fn wraps(&self) -> bool;

    /// Returns the port towards the next higher coordinate of a dimension.
    fn up(&self, dimension: u32) -> u32;

    /// Returns the port towards the next lower coordinate of a dimension.
    fn down(&self, dimension: u32) -> u32;

    /// Returns the hops between two nodes on a shortest way.
    fn distance(&self, from: u32, to: u32) -> u32;

    /// Returns the coordinates of a node.
    ///
    /// **Shape**: by dimension.
    fn coordinates(&self, node: u32) -> Vec<u32> {
        let mut rest = node;
        let digit = |radix: &u32| {
            let digit = rest % radix;
            rest /= radix;
            digit
        };
        self.radices().iter().map(digit).collect()
    }

    /// Returns the node at coordinates.
    ///
    /// **Shape**: by dimension, each below its radix.
    fn node_at(&self, coordinates: &[u32]) -> u32 {
        let pairs = self.radices().iter().zip(coordinates).rev();
        pairs.fold(0, |node, (radix, digit)| node * radix + digit)
    }
}

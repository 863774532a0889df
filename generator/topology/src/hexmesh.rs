//! The C-wrapped hexagonal mesh: 3n(n-1) + 1 nodes with six neighbours each.

use super::{End, Topology};

/// Directions of a node, counter-clockwise.
pub const DIRECTIONS: u32 = 6;

/// The C-wrapped hexagonal mesh of an edge length.
///
/// **Shape**: port d leads in direction d, counter-clockwise; a link that leaves in direction d comes
/// in by port d + 3 modulo 6. **Source**: [KS91] 1, in the order in which it lists the neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexMesh {
    n: u32,
    nodes: u32,
    offsets: [u32; DIRECTIONS as usize],
}

impl HexMesh {
    /// Returns the mesh of edge length `n`.
    ///
    /// The caller keeps `n` from 2 to 1000.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{HexMesh, Topology};
    ///
    /// let mesh = HexMesh::new(3);
    /// assert_eq!((mesh.nodes(), mesh.neighbour(0, 1)), (19, Some(8)));
    /// ```
    pub const fn new(n: u32) -> Self {
        let (nodes, turn) = (3 * n * (n - 1) + 1, 3 * n - 1);
        let offsets = [1, turn, turn - 1, nodes - 1, nodes - turn, nodes - turn + 1];
        Self { n, nodes, offsets }
    }

    /// Returns the edge length.
    #[inline]
    pub const fn edge(&self) -> u32 {
        self.n
    }

    /// Returns what the node number grows by along each direction, modulo the number of nodes.
    ///
    /// **Shape**: by direction.
    pub const fn offsets(&self) -> [u32; DIRECTIONS as usize] {
        self.offsets
    }

    /// Returns the neighbour of a node in a direction; every node has one in each.
    #[inline]
    pub fn ahead(&self, node: u32, direction: u32) -> u32 {
        (node + self.offsets[direction as usize]) % self.nodes
    }

    /// Returns the neighbour that comes to a node in a direction.
    #[inline]
    pub fn behind(&self, node: u32, direction: u32) -> u32 {
        self.ahead(node, Self::opposite(direction))
    }

    /// Returns the direction that leads back.
    #[inline]
    pub const fn opposite(direction: u32) -> u32 {
        (direction + DIRECTIONS / 2) % DIRECTIONS
    }

    /// Returns where `to` stands relative to `from`: what the node number grows by, modulo the number
    /// of nodes.
    ///
    /// Everything in the mesh depends only on this: it looks the same from every node.
    #[inline]
    pub fn relative(&self, from: u32, to: u32) -> u32 {
        (to + self.nodes - from) % self.nodes
    }
}

impl Topology for HexMesh {
    #[inline]
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn ports(&self) -> u32 {
        DIRECTIONS
    }

    fn peer(&self, End { node, port }: End) -> Option<End> {
        let leads = || End { node: self.ahead(node, port), port: Self::opposite(port) };
        (port < DIRECTIONS).then(leads)
    }

    fn port_name(&self, port: u32) -> String {
        format!("direction {port}")
    }
}

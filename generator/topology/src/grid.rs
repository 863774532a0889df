//! Rectangular meshes and tori of any number of dimensions.

use super::{End, Orthogonal, Topology, TopologyError};

/// A rectangular mesh or torus.
///
/// **Shape**: port 2i leads upwards in dimension i, port 2i + 1 downwards; a link that leaves by one of
/// them comes in by the other. Nodes at the border of a mesh lack the ports that would lead out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    radices: Vec<u32>,
    wraps: bool,
    nodes: u32,
    /// **Shape**: coordinates of node after node.
    places: Vec<u32>,
}

impl Grid {
    /// Returns the mesh with some nodes along each dimension.
    ///
    /// # Errors
    /// A dimension of fewer than two nodes, no dimension, too many nodes.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{Grid, Topology};
    ///
    /// let mesh = Grid::mesh(&[4, 3])?;
    /// // Node 3 is the last of the first row: nothing lies beyond it, and node 7 is above.
    /// assert_eq!([0, 1, 2, 3].map(|port| mesh.neighbour(3, port)), [None, Some(2), Some(7), None]);
    /// # Ok::<(), teecast_topology::TopologyError>(())
    /// ```
    pub fn mesh(radices: &[u32]) -> Result<Self, TopologyError> {
        Self::new(radices, false)
    }

    /// Returns the torus with some nodes along each dimension.
    ///
    /// # Errors
    /// A dimension of fewer than three nodes, no dimension, too many nodes.
    pub fn torus(radices: &[u32]) -> Result<Self, TopologyError> {
        Self::new(radices, true)
    }

    fn new(radices: &[u32], wraps: bool) -> Result<Self, TopologyError> {
        let least = if wraps { 3 } else { 2 };
        if let Some(&radix) = radices.iter().find(|radix| **radix < least) {
            return Err(TopologyError::Radix { radix, least });
        }
        let product = |nodes: u128, radix: &u32| nodes.saturating_mul(u128::from(*radix));
        let nodes = TopologyError::check_nodes(radices.iter().fold(1, product))?;
        let mut grid = Self { radices: radices.to_vec(), wraps, nodes, places: Vec::new() };
        grid.places = (0..nodes).flat_map(|node| grid.coordinates(node)).collect();
        Ok(grid)
    }

    /// Returns the coordinates of a node.
    ///
    /// **Shape**: by dimension.
    #[inline]
    pub fn at(&self, node: u32) -> &[u32] {
        &self.places[node as usize * self.radices.len()..][..self.radices.len()]
    }

    /// Returns the port that leads the other way along the same dimension.
    #[inline]
    pub const fn opposite(port: u32) -> u32 {
        port ^ 1
    }

    /// Returns the dimension along which a port leads.
    #[inline]
    pub const fn dimension(port: u32) -> u32 {
        port / 2
    }

    /// Returns whether a port leads upwards.
    #[inline]
    pub const fn is_up(port: u32) -> bool {
        port & 1 == 0
    }
}

impl Topology for Grid {
    fn nodes(&self) -> u32 {
        self.nodes
    }

    fn ports(&self) -> u32 {
        2 * self.radices.len() as u32
    }

    fn peer(&self, End { node, port }: End) -> Option<End> {
        let dimension = Self::dimension(port) as usize;
        let last = self.radices.get(dimension)? - 1;
        let digit = self.at(node)[dimension];
        // What the node number grows by along the dimension.
        let stride: u32 = self.radices[..dimension].iter().product();
        let to = match (Self::is_up(port), digit) {
            (true, digit) if digit < last => node + stride,
            (false, digit) if digit > 0 => node - stride,
            (true, _) if self.wraps => node - last * stride,
            (false, _) if self.wraps => node + last * stride,
            _ => return None,
        };
        Some(End { node: to, port: Self::opposite(port) })
    }

    fn port_name(&self, port: u32) -> String {
        let way = if Self::is_up(port) { "up" } else { "down" };
        format!("dimension {} {way}", Self::dimension(port))
    }
}

impl Orthogonal for Grid {
    fn radices(&self) -> &[u32] {
        &self.radices
    }

    fn wraps(&self) -> bool {
        self.wraps
    }

    fn up(&self, dimension: u32) -> u32 {
        2 * dimension
    }

    fn down(&self, dimension: u32) -> u32 {
        2 * dimension + 1
    }

    fn distance(&self, from: u32, to: u32) -> u32 {
        let along = |((radix, a), b): ((&u32, &u32), &u32)| {
            let straight = a.abs_diff(*b);
            if self.wraps { straight.min(radix - straight) } else { straight }
        };
        self.radices.iter().zip(self.at(from)).zip(self.at(to)).map(along).sum()
    }
}

//! The hypercube: 2^n nodes, joined where their numbers differ in one bit.

use super::{End, MOST_NODES, Orthogonal, Topology, TopologyError};

/// Nodes along each dimension, for as many dimensions as there can be.
const RADICES: [u32; MOST_NODES.ilog2() as usize] = [2; MOST_NODES.ilog2() as usize];

/// The hypercube of a dimension.
///
/// **Shape**: port j leads along dimension j, to the node that differs in bit j, and is port j there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    n: u32,
}

impl Cube {
    /// Returns the cube of dimension `n`.
    ///
    /// # Errors
    /// A dimension out of range.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{Cube, Topology};
    ///
    /// let cube = Cube::new(3)?;
    /// assert_eq!((cube.nodes(), cube.neighbour(0b101, 1)), (8, Some(0b111)));
    /// # Ok::<(), teecast_topology::TopologyError>(())
    /// ```
    pub fn new(n: u32) -> Result<Self, TopologyError> {
        if n > MOST_NODES.ilog2() {
            return Err(TopologyError::Dimension { n });
        }
        TopologyError::check_nodes(1 << n)?;
        Ok(Self { n })
    }

    /// Returns the cube of a dimension that was checked.
    pub const fn of(n: u32) -> Self {
        Self { n }
    }

    /// Returns the neighbour of a node in a dimension, in every cube that has both.
    #[inline]
    pub const fn across(node: u32, dimension: u32) -> u32 {
        node ^ 1 << dimension
    }

    /// Returns the neighbours of a node, by dimension.
    pub fn around(self, node: u32) -> impl Iterator<Item = u32> {
        (0..self.n).map(move |dimension| Self::across(node, dimension))
    }
}

impl Topology for Cube {
    fn nodes(&self) -> u32 {
        1 << self.n
    }

    fn ports(&self) -> u32 {
        self.n
    }

    fn peer(&self, End { node, port }: End) -> Option<End> {
        (port < self.n).then(|| End { node: Self::across(node, port), port })
    }

    fn port_name(&self, port: u32) -> String {
        format!("dimension {port}")
    }
}

impl Orthogonal for Cube {
    fn radices(&self) -> &[u32] {
        &RADICES[..self.n as usize]
    }

    fn wraps(&self) -> bool {
        false
    }

    fn up(&self, dimension: u32) -> u32 {
        dimension
    }

    fn down(&self, dimension: u32) -> u32 {
        dimension
    }

    fn distance(&self, from: u32, to: u32) -> u32 {
        (from ^ to).count_ones()
    }
}

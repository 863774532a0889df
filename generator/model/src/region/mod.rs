//! Corner-first broadcast to a region of a mesh: the algorithms.
//!
//! A region is a box of nodes. A message first goes to one of its corners, in dimension order, and
//! spreads from there over the region as a tree; a [`route::Route`] says what it asks for at a
//! router, a [`tree`] is all its hops. [`doubling`] does the same in software, by unicasts.
//! [`simulation`] is the paper's router under a load.
//!
//! **Source**: [Had] 2 to 4.

pub mod dependency;
pub mod doubling;
pub mod route;
pub mod simulation;
pub mod tree;

use serde::{Deserialize, Serialize};

use crate::simulate::topology::{Grid, Topology, TopologyError};

/// A mesh with the coordinates of its nodes.
///
/// **Shape**: port numbers: dimension i upwards 2i, downwards 2i + 1; the local node is last.
#[derive(Clone, Debug)]
pub struct Mesh {
    grid: Grid,
    /// Coordinates of node after node.
    digits: Vec<u32>,
    dimensions: usize,
}

/// Names a way to bring a message to all nodes of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// First to the lowest corner.
    FixedCorner,
    /// First to the corner next to the source.
    NearestCorner,
    /// A spanning tree from a source inside the region.
    Mst,
    /// Unicasts, each to a node that then serves half of what is left.
    RecursiveDoubling,
}

/// A box of nodes, corners included.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Region {
    /// The lowest coordinates.
    pub low: Vec<u32>,
    /// The highest coordinates.
    pub high: Vec<u32>,
}

impl Mesh {
    /// Builds a mesh with some nodes in each dimension.
    ///
    /// # Errors
    /// A dimension of fewer than two nodes, no dimension, too many nodes.
    pub fn new(radices: &[u32]) -> Result<Self, TopologyError> {
        let grid = Grid::new(&Topology::Mesh(radices.to_vec()))?;
        let digits = (0..grid.nodes() as u32).flat_map(|node| grid.coordinates(node)).collect();
        Ok(Self { digits, dimensions: radices.len(), grid })
    }

    /// Returns the grid of the mesh.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> u32 {
        self.grid.nodes() as u32
    }

    /// Returns the number of links, each way counted.
    pub fn links(&self) -> u32 {
        let across = |radix: u32| 2 * (self.nodes() - self.nodes() / radix);
        self.grid.radices().map(across).sum()
    }

    /// Returns the port towards the local node.
    pub fn local(&self) -> u8 {
        2 * self.dimensions as u8
    }

    /// Returns the coordinates of a node.
    #[inline]
    pub fn at(&self, node: u32) -> &[u32] {
        &self.digits[node as usize * self.dimensions..][..self.dimensions]
    }

    /// Returns the hops between two nodes.
    pub fn distance(&self, from: u32, to: u32) -> u32 {
        self.at(from).iter().zip(self.at(to)).map(|(a, b)| a.abs_diff(*b)).sum()
    }
}

impl Algorithm {
    /// All, in the order of the command line.
    pub const ALL: [Algorithm; 4] = [
        Algorithm::FixedCorner,
        Algorithm::NearestCorner,
        Algorithm::Mst,
        Algorithm::RecursiveDoubling,
    ];

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::FixedCorner => "fixed-corner",
            Algorithm::NearestCorner => "nearest-corner",
            Algorithm::Mst => "mst",
            Algorithm::RecursiveDoubling => "recursive-doubling",
        }
    }
}

impl Region {
    /// Returns the region with two opposite corners.
    pub fn new(mesh: &Mesh, one: u32, other: u32) -> Self {
        let pairs = || mesh.at(one).iter().zip(mesh.at(other));
        Self {
            low: pairs().map(|(a, b)| *a.min(b)).collect(),
            high: pairs().map(|(a, b)| *a.max(b)).collect(),
        }
    }

    /// Returns all nodes of a mesh.
    pub fn whole(mesh: &Mesh) -> Self {
        Self::new(mesh, 0, mesh.nodes() - 1)
    }

    /// Tells whether coordinates lie inside.
    pub fn contains(&self, at: &[u32]) -> bool {
        let bounds = self.low.iter().zip(&self.high);
        at.iter().zip(bounds).all(|(x, (low, high))| (low..=high).contains(&x))
    }

    /// Returns the number of nodes.
    pub fn size(&self) -> u32 {
        self.low.iter().zip(&self.high).map(|(low, high)| high - low + 1).product()
    }

    /// Goes through the nodes.
    pub fn nodes<'a>(&'a self, mesh: &'a Mesh) -> impl Iterator<Item = u32> + 'a {
        (0..mesh.nodes()).filter(|node| self.contains(mesh.at(*node)))
    }

    /// Returns the node of the region that is nearest to coordinates.
    pub fn nearest(&self, mesh: &Mesh, at: &[u32]) -> u32 {
        let bounds = self.low.iter().zip(&self.high);
        let digits: Vec<u32> =
            at.iter().zip(bounds).map(|(x, (low, high))| *x.clamp(low, high)).collect();
        mesh.grid.node(&digits)
    }

    /// Returns the corner that is nearest to coordinates; of two as near the lower.
    pub fn nearest_corner(&self, mesh: &Mesh, at: &[u32]) -> u32 {
        let side = |(x, (low, high)): (&u32, (&u32, &u32))| {
            if x.abs_diff(*low) <= x.abs_diff(*high) { *low } else { *high }
        };
        let digits: Vec<u32> = at.iter().zip(self.low.iter().zip(&self.high)).map(side).collect();
        mesh.grid.node(&digits)
    }

    /// Returns the lowest corner.
    pub fn lowest(&self, mesh: &Mesh) -> u32 {
        mesh.grid.node(&self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_counted_both_ways() {
        let links = |radices: &[u32]| Mesh::new(radices).expect("permitted").links();
        assert_eq!((links(&[16, 16]), links(&[4, 4, 4, 4])), (960, 1536));
    }

    #[test]
    fn the_nearest_corner_is_nearest_and_low_on_a_tie() {
        let mesh = Mesh::new(&[5, 4]).expect("permitted");
        for (one, other) in (0..20).flat_map(|one| (0..20).map(move |other| (one, other))) {
            let region = Region::new(&mesh, one, other);
            let [low, high] = [&region.low, &region.high];
            let corners =
                [[low[0], low[1]], [high[0], low[1]], [low[0], high[1]], [high[0], high[1]]];
            for source in 0..20 {
                let away = |corner: &[u32; 2]| mesh.distance(source, mesh.grid.node(corner));
                let nearest = corners.iter().min_by_key(|corner| away(corner)).expect("four");
                let found = region.nearest_corner(&mesh, mesh.at(source));
                assert_eq!(found, mesh.grid.node(nearest), "{source} to {region:?}");
            }
        }
    }
}

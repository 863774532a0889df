//! Corner-first broadcast to a region of a mesh: the algorithms.
//!
//! A region is a box of nodes. A message first goes to one of its corners, in dimension order, and
//! spreads from there over the region as a tree; a [`route::Route`] says what it asks for at a
//! router, a [`tree`] is all its hops. [`doubling`] does the same in software, by unicasts; a
//! [`message`] goes by any of them.
//! [`simulation`] is the paper's router under a load, [`clocked`] the emitted one in every cycle.
//!
//! **Source**: [Had] 2 to 4.

pub mod clocked;
pub mod dependency;
pub mod doubling;
pub mod frame;
pub mod message;
pub mod network;
pub mod ranking;
pub mod route;
pub mod simulation;
pub mod tree;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Orthogonal, Topology};

/// Names a way to bring a message to all nodes of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
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

    /// Returns the classes of virtual channels that keep it free of deadlock.
    pub fn classes(self) -> u32 {
        let emitted = CornerAlgorithm::ALL.into_iter().find(|emitted| self == (*emitted).into());
        emitted.map_or(1, CornerAlgorithm::classes)
    }
}

impl From<CornerAlgorithm> for Algorithm {
    fn from(emitted: CornerAlgorithm) -> Self {
        match emitted {
            CornerAlgorithm::FixedCorner => Algorithm::FixedCorner,
            CornerAlgorithm::NearestCorner => Algorithm::NearestCorner,
            CornerAlgorithm::Mst => Algorithm::Mst,
        }
    }
}

impl Region {
    /// Returns the region with two opposite corners.
    pub fn new(mesh: &Grid, one: u32, other: u32) -> Self {
        let pairs = || mesh.at(one).iter().zip(mesh.at(other));
        Self {
            low: pairs().map(|(a, b)| *a.min(b)).collect(),
            high: pairs().map(|(a, b)| *a.max(b)).collect(),
        }
    }

    /// Returns all nodes of a mesh.
    pub fn whole(mesh: &Grid) -> Self {
        Self::new(mesh, 0, mesh.nodes() - 1)
    }

    /// Returns whether coordinates lie inside.
    pub fn contains(&self, at: &[u32]) -> bool {
        let bounds = self.low.iter().zip(&self.high);
        at.iter().zip(bounds).all(|(x, (low, high))| (low..=high).contains(&x))
    }

    /// Returns the number of nodes.
    pub fn size(&self) -> u32 {
        self.low.iter().zip(&self.high).map(|(low, high)| high - low + 1).product()
    }

    /// Goes through the nodes.
    pub fn nodes<'a>(&'a self, mesh: &'a Grid) -> impl Iterator<Item = u32> + 'a {
        (0..mesh.nodes()).filter(|node| self.contains(mesh.at(*node)))
    }

    /// Returns the node of the region that is nearest to coordinates.
    pub fn nearest(&self, mesh: &Grid, at: &[u32]) -> u32 {
        let bounds = self.low.iter().zip(&self.high);
        let digits: Vec<u32> =
            at.iter().zip(bounds).map(|(x, (low, high))| *x.clamp(low, high)).collect();
        mesh.node_at(&digits)
    }

    /// Returns the corner that is nearest to coordinates; of two as near the lower.
    pub fn nearest_corner(&self, mesh: &Grid, at: &[u32]) -> u32 {
        let side = |(x, (low, high)): (&u32, (&u32, &u32))| {
            if x.abs_diff(*low) <= x.abs_diff(*high) { *low } else { *high }
        };
        let digits: Vec<u32> = at.iter().zip(self.low.iter().zip(&self.high)).map(side).collect();
        mesh.node_at(&digits)
    }

    /// Returns the lowest corner.
    pub fn lowest(&self, mesh: &Grid) -> u32 {
        mesh.node_at(&self.low)
    }

    /// Returns the corner opposite to the lowest.
    pub fn highest(&self, mesh: &Grid) -> u32 {
        mesh.node_at(&self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_corner_is_nearest_and_low_on_a_tie() {
        let mesh = Grid::mesh(&[5, 4]).expect("permitted");
        for (one, other) in (0..20).flat_map(|one| (0..20).map(move |other| (one, other))) {
            let region = Region::new(&mesh, one, other);
            let [low, high] = [&region.low, &region.high];
            let corners =
                [[low[0], low[1]], [high[0], low[1]], [low[0], high[1]], [high[0], high[1]]];
            for source in 0..20 {
                let away = |corner: &[u32; 2]| mesh.distance(source, mesh.node_at(corner));
                let nearest = corners.iter().min_by_key(|corner| away(corner)).expect("four");
                let found = region.nearest_corner(&mesh, mesh.at(source));
                assert_eq!(found, mesh.node_at(nearest), "{source} to {region:?}");
            }
        }
    }
}

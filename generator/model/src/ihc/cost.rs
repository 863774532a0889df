//! What reliable broadcasts of all nodes cost, one after the other: operations on the longest paths.

use std::collections::BTreeSet;
use std::iter::Sum;

use teecast_spec::topology::{HexMesh, Topology};

use crate::harts::broadcast;
use crate::relay::Tree;
use crate::torus::{self, Pattern, TorusError};

/// Operations one after the other; an order by the stored ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Sends from a store: tau_S + mu alpha each.
    pub stored: u64,
    /// Cut-throughs: alpha each.
    pub cut: u64,
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| Self {
            stored: sum.stored + cost.stored,
            cut: sum.cut + cost.cut,
        })
    }
}

impl Cost {
    /// Returns the longest path of a broadcast.
    pub fn longest<T>(tree: &Tree<T>) -> Self {
        let (stored, cut) = tree.longest();
        Self { stored: stored.into(), cut: cut.into() }
    }

    /// Returns the time; all in the same unit.
    pub fn time(self, startup: f64, mu: f64, alpha: f64) -> f64 {
        self.stored as f64 * (startup + mu * alpha) + self.cut as f64 * alpha
    }
}

/// Returns the cost of 6-reliable broadcasts of all nodes of a hexagonal mesh (KS-ATA), edge 2 to 40.
///
/// **Source**: [LS94] V.B.
pub fn hexmesh(edge: u32) -> Cost {
    let hexmesh = HexMesh::new(edge);
    let longest =
        |source| Cost::longest(&broadcast::reliable(&hexmesh, 6, source, &BTreeSet::new()));
    (0..hexmesh.nodes()).map(longest).sum()
}

/// Returns the cost of 4-reliable broadcasts of all nodes of a square torus (VSQ-ATA).
///
/// **Source**: [LS94] V.C; the pattern is one with the longest path of its text.
///
/// # Errors
/// A side that is out of range.
pub fn torus(side: u32) -> Result<Cost, TorusError> {
    let longest = |source| {
        let tree = torus::broadcast([side; 2], Pattern::Comb, source, &BTreeSet::new())?;
        Ok(Cost::longest(&tree))
    };
    (0..side.pow(2)).map(longest).sum()
}

//! The plan of a run: how long it lasts, and when it is precise enough.

use serde::{Deserialize, Serialize};

/// How long a run lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Cycles before the first that counts.
    pub warm_up: u64,
    /// Cycles of a batch.
    pub batch: u64,
    /// The fewest batches, at least 2.
    pub least: u32,
    /// The most batches.
    pub most: u32,
    /// Half the width of the 95 % interval at which a run is precise enough.
    ///
    /// **Units**: parts of the mean.
    pub precision: f64,
    /// Latency beyond which the network counts as saturated and the run ends.
    ///
    /// **Units**: times the latency without load.
    pub limit: f64,
}

//! Parameters and frame layout of the hypercube family ([Lan88] chapters 5 to 7).

mod options;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::topology::{Cube, Topology};
pub use options::*;

/// Names the rule by which the multicaster chooses the next branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Vote {
    /// Largest column count, lowest index on a tie ([Lan88] 5.2).
    Greedy,
    /// Greedy that looks one branch ahead.
    Look2,
    /// Nearest-common-ancestor merge.
    Nca,
    /// Descending dimensions first, then ascending ones.
    Pcube,
}

impl Vote {
    /// All votes, in the order of the command line.
    pub const ALL: [Vote; 4] = [Vote::Greedy, Vote::Look2, Vote::Nca, Vote::Pcube];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Vote::Greedy => "greedy",
            Vote::Look2 => "look2",
            Vote::Nca => "nca",
            Vote::Pcube => "pcube",
        }
    }
}

/// Holds a valid configuration of the hypercube family; made by `RawConfig::validate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HypercubeSpec {
    /// Dimension of the cube, 2..=16.
    pub n: u32,
    /// Destination limit of the multicaster, 1..=min(2^n - 2, 256).
    pub m: u32,
    /// Flit width in bits, n..=512.
    pub width: u32,
    /// Largest number of data flits of a frame, 0..=4096.
    pub max_data: u32,
    /// Branch decision rule.
    pub vote: Vote,
    /// Buffer classes, 1..=8, at least 2 with fault tolerance.
    pub classes: u32,
    /// Longest destination list, m..=2^n - 2.
    pub max_list: u32,
    /// The thesis's own rules: one class, greedy, *not deadlock-free*.
    pub lan: bool,
    /// Control field and fault vectors are present.
    pub fault_tolerant: bool,
    /// The network top is emitted.
    pub network: bool,
}

impl HypercubeSpec {
    /// Returns the default configuration for a dimension and a destination limit.
    ///
    /// The caller keeps `n` and `m` within their bounds; user input goes through
    /// `RawConfig::validate`.
    pub fn new(n: u32, m: u32) -> Self {
        Self {
            n,
            m,
            width: 32,
            max_data: 64,
            vote: Vote::Greedy,
            classes: 3,
            max_list: ((1 << n) - 2).min(m.max(254)),
            lan: false,
            fault_tolerant: true,
            network: n <= 8,
        }
    }

    /// Returns the cube.
    pub fn cube(&self) -> Cube {
        Cube::of(self.n)
    }

    /// Returns the number of nodes, 2^n.
    pub fn nodes(&self) -> u32 {
        self.cube().nodes()
    }

    /// Returns the value of the k field that means broadcast, 2^n - 1.
    pub fn broadcast_count(&self) -> u32 {
        self.nodes() - 1
    }

    /// Returns the number of address fields in one flit, floor(W / n).
    pub fn fields_per_flit(&self) -> u32 {
        self.width / self.n
    }

    /// Returns the number of header fields after the list: Control (if present) and Source.
    pub fn trailer_fields(&self) -> u32 {
        if self.fault_tolerant { 2 } else { 1 }
    }

    /// Returns the number of header fields of a frame whose list has `listed` entries.
    pub fn header_fields(&self, listed: u32) -> u32 {
        1 + listed + self.trailer_fields()
    }

    /// Returns the number of header flits of a frame whose list has `listed` entries.
    pub fn header_flits(&self, listed: u32) -> u32 {
        self.header_fields(listed).div_ceil(self.fields_per_flit())
    }

    /// Returns the flits of the largest message: longest header and `max_data`.
    pub fn message_flits(&self) -> u32 {
        self.header_flits(self.max_list) + self.max_data
    }

    /// Returns the first class whose rows vote pcube-wise (R of the class rule).
    ///
    /// R = C - 1 without fault tolerance and C - 2 with it; in `lan` mode no class restricts.
    pub fn unrestricted_classes(&self) -> u32 {
        if self.lan { u32::MAX } else { self.classes - if self.fault_tolerant { 2 } else { 1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_numbers_of_the_default_cube() {
        let spec = HypercubeSpec::new(6, 8);
        assert_eq!(spec.fields_per_flit(), 5);
        assert_eq!(spec.header_flits(1), 1);
        assert_eq!(spec.header_flits(8), 3);
        assert_eq!(spec.message_flits(), 77);
        assert_eq!(spec.unrestricted_classes(), 1);
    }
}

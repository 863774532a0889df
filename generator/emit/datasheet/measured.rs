//! Numbers measured on emitted designs; a data sheet shows those of its own configuration.

use teecast_spec::HypercubeSpec;

/// One measured number of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// What was measured, with its circumstances.
    pub what: &'static str,
    /// Value with its unit.
    pub value: &'static str,
    /// Command that measures it again, from the root of the repository.
    pub command: &'static str,
}

/// Numbers of the hypercube with n = 6, m = 8 and all other options at their defaults.
///
/// Without an entry the data sheet has no such section.
const HYPERCUBE_N6_M8: &[Measurement] = &[];

/// Returns the numbers measured on a configuration, most often none.
pub fn of(spec: &HypercubeSpec) -> &'static [Measurement] {
    if *spec == HypercubeSpec::new(6, 8) { HYPERCUBE_N6_M8 } else { &[] }
}

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

/// Measures one router alone, each line against its bound.
const MEASURE: &str = "cargo run -- verify --n 6 --m 8 --measure";

/// Numbers of the hypercube with n = 6, m = 8 and all other options at their defaults.
///
/// Without an entry the data sheet has no such section.
const HYPERCUBE_N6_M8: &[Measurement] = &[
    Measurement {
        what: "unicast, idle router, one-flit header: first flit (bound 4)",
        value: "4 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "6 branches from a link, 64 data flits: last flit out (bound 86)",
        value: "79 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "6 branches and delivery, own frame, 64 data flits (bound 88)",
        value: "81 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "48 lists of up to 8 destinations, own frames: worst time to the last flit out, beyond \
               header_in + headers out + branches + data + 8 (bound 0)",
        value: "-1 cycles",
        command: MEASURE,
    },
    Measurement {
        what: "messages of 8 data flits on every channel: slowest link",
        value: "1.000 flits/cycle",
        command: MEASURE,
    },
    Measurement {
        what: "delay of a link copy while the processor takes nothing",
        value: "none",
        command: MEASURE,
    },
];

/// Returns the numbers measured on a configuration, most often none.
pub fn of(spec: &HypercubeSpec) -> &'static [Measurement] {
    if *spec == HypercubeSpec::new(6, 8) { HYPERCUBE_N6_M8 } else { &[] }
}

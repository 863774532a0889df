//! Which theorems speak of an IHC network, and what they assume of its hardware.

use teecast_spec::IhcSpec;
use teecast_spec::ihc::Interleave;

use crate::theorem::Discharge::{Properties, Test};
use crate::theorem::Hypothesis;

const COPIES: &[&str] = &["one_copy_a_cycle", "copies_by_different_links", "round_contention_free"];
const SCHEDULES: &[&str] =
    &["minimal_contention_free", "by_distance_contention_free", "overlapped_contention_free"];

/// What the theorems assume of the hardware.
pub const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        what: "the cycles are a decomposition: each visits every node, and no link is on two of them",
        theorems: COPIES,
        by: Test("generator/model/tests/topology"),
    },
    Hypothesis {
        what: "each node starts in the slot of its stage",
        theorems: SCHEDULES,
        by: Properties(&["ihc_schedule", "ihc_injector"]),
    },
    Hypothesis {
        what: "a packet moves one hop in each slot, unchanged, and ends before its source",
        theorems: &[
            "one_copy_a_cycle",
            "minimal_contention_free",
            "by_distance_contention_free",
            "overlapped_contention_free",
        ],
        by: Properties(&["ihc_relay"]),
    },
    Hypothesis {
        what: "links lead along the directed cycles",
        theorems: COPIES,
        by: Properties(&["ihc_network"]),
    },
];

/// Returns the theorems that speak of a configuration.
pub fn theorems(spec: &IhcSpec) -> Vec<&'static str> {
    let schedule = match spec.interleave {
        Interleave::Minimal => "minimal_contention_free",
        Interleave::Distance(_) => "by_distance_contention_free",
        Interleave::Overlapped => "overlapped_contention_free",
    };
    COPIES.iter().copied().chain([schedule]).collect()
}

//! Which theorems speak of a hexagonal mesh, and what they assume of its hardware.

use teecast_spec::HartsSpec;

use crate::theorem::Discharge::{Properties, Test};
use crate::theorem::Hypothesis;

/// What the theorems assume of the hardware.
pub const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        what: "a processor's packets follow from step, tag and distance by the rule of the k-broadcast",
        theorems: THEOREMS,
        by: Properties(&["harts_relay_engine"]),
    },
    Hypothesis {
        what: "a relayed packet goes straight on, its distance one less, until the distance is 0",
        theorems: THEOREMS,
        by: Properties(&["harts_receiver", "harts_sender"]),
    },
    Hypothesis {
        what: "direction d of a node leads to the neighbour of that direction",
        theorems: THEOREMS,
        by: Properties(&["hexmesh_network"]),
    },
    Hypothesis {
        what: "every stored packet is sent on and delivered once",
        theorems: THEOREMS,
        by: Properties(&["harts_buffer_unit", "harts_deliverer", "harts_transmitter"]),
    },
    Hypothesis {
        what: "the whole node does so, after any number of cycles",
        theorems: THEOREMS,
        by: Test("tests/cycle_exact_harts.rs"),
    },
];

const THEOREMS: &[&str] =
    &["sbcast_once", "two_disjoint_paths", "three_disjoint_paths", "disjoint_paths_up_to_6"];

/// Returns the theorems that speak of a configuration.
pub fn theorems(spec: &HartsSpec) -> Vec<&'static str> {
    let mut all = vec!["sbcast_once"];
    if spec.n >= 3 {
        all.extend(["two_disjoint_paths", "three_disjoint_paths"]);
    }
    if spec.n <= 6 {
        all.push("disjoint_paths_up_to_6");
    }
    all
}

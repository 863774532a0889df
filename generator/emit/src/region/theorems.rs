//! Which theorems speak of a region network, and what they assume of its hardware.

use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;

use crate::theorem::Discharge::{Assumption, Properties, Test};
use crate::theorem::Hypothesis;

const TREES: &[&str] = &["corner_tree", "spanning_tree"];
const WAITING: &[&str] = &["fixed_corner_no_deadlock", "nearest_corner_no_deadlock"];

/// What the theorems assume of the hardware.
pub const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        what: "a header names the corners of the region",
        theorems: TREES,
        by: Properties(&["region_corners"]),
    },
    Hypothesis {
        what: "each hop asks for the ports of the tree function",
        theorems: &[
            "corner_tree",
            "spanning_tree",
            "approach_shortest",
            "fixed_corner_no_deadlock",
            "nearest_corner_no_deadlock",
        ],
        by: Properties(&["region_route"]),
    },
    Hypothesis {
        what: "ports lead to the neighbours in the mesh",
        theorems: &[
            "corner_tree",
            "spanning_tree",
            "approach_shortest",
            "fixed_corner_no_deadlock",
            "nearest_corner_no_deadlock",
        ],
        by: Properties(&["region_network"]),
    },
    Hypothesis {
        what: "a message takes its outputs in the order of the dimensions, none before all that come earlier",
        theorems: WAITING,
        by: Properties(&["region_input"]),
    },
    Hypothesis {
        what: "an output has one owner until the tail has left",
        theorems: WAITING,
        by: Properties(&["region_output", "region_delivery"]),
    },
    Hypothesis {
        what: "the whole router does so, after any number of cycles",
        theorems: TREES,
        by: Test("tests/cycle_exact_region.rs"),
    },
    Hypothesis { what: "processors accept what is delivered", theorems: WAITING, by: Assumption },
];

/// Returns the theorems that speak of a configuration.
pub fn theorems(spec: &RegionSpec) -> &'static [&'static str] {
    match spec.algorithm {
        CornerAlgorithm::FixedCorner => {
            &["approach_shortest", "corner_tree", "fixed_corner_no_deadlock"]
        }
        CornerAlgorithm::NearestCorner => {
            &["approach_shortest", "corner_tree", "nearest_corner_no_deadlock"]
        }
        CornerAlgorithm::Mst => &["spanning_tree"],
    }
}

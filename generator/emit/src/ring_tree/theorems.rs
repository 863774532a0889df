//! Which theorems speak of a tree of rings, and what they assume of its hardware.

use crate::theorem::Discharge::{Assumption, Properties, Test};
use crate::theorem::Hypothesis;

const RING: &[&str] = &["never_waits", "visits_every_position", "returns_after_k"];
const TREE: &[&str] = &["every_node_and_ring_once", "links_crossed"];

/// What the theorems assume of the hardware.
pub const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        what: "a member passes on the slots of others, takes its own off, and fills empty slots only",
        theorems: RING,
        by: Properties(&["ring_tree_member"]),
    },
    Hypothesis {
        what: "each further ring has one member, its gate, on older rings",
        theorems: TREE,
        by: Test("generator/model/tests/topology"),
    },
    Hypothesis {
        what: "a node sends what is new on its other rings",
        theorems: TREE,
        by: Properties(&["ring_tree_update", "ring_tree_queue", "ring_tree_node"]),
    },
    Hypothesis {
        what: "links lead along the rings",
        theorems: THEOREMS,
        by: Properties(&["ring_tree_network"]),
    },
    Hypothesis {
        what: "no node or link fails, and no slot is garbled",
        theorems: THEOREMS,
        by: Assumption,
    },
];

/// The theorems that speak of every configuration.
pub const THEOREMS: &[&str] = &[
    "never_waits",
    "visits_every_position",
    "returns_after_k",
    "every_node_and_ring_once",
    "links_crossed",
];

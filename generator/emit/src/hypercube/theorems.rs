//! Which theorems speak of a hypercube, and what they assume of its hardware.

use teecast_spec::HypercubeSpec;
use teecast_spec::Vote;

use crate::theorem::Discharge::{Assumption, Properties, Test};
use crate::theorem::Hypothesis;

const ROUTING: &[&str] = &["multicast_sound", "multicast_exactly_once"];
const WAITING: &[&str] = &["no_deadlock"];

/// What the theorems assume of the hardware.
pub const HYPOTHESES: &[Hypothesis] = &[
    Hypothesis {
        what: "votes of a row follow the rule of the classes",
        theorems: &["multicast_sound", "multicast_exactly_once", "no_deadlock"],
        by: Properties(&["mhu_store", "mhu_direction"]),
    },
    Hypothesis {
        what: "each row with a vote is in exactly one branch that it votes for",
        theorems: ROUTING,
        by: Properties(&["mhu_multicaster", "mhu_address_scanner", "mhu_voter"]),
    },
    Hypothesis {
        what: "the chosen column has a vote, and later branches have no row of it",
        theorems: &["multicast_tree"],
        by: Properties(&["mhu_decoder", "mhu_score", "mhu_maximum_checker", "mhu_column_selector"]),
    },
    Hypothesis {
        what: "Control of a copy has the later and the faulty dimensions",
        theorems: &["broadcast_reaches_all", "negative_first_reaches_all"],
        by: Properties(&["mhu_broadcaster", "mhu_branch_control"]),
    },
    Hypothesis {
        what: "link j of node v leads to node v xor 2^j",
        theorems: &[
            "multicast_sound",
            "multicast_exactly_once",
            "multicast_tree",
            "broadcast_reaches_all",
            "no_deadlock",
        ],
        by: Properties(&["hypercube_network"]),
    },
    Hypothesis {
        what: "a copy carries the destinations of its branch, and no other ones",
        theorems: ROUTING,
        by: Properties(&["mhu_choices"]),
    },
    Hypothesis {
        what: "the whole unit sends, delivers or reports each destination once, after any number of cycles",
        theorems: &[
            "multicast_sound",
            "multicast_exactly_once",
            "multicast_tree",
            "broadcast_reaches_all",
        ],
        by: Test("tests/cycle_exact.rs"),
    },
    Hypothesis {
        what: "a granted message finds a free buffer of its class",
        theorems: WAITING,
        by: Properties(&["hypercube_credit_counter", "hypercube_link_output", "mhu_output"]),
    },
    Hypothesis {
        what: "a message waits only for the next buffers of its copies, and holds no output while it waits",
        theorems: WAITING,
        by: Assumption,
    },
    Hypothesis {
        what: "each healthy node has at most one faulty neighbour (without fault tolerance, no node is faulty), and source and destinations are healthy",
        theorems: &[
            "multicast_exactly_once",
            "broadcast_reaches_all",
            "negative_first_reaches_all",
        ],
        by: Assumption,
    },
];

/// Returns the theorems that speak of a configuration.
pub fn theorems(spec: &HypercubeSpec) -> Vec<&'static str> {
    let mut all = vec!["multicast_sound", "multicast_exactly_once"];
    // That the branches of nca make a tree is not proved.
    if spec.vote != Vote::Nca {
        all.push("multicast_tree");
    }
    // The papers' rule knows no classes, and can deadlock.
    match spec.lan {
        true => all.push("broadcast_reaches_all"),
        false => all.extend(["negative_first_reaches_all", "no_deadlock"]),
    }
    all
}

//! The modules of the hypercube family for direct use, and what their ports mean.

use crate::ports::{EVERY, Meaning, Role};

/// The modules for direct use, largest first.
pub const ROLES: &[Role] = &[
    ("hypercube_network", "all routers of the cube and their links"),
    ("hypercube_router", "router of one node; channel n is the processor"),
    (
        "mhu_multicaster",
        "decides the branches of a multicast, one a clock (not part of the router)",
    ),
    ("mhu_broadcaster", "decides all branches of a broadcast at once"),
];

/// What their ports mean, but for those that mean the same in all families.
pub const MEANINGS: &[Meaning] = &[
    ("local_address_i", EVERY, "address of this node"),
    (
        "faulty_i",
        "hypercube_network",
        "bit v: node v is faulty; changes only while empty or in reset",
    ),
    ("faulty_i", "hypercube_router", "bit j: the neighbour in dimension j is faulty"),
    ("faulty_i", "mhu_multicaster", "faulty dimensions, stable from load to done"),
    ("faulty_i", "mhu_broadcaster", "faulty dimensions"),
    ("s_axis_tdata", EVERY, "arriving flits"),
    ("s_side_i", EVERY, "side band of the arriving flit: header end, kind, class"),
    ("s_credit_o", EVERY, "one cycle: a whole-message buffer of this link and class is free again"),
    ("m_axis_tdata", EVERY, "leaving flits"),
    ("m_side_o", EVERY, "side band of the leaving flit: header end, kind, class"),
    (
        "m_credit_i",
        EVERY,
        "one cycle: the neighbour has a whole-message buffer of this class free again",
    ),
    ("link_start_o", "hypercube_network", "bit v*n + j: a copy starts on link (v, j), one cycle"),
    ("link_start_o", "hypercube_router", "bit j: a copy starts on link j, one cycle"),
    ("event_valid_o", EVERY, "an event, one cycle"),
    (
        "event_code_o",
        EVERY,
        "1 bad count, 2 truncated, 3 oversize, 4 unroutable, 5 incomplete broadcast",
    ),
    ("event_source_o", EVERY, "source of the message"),
    ("event_address_o", EVERY, "destination for code 4, else 0"),
    ("load_i", EVERY, "load the reference array"),
    ("rows_i", EVERY, "row i at bits i*n +: n; a zero row is empty"),
    ("branch_valid_o", EVERY, "a branch stands at the outputs"),
    ("branch_ready_i", EVERY, "the branch is taken"),
    ("branch_dimension_o", EVERY, "dimension of the branch, one-hot"),
    ("branch_rows_o", EVERY, "rows that leave with the branch"),
    ("done_o", EVERY, "no branch is left"),
    ("unroutable_o", EVERY, "with done: rows left over"),
    ("control_i", EVERY, "Control vector of the message"),
    ("source_i", EVERY, "source of the message"),
    ("send_o", EVERY, "dimensions to send on"),
    ("control_o", EVERY, "Control of the copy on j at bits j*n +: n"),
];

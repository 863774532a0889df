//! The modules of the HARTS family for direct use, and what their ports mean.

use crate::ports::{EVERY, Meaning, Role};

/// The modules for direct use, largest first.
pub const ROLES: &[Role] = &[
    ("hexmesh_network", "all routers of the hexagonal mesh and their links"),
    ("harts_router", "router of one node"),
];

/// What their ports mean, but for those that mean the same in all families.
pub const MEANINGS: &[Meaning] = &[
    ("local_address_i", EVERY, "number of this node"),
    (
        "faulty_i",
        "hexmesh_network",
        "bit v: node v is faulty; changes only while empty or in reset",
    ),
    ("faulty_i", "harts_router", "bit d: the neighbour in direction d is faulty"),
    ("s_axis_tdata", EVERY, "flits from the processor"),
    ("m_axis_tdata", EVERY, "flits to the processor"),
    ("link_data_i", EVERY, "arriving flits, by direction of travel"),
    ("link_valid_i", EVERY, "a flit, one cycle"),
    ("link_last_i", EVERY, "last flit of its packet"),
    ("link_bad_i", EVERY, "bad packet, with last only"),
    ("credit_o", EVERY, "one cycle: a whole packet of this link and class may come"),
    ("link_data_o", EVERY, "leaving flits, by direction of travel"),
    ("link_valid_o", EVERY, "a flit, one cycle"),
    ("link_last_o", EVERY, "last flit of its packet"),
    ("link_bad_o", EVERY, "bad packet, with last only"),
    ("credit_i", EVERY, "one cycle: a whole packet of this link and class may come"),
    ("link_start_o", "hexmesh_network", "bit 6*v + d: a packet starts on direction d of node v"),
    ("link_start_o", "harts_router", "bit d: a packet starts on direction d, one cycle"),
    ("event_valid_o", EVERY, "an event, one cycle"),
    ("event_code_o", EVERY, "its code, see the events"),
];

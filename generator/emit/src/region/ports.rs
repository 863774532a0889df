//! The modules of the region family for direct use, and what their ports mean.

use crate::ports::{EVERY, Meaning, Role};

/// The modules for direct use, largest first.
pub const ROLES: &[Role] = &[
    ("region_network", "all routers of the mesh and their links"),
    ("region_router", "router of one node"),
];

/// What their ports mean, but for those that mean the same in all families.
pub const MEANINGS: &[Meaning] = &[
    ("here_i", EVERY, "coordinates of this node, dimension 0 in the low bits"),
    ("node_i", EVERY, "number of this node"),
    ("linked_i", EVERY, "bit p: there is a neighbour in direction p"),
    ("s_axis_tdata", EVERY, "flits from the processor"),
    ("m_axis_tdata", EVERY, "flits to the processor"),
    ("s_link_valid_i", EVERY, "a flit for a channel, by direction of travel, then channel"),
    ("s_link_flit_i", EVERY, "arriving flits, by direction of travel: data, last, bad"),
    ("s_link_ready_o", EVERY, "the channel has room for a flit"),
    ("s_link_vacant_o", EVERY, "the channel has room for all flits of a further message"),
    ("s_link_begins_o", EVERY, "one cycle: a message of the channel has all its outputs"),
    ("m_link_valid_o", EVERY, "a flit for a channel, by direction of travel, then channel"),
    ("m_link_flit_o", EVERY, "leaving flits, by direction of travel: data, last, bad"),
    ("m_link_ready_i", EVERY, "the channel has room for a flit"),
    ("m_link_vacant_i", EVERY, "the channel has room for all flits of a further message"),
    ("m_link_begins_i", EVERY, "one cycle: a message of the channel has all its outputs"),
    ("link_start_o", "region_network", "one cycle: a copy starts on direction p of node v"),
    ("link_start_o", "region_router", "bit p: a copy starts in direction p, one cycle"),
    ("event_valid_o", EVERY, "an event, one cycle"),
    ("event_code_o", EVERY, "its code, see the events"),
];

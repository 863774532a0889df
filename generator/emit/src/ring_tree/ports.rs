//! The modules of the ring-tree family for direct use, and what their ports mean.

use crate::ports::{EVERY, Meaning, Role};

/// The modules for direct use.
pub const ROLES: &[Role] = &[("ring_tree_network", "all nodes and their links")];

/// What their ports mean, but for those that mean the same in all families.
pub const MEANINGS: &[Meaning] = &[
    ("faulty_i", EVERY, "bit v: node v is dead from this cycle on; falls in reset only"),
    ("link_faulty_i", EVERY, "bit e: link e carries nothing from this cycle on"),
    ("next_i", EVERY, "one cycle: all nodes and links are emptied for the next operation"),
    ("expected_i", EVERY, "bit v: the message of node v belongs to the operation"),
    ("s_axis_tdata", EVERY, "messages from the processors, one a node and operation"),
    ("m_axis_tdata", EVERY, "messages to the processors: origin, payload"),
    ("m_axis_tuser", EVERY, "an earlier beat of this origin had another payload"),
    ("done_o", EVERY, "the node has all messages, and all others will before their own done_o"),
    ("garble_i", EVERY, "XORed to the payload of the data slot on a link"),
    ("config_valid_i", EVERY, "a table write of a node, see the tables"),
    ("config_ready_o", EVERY, "it is taken: always 1"),
    ("config_node_i", EVERY, "the node"),
    ("config_address_i", EVERY, "table, and index in it"),
    ("config_data_i", EVERY, "the entry"),
    ("event_valid_o", EVERY, "an event, one cycle"),
    ("event_code_o", EVERY, "its code, see the events"),
    ("event_ring_o", EVERY, "the ring that it is about"),
    ("link_busy_o", EVERY, "bit 2e: data on link e from its smaller end; 2e + 1: back"),
];

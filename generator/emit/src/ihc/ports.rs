//! The modules of the IHC family for direct use, and what their ports mean.

use crate::ports::{EVERY, Meaning, Role};

/// The modules for direct use, largest first.
pub const ROLES: &[Role] = &[
    ("ihc_network", "all nodes, their links and the schedule"),
    ("ihc_node", "node, to be joined along the directed cycles"),
];

/// What their ports mean, but for those that mean the same in all families.
pub const MEANINGS: &[Meaning] = &[
    ("faulty_i", "ihc_network", "bit v: node v is as in reset; changes between rounds only"),
    ("faulty_i", "ihc_node", "the node is as in reset; changes between rounds only"),
    (
        "link_faulty_i",
        EVERY,
        "what a node sends on a directed cycle is lost; changes between rounds only",
    ),
    ("round_start_i", EVERY, "a round starts in this cycle, if round_ready_o = 1"),
    ("round_ready_o", EVERY, "no round runs, and every node that works has a free store"),
    ("node_i", EVERY, "number of this node"),
    ("places_i", EVERY, "hops from node 0 to this node along each undirected cycle"),
    ("next_i", EVERY, "next node on each directed cycle"),
    ("stages_i", EVERY, "stage in which this node starts on each directed cycle"),
    ("free_o", EVERY, "the store of the next round is free"),
    ("begins_i", EVERY, "one cycle: a round begins"),
    ("round_end_i", EVERY, "one cycle: all that was sent in the round has come"),
    ("number_i", EVERY, "number of the round, or of the next one"),
    ("stage_start_i", EVERY, "first slot of a stage"),
    ("stage_i", EVERY, "number of the stage"),
    ("heads_i", EVERY, "a packet may come one cycle later"),
    ("last_head_i", EVERY, "the last packet of the stage comes one cycle later"),
    ("slot_i", EVERY, "slot of the stage"),
    ("s_axis_tdata", EVERY, "flits from the processor"),
    ("m_axis_tdata", EVERY, "flits to the processor"),
    ("m_axis_tuser", EVERY, "no majority, with tlast only"),
    ("s_link_valid_i", EVERY, "a flit comes, by directed cycle"),
    ("s_link_first_i", EVERY, "it is the first one of its packet"),
    ("s_link_last_i", EVERY, "it is the last one of its packet"),
    ("s_link_bad_i", EVERY, "the packet is bad, with last only"),
    ("s_link_data_i", EVERY, "the flit"),
    ("m_link_valid_o", EVERY, "a flit leaves, by directed cycle"),
    ("m_link_first_o", EVERY, "it is the first one of its packet"),
    ("m_link_last_o", EVERY, "it is the last one of its packet"),
    ("m_link_bad_o", EVERY, "the packet is bad, with last only"),
    ("m_link_data_o", EVERY, "the flit"),
    ("test_enable_i", EVERY, "bit v: what node v sends is replaced by the test ports"),
    ("test_valid_i", EVERY, "a flit is sent instead, bit v*gamma + j"),
    ("test_first_i", EVERY, "it is the first one of its packet"),
    ("test_last_i", EVERY, "it is the last one of its packet"),
    ("test_bad_i", EVERY, "the packet is bad"),
    ("test_data_i", EVERY, "the flit"),
    ("link_start_o", EVERY, "one cycle: a packet starts from node v on directed cycle j"),
    ("link_busy_o", EVERY, "a flit of node v is on the link of directed cycle j"),
    ("event_valid_o", EVERY, "an event, one cycle"),
    ("event_code_o", EVERY, "its code, see the events"),
    ("event_source_o", EVERY, "the node that it is about"),
];

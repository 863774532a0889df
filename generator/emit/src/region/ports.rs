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
    ("m_done_axis_tdata", EVERY, "answers to messages of the processor: id, then status"),
    ("m_done_axis_tvalid", EVERY, "an answer is offered"),
    ("m_done_axis_tready", EVERY, "the answer is taken"),
    ("m_done_axis_tlast", EVERY, "last flit of the answer: the only one"),
    ("s_reply_axis_tdata", EVERY, "replies of the processor: handle, then status"),
    ("s_reply_axis_tvalid", EVERY, "a reply is offered"),
    ("s_reply_axis_tready", EVERY, "the reply is taken"),
    ("s_reply_axis_tlast", EVERY, "last flit of the reply: the only one"),
    (
        "s_link_side_i",
        EVERY,
        "with the first flit of a copy: its tag, and the answer it wants, lowest",
    ),
    ("s_link_answer_valid_o", EVERY, "an answer to a message of the channel, one cycle"),
    ("s_link_answer_o", EVERY, "the answer, for all links: status, tag"),
    (
        "m_link_side_o",
        EVERY,
        "with the first flit of a copy: its tag, and the answer it wants, lowest",
    ),
    ("m_link_answer_valid_i", EVERY, "an answer to a message of the channel, one cycle"),
    ("m_link_answer_i", EVERY, "answers, by direction of travel of their messages: status, tag"),
    ("link_answer_o", "region_network", "one cycle: an answer for direction p reaches node v"),
    ("link_answer_o", "region_router", "bit p: an answer for direction p comes, one cycle"),
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

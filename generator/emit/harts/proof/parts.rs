//! What is to be proved of modules that join others, which are left open.

use askama::Template;
use teecast_spec::harts::DIRECTIONS;

use super::super::Context;
use super::named;
use crate::emit::proof::{CLOCKED, Method, Seen, Statement, nets_of, seen, seen_of_all};

#[derive(Template)]
#[template(path = "harts/proof/harts_buffer_unit.v")]
struct BufferUnit<'a> {
    c: &'a Context<'a>,
    ending_bits: u32,
    seen: &'a [Seen],
}

/// States what is kept of stored packets; follows one slot, and one flit in it. Sender and deliverer
/// are left open.
pub fn buffer_unit(c: &Context<'_>) -> Statement {
    let data = u32::from(c.max_data > 0);
    let (offset, tick) = (data * c.offset_bits, u32::from(c.bus));
    let looks = [
        ("pending_i", c.link_slots),
        ("look_o", 1),
        ("slot_o", c.link_slot_bits),
        ("origin_i", 3),
        ("word_i", c.word),
        ("bad_i", 1),
        ("length_i", offset),
        ("drop_o", 1),
    ];
    let sends = [
        ("faulty_i", 6),
        ("sent_i", 6),
        ("sent_write_o", 1),
        ("sent_o", 6),
        ("unroutable_o", 1),
        ("idle_i", 6),
        ("room_i", 6 * c.classes),
        ("wait_o", 6),
        ("request_o", 6),
        ("class_o", c.class_bits),
        ("grant_i", 6),
        ("tick_i", tick),
        ("early_tick_i", tick * data),
        ("move_o", 1),
        ("data_o", c.w),
        ("last_o", 1),
        ("bad_o", 1),
        ("read_o", data),
        ("read_offset_o", offset),
        ("read_data_i", data * c.w),
    ];
    let delivers = [
        ("look_grant_i", 1),
        ("request_o", 1),
        ("grant_i", 1),
        ("first_o", 1),
        ("head_o", c.delivery_bits),
        ("empty_o", 1),
        ("bad_o", 1),
        ("room_i", data),
        ("valid_o", data),
        ("last_o", data),
        ("read_o", data),
        ("read_offset_o", offset),
        ("read_grant_i", data),
    ];
    let mut parts = seen("u_sender", "sender", &[&CLOCKED, &looks, &sends]);
    parts.extend(seen("u_deliverer", "deliverer", &[&CLOCKED, &looks, &delivers]));
    let mut nets = named(&[
        ("u_dut.u_words.rows_q.place", "watched_i"),
        ("u_dut.u_endings.rows_q.place", "watched_i"),
        ("u_dut.u_sent.rows_q.place", "watched_i"),
        ("kept_word", "u_dut.u_words.rows_q.kept_q"),
        ("kept_ending", "u_dut.u_endings.rows_q.kept_q"),
        ("kept_sent", "u_dut.u_sent.rows_q.kept_q"),
        ("fresh", "u_dut.fresh_q"),
    ]);
    match (c.max_data > 0, c.bus) {
        (true, true) => nets.extend(named(&[
            ("u_dut.u_memory.flits_q.place", "address"),
            ("kept_flit", "u_dut.u_memory.flits_q.kept_q"),
        ])),
        (true, false) => nets.extend(named(&[
            ("u_dut.u_memory.gen_bank[0].u_memory.flits_q.place", "row"),
            ("u_dut.u_memory.gen_bank[1].u_memory.flits_q.place", "row"),
            ("kept_even", "u_dut.u_memory.gen_bank[0].u_memory.flits_q.kept_q"),
            ("kept_odd", "u_dut.u_memory.gen_bank[1].u_memory.flits_q.kept_q"),
        ])),
        (false, _) => {}
    }
    nets.extend(nets_of(&parts));
    let ending_bits = data * c.offset_bits + 1;
    let text = BufferUnit { c, ending_bits, seen: &parts }.render();
    Statement {
        family: "harts",
        module: format!("{}harts_buffer_unit", c.p),
        property: "keeps each packet for sender and deliverer until nothing of it is due",
        method: Method::Induction,
        top: "proof_harts_buffer_unit".to_string(),
        open: ["harts_sender", "harts_deliverer"].map(|it| format!("{}{it}", c.p)).into(),
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_reception.v")]
struct Reception<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States whose packet goes to the processor; arbiter, votes and port are left open.
pub fn reception(c: &Context<'_>) -> Statement {
    let data = u32::from(c.max_data > 0);
    let packets = [
        ("ready_o", 1),
        ("first_i", 1),
        ("head_i", c.delivery_bits),
        ("empty_i", 1),
        ("bad_i", 1),
        ("room_o", data),
        ("valid_i", data),
        ("data_i", data * c.w),
        ("last_i", data),
    ];
    let frames = [
        ("m_axis_tdata", c.w),
        ("m_axis_tvalid", 1),
        ("m_axis_tready", 1),
        ("m_axis_tlast", 1),
        ("m_axis_tuser", 1),
    ];
    let votes = [
        ("port_ready_i", 1),
        ("port_first_o", 1),
        ("port_head_o", c.delivery_bits),
        ("port_empty_o", 1),
        ("port_bad_o", 1),
        ("port_room_i", data),
        ("port_valid_o", data),
        ("port_data_o", data * c.w),
        ("port_last_o", data),
        ("event_valid_o", 1),
        ("event_code_o", 4),
    ];
    let turns = [("request_i", c.units), ("served_i", 1), ("pick_o", c.units)];
    let mut parts = seen("u_port", "port", &[&CLOCKED, &packets, &frames]);
    let mut open = vec!["harts_delivery_port"];
    if c.vote {
        parts.extend(seen("u_vote", "vote", &[&CLOCKED, &packets, &votes]));
        open.push("harts_vote");
    }
    if !c.bus {
        parts.extend(seen("u_arbiter", "arbiter", &[&CLOCKED, &turns]));
        open.push("tee_round_robin_arbiter");
    }
    let text = Reception { c, seen: &parts }.render();
    Statement {
        family: "harts",
        module: format!("{}harts_reception", c.p),
        property: "brings one packet after the other to the processor",
        method: Method::Invariant,
        top: "proof_harts_reception".to_string(),
        open: open.into_iter().map(|it| format!("{}{it}", c.p)).collect(),
        nets: nets_of(&parts),
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_vote.v")]
struct Vote<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what becomes of the copies of broadcasts; follows one vote, and one group of it. Duplicate
/// check and memory are left open.
pub fn vote(c: &Context<'_>) -> Statement {
    let data = u32::from(c.max_data > 0);
    let offset = data * c.offset_bits;
    let check = [
        ("tick_i", 1),
        ("key_i", c.id + 8),
        ("copies_i", 3),
        ("check_i", 1),
        ("seen_o", 1),
        ("remember_i", 1),
    ];
    let memory = [
        ("clk_i", data),
        ("write_i", data),
        ("write_address_i", data * c.vote_address_bits),
        ("write_data_i", data * c.w),
        ("read_i", data),
        ("address_i", data * c.vote_address_bits),
        ("data_o", data * c.w),
    ];
    let mut parts = seen("u_closed", "closed", &[&CLOCKED, &check]);
    parts.extend(seen("u_memory", "memory", &[&memory]));
    // Name in the statement, width, register, memory or wire.
    let name = c.id + 11;
    let inside = [
        ("kept_name", name, "names_q.kept_q"),
        ("kept_time", c.vote_time_bits, "times_q.kept_q"),
        ("kept_counts", 9, "counts_q.kept_q"),
        ("kept_size", 3, "sizes_q.kept_q"),
        ("kept_key", data * (c.offset_bits + c.w), "keys_q.kept_q"),
        ("state", 4, "state_q"),
        ("opens", c.entries, "open_q"),
        ("now", c.vote_time_bits, "now_q"),
        ("head", c.delivery_bits, "head_q"),
        ("pending", 1, "pending_q"),
        ("short", 1, "empty_q"),
        ("spoilt", 1, "bad_q"),
        ("which", c.entry_bits, "entry_q"),
        ("watch", c.entry_bits, "watch_q"),
        ("scan", c.entry_bits, "scan_q"),
        ("shown", name, "scan_name"),
        ("shown_counts", 9, "scan_counts"),
        ("found_free", 1, "found_free_q"),
        ("free", c.entry_bits, "free_q"),
        ("oldest", c.entry_bits, "oldest_q"),
        ("oldest_age", c.vote_time_bits, "oldest_age_q"),
        ("links", 6, "links_q"),
        ("groups", 3, "groups_q"),
        ("group", 3, "group_q"),
        ("best_count", 3, "best_count_q"),
        ("late_checked", 1, "late_checked_q"),
        ("close_named", 1, "close_named_q"),
        ("close_checked", 1, "close_checked_q"),
        ("closing_name", name, "closing_q"),
        ("best", 3 * data, "best_q"),
        ("closing_length", offset, "closing_length_q"),
        ("length", offset, "length_q"),
        ("flit", data * c.w, "flit_q"),
        ("offset", offset, "offset_q"),
        ("ending", data, "last_q"),
    ];
    let there = inside.into_iter().filter(|(_, width, _)| *width > 0);
    parts.extend(there.map(|(name, width, inside)| Seen {
        name: name.to_string(),
        width,
        port: format!("u_dut.{inside}"),
    }));
    let mut nets = named(&[
        ("u_dut.names_q.place", "entry_i"),
        ("u_dut.times_q.place", "entry_i"),
        ("u_dut.counts_q.place", "entry_i"),
        ("u_dut.sizes_q.place", "place"),
    ]);
    let mut open = vec!["harts_duplicate_check"];
    if c.max_data > 0 {
        nets.extend(named(&[("u_dut.keys_q.place", "place")]));
        open.push("harts_packet_memory");
    }
    nets.extend(nets_of(&parts));
    let text = Vote { c, seen: &parts }.render();
    Statement {
        family: "harts",
        module: format!("{}harts_vote", c.p),
        property: "makes one frame of the copies of each broadcast",
        method: Method::Induction,
        top: "proof_harts_vote".to_string(),
        open: open.into_iter().map(|it| format!("{}{it}", c.p)).collect(),
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_router.v")]
struct Router<'a> {
    c: &'a Context<'a>,
    /// What the sources of flits are called, what those of packets to be stored, and what joins them.
    sources: &'a [String],
    stores: &'a [String],
    joint: &'static str,
    seen: &'a [Seen],
}

/// States what joins the parts of a router, which are left open.
pub fn router(c: &Context<'_>) -> Statement {
    let data = u32::from(c.max_data > 0);
    let (bus, offset, vote) = (u32::from(c.bus), data * c.offset_bits, u32::from(c.vote));
    let (w, sources) = (c.w, c.sources);
    let source = [
        ("faulty_i", 6),
        ("idle_i", 6),
        ("room_i", 6 * c.classes),
        ("request_o", 6),
        ("class_o", c.class_bits),
        ("grant_i", 6),
        ("tick_i", bus),
        ("move_o", 1),
        ("data_o", w),
        ("last_o", 1),
        ("bad_o", 1),
    ];
    let stores = [
        ("store_begin_o", 1),
        ("store_write_o", data),
        ("store_offset_o", offset),
        ("store_end_o", 1),
        ("store_deliver_o", 1),
        ("store_word_o", c.word),
        ("event_valid_o", 1),
        ("event_code_o", 4),
    ];
    let receiver = [
        ("local_address_i", c.id),
        ("link_data_i", w),
        ("link_valid_i", 1),
        ("link_last_i", 1),
        ("link_bad_i", 1),
        ("credit_o", c.buffers),
        ("cancel_o", 1),
        ("store_bad_o", 1),
        ("store_buffer_o", c.buffer_bits),
        ("free_i", c.buffers),
    ];
    let injector = [
        ("local_address_i", c.id),
        ("s_axis_tdata", c.injection_low_bits),
        ("s_axis_tvalid", 1),
        ("s_axis_tready", 1),
        ("s_axis_tlast", 1),
        ("tick_i", bus),
        ("store_slot_o", 1),
        ("free_i", c.own_slots),
    ];
    let transmitter = [
        ("faulty_i", 1),
        ("idle_o", 1),
        ("room_o", c.classes),
        ("wait_i", 1),
        ("request_i", sources),
        ("class_i", sources * c.class_bits),
        ("grant_o", sources),
        ("cancel_i", 1),
        ("owner_o", sources),
        ("move_i", 1),
        ("data_i", w),
        ("last_i", 1),
        ("bad_i", 1),
        ("link_data_o", w),
        ("link_valid_o", 1),
        ("link_last_o", 1),
        ("link_bad_o", 1),
        ("link_start_o", 1),
        ("credit_i", c.buffers),
    ];
    let joint = [
        ("move_i", sources),
        ("data_i", sources * w),
        ("last_i", sources),
        ("bad_i", sources),
        ("owner_i", 6 * sources),
    ];
    let crossbar = [("move_o", 6), ("data_o", 6 * w), ("last_o", 6), ("bad_o", 6)];
    let bus_only = [
        ("slot_o", 7),
        ("link_move_o", 6),
        ("link_data_o", w),
        ("link_last_o", 1),
        ("link_bad_o", 1),
        ("store_begin_i", 7),
        ("store_write_i", 7 * data),
        ("store_offset_i", 7 * offset),
        ("injected_data_i", data * w),
        ("store_end_i", 7),
        ("store_bad_i", 7),
        ("store_deliver_i", 7),
        ("store_buffer_i", 7 * c.buffer_bits),
        ("store_word_i", 7 * c.word),
        ("store_begin_o", 1),
        ("store_write_o", data),
        ("store_offset_o", offset),
        ("store_data_o", data * w),
        ("store_end_o", 1),
        ("store_bad_o", 1),
        ("store_deliver_o", 1),
        ("store_origin_o", 3),
        ("store_slot_o", c.link_slot_bits),
        ("store_word_o", c.word),
    ];
    let unit = |slots, slot_bits| {
        [
            ("origin_i", 3),
            ("store_begin_i", 1),
            ("store_write_i", data),
            ("store_offset_i", offset),
            ("store_data_i", data * w),
            ("store_end_i", 1),
            ("store_bad_i", 1),
            ("store_deliver_i", 1),
            ("store_slot_i", slot_bits),
            ("store_word_i", c.word),
            ("free_o", slots),
            ("wait_o", 6),
            ("early_tick_i", bus * data),
            ("delivery_request_o", 1),
            ("delivery_grant_i", 1),
            ("delivery_first_o", 1),
            ("delivery_head_o", c.delivery_bits),
            ("delivery_empty_o", 1),
            ("delivery_bad_o", 1),
            ("delivery_room_i", data),
            ("delivery_valid_o", data),
            ("delivery_data_o", data * w),
            ("delivery_last_o", data),
            ("unroutable_o", 1),
        ]
    };
    let reception = [
        ("request_i", c.units),
        ("grant_o", c.units),
        ("first_i", c.units),
        ("head_i", c.units * c.delivery_bits),
        ("empty_i", c.units),
        ("bad_i", c.units),
        ("room_o", data),
        ("valid_i", data * c.units),
        ("data_i", data * c.units * w),
        ("last_i", data * c.units),
        ("m_axis_tdata", w),
        ("m_axis_tvalid", 1),
        ("m_axis_tready", 1),
        ("m_axis_tlast", 1),
        ("m_axis_tuser", 1),
        ("event_valid_o", vote),
        ("event_code_o", 4 * vote),
    ];
    let collector = [
        ("valid_i", c.event_sources),
        ("code_i", 4 * c.event_sources),
        ("event_valid_o", 1),
        ("event_code_o", 4),
    ];

    let mut parts = Vec::new();
    let mut part = |path: &str, name: &str, lists: &[&[(&str, u32)]]| {
        parts.extend(seen(path, name, lists));
    };
    for d in 0..DIRECTIONS {
        let direction = format!("gen_direction[{d}]");
        let (receives, sends) = (format!("receiver_{d}"), format!("link_{d}"));
        part(
            &format!("{direction}.u_receiver"),
            &receives,
            &[&CLOCKED, &source, &stores, &receiver],
        );
        part(&format!("{direction}.u_transmitter"), &sends, &[&CLOCKED, &transmitter]);
    }
    part("u_injector", "injector", &[&CLOCKED, &stores, &injector]);
    part("u_reception", "exit", &[&CLOCKED, &reception]);
    part("u_event_collector", "events", &[&CLOCKED, &collector]);
    if c.bus {
        part("u_bus", "bus", &[&CLOCKED, &joint, &bus_only]);
        part(
            "u_buffer_unit",
            "unit_0",
            &[&CLOCKED, &source, &unit(c.link_slots, c.link_slot_bits)],
        );
    } else {
        part("u_crossbar", "crossbar", &[&joint, &crossbar]);
        for s in 0..c.units {
            let (slots, bits) =
                if s < DIRECTIONS { (c.buffers, c.buffer_bits) } else { (c.own_slots, 1) };
            let path = format!("gen_store[{s}].u_buffer_unit");
            part(&path, &format!("unit_{s}"), &[&CLOCKED, &source, &unit(slots, bits)]);
        }
    }
    let receivers = (0..DIRECTIONS).map(|d| format!("receiver_{d}"));
    let units = (0..c.units).map(|s| format!("unit_{s}"));
    let names: Vec<String> = receivers.clone().chain(units).collect();
    let storing: Vec<String> = receivers.chain(["injector".to_string()]).collect();
    let joint = if c.bus { "bus" } else { "crossbar" };
    let text = Router { c, sources: &names, stores: &storing, joint, seen: &parts }.render();
    let mut open = vec![
        "harts_receiver",
        "harts_transmitter",
        "harts_injector",
        "harts_buffer_unit",
        "harts_reception",
        "harts_event_collector",
    ];
    open.push(if c.bus { "harts_bus" } else { "harts_crossbar" });
    Statement {
        family: "harts",
        module: format!("{}harts_router", c.p),
        property: "joins receivers, transmitters, store, reception and events",
        method: Method::Equivalence,
        top: "proof_harts_router".to_string(),
        open: open.iter().map(|it| format!("{}{it}", c.p)).collect(),
        nets: nets_of(&parts),
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/hexmesh_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what joins the routers of a mesh, which are left open.
pub fn network(c: &Context<'_>) -> Statement {
    let router = [
        ("local_address_i", c.id),
        ("faulty_i", 6),
        ("s_axis_tdata", c.w),
        ("s_axis_tvalid", 1),
        ("s_axis_tready", 1),
        ("s_axis_tlast", 1),
        ("m_axis_tdata", c.w),
        ("m_axis_tvalid", 1),
        ("m_axis_tready", 1),
        ("m_axis_tlast", 1),
        ("m_axis_tuser", 1),
        ("link_data_i", 6 * c.w),
        ("link_valid_i", 6),
        ("link_last_i", 6),
        ("link_bad_i", 6),
        ("credit_o", 6 * c.buffers),
        ("link_data_o", 6 * c.w),
        ("link_valid_o", 6),
        ("link_last_o", 6),
        ("link_bad_o", 6),
        ("credit_i", 6 * c.buffers),
        ("link_start_o", 6),
        ("event_valid_o", 1),
        ("event_code_o", 4),
    ];
    let path = |v| format!("gen_node[{v}].u_router");
    let (seen, nets) = seen_of_all(path, c.nodes, "node", &[&CLOCKED, &router]);
    let text = Network { c, seen: &seen }.render();
    Statement {
        family: "harts",
        module: format!("{}hexmesh_network", c.p),
        property: "joins neighbours, and nothing else",
        method: Method::Equivalence,
        top: "proof_hexmesh_network".to_string(),
        open: vec![format!("{}harts_router", c.p)],
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

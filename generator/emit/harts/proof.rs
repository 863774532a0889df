//! What is to be proved of the mesh's modules.

use askama::Template;
use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

use super::Context;
use crate::emit::header::Header;
use crate::emit::proof::{Method, Seen, Statement, nets_of, seen, state};

/// Expected headers, from a source that the emitted tables do not know.
///
/// **Shape**: `[direction][place - 1][k - 1]`, the place being that of the node relative to the
/// source; `{distance, letter, step}`, or 0 where no packet comes.
pub type Known = Vec<Vec<[u32; 6]>>;

/// Returns the statements about the modules of a configuration.
///
/// **Source**: [KS91] 3 and 4; refusals, classes and the acceptance filter are ours.
pub fn statements(spec: &HartsSpec, header: &Header, known: &Known) -> Vec<Statement> {
    let c = &Context::new(spec, header);
    let mut statements = render(c);
    if c.filter {
        statements.push(expected_headers(c, known));
    }
    statements.push(duplicate_check(c));
    statements.push(buffer_unit(c));
    statements.extend((0..DIRECTIONS).map(|direction| receiver(c, direction)));
    statements
}

state! {
    "harts", Context;
    TagUpdate "proof/harts_tag_update.v" of "harts_tag_update":
        "takes one hop off a tag", Equivalence if |_| true;
    RoutingTags "proof/harts_routing_tags.v" of "harts_routing_tags":
        "reads directions and hops", Equivalence if |_| true;
    Class "proof/harts_class.v" of "harts_class":
        "ranks the packets without a gap", Equivalence if |_| true;
    DirectionChoice "proof/harts_direction_choice.v" of "harts_direction_choice":
        "takes the tags in order", Equivalence if |_| true;
    Room "proof/harts_room.v" of "harts_room":
        "looks up the room of a class", Equivalence if |_| true;
    Relay "proof/harts_relay_engine.v" of "harts_relay_engine":
        "makes the sends of every k-broadcast", Equivalence if |_| true;
    Transmitter "proof/harts_transmitter.v" of "harts_transmitter":
        "who gets the link, and when; one owner; no flit lost, doubled or mixed", Invariant if |_| true;
    Parser "proof/harts_link_parser.v" of "harts_link_parser":
        "finds every header; the queue keeps order, and room for all", Invariant
        with ["u_dut.shown" = "stored_i", "stores" = "u_dut.push", "store" = "u_dut.pushed",
              "write" = "u_dut.write_q", "read" = "u_dut.read_q", "counted" = "u_dut.silence_q"]
        if |c| c.max_data > 0;
    Bus "proof/harts_bus.v" of "harts_bus":
        "gives each source its slot in turn", Invariant if |c| c.bus;
    Sender "proof/harts_sender.v" of "harts_sender":
        "sends each copy that is due once, with its header and its data", Invariant
        if |c| c.max_data > 0;
    Turn "proof/turn.v" of "turn":
        "serves every requester in turn", Induction with ["later" = "u_dut.later_q"] if |_| true;
    Deliverer "proof/harts_deliverer.v" of "harts_deliverer":
        "hands each stored packet over once, its data in order", Invariant if |_| true;
    PacketMemory "proof/harts_packet_memory.v" of "harts_packet_memory":
        "gives back what was written, until the next read", Invariant
        with ["u_dut.flits_q.place" = "watched_i"] if |c| c.max_data > 0;
    PacketBanks "proof/harts_packet_banks.v" of "harts_packet_banks":
        "gives back what was written to both readers", Invariant
        with ["u_dut.gen_bank[0].u_memory.flits_q.place" = "place",
              "u_dut.gen_bank[1].u_memory.flits_q.place" = "place"]
        if |c| !c.bus && c.max_data > 0;
    SlotTable "proof/harts_slot_table.v" of "harts_slot_table":
        "gives back what was written", Invariant
        with ["u_dut.rows_q.place" = "watched_i"] if |_| true;
    EventQueue "proof/harts_event_queue.v" of "harts_event_queue":
        "tells the events in their order, or that some are lost", Invariant
        with ["u_dut.codes_q.place" = "place"] if |_| true;
    Collector "proof/harts_event_collector.v" of "harts_event_collector":
        "brings what waits out, from all in turn", Induction
        with ["pick" = "u_dut.pick", "later" = "u_dut.u_turn.later_q"] if |_| true;
    Crossbar "proof/harts_crossbar.v" of "harts_crossbar":
        "leads the flits of each owner to its transmitter", Equivalence if |c| !c.bus;
}

#[derive(Template)]
#[template(path = "proof/harts_receiver.v")]
struct Receiver<'a> {
    c: &'a Context<'a>,
    direction: u32,
}

/// States what the receiver of one in-link does; its parser and memories are cut.
fn receiver(c: &Context<'_>, direction: u32) -> Statement {
    let text = Receiver { c, direction }.render().expect("templates write into a string");
    let mut nets = vec![
        ("u_dut.check", "check_i"),
        ("u_dut.decide", "decide_q"),
        ("u_dut.word", "word"),
        ("u_dut.empty", "empty_i"),
        ("u_dut.ending_bad", "ending_bad_i"),
        ("u_dut.ending_why", "ending_why_i"),
        ("u_dut.parse_event_valid", "early_i"),
        ("u_dut.parse_event_code", "early_code_i"),
        ("u_dut.ready", "ready_i"),
        ("u_dut.seen", "seen_i"),
        ("refuse", "u_dut.refuse"),
    ];
    if c.filter {
        nets.push(("u_dut.expected", "expected_i"));
    }
    if c.max_data > 0 {
        nets.extend([
            ("u_dut.flit_valid", "flit_valid_i"),
            ("u_dut.flit_data", "flit_data_i"),
            ("u_dut.flit_last", "flit_last_i"),
            ("u_dut.flit_bad", "flit_bad_i"),
            ("u_dut.flit_why", "flit_why_i"),
            ("pop", "u_dut.pop"),
        ]);
    }
    Statement {
        family: "harts",
        module: format!("{}harts_receiver", c.p),
        property: "refuses, forwards, marks and stores; promises each buffer once",
        method: Method::Invariant,
        top: "proof_harts_receiver".to_string(),
        open: Vec::new(),
        nets: named(&nets),
        text: text + "\n",
    }
}

/// Returns nets and their drivers as a statement has them.
fn named(nets: &[(&str, &str)]) -> Vec<(String, String)> {
    nets.iter().map(|(net, driver)| (net.to_string(), driver.to_string())).collect()
}

#[derive(Template)]
#[template(path = "proof/harts_duplicate_check.v")]
struct DuplicateCheck<'a> {
    c: &'a Context<'a>,
}

/// States what is remembered; follows one entry, and one row of each part.
fn duplicate_check(c: &Context<'_>) -> Statement {
    let text = DuplicateCheck { c }.render().expect("templates write into a string");
    let mut nets = named(&[
        ("u_dut.keys_q.place", "entry_i"),
        ("u_dut.times_q.place", "entry_i"),
        ("kept_key", "u_dut.keys_q.kept_q"),
        ("kept_time", "u_dut.times_q.kept_q"),
        ("now", "u_dut.now_q"),
        ("hits", "u_dut.hits"),
        ("known", "u_dut.valid_q"),
        ("next", "u_dut.next_q"),
        ("oldest", "u_dut.oldest_q"),
        ("forgets", "u_dut.forget_q"),
        ("swept", "u_dut.sweep_q"),
    ]);
    for part in 0..c.key_parts {
        let unit = format!("u_dut.gen_part[{part}]");
        nets.push((format!("{unit}.rows_q.place"), format!("wanted_{part}")));
        nets.push((format!("kept_{part}"), format!("{unit}.rows_q.kept_q")));
        nets.push((format!("read_{part}"), format!("{unit}.row_q")));
    }
    Statement {
        family: "harts",
        module: format!("{}harts_duplicate_check", c.p),
        property: "knows what came within the window, nothing that never came",
        method: Method::Induction,
        top: "proof_harts_duplicate_check".to_string(),
        open: Vec::new(),
        nets,
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "proof/harts_buffer_unit.v")]
struct BufferUnit<'a> {
    c: &'a Context<'a>,
    ending_bits: u32,
    seen: &'a [Seen],
}

/// States what is kept of stored packets; follows one slot, and one flit in it. Sender and deliverer
/// are left open.
fn buffer_unit(c: &Context<'_>) -> Statement {
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
    let sender = |ports: &[(&str, u32)]| seen("u_dut.u_sender", "sender", ports);
    let deliverer = |ports: &[(&str, u32)]| seen("u_dut.u_deliverer", "deliverer", ports);
    let seen: Vec<Seen> = [sender(&looks), sender(&sends), deliverer(&looks), deliverer(&delivers)]
        .into_iter()
        .flatten()
        .collect();
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
    nets.extend(nets_of(&seen));
    let ending_bits = data * c.offset_bits + 1;
    let text = BufferUnit { c, ending_bits, seen: &seen }.render();
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
#[template(path = "proof/harts_expected_header.v")]
struct ExpectedHeader<'a> {
    c: &'a Context<'a>,
    known: &'a Known,
}

fn expected_headers(c: &Context<'_>, known: &Known) -> Statement {
    let text = ExpectedHeader { c, known }.render().expect("templates write into a string");
    Statement {
        family: "harts",
        module: format!("{}harts_expected_header", c.p),
        property: "expects the golden model's headers on each in-link",
        method: Method::Equivalence,
        top: "proof_harts_expected_header".to_string(),
        open: Vec::new(),
        nets: (0..DIRECTIONS)
            .map(|direction| format!("u_dut_{direction}.entry"))
            .map(|entry| (format!("{entry}_q"), entry))
            .collect(),
        text: text + "\n",
    }
}

//! What is to be proved of the hexagonal mesh's modules.

mod buffer_unit;
mod majority;
mod network;
mod reception;
mod router;

use askama::Template;
use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

use super::Context;
use crate::common::{Cells, MemorySizes};
use crate::header::Header;
use crate::ports::Modules;
use crate::proof::{Method, Property, properties};

/// Expected headers, from a source that the emitted tables do not know.
///
/// **Shape**: `[direction][place - 1][k - 1]`, the place being that of the node relative to the
/// source; `{distance, letter, step}`, or 0 where no packet comes.
pub type ExpectedTable = Vec<Vec<[u32; 6]>>;

/// Returns the properties of the modules of a configuration.
///
/// **Source**: [KS91] 3 and 4; refusals, classes and the acceptance filter are ours.
pub fn properties(
    spec: &HartsSpec,
    header: &Header,
    modules: &Modules<'_>,
    known: &ExpectedTable,
) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    if c.options.filter {
        properties.push(expected_headers(c, known));
    }
    if c.frame.max_data > 0 {
        properties.push(sender(c));
    }
    if c.frame.max_data > 0 && !c.options.bus {
        properties.push(packet_banks(c));
    }
    properties.extend(cells(c, header));
    properties.push(deliverer(c));
    properties.push(injector(c));
    properties.push(duplicate_check(c));
    if c.options.majority {
        properties.push(closed_messages(c));
    }
    properties.push(buffer_unit::buffer_unit(c, modules));
    properties.push(reception::reception(c, modules));
    if c.options.majority {
        properties.push(majority::majority(c, modules));
    }
    properties.push(router::router(c, modules));
    if spec.network {
        properties.push(network::network(c, modules));
    }
    properties.extend((0..DIRECTIONS).map(|direction| receiver(c, direction)));
    properties
}

properties! {
    #[derive(askama::Template)]
    "harts", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    TagUpdate "harts/proof/harts_tag_update.v" of "harts_tag_update":
        "takes one hop off a tag", Equivalence if |_| true;
    RoutingTags "harts/proof/harts_routing_tags.v" of "harts_routing_tags":
        "reads directions and hops", Equivalence if |_| true;
    Class "harts/proof/harts_class.v" of "harts_class":
        "ranks the packets without a gap", Equivalence if |_| true;
    DirectionChoice "harts/proof/harts_direction_choice.v" of "harts_direction_choice":
        "takes the tags in order", Equivalence if |_| true;
    Room "harts/proof/harts_room.v" of "harts_room":
        "looks up the room of a class", Equivalence if |_| true;
    Relay "harts/proof/harts_relay_engine.v" of "harts_relay_engine":
        "makes the sends of every k-broadcast", Equivalence if |_| true;
    Transmitter "harts/proof/harts_transmitter.v" of "harts_transmitter":
        "who gets the link, and when; one owner; no flit lost, doubled or mixed", Invariant if |_| true;
    Parser "harts/proof/harts_link_parser.v" of "harts_link_parser":
        "finds every header; the queue keeps order, and room for all", Invariant
        with ["u_dut.shown" = "stored_i", "stores" = "u_dut.push", "store" = "u_dut.pushed",
              "write" = "u_dut.write_q", "read" = "u_dut.read_q", "counted" = "u_dut.silence_q"]
        if |c| c.frame.max_data > 0;
    Bus "harts/proof/harts_bus.v" of "harts_bus":
        "gives the sources their slots one after the other", Invariant if |c| c.options.bus;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction
        with ["later" = "u_dut.later_q", "fast_later" = "u_fast.later_q"] if |_| true;
    DeliveryPort "harts/proof/harts_delivery_port.v" of "harts_delivery_port":
        "hands frames over whole, each once and in order", Invariant
        with ["u_dut.u_flits.words_q.place" = "place"] if |c| c.frame.max_data > 0;
    EmptyPort "harts/proof/harts_delivery_port.v" of "harts_delivery_port":
        "hands heads over, each once", Invariant if |c| c.frame.max_data == 0;
    Crossbar "harts/proof/harts_crossbar.v" of "harts_crossbar":
        "leads the flits of each owner to its transmitter", Equivalence if |c| !c.options.bus;
}

/// Returns the properties of the shared modules, with sizes of a router.
fn cells(c: &Context<'_>, header: &Header) -> Vec<Property> {
    let (cells, buffers) = (Cells::new("harts", header), &c.buffers);
    let rows = MemorySizes {
        width: buffers.word_bits,
        depth: buffers.link_slots,
        address: buffers.link_slot_bits,
        registered: false,
    };
    let flits = MemorySizes {
        width: c.frame.width,
        depth: buffers.link_depth,
        address: buffers.link_address_bits,
        registered: true,
    };
    let mut properties = vec![
        cells.memory(&rows),
        cells.queue(buffers.link_slot_bits + 6, buffers.link_slot_bits, false),
        cells.event_queue(4, c.events.queue_bits, &c.events.lost.to_string()),
        cells.event_collector(c.events.sources, 4, false),
    ];
    if c.frame.max_data > 0 {
        properties.push(cells.memory(&flits));
    }
    properties
}

#[derive(Template)]
#[template(path = "harts/proof/harts_receiver.v")]
struct Receiver<'a> {
    c: &'a Context<'a>,
    direction: u32,
}

/// Returns the property of the receiver of one in-link, whose parser and memories are cut.
fn receiver(c: &Context<'_>, direction: u32) -> Property {
    let text = Receiver { c, direction }.render().expect("templates write into a string");
    let mut nets = vec![
        ("u_dut.u_parser.header_o", "check_i"),
        ("u_dut.u_parser.decision_o", "decision_q"),
        ("u_dut.u_parser.header_flit_o", "header_flit_i"),
        ("u_dut.u_parser.coming_word_o", "header_i"),
        ("u_dut.u_parser.word_o", "word"),
        ("u_dut.u_parser.empty_o", "empty_i"),
        ("u_dut.u_parser.ending_bad_o", "ending_bad_i"),
        ("u_dut.u_parser.ending_why_o", "ending_why_i"),
        ("u_dut.u_parser.event_valid_o", "early_i"),
        ("u_dut.u_parser.event_code_o", "early_code_i"),
        ("heard_data", "u_dut.u_parser.link_data_i"),
        ("heard_valid", "u_dut.u_parser.link_valid_i"),
        ("heard_last", "u_dut.u_parser.link_last_i"),
        ("heard_bad", "u_dut.u_parser.link_bad_i"),
        ("refusal", "u_dut.u_parser.refusal_i"),
        ("u_dut.u_duplicate_check.ready_o", "ready_i"),
        ("u_dut.u_duplicate_check.seen_o", "seen_i"),
        ("key", "u_dut.u_duplicate_check.key_i"),
        ("key_copies", "u_dut.u_duplicate_check.copies_i"),
        ("key_check", "u_dut.u_duplicate_check.check_i"),
        ("record", "u_dut.u_duplicate_check.record_i"),
    ];
    if c.options.filter {
        nets.extend([
            ("u_dut.u_expected.expected_o", "expected_i"),
            ("asked_header_flit", "u_dut.u_expected.source_valid_i"),
            ("asked_address", "u_dut.u_expected.local_address_i"),
            ("asked_source", "u_dut.u_expected.source_i"),
            ("asked_copies", "u_dut.u_expected.copies_i"),
            ("asked_header", "u_dut.u_expected.header_i"),
        ]);
    }
    if c.frame.max_data > 0 {
        nets.extend([
            ("u_dut.u_parser.flit_valid_o", "flit_valid_i"),
            ("u_dut.u_parser.flit_data_o", "flit_data_i"),
            ("u_dut.u_parser.flit_last_o", "flit_last_i"),
            ("u_dut.u_parser.flit_bad_o", "flit_bad_i"),
            ("u_dut.u_parser.flit_why_o", "flit_why_i"),
            ("pop", "u_dut.u_parser.pop_i"),
        ]);
    }
    Property {
        family: "harts",
        module: format!("{}harts_receiver", c.prefix),
        summary: "refuses, forwards, marks and stores; promises each buffer once",
        method: Method::Invariant,
        top: "proof_harts_receiver".to_string(),
        open: Vec::new(),
        nets: named(&nets),
        text: text + "\n",
    }
}

/// Returns nets and their drivers as a property has them.
fn named(nets: &[(&str, &str)]) -> Vec<(String, String)> {
    nets.iter().map(|(net, driver)| (net.to_string(), driver.to_string())).collect()
}

/// Names the ports of the queue of slots, which sender and deliverer leave open.
fn queue_of_slots() -> Vec<(String, String)> {
    let port = |port| (format!("queue_{port}"), format!("u_dut.u_queue.{port}"));
    let ports = ["clk_i", "rst_ni", "push_i", "data_i", "full_o", "valid_o", "data_o", "pop_i"];
    ports.map(port).to_vec()
}

/// Memory of a part of the flits of one bank of a packet memory.
struct Lane {
    bank: usize,
    /// Bits of a flit.
    low: u32,
    width: u32,
    /// Its register array.
    memory: String,
}

/// Returns the memories of a packet memory with two banks, whose path is `path`, as an in-link has it.
fn banks(c: &Context<'_>, path: &str) -> Vec<Lane> {
    let (lanes, width) = (c.buffers.link_lanes, c.frame.width / c.buffers.link_lanes);
    let lane = |(bank, lane): (usize, u32)| {
        let memory = format!("{path}gen_bank[{bank}].gen_lane[{lane}].u_memory.words_q");
        Lane { bank, low: lane * width, width, memory }
    };
    (0..2).flat_map(|bank| (0..lanes).map(move |lane| (bank, lane))).map(lane).collect()
}

#[derive(Template)]
#[template(path = "harts/proof/harts_packet_banks.v")]
struct PacketBanks<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the packet memory with two readers.
fn packet_banks(c: &Context<'_>) -> Property {
    let place = |lane: Lane| (format!("{}.place", lane.memory), "place".to_string());
    Property {
        family: "harts",
        module: format!("{}harts_packet_banks", c.prefix),
        summary: "gives back what was written to both readers",
        method: Method::Invariant,
        top: "proof_harts_packet_banks".to_string(),
        open: Vec::new(),
        nets: banks(c, "u_dut.").into_iter().map(place).collect(),
        text: PacketBanks { c }.render().expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_sender.v")]
struct Sender<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the sender.
fn sender(c: &Context<'_>) -> Property {
    let text = Sender { c }.render().expect("templates write into a string");
    let mut nets = queue_of_slots();
    nets.extend(named(&[
        ("plan_due", "u_dut.due_q"),
        ("plan_unroutable", "u_dut.unroutable_q"),
        ("plan_headers", "u_dut.headers_q"),
        ("plan_classes", "u_dut.classes_q"),
        ("origin_q", "u_dut.origin_q"),
        ("word_q", "u_dut.word_q"),
        ("bad_q", "u_dut.bad_q"),
        ("length_q", "u_dut.length_q"),
        ("sent_q", "u_dut.sent_q"),
        ("step", "u_dut.state_q"),
        ("chosen", "u_dut.choice_q"),
        ("chosen_header", "u_dut.header_q"),
        ("rest", "u_dut.header_word_q"),
        ("count", "u_dut.offset_q"),
        ("header_is_out", "u_dut.data_q"),
        ("reading", "u_dut.valid_q"),
        ("granted", "u_dut.granted_q"),
        ("showing", "u_dut.moves"),
        ("ending", "u_dut.ends"),
        ("flit", "u_dut.flit"),
    ]));
    if c.frame.header_flits > 1 {
        nets.extend(named(&[("header_left", "u_dut.left_q")]));
    }
    Property {
        family: "harts",
        module: format!("{}harts_sender", c.prefix),
        summary: "sends each missing copy once, with its header and its data",
        method: Method::Induction,
        top: "proof_harts_sender".to_string(),
        open: vec![format!("{}tee_queue", c.prefix)],
        nets,
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_deliverer.v")]
struct Deliverer<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the deliverer.
fn deliverer(c: &Context<'_>) -> Property {
    let text = Deliverer { c }.render().expect("templates write into a string");
    Property {
        family: "harts",
        module: format!("{}harts_deliverer", c.prefix),
        summary: "hands each stored packet over once, its data in order",
        method: Method::Invariant,
        top: "proof_harts_deliverer".to_string(),
        open: vec![format!("{}tee_queue", c.prefix)],
        nets: queue_of_slots(),
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_injector.v")]
struct Injector<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the injector.
fn injector(c: &Context<'_>) -> Property {
    let text = Injector { c }.render().expect("templates write into a string");
    let mut nets = named(&[
        ("state", "u_dut.state_q"),
        ("way", "u_dut.way_q"),
        ("ring", "u_dut.ring_q"),
        ("crosses", "u_dut.crosses_q"),
        ("word", "u_dut.word_q"),
        ("used", "u_dut.used_q"),
        ("chosen", "u_dut.slot_q"),
        ("is_empty", "u_dut.empty_q"),
    ]);
    if c.frame.injection_flits > 1 {
        nets.extend(named(&[("index", "u_dut.index_q")]));
    }
    Property {
        family: "harts",
        module: format!("{}harts_injector", c.prefix),
        summary: "stores each legal frame once, on a shortest way",
        method: Method::Induction,
        top: "proof_harts_injector".to_string(),
        open: Vec::new(),
        nets,
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_duplicate_check.v")]
struct DuplicateCheck<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the duplicate check of an in-link. It follows one row.
fn duplicate_check(c: &Context<'_>) -> Property {
    let text = DuplicateCheck { c }.render().expect("templates write into a string");
    let mut nets = named(&[
        ("left", "u_dut.left_q"),
        ("young", "u_dut.young_q"),
        ("u_dut.turns_q.place", "place"),
        ("turn", "u_dut.turns_q.kept_q"),
    ]);
    for generation in 0..2 {
        for way in 0..c.duplicates.ways {
            let entries = format!("u_dut.gen_generation[{generation}].gen_entry[{way}].entries_q");
            nets.push((format!("{entries}.place"), "place".to_string()));
            nets.push((format!("entry_{generation}_{way}"), format!("{entries}.kept_q")));
        }
    }
    Property {
        family: "harts",
        module: format!("{}harts_duplicate_check", c.prefix),
        summary: "knows what came of late, nothing that never came",
        method: Method::Induction,
        top: "proof_harts_duplicate_check".to_string(),
        open: Vec::new(),
        nets,
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_closed_messages.v")]
struct ClosedMessages<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the memory of closed messages. It follows one entry, and one row of each part.
fn closed_messages(c: &Context<'_>) -> Property {
    let text = ClosedMessages { c }.render().expect("templates write into a string");
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
    for part in 0..c.majority.key_parts {
        let unit = format!("u_dut.gen_part[{part}]");
        nets.push((format!("{unit}.rows_q.place"), format!("wanted_{part}")));
        nets.push((format!("kept_{part}"), format!("{unit}.rows_q.kept_q")));
        nets.push((format!("read_{part}"), format!("{unit}.row_q")));
    }
    Property {
        family: "harts",
        module: format!("{}harts_closed_messages", c.prefix),
        summary: "knows which messages closed within their time, none that never did",
        method: Method::Induction,
        top: "proof_harts_closed_messages".to_string(),
        open: Vec::new(),
        nets,
        text: text + "\n",
    }
}

#[derive(Template)]
#[template(path = "harts/proof/harts_expected_header.v")]
struct ExpectedHeader<'a> {
    c: &'a Context<'a>,
    known: &'a ExpectedTable,
}

/// Returns the property of the expected headers, which the golden model knows.
fn expected_headers(c: &Context<'_>, known: &ExpectedTable) -> Property {
    let text = ExpectedHeader { c, known }.render().expect("templates write into a string");
    Property {
        family: "harts",
        module: format!("{}harts_expected_header", c.prefix),
        summary: "expects the golden model's headers on each in-link",
        method: Method::Equivalence,
        top: "proof_harts_expected_header".to_string(),
        open: Vec::new(),
        nets: (0..DIRECTIONS)
            .flat_map(|direction| {
                ["offset", "expected"].map(|net| format!("u_dut_{direction}.{net}"))
            })
            .map(|net| (format!("{net}_q"), net))
            .collect(),
        text: text + "\n",
    }
}

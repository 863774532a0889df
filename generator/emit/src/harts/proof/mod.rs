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
use crate::common::{Cells, MemorySizes, QueueSizes};
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
    properties.extend(cells(c, header));
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
        "finds every header; the queue keeps order, and room for all", Invariant if |c| c.frame.max_data > 0;
    Bus "harts/proof/harts_bus.v" of "harts_bus":
        "gives the sources their slots one after the other", Invariant if |c| c.options.bus;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction if |_| true;
    DeliveryPort "harts/proof/harts_delivery_port.v" of "harts_delivery_port":
        "hands frames over whole, each once and in order", Invariant if |c| c.frame.max_data > 0;
    EmptyPort "harts/proof/harts_delivery_port.v" of "harts_delivery_port":
        "hands heads over, each once", Invariant if |c| c.frame.max_data == 0;
    Crossbar "harts/proof/harts_crossbar.v" of "harts_crossbar":
        "leads the flits of each owner to its transmitter", Equivalence if |c| !c.options.bus;
    Sender "harts/proof/harts_sender.v" of "harts_sender":
        "sends each missing copy once, with its header and its data", Induction
        open "tee_queue" if |c| c.frame.max_data > 0;
    PacketBanks "harts/proof/harts_packet_banks.v" of "harts_packet_banks":
        "gives back what was written to both readers", Invariant
        if |c| c.frame.max_data > 0 && !c.options.bus;
    Deliverer "harts/proof/harts_deliverer.v" of "harts_deliverer":
        "hands each stored packet over once, its data in order", Invariant
        open "tee_queue" if |_| true;
    Injector "harts/proof/harts_injector.v" of "harts_injector":
        "stores each legal frame once, on a shortest way", Induction if |_| true;
    DuplicateCheck "harts/proof/harts_duplicate_check.v" of "harts_duplicate_check":
        "knows what came of late, nothing that never came", Induction if |_| true;
    ClosedMessages "harts/proof/harts_closed_messages.v" of "harts_closed_messages":
        "knows which messages closed within their time, none that never did", Induction
        if |c| c.options.majority;
}

/// Returns the properties of the shared modules, with sizes of a router.
fn cells(c: &Context<'_>, header: &Header) -> Vec<Property> {
    let (cells, buffers) = (Cells::new("harts", header), &c.buffers);
    let rows = MemorySizes {
        width: buffers.word_bits,
        depth: buffers.link_slots,
        address: buffers.link_slot_bits,
        registered: false,
        block: false,
    };
    let flits = MemorySizes {
        width: c.frame.width,
        depth: buffers.link_depth,
        address: buffers.link_address_bits,
        registered: true,
        block: false,
    };
    let mut properties = vec![
        cells.memory(&rows),
        cells.queue(&QueueSizes {
            width: buffers.link_slot_bits + 6,
            address: buffers.link_slot_bits,
            registered: false,
            early: false,
        }),
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
    let text = Receiver { c, direction }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_receiver"),
        ("refuses, forwards, marks and stores; promises each buffer once", Method::Invariant),
        "harts/proof/harts_receiver.v",
        text,
    )
}

#[derive(Template)]
#[template(path = "harts/proof/harts_expected_header.v")]
struct ExpectedHeader<'a> {
    c: &'a Context<'a>,
    known: &'a ExpectedTable,
}

/// Returns the property of the expected headers, which the golden model knows.
fn expected_headers(c: &Context<'_>, known: &ExpectedTable) -> Property {
    let text = ExpectedHeader { c, known }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_expected_header"),
        ("expects the golden model's headers on each in-link", Method::Equivalence),
        "harts/proof/harts_expected_header.v",
        text,
    )
}

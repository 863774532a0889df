//! Emits the HARTS family: routers with k-reliable broadcast on the wrapped hexagonal mesh.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken here;
//! the templates hold text only.

mod datasheet;
mod expected;
mod ports;
pub mod proof;
mod testbench;

use std::borrow::Borrow;

use askama::Template;
use serde_json::Value;
use teecast_spec::harts::{DIRECTIONS, REMEMBERED, SEQUENCE_BITS, SILENCE};
use teecast_spec::{HartsSpec, Interconnect, Reception};

use crate::emit::bundle::{RtlBundle, RtlFile};
use crate::emit::common;
use crate::emit::emitter::Emitter;
use crate::emit::header::Header;
use crate::emit::names::{concat, extend, index_bits};
use crate::emit::ports::{Meaning, Modules, Role};

/// Whole-frame buffers of the processor: one fills while one leaves.
pub const OWN_SLOTS: u32 = 2;
/// Flits of a short queue.
const QUEUE: u32 = 16;
/// Events of one source that wait.
const EVENT_QUEUE: u32 = 16;
/// Event that takes the last place among them.
const EVENT_LOST: u32 = 13;
/// Cycles of a bus frame.
pub const BUS_FRAME: u32 = 7;

/// The part of a header that one flit brings.
struct Part {
    index: u32,
    low: u32,
    high: u32,
}

/// Everything the templates of the family need, as numbers and ready expressions.
pub struct Context<'a> {
    header: &'a Header,
    configuration: String,
    p: &'a str,
    n: u32,
    w: u32,
    nodes: u32,
    offsets: [u32; DIRECTIONS as usize],
    bus: bool,
    joint: &'static str,
    filter: bool,
    majority: bool,
    max_data: u32,
    id: u32,
    dist: u32,
    tag: u32,
    entry: u32,
    broadcast_bits: u32,
    regular_bits: u32,
    word: u32,
    word_parts: Vec<Part>,
    broadcast_flits: u32,
    regular_flits: u32,
    header_flits: u32,
    head_index_bits: u32,
    injection_bits: u32,
    injection_parts: Vec<Part>,
    injection_flits: u32,
    injection_low_bits: u32,
    injection_index_bits: u32,
    delivery_bits: u32,
    delivery_flits: u32,
    delivery_index_bits: u32,
    distance_high: u32,
    source_low: u32,
    source_high: u32,
    regular_source_low: u32,
    regular_source_high: u32,
    identity_low: u32,
    regular_identity_high: u32,
    identity_high: u32,
    distance_overflows: bool,
    first_header: u32,
    nodes_low: u32,
    twice_low: u32,
    classes: u32,
    class_bits: u32,
    per_class: u32,
    buffers: u32,
    buffer_bits: u32,
    step_bases: Vec<(u32, u32)>,
    silence: u32,
    silence_bits: u32,
    queue: u32,
    queue_bits: u32,
    offset_bits: u32,
    place_bits: u32,
    pitch: u32,
    units: u32,
    sources: u32,
    event_sources: u32,
    event_queue: u32,
    event_lost: u32,
    own_slots: u32,
    own_depth: u32,
    own_address_bits: u32,
    link_slots: u32,
    link_slot_bits: u32,
    link_depth: u32,
    link_address_bits: u32,
    slot_bases: Vec<u32>,
    row_word: u32,
    row_bits: u32,
    expected: Vec<Vec<String>>,
    remembered: u32,
    key_parts: u32,
    window: u32,
    window_bits: u32,
    gap: u32,
    forward_cycles: u32,
    vote_timeout: u32,
    majority_time_bits: u32,
    entries: u32,
    entry_bits: u32,
    majority_depth: u32,
    majority_address_bits: u32,
}

impl<'a> Context<'a> {
    fn new(spec: &HartsSpec, header: &'a Header) -> Self {
        let (n, width) = (spec.n, spec.width);
        let (id, dist, tag) = (spec.node_bits(), spec.distance_bits(), spec.tag_bits());
        let (broadcast_bits, regular_bits) = (spec.broadcast_bits(), spec.regular_bits());
        let word = broadcast_bits.max(regular_bits);
        let (broadcast_flits, regular_flits) =
            (spec.header_flits(broadcast_bits), spec.header_flits(regular_bits));
        let header_flits = spec.header_flits(word);
        let injection_bits = spec.injection_bits();
        let injection_flits = spec.header_flits(injection_bits);
        let delivery_bits = spec.delivery_bits();
        let delivery_flits = spec.header_flits(delivery_bits);
        let bus = spec.interconnect == Interconnect::Bus;
        let majority = spec.reception == Reception::Majority;
        let classes = spec.classes();
        let buffers = classes * spec.buffers_per_class();
        let flit_time = if bus { BUS_FRAME } else { 1 };
        let silence = SILENCE * flit_time;
        let units = units(spec);
        let link_slots = if bus { 6 * buffers + OWN_SLOTS } else { buffers };
        // A pitch of two or more keeps an address wider than a slot, an even one a flit in its bank.
        let pitch = spec.max_data.max(2).next_multiple_of(2);
        let (link_depth, own_depth) = (link_slots * pitch, OWN_SLOTS * pitch);
        // One copy of each group, of which there are at most as many as in-links.
        let majority_depth = spec.open_messages * DIRECTIONS * pitch;
        let source_low = 10 + dist;
        let regular_source_low = 1 + 3 * tag;
        Self {
            header,
            configuration: configuration(spec),
            p: &header.prefix,
            n,
            w: width,
            nodes: spec.nodes(),
            offsets: spec.hexmesh().offsets(),
            bus,
            joint: spec.interconnect.name(),
            filter: spec.filter,
            majority,
            max_data: spec.max_data,
            id,
            dist,
            tag,
            entry: dist + 5,
            broadcast_bits,
            regular_bits,
            word,
            word_parts: parts(word, width),
            broadcast_flits,
            regular_flits,
            header_flits,
            head_index_bits: index_bits(header_flits),
            injection_bits,
            injection_parts: parts(injection_bits, width),
            injection_flits,
            injection_low_bits: injection_bits.min(width),
            injection_index_bits: index_bits(injection_flits),
            delivery_bits,
            delivery_flits,
            delivery_index_bits: index_bits(delivery_flits),
            distance_high: source_low - 1,
            source_low,
            source_high: source_low + id - 1,
            regular_source_low,
            regular_source_high: regular_source_low + id - 1,
            identity_low: source_low,
            regular_identity_high: regular_source_low + id + SEQUENCE_BITS - 1,
            identity_high: source_low + id + SEQUENCE_BITS - 1,
            distance_overflows: n < 1 << dist,
            first_header: (n - 1) << 5 | 1,
            nodes_low: spec.nodes() % (1 << tag),
            twice_low: (2 * n - 2) % (1 << tag),
            classes,
            class_bits: index_bits(classes),
            per_class: spec.buffers_per_class(),
            buffers,
            buffer_bits: index_bits(buffers),
            step_bases: vec![(1, n - 1), (2, 2 * (n - 1)), (3, 3 * (n - 1) - 1)],
            silence,
            silence_bits: index_bits(silence),
            queue: QUEUE,
            queue_bits: index_bits(QUEUE),
            offset_bits: index_bits(spec.max_data + 1),
            place_bits: index_bits(spec.max_data.max(1)),
            pitch,
            units,
            sources: 6 + units,
            event_sources: 7 + units + u32::from(majority),
            event_queue: EVENT_QUEUE,
            event_lost: EVENT_LOST,
            own_slots: OWN_SLOTS,
            own_depth,
            own_address_bits: index_bits(own_depth),
            link_slots,
            link_slot_bits: index_bits(link_slots),
            link_depth,
            link_address_bits: index_bits(link_depth),
            slot_bases: (0..7).map(|lane| lane * buffers).collect(),
            row_word: if bus { word + 3 } else { word },
            row_bits: 6 * (dist + 5),
            expected: if spec.filter { expected::tables(spec) } else { Vec::new() },
            remembered: REMEMBERED,
            key_parts: (id + 11).div_ceil(4),
            window: spec.duplicate_window,
            window_bits: index_bits(spec.duplicate_window + 1),
            // A short header behind a long one comes too early for a bus slot.
            gap: u32::from(broadcast_flits != regular_flits),
            // The slot of the bus comes up to a frame less one cycle later.
            forward_cycles: if bus { 3 + BUS_FRAME - 1 } else { 3 },
            vote_timeout: spec.vote_timeout,
            majority_time_bits: index_bits(spec.vote_timeout + majority_delay(spec, flit_time) + 1),
            entries: spec.open_messages,
            entry_bits: index_bits(spec.open_messages),
            majority_depth,
            majority_address_bits: index_bits(majority_depth),
        }
    }

    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    // Templates pass fields by reference and literals by value.
    fn extend(&self, expression: &str, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    fn pow2(&self, exponent: impl Borrow<u32>) -> u32 {
        1 << exponent.borrow()
    }

    fn concat(&self, list: &str) -> String {
        concat(list)
    }

    /// Joins a list of expressions of `from` bits, with zeros before it.
    fn pad(&self, list: impl AsRef<str>, from: impl Borrow<u32>, to: impl Borrow<u32>) -> String {
        let list = list.as_ref();
        match to.borrow() - from.borrow() {
            0 => concat(list),
            zeros => concat(&format!("{zeros}'d0, {list}")),
        }
    }

    /// Returns a header of `bits` bits without its lowest flit.
    fn shifted(&self, word: &str, bits: impl Borrow<u32>) -> String {
        let bits = bits.borrow();
        format!("{{{}'d0, {word}[{}:{}]}}", self.w, bits - 1, self.w)
    }

    /// Says whether source and sequence number stand at the same place in both kinds of headers.
    fn same_identity(&self) -> bool {
        self.identity_low == self.regular_source_low
    }

    /// Returns sequence number and source of a packet, whatever its kind.
    fn identity(&self, word: &str) -> String {
        let of = |high, low| format!("{word}[{high}:{low}]");
        let of_broadcast = of(self.identity_high, self.identity_low);
        match self.same_identity() {
            true => of_broadcast,
            false => {
                let of_regular = of(self.regular_identity_high, self.regular_source_low);
                format!("broadcast ? {of_broadcast} : {of_regular}")
            }
        }
    }

    /// Lists the fields of a regular packet that goes on.
    fn regular_packet(&self) -> &'static str {
        match self.same_identity() {
            true => "identity, next_tags, 1'b0",
            false => "regular_identity, next_tags, 1'b0",
        }
    }

    /// Lists the fields of the node's own broadcast as it is stored.
    fn own_broadcast(&self) -> String {
        format!("sequence_number, local_address_i, {}'d0, copies, 1'b1", self.dist + 6)
    }

    /// Returns the index of the last flit of a header.
    fn last_header_flit(&self) -> String {
        let index = |flits: u32| format!("{}'d{}", self.head_index_bits, flits - 1);
        match self.gap {
            0 => index(self.header_flits),
            _ => {
                let (of_broadcast, of_regular) = (self.broadcast_flits, self.regular_flits);
                format!("broadcast ? {} : {}", index(of_broadcast), index(of_regular))
            }
        }
    }

    /// Returns the low bits of a header word as a flit.
    fn head_flit(&self, word: &str) -> String {
        self.flit(word, self.word)
    }

    /// Returns the low bits of a delivery header as a flit.
    fn delivery_flit(&self, word: &str) -> String {
        self.flit(word, self.delivery_bits)
    }

    fn flit(&self, word: &str, bits: u32) -> String {
        if self.w < bits { format!("{word}[{}:0]", self.w - 1) } else { extend(word, bits, self.w) }
    }

    /// Returns the place of a flit in its packet as an address of `to` bits.
    fn place_of(&self, offset: &str, to: impl Borrow<u32>) -> String {
        extend(&format!("{offset}[{}:0]", self.place_bits - 1), self.place_bits, *to.borrow())
    }

    /// Returns how many share the largest arbiter: the slots of a buffer unit.
    fn requesters(&self) -> u32 {
        self.link_slots
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    fn widest(&self) -> u32 {
        self.requesters().max(DIRECTIONS)
    }

    /// Names the part that takes stored packets.
    fn exit(&self) -> &'static str {
        if self.majority { "majority" } else { "port" }
    }

    /// Names the signal that the delivery port takes.
    fn port_signal(&self, name: &str) -> String {
        if self.majority { format!("port_{name}") } else { name.to_string() }
    }
}

/// Returns how much longer than its time a message may stay open: one is looked at between
/// two copies.
///
/// **Units**: clock cycles.
fn majority_delay(spec: &HartsSpec, flit_time: u32) -> u32 {
    let search_and_groups = spec.open_messages + 64;
    // The copy, whose flits share a memory with others, and the frames of two messages.
    let flits = (2 * flit_time + 2) * (spec.max_data + 4);
    spec.open_messages * (search_and_groups + flits)
}

/// Returns the number of buffer units: the bus has one with the slots of all, the crossbar one for
/// each in-link and one for the processor.
pub fn units(spec: &HartsSpec) -> u32 {
    match spec.interconnect {
        Interconnect::Bus => 1,
        Interconnect::Crossbar => 7,
    }
}

/// Cuts a header into flits.
fn parts(bits: u32, width: u32) -> Vec<Part> {
    let part =
        |index: u32| Part { index, low: index * width, high: bits.min((index + 1) * width) - 1 };
    (0..bits.div_ceil(width)).map(part).collect()
}

/// Returns the configuration in one line, as the file headers show it.
fn configuration(spec: &HartsSpec) -> String {
    let reception = match spec.reception {
        Reception::Copies => String::new(),
        Reception::Majority => {
            format!(" vote_timeout={} open_messages={}", spec.vote_timeout, spec.open_messages)
        }
    };
    format!(
        "n={} W={} max_data={} interconnect={} filter={} duplicate_window={}\n//   reception={}{reception}",
        spec.n,
        spec.width,
        spec.max_data,
        spec.interconnect.name(),
        spec.filter,
        spec.duplicate_window,
        spec.reception.name(),
    )
}

/// Declares one template type for each module, and the function that renders them in order.
macro_rules! modules {
    ($($kind:ident $path:literal if $wanted:expr;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a Context<'a> }
        )*

        fn render(c: &Context<'_>, spec: &HartsSpec) -> Vec<RtlFile> {
            let mut files = Vec::new();
            $(
                let wanted: fn(&Context<'_>, &HartsSpec) -> bool = $wanted;
                if wanted(c, spec) {
                    let text = $kind { c }.render().expect("templates write into a string");
                    files.push(RtlFile { path: path(c, $path), text: text + "\n" });
                }
            )*
            files
        }
    };
}

// Leaf modules first: the order of the file list.
modules! {
    RoutingTags "harts/rtl/harts_routing_tags.v" if |_, _| true;
    TagUpdate "harts/rtl/harts_tag_update.v" if |_, _| true;
    Class "harts/rtl/harts_class.v" if |_, _| true;
    Room "harts/rtl/harts_room.v" if |_, _| true;
    DirectionChoice "harts/rtl/harts_direction_choice.v" if |_, _| true;
    ExpectedHeader "harts/rtl/harts_expected_header.v" if |c, _| c.filter;
    DuplicateCheck "harts/rtl/harts_duplicate_check.v" if |_, _| true;
    LinkParser "harts/rtl/harts_link_parser.v" if |_, _| true;
    Receiver "harts/rtl/harts_receiver.v" if |_, _| true;
    Transmitter "harts/rtl/harts_transmitter.v" if |_, _| true;
    Injector "harts/rtl/harts_injector.v" if |_, _| true;
    Bus "harts/rtl/harts_bus.v" if |c, _| c.bus;
    Crossbar "harts/rtl/harts_crossbar.v" if |c, _| !c.bus;
    RelayEngine "harts/rtl/harts_relay_engine.v" if |_, _| true;
    SlotTable "harts/rtl/harts_slot_table.v" if |_, _| true;
    PacketMemory "harts/rtl/harts_packet_memory.v" if |c, _| c.max_data > 0;
    PacketBanks "harts/rtl/harts_packet_banks.v" if |c, _| c.max_data > 0 && !c.bus;
    Sender "harts/rtl/harts_sender.v" if |_, _| true;
    Deliverer "harts/rtl/harts_deliverer.v" if |_, _| true;
    BufferUnit "harts/rtl/harts_buffer_unit.v" if |_, _| true;
    DeliveryPort "harts/rtl/harts_delivery_port.v" if |_, _| true;
    Majority "harts/rtl/harts_majority.v" if |c, _| c.majority;
    ReceptionUnit "harts/rtl/harts_reception.v" if |_, _| true;
    EventQueue "harts/rtl/harts_event_queue.v" if |_, _| true;
    Collector "harts/rtl/harts_event_collector.v" if |_, _| true;
    Router "harts/rtl/harts_router.v" if |_, _| true;
}

#[derive(Template)]
#[template(path = "harts/rtl/hexmesh_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    tapped: bool,
}

/// Returns the path of an emitted module, prefix included.
fn path(c: &Context<'_>, template: &str) -> String {
    let name = template.rsplit('/').next().unwrap_or(template);
    format!("harts/{}{name}", c.p)
}

impl Emitter for HartsSpec {
    /// **Source**: [KS91]; the structured packet store, refusals and majorities are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let c = Context::new(self, header);
        let mut files = common::files(header);
        files.extend(render(&c, self));
        if self.network {
            let network = Network { c: &c, tapped: false };
            let text = network.render().expect("templates write into a string") + "\n";
            files.push(RtlFile { path: path(&c, "hexmesh_network.v"), text });
        }
        let tops = Modules::new(&files, c.p).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "harts", files, tops }
    }

    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
        testbench::files(self, header, bundle)
    }

    fn chapter(&self, prefix: &str) -> String {
        datasheet::chapter(self, prefix)
    }

    fn roles(&self) -> &'static [Role] {
        ports::ROLES
    }

    fn meanings(&self) -> &'static [Meaning] {
        ports::MEANINGS
    }

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}

/// Emits the network whose nodes a testbench can play, `hexmesh_network_tapped`.
pub fn tapped_network(spec: &HartsSpec, header: &Header) -> RtlFile {
    let c = Context::new(spec, header);
    let network = Network { c: &c, tapped: true };
    let text = network.render().expect("templates write into a string") + "\n";
    RtlFile { path: format!("testbench/{}hexmesh_network_tapped.v", c.p), text }
}

//! What the templates of the HARTS family need: numbers and ready expressions.

use std::borrow::Borrow;

use teecast_spec::harts::{DIRECTIONS, REMEMBERED, SEQUENCE_BITS, SILENCE};
use teecast_spec::{HartsSpec, Interconnect, Reception};

use super::expected;
use crate::emit::header::Header;
use crate::emit::names::{concat, extend, index_bits};

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
pub(super) struct Part {
    pub(super) index: u32,
    pub(super) low: u32,
    pub(super) high: u32,
}

/// Everything the templates of the family need, as numbers and ready expressions.
pub struct Context<'a> {
    pub(super) header: &'a Header,
    pub(super) configuration: String,
    pub(super) p: &'a str,
    pub(super) n: u32,
    pub(super) w: u32,
    pub(super) nodes: u32,
    pub(super) offsets: [u32; DIRECTIONS as usize],
    pub(super) bus: bool,
    pub(super) joint: &'static str,
    pub(super) filter: bool,
    pub(super) vote: bool,
    pub(super) max_data: u32,
    pub(super) id: u32,
    pub(super) dist: u32,
    pub(super) tag: u32,
    pub(super) entry: u32,
    pub(super) broadcast_bits: u32,
    pub(super) regular_bits: u32,
    pub(super) word: u32,
    pub(super) word_parts: Vec<Part>,
    pub(super) broadcast_flits: u32,
    pub(super) regular_flits: u32,
    pub(super) header_flits: u32,
    pub(super) head_index_bits: u32,
    pub(super) injection_bits: u32,
    pub(super) injection_parts: Vec<Part>,
    pub(super) injection_flits: u32,
    pub(super) injection_low_bits: u32,
    pub(super) injection_index_bits: u32,
    pub(super) delivery_bits: u32,
    pub(super) delivery_flits: u32,
    pub(super) delivery_index_bits: u32,
    pub(super) distance_high: u32,
    pub(super) source_low: u32,
    pub(super) source_high: u32,
    pub(super) regular_source_low: u32,
    pub(super) regular_source_high: u32,
    pub(super) identity_low: u32,
    pub(super) regular_identity_high: u32,
    pub(super) identity_high: u32,
    pub(super) distance_overflows: bool,
    pub(super) first_header: u32,
    pub(super) nodes_low: u32,
    pub(super) twice_low: u32,
    pub(super) classes: u32,
    pub(super) class_bits: u32,
    pub(super) per_class: u32,
    pub(super) buffers: u32,
    pub(super) buffer_bits: u32,
    pub(super) step_bases: Vec<(u32, u32)>,
    pub(super) silence: u32,
    pub(super) silence_bits: u32,
    pub(super) queue: u32,
    pub(super) queue_bits: u32,
    pub(super) offset_bits: u32,
    pub(super) place_bits: u32,
    pub(super) pitch: u32,
    pub(super) units: u32,
    pub(super) sources: u32,
    pub(super) event_sources: u32,
    pub(super) event_queue: u32,
    pub(super) event_lost: u32,
    pub(super) own_slots: u32,
    pub(super) own_depth: u32,
    pub(super) own_address_bits: u32,
    pub(super) link_slots: u32,
    pub(super) link_slot_bits: u32,
    pub(super) link_depth: u32,
    pub(super) link_address_bits: u32,
    pub(super) slot_bases: Vec<u32>,
    pub(super) row_word: u32,
    pub(super) row_bits: u32,
    pub(super) expected: Vec<Vec<String>>,
    pub(super) remembered: u32,
    pub(super) key_parts: u32,
    pub(super) window: u32,
    pub(super) window_bits: u32,
    pub(super) gap: u32,
    pub(super) forward_cycles: u32,
    pub(super) vote_timeout: u32,
    pub(super) vote_time_bits: u32,
    pub(super) entries: u32,
    pub(super) entry_bits: u32,
    pub(super) vote_depth: u32,
    pub(super) vote_address_bits: u32,
}

impl<'a> Context<'a> {
    pub(super) fn new(spec: &HartsSpec, header: &'a Header) -> Self {
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
        let vote = spec.reception == Reception::Vote;
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
        let vote_depth = spec.open_messages * DIRECTIONS * pitch;
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
            vote,
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
            event_sources: 7 + units + u32::from(vote),
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
            vote_time_bits: index_bits(spec.vote_timeout + vote_delay(spec, flit_time) + 1),
            entries: spec.open_messages,
            entry_bits: index_bits(spec.open_messages),
            vote_depth,
            vote_address_bits: index_bits(vote_depth),
        }
    }

    pub(super) fn banner(&self, role: &str) -> String {
        self.header.banner(role, &self.configuration)
    }

    // Templates pass fields by reference and literals by value.
    pub(super) fn extend(
        &self,
        expression: &str,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        extend(expression, *from.borrow(), *to.borrow())
    }

    pub(super) fn pow2(&self, exponent: impl Borrow<u32>) -> u32 {
        1 << exponent.borrow()
    }

    pub(super) fn concat(&self, list: &str) -> String {
        concat(list)
    }

    /// Joins a list of expressions of `from` bits, with zeros before it.
    pub(super) fn pad(
        &self,
        list: impl AsRef<str>,
        from: impl Borrow<u32>,
        to: impl Borrow<u32>,
    ) -> String {
        let list = list.as_ref();
        match to.borrow() - from.borrow() {
            0 => concat(list),
            zeros => concat(&format!("{zeros}'d0, {list}")),
        }
    }

    /// Returns a header of `bits` bits without its lowest flit.
    pub(super) fn shifted(&self, word: &str, bits: impl Borrow<u32>) -> String {
        let bits = bits.borrow();
        format!("{{{}'d0, {word}[{}:{}]}}", self.w, bits - 1, self.w)
    }

    /// Says whether source and sequence number stand at the same place in both kinds of headers.
    pub(super) fn same_identity(&self) -> bool {
        self.identity_low == self.regular_source_low
    }

    /// Returns sequence number and source of a packet, whatever its kind.
    pub(super) fn identity(&self, word: &str) -> String {
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
    pub(super) fn regular_packet(&self) -> &'static str {
        match self.same_identity() {
            true => "identity, next_tags, 1'b0",
            false => "regular_identity, next_tags, 1'b0",
        }
    }

    /// Lists the fields of the node's own broadcast as it is stored.
    pub(super) fn own_broadcast(&self) -> String {
        format!("sequence_number, local_address_i, {}'d0, copies, 1'b1", self.dist + 6)
    }

    /// Returns the index of the last flit of a header.
    pub(super) fn last_header_flit(&self) -> String {
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
    pub(super) fn head_flit(&self, word: &str) -> String {
        self.flit(word, self.word)
    }

    /// Returns the low bits of a delivery header as a flit.
    pub(super) fn delivery_flit(&self, word: &str) -> String {
        self.flit(word, self.delivery_bits)
    }

    pub(super) fn flit(&self, word: &str, bits: u32) -> String {
        if self.w < bits { format!("{word}[{}:0]", self.w - 1) } else { extend(word, bits, self.w) }
    }

    /// Returns the place of a flit in its packet as an address of `to` bits.
    pub(super) fn place_of(&self, offset: &str, to: impl Borrow<u32>) -> String {
        extend(&format!("{offset}[{}:0]", self.place_bits - 1), self.place_bits, *to.borrow())
    }

    /// Returns how many share the largest arbiter: the slots of a buffer unit.
    pub(super) fn requesters(&self) -> u32 {
        self.link_slots
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    pub(super) fn widest(&self) -> u32 {
        self.requesters().max(DIRECTIONS)
    }

    /// Names the part that takes stored packets.
    pub(super) fn exit(&self) -> &'static str {
        if self.vote { "vote" } else { "port" }
    }

    /// Names the signal that the delivery port takes.
    pub(super) fn port_signal(&self, name: &str) -> String {
        if self.vote { format!("port_{name}") } else { name.to_string() }
    }
}

/// Returns how much longer than its time a vote may stay open: one is looked at between two copies.
///
/// **Units**: clock cycles.
fn vote_delay(spec: &HartsSpec, flit_time: u32) -> u32 {
    let search_and_groups = spec.open_messages + 64;
    // The copy, whose flits share a memory with others, and the frames of two votes.
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
        Reception::Vote => {
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

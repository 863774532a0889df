//! Sizes of what a router of the HARTS family stores: packets, and what majorities, duplicate checks and
//! events need.

use teecast_spec::harts::{CLOSED_MESSAGES, DIRECTIONS, DUPLICATE_ROWS, DUPLICATE_WAYS};
use teecast_spec::{HartsSpec, Interconnect};

use crate::names::index_bits;

/// Whole-frame buffers of the processor: one fills while one leaves.
pub const OWN_SLOTS: u32 = 2;
/// Flits of a short queue.
const QUEUE: u32 = 16;
/// Events of one source that wait.
const EVENT_QUEUE: u32 = 16;
/// Event that takes the last place among them.
const EVENT_LOST: u32 = 13;

/// Buffers of packets, and their addresses.
pub(super) struct Buffers {
    pub(super) classes: u32,
    pub(super) class_bits: u32,
    pub(super) per_class: u32,
    /// Buffers of an in-link.
    pub(super) count: u32,
    pub(super) index_bits: u32,
    /// Buffer units of a router, and all that send flits to links.
    pub(super) units: u32,
    pub(super) sources: u32,
    pub(super) pitch: u32,
    pub(super) own_slots: u32,
    pub(super) own_depth: u32,
    pub(super) own_address_bits: u32,
    pub(super) link_slots: u32,
    pub(super) link_slot_bits: u32,
    pub(super) link_depth: u32,
    pub(super) link_address_bits: u32,
    /// Parts of a flit that lie side by side in a bank of packets.
    pub(super) link_lanes: u32,
    pub(super) slot_bases: Vec<u32>,
    /// Bits of a header beside a stored packet.
    pub(super) word_bits: u32,
    /// Flits of a short queue.
    pub(super) queue: u32,
    pub(super) queue_bits: u32,
}

impl Buffers {
    /// `header_bits` are those of the longest header on a link.
    pub(super) fn new(spec: &HartsSpec, header_bits: u32) -> Self {
        let bus = spec.interconnect == Interconnect::Bus;
        let classes = spec.classes();
        let count = classes * spec.buffers_per_class();
        let link_slots = if bus { 6 * count + OWN_SLOTS } else { count };
        let pitch = pitch(spec);
        let (link_depth, own_depth) = (link_slots * pitch, OWN_SLOTS * pitch);
        let units = units(spec);
        let deep = (1025..=2048).contains(&(link_depth / 2));
        Self {
            classes,
            class_bits: index_bits(classes),
            per_class: spec.buffers_per_class(),
            count,
            index_bits: index_bits(count),
            units,
            sources: 6 + units,
            pitch,
            own_slots: OWN_SLOTS,
            own_depth,
            own_address_bits: index_bits(own_depth),
            link_slots,
            link_slot_bits: index_bits(link_slots),
            link_depth,
            link_address_bits: index_bits(link_depth),
            link_lanes: if deep { lanes(spec.width) } else { 1 },
            slot_bases: (0..7).map(|lane| lane * count).collect(),
            word_bits: if bus { header_bits + 3 } else { header_bits },
            queue: QUEUE,
            queue_bits: index_bits(QUEUE),
        }
    }
}

/// Broadcasts of which a receiver compares the copies.
pub(super) struct Majority {
    pub(super) timeout: u32,
    pub(super) time_bits: u32,
    /// Broadcasts that are open at a time.
    pub(super) entries: u32,
    pub(super) entry_bits: u32,
    pub(super) depth: u32,
    pub(super) address_bits: u32,
    /// Closed messages that are remembered, and the parts of four bits that name one.
    pub(super) remembered: u32,
    pub(super) key_parts: u32,
}

impl Majority {
    /// A link takes `flit_time` cycles for a flit.
    pub(super) fn new(spec: &HartsSpec, flit_time: u32) -> Self {
        // One copy of each group, of which there are at most as many as in-links.
        let depth = spec.open_messages * DIRECTIONS * pitch(spec);
        Self {
            timeout: spec.majority_timeout,
            time_bits: index_bits(spec.majority_timeout + majority_delay(spec, flit_time) + 1),
            entries: spec.open_messages,
            entry_bits: index_bits(spec.open_messages),
            depth,
            address_bits: index_bits(depth),
            remembered: CLOSED_MESSAGES,
            key_parts: (spec.node_bits() + 11).div_ceil(4),
        }
    }
}

/// What the duplicate check of an in-link remembers.
pub(super) struct Duplicates {
    pub(super) rows: u32,
    pub(super) ways: u32,
    /// Half of the window.
    ///
    /// **Units**: clock cycles.
    pub(super) period: u32,
    pub(super) time_bits: u32,
}

impl Duplicates {
    pub(super) fn new(spec: &HartsSpec) -> Self {
        // A period has time to clear all rows.
        let period = (spec.duplicate_window / 2).max(2 * DUPLICATE_ROWS);
        Self { rows: DUPLICATE_ROWS, ways: DUPLICATE_WAYS, period, time_bits: index_bits(period) }
    }
}

/// Events that wait for the processor.
pub(super) struct Events {
    pub(super) sources: u32,
    /// Bits of a place of an event of one source that waits.
    pub(super) queue_bits: u32,
    /// Code of the event that takes the last place among them.
    pub(super) lost: u32,
}

impl Events {
    /// With `majority`, the unit that compares copies reports events, too.
    pub(super) fn new(spec: &HartsSpec, majority: bool) -> Self {
        let sources = 7 + units(spec) + u32::from(majority);
        Self { sources, queue_bits: index_bits(EVENT_QUEUE), lost: EVENT_LOST }
    }
}

/// Returns the number of buffer units: the bus has one with the slots of all, the crossbar one for
/// each in-link and one for the processor.
fn units(spec: &HartsSpec) -> u32 {
    match spec.interconnect {
        Interconnect::Bus => 1,
        Interconnect::Crossbar => 7,
    }
}

/// Returns the distance of packets in a memory. With two or more, an address is wider than a slot;
/// with an even one, a flit is always in the same bank.
fn pitch(spec: &HartsSpec) -> u32 {
    spec.max_data.max(2).next_multiple_of(2)
}

/// Returns into how many equal parts of at most nine bits a flit is cut; 1 if it can't be, without parts
/// of less than four bits.
fn lanes(width: u32) -> u32 {
    (width.div_ceil(9)..=width / 4).find(|&lanes| width % lanes == 0).unwrap_or(1)
}

/// Returns how much longer than its time a message may stay open: one is looked at between two copies.
///
/// **Units**: clock cycles.
fn majority_delay(spec: &HartsSpec, flit_time: u32) -> u32 {
    let search_and_groups = spec.open_messages + 64;
    // The copy, whose flits share a memory with others, and the frames of two messages.
    let flits = (2 * flit_time + 2) * (spec.max_data + 4);
    spec.open_messages * (search_and_groups + flits)
}

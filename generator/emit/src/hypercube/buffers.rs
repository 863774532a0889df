//! Slots for whole messages in a message handling unit of the hypercube, and their addresses.

use teecast_spec::{HypercubeSpec, Vote};

use crate::names::index_bits;

/// Whole-message buffers for each class of an input channel: one fills while one leaves.
pub const SLOTS_PER_CLASS: u32 = 2;

/// Whole messages that wait for the processor.
pub const DELIVERIES: u32 = 2;

/// Bits that are kept with a flit: last; bad, or the last one of a header; the kind of its message.
pub const FLAGS: u32 = 4;

/// Slots and memories of a unit.
pub(super) struct Buffers {
    pub(super) classes: u32,
    pub(super) class_bits: u32,
    /// Bits beside a flit on a link: class, kind, and whether the header ends.
    pub(super) side_bits: u32,
    pub(super) class_list: Vec<u32>,
    pub(super) always_restricted: bool,
    pub(super) unrestricted: u32,
    pub(super) slots: u32,
    pub(super) slot_bits: u32,
    pub(super) slot_codes: u32,
    /// Rows of a memory that has one for each slot. Linters refuse two rows for a number of two bits.
    pub(super) slot_rows: u32,
    /// Slots, each with its first address.
    pub(super) bases: Vec<(u32, u32)>,
    pub(super) depth: u32,
    pub(super) address_bits: u32,
    /// Bits of a flit in the data buffer.
    pub(super) word_bits: u32,
    /// Flits of two whole messages before the processor.
    pub(super) delivery_depth: u32,
    pub(super) delivery_bits: u32,
    pub(super) delivery_next_write: String,
    pub(super) delivery_next_read: String,
}

impl Buffers {
    pub(super) fn new(spec: &HypercubeSpec) -> Self {
        let classes = spec.classes;
        let class_bits = index_bits(classes);
        let slots = SLOTS_PER_CLASS * classes;
        let slot_codes = SLOTS_PER_CLASS << class_bits;
        let stride = stride(slots, spec.message_flits());
        let depth = slots * stride;
        let delivery_depth = DELIVERIES * (1 + spec.max_data);
        let delivery_bits = index_bits(delivery_depth);
        let delivery_codes = 1 << delivery_bits;
        Self {
            classes,
            class_bits,
            side_bits: class_bits + 3,
            class_list: (0..classes).collect(),
            always_restricted: spec.vote == Vote::Pcube || spec.unrestricted_classes() == 0,
            unrestricted: spec.unrestricted_classes(),
            slots,
            slot_bits: class_bits + 1,
            slot_codes,
            slot_rows: if classes == 1 { slot_codes } else { slots },
            bases: (0..slots).map(|slot| (slot, slot * stride)).collect(),
            depth,
            address_bits: index_bits(depth),
            word_bits: spec.width + FLAGS,
            delivery_depth,
            delivery_bits,
            delivery_next_write: next("write_q", delivery_bits, delivery_depth, delivery_codes),
            delivery_next_read: next("read_q", delivery_bits, delivery_depth, delivery_codes),
        }
    }
}

/// Returns the value after `name` of `bits` bits, which counts `values` of its `codes`.
fn next(name: &str, bits: u32, values: u32, codes: u32) -> String {
    match values == codes {
        true => format!("{name} + {bits}'d1"),
        false => format!("{name} == {bits}'d{} ? {bits}'d0 : {name} + {bits}'d1", values - 1),
    }
}

/// Returns the distance of message slots in the data buffer: the roundest number that needs no
/// more address bits than the shortest distance does.
fn stride(slots: u32, message_flits: u32) -> u32 {
    let room = (1 << index_bits(slots * message_flits)) / slots;
    let rounded = (0..u32::BITS).map(|zeros| message_flits.next_multiple_of(1 << zeros));
    rounded.take_while(|&stride| stride <= room).last().unwrap_or(message_flits)
}

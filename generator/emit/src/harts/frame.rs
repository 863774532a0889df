//! Widths and places of the fields in headers of the HARTS family, and the flits that bring them.

use teecast_spec::HartsSpec;
use teecast_spec::harts::SEQUENCE_BITS;

use super::expected;
use crate::names::index_bits;

/// The part of a header that one flit brings.
pub(super) struct Part {
    pub(super) index: u32,
    pub(super) low: u32,
    pub(super) high: u32,
}

/// Fields and flits of packets.
pub(super) struct FrameLayout {
    pub(super) width: u32,
    pub(super) max_data: u32,
    pub(super) broadcast_bits: u32,
    pub(super) broadcast_flits: u32,
    pub(super) regular_bits: u32,
    pub(super) regular_flits: u32,
    /// The longer one of the two headers on a link.
    pub(super) word_bits: u32,
    pub(super) word_parts: Vec<Part>,
    pub(super) header_flits: u32,
    pub(super) head_index_bits: u32,
    /// 1 where headers differ in length: a short one after a long one comes too early for a bus slot.
    pub(super) gap: u32,
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
    pub(super) identity_high: u32,
    pub(super) regular_identity_high: u32,
    pub(super) first_header: u32,
    pub(super) offset_bits: u32,
    pub(super) place_bits: u32,
    /// Bits of an expected header, and of those of one row of the table.
    pub(super) expected_bits: u32,
    pub(super) expected_row_bits: u32,
    pub(super) expected: Vec<Vec<String>>,
}

impl FrameLayout {
    pub(super) fn new(spec: &HartsSpec) -> Self {
        let width = spec.width;
        let (node_bits, distance_bits) = (spec.node_bits(), spec.distance_bits());
        let (broadcast_bits, regular_bits) = (spec.broadcast_bits(), spec.regular_bits());
        let (broadcast_flits, regular_flits) =
            (spec.header_flits(broadcast_bits), spec.header_flits(regular_bits));
        let word_bits = broadcast_bits.max(regular_bits);
        let header_flits = spec.header_flits(word_bits);
        let injection_bits = spec.injection_bits();
        let injection_flits = spec.header_flits(injection_bits);
        let delivery_bits = spec.delivery_bits();
        let delivery_flits = spec.header_flits(delivery_bits);
        let source_low = 10 + distance_bits;
        let regular_source_low = 1 + 3 * spec.tag_bits();
        Self {
            width,
            max_data: spec.max_data,
            broadcast_bits,
            broadcast_flits,
            regular_bits,
            regular_flits,
            word_bits,
            word_parts: parts(word_bits, width),
            header_flits,
            head_index_bits: index_bits(header_flits),
            gap: u32::from(broadcast_flits != regular_flits),
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
            source_high: source_low + node_bits - 1,
            regular_source_low,
            regular_source_high: regular_source_low + node_bits - 1,
            identity_low: source_low,
            identity_high: source_low + node_bits + SEQUENCE_BITS - 1,
            regular_identity_high: regular_source_low + node_bits + SEQUENCE_BITS - 1,
            first_header: (spec.n - 1) << 5 | 1,
            offset_bits: index_bits(spec.max_data + 1),
            place_bits: index_bits(spec.max_data.max(1)),
            expected_bits: distance_bits + 5,
            expected_row_bits: 6 * (distance_bits + 5),
            expected: if spec.filter { expected::tables(spec) } else { Vec::new() },
        }
    }
}

/// Cuts a header into flits.
fn parts(bits: u32, width: u32) -> Vec<Part> {
    let part =
        |index: u32| Part { index, low: index * width, high: bits.min((index + 1) * width) - 1 };
    (0..bits.div_ceil(width)).map(part).collect()
}

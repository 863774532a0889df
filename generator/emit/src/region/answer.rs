//! Answers of the region family: widths of tags, rows and handles, and how many things answer.

use teecast_spec::RegionSpec;
use teecast_spec::region::{Answers, STATUS_BITS, WANT_BITS};

use crate::names::index_bits;

/// Landings that may wait for the answer unit, as bits of a number.
const LANDING_ADDRESS_BITS: u32 = 4;

/// Widths and numbers of what answers need; of no use without answers.
pub struct AnswerLayout {
    /// Tags of a link and class, and ids of the processor.
    pub tags: u32,
    /// Bits of a tag; one tag has a bit, too, which is 0.
    pub tag_bits: u32,
    /// Bits of the wish beside a header.
    pub want_bits: u32,
    /// Bits beside a header: the wish, then the tag.
    pub side_bits: u32,
    /// Bits of an answer: the tag, then the status.
    pub answer_bits: u32,
    /// Outputs of a message that may answer: links, delivery, reply.
    pub row_bits: u32,
    /// Things that may answer at one time: a link in each class, the delivery, the reply.
    pub sources: u32,
    /// Bits of a handle: the tag, then the number of the channel.
    pub handle_bits: u32,
    /// Bits of the number of a channel.
    pub channel_bits: u32,
    pub landing_address_bits: u32,
}

impl AnswerLayout {
    pub fn new(spec: &RegionSpec) -> Self {
        let replies = u32::from(spec.answers == Answers::Reply);
        let want_bits = if replies == 1 { WANT_BITS } else { 1 };
        let tag_bits = spec.id_bits();
        Self {
            tags: spec.tags,
            tag_bits,
            want_bits,
            side_bits: want_bits + tag_bits,
            answer_bits: tag_bits + STATUS_BITS,
            row_bits: spec.ports() + 1 + replies,
            sources: spec.ports() * spec.algorithm.classes() + 1 + replies,
            handle_bits: spec.handle_bits(),
            channel_bits: index_bits(spec.ports() * spec.algorithm.classes() + 1),
            landing_address_bits: LANDING_ADDRESS_BITS,
        }
    }
}

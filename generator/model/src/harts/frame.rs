//! Frames and packets as flits: one bit string of header fields, then data.
//!
//! A field may straddle flits; the last header flit is padded with 0.

use teecast_spec::harts::{
    COPIES_BITS, DIRECTION_BITS, LETTER_BITS, MARK_BITS, SEQUENCE_BITS, STEP_BITS, TYPE_BITS,
};
use teecast_spec::{Flit, HartsSpec};

use super::way::Tags;
use crate::fields;

/// Header of a frame from a processor; any value of each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Injected {
    /// The type is 1.
    pub broadcast: bool,
    /// The k field.
    pub copies: u32,
    /// Destination of a regular message.
    pub destination: u32,
    /// Sequence number.
    pub sequence: u32,
}

/// Header of a packet on a link; any value of each field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// The type is 1.
    Broadcast {
        /// The k field.
        copies: u32,
        /// Step.
        step: u32,
        /// The letter field: `NONE` 0, `A` to `D` 1 to 4.
        letter: u32,
        /// The straight-on send is still missing in the store; always 0 on a link.
        mark: bool,
        /// Nodes to go, the receiving one included.
        distance: u32,
        /// Source.
        source: u32,
        /// Sequence number.
        sequence: u32,
    },
    /// The type is 0.
    Regular {
        /// Routing tags as the receiving node sees them.
        tags: Tags,
        /// Source.
        source: u32,
        /// Sequence number.
        sequence: u32,
    },
}

/// Header of a frame to a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// Source.
    pub source: u32,
    /// The k field; 0 for a regular message.
    pub copies: u32,
    /// Direction of travel of the last hop, 7 from the node itself; with reception by majority the
    /// number of agreeing copies.
    pub in_direction: u32,
    /// Sequence number.
    pub sequence: u32,
}

/// What the flits of a frame or packet are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<H> {
    /// Header.
    pub header: H,
    /// Data flits, as they came.
    pub data: Vec<Flit>,
}

/// Returns the flits of a frame from a processor.
pub fn injection(spec: &HartsSpec, header: &Injected, data: &[Flit]) -> Vec<Flit> {
    let Injected { broadcast, copies, destination, sequence } = *header;
    let values = [u32::from(broadcast), copies, destination, sequence];
    fields::write(spec.width, &injection_fields(spec), &values, data, false)
}

/// Reads a frame from a processor; `None` if it ends inside its header.
pub fn read_injection(spec: &HartsSpec, flits: &[Flit]) -> Option<Parsed<Injected>> {
    let (fields, data) = fields::read(spec.width, &injection_fields(spec), flits)?;
    let [kind, copies, destination, sequence] = fields[..] else { return None };
    let header = Injected { broadcast: kind == 1, copies, destination, sequence };
    Some(Parsed { header, data })
}

/// Returns the flits of a packet on a link.
pub fn packet(spec: &HartsSpec, header: &Header, data: &[Flit], bad: bool) -> Vec<Flit> {
    match *header {
        Header::Broadcast { copies, step, letter, mark, distance, source, sequence } => {
            let values = [1, copies, step, letter, u32::from(mark), distance, source, sequence];
            fields::write(spec.width, &broadcast_fields(spec), &values, data, bad)
        }
        Header::Regular { tags, source, sequence } => {
            let [m0, m1, m2] = tags.map(|tag| tag as u32);
            fields::write(
                spec.width,
                &regular_fields(spec),
                &[0, m0, m1, m2, source, sequence],
                data,
                bad,
            )
        }
    }
}

/// Reads a packet from a link; `None` if it ends inside its header.
pub fn read_packet(spec: &HartsSpec, flits: &[Flit]) -> Option<Parsed<Header>> {
    if flits.first()?.field(0, TYPE_BITS) == 1 {
        let (fields, data) = fields::read(spec.width, &broadcast_fields(spec), flits)?;
        let [_, copies, step, letter, mark, distance, source, sequence] = fields[..] else {
            return None;
        };
        let mark = mark == 1;
        let header = Header::Broadcast { copies, step, letter, mark, distance, source, sequence };
        return Some(Parsed { header, data });
    }
    let (fields, data) = fields::read(spec.width, &regular_fields(spec), flits)?;
    let [_, m0, m1, m2, source, sequence] = fields[..] else { return None };
    let unused = 32 - spec.tag_bits();
    let signed = |field: u32| (field << unused) as i32 >> unused;
    let header = Header::Regular { tags: [m0, m1, m2].map(signed), source, sequence };
    Some(Parsed { header, data })
}

/// Returns the flits of a frame to a processor.
pub fn delivery(spec: &HartsSpec, header: &Delivered, data: &[Flit], bad: bool) -> Vec<Flit> {
    let Delivered { source, copies, in_direction, sequence } = *header;
    fields::write(
        spec.width,
        &delivery_fields(spec),
        &[source, copies, in_direction, sequence],
        data,
        bad,
    )
}

/// Reads a frame to a processor; `None` if it ends inside its header.
pub fn read_delivery(spec: &HartsSpec, flits: &[Flit]) -> Option<Parsed<Delivered>> {
    let (fields, data) = fields::read(spec.width, &delivery_fields(spec), flits)?;
    let [source, copies, in_direction, sequence] = fields[..] else { return None };
    Some(Parsed { header: Delivered { source, copies, in_direction, sequence }, data })
}

// **Units** of all lists of fields: bits.

fn injection_fields(spec: &HartsSpec) -> [u32; 4] {
    [TYPE_BITS, COPIES_BITS, spec.node_bits(), SEQUENCE_BITS]
}

fn broadcast_fields(spec: &HartsSpec) -> [u32; 8] {
    let guide = [TYPE_BITS, COPIES_BITS, STEP_BITS, LETTER_BITS, MARK_BITS];
    let [kind, copies, step, letter, mark] = guide;
    let (distance, node) = (spec.distance_bits(), spec.node_bits());
    [kind, copies, step, letter, mark, distance, node, SEQUENCE_BITS]
}

fn regular_fields(spec: &HartsSpec) -> [u32; 6] {
    let tag = spec.tag_bits();
    [TYPE_BITS, tag, tag, tag, spec.node_bits(), SEQUENCE_BITS]
}

fn delivery_fields(spec: &HartsSpec) -> [u32; 4] {
    [spec.node_bits(), COPIES_BITS, DIRECTION_BITS, SEQUENCE_BITS]
}

#[cfg(test)]
mod tests {
    use super::*;

    const BROADCAST: Header = Header::Broadcast {
        copies: 5,
        step: 2,
        letter: 3,
        mark: true,
        distance: 2,
        source: 18,
        sequence: 0xa7,
    };

    #[test]
    fn fields_follow_each_other_from_the_low_bits() {
        let spec = HartsSpec::new(3);
        let value = 1 | 5 << 1 | 2 << 4 | 3 << 6 | 1 << 9 | 2 << 10 | 18 << 12 | 0xa7 << 17;
        assert_eq!(packet(&spec, &BROADCAST, &[], false), [Flit::new(value, true)]);
        let regular = Header::Regular { tags: [0, -1, 2], source: 7, sequence: 1 };
        let value = 7 << 4 | 2 << 7 | 7 << 10 | 1 << 15;
        assert_eq!(packet(&spec, &regular, &[], false), [Flit::new(value, true)]);
        let from = Injected { broadcast: true, copies: 6, destination: 4, sequence: 9 };
        let value = 1 | 6 << 1 | 4 << 4 | 9 << 9;
        assert_eq!(injection(&spec, &from, &[]), [Flit::new(value, true)]);
        let to = Delivered { source: 18, copies: 6, in_direction: 5, sequence: 0xff };
        let value = 18 | 6 << 5 | 5 << 8 | 0xff << 11;
        assert_eq!(delivery(&spec, &to, &[], false), [Flit::new(value, true)]);
    }

    #[test]
    fn fields_straddle_flits_and_data_begins_in_a_new_one() {
        let spec = HartsSpec { width: 9, ..HartsSpec::new(3) };
        let data = [Flit::new(0x155, true)];
        let flits = packet(&spec, &BROADCAST, &data, true);
        let words: Vec<u64> = flits.iter().map(|flit| flit.bits[0]).collect();
        // The mark is bit 9, the first of the second flit; the source ends there.
        assert_eq!(words, [0xeb, 1 | 2 << 1 | 18 << 3 | 1 << 8, 0xa7 >> 1, 0x155]);
        let flags: Vec<(bool, bool)> = flits.iter().map(|flit| (flit.last, flit.bad)).collect();
        assert_eq!(flags, [(false, false), (false, false), (false, false), (true, true)]);
    }

    #[test]
    fn what_was_written_is_read_whatever_the_padding() {
        for (n, width) in [(2, 8), (3, 9), (5, 13), (9, 32), (16, 8), (16, 512)] {
            let spec = HartsSpec { width, ..HartsSpec::new(n) };
            let source = spec.nodes() - 1;
            let far = i32::try_from(n - 1).expect("a small number");
            let broadcast = Header::Broadcast {
                copies: 7,
                step: 3,
                letter: 6,
                mark: false,
                distance: n - 1,
                source,
                sequence: 255,
            };
            let regular = Header::Regular { tags: [-far, 0, far], source, sequence: 129 };
            let data = vec![Flit::new(3, false), Flit::new(5, true)];
            for header in [broadcast, regular] {
                let mut flits = packet(&spec, &header, &data, false);
                let read = Parsed { header, data: data.clone() };
                assert_eq!(read_packet(&spec, &flits), Some(read.clone()), "n = {n}, W = {width}");
                let bits = match header {
                    Header::Broadcast { .. } => spec.broadcast_bits(),
                    Header::Regular { .. } => spec.regular_bits(),
                };
                let header_flits = spec.header_flits(bits);
                let used = bits - (header_flits - 1) * width;
                if used < width {
                    flits[header_flits as usize - 1].set_field(width - 1, 1, 1);
                }
                assert_eq!(read_packet(&spec, &flits), Some(read));
                let cut = &flits[..header_flits as usize - 1];
                assert_eq!(read_packet(&spec, cut), None);
            }
            let from = Injected { broadcast: false, copies: 0, destination: source, sequence: 1 };
            let read = read_injection(&spec, &injection(&spec, &from, &data));
            assert_eq!(read, Some(Parsed { header: from, data: data.clone() }));
            let to = Delivered { source, copies: 6, in_direction: 7, sequence: 2 };
            let read = read_delivery(&spec, &delivery(&spec, &to, &data, false));
            assert_eq!(read, Some(Parsed { header: to, data }));
        }
    }
}

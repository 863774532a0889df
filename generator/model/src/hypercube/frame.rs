//! Frames: header fields packed into flits, then data.
//!
//! On a link the kind of a message and the end of its header go beside the flits, so that k is not needed:
//! Source takes its place, and only long lists and broadcasts have a Control. The entries of a list are
//! relative to the node that sends the copy. In a multicast they keep their places, and 0 is a
//! destination of another copy. A copy with one destination is a unicast.

use teecast_spec::topology::Cube;
use teecast_spec::{Flit, HypercubeSpec};

use super::all_dimensions;

/// Names whom a frame is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressees {
    /// Every node but the sender; the list is not carried.
    Broadcast,
    /// The listed addresses, 1..=max_list of them, duplicates allowed.
    List(Vec<u32>),
    /// A multicast on a link: a destination in each place of its list, the address of the node that sent the
    /// copy where there is none.
    Places(Vec<u32>),
    /// A unicast on a link: a destination, and its place in the list.
    Only {
        /// Place, from 0 on.
        place: usize,
        /// Destination.
        address: u32,
    },
}

/// Names a kind of message on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// One destination.
    Unicast,
    /// Up to m destinations.
    Multicast,
    /// More of them: the broadcaster's.
    List,
    /// Every other node.
    Broadcast,
}

/// Bits beside the flits of a link, above its data: the kind of the message, and whether the header ends.
pub const MARK_BITS: u32 = 3;
const KIND_BITS: u32 = 2;
const KINDS: [LinkKind; 4] =
    [LinkKind::Unicast, LinkKind::Multicast, LinkKind::List, LinkKind::Broadcast];

/// Holds the header fields of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The k field and the list.
    pub addressees: Addressees,
    /// Control vector; all ones where the frame format has none.
    pub control: u32,
    /// Source address.
    pub source: u32,
}

/// Holds a frame on a link or from a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MhuFrame {
    /// Header fields.
    pub header: Header,
    /// Data flits; [`encode`] sets their `last` and `bad` flags.
    pub data: Vec<Flit>,
    /// The frame is marked bad.
    pub bad: bool,
}

/// Says why flits are not a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The k field is 0 or above the longest list and does not mean broadcast.
    #[error("{count} destinations; permitted is 1 to {max_list} and the broadcast count")]
    BadCount {
        /// The k field.
        count: u32,
        /// Longest list.
        max_list: u32,
    },
    /// The frame ends inside its header.
    #[error("the frame has {flits} flits; its header alone takes {header}")]
    Truncated {
        /// Flits of the frame.
        flits: usize,
        /// Flits of its header.
        header: usize,
    },
}

/// Returns the flits of a frame as a processor sends it; its Control and Source are placeholders.
pub fn encode(spec: &HypercubeSpec, frame: &MhuFrame) -> Vec<Flit> {
    let Header { control, source, .. } = frame.header;
    let (count, list) = counted(spec, frame);
    let trailer = [control, source].into_iter().skip(usize::from(!spec.fault_tolerant));
    let fields: Vec<u32> = std::iter::once(count).chain(list).chain(trailer).collect();
    pack(spec, &fields, frame)
}

/// Returns the flits of a frame on a link from `sender`, each with its mark above the data; the list of
/// `frame` has absolute addresses.
pub fn encode_link(spec: &HypercubeSpec, sender: u32, frame: &MhuFrame) -> Vec<Flit> {
    let Header { addressees, control, source } = &frame.header;
    let (kind, list) = match addressees {
        Addressees::Broadcast => (LinkKind::Broadcast, vec![]),
        Addressees::List(list) if list.len() > spec.m as usize => (LinkKind::List, list.clone()),
        Addressees::List(list) if list.len() > 1 => (LinkKind::Multicast, list.clone()),
        Addressees::List(list) => (LinkKind::Unicast, list.clone()),
        Addressees::Places(list) => (LinkKind::Multicast, list.clone()),
        Addressees::Only { place, address } => {
            let mut list = vec![sender; near_places(spec)];
            list[*place] = *address;
            (LinkKind::Unicast, list)
        }
    };
    let has_control = spec.fault_tolerant && matches!(kind, LinkKind::List | LinkKind::Broadcast);
    let mut fields = vec![*source];
    fields.extend(has_control.then_some(*control));
    fields.extend(list.iter().map(|address| address ^ sender));
    // A long list is filled up with its source, which needs no copy.
    let per_flit = spec.fields_per_flit().min(spec.header_fields(spec.max_list));
    while kind == LinkKind::List && fields.len() as u32 % per_flit != 0 {
        fields.push(source ^ sender);
    }
    let mut flits = pack(spec, &fields, frame);
    let header = flits.len() - frame.data.len();
    for (index, flit) in flits.iter_mut().enumerate() {
        let kind = if index < header { kind } else { LinkKind::Unicast };
        let ends = index + 1 == header || flit.last;
        flit.set_field(spec.width, MARK_BITS, kind as u32 | u32::from(ends) << KIND_BITS);
    }
    flits
}

/// Returns the places of a list that the first header flit with destinations has.
pub fn near_places(spec: &HypercubeSpec) -> usize {
    spec.fields_per_flit().saturating_sub(1).clamp(1, spec.m) as usize
}

/// Returns the header flits of a message on a link with places for so many destinations.
pub fn multicast_flits(spec: &HypercubeSpec, places: usize) -> usize {
    (1 + places).div_ceil(spec.fields_per_flit() as usize)
}

/// Returns the k field and the list.
fn counted<'a>(
    spec: &HypercubeSpec,
    frame: &'a MhuFrame,
) -> (u32, impl Iterator<Item = u32> + use<'a>) {
    let (count, list): (u32, &[u32]) = match &frame.header.addressees {
        Addressees::Broadcast => (spec.broadcast_count(), &[]),
        Addressees::List(list) => {
            (u32::try_from(list.len()).expect("a list has at most 2^n - 2 entries"), list)
        }
        _ => unreachable!("a processor sends whole lists"),
    };
    (count, list.iter().copied())
}

/// Puts fields into header flits, and data after them.
fn pack(spec: &HypercubeSpec, fields: &[u32], frame: &MhuFrame) -> Vec<Flit> {
    let header = fields.chunks(spec.fields_per_flit() as usize).map(|chunk| {
        let mut flit = Flit::default();
        for (offset, field) in (0..).step_by(spec.n as usize).zip(chunk) {
            flit.set_field(offset, spec.n, *field);
        }
        flit
    });
    finish(header.chain(frame.data.iter().cloned()).collect(), frame.bad)
}

/// Reads the flits of one frame of a processor, up to its last flit.
///
/// # Errors
/// [`FrameError::BadCount`] before [`FrameError::Truncated`].
pub fn decode(spec: &HypercubeSpec, flits: &[Flit]) -> Result<MhuFrame, FrameError> {
    let truncated =
        |header: u32| FrameError::Truncated { flits: flits.len(), header: header as usize };
    if flits.is_empty() {
        return Err(truncated(1));
    }
    let field = |index: u32| field(spec, flits, index);
    let count = field(0);
    let listed = if count == spec.broadcast_count() { 0 } else { count };
    if count == 0 || listed > spec.max_list {
        return Err(FrameError::BadCount { count, max_list: spec.max_list });
    }
    let header_flits = spec.header_flits(listed);
    if flits.len() < header_flits as usize {
        return Err(truncated(header_flits));
    }
    let addressees = match listed {
        0 => Addressees::Broadcast,
        _ => Addressees::List((1..=listed).map(field).collect()),
    };
    let control = if spec.fault_tolerant { field(listed + 1) } else { all_dimensions(spec.n) };
    let source = field(listed + spec.trailer_fields());
    Ok(MhuFrame {
        header: Header { addressees, control, source },
        data: flits[header_flits as usize..].to_vec(),
        bad: flits.last().is_some_and(|flit| flit.bad),
    })
}

/// Reads the flits of one frame on a link from `sender`, up to its last flit; the list of the result
/// has absolute addresses.
///
/// # Errors
/// [`FrameError::Truncated`] where no flit ends the header.
pub fn decode_link(
    spec: &HypercubeSpec,
    sender: u32,
    flits: &[Flit],
) -> Result<MhuFrame, FrameError> {
    let mark = |flit: &Flit| flit.field(spec.width, MARK_BITS);
    let ends = |flit: &Flit| mark(flit) >> KIND_BITS == 1;
    let truncated = FrameError::Truncated { flits: flits.len(), header: flits.len() + 1 };
    let header_flits = 1 + flits.iter().position(ends).ok_or(truncated)?;
    let kind = KINDS[(mark(&flits[0]) & 3) as usize];
    let field = |index: u32| field(spec, flits, index);
    let has_control = spec.fault_tolerant && matches!(kind, LinkKind::List | LinkKind::Broadcast);
    let per_flit = spec.fields_per_flit().min(spec.header_fields(spec.max_list));
    let first = 1 + u32::from(has_control);
    let mut list: Vec<u32> =
        (first..header_flits as u32 * per_flit).map(|index| field(index) ^ sender).collect();
    let addressees = match kind {
        LinkKind::Broadcast => Addressees::Broadcast,
        LinkKind::List => Addressees::List(list),
        LinkKind::Multicast => {
            list.truncate(spec.m as usize);
            Addressees::Places(list)
        }
        LinkKind::Unicast => {
            let place = list.iter().position(|to| *to != sender).ok_or(truncated)?;
            Addressees::Only { place, address: list[place] }
        }
    };
    Ok(MhuFrame {
        header: Header {
            addressees,
            control: if has_control { field(1) } else { all_dimensions(spec.n) },
            source: field(0),
        },
        data: flits[header_flits..].iter().map(|flit| plain(spec, flit)).collect(),
        bad: flits.last().is_some_and(|flit| flit.bad),
    })
}

/// Returns a field of a header.
fn field(spec: &HypercubeSpec, flits: &[Flit], index: u32) -> u32 {
    let per_flit = spec.fields_per_flit();
    flits[(index / per_flit) as usize].field(index % per_flit * spec.n, spec.n)
}

/// Returns a flit of a link without its mark.
fn plain(spec: &HypercubeSpec, flit: &Flit) -> Flit {
    let mut flit = flit.clone();
    flit.set_field(spec.width, MARK_BITS, 0);
    flit
}

/// Returns the list of a copy of a multicast that `node` sends: its own address, which is 0 on the
/// link, stands for the destinations of other copies, so that no entry moves.
///
/// **Shape**: `rows` are ascending indices into the list.
pub fn keep_rows(list: &[u32], rows: &[usize], node: u32) -> Vec<u32> {
    let mut copy = vec![node; list.len()];
    rows.iter().for_each(|&row| copy[row] = list[row]);
    copy
}

/// Returns whether a listed address is still a destination of a multicast that came to `node`: the
/// address of the neighbour that sent it stands for those of other copies.
pub fn is_live(address: u32, node: u32, arrival: Option<u32>) -> bool {
    arrival.is_none_or(|dimension| address != Cube::across(node, dimension))
}

/// Returns the flits of a delivery: one header flit with the source, then the data.
pub fn delivery(source: u32, data: &[Flit], bad: bool) -> Vec<Flit> {
    let header = Flit::new(u64::from(source), false);
    finish(std::iter::once(header).chain(data.iter().cloned()).collect(), bad)
}

/// Sets the flags of every flit of a frame.
fn finish(mut flits: Vec<Flit>, bad: bool) -> Vec<Flit> {
    let end = flits.len() - 1;
    for (index, flit) in flits.iter_mut().enumerate() {
        flit.last = index == end;
        flit.bad = flit.last && bad;
    }
    flits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(list: &[u32]) -> MhuFrame {
        let addressees = Addressees::List(list.to_vec());
        let header = Header { addressees, control: 0x3f, source: 0x2a };
        MhuFrame { header, data: Vec::new(), bad: false }
    }

    #[test]
    fn fields_fill_a_flit_from_its_low_bits() {
        let flits = encode(&HypercubeSpec::new(6, 8), &listed(&[1, 2, 3]));
        // k, 1, 2, 3, Control | Source
        let first = 3 | 1 << 6 | 2 << 12 | 3 << 18 | 0x3f << 24;
        assert_eq!(flits, [Flit::new(first, false), Flit::new(0x2a, true)]);
    }

    #[test]
    fn the_frame_of_the_papers_example() {
        // [Lan88] 6.2: node 6 to 7, 20, 29, 18, 1, 0 without Control.
        let spec = HypercubeSpec { width: 5, fault_tolerant: false, ..HypercubeSpec::new(5, 8) };
        let mut frame = listed(&[7, 20, 29, 18, 1, 0]);
        frame.header.source = 6;
        frame.header.control = 0x1f;
        let flits = encode(&spec, &frame);
        let fields: Vec<u64> = flits.iter().map(|flit| flit.bits[0]).collect();
        assert_eq!(fields, [6, 7, 20, 29, 18, 1, 0, 6]);
        assert_eq!(decode(&spec, &flits), Ok(frame));
    }

    #[test]
    fn decoding_gives_back_what_was_encoded_whatever_the_unused_bits() {
        let spec = HypercubeSpec::new(6, 8);
        let mut frame = listed(&[9, 8, 7, 6, 9]);
        frame.data = vec![Flit::new(u64::MAX, false), Flit { bad: true, ..Flit::new(5, true) }];
        frame.bad = true;
        let mut flits = encode(&spec, &frame);
        assert_eq!(decode(&spec, &flits).as_ref(), Ok(&frame));
        flits[0].set_field(30, 2, 3);
        flits[1].set_field(18, 14, 0x3fff);
        assert_eq!(decode(&spec, &flits), Ok(frame));
    }

    /// Returns the data of flits of a link, and their marks: header end, kind.
    fn marked(spec: &HypercubeSpec, flits: &[Flit]) -> Vec<(u64, u32)> {
        let mark = |flit: &Flit| flit.field(spec.width, MARK_BITS);
        flits.iter().map(|flit| (plain(spec, flit).bits[0], mark(flit))).collect()
    }

    #[test]
    fn on_a_link_a_multicast_has_its_source_and_a_relative_list() {
        let spec = HypercubeSpec::new(6, 8);
        let mut frame = listed(&[1, 2, 3, 7, 8]);
        frame.data = vec![Flit::new(7, false)];
        frame.bad = true;
        let flits = encode_link(&spec, 2, &frame);
        // Source, 1, 2, 3, 7 | 8, each seen from 2
        let first = 0x2a | 3 << 6 | 1 << 18 | 5 << 24;
        assert_eq!(marked(&spec, &flits), [(first, 1), (0xa, 5), (7, 4)]);
        let read = decode_link(&spec, 2, &flits).expect("it is a frame");
        // Places that no destination has show the sender.
        let places = vec![1, 2, 3, 7, 8, 2, 2, 2];
        assert_eq!(read.header.addressees, Addressees::Places(places));
        assert_eq!((read.header.source, read.data.len(), read.bad), (0x2a, 1, true));
    }

    #[test]
    fn on_a_link_the_only_destination_keeps_its_place() {
        let spec = HypercubeSpec::new(6, 8);
        let addressees = Addressees::Only { place: 2, address: 9 };
        let header = Header { addressees, control: 0x3f, source: 5 };
        let frame = MhuFrame { header, data: Vec::new(), bad: false };
        let flits = encode_link(&spec, 1, &frame);
        assert_eq!(marked(&spec, &flits), [(5 | 8 << 18, 4)]);
        assert_eq!(decode_link(&spec, 1, &flits), Ok(frame));
        assert_eq!((near_places(&spec), multicast_flits(&spec, 4)), (4, 1));
        assert_eq!(multicast_flits(&spec, 8), 2);
        // One field a flit: Source goes before the first place.
        let narrow = HypercubeSpec { width: 6, ..spec };
        assert_eq!((near_places(&narrow), multicast_flits(&narrow, 1)), (1, 2));
    }

    #[test]
    fn a_long_list_has_a_control_and_is_filled_up_with_its_source() {
        let list: Vec<u32> = (1..=9).collect();
        let spec = HypercubeSpec { max_list: 20, ..HypercubeSpec::new(6, 8) };
        let mut frame = listed(&list);
        frame.header.control = 0x15;
        let flits = encode_link(&spec, 4, &frame);
        // Source, Control, 1, 2, 3 | 4 .. 8 | 9 and four times Source
        let fill = 0x2e << 6 | 0x2e << 12 | 0x2e << 18 | 0x2e << 24;
        assert_eq!(marked(&spec, &flits)[2], (0xd | fill, 6));
        assert_eq!(flits.len(), 3);
        let read = decode_link(&spec, 4, &flits).expect("it is a frame");
        let Addressees::List(read_list) = &read.header.addressees else { panic!("{read:?}") };
        assert_eq!(read_list[..9], list);
        assert_eq!(read_list[9..], [0x2a; 4]);
        assert_eq!(read.header.control, 0x15);
        let plain = HypercubeSpec { fault_tolerant: false, ..spec };
        assert_eq!(encode_link(&plain, 4, &frame).len(), 2);
    }

    #[test]
    fn a_header_on_a_link_has_an_end() {
        let spec = HypercubeSpec::new(6, 8);
        let mut flits = encode_link(&spec, 1, &listed(&[5, 6]));
        flits[0].set_field(spec.width, MARK_BITS, 1);
        let header = 2;
        assert_eq!(decode_link(&spec, 1, &flits), Err(FrameError::Truncated { flits: 1, header }));
    }

    #[test]
    fn what_a_node_takes_out_of_a_list_is_empty_at_its_neighbour() {
        let copy = keep_rows(&[1, 7, 5, 1], &[1, 2], 3);
        assert_eq!(copy, [3, 7, 5, 3]);
        let live = |arrival| copy.iter().map(|to| is_live(*to, 7, arrival)).collect::<Vec<_>>();
        assert_eq!(live(Some(2)), [false, true, true, false]);
        assert_eq!(live(None), [true; 4]);
        let spec = HypercubeSpec::new(3, 4);
        let flits = encode_link(&spec, 3, &listed(&copy));
        // Seen from 3: 0, 4, 6, 0.
        let list: Vec<u32> = (1..5).map(|index| flits[0].field(3 * index, 3)).collect();
        assert_eq!(list, [0, 4, 6, 0]);
        // The neighbour takes its own address out, too.
        assert_eq!(keep_rows(&copy, &[2], 7), [7, 7, 5, 7]);
    }

    #[test]
    fn a_broadcast_carries_no_list() {
        let spec = HypercubeSpec::new(6, 8);
        let header = Header { addressees: Addressees::Broadcast, control: 0x15, source: 3 };
        let frame = MhuFrame { header, data: Vec::new(), bad: false };
        assert_eq!(encode(&spec, &frame), [Flit::new(63 | 0x15 << 6 | 3 << 12, true)]);
        let flits = encode_link(&spec, 9, &frame);
        assert_eq!(marked(&spec, &flits), [(3 | 0x15 << 6, 7)]);
        assert_eq!(decode_link(&spec, 9, &flits), Ok(frame));
    }

    #[test]
    fn a_bad_count_comes_before_a_truncated_frame() {
        let spec = HypercubeSpec { max_list: 20, ..HypercubeSpec::new(6, 8) };
        let count = |k: u64| decode(&spec, &[Flit::new(k, true)]);
        assert_eq!(count(0), Err(FrameError::BadCount { count: 0, max_list: 20 }));
        assert_eq!(count(21), Err(FrameError::BadCount { count: 21, max_list: 20 }));
        assert_eq!(count(20), Err(FrameError::Truncated { flits: 1, header: 5 }));
        assert!(count(2).is_ok());
        assert_eq!(count(3), Err(FrameError::Truncated { flits: 1, header: 2 }));
    }

    #[test]
    fn a_delivery_without_data_shows_its_mark_on_the_header_flit() {
        assert_eq!(delivery(5, &[], true), [Flit { bad: true, ..Flit::new(5, true) }]);
        let flits = delivery(5, &[Flit::new(1, false)], false);
        assert_eq!(flits, [Flit::new(5, false), Flit::new(1, true)]);
    }
}

//! Frames: header fields packed into flits, then data.

use teecast_spec::{Flit, HypercubeSpec};

use super::all_dimensions;

/// Names whom a frame is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressees {
    /// Every node but the sender; the list is not carried.
    Broadcast,
    /// The listed addresses, 1..=max_list of them, duplicates allowed.
    List(Vec<u32>),
}

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
pub struct Frame {
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

/// Returns the flits of a frame on a link.
///
/// A processor's frame has the same form; its Control and Source are placeholders.
pub fn encode(spec: &HypercubeSpec, frame: &Frame) -> Vec<Flit> {
    let Header { addressees, control, source } = &frame.header;
    let mut fields = match addressees {
        Addressees::Broadcast => vec![spec.broadcast_count()],
        Addressees::List(list) => {
            let count = u32::try_from(list.len()).expect("a list has at most 2^n - 2 entries");
            std::iter::once(count).chain(list.iter().copied()).collect()
        }
    };
    if spec.fault_tolerant {
        fields.push(*control);
    }
    fields.push(*source);
    let header = fields.chunks(spec.fields_per_flit() as usize).map(|chunk| {
        let mut flit = Flit::default();
        for (offset, field) in (0..).step_by(spec.n as usize).zip(chunk) {
            flit.set_field(offset, spec.n, *field);
        }
        flit
    });
    finish(header.chain(frame.data.iter().cloned()).collect(), frame.bad)
}

/// Reads the flits of one frame, up to its last flit.
///
/// # Errors
/// [`FrameError::BadCount`] before [`FrameError::Truncated`].
pub fn decode(spec: &HypercubeSpec, flits: &[Flit]) -> Result<Frame, FrameError> {
    let truncated =
        |header: u32| FrameError::Truncated { flits: flits.len(), header: header as usize };
    let field = |index: u32| {
        let per_flit = spec.fields_per_flit();
        flits[(index / per_flit) as usize].field(index % per_flit * spec.n, spec.n)
    };
    if flits.is_empty() {
        return Err(truncated(1));
    }
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
    let control = if spec.fault_tolerant { field(1 + listed) } else { all_dimensions(spec.n) };
    let source = field(listed + spec.trailer_fields());
    Ok(Frame {
        header: Header { addressees, control, source },
        data: flits[header_flits as usize..].to_vec(),
        bad: flits.last().is_some_and(|flit| flit.bad),
    })
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

    fn listed(list: &[u32]) -> Frame {
        let addressees = Addressees::List(list.to_vec());
        let header = Header { addressees, control: 0x3f, source: 0x2a };
        Frame { header, data: Vec::new(), bad: false }
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

    #[test]
    fn a_broadcast_carries_no_list() {
        let spec = HypercubeSpec::new(6, 8);
        let header = Header { addressees: Addressees::Broadcast, control: 0x15, source: 3 };
        let flits = encode(&spec, &Frame { header, data: Vec::new(), bad: false });
        assert_eq!(flits, [Flit::new(63 | 0x15 << 6 | 3 << 12, true)]);
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

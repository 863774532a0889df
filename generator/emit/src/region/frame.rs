//! Frames of the region family: where the bits of a header are, in flits and in registers.

use std::borrow::Borrow;

use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;

use crate::names::index_bits;

/// Bits that move together.
pub struct Piece {
    /// Flit that has them.
    pub flit: String,
    /// Where they are in the flit.
    pub source: String,
    /// Where they go.
    pub target: String,
    pub bits: u32,
    /// The flit is the last of the header.
    pub is_last: bool,
}

/// One flit of the link header.
pub struct HeaderFlit {
    pub index: u32,
    pub range: String,
}

/// Headers and flits.
pub struct FrameLayout {
    /// Data, last and bad.
    pub flit_bits: u32,
    /// Name of what the first half of the region is, and of the second.
    pub first: &'static str,
    pub second: &'static str,
    pub source_bits: u32,
    pub link_flits: u32,
    /// Flits of the link header that have the source: the first ones.
    pub source_flits: u32,
    pub link_count_bits: u32,
    pub injected_flits: u32,
    pub injected_count_bits: u32,
    pub data_count_bits: u32,
    /// The region in a link header.
    pub pieces: Vec<Piece>,
    /// The corners in the header of a frame from the processor.
    pub injected_pieces: Vec<Piece>,
    /// Bits of the header of a frame from the processor.
    pub injected_bits: u32,
    region_bits: u32,
    /// Bits that the header of a delivery has after the source.
    extra_bits: u32,
    width: u32,
}

impl FrameLayout {
    pub fn new(spec: &RegionSpec) -> Self {
        let (width, bits) = (spec.width, spec.coordinate_bits());
        let (first, second) = match spec.algorithm {
            CornerAlgorithm::Mst => ("low", "high"),
            _ => ("corner", "far"),
        };
        let frame = Self {
            flit_bits: width + 2,
            first,
            second,
            source_bits: spec.source_bits(),
            link_flits: spec.link_flits(),
            source_flits: spec.delivery_flits(),
            link_count_bits: index_bits(spec.link_flits() + 1),
            injected_flits: spec.injected_flits(),
            injected_count_bits: index_bits(spec.injected_flits()),
            data_count_bits: index_bits(spec.max_data.max(1)),
            pieces: Vec::new(),
            injected_pieces: Vec::new(),
            injected_bits: spec.sent_fields().iter().map(|(_, bits)| bits).sum::<u32>() + 2 * bits,
            region_bits: 2 * bits,
            extra_bits: spec.received_fields()[1..].iter().map(|(_, bits)| bits).sum(),
            width,
        };
        let in_link = |bit: u32| frame.place(bit);
        let half = |bit: u32| match bit < bits {
            true => (first.to_string(), bit),
            false => (second.to_string(), bit - bits),
        };
        let pieces =
            pieces_of(2 * bits, width, in_link, half, (frame.link_flits, frame.link_count_bits));
        let whole = |bit: u32| (String::new(), bit);
        let injected = pieces_of(
            frame.injected_bits,
            width,
            |bit| bit,
            whole,
            (frame.injected_flits, frame.injected_count_bits),
        );
        Self { pieces, injected_pieces: injected, ..frame }
    }

    /// Returns the bit of the link header that has a bit of the region: the source comes first.
    pub fn place(&self, bit: u32) -> u32 {
        self.source_bits + bit
    }

    /// Returns the link header as an expression.
    pub fn link_header(&self) -> String {
        let rest = self.link_flits * self.width - self.source_bits - self.region_bits;
        match rest {
            0 => "{region, node_i}".to_string(),
            _ => format!("{{{rest}'d0, region, node_i}}"),
        }
    }

    /// Returns the bits of the last source flit that are not of the source.
    pub fn padding(&self) -> u32 {
        self.width - self.last_source_bits()
    }

    /// Returns the bits of the source in its last flit.
    pub fn last_source_bits(&self) -> u32 {
        self.source_bits - (self.source_bits - 1) / self.width * self.width
    }

    /// Returns the numbers of the header flits of a delivery.
    pub fn delivered_flits(&self) -> Vec<u32> {
        (0..self.source_flits).collect()
    }

    /// Returns a header flit of a delivery: the source as it came, then `extra`.
    pub fn delivered(&self, index: impl Borrow<u32>) -> String {
        let index = index.borrow();
        let (low, high) = (index * self.width, (index + 1) * self.width);
        let (source, all) = (self.source_bits, self.source_bits + self.extra_bits);
        let mut parts = Vec::new();
        if high > all {
            parts.push(format!("{}'d0", high - all));
        }
        let (from, to) = (low.max(source), high.min(all));
        if from < to {
            let bits = slice(from - source, to - from);
            parts.push(if to - from == self.extra_bits {
                "extra".into()
            } else {
                format!("extra[{bits}]")
            });
        }
        if low < source {
            parts.push(format!("taken[{}]", slice(0, high.min(source) - low)));
        }
        if parts.len() == 1 { parts.remove(0) } else { format!("{{{}}}", parts.join(", ")) }
    }

    /// Returns the flits of the link header but the last.
    pub fn link_flit_list(&self) -> Vec<HeaderFlit> {
        let flit = |index| HeaderFlit { index, range: slice(index * self.width, self.width) };
        (0..self.link_flits - 1).map(flit).collect()
    }

    /// Returns where the last flit of the link header is.
    pub fn link_last_range(&self) -> String {
        slice((self.link_flits - 1) * self.width, self.width)
    }
}

/// Cuts the bits of a string into runs that stay side by side both in a flit and where they go.
fn pieces_of(
    bits: u32,
    width: u32,
    place: impl Fn(u32) -> u32,
    target: impl Fn(u32) -> (String, u32),
    (flits, index_bits): (u32, u32),
) -> Vec<Piece> {
    let follows = |bit: u32| {
        let (before, after) = (place(bit - 1), place(bit));
        let together = before + 1 == after && before / width == after / width;
        together && target(bit - 1).0 == target(bit).0
    };
    let starts: Vec<u32> = (0..bits).filter(|bit| *bit == 0 || !follows(*bit)).collect();
    let ends = starts.iter().skip(1).copied().chain([bits]);
    let piece = |(start, end): (&u32, u32)| {
        let (name, low) = target(*start);
        let to = slice(low, end - start);
        Piece {
            flit: format!("{index_bits}'d{}", place(*start) / width),
            source: slice(place(*start) % width, end - start),
            bits: end - start,
            is_last: place(*start) / width == flits - 1,
            target: if name.is_empty() { to } else { format!("{name}[{to}]") },
        }
    };
    starts.iter().zip(ends).map(piece).collect()
}

/// Returns a slice of so many bits.
pub fn slice(low: u32, bits: u32) -> String {
    match bits {
        1 => low.to_string(),
        _ => format!("{}:{low}", low + bits - 1),
    }
}

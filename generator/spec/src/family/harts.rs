//! Parameters, topology and frame layout of the HARTS family ([KS91]): the C-wrapped hexagonal mesh.

mod options;

use serde::{Deserialize, Serialize};

pub use options::*;

use crate::flit::index_bits;
use crate::frame::Frame;
use crate::reception::Reception;
pub use crate::topology::hexmesh::DIRECTIONS;
use crate::topology::{HexMesh, Topology};

/// `in_direction` of a node's frame to itself.
pub const OWN: u32 = 7;
/// Bits of `type`: 0 regular, 1 broadcast.
pub const TYPE_BITS: u32 = 1;
/// Bits of k, the copies of a broadcast.
pub const COPIES_BITS: u32 = 3;
/// Bits of the step field.
pub const STEP_BITS: u32 = 2;
/// Bits of the relay tag (`NONE` 0, `A` to `D` 1 to 4).
pub const LETTER_BITS: u32 = 3;
/// Bits of the mark: the straight-on send is still missing.
pub const MARK_BITS: u32 = 1;
/// Bits of the sequence number.
pub const SEQUENCE_BITS: u32 = 8;
/// Bits of a direction.
pub const DIRECTION_BITS: u32 = 3;
/// A link silent so long inside a packet ends it.
///
/// **Units**: flit times.
pub const SILENCE: u32 = 64;
/// Rows of the duplicate check of an in-link: an identity belongs to one of them.
pub const DUPLICATE_ROWS: u32 = 16;
/// Accepted identities that an in-link remembers in each row.
pub const DUPLICATE_WAYS: u32 = 4;
/// Closed messages that the reception with majority remembers.
pub const CLOSED_MESSAGES: u32 = 64;

/// Names what joins the receivers, the transmitters and the store of a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interconnect {
    /// One bus of seven slots: a flit of each link in seven cycles.
    Bus,
    /// A flit of each link in each cycle.
    Crossbar,
}

impl Interconnect {
    /// All of them, in the order of the command line.
    pub const ALL: [Interconnect; 2] = [Interconnect::Bus, Interconnect::Crossbar];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Interconnect::Bus => "bus",
            Interconnect::Crossbar => "crossbar",
        }
    }
}

/// Holds a valid configuration of the HARTS family; made by `RawConfig::validate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HartsSpec {
    /// Edge length of the hexagonal mesh, 2..=16.
    pub n: u32,
    /// Flit width in bits, 8..=512.
    pub width: u32,
    /// Largest number of data flits of a packet, 0..=4096.
    pub max_data: u32,
    /// What joins receivers, transmitters and store.
    pub interconnect: Interconnect,
    /// Headers that the place of a node does not allow are refused.
    pub filter: bool,
    /// What a processor gets of a broadcast.
    pub reception: Reception,
    /// A message that lacks copies closes after this time, 1..=1048575.
    ///
    /// **Units**: clock cycles.
    pub majority_timeout: u32,
    /// An in-link remembers an accepted identity for this time, 1..=1048575.
    ///
    /// **Units**: clock cycles.
    pub duplicate_window: u32,
    /// Messages that are open at a time, 1..=256.
    pub open_messages: u32,
    /// The network top is emitted.
    pub network: bool,
}

impl HartsSpec {
    /// Returns the default configuration for an edge length.
    ///
    /// The caller keeps `n` within its bounds; user input goes through `RawConfig::validate`.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            width: 32,
            max_data: 64,
            interconnect: Interconnect::Bus,
            filter: true,
            reception: Reception::Copies,
            majority_timeout: 4096,
            duplicate_window: 4096,
            open_messages: 16,
            network: n <= 8,
        }
    }

    /// Returns the hexagonal mesh.
    pub fn hexmesh(&self) -> HexMesh {
        HexMesh::new(self.n)
    }

    /// Returns the number of nodes, N = 3n(n-1) + 1.
    pub fn nodes(&self) -> u32 {
        self.hexmesh().nodes()
    }

    /// Returns the bits of a node number.
    pub fn node_bits(&self) -> u32 {
        index_bits(self.nodes())
    }

    /// Returns the bits of the distance field, 0..=n-1.
    pub fn distance_bits(&self) -> u32 {
        index_bits(self.n)
    }

    /// Returns the bits of one signed routing tag, -(n-1)..=n-1.
    pub fn tag_bits(&self) -> u32 {
        index_bits(2 * self.n - 1)
    }

    /// Returns the header bits of a broadcast packet on a link.
    ///
    /// From bit 0: type, k, step, letter, mark, distance, source, sequence.
    pub fn broadcast_bits(&self) -> u32 {
        let control = TYPE_BITS + COPIES_BITS + STEP_BITS + LETTER_BITS + MARK_BITS;
        control + self.distance_bits() + self.node_bits() + SEQUENCE_BITS
    }

    /// Returns the header bits of a regular packet on a link.
    ///
    /// From bit 0: type, three routing tags, source, sequence.
    pub fn regular_bits(&self) -> u32 {
        TYPE_BITS + 3 * self.tag_bits() + self.node_bits() + SEQUENCE_BITS
    }

    /// Returns a frame from a processor. Its kind is the type, its number the sequence number.
    pub fn injected(&self) -> Frame {
        let destination = ("destination", self.node_bits());
        let number = ("number", SEQUENCE_BITS);
        Frame::of_fields(false, [("kind", TYPE_BITS), ("k", COPIES_BITS), destination, number])
    }

    /// Returns a frame to a processor. Where it is a majority, the number of agreeing copies is in the place of the
    /// direction.
    pub fn delivered(&self) -> Frame {
        let third = match self.reception {
            Reception::Copies => "in_direction",
            Reception::Majority => "agreeing",
        };
        let source = ("source", self.node_bits());
        let number = ("number", SEQUENCE_BITS);
        Frame::of_fields(true, [source, ("k", COPIES_BITS), (third, DIRECTION_BITS), number])
    }

    /// Returns the header bits of a frame from a processor.
    pub fn injection_bits(&self) -> u32 {
        self.injected().header.bits()
    }

    /// Returns the header bits of a frame to a processor.
    pub fn delivery_bits(&self) -> u32 {
        self.delivered().header.bits()
    }

    /// Returns the flits that a header of so many bits takes; data starts in the next one.
    pub fn header_flits(&self, bits: u32) -> u32 {
        bits.div_ceil(self.width)
    }

    /// Returns the flits of the largest packet on a link.
    pub fn packet_flits(&self) -> u32 {
        self.header_flits(self.broadcast_bits().max(self.regular_bits())) + self.max_data
    }

    /// Returns the buffer classes of broadcasts: n-1 in steps 1 and 2 each, n-2 in step 3.
    pub fn broadcast_classes(&self) -> u32 {
        3 * self.n - 4
    }

    /// Returns the buffer classes of regular packets, one for each number of hops left, 0..=n-2.
    pub fn regular_classes(&self) -> u32 {
        self.n - 1
    }

    /// Returns the buffer classes of an in-link, 4n-5: those of broadcasts, then the regular ones.
    pub fn classes(&self) -> u32 {
        self.broadcast_classes() + self.regular_classes()
    }

    /// Returns the packet buffers that an in-link has for each class.
    ///
    /// On a bus a packet leaves its buffer long before the next one can be in; over a crossbar two
    /// let one fill while the other empties.
    pub fn buffers_per_class(&self) -> u32 {
        match self.interconnect {
            Interconnect::Bus => 1,
            Interconnect::Crossbar => 2,
        }
    }

    /// Returns the largest distance field on a link in a step, or `None` if no packet has the step.
    ///
    /// A step-3 packet is sent by a node that a step-2 packet has not ended at, so it has one hop
    /// less.
    pub fn largest_distance(&self, step: u32) -> Option<u32> {
        match step {
            1 | 2 => Some(self.n - 1),
            3 => Some(self.n - 2),
            _ => None,
        }
    }

    /// Returns the class of a broadcast packet where it is stored.
    ///
    /// Along the way of a packet, and to what it makes a node send, the class only grows.
    /// **Shape**: `step` 1..=3; `distance` after the decrement, below `largest_distance(step)`.
    pub fn broadcast_class(&self, step: u32, distance: u32) -> u32 {
        // Step 3 begins one distance later, and with it no class is left out.
        let first = if step == 3 { self.n - 3 } else { self.n - 2 };
        (step - 1) * (self.n - 1) + (first - distance)
    }

    /// Returns the class of a regular packet with `hops` left where it is stored.
    ///
    /// **Shape**: 0..=n-2; n-1, which only faulty nodes send, falls into the last class of broadcasts,
    /// and nothing waits for a lower class then either.
    pub fn regular_class(&self, hops: u32) -> u32 {
        self.classes() - 1 - hops
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_table() {
        // n, N, node, tag, distance.
        let rows = [
            [2, 7, 3, 2, 1],
            [3, 19, 5, 3, 2],
            [4, 37, 6, 3, 2],
            [5, 61, 6, 4, 3],
            [6, 91, 7, 4, 3],
            [7, 127, 7, 4, 3],
            [8, 169, 8, 4, 3],
            [9, 217, 8, 5, 4],
            [16, 721, 10, 5, 4],
        ];
        for row in rows {
            let spec = HartsSpec::new(row[0]);
            let bits = [spec.node_bits(), spec.tag_bits(), spec.distance_bits()];
            assert_eq!([row[0], spec.nodes(), bits[0], bits[1], bits[2]], row);
        }
    }

    #[test]
    fn headers_of_the_default_hexmesh() {
        let spec = HartsSpec::new(6);
        let bits = [
            spec.broadcast_bits(),
            spec.regular_bits(),
            spec.injection_bits(),
            spec.delivery_bits(),
        ];
        assert_eq!(bits, [28, 28, 19, 21]);
        assert_eq!(spec.packet_flits(), 65);
        assert_eq!(HartsSpec { width: 8, ..spec }.packet_flits(), 68);
    }

    #[test]
    fn classes_are_numbered_without_gaps() {
        for n in 2..=16 {
            let spec = HartsSpec::new(n);
            let stored = |step| 0..spec.largest_distance(step).expect("a step");
            let mut classes: Vec<u32> = (1..=3)
                .flat_map(|step| stored(step).rev().map(move |distance| (step, distance)))
                .map(|(step, distance)| spec.broadcast_class(step, distance))
                .collect();
            classes.extend((0..n - 1).rev().map(|hops| spec.regular_class(hops)));
            assert_eq!(classes, (0..4 * n - 5).collect::<Vec<_>>());
            assert_eq!(spec.classes(), 4 * n - 5);
        }
    }
}

//! Packets on links and in stores; flits carry no bits, each names its packet.

use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::HexMesh;

use crate::harts::broadcast::HartsPacket;
use crate::harts::way::Tags;

/// What guides a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// A broadcast; the distance is that on the link or, in a store, that at the node.
    Broadcast {
        copies: u32,
        fields: HartsPacket,
        /// In a store: the straight-on send is still missing.
        mark: bool,
    },
    /// A regular packet; the tags are those after the link or, in a store, at the node.
    Regular { tags: Tags },
}

impl Header {
    pub fn is_broadcast(&self) -> bool {
        matches!(self, Header::Broadcast { .. })
    }
}

/// A packet, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockedPacket {
    /// The message that it is a copy of, as the processors count them.
    pub message: u32,
    pub header: Header,
}

/// A flit on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flit {
    pub packet: ClockedPacket,
    pub last: bool,
}

/// A packet that has been stored whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub slot: u32,
    pub row: Row,
    pub deliver: bool,
}

/// What a store knows of a packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub packet: ClockedPacket,
    /// In-link, or 6 for the processor.
    pub origin: u32,
    /// **Units**: data flits.
    pub length: u32,
}

/// How a stored packet can leave in a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure {
    pub header: Header,
    /// Class after the link.
    pub class: u32,
}

/// The ways of a packet by direction.
pub(super) type Departures = [Option<Departure>; DIRECTIONS as usize];

/// Returns the directions that lead closer.
pub(super) fn toward(tags: Tags) -> u8 {
    let ahead = |(axis, tag): (usize, i32)| match tag.signum() {
        0 => 0,
        1 => 1 << axis,
        _ => 1 << HexMesh::opposite(axis as u32),
    };
    tags.into_iter().enumerate().map(ahead).sum()
}

/// Returns the tags after a hop.
pub(super) fn after_hop(mut tags: Tags, direction: u32) -> Tags {
    tags[direction as usize % 3] += if direction < 3 { -1 } else { 1 };
    tags
}

/// Returns the first of some directions in the order of the routing tags.
pub(super) fn first(directions: u8) -> Option<u32> {
    let by_tag = (0..DIRECTIONS / 2).flat_map(|axis| [axis, axis + DIRECTIONS / 2]);
    by_tag.into_iter().find(|direction| directions >> direction & 1 == 1)
}

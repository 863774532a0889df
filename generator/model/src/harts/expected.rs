//! The only header that a broadcast of a source can have where it comes in: the acceptance filter.
//!
//! A link carries at most one packet of a broadcast, so the header is unique; the hexagonal mesh looks the
//! same from every node, so it depends only on where the node stands relative to the source.
//!
//! **Source**: ours; [KS91] 4 does not say that faulty nodes can be outnumbered only where impossible
//! headers are refused.

use teecast_spec::topology::HexMesh;

use std::collections::{BTreeMap, BTreeSet};

use super::broadcast::{self, HartsPacket};
use crate::relay::Carried;

/// Header fields by k, place of the node relative to the source, and in-link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedHeaders {
    packets: BTreeMap<(u32, u32, u32), HartsPacket>,
}

impl ExpectedHeaders {
    /// Follows all broadcasts of one source.
    pub fn new(hexmesh: &HexMesh) -> Self {
        let mut packets = BTreeMap::new();
        for k in 1..=6 {
            for send in broadcast::reliable(hexmesh, k, 0, &BTreeSet::new()).sends {
                if let Carried::Relayed { distance, tag, .. } = send.carried {
                    let packet = HartsPacket { step: send.step, tag, distance: distance + 1 };
                    packets.insert((k, send.to, send.channel), packet);
                }
            }
        }
        Self { packets }
    }

    /// Returns the packet that comes in over a link, or `None` if none may.
    ///
    /// **Shape**: `relative` is `HexMesh::relative(source, node)`; `direction` is that of travel; the
    /// distance is that on the link.
    pub fn packet(&self, k: u32, relative: u32, direction: u32) -> Option<&HartsPacket> {
        self.packets.get(&(k, relative, direction))
    }
}

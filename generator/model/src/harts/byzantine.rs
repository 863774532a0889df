//! Nodes that lie: what they put on their links when a broadcast comes by.
//!
//! A faulty node knows the source, k and sequence number of the broadcast and its own place, but
//! it has only its own links.

use std::collections::BTreeSet;

use teecast_spec::topology::HexMesh;
use teecast_spec::{Flit, HartsSpec};

use super::broadcast;
use super::frame::{self, Header};
use super::majority::Identity;
use super::network::Forgery;
use crate::relay::Carried;

/// Names what a faulty node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lie {
    /// Sends nothing.
    Drop,
    /// Sends what it should, with other data.
    Corrupt,
    /// Begins the broadcast itself, in the name of the source, with other data.
    Replay,
    /// Sends every header that fits the fields, for every k, with other data.
    Forge,
}

impl Lie {
    /// All of them.
    pub const ALL: [Lie; 4] = [Lie::Drop, Lie::Corrupt, Lie::Replay, Lie::Forge];
}

/// Returns what a faulty node puts on its links.
///
/// **Shape**: the faulty node is not the source; `data` is that of the faulty node.
pub fn forgeries(
    spec: &HartsSpec,
    liar: u32,
    lie: Lie,
    identity: Identity,
    data: &[Flit],
) -> Vec<Forgery> {
    let Identity { source, copies, sequence } = identity;
    let header = |copies, step, letter, distance| Header::Broadcast {
        copies,
        step,
        letter,
        mark: false,
        distance,
        source,
        sequence,
    };
    let on_all_links = |header: Header| (0..6).map(move |direction| (direction, header));
    let sent: Vec<(u32, Header)> = match lie {
        Lie::Drop => Vec::new(),
        Lie::Corrupt => honest(spec, liar, identity),
        Lie::Replay => on_all_links(header(copies, 1, 0, spec.n - 1)).collect(),
        Lie::Forge => {
            let (copies, steps, letters) = (0..8, 0..4, 0..8);
            let distances = 0..1 << spec.distance_bits();
            let mut headers = Vec::new();
            for k in copies {
                for step in steps.clone() {
                    for letter in letters.clone() {
                        headers.extend(distances.clone().map(|d| header(k, step, letter, d)));
                    }
                }
            }
            headers.into_iter().flat_map(on_all_links).collect()
        }
    };
    let forgery = |(direction, header)| Forgery {
        node: liar,
        direction,
        flits: frame::packet(spec, &header, data, false),
    };
    sent.into_iter().map(forgery).collect()
}

/// Returns the packets that a correct node sends in a broadcast of another one.
fn honest(spec: &HartsSpec, node: u32, identity: Identity) -> Vec<(u32, Header)> {
    let Identity { source, copies, sequence } = identity;
    let tree = broadcast::reliable(&HexMesh::new(spec.n), copies, source, &BTreeSet::new());
    let own = tree.sends.into_iter().filter(|send| send.from == node);
    own.filter_map(|send| match send.carried {
        Carried::Relayed { distance, tag, .. } => {
            let header = Header::Broadcast {
                copies,
                step: send.step,
                letter: tag.code(),
                mark: false,
                distance: distance + 1,
                source,
                sequence,
            };
            Some((send.channel, header))
        }
        Carried::Routed { .. } => None,
    })
    .collect()
}

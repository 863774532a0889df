//! Messages of the hexagonal mesh: regular ones to near nodes, and now and then a broadcast.
//!
//! **Source**: [KS91] 6: a Poisson process at every node; a destination with a probability inverse to
//! its distance, so that all distances are as likely.

use teecast_spec::topology::{HexMesh, Topology};

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::harts::way;
use crate::random::Random;
use crate::traffic::{Gaps, Lengths};

/// What `share` of all broadcasts is part of.
pub const WHOLE: u32 = 1_000_000;

/// Whom a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// One node.
    Node(u32),
    /// Every other node.
    All,
}

/// A message as its source makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HartsMessage {
    /// When it is made.
    pub clock: u64,
    /// Sender.
    pub source: u32,
    /// Whom it is for.
    pub receiver: Receiver,
    /// **Units**: flits.
    pub length: u32,
}

/// Random messages in the order of time, without end; they do not depend on how broadcasts travel.
#[derive(Clone, Debug)]
pub struct Traffic {
    nodes: u32,
    gaps: Gaps,
    lengths: Lengths,
    share: u32,
    /// Places of the nodes at distance 1, 2.. relative to the sender.
    rings: Vec<Vec<u32>>,
    streams: Vec<Random>,
    /// When each node sends next.
    due: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Traffic {
    /// Returns the messages of a seed.
    ///
    /// **Units**: `rate` is in messages of both kinds for each node and clock, above 0 and at most 1;
    /// `share` is that of broadcasts in parts of [`WHOLE`].
    pub fn new(hexmesh: &HexMesh, rate: f64, lengths: Lengths, share: u32, seed: u64) -> Self {
        let mut rings = vec![Vec::new(); hexmesh.edge() as usize - 1];
        (1..hexmesh.nodes())
            .for_each(|node| rings[way::distance(hexmesh, 0, node) as usize - 1].push(node));
        let gaps = Gaps::new(rate);
        let stream =
            |node: u32| Random::keyed(seed, [rate.to_bits(), hexmesh.edge().into(), node.into()]);
        let mut streams: Vec<Random> = (0..hexmesh.nodes()).map(stream).collect();
        let first = |stream: &mut Random| gaps.draw(stream) - 1;
        let due = streams.iter_mut().zip(0..).map(|(s, node)| Reverse((first(s), node))).collect();
        Self { nodes: hexmesh.nodes(), gaps, lengths, share, rings, streams, due }
    }
}

impl Iterator for Traffic {
    type Item = HartsMessage;

    fn next(&mut self) -> Option<HartsMessage> {
        let mut due = self.due.peek_mut().expect("every node sends again and again");
        let Reverse((clock, source)) = *due;
        let stream = &mut self.streams[source as usize];
        let below = |stream: &mut Random, count: usize| stream.below(count as u32) as usize;
        let length = self.lengths.draw(stream);
        let ring = &self.rings[below(stream, self.rings.len())];
        let place = ring[below(stream, ring.len())];
        let receiver = match stream.below(WHOLE) < self.share {
            true => Receiver::All,
            false => Receiver::Node((source + place) % self.nodes),
        };
        *due = Reverse((clock + self.gaps.draw(stream), source));
        Some(HartsMessage { clock, source, receiver, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_is_as_likely_and_broadcasts_have_their_share() {
        let hexmesh = HexMesh::new(5);
        let lengths = Lengths::fixed(1).expect("permitted");
        let traffic = Traffic::new(&hexmesh, 0.01, lengths, WHOLE / 10, 1);
        let (mut distances, mut broadcasts, mut last) = ([0; 5], 0, 0);
        for message in traffic.take(50_000) {
            match message.receiver {
                Receiver::All => broadcasts += 1,
                Receiver::Node(node) => {
                    distances[way::distance(&hexmesh, message.source, node) as usize] += 1;
                }
            }
            assert!(message.clock >= last);
            last = message.clock;
        }
        assert!((4700..5300).contains(&broadcasts), "{broadcasts}");
        let fair = distances[1..].iter().all(|count| (10_800..11_700).contains(count));
        assert!(distances[0] == 0 && fair, "{distances:?}");
        // 61 nodes, one message in 100 clocks each.
        assert!((80_000..84_000).contains(&last), "{last}");
    }
}

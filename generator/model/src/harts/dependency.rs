//! Deadlock check: which buffer or transmitter can wait for which, and in what order or deadlock cycle.
//!
//! A stored packet waits for the transmitters of its missing sends, and for a whole buffer at the
//! other end of each. A transmitter is granted together with that buffer, and what it has begun ends
//! in any case: as long as no packet queues at it, it waits for nothing. Sources are no part of the graph:
//! nothing waits for a frame that has not left its processor. A faulty node only takes waits away.

use std::collections::BTreeSet;
use std::fmt;

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::{HexMesh, Topology};

use super::broadcast::{self, HartsPacket, Letter, Start};
use super::expected::ExpectedHeaders;
use super::way::{self, Tags, hops};
use crate::waits::{self, WaitGraph};

/// Names the packets in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Messages {
    /// Broadcasts of all k and regular messages, of all sources.
    Correct,
    /// Everything that a receiver without the filter accepts, also from faulty nodes.
    Accepted,
}

/// Names how buffers and transmitters are given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Discipline {
    /// As the hardware does: a buffer for each class of each in-link, no queue at a transmitter.
    Structured,
    /// The same buffers, but sends queue at the transmitters and the first one waits for its buffer.
    Fifo,
    /// One class for all: a shared buffer at each in-link.
    OneClass,
}

/// What can be waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Resource {
    /// A packet buffer.
    Buffer {
        /// Node of the buffer.
        node: u32,
        /// Direction of travel on the in-link.
        direction: u32,
        /// Class.
        class: u32,
    },
    /// The begin of a link.
    Transmitter {
        /// Sending node.
        node: u32,
        /// Direction of travel.
        direction: u32,
    },
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Buffer { node, direction, class } => {
                write!(f, "buffer of node {node}, direction {direction}, class {class}")
            }
            Resource::Transmitter { node, direction } => {
                write!(f, "transmitter of node {node}, direction {direction}")
            }
        }
    }
}

/// Returns whether resources can wait in a deadlock cycle.
pub type Verdict = waits::Verdict<Resource>;

/// Checks the waits of all messages under a discipline.
pub fn check(n: u32, messages: Messages, discipline: Discipline) -> Verdict {
    waits(n, messages, discipline).verdict()
}

/// Finds the waits of all messages under a discipline.
pub fn waits(n: u32, messages: Messages, discipline: Discipline) -> WaitGraph<Resource> {
    graph(n, messages, discipline).waits
}

fn graph(n: u32, messages: Messages, discipline: Discipline) -> Graph {
    let spec = HartsSpec::new(n);
    let hexmesh = HexMesh::new(n);
    let broadcasts = broadcasts(&spec, &hexmesh, messages);
    let regular = regular(&hexmesh, messages);
    let mut graph = Graph { spec, hexmesh, discipline, waits: WaitGraph::default() };
    for node in 0..graph.hexmesh.nodes() {
        for &(k, direction, here) in &broadcasts {
            graph.add_broadcast(node, k, direction, &here);
        }
        for &(direction, tags) in &regular {
            graph.add_regular(node, direction, tags);
        }
    }
    graph
}

/// Returns (k, direction of travel, packet at the node) of the broadcasts that nodes store.
fn broadcasts(
    spec: &HartsSpec,
    hexmesh: &HexMesh,
    messages: Messages,
) -> BTreeSet<(u32, u32, HartsPacket)> {
    let expected = ExpectedHeaders::new(hexmesh);
    let mut found = BTreeSet::new();
    for k in 1..=6 {
        for direction in 0..DIRECTIONS {
            let at_node =
                |on_link: &HartsPacket| HartsPacket { distance: on_link.distance - 1, ..*on_link };
            let packets: Vec<HartsPacket> = match messages {
                Messages::Correct => (1..hexmesh.nodes())
                    .filter_map(|place| expected.packet(k, place, direction).map(at_node))
                    .collect(),
                Messages::Accepted => {
                    let stored = |step| 0..spec.largest_distance(step).unwrap_or(0);
                    let places = (1..=3).flat_map(|step| stored(step).map(move |d| (step, d)));
                    let lettered = places.flat_map(|(step, distance)| {
                        Letter::ALL.map(|tag| HartsPacket { step, tag, distance })
                    });
                    lettered.collect()
                }
            };
            found.extend(packets.into_iter().map(|packet| (k, direction, packet)));
        }
    }
    found
}

/// Returns (direction of travel, tags at the node) of the regular messages that nodes store.
fn regular(hexmesh: &HexMesh, messages: Messages) -> BTreeSet<(u32, Tags)> {
    let reach = i32::try_from(hexmesh.edge() - 1).expect("an edge length is small");
    let range = || -reach..=reach;
    let all = range().flat_map(|a| range().flat_map(move |b| range().map(move |c| [a, b, c])));
    let stored: Vec<Tags> = all
        .filter(|tags| {
            tags.iter().filter(|tag| **tag != 0).count() <= 2 && hops(*tags) < hexmesh.edge()
        })
        .collect();
    let shortest = |tags: Tags| (0..hexmesh.nodes()).any(|to| way::tags(hexmesh, 0, to) == tags);
    let mut found = BTreeSet::new();
    for direction in 0..DIRECTIONS {
        let correct = |tags: &Tags| {
            let mut before = *tags;
            before[direction as usize % 3] += if direction < 3 { 1 } else { -1 };
            hops(before) > hops(*tags) && shortest(before)
        };
        let stored = stored.iter().copied();
        let taken = stored.filter(|tags| messages == Messages::Accepted || correct(tags));
        found.extend(taken.map(|tags| (direction, tags)));
    }
    found
}

/// The waits found so far.
struct Graph {
    spec: HartsSpec,
    hexmesh: HexMesh,
    discipline: Discipline,
    waits: WaitGraph<Resource>,
}

impl Graph {
    fn add_broadcast(&mut self, node: u32, k: u32, direction: u32, here: &HartsPacket) {
        let held =
            self.buffer(node, direction, self.spec.broadcast_class(here.step, here.distance));
        self.waits.add(held);
        let straight = (here.distance != 0).then_some(Start { direction, packet: *here });
        let relayed = broadcast::sends(self.spec.n, k, direction, here);
        for Start { direction, packet } in straight.into_iter().chain(relayed) {
            let class = self.spec.broadcast_class(packet.step, packet.distance - 1);
            self.add_send(held, node, direction, class);
        }
    }

    fn add_regular(&mut self, node: u32, direction: u32, tags: Tags) {
        let left = hops(tags);
        let held = self.buffer(node, direction, self.spec.regular_class(left));
        self.waits.add(held);
        for (tag, axis) in tags.into_iter().zip(0..).filter(|(tag, _)| *tag != 0) {
            let direction = if tag > 0 { axis } else { HexMesh::opposite(axis) };
            self.add_send(held, node, direction, self.spec.regular_class(left - 1));
        }
    }

    /// Adds a missing send of the packet in a buffer.
    fn add_send(&mut self, held: Resource, node: u32, direction: u32, class: u32) {
        let transmitter = Resource::Transmitter { node, direction };
        let wanted = self.buffer(self.hexmesh.ahead(node, direction), direction, class);
        self.waits.wait(held, transmitter);
        self.waits.wait(held, wanted);
        if self.discipline == Discipline::Fifo {
            self.waits.wait(transmitter, wanted);
        }
    }

    fn buffer(&self, node: u32, direction: u32, class: u32) -> Resource {
        let class = if self.discipline == Discipline::OneClass { 0 } else { class };
        Resource::Buffer { node, direction, class }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harts::unicast;
    use crate::relay::{Carried, Send};

    /// Every hop of every broadcast and every shortest way is among the waits: a graph that lacks
    /// some would prove nothing.
    #[test]
    fn the_graph_has_the_waits_of_all_hops() {
        let graph = graph(3, Messages::Correct, Discipline::Fifo);
        let waits = |held: &Resource, next: &Resource| graph.waits.waits(held).contains(next);
        let assert_hop = |held: Resource, (node, direction): (u32, u32), wanted: Resource| {
            let transmitter = Resource::Transmitter { node, direction };
            assert!(waits(&held, &transmitter) && waits(&held, &wanted), "{held} for {wanted}");
            assert!(waits(&transmitter, &wanted), "{transmitter} for {wanted}");
        };
        let stored = |send: &Send<Letter>| {
            let class = match send.carried {
                Carried::Relayed { distance, .. } => {
                    graph.spec.broadcast_class(send.step, distance)
                }
                Carried::Routed { tags } => graph.spec.regular_class(hops(tags)),
            };
            Resource::Buffer { node: send.to, direction: send.channel, class }
        };
        let none = BTreeSet::new();
        let broadcasts = (1..=6).map(|k| broadcast::reliable(&graph.hexmesh, k, 5, &none));
        let messages =
            (0..graph.hexmesh.nodes()).map(|to| unicast::route(&graph.hexmesh, 5, to, &none));
        for tree in broadcasts.chain(messages) {
            for send in &tree.sends {
                if let Some(parent) = send.parent.map(|parent| &tree.sends[parent]) {
                    assert_hop(stored(parent), (send.from, send.channel), stored(send));
                }
            }
        }
    }
}

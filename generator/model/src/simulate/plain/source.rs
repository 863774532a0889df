//! Sources: a queue of messages at each node, and the flits that leave it.

use super::{Arrival, Flit, Plain};
use crate::simulate::bits::{NodeSet, next};
use crate::traffic::WorkloadMessage;

/// Cycles from a source to its router.
const ENTRY: u64 = 2;
/// The end of a list.
const NONE: u32 = u32::MAX;

/// A message between its making and its delivery.
#[derive(Clone, Copy, Debug)]
struct PlainPacket {
    created: u64,
    destination: u32,
    length: u32,
    /// The next packet of the same queue, or of those that are not in use.
    next: u32,
}

/// The packet that a source sends.
#[derive(Clone, Copy, Debug)]
struct Sending {
    packet: u32,
    label: u32,
    /// Flits that have not left.
    left: u32,
    head: bool,
    channel: u8,
}

/// All sources of a network, and the packets that they made.
#[derive(Clone, Debug)]
pub(super) struct Sources {
    packets: Vec<PlainPacket>,
    unused: u32,
    unfinished: u64,
    /// For each node the first and the last packet of its queue.
    first: Vec<u32>,
    last: Vec<u32>,
    sending: Vec<Option<Sending>>,
    /// For each node the channel after the one used last.
    turn: Vec<u8>,
    /// Nodes with something to send.
    active: NodeSet,
}

impl Sources {
    pub(super) fn new(nodes: usize) -> Self {
        Self {
            packets: Vec::new(),
            unused: NONE,
            unfinished: 0,
            first: vec![NONE; nodes],
            last: vec![NONE; nodes],
            sending: vec![None; nodes],
            turn: vec![0; nodes],
            active: NodeSet::new(nodes),
        }
    }

    /// Returns the number of packets that are not delivered.
    pub(super) fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Queues a message at its source, and returns the number of its packet.
    pub(super) fn add(&mut self, message: &WorkloadMessage) -> u32 {
        let packet = PlainPacket {
            created: message.cycle,
            destination: message.destination,
            length: message.length,
            next: NONE,
        };
        let index = match self.unused {
            NONE => {
                self.packets.push(packet);
                self.packets.len() as u32 - 1
            }
            unused => {
                self.unused = std::mem::replace(&mut self.packets[unused as usize], packet).next;
                unused
            }
        };
        let node = message.source as usize;
        let last = std::mem::replace(&mut self.last[node], index);
        if self.first[node] == NONE {
            self.first[node] = index;
        } else {
            self.packets[last as usize].next = index;
        }
        self.unfinished += 1;
        self.active.insert(node);
        index
    }

    /// Forgets a packet that is delivered; returns the cycle of its making.
    pub(super) fn finish(&mut self, packet: u32) -> u64 {
        self.unfinished -= 1;
        let entry = &mut self.packets[packet as usize];
        entry.next = std::mem::replace(&mut self.unused, packet);
        entry.created
    }

    /// Returns the flits that wait at a node.
    pub(super) fn flits_waiting(&self, node: usize) -> u64 {
        let queued = |index: u32| (index != NONE).then_some(index);
        let following = |index: &u32| queued(self.packets[*index as usize].next);
        let queue = std::iter::successors(queued(self.first[node]), following);
        let lengths = queue.map(|index| u64::from(self.packets[index as usize].length));
        lengths.sum::<u64>() + self.sending[node].map_or(0, |sending| sending.left.into())
    }
}

impl Plain {
    /// Lets every source with something to send put one flit on its link.
    pub(super) fn send(&mut self) {
        for word in 0..self.sources.active.words() {
            for node in self.sources.active.of_word(word) {
                self.send_from(node);
            }
        }
    }

    #[inline]
    fn send_from(&mut self, node: usize) {
        let (width, channels) = (self.shape.width, self.shape.channels);
        let counters = self.owner.len() + node * channels;
        let sources = &mut self.sources;
        let mut sending = match sources.sending[node] {
            Some(sending) => sending,
            None => {
                let packet = sources.first[node];
                let entry = &sources.packets[packet as usize];
                // A packet begins in a channel with room, round robin.
                let room = (0..channels).filter(|c| self.credits[counters + c] > 0);
                let room = room.fold(0u64, |room, channel| room | 1 << channel);
                if room == 0 {
                    return;
                }
                let channel = next(room, sources.turn[node]) as u8;
                sources.turn[node] = (channel + 1) % channels as u8;
                sources.first[node] = entry.next;
                let label = self.routes.label(entry.destination as usize);
                Sending { packet, label, left: entry.length, head: true, channel }
            }
        };
        let counter = counters + usize::from(sending.channel);
        if self.credits[counter] > 0 {
            self.credits[counter] -= 1;
            sending.left -= 1;
            let tail = sending.left == 0;
            if let Some(record) = &mut self.record {
                record.injected(sending.packet, self.now);
            }
            let flit = Flit::new(sending.packet, sending.label, sending.head, tail);
            sending.head = false;
            let channel = node * width + width - channels + usize::from(sending.channel);
            let arrival = Arrival { router: node as u32, channel: channel as u32, flit };
            self.arrivals.enter(self.now + ENTRY, arrival);
        }
        sources.sending[node] = (sending.left > 0).then_some(sending);
        if sending.left == 0 && sources.first[node] == NONE {
            sources.active.remove(node);
        }
    }
}

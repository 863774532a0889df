//! Rounds with one lying node: what the testbench puts on its links instead of what it sends.

use std::collections::BTreeSet;

use teecast_model::ihc::clocked::LinkFlit;
use teecast_model::ihc::frame::{self, Packet};
use teecast_spec::{Flit, IhcSpec};

use super::IhcDevice;
use crate::device;
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Rounds of an epoch.
const ROUNDS: u32 = 3;

/// Bits of a link beside its data: valid, first, last, bad, from the lowest on.
pub(super) const MARKS: u32 = 4;

/// What a lying node does to packets that it relays or sends; they are right otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Some do not leave.
    Drops,
    /// Some have wrong bits.
    Corrupts,
    /// None of them leaves in its slot: all are early or late, even after the round.
    Shifts,
    /// Some name another source or round, and there are more of them.
    Forges,
    /// Some do not end.
    GoesOn,
    /// Some end in silence or in another packet.
    BreaksOff,
}

impl Lie {
    /// All lies.
    pub const ALL: [Lie; 6] =
        [Lie::Drops, Lie::Corrupts, Lie::Shifts, Lie::Forges, Lie::GoesOn, Lie::BreaksOff];
}

/// What a node puts on its link on a directed cycle.
///
/// **Shape**: by slot of the round, and beyond it.
type Lane = Vec<Option<LinkFlit>>;

/// Makes the lies of a round.
struct Liar<'a> {
    device: &'a IhcDevice,
    lie: Lie,
    random: &'a mut Random,
    /// Slots of the round that is lied in.
    slots: u32,
}

impl IhcDevice {
    /// Returns rounds in which one node lies and all others send messages; another one, perhaps, in
    /// each epoch. The network has test ports, and its flits are narrow enough for all links of a node
    /// to fit into one flit of the stream.
    pub fn lying(&self, lie: Lie, seed: u64, epochs: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let epoch = |number| self.lying_epoch(lie, &mut random, number * ROUNDS);
        Stimulus::of((0..epochs).map(epoch).collect())
    }

    fn lying_epoch(&self, lie: Lie, random: &mut Random, before: u32) -> Epoch {
        let IhcSpec { width, max_data, .. } = self.spec;
        let nodes = self.rings.nodes();
        let liar = random.within(0..=nodes - 1);
        let low = *random.pick(&[0, 128]);
        let mut epoch = Epoch { tapped: BTreeSet::from([liar]), low, ..Epoch::default() };
        for round in 0..ROUNDS {
            let mut packets = Vec::new();
            for source in 0..nodes {
                let (id, count) = (epoch.messages.len() as u32, random.within(1..=max_data));
                let mut data = device::data(random, id, count, width);
                data.last_mut().expect("a message has data").last = true;
                let sequence = (before + round) % 256;
                packets.push(Packet { source, sequence, data: data.clone() });
                if source != liar {
                    let (what, gaps) = ("a message".to_string(), vec![0; data.len()]);
                    let message = Message { id, what, port: source, flits: data, gaps, offered: 0 };
                    epoch.messages.push(message);
                }
            }
            // Another round may follow at once, but not the last one.
            let beyond = if round + 1 < ROUNDS { 2 } else { 2 * nodes };
            let slots = self.schedule.slots() + beyond;
            let mut liar = Liar { device: self, lie, random: &mut *random, slots };
            let lanes = liar.lanes(*epoch.tapped.first().expect("the liar"), &packets);
            epoch.messages.push(self.message_of_lies(slots, &lanes));
        }
        epoch
    }

    /// Returns the frame that plays lies: a slot of silence, then what is on all links of the liar.
    fn message_of_lies(&self, slots: u32, lanes: &[Lane]) -> Message {
        let mut flits = vec![Flit::default()];
        for slot in 0..slots as usize {
            let mut all = Flit::default();
            for (cycle, lane) in (0..).zip(lanes) {
                let Some(LinkFlit { first, flit }) = &lane[slot] else { continue };
                let offset = cycle * (self.spec.width + MARKS);
                let marks = [true, *first, flit.last, flit.bad];
                for (bit, mark) in (offset..).zip(marks) {
                    all.set_field(bit, 1, mark.into());
                }
                for (from, bits) in parts(self.spec.width) {
                    all.set_field(offset + MARKS + from, bits, flit.field(from, bits));
                }
            }
            flits.push(all);
        }
        flits.last_mut().expect("a slot of silence").last = true;
        let (what, gaps) = ("lies".to_string(), vec![0; flits.len()]);
        Message { id: 0, what, port: self.lies_port(), flits, gaps, offered: 0 }
    }

    /// Returns what a liar has on its links: a flit of the stream that plays its lies.
    ///
    /// **Shape**: by directed cycle.
    pub(super) fn lie(&self, all: &Flit) -> Vec<Option<LinkFlit>> {
        let of_cycle = |cycle| {
            let offset = cycle * (self.spec.width + MARKS);
            let mark = |bit| all.field(offset + bit, 1) == 1;
            let mut flit = Flit { last: mark(2), bad: mark(3), ..Flit::default() };
            for (from, bits) in parts(self.spec.width) {
                flit.set_field(from, bits, all.field(offset + MARKS + from, bits));
            }
            mark(0).then(|| LinkFlit { first: mark(1), flit })
        };
        (0..self.rings.count()).map(of_cycle).collect()
    }

    /// Returns the stream that plays lies.
    pub(super) fn lies_port(&self) -> u32 {
        self.rings.nodes() + 1
    }
}

impl Liar<'_> {
    /// Returns what a node has on its links in a round of these packets, one of each source.
    ///
    /// **Shape**: by directed cycle.
    fn lanes(&mut self, liar: u32, packets: &[Packet]) -> Vec<Lane> {
        let IhcDevice { rings, schedule, .. } = self.device;
        let nodes = rings.nodes();
        let lane = |cycle| {
            let mut lane = vec![None; self.slots as usize];
            for packet in packets {
                let id = rings.id(cycle, packet.source);
                let hops = (rings.id(cycle, liar) + nodes - id) % nodes;
                // The last node on its way keeps it.
                if hops + 1 < nodes {
                    self.send(&mut lane, schedule.starts()[id as usize] + hops, packet);
                }
            }
            if self.lie == Lie::Forges {
                for _ in 0..nodes {
                    let slot = self.random.within(0..=self.slots - 1);
                    let index = self.random.within(0..=nodes - 1) as usize;
                    let packet = self.forged(&packets[index]);
                    self.put(&mut lane, slot, &self.flits(&packet));
                }
            }
            lane
        };
        (0..rings.count()).map(lane).collect()
    }

    /// Sends a packet that is due in a slot.
    fn send(&mut self, lane: &mut Lane, slot: u32, packet: &Packet) {
        let (mut flits, width) = (self.flits(packet), self.device.spec.width);
        let last = flits.len() as u32 - 1;
        match self.lie {
            Lie::Shifts => {
                let far = if self.random.chance(30) { self.slots } else { last + 2 };
                let by = self.random.within(1..=far);
                let early = slot >= by && self.random.chance(50);
                let slot = if early { slot - by } else { slot + by };
                return self.put(lane, slot, &flits);
            }
            _ if self.random.chance(40) => {}
            Lie::Drops => return,
            Lie::Corrupts => {
                let index = self.random.within(0..=last) as usize;
                let (from, bits) = *self.random.pick(&parts(width));
                let wrong = flits[index].field(from, bits) ^ 1 << self.random.within(0..=bits - 1);
                flits[index].set_field(from, bits, wrong);
                flits[last as usize].bad = self.random.chance(20);
            }
            Lie::Forges => {
                let forged = self.forged(packet);
                flits = self.flits(&forged);
            }
            Lie::GoesOn => {
                flits[last as usize].last = false;
                flits.resize(self.slots as usize, flits[last as usize].clone());
            }
            Lie::BreaksOff => {
                flits.truncate(self.random.within(1..=last) as usize);
                if self.random.chance(50) {
                    let other = self.forged(packet);
                    self.put(lane, slot + flits.len() as u32, &self.flits(&other));
                }
            }
        }
        self.put(lane, slot, &flits);
    }

    /// Returns a packet that names another source, or another round.
    fn forged(&mut self, packet: &Packet) -> Packet {
        let Packet { source, sequence, data } = packet.clone();
        let before = (sequence + 255) % 256;
        match self.random.chance(60) {
            true => {
                let source = self.random.within(0..=(1 << self.device.spec.source_bits()) - 1);
                Packet { source, sequence: *self.random.pick(&[sequence, before]), data }
            }
            false => Packet { source, sequence: before, data },
        }
    }

    fn flits(&self, packet: &Packet) -> Vec<Flit> {
        frame::packet(&self.device.spec, packet, false)
    }

    /// Puts flits on a link from a slot on.
    fn put(&self, lane: &mut Lane, slot: u32, flits: &[Flit]) {
        for (place, (index, flit)) in lane.iter_mut().skip(slot as usize).zip((0..).zip(flits)) {
            *place = Some(LinkFlit { first: index == 0, flit: flit.clone() });
        }
    }
}

/// Returns the parts of a flit that can be read at once.
///
/// **Shape**: by part its lowest bit and its bits.
fn parts(width: u32) -> Vec<(u32, u32)> {
    (0..width).step_by(32).map(|from| (from, (width - from).min(32))).collect()
}

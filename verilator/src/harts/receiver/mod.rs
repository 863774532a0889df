//! The receivers of the hexagonal mesh alone: packets from a link in; copies, stored packets and events out.
//!
//! This file says once more what a receiver has to do, packet by packet; only the refusals that
//! depend on the header are the model's. The unit is played like a network whose nodes are the six
//! transmitters and the store (`templates/harts/testbench/harts_receiver_tb.v`).

mod packets;

use std::collections::BTreeSet;

use teecast_model::harts::acceptance::Acceptance;
use teecast_model::harts::event;
use teecast_model::harts::frame::{self, Header};
use teecast_spec::harts::{DIRECTIONS, SILENCE};
use teecast_spec::topology::HexMesh;
use teecast_spec::{Flit, HartsSpec};

use self::packets::Packets;
use super::{HartsDevice, MARKS};
use crate::device::{Delivery, Device, Event, Outcome, Traffic};
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Most packets of one place.
const PACKETS: u32 = 12;

/// Node of the trace that stands for the store.
const STORE: u32 = DIRECTIONS;

/// Where a receiver is, and what it can get.
#[derive(Clone, Copy, Debug)]
struct ReceiverPlace {
    node: u32,
    direction: u32,
    /// Bit d: the neighbour in direction d is faulty.
    faulty: u32,
    /// Bit d: transmitter d is free and has room.
    free: u32,
    /// Packets come without credit, and stored ones stay.
    hold: bool,
}

/// The receivers of one node, their packets and what follows from them.
#[derive(Clone, Debug)]
pub struct Receivers {
    hexmesh: HartsDevice,
    node: u32,
    stimulus: Stimulus,
    /// By number of the message.
    outcomes: Vec<Outcome>,
}

impl Receivers {
    /// Makes packets for `places` random directions, faults and states of the transmitters. The same
    /// arguments give the same packets.
    pub fn new(spec: &HartsSpec, seed: u64, places: u32) -> Self {
        let mut random = Random::new(seed);
        let hexmesh = HartsDevice { spec: spec.clone(), tapped: true };
        let node = random.within(0..=spec.nodes() - 1);
        let stimulus = Stimulus::default();
        let mut made = Self { hexmesh, node, stimulus, outcomes: Vec::new() };
        let mut packets = Packets::new(spec, node);
        let mut acceptance = Acceptance::new(spec);
        for offered in 0..places {
            let place = made.place(&mut random);
            let low = *random.pick(&[0, 64, 192]);
            let mut epoch = Epoch { low, ..Epoch::default() };
            let (mut taken, mut silent) = (BTreeSet::new(), false);
            for _ in 0..random.within(1..=PACKETS) {
                let id = u32::try_from(made.outcomes.len()).expect("messages are counted in u32");
                let (header, flits) = packets.next(&mut random, id, place.direction);
                let gaps = made.gaps(&mut random, flits.len(), silent);
                silent = flits.last().is_some_and(|flit| !flit.last);
                made.outcomes.push(made.outcome(&mut acceptance, &place, &mut taken, &flits));
                let flits = made.with_place(&place, flits);
                let what = format!("{header:?} at {place:?}");
                epoch.messages.push(Message { id, what, port: 0, flits, gaps, offered });
            }
            made.stimulus.epochs.push(epoch);
        }
        made
    }

    /// Returns the packets.
    pub fn stimulus(&self) -> &Stimulus {
        &self.stimulus
    }

    fn place(&self, random: &mut Random) -> ReceiverPlace {
        let mut few = || random.within(0..=63) & random.within(0..=63);
        let (faulty, taken) = (few(), few());
        let direction = random.within(0..=DIRECTIONS - 1);
        ReceiverPlace {
            node: self.node,
            direction,
            faulty,
            free: !taken & 63,
            hold: random.chance(20),
        }
    }

    /// As close as a neighbour sends, with a pause now and then; after silence, later than that.
    fn gaps(&self, random: &mut Random, flits: usize, silent: bool) -> Vec<u32> {
        let time = self.hexmesh.flit_time();
        let mut gap = |index: usize| {
            let close = match index {
                0 if silent => (SILENCE + 8) * time,
                0 => 2 * time.max(2),
                _ => time - 1,
            };
            close + if random.chance(10) { random.within(1..=9) } else { 0 }
        };
        (0..flits).map(&mut gap).collect()
    }

    /// States what one packet does, after those before it.
    ///
    /// `taken` are the buffers of an epoch that are not given back.
    fn outcome(
        &self,
        acceptance: &mut Acceptance,
        place: &ReceiverPlace,
        taken: &mut BTreeSet<u32>,
        flits: &[Flit],
    ) -> Outcome {
        let only = |code: u32| Outcome { events: vec![reported(code)], ..Outcome::default() };
        let ended = flits.last().is_some_and(|flit| flit.last);
        let Some(packet) = frame::read_packet(&self.hexmesh.spec, flits) else {
            return only(if ended { event::TRUNCATED } else { event::SILENT });
        };
        let header = packet.header;
        if let Some(code) = acceptance.refusal(place.node, place.direction, &header) {
            return only(code);
        }
        let class = self.hexmesh.class(flits);
        let Some(buffer) = self.buffers(class).find(|buffer| !taken.contains(buffer)) else {
            return only(event::NO_ROOM);
        };
        acceptance.accept(place.node, place.direction, &header).expect("it was not refused");

        let most = self.hexmesh.spec.max_data as usize;
        let (mut data, mut bad) = (packet.data, flits.last().is_some_and(|flit| flit.bad));
        let mut why = None;
        if data.len() > most || (data.len() == most && !ended) {
            data.truncate(most);
            (bad, why) = (true, Some(event::OVERSIZE));
        } else if !ended {
            // The end has to be a flit.
            data.push(Flit::default());
            (bad, why) = (true, Some(event::SILENT));
        }
        let (sent, stored) = decide(place, header);
        if stored.is_some() && place.hold {
            taken.insert(buffer);
        }
        let copy = sent.map(|(direction, header)| self.copy(direction, &header, &data, bad));
        let kept = stored.map(|header| self.kept(buffer, &header, &data, bad));
        Outcome {
            deliveries: copy.into_iter().chain(kept).collect(),
            events: why.map(reported).into_iter().collect(),
            ..Outcome::default()
        }
    }

    /// What a transmitter gets: the packet as the next node sees it, and its class there.
    fn copy(&self, direction: u32, header: &Header, data: &[Flit], bad: bool) -> Delivery {
        let mut flits = frame::packet(&self.hexmesh.spec, header, data, bad);
        let class = self.hexmesh.class(&flits);
        flits.iter_mut().for_each(|flit| flit.set_field(self.payload(), 8, class));
        Delivery { node: direction, flits }
    }

    /// What the store gets: the header in one piece, then the data.
    fn kept(&self, buffer: u32, header: &Header, data: &[Flit], bad: bool) -> Delivery {
        let spec = &self.hexmesh.spec;
        let word = HartsSpec { width: 64, ..spec.clone() };
        let mut flits = frame::packet(&word, header, &[], false);
        flits.extend(data.iter().cloned());
        let (bits, deliver) = match header {
            Header::Broadcast { .. } => (spec.broadcast_bits(), true),
            Header::Regular { tags, .. } => (spec.regular_bits(), *tags == [0; 3]),
        };
        if data.is_empty() && spec.header_flits(bits) > 1 {
            // The last header flit ends it.
            flits.push(Flit::default());
        }
        let end = flits.len() - 1;
        for (index, flit) in flits.iter_mut().enumerate() {
            (flit.last, flit.bad) = (index == end, index == end && bad);
            flit.set_field(self.payload(), self.buffer_bits(), buffer);
            let due = u32::from(flit.last && deliver);
            flit.set_field(self.payload() + self.buffer_bits(), 1, due);
        }
        Delivery { node: STORE, flits }
    }

    /// Bits of what a recorded flit carries, below the class.
    fn payload(&self) -> u32 {
        let HartsSpec { width, .. } = self.hexmesh.spec;
        width.max(self.hexmesh.spec.broadcast_bits()).max(self.hexmesh.spec.regular_bits())
    }

    /// Returns the buffers of a class, the one that is taken first before the others.
    fn buffers(&self, class: u32) -> impl Iterator<Item = u32> {
        let spec = &self.hexmesh.spec;
        (0..spec.buffers_per_class()).map(move |index| class + index * spec.classes())
    }

    fn buffer_bits(&self) -> u32 {
        let spec = &self.hexmesh.spec;
        (spec.classes() * spec.buffers_per_class()).next_power_of_two().trailing_zeros()
    }

    /// Bits above the data of a played flit, below the place.
    fn below_place(&self) -> u32 {
        MARKS + self.hexmesh.class_bits()
    }

    fn with_place(&self, place: &ReceiverPlace, mut flits: Vec<Flit>) -> Vec<Flit> {
        let id = self.hexmesh.spec.node_bits();
        let offset = self.hexmesh.spec.width + self.below_place();
        let ReceiverPlace { node, direction, faulty, free, hold } = *place;
        let bits = node | (direction | faulty << 3 | free << 9 | u32::from(hold) << 15) << id;
        flits.iter_mut().for_each(|flit| flit.set_field(offset, id + 16, bits));
        flits
    }
}

/// What is sent at once (direction and header) and what is stored of an accepted packet.
fn decide(place: &ReceiverPlace, header: Header) -> (Option<(u32, Header)>, Option<Header>) {
    let healthy = |direction: u32| place.faulty >> direction & 1 == 0;
    let free = |direction: u32| place.free >> direction & 1 == 1;
    match header {
        // Straight on or not at all; stored in any case, marked where straight on was not free.
        Header::Broadcast { copies, step, letter, distance, source, sequence, .. } => {
            let here = |mark| {
                let distance = distance - 1;
                Header::Broadcast { copies, step, letter, mark, distance, source, sequence }
            };
            let wanted = distance > 1 && healthy(place.direction);
            let granted = wanted && free(place.direction);
            (granted.then(|| (place.direction, here(false))), Some(here(wanted && !granted)))
        }
        // The first tag that has hops left and a free way; stored only where there is none.
        Header::Regular { tags, source, sequence } => {
            let ways = tags.iter().zip(0..).filter(|(tag, _)| **tag != 0);
            let mut ways =
                ways.map(|(tag, axis)| if *tag > 0 { axis } else { HexMesh::opposite(axis) });
            match ways.find(|&direction| healthy(direction) && free(direction)) {
                Some(direction) => {
                    let mut tags = tags;
                    let tag = &mut tags[(direction % 3) as usize];
                    *tag -= tag.signum();
                    (Some((direction, Header::Regular { tags, source, sequence })), None)
                }
                None => (None, Some(header)),
            }
        }
    }
}

fn reported(code: u32) -> Event {
    Event { node: STORE, word: u64::from(code) }
}

impl Device for Receivers {
    fn network(&self) -> &'static str {
        "harts_receiver"
    }

    fn nodes(&self) -> u32 {
        DIRECTIONS + 1
    }

    fn routers(&self) -> u32 {
        1
    }

    fn links(&self) -> u32 {
        1
    }

    fn width(&self) -> u32 {
        self.payload() + self.buffer_bits() + 1
    }

    fn event_bits(&self) -> u32 {
        self.hexmesh.event_bits()
    }

    fn streams(&self) -> Vec<u32> {
        let HartsSpec { width, .. } = self.hexmesh.spec;
        vec![width + self.below_place() + self.hexmesh.spec.node_bits() + 16]
    }

    fn played(&self, message: &Message) -> Vec<Flit> {
        self.hexmesh.marked(&message.flits)
    }

    fn idle(&self) -> u32 {
        self.hexmesh.idle()
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        self.hexmesh.traffic()
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        let outcome = |message: &Message| self.outcomes[message.id as usize].clone();
        epoch.messages.iter().map(outcome).collect()
    }

    fn link_text(&self, index: u32) -> String {
        self.hexmesh.link_text(index)
    }

    fn event_text(&self, word: u64) -> String {
        self.hexmesh.event_text(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_of_a_link_occurs_and_every_way_of_a_packet() {
        let spec = HartsSpec { width: 8, max_data: 4, ..HartsSpec::new(3) };
        let made = Receivers::new(&spec, 1, 60);
        let events = made.outcomes.iter().flat_map(|outcome| &outcome.events);
        let codes: BTreeSet<u64> = events.map(|event| event.word).collect();
        assert_eq!(codes, BTreeSet::from([2, 3, 5, 6, 7, 8, 9, 10]));
        let ways: BTreeSet<(bool, bool)> = made
            .outcomes
            .iter()
            .map(|outcome| {
                let to = |store| outcome.deliveries.iter().any(|one| (one.node == STORE) == store);
                (to(false), to(true))
            })
            .collect();
        assert_eq!(ways.len(), 4);
    }
}

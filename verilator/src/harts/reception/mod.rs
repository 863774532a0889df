//! The reception of the mesh alone: stored packets in; frames and events out.
//!
//! It is played like a network whose nodes are the buffer units, the first of which stands for the
//! processor, too (`templates/harts/testbench/harts_reception_tb.v`). Copies come at any time, so that messages
//! close by all their ends, and what time closes has to close in time.

mod walk;

use std::collections::{BTreeMap, VecDeque};

use teecast_model::harts::frame::{self, Delivered};
use teecast_model::harts::majority::Identity;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::{Flit, HartsSpec, Interconnect, Reception};

use self::walk::{Closed, End, Names, Stored, Walk};
use super::HartsDevice;
use crate::device::{self, Device, Outcome, Traffic, Untimely};
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};
use crate::trace::SeenEpoch;

/// First packet of an epoch: after a reset nothing is remembered after some cycles.
///
/// **Units**: clock cycles of the epoch.
const START: u32 = 40;

/// Time by which a packet may be accepted later than it is offered: a message closes before.
///
/// **Units**: clock cycles.
const DELAY: u32 = 30;

/// Shares of cycles in which the processor refuses a flit.
///
/// **Units**: 256ths.
const REFUSALS: [u32; 4] = [0, 64, 192, 240];

/// Direction of what a processor sends to itself.
const OWN: u32 = 7;

/// The reception of a router.
#[derive(Clone, Debug)]
pub struct Receptions {
    mesh: HartsDevice,
}

impl Receptions {
    /// Returns the reception of a configuration.
    pub fn new(spec: &HartsSpec) -> Self {
        Self { mesh: HartsDevice { spec: spec.clone(), tapped: false } }
    }

    /// Makes `epochs` epochs of packets. The same arguments give the same stimulus.
    pub fn stimulus(&self, seed: u64, epochs: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let mut epoch = |index| match index % 6 {
            _ if self.mesh.spec.reception == Reception::Copies => self.regular(&mut random),
            0 => self.regular(&mut random),
            1 => self.rushed(&mut random),
            2 => self.timed(&mut random),
            3 => self.disputed(&mut random),
            4 => self.crowded(&mut random),
            _ => self.flooded(&mut random),
        };
        let mut stimulus = Stimulus::of((0..epochs).map(&mut epoch).collect());
        let messages = stimulus.epochs.iter_mut().flat_map(|epoch| &mut epoch.messages);
        messages.zip(0..).for_each(|(message, id)| message.id = id);
        stimulus
    }

    /// Packets of all units at once that need no majority.
    fn regular(&self, random: &mut Random) -> Epoch {
        let most = match self.mesh.spec.reception {
            Reception::Copies => DIRECTIONS,
            Reception::Majority => 0,
        };
        let low = *random.pick(&REFUSALS);
        let names = Names::new(&self.mesh.spec, random);
        let mut packet = |_| {
            let unit = random.within(0..=self.nodes() - 1);
            let identity = names.next(random, 0..=most);
            let direction = if unit == DIRECTIONS { OWN } else { unit % DIRECTIONS };
            let stored = self.stored(random, identity, direction);
            self.message(unit, START, &stored)
        };
        Epoch { low, messages: (0..30).map(&mut packet).collect(), ..Epoch::default() }
    }

    /// Copies one after the other, of which none is late because of the time that the processor takes.
    fn rushed(&self, random: &mut Random) -> Epoch {
        let spec = &self.mesh.spec;
        let low = *random.pick(&[0, 192, 254]);
        let unit = random.within(0..=self.nodes() - 1);
        let names = Names::new(spec, random);
        let identities: Vec<Identity> = (0..random.within(1..=2 * spec.open_messages))
            .map(|_| names.next(random, 1..=DIRECTIONS))
            .collect();
        let packet = |_| {
            let direction = random.within(0..=DIRECTIONS - 1);
            // What leaves at once takes the processor's time, and that of the others.
            let identity = match random.within(0..=9) {
                0 | 1 => names.next(random, 0..=0),
                2 | 3 => names.next(random, 1..=1),
                _ => *random.pick(&identities),
            };
            let stored = self.stored(random, identity, direction);
            self.message(unit, START, &stored)
        };
        let messages = (0..spec.vote_timeout / self.handling()).map(packet).collect();
        Epoch { low, messages, ..Epoch::default() }
    }

    /// Copies and regular packets apart from each other, often shortly before or after a message closes
    /// or is forgotten.
    fn timed(&self, random: &mut Random) -> Epoch {
        let spec = &self.mesh.spec;
        let names = Names::new(spec, random);
        let mut walk = Walk::new(spec);
        let mut messages: Vec<Message> = Vec::new();
        // When an open message closes by itself, and when one that has closed is forgotten.
        let mut marks: BTreeMap<Identity, u32> = BTreeMap::new();
        let mut now = START;
        for index in 0..random.within(10..=60) as usize {
            now += self.handling() + random.within(0..=self.handling());
            let known: Vec<(Identity, u32)> = marks.iter().map(|(name, at)| (*name, *at)).collect();
            let mut identity = names.next(random, 0..=DIRECTIONS);
            if !known.is_empty() && random.chance(65) {
                let (name, mark) = *random.pick(&known);
                identity = name;
                if random.chance(30) {
                    let before = mark - DELAY - random.within(0..=9);
                    let after = mark + self.unsure() + random.within(0..=9);
                    now = now.max(*random.pick(&[before, after]));
                }
            }
            walk.advance(Some(now));
            let unsure = marks
                .get(&identity)
                .is_some_and(|&mark| (mark - DELAY + 1..mark + self.unsure()).contains(&now));
            if unsure {
                identity.copies = 0;
            }
            let direction = random.within(0..=DIRECTIONS - 1);
            let stored = self.stored(random, identity, direction);
            messages.push(self.message(direction % self.nodes(), now, &stored));
            walk.count(index, &stored);
            if walk.opened_by(identity) == Some(index) {
                marks.insert(identity, now + spec.vote_timeout);
            }
            for Closed { identity, end, .. } in walk.closed.drain(..) {
                let mark = marks.entry(identity).or_insert(now);
                *mark = spec.vote_timeout + if end == End::Time { *mark } else { now };
            }
            marks.retain(|_, mark| now < *mark + self.unsure());
        }
        Epoch { messages, ..Epoch::default() }
    }

    /// As many messages at once as there are places, each on six copies of which two agree, or none.
    fn disputed(&self, random: &mut Random) -> Epoch {
        let spec = &self.mesh.spec;
        let unit = random.within(0..=self.nodes() - 1);
        let names = Names::new(spec, random);
        let mut copies = Vec::new();
        for _ in 0..spec.open_messages {
            let identity = names.next(random, DIRECTIONS..=DIRECTIONS);
            let mut data: Vec<Vec<Flit>> = (0..DIRECTIONS).map(|_| self.data(random)).collect();
            if random.chance(70) {
                let pair = random.distinct(2, DIRECTIONS);
                data[pair[0] as usize] = data[pair[1] as usize].clone();
            }
            let direction = random.distinct(DIRECTIONS, DIRECTIONS);
            copies.extend(direction.into_iter().zip(data).map(|copy| (identity, copy)));
        }
        let number = u32::try_from(copies.len()).expect("few copies");
        let order = random.distinct(number.min(spec.vote_timeout / self.handling()), number);
        let message = |index: u32| {
            let (Identity { source, copies, sequence }, (in_direction, data)) =
                copies[index as usize].clone();
            let head = Delivered { source, copies, in_direction, sequence };
            self.message(unit, START, &Stored { head, bad: false, data })
        };
        let low = *random.pick(&REFUSALS);
        Epoch { low, messages: order.into_iter().map(message).collect(), ..Epoch::default() }
    }

    /// More messages than are remembered, which close at once, and late copies of theirs.
    fn crowded(&self, random: &mut Random) -> Epoch {
        let spec = &self.mesh.spec;
        let unit = random.within(0..=self.nodes() - 1);
        let mut name = || {
            let source = random.within(0..=(1 << spec.node_bits()) - 1);
            Identity { source, copies: 1, sequence: random.within(0..=255) }
        };
        let names: Vec<Identity> = (0..90).map(|_| name()).collect();
        let packet = |_| {
            let Identity { source, copies, sequence } = *random.pick(&names);
            let in_direction = random.within(0..=DIRECTIONS - 1);
            let head = Delivered { source, copies, in_direction, sequence };
            self.message(unit, START, &Stored { head, bad: false, data: Vec::new() })
        };
        // All of them within the time of a message: a search, and the steps that close it.
        let number = spec.vote_timeout / (spec.open_messages + 16);
        Epoch { messages: (0..number).map(packet).collect(), ..Epoch::default() }
    }

    /// A message whose time runs out among copies that ended badly, one directly after the other.
    fn flooded(&self, random: &mut Random) -> Epoch {
        let spec = &self.mesh.spec;
        let names = Names::new(spec, random);
        let unit = random.within(0..=self.nodes() - 1);
        let alone = Identity { copies: DIRECTIONS, ..names.next(random, 1..=DIRECTIONS) };
        let mut good = |identity, direction, time| {
            let stored = Stored { bad: false, ..self.stored(random, identity, direction) };
            self.message(unit, time, &stored)
        };
        let end = START + spec.vote_timeout + self.unsure();
        let (first, late) = (good(alone, 0, START), good(alone, 1, end));
        let bad = |_| {
            let Identity { source, copies, sequence } = names.next(random, 1..=DIRECTIONS);
            let head = Delivered { source, copies, in_direction: 2, sequence };
            self.message(unit, START, &Stored { head, bad: true, data: Vec::new() })
        };
        // None of them takes less than three cycles.
        let bad: Vec<Message> = (0..end.div_ceil(3)).map(bad).collect();
        let messages = std::iter::once(first).chain(bad).chain([late]).collect();
        Epoch { messages, ..Epoch::default() }
    }

    /// Returns no, few or many random data flits.
    fn data(&self, random: &mut Random) -> Vec<Flit> {
        let HartsSpec { max_data, width, .. } = self.mesh.spec;
        let length = *random.pick(&[0, 1, max_data / 2, max_data]);
        let number = random.within(0..=u32::MAX);
        device::data(random, number, length.min(max_data), width)
    }

    /// Returns a packet whose first data flit differs little from those of others.
    fn stored(&self, random: &mut Random, identity: Identity, in_direction: u32) -> Stored {
        let width = self.mesh.spec.width;
        let Identity { source, copies, sequence } = identity;
        let head = Delivered { source, copies, in_direction, sequence };
        let mut data = self.data(random);
        if let Some(first) = data.first_mut() {
            *first = Flit::default();
            if random.chance(40) {
                first.set_field(random.within(0..=width - 1), 1, 1);
            }
        }
        Stored { head, bad: random.chance(8), data }
    }

    /// Returns a packet that a unit offers when so many cycles of the epoch have passed.
    fn message(&self, unit: u32, time: u32, stored: &Stored) -> Message {
        let Stored { head, bad, data } = stored;
        let mut flits = frame::delivery(&self.word(), head, &[], false);
        flits[0].set_field(self.payload(), 1, u32::from(*bad));
        flits[0].set_field(self.payload() + 1, 32, time);
        flits.extend(data.iter().cloned());
        let end = flits.len() - 1;
        flits.iter_mut().zip(0..).for_each(|(flit, index)| flit.last = index == end);
        let what = format!("{head:?}, bad: {bad}, in cycle {time} of the epoch");
        Message { id: 0, what, port: unit, gaps: vec![0; flits.len()], flits, offered: 0 }
    }

    /// Reads a packet and its time back.
    fn read(&self, message: &Message) -> (u32, Stored) {
        let (first, data) = message.flits.split_first().expect("a packet has a head");
        let head = frame::read_delivery(&self.word(), std::slice::from_ref(first));
        let head = head.expect("a head is one word").header;
        let bad = first.field(self.payload(), 1) == 1;
        let mut data = data.to_vec();
        data.iter_mut().for_each(|flit| flit.last = false);
        (first.field(self.payload() + 1, 32), Stored { head, bad, data })
    }

    /// A configuration in which a head is one word.
    fn word(&self) -> HartsSpec {
        HartsSpec { width: 64, ..self.mesh.spec.clone() }
    }

    /// Bits of a head or a data flit.
    fn payload(&self) -> u32 {
        self.mesh.spec.width.max(self.mesh.spec.delivery_bits())
    }

    /// Returns more than a packet takes, with the frames that it lets go, when the processor takes all.
    ///
    /// **Units**: clock cycles.
    fn handling(&self) -> u32 {
        self.mesh.spec.open_messages + 50 + 4 * self.mesh.spec.max_data
    }

    /// Returns how long after its time a message may close or be forgotten.
    ///
    /// **Units**: clock cycles.
    fn unsure(&self) -> u32 {
        2 * self.handling() + self.mesh.spec.open_messages
    }

    /// Returns what the packets of an epoch do, what happens behind them, and how messages close.
    fn walk(&self, epoch: &Epoch) -> (Vec<Outcome>, Vec<Closed>) {
        let mut walk = Walk::new(&self.mesh.spec);
        let mut outcomes = Vec::new();
        for (index, message) in epoch.messages.iter().enumerate() {
            let (time, stored) = self.read(message);
            let mut outcome = walk.advance(Some(time));
            let caused = walk.count(index, &stored);
            outcome.deliveries.extend(caused.deliveries);
            outcome.events.extend(caused.events);
            outcomes.push(outcome);
        }
        outcomes.push(walk.advance(None));
        (outcomes, walk.closed)
    }
}

impl Device for Receptions {
    fn network(&self) -> &'static str {
        "harts_reception"
    }

    fn nodes(&self) -> u32 {
        match self.mesh.spec.interconnect {
            Interconnect::Bus => 1,
            Interconnect::Crossbar => DIRECTIONS + 1,
        }
    }

    fn routers(&self) -> u32 {
        1
    }

    fn links(&self) -> u32 {
        1
    }

    fn width(&self) -> u32 {
        self.mesh.spec.width
    }

    fn event_bits(&self) -> u32 {
        self.mesh.event_bits()
    }

    fn streams(&self) -> Vec<u32> {
        vec![self.payload() + 33; self.nodes() as usize]
    }

    fn idle(&self) -> u32 {
        self.mesh.idle() + self.unsure()
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        self.mesh.traffic()
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        self.walk(epoch).0
    }

    /// Frames of messages come when their last copy has come, or when their time has run out: in the
    /// cycle that the steps between them say, or later by as much as the unit was busy.
    fn untimely(&self, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
        if epoch.low > 0 || self.mesh.spec.reception == Reception::Copies {
            // Only a processor that takes everything shows the time.
            return None;
        }
        let spec = &self.mesh.spec;
        let (entries, timeout) = (u64::from(spec.open_messages), u64::from(spec.vote_timeout));
        let handling = u64::from(self.handling());
        let mut accepted: BTreeMap<u32, VecDeque<u64>> = BTreeMap::new();
        for &(cycle, node) in &seen.accepted {
            accepted.entry(node).or_default().push_back(cycle);
        }
        let came: Vec<u64> = epoch
            .messages
            .iter()
            .map(|message| accepted.get_mut(&message.port)?.pop_front())
            .collect::<Option<_>>()?;
        let mut frames: BTreeMap<Identity, VecDeque<u64>> = BTreeMap::new();
        for frame in &seen.deliveries {
            let Delivered { source, copies, sequence, .. } =
                frame::read_delivery(spec, &frame.flits)?.header;
            let identity = Identity { source, copies, sequence };
            frames.entry(identity).or_default().push_back(frame.cycle);
        }
        let ends: Vec<u64> = seen.deliveries.iter().map(|frame| frame.end).collect();
        self.walk(epoch).1.into_iter().find_map(|closed| {
            let Closed { identity, end, opened_by, groups } = closed;
            let cycle = frames.get_mut(&identity)?.pop_front()?;
            let (first, last) = match end {
                End::Copy(by) => (came[by], came[by] + 2 * handling),
                End::Time => {
                    let opening = came[opened_by];
                    let due = opening + entries + timeout + 8 + groups;
                    // Another message closed for its place, or something was in its way.
                    let times = [opening + 1..=opening + handling, due - 2 * handling..=cycle - 1];
                    let mut others = came.iter().chain(&ends);
                    let busy = others.any(|other| times.iter().any(|time| time.contains(other)));
                    let late = if busy { 2 * handling } else { 0 };
                    (due, due + entries - 1 + late)
                }
            };
            (!(first..=last).contains(&cycle)).then(|| Untimely {
                cycle,
                expected: format!(
                    "the frame of {identity:?} between {first} and {last}, {closed:?}"
                ),
            })
        })
    }

    fn link_text(&self, index: u32) -> String {
        self.mesh.link_text(index)
    }

    fn event_text(&self, word: u64) -> String {
        self.mesh.event_text(word)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::trace::SeenFrame;

    fn spec() -> HartsSpec {
        let bus = HartsSpec { max_data: 4, ..HartsSpec::new(2) };
        HartsSpec { reception: Reception::Majority, vote_timeout: 4000, open_messages: 6, ..bus }
    }

    #[test]
    fn messages_close_in_every_way_and_every_refusal_occurs() {
        let reception = Receptions::new(&spec());
        let walks: Vec<_> =
            reception.stimulus(1, 60).epochs.iter().map(|epoch| reception.walk(epoch)).collect();
        let outcomes = walks.iter().flat_map(|(outcomes, _)| outcomes);
        let codes: BTreeSet<u64> =
            outcomes.flat_map(|outcome| &outcome.events).map(|event| event.word).collect();
        assert_eq!(codes, BTreeSet::from([8, 11, 12]));
        let closed: Vec<&Closed> = walks.iter().flat_map(|(_, closed)| closed).collect();
        let by_time = closed.iter().filter(|closed| closed.end == End::Time).count();
        let complete = |closed: &&&Closed| closed.end == End::Copy(closed.opened_by);
        let alone = closed.iter().filter(complete).count();
        let by_another = closed.len() - by_time - alone;
        assert!(by_time > 50 && alone > 50 && by_another > 50, "{by_time} {alone} {by_another}");
        let groups: BTreeSet<u64> = closed.iter().map(|closed| closed.groups).collect();
        assert_eq!(groups, (1..=6).collect());
        // More than are remembered.
        assert!(walks.iter().any(|(_, closed)| closed.len() > 70));
    }

    #[test]
    fn a_frame_that_comes_too_early_or_too_late_is_noticed() {
        let reception = Receptions::new(&spec());
        let head = Delivered { source: 1, copies: 3, in_direction: 0, sequence: 7 };
        let stored = Stored { head, bad: false, data: Vec::new() };
        let messages = vec![reception.message(0, START, &stored)];
        let epoch = Epoch { messages, ..Epoch::default() };
        let (outcomes, _) = reception.walk(&epoch);
        let flits = &outcomes[1].deliveries[0].flits;
        let is_noticed = |cycle| {
            let flits = flits.clone();
            let frame = SeenFrame { cycle, end: cycle, node: 0, flits, complete: true };
            let accepted = vec![(100, 0)];
            let seen = SeenEpoch { accepted, deliveries: vec![frame], ..SeenEpoch::default() };
            reception.untimely(&epoch, &seen).is_some()
        };
        // A search of six places, eight steps and one group before and behind the time of a message.
        let due = 100 + 6 + 4000 + 9;
        let noticed = [due - 1, due, due + 5, due + 6].map(is_noticed);
        assert_eq!(noticed, [true, false, false, true]);
    }
}

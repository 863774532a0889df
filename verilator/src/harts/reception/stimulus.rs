//! Epochs of packets for the reception of the hexagonal mesh: calm and rushed ones, and those in which messages close
//! or are forgotten.

use std::collections::BTreeMap;

use teecast_model::harts::frame::Delivered;
use teecast_model::harts::majority::Identity;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::{Flit, HartsSpec, Reception};

use super::Receptions;
use super::walk::{Closed, End, Names, Stored, Walk};
use crate::device::{self, Device};
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// First packet of an epoch: after a reset nothing is remembered after some cycles.
///
/// **Units**: clock cycles of the epoch.
pub(super) const START: u32 = 40;

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

impl Receptions {
    /// Makes `epochs` epochs of packets. The same arguments give the same stimulus.
    pub fn stimulus(&self, seed: u64, epochs: u32) -> Stimulus {
        let mut random = Random::new(seed);
        let mut epoch = |index| match index % 6 {
            _ if self.hexmesh.spec.reception == Reception::Copies => self.regular(&mut random),
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
        let most = match self.hexmesh.spec.reception {
            Reception::Copies => DIRECTIONS,
            Reception::Majority => 0,
        };
        let low = *random.pick(&REFUSALS);
        let names = Names::new(&self.hexmesh.spec, random);
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
        let spec = &self.hexmesh.spec;
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
        let messages = (0..spec.majority_timeout / self.handling()).map(packet).collect();
        Epoch { low, messages, ..Epoch::default() }
    }

    /// Copies and regular packets apart from each other, often shortly before or after a message closes
    /// or is forgotten.
    fn timed(&self, random: &mut Random) -> Epoch {
        let spec = &self.hexmesh.spec;
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
                marks.insert(identity, now + spec.majority_timeout);
            }
            for Closed { identity, end, .. } in walk.closed.drain(..) {
                let mark = marks.entry(identity).or_insert(now);
                *mark = spec.majority_timeout + if end == End::Time { *mark } else { now };
            }
            marks.retain(|_, mark| now < *mark + self.unsure());
        }
        Epoch { messages, ..Epoch::default() }
    }

    /// As many messages at once as there are places, each on six copies of which two agree, or none.
    fn disputed(&self, random: &mut Random) -> Epoch {
        let spec = &self.hexmesh.spec;
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
        let order = random.distinct(number.min(spec.majority_timeout / self.handling()), number);
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
        let spec = &self.hexmesh.spec;
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
        let number = spec.majority_timeout / (spec.open_messages + 16);
        Epoch { messages: (0..number).map(packet).collect(), ..Epoch::default() }
    }

    /// A message whose time runs out among copies that ended badly, one directly after the other.
    fn flooded(&self, random: &mut Random) -> Epoch {
        let spec = &self.hexmesh.spec;
        let names = Names::new(spec, random);
        let unit = random.within(0..=self.nodes() - 1);
        let alone = Identity { copies: DIRECTIONS, ..names.next(random, 1..=DIRECTIONS) };
        let mut good = |identity, direction, time| {
            let stored = Stored { bad: false, ..self.stored(random, identity, direction) };
            self.message(unit, time, &stored)
        };
        let end = START + spec.majority_timeout + self.unsure();
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
        let HartsSpec { max_data, width, .. } = self.hexmesh.spec;
        let length = *random.pick(&[0, 1, max_data / 2, max_data]);
        let number = random.within(0..=u32::MAX);
        device::data(random, number, length.min(max_data), width)
    }

    /// Returns a packet whose first data flit differs little from those of others.
    fn stored(&self, random: &mut Random, identity: Identity, in_direction: u32) -> Stored {
        let width = self.hexmesh.spec.width;
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
}

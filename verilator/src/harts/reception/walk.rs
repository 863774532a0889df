//! The model's majorities in the packets of an epoch, and names of broadcasts to form them of.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use teecast_model::harts::event;
use teecast_model::harts::frame::{self, Delivered};
use teecast_model::harts::majority::{Identity, OpenMessages, Refusal, Verdict};
use teecast_spec::{Flit, HartsSpec, Reception};

use crate::device::{Delivery, Event, Outcome};
use crate::random::Random;

/// Why a message closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A copy completed it, or needed its place: index of the message.
    Copy(usize),
    /// It was open for its time.
    Time,
}

/// A message that closed.
#[derive(Clone, Copy, Debug)]
pub struct Closed {
    /// Broadcast.
    pub identity: Identity,
    /// Why.
    pub end: End,
    /// Message that opened it.
    pub opened_by: usize,
    /// Groups of its copies.
    pub groups: u64,
}

/// A message that is open.
#[derive(Clone, Debug)]
struct Open {
    by: usize,
    /// What the copies of each group have in common.
    keys: BTreeSet<(usize, Option<teecast_spec::FlitBits>)>,
}

/// A stored packet.
pub struct Stored {
    /// Head of the delivery.
    pub head: Delivered,
    /// It ended badly.
    pub bad: bool,
    /// Data flits without marks.
    pub data: Vec<Flit>,
}

/// The model's open messages, and when the hardware's have to close.
pub struct Walk<'a> {
    spec: &'a HartsSpec,
    messages: OpenMessages,
    open: BTreeMap<Identity, Open>,
    /// Messages that have closed.
    pub closed: Vec<Closed>,
}

impl<'a> Walk<'a> {
    /// Nothing has come yet.
    pub fn new(spec: &'a HartsSpec) -> Self {
        Self { spec, messages: OpenMessages::default(), open: BTreeMap::new(), closed: Vec::new() }
    }

    /// Returns what happens until a time by itself, at the latest all that can.
    pub fn advance(&mut self, now: Option<u32>) -> Outcome {
        let timeout = u64::from(self.spec.majority_timeout);
        let ended = match now {
            Some(now) => self.messages.advance(u64::from(now), timeout),
            None => self.messages.close_all(),
        };
        self.conclude(ended, End::Time)
    }

    /// Returns what a packet causes.
    pub fn count(&mut self, index: usize, packet: &Stored) -> Outcome {
        let Stored { head, bad, data } = packet;
        let Delivered { source, copies, in_direction, sequence } = *head;
        let passes = copies == 0 || self.spec.reception == Reception::Copies;
        if passes {
            return Outcome {
                deliveries: vec![self.frame(head, data, *bad)],
                ..Outcome::default()
            };
        }
        if *bad {
            return Outcome::default();
        }
        let identity = Identity { source, copies, sequence };
        let limit = self.spec.open_messages as usize;
        let told = |code: u32| Outcome { events: vec![reported(code)], ..Outcome::default() };
        let ended = match self.messages.count(identity, in_direction, data.clone(), limit) {
            Err(Refusal::Late) => return told(event::LATE),
            Err(Refusal::Again) => return told(event::DUPLICATE),
            Ok(ended) => ended,
        };
        let open = self.open.entry(identity);
        let open = open.or_insert(Open { by: index, keys: BTreeSet::new() });
        open.keys.insert((data.len(), data.first().map(|flit| flit.bits)));
        self.conclude(ended, End::Copy(index))
    }

    /// Returns the packet that opened a message that is open.
    pub fn opened_by(&self, identity: Identity) -> Option<usize> {
        self.open.get(&identity).map(|open| open.by)
    }

    fn conclude(&mut self, ended: Vec<(Identity, Verdict)>, end: End) -> Outcome {
        let mut outcome = Outcome::default();
        for (identity, verdict) in ended {
            let open = self.open.remove(&identity).expect("what closes was open");
            let Open { by: opened_by, keys } = open;
            self.closed.push(Closed { identity, end, opened_by, groups: keys.len() as u64 });
            let Identity { source, copies, sequence } = identity;
            let head = Delivered { source, copies, in_direction: verdict.agreeing, sequence };
            outcome.deliveries.push(self.frame(&head, &verdict.data, !verdict.majority));
            if !verdict.majority {
                outcome.events.push(reported(event::NO_MAJORITY));
            }
        }
        outcome
    }

    fn frame(&self, head: &Delivered, data: &[Flit], bad: bool) -> Delivery {
        Delivery { node: 0, flits: frame::delivery(self.spec, head, data, bad) }
    }
}

fn reported(code: u32) -> Event {
    Event { node: 0, word: u64::from(code) }
}

/// Names of broadcasts that differ in few bits.
pub struct Names {
    source: u32,
    sequence: u32,
    source_bits: u32,
}

impl Names {
    /// Chooses the bits that most names share.
    pub fn new(spec: &HartsSpec, random: &mut Random) -> Self {
        let source_bits = spec.node_bits();
        let source = random.within(0..=(1 << source_bits) - 1);
        Self { source, sequence: random.within(0..=255), source_bits }
    }

    /// Returns a name with a number of copies.
    pub fn next(&self, random: &mut Random, copies: RangeInclusive<u32>) -> Identity {
        let Self { mut source, mut sequence, source_bits } = *self;
        if random.chance(60) {
            source ^= 1 << random.within(0..=source_bits - 1);
        }
        if random.chance(60) {
            sequence ^= 1 << random.within(0..=7);
        }
        Identity { source, copies: random.within(copies), sequence }
    }
}

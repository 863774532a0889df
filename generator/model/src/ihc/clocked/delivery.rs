//! `ihc_delivery`: gives the processor what came in a round.

use teecast_spec::{Flit, IhcSpec, Reception};

use super::event_queue::Report;
use super::store::Store;
use crate::ihc::reception::{Copies, Served, served};

/// What is done for the source that is looked at.
#[derive(Clone, Debug, Default)]
enum Phase {
    /// Its copies are looked at.
    #[default]
    Look,
    /// Copies are compared, one flit after another; so many reads are left.
    Compare(usize, Served),
    /// The copies that agree with each are counted; so many are left.
    Count(usize, Served),
    /// Frames leave: the number of the next flit of the first one.
    Send(usize, Served),
}

/// The round that is delivered.
#[derive(Clone, Debug)]
struct Round {
    number: u8,
    source: u32,
    /// The stores show the lengths of the copies of this source.
    here: bool,
    phase: Phase,
}

/// The deliveries of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Delivery {
    /// By bank the number of the round in it that has not been delivered.
    full: [Option<u8>; 2],
    round: Option<Round>,
    /// The flit at the port.
    shown: Option<Flit>,
}

/// What a delivery sees of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeliveryInputs<'a> {
    pub spec: &'a IhcSpec,
    pub node: u32,
    /// **Shape**: by directed cycle.
    pub stores: &'a [Store],
    /// There is room for an event.
    pub room: bool,
    /// The flit at the port is taken.
    pub taken: bool,
    /// The number of the round that ends in this cycle.
    pub ended: Option<u8>,
}

impl Delivery {
    /// Returns the flit that the processor is offered.
    pub fn shown(&self) -> Option<&Flit> {
        self.shown.as_ref()
    }

    /// Returns whether the bank of a round is free.
    pub fn is_free(&self, number: u8) -> bool {
        self.full[usize::from(number & 1)].is_none()
    }

    /// Returns whether all that came has been delivered.
    pub fn idle(&self) -> bool {
        self.full == [None; 2] && self.shown.is_none()
    }

    /// Plays a cycle.
    pub fn step(&mut self, sight: &DeliveryInputs<'_>) -> Option<Report> {
        let loads = self.shown.is_none() || sight.taken;
        let (mut sent, mut report) = (None, None);
        let mut done = None;
        match &mut self.round {
            Some(round) => {
                let source = round.source;
                let step = round.step(sight, loads);
                sent = step.sent;
                report = step.event.map(|code| (code, source));
                done = (round.source == sight.spec.nodes()).then_some(round.number);
            }
            // A cycle after the end of a round, or of the delivery before.
            None => {
                let number = self.full.iter().flatten().next();
                let begin = |number: &u8| Round {
                    number: *number,
                    source: 0,
                    here: false,
                    phase: Phase::Look,
                };
                self.round = number.map(begin);
            }
        }
        if loads {
            self.shown = sent;
        }
        if let Some(number) = sight.ended {
            self.full[usize::from(number & 1)] = Some(number);
        }
        if let Some(number) = done {
            self.full[usize::from(number & 1)] = None;
            self.round = None;
        }
        report
    }
}

/// What a delivery did in a cycle.
#[derive(Clone, Debug, Default)]
struct Step {
    sent: Option<Flit>,
    event: Option<u32>,
}

impl Round {
    /// Plays a cycle; goes on to the next source when this one is done.
    fn step(&mut self, sight: &DeliveryInputs<'_>, loads: bool) -> Step {
        let mut step = Step::default();
        if !self.here {
            self.here = true;
            return step;
        }
        self.phase = match std::mem::take(&mut self.phase) {
            Phase::Look => self.look(sight, &mut step),
            Phase::Compare(left, served) if !loads => Phase::Compare(left, served),
            Phase::Compare(0, served) => Phase::Count(sight.stores.len() - 1, served),
            Phase::Compare(left, served) => Phase::Compare(left - 1, served),
            Phase::Count(0, served) => Phase::Send(0, served),
            Phase::Count(left, served) => Phase::Count(left - 1, served),
            Phase::Send(flit, served) if !loads => Phase::Send(flit, served),
            Phase::Send(flit, served) => self.send(sight, flit, served, &mut step),
        };
        step
    }

    fn look(&mut self, sight: &DeliveryInputs<'_>, step: &mut Step) -> Phase {
        if self.source == sight.node {
            return self.next();
        }
        let read = |store: &Store| store.read(self.number, self.source);
        let copies: Copies = sight.stores.iter().map(read).collect();
        let served = served(sight.spec, self.source, self.number.into(), &copies);
        if served.frames.is_empty() {
            if !sight.room {
                return Phase::Look;
            }
            step.event = served.event;
            return self.next();
        }
        let longest = copies.iter().flatten().map(Vec::len).max().unwrap_or_default();
        match sight.spec.reception {
            Reception::Copies => Phase::Send(0, served),
            // A flit is read, its halves are compared, the comparison counts.
            Reception::Majority => Phase::Compare(longest + 1, served),
        }
    }

    /// Sends a flit; the last one of a message without majority waits for room for its event.
    fn send(
        &mut self,
        sight: &DeliveryInputs<'_>,
        at: usize,
        mut served: Served,
        step: &mut Step,
    ) -> Phase {
        let flit = served.frames[0][at].clone();
        if flit.last && served.event.is_some() && !sight.room {
            return Phase::Send(at, served);
        }
        let last = flit.last;
        step.sent = Some(flit);
        if !last {
            return Phase::Send(at + 1, served);
        }
        served.frames.remove(0);
        if !served.frames.is_empty() {
            return Phase::Send(0, served);
        }
        step.event = served.event;
        self.next()
    }

    /// Goes on to the next source.
    fn next(&mut self) -> Phase {
        (self.source, self.here) = (self.source + 1, false);
        Phase::Look
    }
}

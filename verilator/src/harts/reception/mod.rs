//! The reception of the hexagonal mesh alone: stored packets in; frames and events out.
//!
//! It is played like a network whose nodes are the buffer units, the first of which stands for the
//! processor, too (`templates/harts/testbench/harts_reception_tb.v`). Copies come at any time, so that messages
//! close by all their ends, and what time closes has to close in time.

mod stimulus;
mod walk;

use std::collections::{BTreeMap, VecDeque};

use teecast_model::harts::frame::{self, Delivered};
use teecast_model::harts::majority::Identity;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::{HartsSpec, Interconnect, Reception};

use self::walk::{Closed, End, Stored, Walk};
use super::HartsDevice;
use crate::device::{Device, Outcome, Traffic, Untimely};
use crate::stimulus::{Epoch, Message};
use crate::trace::SeenEpoch;

/// The reception of a router.
#[derive(Clone, Debug)]
pub struct Receptions {
    hexmesh: HartsDevice,
}

impl Receptions {
    /// Returns the reception of a configuration.
    pub fn new(spec: &HartsSpec) -> Self {
        Self { hexmesh: HartsDevice { spec: spec.clone(), tapped: false } }
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
        HartsSpec { width: 64, ..self.hexmesh.spec.clone() }
    }

    /// Bits of a head or a data flit.
    fn payload(&self) -> u32 {
        self.hexmesh.spec.width.max(self.hexmesh.spec.delivery_bits())
    }

    /// Returns more than a packet takes, with the frames that it lets go, when the processor takes all.
    ///
    /// **Units**: clock cycles.
    fn handling(&self) -> u32 {
        self.hexmesh.spec.open_messages + 50 + 4 * self.hexmesh.spec.max_data
    }

    /// Returns how long after its time a message may close or be forgotten.
    ///
    /// **Units**: clock cycles.
    fn unsure(&self) -> u32 {
        2 * self.handling() + self.hexmesh.spec.open_messages
    }

    /// Returns what the packets of an epoch do, what happens behind them, and how messages close.
    fn walk(&self, epoch: &Epoch) -> (Vec<Outcome>, Vec<Closed>) {
        let mut walk = Walk::new(&self.hexmesh.spec);
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
        match self.hexmesh.spec.interconnect {
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
        self.hexmesh.spec.width
    }

    fn event_bits(&self) -> u32 {
        self.hexmesh.event_bits()
    }

    fn streams(&self) -> Vec<u32> {
        vec![self.payload() + 33; self.nodes() as usize]
    }

    fn idle(&self) -> u32 {
        self.hexmesh.idle() + self.unsure()
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        self.hexmesh.traffic()
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        self.walk(epoch).0
    }

    /// Frames of messages come when their last copy has come, or when their time has run out: in the
    /// cycle that the steps between them say, or later by as much as the unit was busy.
    fn untimely(&self, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
        if epoch.low > 0 || self.hexmesh.spec.reception == Reception::Copies {
            // Only a processor that takes everything shows the time.
            return None;
        }
        let spec = &self.hexmesh.spec;
        let (entries, timeout) = (u64::from(spec.open_messages), u64::from(spec.majority_timeout));
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
        self.hexmesh.link_text(index)
    }

    fn event_text(&self, word: u64) -> String {
        self.hexmesh.event_text(word)
    }
}

#[cfg(test)]
mod tests;

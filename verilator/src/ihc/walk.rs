//! What an epoch is to the IHC family: rounds, and what each of them causes when.

use std::collections::VecDeque;

use teecast_model::ihc::event;
use teecast_model::ihc::reception::{self, Faults};
use teecast_spec::Flit;

use super::IhcDevice;
use crate::device::{Delivery, Event, Link, Outcome};
use crate::stimulus::{Epoch, Message};

/// Links of the node beyond the last one, in the trace: a round starts; the links begin or cease to be
/// busy.
pub const ROUND: u32 = 0;
pub const BUSY: u32 = 1;

/// What an epoch causes.
pub struct Walk {
    /// By message, then what they cause together.
    pub outcomes: Vec<Outcome>,
    /// By round, what is to be seen of the links.
    ///
    /// **Units**: slots.
    pub times: Vec<Vec<(u32, Link)>>,
    /// Deliveries, those of a node in order.
    pub deliveries: Vec<Delivery>,
    /// Events of deliveries, those of a node in order.
    pub events: Vec<Event>,
}

impl IhcDevice {
    /// Returns the rounds of an epoch: in round r each node sends the r-th of its frames that are not
    /// too long; a node whose first one is late sends it in the next round.
    ///
    /// **Shape**: by round and node, the index of the message.
    pub(super) fn played(&self, epoch: &Epoch) -> Vec<Vec<Option<usize>>> {
        let most = self.spec.max_data as usize;
        let mut frames = vec![Vec::new(); self.rings.nodes() as usize];
        for (index, message) in epoch.messages.iter().enumerate() {
            if let Some(frames) = frames.get_mut(message.port as usize) {
                if message.flits.len() <= most {
                    frames.push(index);
                }
            }
        }
        let late = |node| self.link_numbers(epoch).contains(&self.late_number(node));
        let turns = |(node, frames): (u32, Vec<usize>)| {
            let missed = (!frames.is_empty() && late(node)).then_some(None);
            missed.into_iter().chain(frames.into_iter().map(Some)).collect()
        };
        let turns: Vec<Vec<Option<usize>>> = (0..).zip(frames).map(turns).collect();
        let rounds = turns.iter().map(Vec::len).max().unwrap_or(0);
        let round = |r: usize| turns.iter().map(|turns| turns.get(r).copied().flatten()).collect();
        (0..rounds).map(round).collect()
    }

    /// Follows an epoch that begins after so many rounds.
    pub(super) fn walk(&self, before: u32, epoch: &Epoch) -> Walk {
        let (nodes, faults) = (self.rings.nodes(), self.faults(epoch));
        let most = self.spec.max_data as usize;
        let mut walk = Walk {
            outcomes: epoch.messages.iter().map(|_| Outcome::default()).collect(),
            times: Vec::new(),
            deliveries: Vec::new(),
            events: Vec::new(),
        };
        for (outcome, message) in walk.outcomes.iter_mut().zip(&epoch.messages) {
            if message.port < nodes && message.flits.len() > most {
                outcome.events.push(self.event(message.port, event::OVERSIZE, message.port));
            }
        }
        let mut together = Outcome::default();
        for (number, round) in (before..).zip(self.played(epoch)) {
            let data = |index: usize| epoch.messages[index].flits.clone();
            let messages: Vec<Option<Vec<Flit>>> =
                round.iter().map(|index| index.map(data)).collect();
            let times = self.times(&messages, &faults);
            for &(_, link) in &times {
                together.links.push(link);
            }
            together.links.push(Link { node: nodes, index: ROUND });
            walk.times.push(times);
            for node in (0..nodes).filter(|node| !faults.nodes.contains(node)) {
                let served = reception::round(
                    &self.spec,
                    &self.rings,
                    node,
                    number % 256,
                    &messages,
                    &faults,
                );
                let others = (0..nodes).filter(|source| *source != node);
                for (source, served) in others.zip(served) {
                    let outcome = match round[source as usize] {
                        Some(index) => &mut walk.outcomes[index],
                        None => &mut together,
                    };
                    let frames = served.frames.into_iter();
                    let frames: Vec<_> = frames.map(|flits| Delivery { node, flits }).collect();
                    let event = served.event.map(|code| self.event(node, code, source));
                    outcome.deliveries.extend(frames.iter().cloned());
                    outcome.events.extend(event);
                    walk.deliveries.extend(frames);
                    walk.events.extend(event);
                }
            }
        }
        walk.outcomes.push(together);
        walk
    }

    /// Returns what is to be seen of the links in a round: each start, and the slots in which they
    /// begin or cease to be busy.
    fn times(&self, messages: &[Option<Vec<Flit>>], faults: &Faults) -> Vec<(u32, Link)> {
        let mut times = Vec::new();
        let mut busy = vec![false; self.schedule.slots() as usize + 1];
        for (source, data) in (0..).zip(messages) {
            let Some(data) = data else { continue };
            let flits = self.spec.link_flits() + data.len() as u32;
            for j in 0..self.rings.count() {
                let id = self.rings.id(j, source);
                let start = self.schedule.starts()[id as usize];
                for hop in 0..self.rings.nodes() - 1 {
                    let (node, slot) = (self.rings.node(j, id + hop), start + hop);
                    if faults.nodes.contains(&node) {
                        break;
                    }
                    times.push((slot, Link { node, index: j }));
                    (slot..slot + flits).for_each(|slot| busy[slot as usize] = true);
                    if faults.links.contains(&(node, j)) {
                        break;
                    }
                }
            }
        }
        let mut was = false;
        for (slot, is) in (0..).zip(busy) {
            if std::mem::replace(&mut was, is) != is {
                times.push((slot, Link { node: self.rings.nodes(), index: BUSY }));
            }
        }
        times.sort_unstable();
        times
    }

    pub(super) fn event(&self, node: u32, code: u32, source: u32) -> Event {
        Event { node, word: u64::from(code << self.spec.source_bits() | source) }
    }

    fn faults(&self, epoch: &Epoch) -> Faults {
        let links = self.link_numbers(epoch).into_iter().filter_map(|number| self.link(number));
        Faults { nodes: epoch.faulty.clone(), links: links.collect() }
    }

    /// Returns the numbers of the faulty links of an epoch, and of the nodes whose first frame is late,
    /// in the order in which the testbench plays them.
    pub(super) fn link_numbers(&self, epoch: &Epoch) -> VecDeque<u32> {
        let lost = epoch.messages.iter().filter(|message| message.port == self.rings.nodes());
        lost.flat_map(|message| &message.flits).map(|flit| flit.bits[0] as u32).collect()
    }

    /// Returns the node and the directed cycle of a faulty link; `None` if the number is that of a node.
    pub(super) fn link(&self, number: u32) -> Option<(u32, u32)> {
        let link = (number / self.rings.count(), number % self.rings.count());
        (link.0 < self.rings.nodes()).then_some(link)
    }

    /// Returns the number of a node whose first frame is late.
    pub(super) fn late_number(&self, node: u32) -> u32 {
        self.rings.nodes() * self.rings.count() + node
    }

    /// Returns the message that makes links faulty in its epoch: what these nodes send on these cycles
    /// is lost.
    ///
    /// **Shape**: at least one link.
    pub fn faulty_links(&self, links: &[(u32, u32)]) -> Message {
        let numbers = links.iter().map(|(v, j)| v * self.rings.count() + j);
        self.number_message(format!("faulty links {links:?}"), numbers.collect())
    }

    /// Makes the first frame of a node late that sends one in an epoch: its last flit is taken in the
    /// cycle in which the first round starts, and the frame is sent in the second one.
    pub fn delay(&self, epoch: &mut Epoch, node: u32) {
        let flits = epoch.messages.iter().map(|message| message.flits.len() as u32 + 1);
        // After reset the network may need some time.
        let gap = flits.sum::<u32>() + 2 * (self.rings.nodes() + 8);
        if let Some(first) = epoch.messages.iter_mut().find(|message| message.port == node) {
            first.gaps[0] = gap;
        }
        let late = self.number_message(format!("late node {node}"), vec![self.late_number(node)]);
        epoch.messages.insert(0, late);
    }

    fn number_message(&self, what: String, numbers: Vec<u32>) -> Message {
        let flit = |number: &u32| Flit::new(u64::from(*number), false);
        let mut flits: Vec<Flit> = numbers.iter().map(flit).collect();
        if let Some(last) = flits.last_mut() {
            last.last = true;
        }
        let gaps = vec![0; flits.len()];
        Message { id: 0, what, port: self.rings.nodes(), flits, gaps, offered: 0 }
    }
}

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
    /// too long.
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
        let rounds = frames.iter().map(Vec::len).max().unwrap_or(0);
        let round = |r: usize| frames.iter().map(|frames| frames.get(r).copied()).collect();
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
        Faults { nodes: epoch.faulty.clone(), links: self.links_of(epoch).into_iter().collect() }
    }

    /// Returns the links that are faulty in an epoch, in the order in which they become so.
    ///
    /// **Shape**: by link, its node and its directed cycle.
    pub(super) fn links_of(&self, epoch: &Epoch) -> VecDeque<(u32, u32)> {
        let lost = epoch.messages.iter().filter(|message| message.port == self.rings.nodes());
        let links = lost.flat_map(|message| &message.flits).map(|flit| {
            let link = flit.bits[0] as u32;
            (link / self.rings.count(), link % self.rings.count())
        });
        links.collect()
    }

    /// Returns the message that makes links faulty in its epoch: what these nodes send on these cycles
    /// is lost.
    ///
    /// **Shape**: at least one link.
    pub fn faulty_links(&self, links: &[(u32, u32)]) -> Message {
        let number = |(v, j): &(u32, u32)| u64::from(v * self.rings.count() + j);
        let mut flits: Vec<Flit> =
            links.iter().map(|link| Flit::new(number(link), false)).collect();
        if let Some(last) = flits.last_mut() {
            last.last = true;
        }
        let (what, gaps) = (format!("faulty links {links:?}"), vec![0; flits.len()]);
        Message { id: 0, what, port: self.rings.nodes(), flits, gaps, offered: 0 }
    }
}

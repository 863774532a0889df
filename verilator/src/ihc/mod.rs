//! The IHC family under test: the network, and the rounds that its testbench starts.

pub mod lies;
pub mod measure;
pub mod replay;
mod traffic;
mod walk;

use std::collections::BTreeSet;

use teecast_model::fields;
use teecast_model::ihc::schedule::Schedule;
use teecast_spec::topology::hamiltonian::Rings;
use teecast_spec::{Flit, IhcSpec, Reception};

use crate::device::{Device, Event, Link, Outcome, Traffic, Untimely, Wish};
use crate::random::Random;
use crate::stimulus::{Epoch, Message};
use crate::trace::SeenEpoch;
use lies::MARKS;
use traffic::RoundTraffic;
use walk::ROUND;

/// From the start of a round to its first slot on the links: `tau` of the manifest.
///
/// **Units**: clock cycles.
const TAU: u64 = 2;

/// Most links that lose what is sent, in a random epoch.
const FAULTY_LINKS: u32 = 4;

/// A network of the family and its testbench: its streams are those of the processors, then the
/// faulty links and late nodes of an epoch, then the lies where the network has test ports.
#[derive(Clone, Debug)]
pub struct IhcDevice {
    spec: IhcSpec,
    rings: Rings,
    schedule: Schedule,
}

impl IhcDevice {
    /// Returns the network of a configuration.
    pub fn new(spec: &IhcSpec) -> Self {
        Self { spec: spec.clone(), rings: spec.rings(), schedule: Schedule::of(spec) }
    }

    /// Returns the cycles in which the rounds of an epoch started.
    pub fn round_starts(&self, seen: &SeenEpoch) -> Vec<u64> {
        let round = Link { node: self.rings.nodes(), index: ROUND };
        seen.links.iter().filter(|(_, link)| *link == round).map(|(cycle, _)| *cycle).collect()
    }

    /// Returns a delivery without the number of its round: header fields and data.
    fn unnumbered(&self, flits: &[Flit]) -> Option<(Vec<u32>, Vec<Flit>)> {
        let (copy, majority) = (self.spec.copy_fields(), self.spec.majority_fields());
        let bits: &[u32] = match self.spec.reception {
            Reception::Copies => &copy,
            Reception::Majority => &majority,
        };
        let (mut values, data) = fields::read(self.spec.width, bits, flits)?;
        values.pop();
        Some((values, data))
    }
}

impl Device for IhcDevice {
    fn network(&self) -> &'static str {
        "ihc_network"
    }

    fn nodes(&self) -> u32 {
        self.rings.nodes()
    }

    fn links(&self) -> u32 {
        self.rings.count()
    }

    fn width(&self) -> u32 {
        self.spec.width
    }

    /// Code and source.
    fn event_bits(&self) -> u32 {
        4 + self.spec.source_bits()
    }

    fn streams(&self) -> Vec<u32> {
        let numbers = self.nodes() * (self.links() + 1);
        let mut widths = vec![self.spec.width; self.nodes() as usize];
        widths.push(numbers.next_power_of_two().trailing_zeros());
        widths.extend(self.spec.test_ports.then_some(self.links() * (self.spec.width + MARKS)));
        widths
    }

    /// A running round keeps the testbench awake; nothing else is silent longer than a comparison of
    /// copies.
    fn idle(&self) -> u32 {
        self.spec.max_data + 64
    }

    fn traffic(&self) -> Box<dyn Traffic + '_> {
        Box::new(RoundTraffic { spec: &self.spec })
    }

    /// Returns rounds in which links and nodes are faulty, and frames end when the first one starts.
    fn tapped(&self, random: &mut Random, messages: u32) -> Vec<Epoch> {
        let (mut traffic, mut id) = (RoundTraffic { spec: &self.spec }, 0);
        let mut epochs = Vec::new();
        while id < messages {
            let faulty =
                if random.chance(50) { traffic.fault_set(random) } else { BTreeSet::new() };
            let count = random.within(1..=FAULTY_LINKS);
            let links = random.distinct(count, self.nodes() * self.links());
            let links = links.iter().map(|link| (link / self.links(), link % self.links()));
            let links: Vec<(u32, u32)> = links.collect();
            let low = *random.pick(&[0, 128]);
            let mut epoch = Epoch { faulty, low, ..Epoch::default() };
            epoch.messages.push(self.faulty_links(&links));
            for port in 0..self.nodes() {
                if !epoch.faulty.contains(&port) && random.chance(80) {
                    let (what, flits) = traffic.message(random, id, port, Wish::Any, &epoch.faulty);
                    let gaps = vec![0; flits.len()];
                    epoch.messages.push(Message { id, what, port, flits, gaps, offered: 0 });
                    id += 1;
                }
            }
            if random.chance(50) {
                let node = random.within(0..=self.nodes() - 1);
                self.delay(&mut epoch, node);
            }
            epochs.push(epoch);
        }
        epochs
    }

    fn predict(&self, epoch: &Epoch) -> Vec<Outcome> {
        self.predict_after(0, epoch)
    }

    fn rounds(&self, epoch: &Epoch) -> u32 {
        self.played(epoch).len() as u32
    }

    fn predict_after(&self, rounds: u32, epoch: &Epoch) -> Vec<Outcome> {
        self.walk(rounds, epoch).outcomes
    }

    /// Every start has its cycle, and what a processor gets its order.
    fn untimely(&self, epoch: &Epoch, seen: &SeenEpoch) -> Option<Untimely> {
        let walk = self.walk(0, epoch);
        let starts = self.round_starts(seen);
        let in_cycle =
            |start: u64| move |(slot, link): (u32, Link)| (start + TAU + u64::from(slot), link);
        let due = starts
            .iter()
            .zip(walk.times)
            .flat_map(|(start, times)| times.into_iter().map(in_cycle(*start)).collect::<Vec<_>>());
        let mut due: Vec<(u64, Link)> = due.collect();
        due.sort_unstable();
        let round = Link { node: self.nodes(), index: ROUND };
        let mut came: Vec<(u64, Link)> =
            seen.links.iter().copied().filter(|(_, link)| *link != round).collect();
        came.sort_unstable();
        let wrong = came.iter().zip(&due).find(|(came, due)| came != due);
        if let Some(((came, _), (cycle, Link { node, index }))) = wrong {
            let expected = format!("link ({node}, {index}) in cycle {cycle}, rounds at {starts:?}");
            return Some(Untimely { cycle: *came, expected });
        }
        let delivery_code = |event: &Event| event.word >> self.spec.source_bits() != 3;
        (0..self.nodes()).find_map(|node| {
            let due = walk.deliveries.iter().filter(|delivery| delivery.node == node);
            let came = seen.deliveries.iter().filter(|frame| frame.node == node);
            let late = came
                .zip(due)
                .find(|(came, due)| self.unnumbered(&came.flits) != self.unnumbered(&due.flits));
            let events = seen.events.iter().filter(|(_, it)| it.node == node && delivery_code(it));
            let due = walk.events.iter().filter(|event| event.node == node);
            let swapped = events.zip(due).find(|((_, came), due)| came != *due);
            let late =
                late.map(|(came, due)| (came.cycle, format!("{:?}", self.unnumbered(&due.flits))));
            let swapped = swapped.map(|((cycle, _), due)| (*cycle, self.event_text(due.word)));
            let (cycle, what) = late.or(swapped)?;
            Some(Untimely { cycle, expected: format!("first, at node {node}: {what}") })
        })
    }

    fn link_text(&self, index: u32) -> String {
        format!("cycle {index}")
    }

    fn event_text(&self, word: u64) -> String {
        let bits = self.spec.source_bits();
        format!("event {} of node {}", word >> bits, word & ((1 << bits) - 1))
    }
}

#[cfg(test)]
mod tests;

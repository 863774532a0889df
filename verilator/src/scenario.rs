//! Scenarios: seeded random messages, faults and back-pressure for one configuration.

use std::collections::BTreeSet;

use teecast_model::hypercube::fault;
use teecast_model::hypercube::frame::{self, Addressees, Frame, Header};
use teecast_model::hypercube::network::Injection;
use teecast_spec::{Flit, HypercubeSpec};

use crate::random::Random;
use crate::stimulus::{Epoch, Kind, Message, Stimulus};

/// Names what a run tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scenario {
    /// The three below, a third of the messages each.
    All,
    /// One message at a time, so that links are compared message by message.
    Spaced,
    /// Many messages at once, with gaps, back-pressure and malformed frames.
    Mixed,
    /// Every node injects as fast as it can.
    Saturation,
}

impl Scenario {
    /// All scenarios, in the order of the command line.
    pub const ALL: [Scenario; 4] =
        [Scenario::All, Scenario::Spaced, Scenario::Mixed, Scenario::Saturation];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scenario::All => "all",
            Scenario::Spaced => "spaced",
            Scenario::Mixed => "mixed",
            Scenario::Saturation => "saturation",
        }
    }
}

/// Makes the stimulus of a scenario; the same arguments give the same stimulus.
///
/// Without the class rule (`lan`) messages can block each other for ever, so that they are always
/// spaced.
pub fn stimulus(spec: &HypercubeSpec, scenario: Scenario, seed: u64, messages: u32) -> Stimulus {
    let mut maker = Maker { spec, random: Random::new(seed), id: 0, stimulus: Stimulus::default() };
    let (spaced, mixed, saturation) = match scenario {
        _ if spec.lan => (messages, 0, 0),
        Scenario::All => (messages / 3, messages / 3, messages - messages / 3 * 2),
        Scenario::Spaced => (messages, 0, 0),
        Scenario::Mixed => (0, messages, 0),
        Scenario::Saturation => (0, 0, messages),
    };
    maker.spaced(spaced);
    maker.mixed(mixed);
    maker.saturation(saturation);
    maker.stimulus
}

/// Messages under one fault set, when they are spaced.
const SPACED_RUN: u32 = 24;
/// Messages per node of one mixed epoch.
const MIXED_DEPTH: u32 = 4;
/// Messages per node of one saturation epoch.
const SATURATION_DEPTH: u32 = 16;
/// Data flits of a message at saturation.
const SATURATION_DATA: u32 = 8;

struct Maker<'a> {
    spec: &'a HypercubeSpec,
    random: Random,
    id: u32,
    stimulus: Stimulus,
}

impl Maker<'_> {
    fn spaced(&mut self, messages: u32) {
        let mut faulty = BTreeSet::new();
        for index in 0..messages {
            if index % SPACED_RUN == SPACED_RUN / 2 {
                faulty = self.fault_set();
            }
            let mut epoch = Epoch { faulty: faulty.clone(), ..Epoch::default() };
            let node = self.healthy_node(&faulty);
            let kind = self.any_kind(&faulty);
            epoch.messages.push(self.message(node, kind, &faulty));
            self.stimulus.epochs.push(epoch);
        }
    }

    fn mixed(&mut self, mut messages: u32) {
        // Frames offered at faulty nodes, to be accepted when the node is healthy again.
        let mut refused: Vec<Message> = Vec::new();
        let mut index = 0;
        while messages > 0 || !refused.is_empty() {
            let faulty = match index % 3 {
                0 => BTreeSet::new(),
                _ => self.fault_set(),
            };
            let low = *self.random.pick(&[0, 32, 128, 224]);
            let mut epoch = Epoch { faulty, low, messages: Vec::new() };
            let healthy;
            (healthy, refused) = refused
                .into_iter()
                .partition(|message| !epoch.faulty.contains(&message.injection.node));
            epoch.messages = healthy;
            let now = messages.min(self.spec.nodes() * MIXED_DEPTH);
            messages -= now;
            for _ in 0..now {
                let node = self.healthy_node(&epoch.faulty);
                let kind = self.any_kind(&epoch.faulty);
                let mut message = self.message(node, kind, &epoch.faulty);
                if self.random.chance(50) {
                    self.pause(&mut message);
                }
                epoch.messages.push(message);
            }
            if now > 0 {
                let waiting: BTreeSet<u32> =
                    refused.iter().map(|message| message.injection.node).collect();
                let silent = epoch.faulty.iter().copied().find(|node| !waiting.contains(node));
                refused
                    .extend(silent.map(|node| self.message(node, Kind::Unicast, &BTreeSet::new())));
            }
            self.stimulus.epochs.push(epoch);
            index += 1;
        }
    }

    fn saturation(&mut self, mut messages: u32) {
        let mut index = 0;
        while messages > 0 {
            let faulty = if index % 2 == 0 { BTreeSet::new() } else { self.fault_set() };
            let mut epoch = Epoch { faulty, ..Epoch::default() };
            let now = messages.min(self.spec.nodes() * SATURATION_DEPTH);
            messages -= now;
            for _ in 0..now {
                let node = self.healthy_node(&epoch.faulty);
                let kind = *self.random.pick(&[
                    Kind::Unicast,
                    Kind::Unicast,
                    Kind::Multicast,
                    Kind::Multicast,
                    Kind::Multicast,
                    Kind::List,
                    Kind::Broadcast,
                ]);
                let data = SATURATION_DATA.min(self.spec.max_data);
                let message = self.message_with_data(node, kind, data, &epoch.faulty);
                epoch.messages.push(message);
            }
            self.stimulus.epochs.push(epoch);
            index += 1;
        }
    }

    /// Returns a fault set inside the fault model, outside of it, or around one node.
    fn fault_set(&mut self) -> BTreeSet<u32> {
        let (n, nodes) = (self.spec.n, self.spec.nodes());
        if !self.spec.fault_tolerant {
            return BTreeSet::new();
        }
        let count = self.random.within(1..=(nodes / 4).min(8));
        let candidates = self.random.distinct(count, nodes);
        match self.random.within(0..=9) {
            0..=5 => candidates.into_iter().fold(BTreeSet::new(), |mut faulty, node| {
                faulty.insert(node);
                if !fault::model_holds(n, &faulty) {
                    faulty.remove(&node);
                }
                faulty
            }),
            6..=8 => candidates.into_iter().collect(),
            _ => (0..n).map(|j| candidates[0] ^ (1 << j)).collect(),
        }
    }

    fn healthy_node(&mut self, faulty: &BTreeSet<u32>) -> u32 {
        loop {
            let node = self.random.within(0..=self.spec.nodes() - 1);
            if !faulty.contains(&node) {
                return node;
            }
        }
    }

    fn any_kind(&mut self, faulty: &BTreeSet<u32>) -> Kind {
        match self.random.within(0..=99) {
            0..=21 => Kind::Unicast,
            22..=53 => Kind::Multicast,
            54..=63 => Kind::List,
            64..=73 => Kind::Broadcast,
            74..=81 => Kind::Duplicates,
            82..=86 => Kind::Own,
            87..=90 if !faulty.is_empty() => Kind::FaultyDestination,
            87..=92 => Kind::BadCount,
            93..=95 => Kind::Truncated,
            _ => Kind::Oversize,
        }
    }

    fn message(&mut self, node: u32, kind: Kind, faulty: &BTreeSet<u32>) -> Message {
        let most = self.spec.max_data;
        let data = match self.random.within(0..=9) {
            _ if kind == Kind::Oversize => most + self.random.within(1..=6),
            0 | 1 => 0,
            2..=7 => self.random.within(0..=most.min(8)),
            8 => self.random.within(0..=most),
            _ => most,
        };
        self.message_with_data(node, kind, data, faulty)
    }

    fn message_with_data(
        &mut self,
        node: u32,
        kind: Kind,
        data: u32,
        faulty: &BTreeSet<u32>,
    ) -> Message {
        let list = self.list(node, kind, faulty);
        let addressees = match kind {
            Kind::Broadcast => Addressees::Broadcast,
            _ => Addressees::List(list.clone()),
        };
        // Placeholders: the router must overwrite them.
        let header = Header {
            addressees,
            control: self.random.within(0..=self.spec.nodes() - 1),
            source: self.random.within(0..=self.spec.nodes() - 1),
        };
        let data = self.data(data);
        let mut flits = frame::encode(self.spec, &Frame { header, data, bad: false });
        let mut count = flits[0].field(0, self.spec.n);
        if kind == Kind::BadCount {
            count = self.bad_count();
            flits[0].set_field(0, self.spec.n, count);
        }
        if kind == Kind::Truncated {
            self.truncate(&mut flits, list.len());
        }
        let id = self.id;
        self.id += 1;
        let offered = u32::try_from(self.stimulus.epochs.len()).expect("epochs are counted in u32");
        let gaps = vec![0; flits.len()];
        Message { id, kind, count, list, injection: Injection { node, flits }, gaps, offered }
    }

    fn list(&mut self, node: u32, kind: Kind, faulty: &BTreeSet<u32>) -> Vec<u32> {
        let HypercubeSpec { m, max_list, .. } = *self.spec;
        let count = match kind {
            Kind::Broadcast => return Vec::new(),
            Kind::Unicast => 1,
            Kind::List if m < max_list => self.random.within(m + 1..=max_list),
            Kind::Truncated => max_list,
            Kind::Oversize if self.random.chance(30) => self.random.within(1..=max_list),
            _ => self.random.within(1..=m.min(max_list)),
        };
        let others: Vec<u32> = (0..self.spec.nodes())
            .filter(|other| *other != node && !faulty.contains(other))
            .collect();
        let mut list: Vec<u32> = if others.is_empty() {
            vec![node; count as usize]
        } else {
            let bound = u32::try_from(others.len()).expect("at most 2^16 nodes");
            let mut order = self.random.distinct(count.min(bound), bound);
            // More entries than nodes: some are named again.
            while order.len() < count as usize {
                order.push(self.random.within(0..=bound - 1));
            }
            order.into_iter().map(|index| others[index as usize]).collect()
        };
        let place = self.random.within(0..=count - 1) as usize;
        match kind {
            Kind::Duplicates => {
                list[place] = *self.random.pick(&list.clone());
                if count < m {
                    list.push(list[place]);
                }
            }
            Kind::Own => list[place] = node,
            Kind::FaultyDestination => {
                let faulty: Vec<u32> = faulty.iter().copied().collect();
                list[place] = *self.random.pick(&faulty);
            }
            _ => {}
        }
        list
    }

    /// Returns data flits: the number of the message first, then random bits.
    fn data(&mut self, flits: u32) -> Vec<Flit> {
        let width = self.spec.width;
        let mut data: Vec<Flit> = (0..flits).map(|_| self.random_flit(width)).collect();
        if let Some(first) = data.first_mut() {
            first.set_field(0, width.min(32), self.id);
        }
        data
    }

    fn random_flit(&mut self, width: u32) -> Flit {
        let mut flit = Flit::default();
        for offset in (0..width).step_by(32) {
            let bits = self.random.within(0..=u32::MAX);
            flit.set_field(offset, (width - offset).min(32), bits);
        }
        flit
    }

    fn bad_count(&mut self) -> u32 {
        let beyond = self.spec.max_list + 1;
        if beyond < self.spec.broadcast_count() && self.random.chance(50) {
            self.random.within(beyond..=self.spec.broadcast_count() - 1)
        } else {
            0
        }
    }

    /// Cuts a frame inside its header; a header of one flit cannot be cut and stays.
    fn truncate(&mut self, flits: &mut Vec<Flit>, listed: usize) {
        let listed = u32::try_from(listed).expect("lists are short");
        let header = self.spec.header_flits(listed);
        if header > 1 {
            let kept = self.random.within(1..=header - 1) as usize;
            flits.truncate(kept);
            flits[kept - 1].last = true;
        }
    }

    /// Makes the processor pause now and then.
    fn pause(&mut self, message: &mut Message) {
        for gap in &mut message.gaps {
            if self.random.chance(25) {
                *gap = self.random.within(1..=9);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_seed_means_one_stimulus() {
        let spec = HypercubeSpec::new(3, 4);
        let make = |seed| stimulus(&spec, Scenario::All, seed, 300);
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
        let lan = HypercubeSpec { lan: true, classes: 1, ..spec };
        let spaced = stimulus(&lan, Scenario::Saturation, 1, 20);
        assert!(spaced.epochs.iter().all(|epoch| epoch.messages.len() == 1));
    }

    #[test]
    fn every_kind_of_message_occurs_and_nothing_starts_at_a_faulty_node() {
        let spec = HypercubeSpec::new(4, 3);
        let stimulus = stimulus(&spec, Scenario::All, 7, 900);
        let mut kinds = HashSet::new();
        let mut refused = 0;
        for (index, epoch) in (0u32..).zip(&stimulus.epochs) {
            for message in &epoch.messages {
                kinds.insert(message.kind);
                assert!(!epoch.faulty.contains(&message.injection.node));
                for offered in message.offered..index {
                    let earlier = &stimulus.epochs[offered as usize];
                    assert!(earlier.faulty.contains(&message.injection.node));
                    refused += 1;
                }
            }
        }
        assert_eq!(kinds.len(), 10);
        assert!(refused > 0);
        let inside = |epoch: &&Epoch| fault::model_holds(4, &epoch.faulty);
        let faulty = stimulus.epochs.iter().filter(|epoch| !epoch.faulty.is_empty());
        let (inside, outside): (Vec<_>, Vec<_>) = faulty.partition(inside);
        assert!(!inside.is_empty() && !outside.is_empty());
    }

    #[test]
    fn the_smallest_and_the_narrowest_configurations_work() {
        for (n, m, width, max_data) in [(2, 1, 2, 0), (2, 2, 512, 4096), (3, 6, 3, 1)] {
            let spec = HypercubeSpec { width, max_data, ..HypercubeSpec::new(n, m) };
            let made = stimulus(&spec, Scenario::All, 3, 200);
            assert!(made.messages() >= 200);
        }
    }
}

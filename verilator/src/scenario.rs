//! Scenarios: seeded random messages, faults and back-pressure for one network.

use std::collections::BTreeSet;

use crate::device::{Device, Traffic, Wish};
use crate::random::Random;
use crate::stimulus::{Epoch, Message, Stimulus};

/// Names what a run tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scenario {
    /// The next three, a third of the messages each.
    All,
    /// One message at a time, so that links are compared message by message.
    Spaced,
    /// Many messages at once, with gaps, back-pressure and malformed frames.
    Mixed,
    /// Every node injects as fast as it can.
    Saturation,
    /// Nodes that the bench plays put packets of any kind on their links.
    Links,
}

impl Scenario {
    /// All scenarios, in the order of the command line.
    pub const ALL: [Scenario; 5] =
        [Scenario::All, Scenario::Spaced, Scenario::Mixed, Scenario::Saturation, Scenario::Links];

    /// Returns the name used on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scenario::All => "all",
            Scenario::Spaced => "spaced",
            Scenario::Mixed => "mixed",
            Scenario::Saturation => "saturation",
            Scenario::Links => "links",
        }
    }
}

/// Makes the stimulus of a scenario; the same arguments give the same stimulus.
///
/// Where messages can block each other for ever they are always spaced.
pub fn stimulus(device: &dyn Device, scenario: Scenario, seed: u64, messages: u32) -> Stimulus {
    let mut maker = Maker::new(device, seed);
    let (spaced, mixed, saturation) = match scenario {
        Scenario::Links => return Stimulus::of(device.tapped(&mut maker.random, messages)),
        _ if device.blocks() => (messages, 0, 0),
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

/// Makes one message of every node, each alone in a healthy network.
pub fn round(device: &dyn Device, seed: u64) -> Stimulus {
    let mut maker = Maker::new(device, seed);
    for node in 0..device.nodes() {
        let mut epoch = maker.epoch(BTreeSet::new());
        epoch.messages.push(maker.message_of(node, Wish::Alone, &BTreeSet::new()));
        maker.stimulus.epochs.push(epoch);
    }
    maker.stimulus
}

/// Makes epochs in which all nodes send at once, often to nodes that are faulty, so that reports of
/// what cannot be reached meet; processors pause inside frames and refuse deliveries.
pub fn unreachable(device: &dyn Device, seed: u64, epochs: u32) -> Stimulus {
    let mut maker = Maker::new(device, seed);
    for _ in 0..epochs {
        maker.unreachable();
    }
    maker.stimulus
}

/// Messages under one fault set, when they are spaced.
const SPACED_RUN: u32 = 24;
/// Messages per node of one mixed epoch.
const MIXED_DEPTH: u32 = 4;
/// Messages per node of one saturation epoch.
const SATURATION_DEPTH: u32 = 16;
/// Messages of one epoch with destinations that cannot be reached, for every two nodes.
const UNREACHABLE_MESSAGES: u32 = 5;
/// Share of cycles in which processors refuse deliveries of such an epoch.
///
/// **Units**: 256ths.
const UNREACHABLE_LOW: u32 = 51;

struct Maker<'a> {
    nodes: u32,
    settling: u32,
    traffic: Box<dyn Traffic + 'a>,
    random: Random,
    id: u32,
    stimulus: Stimulus,
}

impl<'a> Maker<'a> {
    fn new(device: &'a dyn Device, seed: u64) -> Self {
        Self {
            nodes: device.nodes(),
            settling: device.settling(),
            traffic: device.traffic(),
            random: Random::new(seed),
            id: 0,
            stimulus: Stimulus::default(),
        }
    }

    fn spaced(&mut self, messages: u32) {
        let mut faulty = BTreeSet::new();
        for index in 0..messages {
            let changes = index % SPACED_RUN == SPACED_RUN / 2;
            if changes {
                faulty = self.fault_set();
            }
            let mut epoch = self.epoch(faulty.clone());
            let mut message = self.message(Wish::Alone, &faulty);
            if changes {
                message.gaps[0] += self.settling;
            }
            epoch.messages.push(message);
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
            let mut epoch = Epoch { low, ..self.epoch(faulty) };
            let healthy;
            (healthy, refused) =
                refused.into_iter().partition(|message| !epoch.faulty.contains(&message.port));
            epoch.messages = healthy;
            let now = messages.min(self.nodes * MIXED_DEPTH);
            messages -= now;
            for _ in 0..now {
                let mut message = self.message(Wish::Any, &epoch.faulty);
                if self.random.chance(50) {
                    self.pause(&mut message);
                }
                epoch.messages.push(message);
            }
            if now > 0 {
                let waiting: BTreeSet<u32> = refused.iter().map(|message| message.port).collect();
                let silent = epoch.faulty.iter().copied().find(|node| !waiting.contains(node));
                refused.extend(
                    silent.map(|node| self.message_of(node, Wish::Plain, &BTreeSet::new())),
                );
            }
            self.stimulus.epochs.push(epoch);
            index += 1;
        }
    }

    fn saturation(&mut self, mut messages: u32) {
        let mut index = 0;
        while messages > 0 {
            let faulty = if index % 2 == 0 { BTreeSet::new() } else { self.fault_set() };
            let mut epoch = self.epoch(faulty);
            let now = messages.min(self.nodes * SATURATION_DEPTH);
            messages -= now;
            for _ in 0..now {
                let message = self.message(Wish::Heavy, &epoch.faulty);
                epoch.messages.push(message);
            }
            self.stimulus.epochs.push(epoch);
            index += 1;
        }
    }

    fn unreachable(&mut self) {
        let faulty = self.fault_set();
        let mut epoch = Epoch { low: UNREACHABLE_LOW, ..self.epoch(faulty) };
        for _ in 0..self.nodes * UNREACHABLE_MESSAGES / 2 {
            let mut message = self.message(Wish::Unreachable, &epoch.faulty);
            for gap in message.gaps.iter_mut().skip(1) {
                if self.random.chance(5) {
                    *gap = self.random.within(1..=6);
                }
            }
            epoch.messages.push(message);
        }
        self.stimulus.epochs.push(epoch);
    }

    fn epoch(&mut self, faulty: BTreeSet<u32>) -> Epoch {
        self.traffic.begin();
        Epoch { faulty, ..Epoch::default() }
    }

    fn fault_set(&mut self) -> BTreeSet<u32> {
        self.traffic.fault_set(&mut self.random)
    }

    /// Returns a message of a healthy node.
    fn message(&mut self, wish: Wish, faulty: &BTreeSet<u32>) -> Message {
        loop {
            let node = self.random.within(0..=self.nodes - 1);
            if !faulty.contains(&node) && self.traffic.sends(node) {
                return self.message_of(node, wish, faulty);
            }
        }
    }

    fn message_of(&mut self, node: u32, wish: Wish, faulty: &BTreeSet<u32>) -> Message {
        let id = self.id;
        self.id += 1;
        let (what, flits) = self.traffic.message(&mut self.random, id, node, wish, faulty);
        let offered = u32::try_from(self.stimulus.epochs.len()).expect("epochs are counted in u32");
        let gaps = vec![0; flits.len()];
        Message { id, what, port: node, flits, gaps, offered }
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
    use crate::harts::HartsDevice;
    use teecast_spec::{HartsSpec, HypercubeSpec};

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
    fn nothing_starts_at_a_faulty_node_but_some_is_offered_there() {
        let stimulus = stimulus(&HypercubeSpec::new(4, 3), Scenario::All, 7, 900);
        let mut refused = 0;
        for (index, epoch) in (0u32..).zip(&stimulus.epochs) {
            for message in &epoch.messages {
                assert!(!epoch.faulty.contains(&message.port));
                for offered in message.offered..index {
                    let earlier = &stimulus.epochs[offered as usize];
                    assert!(earlier.faulty.contains(&message.port));
                    refused += 1;
                }
            }
        }
        assert!(refused > 0);
    }

    #[test]
    fn a_message_alone_waits_for_routers_that_recover() {
        let hexmesh = HartsDevice { spec: HartsSpec::new(3), tapped: false };
        let stimulus = stimulus(&hexmesh, Scenario::Spaced, 1, 100);
        let mut changes = 0;
        for pair in stimulus.epochs.windows(2).filter(|pair| pair[0].faulty != pair[1].faulty) {
            assert!(pair[1].messages[0].gaps[0] >= hexmesh.settling());
            changes += 1;
        }
        assert!(changes > 0 && hexmesh.settling() > 0);
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

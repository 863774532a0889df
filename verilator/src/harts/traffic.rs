//! Random messages of the wrapped hexagonal mesh.

use std::collections::BTreeSet;

use teecast_model::harts::frame::{self, Injected};
use teecast_model::harts::unicast;
use teecast_spec::topology::HexMesh;
use teecast_spec::{Flit, HartsSpec, Reception};

use crate::device::{self, Traffic, Wish};
use crate::random::Random;

/// Data flits of a message that fills the network.
const HEAVY_DATA: u32 = 8;

/// Names what a message tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One destination.
    Regular,
    /// k copies to every other node.
    Broadcast,
    /// The sender is the destination.
    Own,
    /// A k that does not exist, or one of a regular message.
    BadCopies,
    /// A destination that does not exist.
    BadDestination,
    /// The frame ends inside its header.
    Truncated,
    /// More data than the configuration allows.
    Oversize,
}

/// Makes messages of all kinds; a broadcast of a node is never named like one of its last 255.
pub struct HexmeshTraffic<'a> {
    spec: &'a HartsSpec,
    hexmesh: HexMesh,
    /// By node: sequence number of its next message.
    sequences: Vec<u32>,
    /// Broadcasts of the epoch.
    broadcasts: u32,
}

impl<'a> HexmeshTraffic<'a> {
    /// Returns the source of a configuration.
    pub fn new(spec: &'a HartsSpec) -> Self {
        let sequences = vec![0; spec.nodes() as usize];
        Self { spec, hexmesh: HexMesh::new(spec.n), sequences, broadcasts: 0 }
    }

    /// Returns what a message of `node` names under load: a destination that it reaches on any
    /// shortest way, else the node itself.
    fn safe_destination(&self, random: &mut Random, node: u32, faulty: &BTreeSet<u32>) -> u32 {
        const TRIALS: u32 = 8;
        let mut drawn = (0..TRIALS).map(|_| random.within(0..=self.spec.nodes() - 1));
        let promised =
            |destination: &u32| unicast::promised(&self.hexmesh, node, *destination, faulty);
        drawn.find(promised).unwrap_or(node)
    }
}

impl Traffic for HexmeshTraffic<'_> {
    fn begin(&mut self) {
        self.broadcasts = 0;
    }

    /// Returns up to seven faulty nodes, or all neighbours of one.
    fn fault_set(&mut self, random: &mut Random) -> BTreeSet<u32> {
        let nodes = self.spec.nodes();
        let count = random.within(1..=(nodes / 3).min(7));
        let chosen = random.distinct(count, nodes);
        match random.within(0..=9) {
            0 => (0..6).map(|d| self.hexmesh.ahead(chosen[0], d)).collect(),
            _ => chosen.into_iter().collect(),
        }
    }

    fn message(
        &mut self,
        random: &mut Random,
        id: u32,
        node: u32,
        wish: Wish,
        faulty: &BTreeSet<u32>,
    ) -> (String, Vec<Flit>) {
        let HartsSpec { width, max_data, .. } = *self.spec;
        let nodes = self.spec.nodes();
        let mut kind = match wish {
            Wish::Alone | Wish::Any | Wish::Unreachable => any_kind(random),
            Wish::Plain => Kind::Regular,
            Wish::Heavy => *random.pick(&[Kind::Regular, Kind::Regular, Kind::Broadcast]),
        };
        // Which messages are closed to make room depends on the load.
        let majority = self.spec.reception == Reception::Majority;
        let full = majority && self.broadcasts == self.spec.open_messages;
        if kind == Kind::Broadcast && full {
            kind = Kind::Regular;
        }
        let broadcast = match kind {
            Kind::Regular | Kind::Own | Kind::BadDestination => false,
            Kind::Broadcast => true,
            _ => !full && random.chance(50),
        };
        self.broadcasts += u32::from(broadcast);
        let copies = match (kind, broadcast) {
            (Kind::BadCopies, true) => *random.pick(&[0, 7]),
            (Kind::BadCopies, false) => random.within(1..=7),
            (_, true) => random.within(1..=6),
            (_, false) => 0,
        };
        let destination = match kind {
            Kind::Own => node,
            Kind::BadDestination => random.within(nodes..=(1 << self.spec.node_bits()) - 1),
            _ if wish != Wish::Alone => self.safe_destination(random, node, faulty),
            _ => random.within(0..=nodes - 1),
        };
        let sequence = &mut self.sequences[node as usize];
        let header = Injected { broadcast, copies, destination, sequence: *sequence };
        *sequence = (*sequence + 1) % 256;
        let data = match (wish, kind) {
            (Wish::Heavy, _) => HEAVY_DATA.min(max_data),
            (_, Kind::Oversize) => max_data + random.within(1..=6),
            _ => device::some_data(random, max_data),
        };
        let data = device::data(random, id, data, width);
        let mut flits = frame::injection(self.spec, &header, &data);
        if kind == Kind::Truncated {
            let bits = self.spec.injection_bits();
            device::truncate(random, &mut flits, self.spec.header_flits(bits));
        }
        (format!("{kind:?}, k {copies}, destination {destination}"), flits)
    }
}

fn any_kind(random: &mut Random) -> Kind {
    match random.within(0..=99) {
        0..=39 => Kind::Regular,
        40..=84 => Kind::Broadcast,
        85..=88 => Kind::Own,
        89..=91 => Kind::BadCopies,
        92..=93 => Kind::BadDestination,
        94..=96 => Kind::Truncated,
        _ => Kind::Oversize,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use teecast_model::harts::network::{Injection, predict};

    use super::*;
    use crate::harts::HartsDevice;
    use crate::scenario::{Scenario, stimulus};

    fn hexmesh(spec: HartsSpec) -> HartsDevice {
        HartsDevice { spec, tapped: false }
    }

    #[test]
    fn every_kind_of_message_occurs_and_most_of_all_events() {
        let device = hexmesh(HartsSpec { width: 8, ..HartsSpec::new(3) });
        let stimulus = stimulus(&device, Scenario::All, 7, 900);
        let messages = stimulus.epochs.iter().flat_map(|epoch| &epoch.messages);
        let kinds: HashSet<&str> =
            messages.filter_map(|message| message.what.split(',').next()).collect();
        assert_eq!(kinds.len(), 7);
        let mut codes: HashSet<u32> = HashSet::new();
        for epoch in &stimulus.epochs {
            for message in &epoch.messages {
                let injection = Injection { node: message.port, flits: message.flits.clone() };
                let outcome = predict(&device.spec, &epoch.faulty, &injection);
                codes.extend(outcome.events.iter().map(|event| event.code));
            }
        }
        assert_eq!(codes, HashSet::from([1, 2, 3, 4]));
    }

    #[test]
    fn broadcasts_of_an_epoch_differ_and_leave_no_message_without_place() {
        let spec = HartsSpec { reception: Reception::Majority, ..HartsSpec::new(2) };
        for epoch in stimulus(&hexmesh(spec.clone()), Scenario::Saturation, 1, 300).epochs {
            let mut names = BTreeMap::new();
            for message in &epoch.messages {
                let parsed = frame::read_injection(&spec, &message.flits).expect("well formed");
                if parsed.header.broadcast {
                    let name = (message.port, parsed.header.copies, parsed.header.sequence);
                    *names.entry(name).or_insert(0) += 1;
                }
            }
            assert!(names.len() <= spec.open_messages as usize);
            assert!(names.values().all(|&uses| uses == 1));
        }
    }
}

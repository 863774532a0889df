//! Random messages of the hypercube.

use std::collections::BTreeSet;

use teecast_model::hypercube::fault;
use teecast_model::hypercube::frame::{self, Addressees, Header, MhuFrame};
use teecast_spec::topology::Cube;
use teecast_spec::{Flit, HypercubeSpec};

use crate::device::{self, Traffic, Wish};
use crate::random::Random;

/// Data flits of a message that fills the network.
const HEAVY_DATA: u32 = 8;

/// Names what a message tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One destination.
    Unicast,
    /// Up to m destinations.
    Multicast,
    /// More than m destinations.
    List,
    /// Every other node.
    Broadcast,
    /// A list that names some node more than once.
    Duplicates,
    /// A list that names the sender.
    Own,
    /// A list that names a faulty node.
    FaultyDestination,
    /// A list of more than m destinations, where the configuration has any, that names a faulty node.
    LongFaulty,
    /// k is 0 or too large.
    BadCount,
    /// The frame ends inside its header.
    Truncated,
    /// More data than the configuration allows.
    Oversize,
}

/// Makes messages of all kinds.
pub struct CubeTraffic<'a> {
    /// Configuration.
    pub spec: &'a HypercubeSpec,
}

impl Traffic for CubeTraffic<'_> {
    /// Returns a fault set inside the fault model, outside of it, or around one node.
    fn fault_set(&mut self, random: &mut Random) -> BTreeSet<u32> {
        let (n, nodes) = (self.spec.n, self.spec.nodes());
        if !self.spec.fault_tolerant {
            return BTreeSet::new();
        }
        let count = random.within(1..=(nodes / 4).min(8));
        let candidates = random.distinct(count, nodes);
        match random.within(0..=9) {
            0..=5 => candidates.into_iter().fold(BTreeSet::new(), |mut faulty, node| {
                faulty.insert(node);
                if !fault::model_holds(n, &faulty) {
                    faulty.remove(&node);
                }
                faulty
            }),
            6..=8 => candidates.into_iter().collect(),
            _ => (0..n).map(|j| Cube::across(candidates[0], j)).collect(),
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
        let kind = match wish {
            Wish::Alone | Wish::Any => any_kind(random, faulty),
            Wish::Plain => Kind::Unicast,
            Wish::Heavy => heavy_kind(random),
            Wish::Unreachable => unreachable_kind(random, faulty),
        };
        let most = self.spec.max_data;
        let data = match (wish, kind) {
            (Wish::Heavy, _) => HEAVY_DATA.min(most),
            (_, Kind::Oversize) => most + random.within(1..=6),
            _ => device::some_data(random, most),
        };
        let list = self.list(random, node, kind, faulty);
        let addressees = match kind {
            Kind::Broadcast => Addressees::Broadcast,
            _ => Addressees::List(list.clone()),
        };
        // Placeholders: the router must overwrite them.
        let header = Header {
            addressees,
            control: random.within(0..=self.spec.nodes() - 1),
            source: random.within(0..=self.spec.nodes() - 1),
        };
        let data = device::data(random, id, data, self.spec.width);
        let mut flits = frame::encode(self.spec, &MhuFrame { header, data, bad: false });
        let mut count = flits[0].field(0, self.spec.n);
        if kind == Kind::BadCount {
            count = self.bad_count(random);
            flits[0].set_field(0, self.spec.n, count);
        }
        if kind == Kind::Truncated {
            let listed = u32::try_from(list.len()).expect("lists are short");
            device::truncate(random, &mut flits, self.spec.header_flits(listed));
        }
        (format!("{kind:?}, k {count}, destinations {list:?}"), flits)
    }
}

impl CubeTraffic<'_> {
    fn list(&self, random: &mut Random, node: u32, kind: Kind, faulty: &BTreeSet<u32>) -> Vec<u32> {
        let HypercubeSpec { m, max_list, .. } = *self.spec;
        let count = match kind {
            Kind::Broadcast => return Vec::new(),
            Kind::Unicast => 1,
            Kind::List | Kind::LongFaulty if m < max_list => random.within(m + 1..=max_list),
            Kind::Truncated => max_list,
            Kind::Oversize if random.chance(30) => random.within(1..=max_list),
            Kind::Duplicates | Kind::Own | Kind::FaultyDestination
                if m < max_list && random.chance(30) =>
            {
                random.within(m + 1..=max_list)
            }
            _ => random.within(1..=m.min(max_list)),
        };
        // Of a list that is too long for rows, faulty neighbours are told apart from the others.
        let any = kind == Kind::List && random.chance(40);
        let others: Vec<u32> = (0..self.spec.nodes())
            .filter(|other| *other != node && (any || !faulty.contains(other)))
            .collect();
        let mut list: Vec<u32> = if others.is_empty() {
            vec![node; count as usize]
        } else {
            let bound = u32::try_from(others.len()).expect("at most 2^16 nodes");
            let mut order = random.distinct(count.min(bound), bound);
            // More entries than nodes: some are named again.
            while order.len() < count as usize {
                order.push(random.within(0..=bound - 1));
            }
            order.into_iter().map(|index| others[index as usize]).collect()
        };
        let place = random.within(0..=count - 1) as usize;
        match kind {
            Kind::Duplicates => {
                list[place] = *random.pick(&list.clone());
                if count < m {
                    list.push(list[place]);
                }
            }
            Kind::Own => list[place] = node,
            Kind::FaultyDestination | Kind::LongFaulty => {
                let faulty: Vec<u32> = faulty.iter().copied().collect();
                list[place] = *random.pick(&faulty);
            }
            _ => {}
        }
        list
    }

    fn bad_count(&self, random: &mut Random) -> u32 {
        let beyond = self.spec.max_list + 1;
        if beyond < self.spec.broadcast_count() && random.chance(50) {
            random.within(beyond..=self.spec.broadcast_count() - 1)
        } else {
            0
        }
    }
}

fn any_kind(random: &mut Random, faulty: &BTreeSet<u32>) -> Kind {
    match random.within(0..=99) {
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

/// Lists that are too long for rows report by dimension, so most are long and name a faulty node.
fn unreachable_kind(random: &mut Random, faulty: &BTreeSet<u32>) -> Kind {
    match random.within(0..=9) {
        0..=3 if !faulty.is_empty() => Kind::LongFaulty,
        4..=5 if !faulty.is_empty() => Kind::FaultyDestination,
        _ => heavy_kind(random),
    }
}

fn heavy_kind(random: &mut Random) -> Kind {
    *random.pick(&[
        Kind::Unicast,
        Kind::Unicast,
        Kind::Multicast,
        Kind::Multicast,
        Kind::Multicast,
        Kind::List,
        Kind::Broadcast,
    ])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::scenario::{Scenario, stimulus};
    use crate::stimulus::{Epoch, Message};

    #[test]
    fn every_kind_of_message_and_of_fault_set_occurs() {
        let spec = HypercubeSpec::new(4, 3);
        let stimulus = stimulus(&spec, Scenario::All, 7, 900);
        let messages = stimulus.epochs.iter().flat_map(|epoch| &epoch.messages);
        let kinds: HashSet<&str> =
            messages.filter_map(|message| message.what.split(',').next()).collect();
        assert_eq!(kinds.len(), 10);
        // Neighbours of a list without rows are reported by dimension.
        let names_faulty = |epoch: &Epoch, message: &Message| {
            let Ok(MhuFrame { header, .. }) = frame::decode(&spec, &message.flits) else {
                return false;
            };
            match header.addressees {
                Addressees::List(list) if list.len() > spec.m as usize => {
                    list.iter().any(|node| epoch.faulty.contains(node))
                }
                _ => false,
            }
        };
        let long = |epoch: &&Epoch| epoch.messages.iter().any(|it| names_faulty(epoch, it));
        assert!(stimulus.epochs.iter().filter(long).count() > 3);
        let inside = |epoch: &&Epoch| fault::model_holds(4, &epoch.faulty);
        let faulty = stimulus.epochs.iter().filter(|epoch| !epoch.faulty.is_empty());
        let (inside, outside): (Vec<_>, Vec<_>) = faulty.partition(inside);
        assert!(!inside.is_empty() && !outside.is_empty());
    }
}

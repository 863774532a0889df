//! Faults in the middle of an operation: detection, repair and restart.

use teecast_spec::topology::ring_tree::{Faults, RepairError, RingTree, repair};

use super::message::Stored;
use super::network::{Network, Rules};
use super::run::payload;

/// Steps from a fault to the repair of all rings that are broken by then.
///
/// **Source**: [Sun98] proposition 13, as the delay of the model and not as a law.
pub fn repair_delay(ring_size: u32) -> u64 {
    u64::from(4 * ring_size + 2)
}

/// What the end of an operation with faults looks like.
#[derive(Clone, Debug)]
pub struct Survival {
    /// Nodes and rings at the end.
    pub network: Network,
    /// The most steps from a fault until a member of a ring that it breaks notices, and the steps
    /// around that ring.
    pub detections: Vec<Detection>,
    /// Alarms on rings that were whole.
    pub false_alarms: u32,
}

/// How the members of a broken ring noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detection {
    /// Steps around the ring.
    pub round_trip: u64,
    /// Steps from the fault to the first alarm.
    pub first: u64,
    /// Steps from the fault to the last alarm of a living member.
    pub last: u64,
}

/// Plays an all-to-all broadcast with faults, each at the beginning of a step, in the order of time.
/// The rings that are broken are repaired [`repair_delay`] steps after each fault.
///
/// # Errors
/// A fault that the network does not have; too many rings.
///
/// # Panics
/// If it does not end: after the last repair it does.
pub fn survive(
    tree: &RingTree,
    rules: Rules,
    faults: &[(u64, Faults)],
    mut garble: impl FnMut(&mut Stored),
) -> Result<Survival, RepairError> {
    let delay = repair_delay(tree.ring_size());
    let mut network = Network::new(tree, rules);
    tree.living().for_each(|node| network.send((node, 0), payload(node, 0)));
    let mut pending = Faults::default();
    let (mut detections, mut false_alarms) = (Vec::new(), 0);
    let last = faults.iter().map(|(step, _)| step + delay).max().unwrap_or(0);
    let bound = last + 1000 * tree.living().count() as u64;
    while network.now() < last || !network.is_quiet() {
        assert!(network.now() < bound, "the operation does not end");
        let step = network.now() + 1;
        for (_, fault) in faults.iter().filter(|(at, _)| *at == step) {
            network.fail(fault);
            pending.extend(fault);
        }
        if faults.iter().any(|(at, _)| at + delay == step) {
            detections.extend(network.detections());
            let repaired = repair(network.tree(), &std::mem::take(&mut pending))?;
            network.take_tree(&repaired.tree);
        }
        network.step(&mut garble);
    }
    for ring in network.rings() {
        let alarms = ring.members.iter().filter(|member| member.alarm.is_some()).count();
        false_alarms += alarms as u32;
    }
    Ok(Survival { network, detections, false_alarms })
}

impl Network {
    /// Returns how the members of broken rings noticed.
    fn detections(&self) -> Vec<Detection> {
        let broken = self.rings().iter().filter_map(|ring| Some((ring, ring.broken_at?)));
        let detection = |(ring, since): (&super::ring::Ring, u64)| {
            let members = ring.nodes.iter().zip(&ring.members);
            let living = members.filter(|(node, _)| self.nodes()[**node as usize].lives);
            // A member that has not noticed yet counts as noticing now.
            let alarms = living.map(|(_, member)| member.alarm.unwrap_or(self.now() + 1) - since);
            let alarms: Vec<u64> = alarms.collect();
            let (first, last) = (alarms.iter().min()?, alarms.iter().max()?);
            Some(Detection { round_trip: ring.round_trip(), first: *first, last: *last })
        };
        broken.filter_map(detection).collect()
    }
}

//! Whole operations: every node sends its messages, until everything is acknowledged.

use teecast_spec::topology::ring_tree::RingTree;

use super::network::{Network, Rules, Tally};

/// Times of an all-to-all broadcast.
///
/// **Units**: steps from the first injection on; 1 means at the end of the first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    /// T_deliver: every node holds everything.
    pub deliver: u64,
    /// T_ack: everything is acknowledged.
    pub acknowledge: u64,
    /// T_total: every node knows that everything is everywhere; without barrier, T_ack.
    pub total: u64,
    /// What happened on the way.
    pub tally: Tally,
}

/// Returns the payload that stands for a message.
pub fn payload(origin: u32, sequence: u32) -> u64 {
    u64::from(origin) << 32 | u64::from(sequence)
}

/// Plays an all-to-all broadcast of `messages` messages a node, chi.
///
/// # Panics
/// If it does not end: no tree of rings does that.
pub fn all_to_all(tree: &RingTree, rules: Rules, messages: u32) -> Times {
    let mut network = Network::new(tree, rules);
    for node in tree.living() {
        (0..messages).for_each(|sequence| network.send((node, sequence), payload(node, sequence)));
    }
    let is_over = |network: &Network| {
        let released = |node| network.nodes()[node as usize].released.is_some();
        network.is_quiet() && (!rules.barrier || tree.living().all(released))
    };
    let bound = 100 * u64::from(messages) * tree.living().count() as u64;
    while !is_over(&network) {
        assert!(network.now() < bound, "the operation does not end");
        network.step(|_| {});
    }
    let tally = network.tally().clone();
    let released = network.nodes().iter().filter_map(|node| node.released).max();
    Times {
        deliver: tally.delivered,
        acknowledge: tally.acknowledged,
        total: released.unwrap_or(tally.acknowledged),
        tally,
    }
}

/// Returns the step in which a lone message of a node comes to every node.
///
/// **Shape**: by node; of the origin itself and of nodes out of its reach, none.
pub fn lone(tree: &RingTree, rules: Rules, origin: u32) -> Vec<Option<u64>> {
    let mut network = Network::new(tree, rules);
    network.send((origin, 0), payload(origin, 0));
    let mut latencies = vec![None; network.nodes().len()];
    while !network.is_quiet() {
        network.step(|_| {});
        for (node, latency) in network.nodes().iter().zip(&mut latencies) {
            if latency.is_none() && !node.store.is_empty() {
                *latency = Some(network.now());
            }
        }
    }
    latencies[origin as usize] = None;
    latencies
}

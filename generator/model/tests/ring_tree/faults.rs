//! Operations in which nodes and links fail, and in which payloads are garbled.

use teecast_model::random::Random;
use teecast_model::ring_tree::network::{Heartbeats, Rules};
use teecast_model::ring_tree::ring::Timing;
use teecast_model::ring_tree::run::payload;
use teecast_model::ring_tree::survival::{Detection, Survival, survive};
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, RingTree, build};

use super::{some_graph, some_walk, tree};

const RULES: Rules = Rules { heartbeats: Heartbeats::Replaceable, ..Rules::PAPER };
const PLAIN: Rules = Rules { heartbeats: Heartbeats::Plain, ..Rules::PAPER };

/// Returns a tree and `count` faults of it in its first 60 steps.
fn some_faults(random: &mut Random, count: u32) -> (RingTree, Vec<(u64, Faults)>) {
    let graph = some_graph(random);
    let tree = build(&graph, &Faults::default(), random.within(2..=8), some_walk(random));
    let fault = |_| {
        let mut faults = Faults::default();
        match random.below(2) {
            0 => drop(faults.nodes.insert(random.below(graph.nodes()))),
            _ => drop(faults.links.insert(*random.pick(&graph.pairs()))),
        }
        (u64::from(random.within(1..=60)), faults)
    };
    let mut faults: Vec<_> = (0..count).map(fault).collect();
    faults.sort_by_key(|(step, _)| *step);
    (tree, faults)
}

/// Asserts that the survivors of each component agree, and returns the number of components.
fn check(survival: &Survival) -> usize {
    let network = &survival.network;
    let components = network.tree().components();
    for component in &components {
        let store = |node: u32| &network.nodes()[node as usize].store;
        for &node in component {
            assert!(store(node).contains_key(&(node, 0)), "node {node} lost its own message");
            let keys = |node| store(node).keys().collect::<Vec<_>>();
            assert_eq!(keys(node), keys(component[0]), "nodes {node} and {}", component[0]);
            for (&key, stored) in store(node) {
                // Only the origin knows which of two payloads is right.
                let right = match component.contains(&key.0) {
                    true => payload(key.0, key.1),
                    false => store(component[0])[&key].payload,
                };
                assert_eq!(stored.payload, right, "{key:?} at {node}");
            }
        }
    }
    assert!(network.is_quiet());
    assert_eq!(survival.false_alarms, 0);
    components.len()
}

/// Plays runs; returns how many cut the network.
fn fault_runs(purpose: u64, runs: u64, count: impl Fn(&mut Random) -> u32) -> u32 {
    let mut cuts = 0;
    for run in 0..runs {
        let random = &mut Random::keyed(27, [2, purpose, run]);
        let count = count(random);
        let (tree, faults) = some_faults(random, count);
        let survival = survive(&tree, RULES, &faults, |_| {}).expect("known nodes and links");
        cuts += u32::from(check(&survival) > 1);
    }
    cuts
}

#[test]
fn survivors_of_a_fault_agree() {
    assert!(fault_runs(1, 400, |_| 1) > 0);
}

#[test]
fn survivors_of_several_faults_agree() {
    assert!(fault_runs(2, 200, |random| random.within(1..=3)) > 0);
}

/// Returns how members noticed single faults.
fn detections(rules: Rules, purpose: u64) -> Vec<Detection> {
    let one = |run| {
        let random = &mut Random::keyed(27, [2, purpose, run]);
        let (tree, faults) = some_faults(random, 1);
        let survival = survive(&tree, rules, &faults, |_| {}).expect("known nodes and links");
        check(&survival);
        survival.detections
    };
    (0..200).flat_map(one).collect()
}

#[test]
fn a_break_is_noticed_after_little_more_than_a_trip_around_the_ring() {
    for it in detections(PLAIN, 3) {
        assert!(it.last <= it.round_trip + 8 && it.last <= 2 * it.round_trip, "{it:?}");
    }
    for it in detections(Rules { timing: Timing::Phys, ..PLAIN }, 4) {
        assert!(it.last <= it.round_trip + 11, "{it:?}");
    }
    // Where data replaces heartbeats, a member after the break takes what those before it send for a
    // sign of life; the first member to notice is as fast.
    for it in detections(RULES, 5) {
        assert!(it.first <= it.round_trip, "{it:?}");
    }
    for it in detections(Rules { timing: Timing::Phys, ..RULES }, 6) {
        assert!(it.first <= it.round_trip, "{it:?}");
    }
}

/// Plays a run in which, up to a number of transfers, some of 100 payloads that cross a link are
/// garbled; returns how often a message was sent again because it came back changed.
fn garbled_run(
    tree: &RingTree,
    faults: &[(u64, Faults)],
    (percent, transfers): (u32, u32),
    random: &mut Random,
) -> u64 {
    let mut left = transfers;
    let survival = survive(tree, RULES, faults, |stored| {
        left = left.saturating_sub(1);
        if left > 0 && random.chance(percent) {
            stored.payload ^= random.word() | 1;
        }
    });
    let survival = survival.expect("known nodes and links");
    check(&survival);
    survival.network.tally().resends
}

/// Plays runs on usual networks with 2 of 100 payloads garbled.
fn garbled_runs(purpose: u64, runs: u64, faults: u32) -> u64 {
    let run = |run| {
        let random = &mut Random::keyed(27, [3, purpose, run]);
        let (tree, faults) = some_faults(random, faults);
        garbled_run(&tree, &faults, (2, u32::MAX), random)
    };
    (0..runs).map(run).sum()
}

#[test]
fn garbled_payloads_are_corrected() {
    assert!(garbled_runs(0, 100, 0) > 1000);
}

/// Without repairs nothing is lost on the way from ring to ring, however much is garbled.
#[test]
fn payloads_are_corrected_where_20_of_100_are_garbled_for_ever() {
    for (name, w) in [("hypercube:3", 4), ("path:6", 3), ("star:6", 3), ("grid:4x4", 4)] {
        for seed in 0..5 {
            let random = &mut Random::keyed(27, [4, seed, u64::from(w)]);
            let tree = tree(name, w, some_walk(random));
            assert!(garbled_run(&tree, &[], (20, u32::MAX), random) > 0, "{name}");
        }
    }
}

#[test]
fn garbled_payloads_are_corrected_in_spite_of_faults() {
    assert!(garbled_runs(1, 100, 1) > 1000);
    assert!(garbled_runs(2, 100, 3) > 1000);
}

//! The class rule in the emitted cube: small cases in which each part of it decides.

use std::collections::BTreeSet;

use teecast::model::hypercube::frame::{self, Addressees, Header, MhuFrame};
use teecast::spec::{Flit, HypercubeSpec};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::stimulus::{Epoch, Message, Stimulus};
use teecast_cosim::tools;
use teecast_cosim::trace::{End, Trace};

use crate::cosim::{emitted, play_stimulus};

/// One message after the other, each (node, destinations), under one fault set.
fn spaced(spec: &HypercubeSpec, faulty: &[u32], messages: &[(u32, &[u32])]) -> Stimulus {
    let epoch = |(id, (node, list)): (u32, &(u32, &[u32]))| Epoch {
        faulty: faulty.iter().copied().collect(),
        messages: vec![message(spec, id, *node, list, 1, id)],
        ..Epoch::default()
    };
    Stimulus { epochs: (0..).zip(messages).map(epoch).collect() }
}

fn message(
    spec: &HypercubeSpec,
    id: u32,
    node: u32,
    list: &[u32],
    data: u32,
    offered: u32,
) -> Message {
    let header = Header { addressees: Addressees::List(list.to_vec()), control: 0, source: 0 };
    let data = (0..data).map(|_| Flit::new(u64::from(id), false)).collect();
    let flits = frame::encode(spec, &MhuFrame { header, data, bad: false });
    let gaps = vec![0; flits.len()];
    Message { id, what: format!("to {list:?}"), port: node, flits, gaps, offered }
}

#[test]
fn a_restricted_class_descends_first() {
    // 1010 -> 0101: up over 0 and down over 1, into class 1. Free votes would go up over 2 next;
    // a restricted class goes down over 3.
    let spec = HypercubeSpec { max_data: 1, ..HypercubeSpec::new(4, 1) };
    let there = spaced(&spec, &[], &[(0b1010, &[0b0101]), (0b0101, &[0b1010])]);
    play_stimulus(&spec, &emitted(&spec), &[Simulator::Icarus], &there, 1);
}

#[test]
fn the_last_class_does_not_turn_down_again() {
    // 1100 -> 0011 with classes 0 and 1: both descents are blocked at first, and each is open
    // again only after an ascent. The second turn would need class 2: an event instead.
    let spec = HypercubeSpec { classes: 2, max_data: 1, ..HypercubeSpec::new(4, 1) };
    let faulty = [0b1000, 0b0100, 0b0101, 0b0001];
    let stimulus = spaced(&spec, &faulty, &[(0b1100, &[0b0011])]);
    for trace in play_stimulus(&spec, &emitted(&spec), &[Simulator::Icarus], &stimulus, 1) {
        let epoch = &trace.epochs[0];
        assert!(epoch.deliveries.is_empty(), "it turned");
        assert_eq!(epoch.events.len(), 1);
    }
}

/// Messages over all four turns of a square: the cycle of waits that the thesis's rules allow.
fn pinwheel(spec: &HypercubeSpec) -> Stimulus {
    let turns: [(u32, &[u32]); 4] = [(0, &[3]), (1, &[3, 2]), (3, &[0]), (2, &[0, 1])];
    let all = (0..400).map(|id| (id, turns[id as usize % turns.len()]));
    let messages = all.map(|(id, (node, list))| message(spec, id, node, list, 8, 0)).collect();
    let epoch = Epoch { low: 128, messages, ..Epoch::default() };
    Stimulus { epochs: vec![epoch] }
}

#[test]
fn the_rules_of_the_thesis_deadlock_at_saturation_and_the_default_does_not() {
    let default = HypercubeSpec { max_data: 8, ..HypercubeSpec::new(2, 2) };
    play_stimulus(&default, &emitted(&default), &[Simulator::Icarus], &pinwheel(&default), 1);

    let lan = HypercubeSpec { lan: true, classes: 1, ..default };
    let (folder, files) = emitted(&lan);
    let built = NetworkBench::build(&lan, "", &files, Simulator::Icarus, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return };
    let ends: BTreeSet<bool> = (1..=4)
        .map(|seed| {
            let played = bench.play(&lan, &pinwheel(&lan), seed, folder.path(), None);
            let trace: Trace = played.expect("the watchdog ends it");
            trace.end == End::Stalled
        })
        .collect();
    assert!(ends.contains(&true), "no seed closes the cycle of waits");
}

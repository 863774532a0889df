use teecast_spec::topology::hamiltonian::Network;

use super::*;
use crate::compare::compare;
use crate::scenario::{Scenario, stimulus};
use crate::stimulus::Stimulus;
use crate::trace::{End, SeenFrame, Trace};

fn device(reception: Reception) -> IhcDevice {
    IhcDevice::new(&IhcSpec { reception, max_data: 3, ..IhcSpec::new(Network::Cube(3)) })
}

/// Plays the prediction as if it were the hardware; rounds are 100 cycles apart.
fn perfect(device: &IhcDevice, stimulus: &Stimulus) -> Trace {
    let (mut rounds, mut cycle) = (0, 0);
    let mut epochs = Vec::new();
    for epoch in &stimulus.epochs {
        let mut seen = SeenEpoch::default();
        let messages = epoch.messages.iter().filter(|message| message.port < device.nodes());
        seen.accepted.extend(messages.map(|message| (cycle, message.port)));
        let walk = device.walk(rounds, epoch);
        for times in walk.times {
            cycle += 100;
            seen.links.push((cycle, Link { node: device.nodes(), index: ROUND }));
            let times = times.into_iter();
            seen.links.extend(times.map(|(slot, link)| (cycle + TAU + u64::from(slot), link)));
        }
        seen.deliveries.extend(walk.deliveries.into_iter().map(|delivery| {
            let (node, flits) = (delivery.node, delivery.flits);
            SeenFrame { cycle, end: cycle, node, flits, complete: true }
        }));
        let oversize = walk.outcomes.iter().flat_map(|outcome| &outcome.events);
        let oversize = oversize.filter(|event| event.word >> 3 == 3).copied();
        seen.events.extend(walk.events.into_iter().chain(oversize).map(|event| (cycle, event)));
        rounds += device.rounds(epoch);
        epochs.push(seen);
    }
    Trace { epochs, violations: Vec::new(), end: End::Done, cycles: cycle }
}

/// Applies a fault to a perfect trace and returns the sentence of the difference.
fn what(reception: Reception, corrupt: impl FnOnce(&mut SeenEpoch)) -> Option<String> {
    let device = device(reception);
    let stimulus = stimulus(&device, Scenario::Mixed, 5, 200);
    let mut trace = perfect(&device, &stimulus);
    corrupt(&mut trace.epochs[0]);
    compare(&device, &stimulus, &trace).1.map(|difference| difference.what)
}

#[test]
fn the_prediction_itself_passes() {
    for reception in [Reception::Copies, Reception::Majority] {
        assert_eq!(what(reception, |_| ()), None);
    }
}

#[test]
fn a_start_in_a_wrong_cycle_is_seen() {
    let late = |seen: &mut SeenEpoch| seen.links[7].0 += 1;
    let late = what(Reception::Copies, late).expect("a start is late");
    assert!(late.contains("at a wrong time"), "{late}");
    let moved = |seen: &mut SeenEpoch| seen.links[7].1.node ^= 1;
    assert!(what(Reception::Copies, moved).expect("another node starts").starts_with("missing"));
}

#[test]
fn deliveries_and_events_in_a_wrong_order_are_seen() {
    for reception in [Reception::Copies, Reception::Majority] {
        let frames = |seen: &mut SeenEpoch| {
            let node = seen.deliveries[0].node;
            let of_node = |frame: &SeenFrame| frame.node == node;
            let second = seen.deliveries.iter().skip(1).position(of_node).expect("a second one");
            seen.deliveries.swap(0, second + 1);
        };
        let swapped = what(reception, frames).expect("two frames have changed places");
        assert!(swapped.contains("at a wrong time"), "{swapped}");
    }
    let events = |seen: &mut SeenEpoch| {
        let node = seen.events[0].1.node;
        let other = |(_, event): &(u64, Event)| event.node == node && *event != seen.events[0].1;
        let other = seen.events.iter().position(other).expect("a second source is silent");
        seen.events.swap(0, other);
    };
    let swapped = what(Reception::Copies, events).expect("two events have changed places");
    assert!(swapped.contains("at a wrong time"), "{swapped}");
}

#[test]
fn the_number_of_a_round_counts() {
    let first = |seen: &mut SeenEpoch| {
        // Bits of source and cycle.
        let number = seen.deliveries[0].flits[0].field(4, 8);
        seen.deliveries[0].flits[0].set_field(4, 8, number + 1);
    };
    assert!(what(Reception::Copies, first).expect("a wrong number").starts_with("missing"));
}

//! What the model predicts of an epoch, as multisets, and what they lack or have too much of.

use std::collections::BTreeMap;

use teecast_spec::Flit;

use crate::device::{Delivery, Device, Event, Link};
use crate::stimulus::Epoch;

/// Predictions of one epoch: which messages (by index) cause what, once per cause.
#[derive(Default)]
pub struct Expected {
    pub accepted: BTreeMap<u32, Vec<usize>>,
    pub deliveries: BTreeMap<(u32, Vec<FlitKey>), Vec<usize>>,
    pub links: BTreeMap<Link, Vec<usize>>,
    pub hops: BTreeMap<u32, Vec<usize>>,
    pub events: BTreeMap<Event, Vec<usize>>,
}

/// A flit as something that can be ordered.
pub type FlitKey = (teecast_spec::FlitBits, bool, bool);

/// Returns the flits of a frame as something that can be ordered.
pub fn keys(flits: &[Flit]) -> Vec<FlitKey> {
    flits.iter().map(|flit| (flit.bits, flit.last, flit.bad)).collect()
}

impl Expected {
    /// Predicts an epoch that begins after so many rounds.
    pub fn of(device: &dyn Device, rounds: u32, epoch: &Epoch) -> Self {
        let mut expected = Self::default();
        for (index, message) in epoch.messages.iter().enumerate() {
            if message.port < device.nodes() {
                expected.accepted.entry(message.port).or_default().push(index);
            }
        }
        for (index, outcome) in device.predict_after(rounds, epoch).into_iter().enumerate() {
            for delivery in outcome.deliveries {
                let key = delivery_key(device, epoch, delivery);
                expected.deliveries.entry(key).or_default().push(index);
            }
            for link in outcome.links {
                expected.links.entry(link).or_default().push(index);
            }
            for hop in outcome.hops {
                expected.hops.entry(hop).or_default().push(index);
            }
            for event in outcome.events {
                expected.events.entry(event).or_default().push(index);
            }
        }
        expected
    }
}

/// Returns a delivery as something that can be ordered, without what depends on the load.
pub fn delivery_key(device: &dyn Device, epoch: &Epoch, delivery: Delivery) -> (u32, Vec<FlitKey>) {
    let Delivery { node, flits } = device.without_load(epoch, delivery);
    (node, keys(&flits))
}

/// Things with their cycles.
pub type Timed<T> = Vec<(u64, T)>;

/// Divides the copies seen into those on links that are predicted and those of which only the index
/// is.
pub fn divided<'a>(
    expected: &Expected,
    seen: impl Iterator<Item = &'a (u64, Link)>,
) -> (Timed<Link>, Timed<u32>) {
    let mut open: BTreeMap<Link, usize> =
        expected.links.iter().map(|(link, messages)| (*link, messages.len())).collect();
    let (mut links, mut hops) = (Vec::new(), Vec::new());
    for &(cycle, link) in seen {
        match open.get_mut(&link).filter(|open| **open > 0) {
            None if !expected.hops.is_empty() => hops.push((cycle, link.index)),
            None => links.push((cycle, link)),
            Some(open) => {
                *open -= 1;
                links.push((cycle, link));
            }
        }
    }
    (links, hops)
}

/// What is missing or too much, and the message that causes it.
pub struct Mismatch {
    pub what: &'static str,
    pub message: Option<usize>,
    pub expected: String,
    pub seen: String,
    pub cycle: Option<u64>,
}

/// Compares two multisets; the first missing item comes before the first surplus one.
pub fn mismatch<K: Ord>(
    expected: &BTreeMap<K, Vec<usize>>,
    seen: impl Iterator<Item = (u64, K)>,
    text: impl Fn(&K) -> String,
) -> Option<Mismatch> {
    let mut cycles: BTreeMap<K, Vec<u64>> = BTreeMap::new();
    for (cycle, key) in seen {
        cycles.entry(key).or_default().push(cycle);
    }
    let count = |key: &K| cycles.get(key).map_or(0, Vec::len);
    let missing = expected
        .iter()
        .filter(|(key, messages)| count(key) < messages.len())
        .min_by_key(|(_, messages)| messages[0]);
    if let Some((key, messages)) = missing {
        return Some(Mismatch {
            what: "missing",
            message: Some(messages[0]),
            expected: format!("{}, {} times", text(key), messages.len()),
            seen: format!("{} times", count(key)),
            cycle: None,
        });
    }
    let planned = |key: &K| expected.get(key).map_or(0, Vec::len);
    let (key, seen) = cycles
        .iter()
        .filter(|(key, seen)| seen.len() > planned(key))
        .min_by_key(|(key, seen)| seen[planned(key)])?;
    Some(Mismatch {
        what: "not predicted",
        message: expected.get(key).map(|messages| messages[0]),
        expected: format!("{} times", planned(key)),
        seen: format!("{}, {} times", text(key), seen.len()),
        cycle: Some(seen[planned(key)]),
    })
}

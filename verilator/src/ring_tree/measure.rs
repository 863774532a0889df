//! Measures a network at its ports: one message alone on its way, and the messages of all nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use teecast_spec::topology::ring_tree::{Hop, Place};

use super::{RingTreeDevice, payload, replay};
use crate::device::Measurement;
use crate::network_bench::{BenchError, NetworkBench};
use crate::stimulus::Stimulus;
use crate::trace::{SeenEpoch, Trace};

/// Most nodes whose messages are sent alone.
const MOST_ALONE: usize = 32;
/// Clock cycles from a slot on a link to its message at an idle processor.
const DELIVERY: u32 = 3;
const SEED: u64 = 1;

/// Plays operations into an idle network, and returns the numbers with their formulas, or with what
/// the clocked model gives where there is none; `turn` is the time from one ring to the next.
///
/// **Units**: clock cycles.
///
/// # Errors
/// [`BenchError`].
pub fn measure(
    device: &RingTreeDevice,
    bench: &NetworkBench,
    folder: &Path,
    turn: u32,
) -> Result<Vec<Measurement>, BenchError> {
    let meter = Meter { device, turn };
    let stimulus = meter.stimulus();
    let trace = bench.play(device, &stimulus, SEED, folder, None)?;
    let model = Trace::parse(&replay::trace(&device.spec, &stimulus, SEED))?;
    Ok(meter.numbers(&trace, &model))
}

/// What is played, and how it is read.
struct Meter<'a> {
    device: &'a RingTreeDevice,
    turn: u32,
}

/// The cycles of an operation, counted from the first slot on a link, which is in cycle 1.
struct Times {
    /// Last slot on a link.
    acknowledged: f64,
    /// Last message at a processor.
    delivered: f64,
    /// All nodes are done.
    done: f64,
}

impl Meter<'_> {
    /// Returns the nodes whose messages are sent alone.
    fn alone(&self) -> Vec<u32> {
        self.device.tree.living().take(MOST_ALONE).collect()
    }

    fn living(&self) -> u32 {
        self.device.tree.living().count() as u32
    }

    /// Returns an operation for each message that is sent alone, then one of all nodes.
    fn stimulus(&self) -> Stimulus {
        let operation = |node: u32| self.device.operation([node].into_iter());
        let alone = self.alone().into_iter().map(operation);
        let all = self.device.operation(self.device.tree.living());
        Stimulus::of(alone.chain([all]).collect())
    }

    /// Returns the slots on links in their order.
    fn slots<'a>(&'a self, seen: &'a SeenEpoch) -> impl Iterator<Item = (u64, [u32; 2])> + 'a {
        let slots = seen.links.iter().filter(|(_, link)| link.index != self.device.ports);
        slots.map(|(cycle, link)| (*cycle, [link.node, link.index]))
    }

    /// Returns the links around a ring from one of its positions on: forth, back, and forth again.
    ///
    /// **Shape**: sender and its port.
    fn around(&self, place: Place) -> Vec<[u32; 2]> {
        let (graph, nodes) =
            (self.device.tree.graph(), &self.device.tree.rings()[place.ring].nodes);
        let link = |from, to| [from, graph.port_to(from, to).expect("it is a link")];
        let forth = nodes.windows(2).map(|pair| link(pair[0], pair[1]));
        let back = nodes.windows(2).rev().map(|pair| link(pair[1], pair[0]));
        let mut links: Vec<_> = forth.chain(back).collect();
        links.rotate_left(place.position);
        links
    }

    /// Returns the link by which slots come to a place.
    fn before(&self, place: Place) -> [u32; 2] {
        let start = Place { position: 0, ..place };
        let links = self.around(start);
        links[place.position.checked_sub(1).unwrap_or(links.len() - 1)]
    }

    /// Returns everything that was measured.
    fn numbers(&self, trace: &Trace, model: &Trace) -> Vec<Measurement> {
        let nothing = SeenEpoch::default();
        let sources = self.alone();
        let seen = |index: usize| trace.epochs.get(index).unwrap_or(&nothing);
        let lone = sources.iter().enumerate().map(|(index, node)| (*node, seen(index)));
        let mut numbers = self.of_one(&lone.collect::<Vec<_>>());
        let modelled = model.epochs.get(sources.len()).unwrap_or(&nothing);
        numbers.extend(self.of_all(seen(sources.len()), modelled));
        numbers
    }

    /// Returns what messages did that were alone: those of some nodes, one after the other.
    fn of_one(&self, lone: &[(u32, &SeenEpoch)]) -> Vec<Measurement> {
        let rings = self.device.tree.rings();
        let (mut trips, mut turns, mut arrivals) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (source, seen) in lone {
            let times: BTreeMap<[u32; 2], u64> =
                self.slots(seen).map(|(cycle, link)| (link, cycle)).collect();
            let at = |link: [u32; 2]| times.get(&link).map_or(f64::NAN, |cycle| *cycle as f64);
            let hops = self.device.tree.hops(*source);
            let came: BTreeMap<u32, f64> =
                hops.iter().map(|hop| (hop.to, at(self.before(hop.exit)))).collect();
            for Hop { from, to, entry, .. } in hops {
                let around: Vec<f64> = self.around(entry).into_iter().map(at).collect();
                let is_steady = around.windows(2).all(|pair| pair[1] == pair[0] + 1.0);
                let trip = if is_steady { around.len() as f64 } else { f64::NAN };
                let length = rings[entry.ring].nodes.len() as u32;
                trips.entry(length).or_insert_with(Vec::new).push(trip);
                turns.extend(came.get(&from).map(|came| around[0] - came));
                let frame = seen.deliveries.iter().find(|frame| frame.node == to);
                let beat = frame.map_or(f64::NAN, |frame| frame.cycle as f64);
                arrivals.push(beat - came[&to]);
            }
        }
        let mut numbers = Vec::new();
        for (length, trips) in trips {
            let due = 2 * (length - 1);
            let what = format!("a slot comes back on a ring of {length} nodes: 2 (L - 1)");
            numbers.push(exact(worst(trips, due), due, "cycles", &what));
        }
        if rings.len() > 1 {
            let what = "a message alone, slot in to slot out on the next ring: turn";
            numbers.push(exact(worst(turns, self.turn), self.turn, "cycles", what));
        }
        let what = "a message alone, slot in to m_axis_tvalid";
        numbers.push(exact(worst(arrivals, DELIVERY), DELIVERY, "cycles", what));
        let due = 2 * (self.living() - 1);
        let slots = lone.iter().map(|(_, seen)| self.slots(seen).count() as f64);
        let what = "slots on links for a message: 2 (n - 1)";
        numbers.push(exact(worst(slots, due), due, "slots", what));
        numbers
    }

    /// Returns what the messages of all nodes did that began at once.
    fn of_all(&self, seen: &SeenEpoch, modelled: &SeenEpoch) -> Vec<Measurement> {
        let n = self.living();
        let (times, model) = (self.times(seen), self.times(modelled));
        let mut numbers = vec![
            exact(
                self.slots(seen).count() as f64,
                2 * n * (n - 1),
                "slots",
                "all to all, slots on links: 2 n (n - 1)",
            ),
            exact(
                self.right(seen) as f64,
                n * (n - 1),
                "messages",
                "all to all, each message once at each other node: n (n - 1)",
            ),
        ];
        if self.device.tree.rings().len() == 1 {
            let what =
                "all to all on one ring, first slot on a link to last arrival: T_deliver = 2n - 3";
            let came = times.delivered - f64::from(DELIVERY);
            numbers.push(exact(came, 2 * n - 3, "cycles", what));
            let what = "all to all on one ring, first slot on a link to last one: T_ack = 2n - 2";
            numbers.push(exact(times.acknowledged, 2 * n - 2, "cycles", what));
        }
        let times = [
            (times.delivered, model.delivered, "last message at a processor"),
            (times.acknowledged, model.acknowledged, "last slot on a link"),
            (times.done, model.done, "all nodes done"),
        ];
        numbers.extend(times.map(|(value, bound, what)| Measurement {
            what: format!("all to all, first slot on a link to {what}: as in the clocked model"),
            value,
            bound,
            unit: "cycles",
            passed: value == bound,
        }));
        numbers
    }

    fn times(&self, seen: &SeenEpoch) -> Times {
        let slots = || self.slots(seen).map(|(cycle, _)| cycle);
        let since = |last: Option<u64>| match (slots().min(), last) {
            (Some(first), Some(last)) => last as f64 - first as f64 + 1.0,
            _ => f64::NAN,
        };
        let done = seen.links.iter().filter(|(_, link)| link.index == self.device.ports);
        let done: Vec<u64> = done.map(|(cycle, _)| *cycle).collect();
        let all_done = done.iter().max().filter(|_| done.len() as u32 == self.living());
        Times {
            acknowledged: since(slots().max()),
            delivered: since(seen.deliveries.iter().map(|frame| frame.cycle).max()),
            done: since(all_done.copied()),
        }
    }

    /// Returns the number of messages that came right, each once at each node.
    fn right(&self, seen: &SeenEpoch) -> usize {
        let mut right = BTreeSet::new();
        for origin in self.device.tree.living() {
            let beat = self.device.beat(origin, &payload(origin), false);
            let of_origin = seen.deliveries.iter().filter(|frame| frame.flits[0] == beat);
            right.extend(of_origin.map(|frame| (origin, frame.node)));
        }
        let is_once = right.len() == seen.deliveries.len();
        if is_once { right.len() } else { 0 }
    }
}

/// Returns the value that is the farthest from the bound.
fn worst(values: impl IntoIterator<Item = f64>, bound: u32) -> f64 {
    let distance = |value: f64| (value - f64::from(bound)).abs();
    let worse = |one: f64, other: f64| {
        if other.is_nan() || distance(other) > distance(one) { other } else { one }
    };
    values.into_iter().reduce(worse).unwrap_or(f64::NAN)
}

fn exact(value: f64, bound: u32, unit: &'static str, what: &str) -> Measurement {
    let bound = f64::from(bound);
    Measurement { what: what.to_string(), value, bound, unit, passed: value == bound }
}

#[cfg(test)]
mod tests {
    use teecast_spec::RingTreeSpec;
    use teecast_spec::ring_tree::Network;

    use super::*;

    fn device(network: &str, ring_size: u32) -> RingTreeDevice {
        let network = Network::named(network).expect("it is a network");
        let spec = RingTreeSpec { ring_size, ..RingTreeSpec::new(network) };
        RingTreeDevice::new(&spec).expect("deliveries fit")
    }

    #[test]
    fn what_is_late_lost_or_too_much_fails() {
        let device = device("path:5", 3);
        let meter = Meter { device: &device, turn: 4 };
        let model = Trace::parse(&replay::trace(&device.spec, &meter.stimulus(), SEED));
        let model = model.expect("it is a trace");
        let failed_of = |meter: &Meter<'_>, trace: &Trace| {
            let numbers = meter.numbers(trace, &model);
            assert_eq!(numbers.len(), 9);
            let failed = numbers.into_iter().filter(|it| !it.passed);
            failed.map(|it| it.what).collect::<Vec<_>>().join("; ")
        };
        let failed = |spoil: &dyn Fn(&mut Trace)| {
            let mut trace = model.clone();
            spoil(&mut trace);
            failed_of(&meter, &trace)
        };
        assert_eq!(failed(&|_| {}), "");
        let trip = "a slot comes back on a ring of 3 nodes: 2 (L - 1)";
        let turn = "a message alone, slot in to slot out on the next ring: turn";
        assert_eq!(failed_of(&Meter { turn: 5, ..meter }, &model), turn);
        // The last slot of the first node's message comes from the far ring.
        let delay = |it: &mut Trace| {
            let links = it.epochs[0].links.iter_mut();
            let slots = links.filter(|(_, link)| link.index != device.ports);
            slots.max_by_key(|(cycle, _)| *cycle).expect("slots").0 += 1;
        };
        assert_eq!(failed(&delay), trip);
        let alone = "a message alone, slot in to m_axis_tvalid";
        assert_eq!(failed(&|it| it.epochs[0].deliveries[0].cycle += 1), alone);
        let slots = "slots on links for a message: 2 (n - 1)";
        assert_eq!(failed(&|it| it.epochs[1].links.extend_from_within(..1)), slots);
        let once = "all to all, each message once at each other node: n (n - 1)";
        assert_eq!(failed(&|it| drop(it.epochs[5].deliveries.remove(3))), once);
        assert_eq!(failed(&|it| it.epochs[5].deliveries[3].flits[0] = payload(0)), once);
        let modelled =
            |what| format!("all to all, first slot on a link to {what}: as in the clocked model");
        let last = |it: &mut Trace| it.epochs[5].links.last_mut().expect("links").0 += 1;
        assert_eq!(failed(&last), modelled("all nodes done"));
        assert!(failed(&|it| it.epochs.clear()).contains(trip));
    }

    #[test]
    fn a_path_that_is_one_ring_has_the_times_of_the_paper() {
        for nodes in [2, 3, 5, 8] {
            let device = device(&format!("path:{nodes}"), 8);
            let meter = Meter { device: &device, turn: 4 };
            let trace = Trace::parse(&replay::trace(&device.spec, &meter.stimulus(), SEED));
            let trace = trace.expect("it is a trace");
            let numbers = meter.numbers(&trace, &trace);
            assert!(numbers.len() == 10 && numbers.iter().all(|it| it.passed), "{numbers:#?}");
        }
    }
}

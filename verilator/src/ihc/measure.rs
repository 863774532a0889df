//! Measures rounds of an idle network at its ports: how long they take, and what they bring.

use std::path::Path;

use teecast_spec::{Flit, Reception};

use super::IhcDevice;
use super::walk::BUSY;
use crate::device::{Link, Measurement};
use crate::network_bench::{BenchError, NetworkBench};
use crate::stimulus::{Epoch, Message, Stimulus};
use crate::trace::SeenEpoch;

/// Rounds one after the other.
const ROUNDS: u32 = 8;

/// The first of them that begins no earlier because stores were empty before.
const STEADY: usize = 3;

/// Clock cycles from the last slot of a round to the next round.
const PAUSE: u32 = 3;

/// Plays rounds in which every node sends its longest message, and returns the numbers with their
/// formulas.
///
/// # Errors
/// [`BenchError`].
pub fn measure(
    device: &IhcDevice,
    bench: &NetworkBench,
    folder: &Path,
) -> Result<Vec<Measurement>, BenchError> {
    let meter = Meter { device };
    let epochs = [1, ROUNDS].map(|rounds| meter.rounds(rounds)).into();
    let trace = bench.play(device, &Stimulus::of(epochs), 1, folder, None)?;
    let nothing = SeenEpoch::default();
    let [one, many] = [0, 1].map(|index| trace.epochs.get(index).unwrap_or(&nothing));
    Ok(meter.numbers(one, many))
}

/// What is played, and how it is read.
struct Meter<'a> {
    device: &'a IhcDevice,
}

impl Meter<'_> {
    /// Returns an epoch in which each node sends so many messages of the longest kind.
    fn rounds(&self, rounds: u32) -> Epoch {
        let most = self.device.spec.max_data;
        let flits: Vec<Flit> = (1..=most).map(|f| Flit::new(f.into(), f == most)).collect();
        let message = |port: u32| {
            let (what, gaps) = ("a message".to_string(), vec![0; flits.len()]);
            Message { id: 0, what, port, flits: flits.clone(), gaps, offered: 0 }
        };
        let nodes = 0..self.device.rings.nodes();
        let messages = nodes.flat_map(|node| (0..rounds).map(move |_| node)).map(message);
        Epoch { messages: messages.collect(), ..Epoch::default() }
    }

    /// Returns the copies of a round on all links: one from each node on each directed cycle, each
    /// over all links but one.
    fn copies(&self) -> u32 {
        let nodes = self.device.rings.nodes();
        self.device.rings.count() * nodes * (nodes - 1)
    }

    /// Returns the frames that the processors get of a round.
    fn frames(&self) -> u32 {
        match self.device.spec.reception {
            Reception::Copies => self.copies(),
            Reception::Majority => self.copies() / self.device.rings.count(),
        }
    }

    /// Returns the cycles of the delivery of a round, with a processor that takes every flit: one to
    /// begin, two to look at each node, and those of the frames; copies are compared flit by flit, then
    /// counted one by one.
    fn delivery(&self) -> u32 {
        let (spec, gamma) = (&self.device.spec, self.device.rings.count());
        let frame = spec.delivery_flits() + spec.max_data;
        let for_source = match spec.reception {
            Reception::Copies => gamma * frame,
            Reception::Majority => spec.max_data + 2 + gamma + frame,
        };
        let nodes = self.device.rings.nodes();
        1 + 2 * nodes + (nodes - 1) * for_source
    }

    /// Returns the number of cycles from one round to the next in the steady state.
    fn steady(&self, many: &SeenEpoch) -> Option<f64> {
        let starts = self.device.round_starts(many);
        let starts = starts.get(STEADY..).filter(|_| starts.len() == ROUNDS as usize)?;
        let (first, last) = (starts.first()?, starts.last()?);
        Some((last - first) as f64 / (starts.len() - 1) as f64)
    }

    /// Returns what was seen of one round, and of many.
    fn numbers(&self, one: &SeenEpoch, many: &SeenEpoch) -> Vec<Measurement> {
        let nodes = self.device.rings.nodes();
        let slots = self.device.schedule.slots();
        let of_schedule = |index| Link { node: nodes, index };
        let turns = one.links.iter().filter(|(_, link)| *link == of_schedule(BUSY));
        let turns: Vec<u64> = turns.map(|(cycle, _)| *cycle).collect();
        let busy = match turns[..] {
            [first, end] => (end - first) as f64,
            _ => f64::NAN,
        };
        let copies = one.links.iter().filter(|(_, link)| link.node < nodes).count() as f64;
        let frames = one.deliveries.iter().filter(|frame| frame.complete).count() as f64;
        let starts = self.device.round_starts(many);
        let distance = starts.windows(2).map(|pair| pair[1] - pair[0]).min();
        let mu = f64::from(self.device.spec.packet_flits());
        let exact = |value: f64, bound: f64, unit, what: &str| Measurement {
            what: what.to_string(),
            value,
            bound,
            unit,
            passed: value == bound,
        };
        let (due, frames_due) = (f64::from(self.copies()), f64::from(self.frames()));
        let load = |copies: f64, cycles: f64| copies * mu / cycles;
        let steady = self.steady(many).unwrap_or(f64::NAN);
        let bound = f64::from((slots + PAUSE).max(self.delivery()));
        vec![
            exact(busy, slots.into(), "cycles", "a round, first to last link_busy: R slots"),
            exact(
                distance.map_or(f64::NAN, |cycles| cycles as f64),
                f64::from(slots + PAUSE),
                "cycles",
                "a round to the next one while stores are free: R + 3",
            ),
            exact(copies, due, "copies", "copies on links in a round: gamma N (N - 1)"),
            exact(
                load(copies, busy),
                load(due, slots.into()),
                "flits/cycle",
                "on all links in a round: gamma N (N - 1) mu / R",
            ),
            exact(frames, frames_due, "frames", "frames of a round to all processors"),
            exact(
                steady,
                bound,
                "cycles/round",
                "rounds without a pause, processors take every flit: R + 3, or more to deliver",
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use teecast_spec::IhcSpec;
    use teecast_spec::topology::hamiltonian::Network;

    use super::*;
    use crate::ihc::walk::ROUND;
    use crate::trace::SeenFrame;

    /// What a network does in rounds that start in some cycles; the first cycle with a flit is 2.
    fn seen(device: &IhcDevice, starts: &[u64], slots: u64) -> SeenEpoch {
        let nodes = device.rings.nodes();
        let at = |cycle, index| (cycle, Link { node: nodes, index });
        let mut links: Vec<(u64, Link)> = starts.iter().map(|start| at(*start, ROUND)).collect();
        links.extend([at(2, BUSY), at(2 + slots, BUSY)]);
        // Gamma N (N - 1) = 2 * 4 * 3.
        links.extend((0..24).map(|copy| (copy, Link { node: copy as u32 % 4, index: 0 })));
        let frame = |node| {
            let (flits, complete) = (vec![Flit::new(0, true)], true);
            SeenFrame { cycle: 20, end: 21, node, flits, complete }
        };
        let deliveries = (0..24).map(|copy| frame(copy % 4)).collect();
        SeenEpoch { links, deliveries, ..SeenEpoch::default() }
    }

    #[test]
    fn a_round_that_is_late_or_incomplete_fails() {
        let device = IhcDevice::new(&IhcSpec { max_data: 1, ..IhcSpec::new(Network::Cube(2)) });
        let meter = Meter { device: &device };
        // R = 2 * (4 - 2 + 2) = 8; deliveries take 1 + 2 * 4 + 3 * 2 * 2 cycles.
        let starts = [0, 11, 32, 53, 74, 95, 116, 137];
        let passed = |starts: &[u64], slots: u64, lost: usize| {
            let mut seen = seen(&device, starts, slots);
            seen.deliveries.truncate(24 - lost);
            let numbers = meter.numbers(&seen, &seen);
            numbers.iter().map(|number| number.passed).collect::<Vec<_>>()
        };
        assert_eq!(passed(&starts, 8, 0), [true; 6]);
        assert_eq!(passed(&starts, 9, 0), [false, true, true, false, true, true]);
        assert_eq!(passed(&starts, 8, 1), [true, true, true, true, false, true]);
        assert_eq!(passed(&starts[1..], 8, 0), [true, false, true, true, true, false]);
        let late = [0, 11, 32, 53, 74, 95, 116, 138];
        assert_eq!(passed(&late, 8, 0), [true, true, true, true, true, false]);
        let nothing = SeenEpoch::default();
        assert!(meter.numbers(&nothing, &nothing).iter().all(|number| !number.passed));
    }
}

//! Throughput of one router whose channels all have multicasts without end.

use std::collections::BTreeSet;
use std::path::Path;

use teecast_spec::HypercubeSpec;

use super::router::{RouterBench, epoch, message};
use crate::network_bench::BenchError;
use crate::random::Random;
use crate::stimulus::{Message, Stimulus};
use crate::trace::SeenEpoch;

/// Messages that are offered on each channel.
const MESSAGES: usize = 1200;
/// Messages that each channel has begun when counting starts.
const WARM_UP: usize = 100;

/// What every channel sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Destinations of a message.
    pub destinations: u32,
    /// Data flits of a message.
    pub data: u32,
}

/// What a router did under a [`Load`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throughput {
    /// The time that is counted.
    ///
    /// **Units**: cycles.
    pub cycles: u64,
    /// Messages that the channels began in this time.
    pub messages: u64,
    /// Frames whose last flit left in this time: copies on links, and deliveries.
    pub frames: u64,
    /// Flits of these frames, headers included.
    pub flits: u64,
}

impl Throughput {
    /// Returns the delivered frames; how many flits carry them is a matter of the link frame.
    ///
    /// **Units**: frames a cycle, all outputs together.
    pub fn rate(&self) -> f64 {
        self.frames as f64 / self.cycles as f64
    }
}

impl RouterBench {
    /// Plays loads one after the other, each into an empty router, and measures what leaves it.
    ///
    /// Every channel, the processor among them, offers its next flit as soon as the last one is taken
    /// and the router has given a credit for the frame. All messages are in class 0. The outputs always
    /// take a flit; a buffer at the other end of a link is free again in the cycle after the last flit.
    /// Destinations are distinct. Each is drawn in two steps: an output other than the channel of the
    /// message, evenly; then a node that this output leads to, evenly among those on this side of the
    /// channel. So every output is wanted, the delivery too. Load and seed give the messages.
    ///
    /// Counting starts when every channel has begun 101 messages, and ends when the first channel begins
    /// its last one, number 1200: in this time all channels are busy.
    ///
    /// # Errors
    /// [`BenchError::Tool`], [`BenchError::Trace`].
    ///
    /// # Panics
    /// If a load has more destinations than a message may name, or more data flits.
    pub fn saturate(
        &self,
        loads: &[Load],
        seed: u64,
        folder: &Path,
    ) -> Result<Vec<Option<Throughput>>, BenchError> {
        let epochs = loads.iter().map(|load| epoch(messages(self.spec(), *load, seed)));
        let seen = self.play(&Stimulus::of(epochs.collect()), folder)?;
        let channels = self.spec().n + 1;
        let measured = |index| measure(channels, seen.get(index)?);
        Ok((0..loads.len()).map(measured).collect())
    }
}

/// Returns the messages of all channels.
fn messages(spec: &HypercubeSpec, load: Load, seed: u64) -> Vec<Message> {
    assert!(load.destinations <= spec.m && load.data <= spec.max_data, "{load:?} does not fit");
    let of_channel = |channel: u32| {
        let purpose = [load.destinations, load.data, channel].map(u64::from);
        let mut random = Random::keyed(seed, purpose);
        let mut one = move || {
            let list = destinations(spec.n, channel, load.destinations, &mut random);
            message(spec, channel, &list, load.data)
        };
        (0..MESSAGES).map(move |_| one()).collect::<Vec<Message>>()
    };
    (0..=spec.n).flat_map(of_channel).collect()
}

/// Draws the destinations of a message that comes by a channel to node 0.
fn destinations(n: u32, channel: u32, count: u32, random: &mut Random) -> Vec<u32> {
    let side = if channel < n { !(1 << channel) } else { !0 };
    let mut list = Vec::new();
    while list.len() < count as usize {
        let output = random.below(n + 1);
        if output == channel {
            continue;
        }
        let node = random.below(1 << n) & side;
        // Output n is the delivery.
        let node = if output < n { node | 1 << output } else { 0 };
        if !list.contains(&node) {
            list.push(node);
        }
    }
    list
}

/// Counts what left while all channels were busy; `None` if something is missing.
fn measure(channels: u32, seen: &SeenEpoch) -> Option<Throughput> {
    let begun = |channel: u32| -> Vec<u64> {
        seen.accepted.iter().filter(|(_, at)| *at == channel).map(|(cycle, _)| *cycle).collect()
    };
    let begun: Vec<Vec<u64>> = (0..channels).map(begun).collect();
    if begun.iter().any(|cycles| cycles.len() != MESSAGES) {
        return None;
    }
    let start = begun.iter().map(|cycles| cycles[WARM_UP]).max()?;
    let end = begun.iter().map(|cycles| cycles[MESSAGES - 1]).min()?;
    let inside = |cycle: u64| start < cycle && cycle <= end;
    let frames = seen.deliveries.iter().filter(|frame| frame.complete && inside(frame.end));
    let (mut count, mut flits, mut outputs) = (0, 0, BTreeSet::new());
    for frame in frames {
        outputs.insert(frame.node);
        count += 1;
        flits += frame.flits.len() as u64;
    }
    let messages = begun.iter().flatten().filter(|cycle| inside(**cycle)).count() as u64;
    let measured = Throughput { cycles: end.checked_sub(start)?, messages, frames: count, flits };
    (outputs.len() == channels as usize && measured.cycles > 0).then_some(measured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::SeenFrame;
    use teecast_spec::Flit;

    #[test]
    fn destinations_are_distinct_and_on_this_side_and_want_all_outputs() {
        for channel in 0..=6 {
            let mut random = Random::new(1);
            let mut wanted = 0;
            for _ in 0..100 {
                let list = destinations(6, channel, 8, &mut random);
                assert_eq!(list.iter().collect::<BTreeSet<_>>().len(), 8);
                assert!(list.iter().all(|node| *node < 64));
                wanted |= list.iter().fold(0, |all, node| all | node);
                assert!(channel == 6 || list.iter().all(|node| node >> channel & 1 == 0));
                if channel == 6 {
                    assert!(!list.contains(&0), "the processor sends to itself");
                }
            }
            assert_eq!(wanted, 63 & !(1 << channel));
        }
    }

    #[test]
    fn only_the_time_in_which_all_channels_are_busy_counts() {
        // Channel 0 begins a message every 10 cycles, channel 1 every 20.
        let begun = |channel: u32| {
            (0..MESSAGES as u64).map(move |index| (index * 10 * (u64::from(channel) + 1), channel))
        };
        let frame = |(node, end): (u32, u64)| SeenFrame {
            cycle: end - 2,
            end,
            node,
            flits: vec![Flit::new(0, false); 3],
            complete: true,
        };
        let start = 20 * WARM_UP as u64;
        let end = 10 * (MESSAGES as u64 - 1);
        let ends = [(0, start), (0, start + 1), (1, end), (1, end + 1)];
        let seen = SeenEpoch {
            accepted: begun(0).chain(begun(1)).collect(),
            deliveries: ends.map(frame).to_vec(),
            ..SeenEpoch::default()
        };
        let measured = measure(2, &seen).expect("both outputs are used");
        assert_eq!((measured.cycles, measured.frames, measured.flits), (end - start, 2, 6));
        assert_eq!(measured.messages, (end - start) / 10 + (end - start) / 20);
        assert!((measured.rate() - 2.0 / (end - start) as f64).abs() < 1e-12);
        assert_eq!(measure(3, &seen), None);
    }
}

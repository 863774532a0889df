//! Vectors that lie beside an emitted testbench: a small stimulus, and what it causes.

use std::fmt::Write as _;

use crate::device::{Delivery, Device};
use crate::scenario;
use crate::stimulus::{Epoch, Stimulus};

/// Most that the vectors of a network may take.
///
/// **Units**: bytes.
pub const BUDGET: usize = 4 << 20;

/// Fewest messages that are worth a folder of vectors.
pub const FEWEST: usize = 4;

/// Chooses the messages.
const SEED: u64 = 1;

/// The vectors of one network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// Name and text of the stimulus files, of `arguments.txt` and of `expected.txt`.
    ///
    /// `arguments.txt` says how the testbench is called. `expected.txt` holds the lines of the trace
    /// without cycle, marks of epochs and end, sorted by bytes.
    pub files: Vec<(String, String)>,
    /// Number of messages in them.
    pub messages: usize,
}

/// Makes vectors of at most `budget` bytes for files that lie in `folder`.
///
/// Each node sends one message, alone in the network, so that the vectors do not depend on time. Where
/// all messages exceed the budget, the largest ones are left out; where fewer than [`FEWEST`] are left,
/// or fewer than the network has nodes, if these are fewer still, there are no vectors.
pub fn vectors(device: &dyn Device, folder: &str, budget: usize) -> Option<Vectors> {
    let round = scenario::round(device, SEED);
    let mut sizes: Vec<(usize, usize)> = Vec::new();
    for (index, epoch) in round.epochs.iter().enumerate() {
        let alone = Stimulus { epochs: vec![epoch.clone()] };
        sizes.push((expected_bytes(device, epoch) + bytes(&alone.files(device)), index));
    }
    sizes.sort_unstable();
    let arguments = format!("+stimuli={folder} +idle={}\n", device.idle());
    let mut size = arguments.len();
    let fits = |(bytes, index): &(usize, usize)| {
        size += bytes;
        (size <= budget).then_some(*index)
    };
    let mut kept: Vec<usize> = sizes.iter().map_while(fits).collect();
    kept.sort_unstable();
    if kept.len() < FEWEST.min(sizes.len()) {
        return None;
    }
    let stimulus = Stimulus::of(kept.iter().map(|index| round.epochs[*index].clone()).collect());
    let mut files = stimulus.files(device);
    files.push(("arguments.txt".to_string(), arguments));
    files.push(("expected.txt".to_string(), expected(device, &stimulus)));
    Some(Vectors { files, messages: kept.len() })
}

fn bytes(files: &[(String, String)]) -> usize {
    files.iter().map(|(_, text)| text.len()).sum()
}

fn expected(device: &dyn Device, stimulus: &Stimulus) -> String {
    let mut lines = Vec::new();
    let mut rounds = 0;
    for epoch in &stimulus.epochs {
        let (others, deliveries) = caused(device, rounds, epoch);
        rounds += device.rounds(epoch);
        lines.extend(others);
        lines.extend(deliveries.iter().map(|delivery| flits(device, delivery)));
    }
    // A delivery is several lines.
    let mut lines: Vec<&str> = lines.iter().flat_map(|text| text.split_inclusive('\n')).collect();
    lines.sort_unstable();
    lines.concat()
}

/// Returns the bytes of [`expected`] for one epoch, without the text: a delivery has equal lines.
fn expected_bytes(device: &dyn Device, epoch: &Epoch) -> usize {
    let (others, deliveries) = caused(device, 0, epoch);
    let of_delivery = |delivery: &Delivery| {
        let first = Delivery { flits: delivery.flits[..1].to_vec(), ..*delivery };
        delivery.flits.len() * flits(device, &first).len()
    };
    let others: usize = others.iter().map(String::len).sum();
    others + deliveries.iter().map(of_delivery).sum::<usize>()
}

/// Returns what an epoch after so many rounds causes: the lines of acceptances, links and events, and
/// the deliveries.
fn caused(device: &dyn Device, rounds: u32, epoch: &Epoch) -> (Vec<String>, Vec<Delivery>) {
    let digits = device.event_bits().div_ceil(4) as usize;
    let accepted = epoch.messages.iter().map(|message| format!("A {}\n", message.port));
    let mut lines: Vec<String> = accepted.collect();
    let mut deliveries = Vec::new();
    for outcome in device.predict_after(rounds, epoch) {
        let links = outcome.links.iter();
        lines.extend(links.map(|link| format!("L {} {}\n", link.node, link.index)));
        let events = outcome.events.iter();
        lines.extend(events.map(|event| format!("E {} {:0digits$x}\n", event.node, event.word)));
        deliveries.extend(outcome.deliveries);
    }
    (lines, deliveries)
}

fn flits(device: &dyn Device, delivery: &Delivery) -> String {
    delivery.flits.iter().fold(String::new(), |mut text, flit| {
        let (last, bad) = (u32::from(flit.last), u32::from(flit.bad));
        let _ = writeln!(text, "D {} {last} {bad} {}", delivery.node, flit.hex(device.width()));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::HypercubeSpec;

    #[test]
    fn vectors_within_the_budget_have_a_message_of_every_node() {
        let made = vectors(&HypercubeSpec::new(3, 4), "here", BUDGET).expect("they are small");
        assert_eq!(made.messages, 8);
        assert!(bytes(&made.files) < BUDGET);
    }

    #[test]
    fn sizes_are_those_of_the_text() {
        let spec = HypercubeSpec::new(4, 6);
        for epoch in scenario::round(&spec, SEED).epochs {
            let size = expected_bytes(&spec, &epoch);
            assert_eq!(size, expected(&spec, &Stimulus { epochs: vec![epoch] }).len());
        }
    }

    #[test]
    fn vectors_shrink_to_the_budget_and_vanish_below_four_messages() {
        let spec = HypercubeSpec::new(4, 6);
        let all = vectors(&spec, "here", usize::MAX).expect("no budget");
        let budget = bytes(&all.files) / 4;
        let some = vectors(&spec, "here", budget).expect("small messages exist");
        assert!((FEWEST..16).contains(&some.messages), "{}", some.messages);
        assert!(bytes(&some.files) <= budget, "{}", bytes(&some.files));
        // The testbench reads a file for every node.
        assert_eq!(some.files.len(), all.files.len());
        assert_eq!(vectors(&spec, "here", 500), None);
    }

    #[test]
    fn messages_that_are_left_keep_their_bytes() {
        let spec = HypercubeSpec::new(3, 4);
        let all = vectors(&spec, "here", BUDGET).expect("they are small");
        let some = vectors(&spec, "here", bytes(&all.files) - 1).expect("most of them");
        assert_eq!(some.messages, 7);
        let flits = |made: &Vectors, node: usize| {
            let (_, text) = &made.files[1 + node];
            let flit = |line: &str| line.split_once(' ').expect("the epoch first").1.to_string();
            text.lines().map(flit).collect::<Vec<_>>()
        };
        let left_out = (0..8).filter(|node| flits(&some, *node) != flits(&all, *node));
        let left_out: Vec<usize> = left_out.collect();
        assert!(left_out.len() == 1 && flits(&some, left_out[0]).is_empty(), "{left_out:?}");
    }
}

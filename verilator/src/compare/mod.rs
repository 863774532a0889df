//! Compares what a network did with what the golden model predicts, message by message.

mod expected;
mod text;

use std::fmt;

use serde::Serialize;

use self::expected::{Expected, FlitKey, delivery_key, divided, mismatch};
use self::text::{also_seen, epoch_text, flits_text};
use crate::device::{Delivery, Device, Event, Link};
use crate::stimulus::{Epoch, Stimulus};
use crate::trace::{End, SeenEpoch, Trace};

/// Counts what was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Messages played.
    pub messages: usize,
    /// Deliveries seen.
    pub deliveries: usize,
    /// Copies seen on links.
    pub traffic: usize,
    /// Copies that the model predicts.
    pub model_traffic: usize,
    /// Events seen.
    pub events: usize,
    /// **Units**: clock cycles of the whole run.
    pub cycles: u64,
}

/// The first thing that is not as predicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What is wrong, in one sentence.
    pub what: String,
    /// What the model predicts.
    pub expected: String,
    /// What the hardware did.
    pub seen: String,
    /// Cycle of the sight, or of the beginning of the epoch.
    pub cycle: u64,
    /// Messages, faults and back-pressure of the epoch.
    pub context: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, expected, seen, cycle, context } = self;
        write!(f, "cycle {cycle}: {what}\n  expected: {expected}\n  seen:     {seen}\n  {context}")
    }
}

/// Compares a run with the model; a difference is the first one, by epoch.
pub fn compare(
    device: &dyn Device,
    stimulus: &Stimulus,
    trace: &Trace,
) -> (Totals, Option<Difference>) {
    let mut totals =
        Totals { messages: stimulus.messages(), cycles: trace.cycles, ..Totals::default() };
    for (seen, epoch) in trace.epochs.iter().zip(&stimulus.epochs) {
        let real = |node: u32| !epoch.tapped.contains(&node);
        totals.deliveries += seen.deliveries.iter().filter(|frame| real(frame.node)).count();
        totals.traffic += seen.links.iter().filter(|(_, link)| real(link.node)).count();
        totals.events += seen.events.iter().filter(|(_, event)| real(event.node)).count();
    }
    let mut first = broken_rule(trace);
    let mut rounds = 0;
    for (index, epoch) in stimulus.epochs.iter().enumerate() {
        let expected = Expected::of(device, rounds, epoch);
        rounds += device.rounds(epoch);
        totals.model_traffic += expected.links.values().map(Vec::len).sum::<usize>();
        totals.model_traffic += expected.hops.values().map(Vec::len).sum::<usize>();
        if first.is_none() {
            first = match trace.epochs.get(index) {
                Some(seen) => difference(device, index, epoch, &expected, seen, trace.end),
                None => Some(Difference {
                    what: format!("epoch {index} never began"),
                    expected: "all epochs are played".to_string(),
                    seen: end_text(trace.end).to_string(),
                    cycle: trace.cycles,
                    context: epoch_text(index, epoch),
                }),
            };
        }
    }
    (totals, first.or_else(|| unfinished(trace)))
}

/// A rule of the handshake is worth more than what follows from breaking it.
fn broken_rule(trace: &Trace) -> Option<Difference> {
    let violation = trace.violations.first()?;
    let rule = match violation.rule {
        1 => "every valid, link_start and event_valid is 0 in reset, from its first clock edge on",
        2 => "control outputs are never unknown",
        3 => "a faulty node is silent",
        4 => "an offered delivery flit stays until it is taken",
        5 => "tuser comes only with tlast",
        9 => "the data flits of a packet are stored one after the other",
        _ => "offered flits and events carry known bits",
    };
    Some(Difference {
        what: format!("node {} breaks handshake rule {}", violation.node, violation.rule),
        expected: rule.to_string(),
        seen: format!("{} broken rules in all", trace.violations.len()),
        cycle: violation.cycle,
        context: "rules: sim-tb/protocol_checker.v".to_string(),
    })
}

fn unfinished(trace: &Trace) -> Option<Difference> {
    (trace.end != End::Done).then(|| Difference {
        what: "the run did not end by itself".to_string(),
        expected: end_text(End::Done).to_string(),
        seen: end_text(trace.end).to_string(),
        cycle: trace.cycles,
        context: "all deliveries, links and events are as predicted".to_string(),
    })
}

fn end_text(end: End) -> &'static str {
    match end {
        End::Done => "everything played, network empty",
        End::Stalled => "nothing moves any more although flits are offered (deadlock)",
        End::Expired => "the cycle limit came first",
        End::Missing => "the simulator stopped without an end mark",
    }
}

fn difference(
    device: &dyn Device,
    index: usize,
    epoch: &Epoch,
    expected: &Expected,
    seen: &SeenEpoch,
    end: End,
) -> Option<Difference> {
    // What goes into a tapped node, and what its own router does then, means nothing.
    let real = |node: u32| !epoch.tapped.contains(&node);
    let deliveries = seen.deliveries.iter().filter(|frame| real(frame.node)).map(|frame| {
        let delivery = Delivery { node: frame.node, flits: frame.flits.clone() };
        (frame.cycle, delivery_key(device, epoch, delivery))
    });
    let accepted = seen.accepted.iter().copied().filter(|(_, node)| real(*node));
    let events = seen.events.iter().copied().filter(|(_, event)| real(event.node));
    let (links, hops) = divided(expected, seen.links.iter().filter(|(_, link)| real(link.node)));
    let frame_text = |(node, flits): &(u32, Vec<FlitKey>)| {
        format!("delivery at node {node}: {}", flits_text(device, flits))
    };
    let link_text =
        |link: &Link| format!("a copy on link ({}, {})", link.node, device.link_text(link.index));
    let hop_text = |index: &u32| format!("a copy on some link of {}", device.link_text(*index));
    let event_text =
        |event: &Event| format!("at node {}: {}", event.node, device.event_text(event.word));
    let accepted_text = |node: &u32| format!("a frame accepted from processor {node}");
    let found = mismatch(&expected.accepted, accepted, accepted_text)
        .or_else(|| mismatch(&expected.deliveries, deliveries, frame_text))
        .or_else(|| mismatch(&expected.events, events, event_text))
        .or_else(|| mismatch(&expected.links, links.into_iter(), link_text))
        .or_else(|| mismatch(&expected.hops, hops.into_iter(), hop_text));
    let Some(found) = found else {
        return device.untimely(epoch, seen).map(|untimely| Difference {
            what: "something came at a wrong time".to_string(),
            expected: untimely.expected,
            seen: format!("in cycle {}", untimely.cycle),
            cycle: untimely.cycle,
            context: epoch_text(index, epoch),
        });
    };
    let message = found.message.and_then(|message| epoch.messages.get(message));
    let related = message.map_or(String::new(), |message| also_seen(device, message, seen));
    Some(Difference {
        what: match message {
            Some(message) => format!("{}: {message}", found.what),
            None => format!("{}, and no message of the epoch alone causes it", found.what),
        },
        expected: found.expected,
        seen: match end {
            End::Done => format!("{}{related}", found.seen),
            end => format!("{}{related}; then {}", found.seen, end_text(end)),
        },
        cycle: found.cycle.unwrap_or(seen.start),
        context: epoch_text(index, epoch),
    })
}

#[cfg(test)]
mod tests {
    use teecast_spec::HypercubeSpec;

    use super::*;
    use crate::scenario::{Scenario, stimulus};
    use crate::trace::{SeenFrame, Violation};

    const N: u32 = 3;

    /// Plays the model as if it were the hardware.
    fn perfect(device: &dyn Device, stimulus: &Stimulus) -> Trace {
        let play = |epoch: &Epoch| {
            let mut seen = SeenEpoch::default();
            seen.accepted.extend(epoch.messages.iter().map(|message| (1, message.port)));
            for outcome in device.predict(epoch) {
                seen.links.extend(outcome.links.into_iter().map(|link| (2, link)));
                seen.events.extend(outcome.events.into_iter().map(|event| (3, event)));
                seen.deliveries.extend(outcome.deliveries.into_iter().map(|delivery| SeenFrame {
                    cycle: 4,
                    end: 4,
                    node: delivery.node,
                    flits: delivery.flits,
                    complete: true,
                }));
            }
            seen
        };
        let epochs = stimulus.epochs.iter().map(play).collect();
        Trace { epochs, violations: Vec::new(), end: End::Done, cycles: 9 }
    }

    fn case() -> (HypercubeSpec, Stimulus, Trace) {
        let spec = HypercubeSpec::new(N, 4);
        let stimulus = stimulus(&spec, Scenario::All, 5, 200);
        let trace = perfect(&spec, &stimulus);
        (spec, stimulus, trace)
    }

    /// Applies a fault to the trace and returns the sentence of the difference.
    fn what(corrupt: impl FnOnce(&mut Trace)) -> String {
        let (spec, stimulus, mut trace) = case();
        corrupt(&mut trace);
        compare(&spec, &stimulus, &trace).1.expect("the trace is wrong").what
    }

    /// Returns the first epoch that has what is asked for.
    fn epoch(trace: &mut Trace, wanted: impl Fn(&SeenEpoch) -> bool) -> &mut SeenEpoch {
        trace.epochs.iter_mut().find(|epoch| wanted(epoch)).expect("some epoch has one")
    }

    #[test]
    fn the_prediction_itself_passes() {
        let (spec, stimulus, trace) = case();
        let (totals, difference) = compare(&spec, &stimulus, &trace);
        assert_eq!(difference, None);
        assert_eq!(totals.traffic, totals.model_traffic);
        assert_eq!(totals.messages, stimulus.messages());
    }

    #[test]
    fn a_lost_doubled_or_changed_delivery_is_found() {
        let delivers = |epoch: &SeenEpoch| !epoch.deliveries.is_empty();
        assert!(
            what(|trace| {
                epoch(trace, delivers).deliveries.pop();
            })
            .starts_with("missing")
        );
        assert!(
            what(|trace| {
                let seen = &mut epoch(trace, delivers).deliveries;
                seen.push(seen[0].clone());
            })
            .starts_with("not predicted")
        );
        assert!(
            what(|trace| {
                epoch(trace, delivers).deliveries[0].flits[0].bits[0] ^= 1;
            })
            .starts_with("missing")
        );
        assert!(
            what(|trace| {
                let flits = &mut epoch(trace, delivers).deliveries[0].flits;
                flits.last_mut().expect("a frame has a flit").bad ^= true;
            })
            .starts_with("missing")
        );
    }

    #[test]
    fn a_wrong_link_or_event_is_found() {
        let what_link = what(|trace| {
            let seen = epoch(trace, |epoch| !epoch.links.is_empty());
            seen.links[0].1.index = (seen.links[0].1.index + 1) % N;
        });
        assert!(what_link.starts_with("missing"), "{what_link}");
        let what_event = what(|trace| {
            epoch(trace, |epoch| !epoch.events.is_empty()).events.clear();
        });
        assert!(what_event.starts_with("missing"), "{what_event}");
        let surplus = Event { node: 0, word: 0x178 };
        let surplus = what(|trace| trace.epochs[0].events.push((8, surplus)));
        assert!(surplus.starts_with("not predicted"), "{surplus}");
    }

    #[test]
    fn a_run_that_does_not_end_or_breaks_a_rule_is_found() {
        assert!(what(|trace| trace.end = End::Missing).contains("did not end"));
        assert!(
            what(|trace| {
                trace.epochs.truncate(2);
                trace.end = End::Stalled;
            })
            .contains("never began")
        );
        let violation = Violation { cycle: 1, node: 2, rule: 4 };
        assert!(what(|trace| trace.violations.push(violation)).contains("rule 4"));
    }
}

//! The copies of one node's message in a round: every hop, and the slot in which it begins.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::topology::hamiltonian::Rings;

use super::schedule::Schedule;
use crate::relay::Unroutable;

/// One copy on one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hop {
    /// Hops from the source, this one included.
    pub step: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Directed cycle.
    pub channel: u32,
    /// Slot of the round in which the first flit crosses the link.
    pub slot: u32,
}

/// One copy for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Delivery {
    /// Where.
    pub node: u32,
    /// Hops from the source.
    pub step: u32,
    /// Directed cycle.
    pub channel: u32,
    /// Slot of the round in which the last flit crosses the link, if the message has full length.
    pub slot: u32,
}

/// All hops of the message of one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Course {
    /// Hops by (step, channel).
    pub sends: Vec<Hop>,
    /// Copies by (step, node, channel).
    pub deliveries: Vec<Delivery>,
    /// Healthy nodes without a copy.
    pub unroutable: Vec<Unroutable>,
    /// Number of hops.
    pub traffic: usize,
    /// The largest step.
    pub steps: u32,
}

/// Says why a message has no course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// A node number is out of range.
    #[error("{role} {node} is not a node of the network; permitted is 0 to {last}")]
    Node {
        /// What the number was given as.
        role: &'static str,
        /// Value given.
        node: u32,
        /// The largest node number.
        last: u32,
    },
    /// The source is faulty.
    #[error("the source {source_node} is among the faulty nodes")]
    SourceFaulty {
        /// The source.
        source_node: u32,
    },
}

/// Follows the copies of the message of `source` along all directed cycles; a faulty node gets and
/// relays nothing.
///
/// # Errors
/// Every [`RouteError`].
///
/// # Examples
/// ```
/// use teecast_model::ihc::route::run;
/// use teecast_model::ihc::schedule::Schedule;
/// use teecast_spec::ihc::Interleave;
/// use teecast_spec::topology::hamiltonian::{Network, Rings};
///
/// let rings = Rings::new(Network::Cube(4));
/// let schedule = Schedule::new(16, 2, Interleave::Minimal);
/// let course = run(&rings, &schedule, 0, &[].into())?;
/// assert_eq!((course.traffic, course.steps, course.deliveries.len()), (60, 15, 60));
/// # Ok::<(), teecast_model::ihc::route::RouteError>(())
/// ```
pub fn run(
    rings: &Rings,
    schedule: &Schedule,
    source: u32,
    faulty: &BTreeSet<u32>,
) -> Result<Course, RouteError> {
    let last = rings.nodes() - 1;
    let faulty_nodes = faulty.iter().map(|node| ("faulty node", *node));
    let mut named = std::iter::once(("source", source)).chain(faulty_nodes);
    if let Some((role, node)) = named.find(|(_, node)| *node > last) {
        return Err(RouteError::Node { role, node, last });
    }
    if faulty.contains(&source) {
        return Err(RouteError::SourceFaulty { source_node: source });
    }
    let mut sends = Vec::new();
    for channel in 0..rings.count() {
        let start = schedule.starts()[rings.id(channel, source) as usize];
        let mut from = source;
        for step in 1..=last {
            let to = rings.next(channel, from);
            if faulty.contains(&to) {
                break;
            }
            sends.push(Hop { step, from, to, channel, slot: start + step - 1 });
            from = to;
        }
    }
    sends.sort_by_key(|hop| (hop.step, hop.channel));
    let delivery = |hop: &Hop| Delivery {
        node: hop.to,
        step: hop.step,
        channel: hop.channel,
        slot: hop.slot + schedule.mu() - 1,
    };
    let mut deliveries: Vec<Delivery> = sends.iter().map(delivery).collect();
    deliveries.sort_by_key(|copy| (copy.step, copy.node, copy.channel));
    let reached: BTreeSet<u32> = deliveries.iter().map(|copy| copy.node).collect();
    let missed = |node: &u32| *node != source && !faulty.contains(node) && !reached.contains(node);
    let left_over = |destination| Unroutable { node: source, destination };
    let unroutable = (0..=last).filter(missed).map(left_over).collect();
    let steps = sends.last().map_or(0, |hop| hop.step);
    Ok(Course { traffic: sends.len(), sends, deliveries, unroutable, steps })
}

//! What one injected frame does to a whole network.
//!
//! Routing does not depend on load, so messages are predicted one by one.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use teecast_spec::{Flit, HypercubeSpec};

use super::class::RoutePlace;
use super::fault;
use super::mhu::{self, MhuContext};

pub use super::event::Event;

/// One frame from one processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injection {
    /// Where it is offered.
    pub node: u32,
    /// Flits as offered, malformed allowed; the last one, and only it, has `last`.
    pub flits: Vec<Flit>,
}

/// One frame handed to a processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Where.
    pub node: u32,
    /// Source field of the header flit.
    pub source: u32,
    /// Data flits, with their flags as on the wire.
    pub data: Vec<Flit>,
    /// The frame is marked bad on its last flit, which is the header flit if there is no data.
    pub bad: bool,
}

/// One copy on one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LinkStart {
    /// Sending node.
    pub node: u32,
    /// Dimension of the link.
    pub dimension: u32,
}

/// Holds everything one injected frame causes; the order within a list means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Deliveries.
    pub deliveries: Vec<Delivery>,
    /// One entry per copy.
    pub links: Vec<LinkStart>,
    /// Events.
    pub events: Vec<Event>,
}

/// Predicts what one frame does to the network.
///
/// A faulty node accepts nothing. A configuration without fault tolerance has no fault inputs:
/// `faulty` is ignored.
///
/// # Examples
/// ```
/// use teecast_model::hypercube::network::{Injection, predict};
/// use teecast_spec::{Flit, HypercubeSpec};
///
/// // k = 1 to node 3; Control and Source are left to the router.
/// let flits = vec![Flit::new(1 | 3 << 2, true)];
/// let outcome = predict(&HypercubeSpec::new(2, 1), &[].into(), &Injection { node: 0, flits });
/// assert_eq!(outcome.links.len(), 2);
/// assert_eq!((outcome.deliveries[0].node, outcome.deliveries[0].source), (3, 0));
/// ```
pub fn predict(spec: &HypercubeSpec, faulty: &BTreeSet<u32>, injection: &Injection) -> Outcome {
    let mut outcome = Outcome::default();
    if spec.fault_tolerant && faulty.contains(&injection.node) {
        return outcome;
    }
    let mut waiting =
        VecDeque::from([(RoutePlace::source(injection.node), injection.flits.clone())]);
    while let Some((place, flits)) = waiting.pop_front() {
        let node = place.node;
        let fault_vector =
            if spec.fault_tolerant { fault::vector(spec.n, faulty, node) } else { 0 };
        let context = MhuContext { node, fault_vector, arrival: place.arrival, class: place.class };
        let handled = mhu::handle(spec, &context, &flits);
        outcome.events.extend(handled.events);
        outcome.deliveries.extend(handled.delivery.map(|frame| unpack(spec, node, &frame)));
        for mhu::Copy { dimension, class, flits } in handled.copies {
            outcome.links.push(LinkStart { node, dimension });
            waiting.push_back((place.after(dimension, class), flits));
        }
    }
    outcome
}

fn unpack(spec: &HypercubeSpec, node: u32, frame: &[Flit]) -> Delivery {
    let (header, data) = frame.split_first().expect("a delivery has its header flit");
    let bad = frame.iter().any(|flit| flit.bad);
    Delivery { node, source: header.field(0, spec.n), data: data.to_vec(), bad }
}

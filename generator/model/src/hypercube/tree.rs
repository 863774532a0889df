//! What one message does to a cube: hops, deliveries and what could not be served, grown node by
//! node from a local decision.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::Serialize;

use super::class::RoutePlace;

/// A way of several hops to a node where the next decision is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// Node where the leg ends; the hops take the lowest dimension first.
    pub target: u32,
    /// Destinations that travel, in list order.
    pub destinations: Vec<u32>,
}

/// What a copy carries in its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Carried {
    /// Destination addresses in list order, duplicates kept.
    Destinations(Vec<u32>),
    /// The dimensions that the receiver and those below it may take.
    Control(u32),
}

/// One copy that crosses one link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Send {
    /// Hops from the source, this one included.
    pub step: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Dimension of the link.
    pub channel: u32,
    /// Header of the copy.
    #[serde(flatten)]
    pub carried: Carried,
    /// Class of the hop, where classes are limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<u32>,
}

/// One delivery to a local processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Arrived {
    /// Where.
    pub node: u32,
    /// Hops from the source.
    pub step: u32,
}

/// One destination that could not be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unroutable {
    /// Where the message stopped.
    pub node: u32,
    /// Whom it did not reach.
    pub destination: u32,
}

/// Holds all hops of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tree {
    /// Copies in breadth-first order, at one node in the order of decision.
    pub sends: Vec<Send>,
    /// Deliveries by (step, node).
    pub deliveries: Vec<Arrived>,
    /// Destinations left over, breadth first, at one node in list order.
    pub unroutable: Vec<Unroutable>,
    /// Number of links that the message and its copies traverse.
    pub traffic: usize,
    /// The largest step.
    pub steps: u32,
}

/// One copy that a decision sends, and the state it has where it arrives.
pub(crate) struct Onward<S> {
    pub dimension: u32,
    pub class: u32,
    pub state: S,
}

/// What a decision does at one place.
pub(crate) struct Visit<S> {
    pub deliver: bool,
    pub onward: Vec<Onward<S>>,
    pub unroutable: Vec<u32>,
}

/// Grows a tree from the states at the source by a local decision, breadth first.
///
/// `visit` must end: every rule of this family gets closer to a destination with each hop.
pub(crate) fn grow<S>(
    source: u32,
    starts: Vec<S>,
    carried: impl Fn(&S) -> Carried,
    visit: impl Fn(&RoutePlace, S) -> Visit<S>,
) -> Tree {
    let mut tree = Tree::default();
    let mut waiting: VecDeque<(RoutePlace, u32, S)> =
        starts.into_iter().map(|state| (RoutePlace::source(source), 0, state)).collect();
    while let Some((place, step, state)) = waiting.pop_front() {
        let Visit { deliver, onward, unroutable } = visit(&place, state);
        if deliver {
            tree.deliveries.push(Arrived { node: place.node, step });
        }
        let stopped = |destination| Unroutable { node: place.node, destination };
        tree.unroutable.extend(unroutable.into_iter().map(stopped));
        for Onward { dimension, class, state } in onward {
            let next = place.after(dimension, class);
            tree.sends.push(Send {
                step: step + 1,
                from: place.node,
                to: next.node,
                channel: dimension,
                carried: carried(&state),
                class: Some(class),
            });
            waiting.push_back((next, step + 1, state));
        }
    }
    tree.deliveries.sort_by_key(|arrived| (arrived.step, arrived.node));
    tree.traffic = tree.sends.len();
    tree.steps = tree.sends.last().map_or(0, |send| send.step);
    tree
}

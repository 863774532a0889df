//! All hops of one message to a region.

use std::collections::VecDeque;

use teecast_spec::topology::{Grid, Topology};

use super::route::{Arrival, Route};

/// One hop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Send {
    /// Hops from the source, this one included.
    pub step: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Port of the sending node.
    pub port: u8,
    /// Class of the channel.
    pub class: u8,
    /// Whether it comes from the corner.
    pub spreading: bool,
}

/// All hops and deliveries of one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Hops; a hop stands after the one that brought the message.
    pub sends: Vec<Send>,
    /// Nodes that get the message, with their hops from the source.
    pub deliveries: Vec<(u32, u32)>,
}

/// Sends a message from a source.
pub fn grow(mesh: &Grid, route: &Route, source: u32) -> Tree {
    let mut tree = Tree::default();
    let start = Arrival { node: source, through: None, class: 0, spreading: false };
    let mut waiting = VecDeque::from([(start, 0)]);
    while let Some((arrival, step)) = waiting.pop_front() {
        let decision = route.decide(mesh, &arrival);
        for branch in decision.branches {
            let Some(to) = mesh.neighbour(arrival.node, branch.port.into()) else {
                tree.deliveries.push((arrival.node, step));
                continue;
            };
            let spreading = decision.spreading;
            let (from, port, class) = (arrival.node, branch.port, branch.class);
            tree.sends.push(Send { step: step + 1, from, to, port, class, spreading });
            let next = Arrival { node: to, through: Some(port), class, spreading };
            waiting.push_back((next, step + 1));
        }
    }
    tree
}

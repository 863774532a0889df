//! Deadlock check: which output buffers messages to regions wait for while they hold others.
//!
//! **Source**: [Had] 3.1, 4.1; the graph is ours.

use std::collections::VecDeque;
use std::fmt;

use teecast_spec::topology::{Grid, Topology};

use super::route::{Arrival, Branch, Route};
use crate::waits::WaitGraph;

/// The output buffers of one class at one port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Buffer {
    /// Router.
    pub node: u32,
    /// Port, the local one included.
    pub port: u8,
    /// Class.
    pub class: u8,
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "router {} output {} class {}", self.node, self.port, self.class)
    }
}

/// How a message at a router gets the outputs that it needs.
#[derive(Clone, Copy, Debug)]
pub enum Reservation {
    /// One after another, in the order of a key; it keeps what it has.
    Ordered(fn(&Branch) -> i32),
    /// In no fixed order; it keeps what it has.
    Unordered,
    /// All at once or none.
    AllOrNothing,
}

/// Adds what a message from a source may wait for.
pub fn add(
    graph: &mut WaitGraph<Buffer>,
    mesh: &Grid,
    route: &Route,
    source: u32,
    reservation: Reservation,
) {
    let start = Arrival { node: source, through: None, class: 0, spreading: false };
    let mut waiting = VecDeque::from([(start, None)]);
    while let Some((arrival, held)) = waiting.pop_front() {
        let node = arrival.node;
        let decision = route.decide(mesh, &arrival);
        let mut branches = decision.branches;
        if let Reservation::Ordered(key) = reservation {
            branches.sort_by_key(key);
        }
        let buffer = |branch: &Branch| Buffer { node, port: branch.port, class: branch.class };
        for (index, branch) in branches.iter().enumerate() {
            graph.add(buffer(branch));
            held.into_iter().for_each(|held| graph.wait(held, buffer(branch)));
            let others = match reservation {
                Reservation::Ordered(_) => &branches[index + 1..],
                Reservation::Unordered => &branches[..],
                Reservation::AllOrNothing => &[],
            };
            let others = others.iter().filter(|other| *other != branch);
            others.for_each(|other| graph.wait(buffer(branch), buffer(other)));
            if let Some(to) = mesh.neighbour(node, branch.port.into()) {
                let through = Some(branch.port);
                let spreading = decision.spreading;
                let next = Arrival { node: to, through, class: branch.class, spreading };
                waiting.push_back((next, Some(buffer(branch))));
            }
        }
    }
}

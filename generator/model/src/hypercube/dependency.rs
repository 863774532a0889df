//! Deadlock check: which message buffer can wait for which, and in what order or cycle.
//!
//! A message in the buffer of one input channel and class waits for the buffer its next hop
//! enters. Outputs are no part of the graph: the hardware never holds one while it waits.

use std::collections::BTreeSet;
use std::fmt;

use super::class::RoutePlace;
use super::multicast::{self, Rule};
use super::{all_dimensions, broadcast, dimensions, fault, unicast};
use crate::waits::{self, WaitGraph};

/// Names a kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// UNICAST.F1 to any node.
    Unicast,
    /// Multicast to any set of nodes.
    Multicast,
    /// Broadcast, also of lists too long for the multicaster.
    Broadcast,
}

/// Names how the hops of multicasts are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every set of destinations, in ascending order: exact; permitted up to
    /// n = 5, quick up to 3.
    Sets,
    /// Every row by itself may leave by every dimension of its vote, whatever the other rows are.
    /// Sound (an acyclic order holds for every list and every vote), but a cycle need not be real.
    Rows,
}

impl Method {
    /// Returns the method for a dimension: exact up to Q_3.
    pub fn for_dimension(n: u32) -> Self {
        if n <= 3 { Method::Sets } else { Method::Rows }
    }
}

/// Asks whether some messages can wait for each other in a deadlock cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyRequest {
    /// Dimension of the cube.
    pub n: u32,
    /// Vote and class rule.
    pub rule: Rule,
    /// Faulty nodes; they may be destinations, but send and receive nothing.
    pub faulty: BTreeSet<u32>,
    /// Kinds of messages in the network.
    pub kinds: Vec<Kind>,
    /// How the hops of multicasts are found.
    pub method: Method,
}

/// One message buffer: an input channel of a node and a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Buffer {
    /// Node of the buffer.
    pub node: u32,
    /// Input dimension.
    pub dimension: u32,
    /// Class.
    pub class: u32,
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} dimension {} class {}", self.node, self.dimension, self.class)
    }
}

/// Returns whether buffers can wait in a deadlock cycle.
pub type Verdict = waits::Verdict<Buffer>;

/// Checks the waits of all messages that a request allows.
pub fn check(request: &DependencyRequest) -> Verdict {
    waits(request).verdict()
}

/// Finds the waits of all messages that a request allows.
pub fn waits(request: &DependencyRequest) -> WaitGraph<Buffer> {
    let mut graph = Graph::default();
    let healthy = (0..1 << request.n).filter(|node| !request.faulty.contains(node));
    for source in healthy {
        for kind in &request.kinds {
            match (kind, request.method) {
                (Kind::Unicast, _) => graph.add_unicasts(request, source),
                (Kind::Broadcast, _) => graph.add_broadcast(request, source),
                (Kind::Multicast, Method::Sets) => graph.add_sets(request, source),
                (Kind::Multicast, Method::Rows) => graph.add_rows(request, source),
            }
        }
    }
    graph.waits
}

/// The waits found so far: for each buffer in use the buffers its messages wait for.
#[derive(Default)]
struct Graph {
    waits: WaitGraph<Buffer>,
}

impl Graph {
    /// Records a hop and returns where it leads.
    fn hop(&mut self, place: &RoutePlace, dimension: u32, class: u32) -> RoutePlace {
        let next = place.after(dimension, class);
        let entered = Buffer { node: next.node, dimension, class };
        self.waits.add(entered);
        // A message at its source waits in no buffer of the network.
        if let Some(arrival) = place.arrival {
            let held = Buffer { node: place.node, dimension: arrival, class: place.class };
            self.waits.wait(held, entered);
        }
        next
    }

    fn add_unicasts(&mut self, request: &DependencyRequest, source: u32) {
        for destination in 0..1 << request.n {
            let mut place = RoutePlace::source(source);
            let classes = &request.rule.classes;
            while let Ok(Some((dimension, class))) =
                unicast::next_hop(classes, &place, request.vector(&place), destination)
            {
                place = self.hop(&place, dimension, class);
            }
        }
    }

    fn add_broadcast(&mut self, request: &DependencyRequest, source: u32) {
        let mut waiting = vec![(RoutePlace::source(source), all_dimensions(request.n))];
        while let Some((place, control)) = waiting.pop() {
            let classes = &request.rule.classes;
            let decision = broadcast::decide(classes, &place, request.vector(&place), control);
            for branch in decision.branches {
                let next = self.hop(&place, branch.dimension, branch.class);
                waiting.push((next, branch.control));
            }
        }
    }

    fn add_sets(&mut self, request: &DependencyRequest, source: u32) {
        let nodes = 1u32 << request.n;
        let sets = 1u64.checked_shl(nodes).expect("n is at most 5");
        for set in 1..sets {
            let list = (0..nodes).filter(|node| set >> node & 1 == 1).collect();
            self.add_multicast(request, source, list);
        }
    }

    fn add_multicast(&mut self, request: &DependencyRequest, source: u32, list: Vec<u32>) {
        let mut waiting = vec![(RoutePlace::source(source), list)];
        while let Some((place, list)) = waiting.pop() {
            let vector = request.vector(&place);
            for branch in multicast::decide(&request.rule, &place, vector, &list).branches {
                let next = self.hop(&place, branch.dimension, branch.class);
                waiting.push((next, branch.rows.iter().map(|&row| list[row]).collect()));
            }
        }
    }

    fn add_rows(&mut self, request: &DependencyRequest, source: u32) {
        for destination in 0..1 << request.n {
            let mut waiting = vec![RoutePlace::source(source)];
            let mut seen = BTreeSet::new();
            while let Some(place) = waiting.pop() {
                let row = destination ^ place.node;
                for dimension in dimensions(request.rule.row(&place, row, request.vector(&place))) {
                    let Some(class) = request.rule.classes.hop(&place, dimension) else { continue };
                    let next = self.hop(&place, dimension, class);
                    if seen.insert(next) {
                        waiting.push(next);
                    }
                }
            }
        }
    }
}

impl DependencyRequest {
    fn vector(&self, place: &RoutePlace) -> u32 {
        fault::vector(self.n, &self.faulty, place.node)
    }
}

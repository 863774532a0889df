//! How many links a message takes, by any rule, and messages to try it on.

use std::collections::BTreeSet;

use teecast_model::hypercube::fast::{rows, words};
use teecast_model::hypercube::optimal;
use teecast_model::hypercube::route::{Algorithm, Route, RouteRequest, run};
use teecast_spec::Vote;

/// A message of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleMessage {
    /// Dimension of the cube.
    pub n: u32,
    /// Sending node.
    pub source: u32,
    /// Destinations.
    pub destinations: Vec<u32>,
    /// Faulty nodes.
    pub faulty: BTreeSet<u32>,
}

impl SampleMessage {
    /// Returns a message from node 0 without faulty nodes.
    pub fn from_zero(n: u32, destinations: Vec<u32>) -> Self {
        Self { n, source: 0, destinations, faulty: BTreeSet::new() }
    }

    /// Routes the message by an algorithm of the papers.
    pub fn route(&self, algorithm: Algorithm, vote: Vote) -> Route {
        self.routed(algorithm, vote, None)
    }

    /// Routes the message by a multicast with (classes, fault tolerance), or without classes.
    pub fn multicast(&self, vote: Vote, classes: Option<(u32, bool)>) -> Route {
        self.routed(Algorithm::Multicast, vote, classes)
    }

    fn routed(&self, algorithm: Algorithm, vote: Vote, classes: Option<(u32, bool)>) -> Route {
        let request = RouteRequest {
            n: self.n,
            algorithm,
            vote,
            source: self.source,
            destinations: self.destinations.clone(),
            faulty: self.faulty.clone(),
            classes: classes.map(|(count, _)| count),
            fault_tolerant: classes.is_some_and(|(_, fault_tolerant)| fault_tolerant),
        };
        run(&request).expect("studies ask for valid messages")
    }

    /// Returns the links of the greedy tree by the fast path.
    ///
    /// **Shape**: no faulty nodes, at most 255 destinations.
    pub fn greedy(&self) -> i64 {
        let relative = self.destinations.iter().map(|node| node ^ self.source);
        i64::from(if self.n <= 6 {
            words::greedy_links(relative.fold(0, |set, node| set | 1 << node))
        } else {
            let short = |node| u16::try_from(node).expect("addresses have at most 16 bits");
            rows::greedy_links(&mut relative.map(short).collect::<Vec<u16>>())
        })
    }

    /// Returns the links of an optimal tree.
    ///
    /// **Shape**: no faulty nodes; destinations distinct and not the source; n at most 6.
    pub fn optimum(&self) -> i64 {
        let relative: Vec<u32> = self.destinations.iter().map(|node| node ^ self.source).collect();
        optimal::links(self.n, &relative).expect("cubes up to Q_6 are small").into()
    }
}

/// Returns the number of links of a route.
pub fn links(route: &Route) -> i64 {
    i64::try_from(route.traffic).expect("routes are short")
}

/// Returns the links of a broadcast: one to every other node.
pub fn broadcast(n: u32) -> i64 {
    (1 << n) - 1
}

/// Names a number of classes and whether one is kept for faults, for tables.
pub fn class_name(classes: Option<(u32, bool)>) -> String {
    match classes {
        None => "unlimited".to_string(),
        Some((count, true)) => format!("{count}, fault-tolerant"),
        Some((count, false)) => count.to_string(),
    }
}

//! Shared vocabulary of the tests: requests, fault sets, and what every route must satisfy.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::hypercube::fault;
use teecast_model::hypercube::route::{self, Algorithm, Route, RouteRequest};
use teecast_spec::Vote;

/// Returns a request of the papers' rule without faults.
pub fn request(n: u32, algorithm: Algorithm, source: u32, destinations: &[u32]) -> RouteRequest {
    RouteRequest {
        n,
        algorithm,
        vote: Vote::Greedy,
        source,
        destinations: destinations.to_vec(),
        faulty: BTreeSet::new(),
        classes: None,
        fault_tolerant: false,
    }
}

/// Routes a request that is valid.
pub fn run(request: &RouteRequest) -> Route {
    route::run(request).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// Lists all fault sets of Q_n for which the fault model holds and at least one node is healthy.
pub fn fault_sets(n: u32) -> Vec<BTreeSet<u32>> {
    let nodes = 1u32 << n;
    let all = 1u32.checked_shl(nodes).map_or(u32::MAX, |sets| sets - 1);
    (0..all).map(|bits| members(n, bits)).filter(|set| fault::model_holds(n, set)).collect()
}

/// Returns the nodes of Q_n (n <= 5) whose bit is set.
pub fn members(n: u32, bits: u32) -> BTreeSet<u32> {
    (0..1 << n).filter(|node| bits >> node & 1 == 1).collect()
}

/// Lists the healthy nodes.
pub fn healthy(n: u32, faulty: &BTreeSet<u32>) -> Vec<u32> {
    (0..1 << n).filter(|node| !faulty.contains(node)).collect()
}

/// Asserts what holds for every route: links exist, avoid faults, start where a copy arrived.
pub fn assert_well_formed(request: &RouteRequest, route: &Route) {
    let mut arrived = BTreeSet::from([(request.source, 0)]);
    for send in &route.sends {
        assert_eq!(send.from ^ send.to, 1 << send.channel, "{request:?}");
        assert!(send.channel < request.n, "{request:?}");
        assert!(!request.faulty.contains(&send.to), "{request:?}");
        assert!(arrived.contains(&(send.from, send.step - 1)), "{request:?}");
        assert!(send.class.is_none_or(|class| Some(class) < request.classes), "{request:?}");
        arrived.insert((send.to, send.step));
    }
    let steps: Vec<u32> = route.sends.iter().map(|send| send.step).collect();
    assert!(steps.is_sorted(), "{request:?}");
    assert_eq!(route.traffic, route.sends.len());
    assert_eq!(route.steps, steps.last().copied().unwrap_or(0));
    let keys: Vec<(u32, u32)> = route.deliveries.iter().map(|d| (d.step, d.node)).collect();
    assert!(keys.is_sorted(), "{request:?}");
    for delivery in &route.deliveries {
        assert!(arrived.contains(&(delivery.node, delivery.step)), "{request:?}");
    }
}

/// Asserts that exactly `wanted` is served, each node once and by a shortest path.
pub fn assert_served(request: &RouteRequest, route: &Route, wanted: impl IntoIterator<Item = u32>) {
    assert_well_formed(request, route);
    let distance = |node: u32| (node ^ request.source).count_ones();
    let expected: BTreeMap<u32, u32> =
        wanted.into_iter().map(|node| (node, distance(node))).collect();
    let found: BTreeMap<u32, u32> = route.deliveries.iter().map(|d| (d.node, d.step)).collect();
    assert_eq!(found, expected, "{request:?}");
    assert_eq!(route.deliveries.len(), expected.len(), "delivered twice: {request:?}");
    assert!(route.unroutable.is_empty(), "{request:?}: {:?}", route.unroutable);
}

/// Asserts that no node gets two copies.
pub fn assert_tree(request: &RouteRequest, route: &Route) {
    let mut reached = BTreeSet::from([request.source]);
    for send in &route.sends {
        assert!(reached.insert(send.to), "node {} gets two copies: {request:?}", send.to);
    }
}

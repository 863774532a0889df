//! Exactly once, by a shortest path, as a tree: exhaustive in small cubes, random up to Q_10.

use std::collections::BTreeSet;

use proptest::prelude::*;
use teecast_model::hypercube::broadcast;
use teecast_model::hypercube::fault;
use teecast_model::hypercube::route::{Algorithm, Route, RouteRequest};
use teecast_model::hypercube::tree::Carried;
use teecast_model::random::Random;
use teecast_spec::Vote;

use super::cube::{
    assert_served, assert_tree, assert_well_formed, fault_sets, healthy, members, request, run,
};

/// The class rules that lose nothing while the fault model holds: the papers' own, the smallest
/// and the default number of classes.
fn class_rules(faulty: &BTreeSet<u32>) -> Vec<(Option<u32>, bool)> {
    let mut rules = vec![(None, false), (Some(2), true), (Some(3), true), (Some(4), true)];
    if faulty.is_empty() {
        rules.extend([(Some(1), false), (Some(2), false)]);
    }
    rules
}

/// nca promises a tree only without faults and classes.
fn promises_tree(request: &RouteRequest) -> bool {
    request.vote != Vote::Nca || (request.faulty.is_empty() && request.classes.is_none())
}

/// Routes one destination set under every vote and class rule that must serve it.
fn assert_multicasts(n: u32, faulty: &BTreeSet<u32>, source: u32, destinations: &[u32]) {
    for (classes, fault_tolerant) in class_rules(faulty) {
        for vote in Vote::ALL {
            let asked = RouteRequest {
                vote,
                faulty: faulty.clone(),
                classes,
                fault_tolerant,
                ..request(n, Algorithm::Multicast, source, destinations)
            };
            let found = run(&asked);
            assert_served(&asked, &found, destinations.iter().copied());
            if promises_tree(&asked) {
                assert_tree(&asked, &found);
            }
        }
    }
}

#[test]
fn multicasts_serve_every_set_in_q2_and_q3_under_every_fault_set_of_the_model() {
    for n in [2, 3] {
        for faulty in fault_sets(n) {
            let nodes = healthy(n, &faulty);
            let sets = (0..1 << (1 << n)).map(|bits| members(n, bits));
            let sets: Vec<Vec<u32>> = sets
                .filter(|set| set.is_disjoint(&faulty))
                .map(|set| set.into_iter().collect())
                .collect();
            for source in nodes {
                sets.iter().for_each(|set| assert_multicasts(n, &faulty, source, set));
            }
        }
    }
}

#[test]
fn multicasts_serve_sampled_sets_in_q4_under_every_fault_set_of_the_model() {
    let mut random = Random::new(4);
    for faulty in fault_sets(4) {
        let nodes = healthy(4, &faulty);
        for &source in &nodes {
            let bound = u32::try_from(nodes.len()).expect("at most 16 nodes");
            for _ in 0..8 {
                let count = 1 + random.below(bound) as usize;
                let mut set = nodes.clone();
                random.choose(&mut set, count);
                assert_multicasts(4, &faulty, source, &set);
            }
        }
    }
}

#[test]
fn unicasts_reach_every_node_up_to_q4_under_every_fault_set_of_the_model() {
    for n in [2, 3, 4] {
        for faulty in fault_sets(n) {
            let nodes = healthy(n, &faulty);
            for &source in &nodes {
                for (classes, fault_tolerant) in class_rules(&faulty) {
                    let asked = RouteRequest {
                        faulty: faulty.clone(),
                        classes,
                        fault_tolerant,
                        ..request(n, Algorithm::Unicasts, source, &nodes)
                    };
                    assert_served(&asked, &run(&asked), nodes.iter().copied());
                }
            }
        }
    }
}

#[test]
fn broadcasts_reach_every_healthy_node_up_to_q4_under_every_fault_set_of_the_model() {
    for n in [2, 3, 4] {
        for faulty in fault_sets(n) {
            let nodes = healthy(n, &faulty);
            for &source in &nodes {
                let others = nodes.iter().copied().filter(|node| *node != source);
                for (classes, fault_tolerant) in class_rules(&faulty) {
                    let asked = RouteRequest {
                        faulty: faulty.clone(),
                        classes,
                        fault_tolerant,
                        ..request(n, Algorithm::Broadcast, source, &[])
                    };
                    let found = run(&asked);
                    assert_served(&asked, &found, others.clone());
                    assert_tree(&asked, &found);
                }
            }
        }
    }
}

#[test]
fn all_fault_free_broadcasts_take_one_link_per_node_and_n_steps() {
    let forms = [
        Algorithm::Broadcast,
        Algorithm::Broadcast1,
        Algorithm::Broadcast2,
        Algorithm::Broadcast3,
        Algorithm::BroadcastF3,
    ];
    for n in 2..=8 {
        let nodes = 1 << n;
        for algorithm in forms {
            for source in [0, nodes - 1, nodes / 3] {
                let asked = request(n, algorithm, source, &[]);
                let found = run(&asked);
                assert_eq!((found.traffic, found.steps), (nodes as usize - 1, n));
                assert_served(&asked, &found, (0..nodes).filter(|node| *node != source));
                assert_tree(&asked, &found);
            }
        }
    }
}

#[test]
fn broadcasts_two_and_three_are_the_same_tree() {
    for source in 0..32 {
        let [two, three] = [Algorithm::Broadcast2, Algorithm::Broadcast3]
            .map(|algorithm| run(&request(5, algorithm, source, &[])));
        assert_eq!(two, three);
    }
}

#[test]
fn the_negative_first_form_from_the_source_address_is_the_same_tree() {
    for n in 2..=6 {
        for source in 0..1u32 << n {
            let mut asked = request(n, Algorithm::Broadcast, source, &[]);
            asked.classes = Some(1);
            let found = run(&asked);
            for node in 0..1u32 << n {
                let own = found.sends.iter().filter(|send| send.from == node);
                let sends = own.fold(0, |set, send| set | 1 << send.channel);
                let relative = source ^ node;
                let flags = broadcast::by_relative_address_negative_first(n, node, relative);
                assert_eq!(flags, sends, "n {n} source {source} node {node}");
            }
        }
    }
}

/// Returns the traffic of an optimal tree to two or three destinations by counting common bits.
fn optimal_traffic(source: u32, list: &[u32]) -> u32 {
    let relative: Vec<u32> = list.iter().map(|node| node ^ source).collect();
    let total: u32 = relative.iter().map(|bits| bits.count_ones()).sum();
    let pair = |a: usize, b: usize| (relative[a] & relative[b]).count_ones();
    match list.len() {
        2 => total - pair(0, 1),
        _ => {
            let common = (relative[0] & relative[1] & relative[2]).count_ones();
            total - common - pair(0, 1).max(pair(1, 2)).max(pair(0, 2))
        }
    }
}

#[test]
fn one_to_two_and_one_to_three_are_optimal() {
    let mut random = Random::new(23);
    for _ in 0..4000 {
        let source = random.below(64);
        for (algorithm, count) in [(Algorithm::OneToTwo, 2), (Algorithm::OneToThree, 3)] {
            let list: Vec<u32> = (0..count).map(|_| random.below(64)).collect();
            let asked = request(6, algorithm, source, &list);
            let found = run(&asked);
            assert_served(&asked, &found, list.iter().copied());
            assert_eq!(found.traffic, optimal_traffic(source, &list) as usize, "{asked:?}");
        }
        let pair = [random.below(64), random.below(64)];
        let greedy = run(&request(6, Algorithm::Multicast, source, &pair));
        assert_eq!(greedy.traffic, optimal_traffic(source, &pair) as usize, "[Lan88] lemma 5.3");
    }
}

#[test]
fn restricting_one_class_too_late_needs_a_fourth() {
    let mut asked = request(6, Algorithm::Unicast, 42, &[21]);
    asked.faulty = BTreeSet::from([5]);
    asked.classes = Some(3);
    asked.fault_tolerant = true;
    assert_served(&asked, &run(&asked), [21]);
    // R = C - 1 although there is a fault: the message runs out of classes ...
    asked.fault_tolerant = false;
    assert_eq!(run(&asked).unroutable.len(), 1);
    // ... with R = 2, as here, class 3 is what it needs.
    asked.classes = Some(4);
    asked.fault_tolerant = true;
    let found = run(&asked);
    assert_eq!(found.sends.iter().filter_map(|send| send.class).max(), Some(3));
    assert_served(&asked, &found, [21]);
}

/// The rows that travel with a message and its copies, over the links they leave a node by.
fn carried_lists(found: &Route) -> impl Iterator<Item = &Vec<u32>> {
    found.sends.iter().filter_map(|send| match &send.carried {
        Carried::Destinations(list) => Some(list),
        Carried::Control(_) => None,
    })
}

prop_compose! {
    /// A multicast in any cube up to Q_10, mostly small ones, with any faults and duplicates.
    fn any_multicast()(n in prop_oneof![3 => 2u32..=5, 2 => 6u32..=10])(
        n in Just(n),
        vote in prop::sample::select(Vote::ALL.to_vec()),
        source in 0..1u32 << n,
        destinations in prop::collection::vec(0..1u32 << n, 0..40),
        faults in prop::collection::btree_set(0..1u32 << n, 0..=(1usize << n).min(18) / 2),
        classes in prop::option::of(2u32..=4),
        fault_tolerant in any::<bool>(),
    ) -> RouteRequest {
        let mut faulty = faults;
        faulty.remove(&source);
        let algorithm = Algorithm::Multicast;
        RouteRequest { n, algorithm, vote, source, destinations, faulty, classes, fault_tolerant }
    }
}

/// Takes faults away until the fault model holds and no destination is faulty.
fn within_the_fault_model(mut asked: RouteRequest) -> RouteRequest {
    let mut kept = BTreeSet::new();
    for node in std::mem::take(&mut asked.faulty) {
        kept.insert(node);
        if !fault::model_holds(asked.n, &kept) {
            kept.remove(&node);
        }
    }
    asked.destinations.retain(|node| !kept.contains(node));
    RouteRequest { faulty: kept, ..asked }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_destination_is_served_once_or_reported(asked in any_multicast()) {
        let found = run(&asked);
        assert_well_formed(&asked, &found);
        let mut served: Vec<u32> = found.deliveries.iter().map(|d| d.node).collect();
        let reported: BTreeSet<u32> = found.unroutable.iter().map(|u| u.destination).collect();
        served.extend(&reported);
        served.sort_unstable();
        let wanted: BTreeSet<u32> = asked.destinations.iter().copied().collect();
        prop_assert_eq!(served, wanted.into_iter().collect::<Vec<u32>>());
        // One report per list entry.
        for entry in &found.unroutable {
            let times = |list: &mut dyn Iterator<Item = u32>| {
                list.filter(|node| *node == entry.destination).count()
            };
            prop_assert_eq!(
                times(&mut asked.destinations.iter().copied()),
                times(&mut found.unroutable.iter().map(|u| u.destination))
            );
        }
    }

    #[test]
    fn the_fault_model_and_the_default_classes_lose_nothing(asked in any_multicast()) {
        let mut asked = within_the_fault_model(asked);
        (asked.classes, asked.fault_tolerant) = (Some(3), true);
        let found = run(&asked);
        assert_served(&asked, &found, asked.destinations.iter().copied());
        if promises_tree(&asked) {
            assert_tree(&asked, &found);
        }
        let broadcast = RouteRequest { algorithm: Algorithm::Broadcast, destinations: vec![], ..asked };
        let others = healthy(broadcast.n, &broadcast.faulty);
        let found = run(&broadcast);
        assert_served(&broadcast, &found, others.into_iter().filter(|n| *n != broadcast.source));
    }

    #[test]
    fn duplicates_travel_together_and_in_list_order(asked in any_multicast()) {
        let found = run(&asked);
        for list in carried_lists(&found) {
            let order: Vec<u32> =
                asked.destinations.iter().copied().filter(|node| list.contains(node)).collect();
            prop_assert_eq!(&order, list);
        }
    }

    #[test]
    fn a_broadcast_outside_the_model_covers_or_reports_every_healthy_node(asked in any_multicast()) {
        let asked = RouteRequest { algorithm: Algorithm::Broadcast, destinations: vec![], ..asked };
        let found = run(&asked);
        assert_well_formed(&asked, &found);
        assert_tree(&asked, &found);
        let mut seen: Vec<u32> = found.deliveries.iter().map(|d| d.node).collect();
        seen.extend(found.unroutable.iter().map(|u| u.destination));
        seen.sort_unstable();
        let mut others = healthy(asked.n, &asked.faulty);
        others.retain(|node| *node != asked.source);
        prop_assert_eq!(seen, others);
    }

    #[test]
    fn baselines_serve_every_destination_by_a_shortest_path(asked in any_multicast()) {
        for algorithm in [Algorithm::Spare, Algorithm::Unicasts] {
            let mut destinations = asked.destinations.clone();
            destinations.sort_unstable();
            destinations.dedup();
            let asked = request(asked.n, algorithm, asked.source, &destinations);
            assert_served(&asked, &run(&asked), destinations);
        }
    }
}

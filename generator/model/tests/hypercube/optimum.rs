//! The exact optimum against brute force, and as a yardstick of the greedy vote.

use std::collections::BTreeSet;

use teecast_model::hypercube::optimal;
use teecast_model::hypercube::route::{Algorithm, Route, RouteError, RouteRequest, run};
use teecast_spec::Vote;

fn route(
    n: u32,
    algorithm: Algorithm,
    source: u32,
    destinations: &[u32],
    faulty: &[u32],
) -> Result<Route, RouteError> {
    run(&RouteRequest {
        n,
        algorithm,
        vote: Vote::Greedy,
        source,
        destinations: destinations.to_vec(),
        faulty: faulty.iter().copied().collect(),
        classes: None,
        fault_tolerant: false,
    })
}

/// Returns the members of a set that is written as a word.
fn members(set: u32) -> Vec<u32> {
    (0..u32::BITS).filter(|node| set >> node & 1 == 1).collect()
}

/// Returns for every set of nodes of Q_4 the size of the smallest tree from node 0 that contains
/// it, by looking at every set of nodes in which all have a parent.
fn by_brute_force(faulty: u32) -> Vec<Option<u32>> {
    let is_tree = |set: u32| {
        let parents = |node: &u32| {
            (0..4).any(|j| node >> j & 1 == 1 && (set | 1) >> (node ^ 1 << j) & 1 == 1)
        };
        set & (faulty | 1) == 0 && members(set).iter().all(parents)
    };
    let mut best: Vec<Option<u32>> =
        (0..1 << 16).map(|set| is_tree(set).then(|| set.count_ones())).collect();
    for set in (0..1usize << 16).rev() {
        let larger = (0..16).filter(|node| set >> node & 1 == 0).filter_map(|j| best[set | 1 << j]);
        best[set] = larger.chain(best[set]).min();
    }
    best
}

#[test]
fn brute_force_finds_nothing_shorter_for_any_destination_set_of_q_4() {
    let best = by_brute_force(0);
    let mut excess = [0; 4];
    for set in (2..1u32 << 16).step_by(2) {
        let destinations = members(set);
        let optimum = optimal::links(4, &destinations).expect("small");
        assert_eq!(Some(optimum), best[set as usize], "{destinations:?}");
        let greedy = route(4, Algorithm::Multicast, 0, &destinations, &[]).expect("valid");
        excess[greedy.traffic - optimum as usize] += 1;
    }
    assert_eq!(excess, [27502, 4954, 307, 4]);
}

#[test]
fn brute_force_finds_nothing_shorter_around_faulty_nodes() {
    for faulty in [vec![1, 6], vec![3, 5, 10], vec![7, 12, 8]] {
        let word = faulty.iter().fold(0, |set, node| set | 1 << node);
        let best = by_brute_force(word);
        for set in (2..1u32 << 16).step_by(62) {
            let destinations = members(set & !word);
            let found = optimal::tree(4, 0, &destinations, &faulty.iter().copied().collect());
            let found = found.expect("small");
            let served = destinations.iter().filter(|node| !found.unreached.contains(node));
            let served = served.fold(0, |set, node| set | 1usize << node);
            let place = format!("{destinations:?}, faulty {faulty:?}");
            assert_eq!(Some(found.links()), best[served].map(|links| links as usize), "{place}");
            let alone = |node: &u32| best[1 << node].is_none();
            assert!(found.unreached.iter().all(alone), "{place}");
        }
    }
}

#[test]
fn the_tree_takes_shortest_paths_and_delivers_once() {
    for (seed, n) in [4, 5, 6, 7, 9, 11].into_iter().cycle().enumerate().take(60) {
        let seed = u32::try_from(seed).expect("small");
        let node = |i: u32| (seed * 7919 + i * 104_729 + i * i * 31) % (1 << n);
        let source = node(99);
        let destinations: Vec<u32> = (0..4 + seed % 7).map(node).collect();
        let faulty = [node(50), node(51)].into_iter().filter(|f| seed % 2 == 1 && *f != source);
        let faulty: Vec<u32> = faulty.collect();
        let found = route(n, Algorithm::Optimal, source, &destinations, &faulty).expect("valid");
        let place = format!("n = {n}, {source} to {destinations:?}, faulty {faulty:?}");
        let delivered: Vec<u32> = found.deliveries.iter().map(|d| d.node).collect();
        let missed: BTreeSet<u32> = found.unroutable.iter().map(|u| u.destination).collect();
        let mut all: BTreeSet<u32> = delivered.iter().copied().collect();
        assert_eq!(all.len(), delivered.len(), "{place}");
        all.extend(&missed);
        assert_eq!(all, destinations.iter().copied().collect(), "{place}");
        for delivery in &found.deliveries {
            assert_eq!(delivery.step, (delivery.node ^ source).count_ones(), "{place}");
        }
        let heads: BTreeSet<u32> = found.sends.iter().map(|send| send.to).collect();
        assert_eq!(heads.len(), found.traffic, "{place}: not a tree");
        assert!(faulty.iter().all(|node| !heads.contains(node)), "{place}");
        if faulty.is_empty() {
            let greedy = route(n, Algorithm::Multicast, source, &destinations, &[]);
            assert!(found.traffic <= greedy.expect("valid").traffic, "{place}");
        }
    }
}

#[test]
fn the_worked_example_takes_nine_links() {
    let example = [7, 20, 29, 18, 1, 0];
    let traffic =
        |faulty: &[u32]| route(5, Algorithm::Optimal, 6, &example, faulty).expect("valid").traffic;
    assert_eq!((traffic(&[]), traffic(&[2]), traffic(&[4])), (9, 9, 9));
}

#[test]
fn few_destinations_are_joined_as_in_the_papers_trees() {
    for (list, algorithm) in
        [(&[3, 13][..], Algorithm::OneToTwo), (&[7, 11, 6], Algorithm::OneToThree)]
    {
        let traffic = |algorithm| route(4, algorithm, 0, list, &[]).expect("valid").traffic;
        assert_eq!(traffic(Algorithm::Optimal), traffic(algorithm));
    }
}

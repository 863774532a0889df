//! The fast paths against the plain model.

use std::collections::BTreeSet;

use proptest::prelude::*;
use teecast_model::hypercube::fast::{faults::PairTable, rows, words};
use teecast_model::hypercube::fault;
use teecast_model::hypercube::route::{Algorithm, RouteRequest, run};
use teecast_spec::Vote;

/// Returns the links of the greedy tree on the plain model.
fn plain(n: u32, destinations: Vec<u32>) -> u32 {
    let route = run(&RouteRequest {
        n,
        algorithm: Algorithm::Multicast,
        vote: Vote::Greedy,
        source: 0,
        destinations,
        faulty: BTreeSet::new(),
        classes: None,
        fault_tolerant: false,
    });
    u32::try_from(route.expect("valid").traffic).expect("small")
}

/// Returns dimensions with lists of nodes of their cube; lists of all densities are as likely.
fn lists(n: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = (u32, Vec<u16>)> {
    n.prop_flat_map(|n| {
        let nodes = 0..=u16::try_from((1u32 << n) - 1).expect("n is at most 16");
        let longest = rows::MOST.min(1 << n);
        (0..=longest).prop_flat_map(move |length| {
            (Just(n), proptest::collection::vec(nodes.clone(), length))
        })
    })
}

proptest! {
    #[test]
    fn words_count_the_links_of_the_plain_model(set: u64, thinned: u64, thin in 0..3) {
        let set = [set, set & thinned, set | thinned][thin as usize];
        let nodes = (0..64).filter(|node| set >> node & 1 == 1).collect();
        prop_assert_eq!(words::greedy_links(set), plain(6, nodes));
    }

    #[test]
    fn rows_count_the_links_of_the_plain_model((n, mut list) in lists(2..=16)) {
        let expected = plain(n, list.iter().copied().map(u32::from).collect());
        prop_assert_eq!(rows::greedy_links(&mut list), expected);
    }

    #[test]
    fn pairs_tell_whether_the_fault_model_holds((n, list) in lists(2..=7), few in 1..9usize) {
        let set: BTreeSet<u32> = list.iter().take(few).copied().map(u32::from).collect();
        let faulty: Vec<u16> = set.iter().map(|node| *node as u16).collect();
        prop_assert_eq!(PairTable::new(n).model_holds(&faulty), fault::model_holds(n, &set));
    }
}

#[test]
fn every_fault_set_of_q_3_is_judged_as_by_the_plain_model() {
    let table = PairTable::new(3);
    let mut holding = 0;
    for set in 0..1u32 << 8 {
        let faulty: Vec<u16> = (0..8).filter(|node| set >> node & 1 == 1).collect();
        let plain = fault::model_holds(3, &faulty.iter().copied().map(u32::from).collect());
        assert_eq!(table.model_holds(&faulty), plain, "{faulty:?}");
        holding += u32::from(plain);
    }
    assert!((30..100).contains(&holding), "{holding}: both answers occur");
}

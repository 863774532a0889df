//! Rounds on real networks: who gets what, over which link, and when.

use std::collections::BTreeSet;

use teecast_model::ihc::fault::through_node;
use teecast_model::ihc::round::{Execution, execute};
use teecast_model::ihc::route::run;
use teecast_model::ihc::schedule::Schedule;
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::hamiltonian::Network;

use super::{NETWORKS, rings};

#[test]
fn every_message_comes_once_over_each_cycle_and_at_the_known_time() {
    for (network, mu) in NETWORKS.into_iter().flat_map(|it| [1, 2, 3, 5].map(|mu| (it, mu))) {
        let rings = rings(network);
        let (nodes, gamma) = (rings.nodes(), rings.count());
        let schedule = Schedule::new(nodes, mu, Interleave::Minimal);
        let mut links = vec![BTreeSet::new(); (nodes * nodes) as usize];
        let mut copies = 0u32;
        let execution = execute(&rings, &schedule, |arrival| {
            let from = rings.previous(arrival.cycle, arrival.node);
            links[(arrival.source * nodes + arrival.node) as usize].insert(from);
            let id = rings.id(arrival.cycle, arrival.source);
            let hops = (rings.id(arrival.cycle, arrival.node) + nodes - id) % nodes;
            let start = schedule.starts()[id as usize];
            assert_eq!(arrival.slot, start + hops - 1 + mu - 1, "{network:?}");
            copies += 1;
        });
        assert_eq!(copies, gamma * nodes * (nodes - 1), "{network:?}");
        for (pair, links) in (0..).zip(&links) {
            let expected = if pair / nodes == pair % nodes { 0 } else { gamma };
            assert_eq!(links.len() as u32, expected, "{network:?}: {pair}");
        }
        let slots = schedule.stages() * (mu + nodes - 2);
        let flits = u64::from(copies * mu);
        assert_eq!(execution, Execution { slots, flits, displaced: 0 }, "{network:?}, mu = {mu}");
    }
}

#[test]
fn packets_that_meet_displace_each_other() {
    let rings = rings(Network::Hexmesh(3));
    let displaced =
        |interleave| execute(&rings, &Schedule::new(19, 2, interleave), |_| {}).displaced;
    let distances = [1, 2, 3, 4].map(Interleave::Distance).map(displaced);
    assert_eq!(distances.map(|flits| flits > 0), [true, true, true, false]);
    assert_eq!(displaced(Interleave::Minimal), 0);
}

#[test]
fn overlapped_rounds_are_shorter_on_real_networks_too() {
    for (network, mu) in [(Network::Cube(4), 4), (Network::Torus([4, 3]), 3), (Network::Cube(6), 2)]
    {
        let rings = rings(network);
        let apart = Schedule::new(rings.nodes(), mu, Interleave::Distance(mu));
        let overlapped = Schedule::new(rings.nodes(), mu, Interleave::Overlapped);
        let [apart, overlapped] = [apart, overlapped].map(|it| execute(&rings, &it, |_| {}));
        assert_eq!((apart.displaced, overlapped.displaced), (0, 0), "{network:?}");
        assert_eq!(apart.slots - overlapped.slots, (mu - 1).pow(2), "{network:?}");
        assert_eq!(apart.flits, overlapped.flits, "{network:?}");
    }
}

#[test]
fn large_cubes_end_in_the_known_slot() {
    for (n, mu) in [(8, 2), (10, 1), (10, 2), (11, 1), (12, 1)] {
        let rings = rings(Network::Cube(n));
        let (nodes, gamma) = (u64::from(rings.nodes()), u64::from(rings.count()));
        let schedule = Schedule::new(rings.nodes(), mu, Interleave::Minimal);
        let mut copies = 0;
        let execution = execute(&rings, &schedule, |_| copies += 1);
        assert_eq!(copies, gamma * nodes * (nodes - 1), "{n}");
        let slots = mu * (rings.nodes() - 2 + mu);
        let flits = copies * u64::from(mu);
        assert_eq!(execution, Execution { slots, flits, displaced: 0 }, "{n}");
    }
}

#[test]
fn the_course_of_a_message_is_that_of_the_round() {
    for (network, mu) in
        [(Network::Cube(4), 4), (Network::Torus([4, 3]), 3), (Network::Hexmesh(3), 2)]
    {
        let rings = rings(network);
        let schedule = Schedule::new(rings.nodes(), mu, Interleave::Minimal);
        let mut arrivals = BTreeSet::new();
        execute(&rings, &schedule, |it| {
            assert!(arrivals.insert((it.source, it.node, it.cycle, it.slot)));
        });
        for source in 0..rings.nodes() {
            let course = run(&rings, &schedule, source, &BTreeSet::new()).expect("a node");
            let copies = course.deliveries.iter();
            let copies = copies.map(|copy| (source, copy.node, copy.channel, copy.slot)).collect();
            let of_source = (source, 0, 0, 0)..(source + 1, 0, 0, 0);
            let executed: BTreeSet<_> = arrivals.range(of_source).copied().collect();
            assert_eq!(executed, copies, "{network:?}: {source}");
        }
    }
}

#[test]
fn a_faulty_node_ends_every_copy_that_comes_to_it() {
    let rings = rings(Network::Hexmesh(3));
    let schedule = Schedule::new(19, 2, Interleave::Minimal);
    for source in 0..19 {
        for faulty in (0..19).filter(|faulty| *faulty != source) {
            let course = run(&rings, &schedule, source, &[faulty].into()).expect("healthy");
            for node in (0..19).filter(|node| ![source, faulty].contains(node)) {
                let lost = through_node(&rings, source, node, faulty);
                let came = course.deliveries.iter().filter(|copy| copy.node == node);
                let came = came.map(|copy| 1 << copy.channel).sum::<u32>();
                assert_eq!(came, !lost & 0x3f, "{source} to {node} without {faulty}");
            }
            assert!(course.unroutable.is_empty());
        }
    }
    let error = |source, faulty: &[u32]| {
        let faulty = faulty.iter().copied().collect();
        run(&rings, &schedule, source, &faulty).expect_err("bad").to_string()
    };
    assert_eq!(error(19, &[]), "source 19 is not a node of the network; permitted is 0 to 18");
    assert_eq!(
        error(1, &[99]),
        "faulty node 99 is not a node of the network; permitted is 0 to 18"
    );
    assert_eq!(error(1, &[1]), "the source 1 is among the faulty nodes");
}

//! Copies that faulty nodes and links leave, and what processors get then.

use std::collections::BTreeSet;

use teecast_model::ihc::event;
use teecast_model::ihc::fault::{left_by_nodes, through_link, through_node};
use teecast_model::ihc::reception::{self, Faults, Served};
use teecast_spec::ihc::Majority;
use teecast_spec::topology::hamiltonian::Network;
use teecast_spec::{Flit, IhcSpec, Reception};

use super::{NETWORKS, rings};

/// Returns all pairs of a source and another node.
fn pairs(nodes: u32) -> impl Iterator<Item = (u32, u32)> {
    let all = move |source| (0..nodes).map(move |node| (source, node));
    (0..nodes).flat_map(all).filter(|(source, node)| source != node)
}

#[test]
fn a_node_relays_exactly_half_of_the_copies_of_every_message() {
    for network in NETWORKS {
        let rings = rings(network);
        for (source, node) in pairs(rings.nodes()) {
            // By relay: the copies that pass through it, from a walk along each cycle.
            let mut relayed = vec![0; rings.nodes() as usize];
            for j in 0..rings.count() {
                let mut relay = rings.next(j, source);
                while relay != node {
                    relayed[relay as usize] |= 1 << j;
                    relay = rings.next(j, relay);
                }
            }
            for relay in (0..rings.nodes()).filter(|relay| ![source, node].contains(relay)) {
                let lost = through_node(&rings, source, node, relay);
                assert_eq!(lost, relayed[relay as usize], "{network:?}");
                assert_eq!(2 * lost.count_ones(), rings.count(), "{network:?}");
                // One arc of each undirected cycle.
                let arcs = (0..rings.count()).step_by(2).map(|j| lost >> j & 3);
                assert!(arcs.clone().all(|arc| arc == 1 || arc == 2), "{network:?}");
            }
        }
    }
}

/// A link costs at most one copy of a message, so f links cost at most f: gamma - f are left.
#[test]
fn a_link_carries_at_most_one_copy_of_a_message() {
    for network in NETWORKS {
        let (rings, topology) = (rings(network), network.topology());
        for (source, node) in pairs(rings.nodes()) {
            let mut all = 0;
            for from in 0..rings.nodes() {
                let others =
                    (0..topology.ports()).filter_map(|port| topology.neighbour(from, port));
                for to in others.filter(|to| from < *to) {
                    let lost = through_link(&rings, source, node, [from, to]);
                    assert!(lost.count_ones() <= 1, "{network:?}: {source} to {node}");
                    all |= lost;
                }
            }
            // Every copy has a link.
            assert_eq!(all.count_ones(), rings.count(), "{network:?}");
        }
    }
}

#[test]
fn one_faulty_node_leaves_half_and_two_may_leave_nothing() {
    assert_eq!(left_by_nodes(&rings(Network::Cube(4)), 1), [0, 0, 16 * 15 * 14, 0, 0]);
    for (network, expected) in [
        (Network::Cube(4), vec![2128, 10304, 9408, 0, 0]),
        (Network::Torus([4, 4]), vec![2128, 10304, 9408, 0, 0]),
        (Network::Hexmesh(3), vec![912, 10488, 22800, 12312, 0, 0, 0]),
        (Network::Torus([5, 5]), vec![15416, 70368, 66016, 0, 0]),
        (Network::Cube(5), vec![52672, 182336, 196512, 0, 0]),
    ] {
        let cases = left_by_nodes(&rings(network), 2);
        let nodes = u64::from(network.nodes());
        assert_eq!(cases.iter().sum::<u64>(), nodes * (nodes - 1) * (nodes - 2) * (nodes - 3) / 2);
        assert_eq!(cases, expected, "{network:?}");
    }
}

#[test]
fn two_faulty_nodes_in_a_cube_of_64() {
    let cases = left_by_nodes(&rings(Network::Cube(6)), 2);
    assert_eq!(cases.iter().sum::<u64>(), 7_624_512);
    // The numbers are those of this decomposition; that no column beyond gamma / 2 has any is not.
    assert_eq!(cases, [300_500, 1_695_036, 3_332_940, 2_296_036, 0, 0, 0]);
}

/// Two paths between any two nodes go opposite ways around a ring: no node lies on both.
#[test]
fn the_two_copies_of_a_single_cycle_share_no_node() {
    for n in [2, 3] {
        let rings = rings(Network::Cube(n));
        let cases = left_by_nodes(&rings, 1);
        assert_eq!((cases[0], cases[2]), (0, 0), "{n}");
    }
}

fn message(node: u32) -> Option<Vec<Flit>> {
    Some(vec![Flit::new(u64::from(node), false), Flit::new(7, true)])
}

/// Returns what node 0 gets by each reception and rule, by source from node 1 on.
fn at_node_0(network: Network, faults: &Faults) -> [Vec<Served>; 3] {
    let spec = IhcSpec::new(network);
    let messages: Vec<_> = (0..network.nodes()).map(message).collect();
    let by_majority =
        |majority| IhcSpec { reception: Reception::Majority, majority, ..spec.clone() };
    [spec.clone(), by_majority(Majority::Received), by_majority(Majority::All)]
        .map(|spec| reception::round(&spec, &rings(network), 0, 5, &messages, faults))
}

#[test]
fn every_processor_gets_all_copies_or_one_frame_of_every_other_node() {
    for network in [Network::Cube(4), Network::Torus([4, 3]), Network::Hexmesh(3)] {
        let [copies, received, all] = at_node_0(network, &Faults::default());
        let gamma = 2 * network.cycles() as usize;
        for (served, expected) in [(&copies, gamma), (&received, 1), (&all, 1)] {
            assert_eq!(served.len() as u32, network.nodes() - 1);
            assert!(served.iter().all(|it| it.frames.len() == expected && it.event.is_none()));
        }
        assert_eq!(received, all);
    }
}

#[test]
fn a_crash_leaves_no_majority_of_all_copies_but_one_of_those_that_come() {
    let faults = Faults { nodes: BTreeSet::from([9]), ..Faults::default() };
    let [copies, received, all] = at_node_0(Network::Hexmesh(3), &faults);
    for (source, ((copies, received), all)) in (1..).zip(copies.iter().zip(&received).zip(&all)) {
        if source == 9 {
            let nothing = Served { frames: Vec::new(), event: Some(event::NO_MESSAGE) };
            assert_eq!([copies, received, all], [&nothing; 3]);
            continue;
        }
        assert_eq!((copies.frames.len(), copies.event), (3, None));
        assert_eq!((received.frames.len(), received.event), (1, None));
        assert_eq!((all.frames.len(), all.event), (1, Some(event::NO_MAJORITY)));
        assert!(all.frames[0].last().is_some_and(|flit| flit.last && flit.bad));
    }
}

#[test]
fn a_faulty_directed_link_costs_what_crosses_it_on_its_cycle() {
    let network = Network::Cube(4);
    let rings = rings(network);
    for (from, cycle) in (0..16).flat_map(|from| (0..4).map(move |cycle| (from, cycle))) {
        let faults = Faults { links: BTreeSet::from([(from, cycle)]), ..Faults::default() };
        let [copies, ..] = at_node_0(network, &faults);
        for (source, served) in (1..).zip(&copies) {
            // The copy crosses the link if its sender comes before node 0 on the way.
            let hops = |to: u32| (rings.id(cycle, to) + 16 - rings.id(cycle, source)) % 16;
            let lost = usize::from(hops(from) < hops(0));
            assert_eq!(served.frames.len(), 4 - lost, "{from} on {cycle}: {source}");
        }
    }
}

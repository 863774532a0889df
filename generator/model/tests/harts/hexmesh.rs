//! Ways through the hexagonal mesh: shortest ones against a search, messages around faults.

use std::collections::{BTreeSet, VecDeque};

use teecast_model::harts::unicast;
use teecast_model::harts::way::{self, hops};
use teecast_model::relay::{Carried, Switching, Unroutable};
use teecast_spec::topology::{HexMesh, Topology};

/// Returns the distances of all nodes from node 0, found by search.
fn searched(hexmesh: &HexMesh) -> Vec<u32> {
    let mut found = vec![u32::MAX; hexmesh.nodes() as usize];
    found[0] = 0;
    let mut waiting = VecDeque::from([0]);
    while let Some(node) = waiting.pop_front() {
        for direction in 0..6 {
            let next = hexmesh.ahead(node, direction);
            if found[next as usize] == u32::MAX {
                found[next as usize] = found[node as usize] + 1;
                waiting.push_back(next);
            }
        }
    }
    found
}

#[test]
fn shortest_ways_are_those_of_a_search() {
    for n in 2..=20 {
        let hexmesh = HexMesh::new(n);
        let distances = searched(&hexmesh);
        for node in 0..hexmesh.nodes() {
            let tags = way::tags(&hexmesh, 0, node);
            assert_eq!(hops(tags), distances[node as usize], "n = {n}, node {node}");
            assert!(tags.iter().filter(|tag| **tag != 0).count() <= 2);
            let mut place = 0;
            for (tag, axis) in tags.into_iter().zip(0..) {
                let direction = if tag > 0 { axis } else { axis + 3 };
                for _ in 0..tag.abs() {
                    place = hexmesh.ahead(place, direction);
                }
            }
            assert_eq!(place, node, "n = {n}");
        }
        for ring in 1..n {
            let there = distances.iter().filter(|distance| **distance == ring).count();
            assert_eq!(there, 6 * ring as usize, "n = {n}");
        }
        assert_eq!(distances.iter().max(), Some(&(n - 1)));
    }
}

/// Short ways are unique up to the order of the hops: no other tags lead there as quickly.
#[test]
fn shortest_tags_are_unique() {
    for n in 2..=5i32 {
        let hexmesh = HexMesh::new(n.unsigned_abs());
        let turn = 3 * n - 1;
        let nodes = i64::from(hexmesh.nodes());
        let range = || -(n - 1)..n;
        for tags in range().flat_map(|a| range().flat_map(move |b| range().map(move |c| [a, b, c])))
        {
            let shift = i64::from(tags[0] + turn * tags[1] + (turn - 1) * tags[2]);
            let node = u32::try_from(shift.rem_euclid(nodes)).expect("below N");
            let shortest = way::tags(&hexmesh, 0, node);
            assert!(hops(tags) > hops(shortest) || tags == shortest, "n = {n}: {tags:?}");
        }
    }
}

#[test]
fn messages_are_delivered_or_reported_once_and_promised_ones_are_delivered() {
    for n in 2..=4 {
        let hexmesh = HexMesh::new(n);
        let last = hexmesh.nodes() - 1;
        let sets = (1..last).flat_map(|a| (a..last).map(move |b| BTreeSet::from([a, b])));
        for faulty in sets {
            for destination in 0..hexmesh.nodes() {
                let tree = unicast::route(&hexmesh, 0, destination, &faulty);
                assert_eq!(tree.deliveries.len() + tree.unroutable.len(), 1);
                assert!(tree.sends.iter().all(|send| !faulty.contains(&send.to)));
                if let [arrived] = tree.deliveries[..] {
                    assert_eq!(arrived.node, destination);
                    assert_eq!(tree.traffic, way::distance(&hexmesh, 0, destination) as usize);
                }
                // Nodes on shortest ways are those whose two distances add up.
                let between = |node: &u32| {
                    way::distance(&hexmesh, 0, *node) + way::distance(&hexmesh, *node, destination)
                        == way::distance(&hexmesh, 0, destination)
                };
                let free = !faulty.iter().any(between);
                assert!(!free || tree.unroutable.is_empty(), "{faulty:?} to {destination}");
            }
        }
    }
}

#[test]
fn tags_are_tried_in_order() {
    let hexmesh = HexMesh::new(4);
    // Two hops along direction 0 and one along direction 1.
    let destination = hexmesh.ahead(2, 1);
    let channels = |faulty: &[u32]| {
        let tree = unicast::route(
            &hexmesh,
            0,
            destination,
            &faulty.iter().copied().collect::<BTreeSet<_>>(),
        );
        let seen: Vec<u32> = tree.sends.iter().map(|send| send.channel).collect();
        (seen, tree.unroutable)
    };
    assert_eq!(channels(&[]), (vec![0, 0, 1], vec![]));
    assert_eq!(channels(&[2]), (vec![0, 1, 0], vec![]));
    assert_eq!(channels(&[1]), (vec![1, 0, 0], vec![]));
    let stopped = Unroutable { node: 0, destination };
    assert_eq!(channels(&[1, hexmesh.ahead(0, 1)]), (vec![], vec![stopped]));
    let stopped = Unroutable { node: 2, destination };
    assert_eq!(channels(&[destination]), (vec![0, 0], vec![stopped]));
}

#[test]
fn tags_are_shown_as_the_receiver_sees_them() {
    let hexmesh = HexMesh::new(3);
    let destination = hexmesh.ahead(hexmesh.ahead(0, 4), 5);
    let tree = unicast::route(&hexmesh, 0, destination, &BTreeSet::new());
    let carried: Vec<_> = tree.sends.iter().map(|send| send.carried.clone()).collect();
    let tags = |tags| Carried::Routed { tags };
    assert_eq!(carried, [tags([0, 0, -1]), tags([0, 0, 0])]);
    let switching: Vec<_> = tree.sends.iter().map(|send| send.switching).collect();
    assert_eq!(switching, [Switching::Send, Switching::CutThrough]);
}

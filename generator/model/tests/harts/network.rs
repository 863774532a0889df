//! The network as hardware: frames in, frames out, links and events.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::harts::broadcast;
use teecast_model::harts::event;
use teecast_model::harts::frame::{self, Delivered, Header, Injected};
use teecast_model::harts::network::{
    Delivery, Event, Forgery, HartsNetwork, Injection, LinkStart, Outcome, predict,
};
use teecast_model::harts::unicast;
use teecast_model::harts::way;
use teecast_spec::topology::{HexMesh, Topology};
use teecast_spec::{Flit, HartsSpec, Reception};

const SEQUENCE: u32 = 0x5a;

fn data(count: u32) -> Vec<Flit> {
    (0..count).map(|value| Flit::new(u64::from(0x40 + value), false)).collect()
}

fn broadcast_frame(spec: &HartsSpec, node: u32, k: u32, data: &[Flit]) -> Injection {
    let header = Injected { broadcast: true, copies: k, destination: 0, sequence: SEQUENCE };
    Injection { node, flits: frame::injection(spec, &header, data) }
}

fn regular_frame(spec: &HartsSpec, node: u32, destination: u32, data: &[Flit]) -> Injection {
    let header = Injected { broadcast: false, copies: 0, destination, sequence: SEQUENCE };
    Injection { node, flits: frame::injection(spec, &header, data) }
}

fn sorted(mut links: Vec<LinkStart>) -> Vec<LinkStart> {
    links.sort();
    links
}

fn codes(outcome: &Outcome) -> Vec<(u32, u32)> {
    outcome.events.iter().map(|event| (event.node, event.code)).collect()
}

#[test]
fn a_broadcast_takes_the_links_and_makes_the_copies_of_the_algorithm() {
    for n in 2..=5 {
        let spec = HartsSpec { width: 8 + n, ..HartsSpec::new(n) };
        let hexmesh = HexMesh::new(n);
        for (k, source) in (1..=6).zip([0, 1, 2, 3, 4, 6]) {
            for faulty in [vec![], vec![5], vec![0, 5]] {
                let faulty: BTreeSet<u32> = faulty.into_iter().filter(|v| *v != source).collect();
                let tree = broadcast::reliable(&hexmesh, k, source, &faulty);
                let sent = data(n);
                let outcome = predict(&spec, &faulty, &broadcast_frame(&spec, source, k, &sent));
                let links =
                    tree.sends.iter().map(|s| LinkStart { node: s.from, direction: s.channel });
                assert_eq!(sorted(outcome.links), sorted(links.collect()));
                let mut copies: Vec<(u32, u32)> =
                    tree.deliveries.iter().map(|copy| (copy.node, copy.in_direction)).collect();
                copies.sort();
                let mut delivered: Vec<(u32, u32)> = Vec::new();
                for Delivery { node, header, data, bad } in outcome.deliveries {
                    let expected = Delivered { source, copies: k, sequence: SEQUENCE, ..header };
                    assert_eq!((header, &data, bad), (expected, &sent, false));
                    delivered.push((node, header.in_direction));
                }
                delivered.sort();
                assert_eq!(delivered, copies, "n = {n}, k = {k}, faulty {faulty:?}");
                assert_eq!(outcome.events, []);
            }
        }
    }
}

#[test]
fn a_regular_message_takes_its_way() {
    let spec = HartsSpec::new(4);
    let hexmesh = HexMesh::new(4);
    for faulty in [BTreeSet::new(), [9, 20].into(), [1, 10, 11, 36].into()] {
        for destination in 0..hexmesh.nodes() {
            let tree = unicast::route(&hexmesh, 0, destination, &faulty);
            let frame = regular_frame(&spec, 0, destination, &data(2));
            let outcome = predict(&spec, &faulty, &frame);
            let links = tree.sends.iter().map(|s| LinkStart { node: s.from, direction: s.channel });
            assert_eq!(outcome.links, links.collect::<Vec<_>>());
            let delivered: Vec<_> = tree
                .deliveries
                .iter()
                .map(|copy| Delivery {
                    node: destination,
                    header: Delivered {
                        source: 0,
                        copies: 0,
                        in_direction: copy.in_direction,
                        sequence: SEQUENCE,
                    },
                    data: data(2),
                    bad: false,
                })
                .collect();
            assert_eq!(outcome.deliveries, delivered);
            let stuck: Vec<_> =
                tree.unroutable.iter().map(|left| (left.node, event::UNROUTABLE)).collect();
            assert_eq!(codes(&outcome), stuck);
            let promised = unicast::promised(&hexmesh, 0, destination, &faulty);
            assert!(!promised || stuck.is_empty());
        }
    }
    let own = predict(&spec, &[].into(), &regular_frame(&spec, 5, 5, &[]));
    assert_eq!(own.deliveries[0].header.in_direction, 7);
    assert!(own.links.is_empty());
}

#[test]
fn a_way_is_promised_where_no_order_of_hops_meets_a_fault() {
    fn meets(hexmesh: &HexMesh, node: u32, tags: [i32; 3], faulty: &BTreeSet<u32>) -> bool {
        let mut open = (0..3u32).filter(|axis| tags[*axis as usize] != 0).map(|axis| {
            let direction = if tags[axis as usize] > 0 { axis } else { axis + 3 };
            let mut left = tags;
            left[axis as usize] -= left[axis as usize].signum();
            (hexmesh.ahead(node, direction), left)
        });
        open.any(|(next, left)| faulty.contains(&next) || meets(hexmesh, next, left, faulty))
    }
    let hexmesh = HexMesh::new(4);
    for first in 1..hexmesh.nodes() {
        let faulty = BTreeSet::from([first, (first * 7) % 36 + 1]);
        for destination in 1..hexmesh.nodes() {
            let meets = meets(&hexmesh, 0, way::tags(&hexmesh, 0, destination), &faulty);
            assert_eq!(unicast::promised(&hexmesh, 0, destination, &faulty), !meets);
        }
    }
}

#[test]
fn a_bad_frame_from_a_processor_is_discarded_with_one_event() {
    let spec = HartsSpec { width: 8, max_data: 3, ..HartsSpec::new(3) };
    let refused = |flits: Vec<Flit>| {
        let outcome = predict(&spec, &[].into(), &Injection { node: 4, flits });
        assert!(outcome.links.is_empty() && outcome.deliveries.is_empty());
        assert_eq!(outcome.events.len(), 1);
        outcome.events[0]
    };
    let code = |code| Event { node: 4, code };
    let built = |broadcast, copies, destination, length| {
        let header = Injected { broadcast, copies, destination, sequence: 1 };
        frame::injection(&spec, &header, &data(length))
    };
    for copies in [0, 7] {
        assert_eq!(refused(built(true, copies, 0, 1)), code(event::ILLEGAL));
    }
    assert_eq!(refused(built(false, 1, 0, 0)), code(event::ILLEGAL));
    assert_eq!(refused(built(false, 0, 19, 0)), code(event::ILLEGAL));
    assert_eq!(refused(built(true, 3, 0, 4)), code(event::OVERSIZE));
    assert_eq!(refused(built(true, 3, 0, 0)[..2].to_vec()), code(event::TRUNCATED));
    // The destination of a broadcast is ignored, and the largest frame is legal.
    let flits = built(true, 3, 31, 3);
    let outcome = predict(&spec, &[].into(), &Injection { node: 4, flits });
    assert_eq!((outcome.deliveries.len(), outcome.events.len()), (3 * 18, 0));
}

#[test]
fn a_faulty_node_is_silent() {
    let spec = HartsSpec::new(3);
    let frame = broadcast_frame(&spec, 4, 3, &[]);
    assert_eq!(predict(&spec, &[4].into(), &frame), Outcome::default());
}

/// A packet on the link from node 0 along direction 0, to node 1.
const GOOD: Header = Header::Broadcast {
    copies: 6,
    step: 1,
    letter: 0,
    mark: false,
    distance: 2,
    source: 0,
    sequence: 3,
};

fn forge(network: &mut HartsNetwork, spec: &HartsSpec, header: &Header, data: &[Flit]) -> Outcome {
    let flits = frame::packet(spec, header, data, false);
    network.forge(&Forgery { node: 0, direction: 0, flits })
}

fn tapped(spec: &HartsSpec) -> HartsNetwork {
    HartsNetwork::new(spec, &BTreeSet::new(), &[0].into())
}

/// Returns the header of [`GOOD`] with other fields.
fn changed(values: [u32; 5]) -> Header {
    let [copies, step, letter, distance, source] = values;
    Header::Broadcast { copies, step, letter, mark: false, distance, source, sequence: 3 }
}

#[test]
fn impossible_headers_are_refused_before_anything_else_happens() {
    let spec = HartsSpec::new(3);
    let refusal = |filter, header: &Header| {
        let spec = HartsSpec { filter, ..spec.clone() };
        let outcome = forge(&mut tapped(&spec), &spec, header, &[]);
        let first = outcome.events.first().copied();
        if outcome.events.iter().any(|event| event.node == 1) {
            assert!(outcome.links.is_empty() && outcome.deliveries.is_empty());
        }
        first.filter(|event| event.node == 1).map(|event| event.code)
    };
    for filter in [false, true] {
        assert_eq!(refusal(filter, &GOOD), None);
        for (values, code) in [
            ([6, 1, 0, 0, 0], event::DISTANCE),
            ([6, 1, 0, 3, 0], event::DISTANCE),
            ([6, 3, 0, 2, 0], event::DISTANCE),
            ([0, 1, 0, 2, 0], event::UNKNOWN),
            ([7, 1, 0, 2, 0], event::UNKNOWN),
            ([6, 0, 0, 2, 0], event::UNKNOWN),
            ([6, 1, 5, 2, 0], event::UNKNOWN),
            ([6, 1, 0, 2, 1], event::UNKNOWN),
            ([6, 1, 0, 2, 19], event::UNKNOWN),
            // The distance is judged first.
            ([7, 0, 7, 0, 1], event::DISTANCE),
        ] {
            assert_eq!(refusal(filter, &changed(values)), Some(code), "{values:?}");
        }
        let regular = |tags, source| Header::Regular { tags, source, sequence: 0 };
        for (tags, source, code) in [
            ([1, -1, 1], 0, Some(event::DISTANCE)),
            ([2, 1, 0], 0, Some(event::DISTANCE)),
            ([-3, 0, 0], 0, Some(event::DISTANCE)),
            ([0, 0, -4], 0, Some(event::DISTANCE)),
            ([1, 0, 0], 1, Some(event::UNKNOWN)),
            ([1, 0, 0], 31, Some(event::UNKNOWN)),
            ([1, 0, -1], 0, None),
            ([0, 0, 0], 9, None),
        ] {
            assert_eq!(refusal(filter, &regular(tags, source)), code, "{tags:?}");
        }
    }
    // Only the filter knows that these are not the header of this link.
    for values in [[6, 1, 0, 1, 0], [6, 2, 0, 2, 0], [6, 1, 1, 2, 0], [6, 1, 0, 2, 5]] {
        assert_eq!(refusal(true, &changed(values)), Some(event::UNEXPECTED), "{values:?}");
        assert_eq!(refusal(false, &changed(values)), None, "{values:?}");
    }
}

#[test]
fn an_in_link_accepts_a_broadcast_once_and_remembers_64_of_them() {
    let spec = HartsSpec::new(3);
    let mut network = tapped(&spec);
    let numbered = |sequence| Header::Broadcast {
        copies: 6,
        step: 1,
        letter: 0,
        mark: false,
        distance: 2,
        source: 0,
        sequence,
    };
    let mut accepted =
        |sequence| forge(&mut network, &spec, &numbered(sequence), &[]).events.is_empty();
    assert!(accepted(0));
    assert!(!accepted(0));
    for sequence in 1..64 {
        assert!(accepted(sequence));
    }
    assert!(!accepted(0));
    // The sixty-fifth makes the first forgotten.
    assert!(accepted(64) && accepted(0) && !accepted(2));
    // The other links and the other k remember their own.
    let other = Forgery { node: 0, direction: 1, flits: frame::packet(&spec, &GOOD, &[], false) };
    assert_eq!(network.forge(&other).events, []);
    assert_eq!(forge(&mut network, &spec, &changed([5, 1, 0, 2, 0]), &[]).events, []);
    network.settle();
    assert_eq!(forge(&mut network, &spec, &numbered(2), &[]).events, []);
}

#[test]
fn a_packet_that_ends_badly_is_passed_on_and_delivered_but_not_relayed() {
    let spec = HartsSpec { max_data: 2, ..HartsSpec::new(3) };
    let straight = [LinkStart { node: 1, direction: 0 }];
    let ended = |flits: Vec<Flit>| {
        let outcome = tapped(&spec).forge(&Forgery { node: 0, direction: 0, flits });
        assert_eq!(outcome.links, straight);
        let nodes: Vec<u32> = outcome.deliveries.iter().map(|copy| copy.node).collect();
        assert_eq!(nodes, [1, 2]);
        assert!(outcome.deliveries.iter().all(|copy| copy.bad));
        assert_eq!(outcome.deliveries[0].data, outcome.deliveries[1].data);
        (outcome.deliveries[0].data.clone(), codes(&outcome))
    };
    let marked = frame::packet(&spec, &GOOD, &data(1), true);
    assert_eq!(ended(marked), (data(1), vec![]));
    let long = frame::packet(&spec, &GOOD, &data(3), false);
    assert_eq!(ended(long), (data(2), vec![(1, event::OVERSIZE)]));
    let silent = |count, flits| {
        let mut flits = frame::packet(&spec, &GOOD, &data(flits), false)[..count].to_vec();
        flits.iter_mut().for_each(|flit| flit.last = false);
        flits
    };
    assert_eq!(ended(silent(1, 0)), (vec![Flit::default()], vec![(1, event::SILENT)]));
    let filled = vec![data(1)[0].clone(), Flit::default()];
    assert_eq!(ended(silent(2, 1)), (filled, vec![(1, event::SILENT)]));
    assert_eq!(ended(silent(3, 2)), (data(2), vec![(1, event::OVERSIZE)]));
    let none = HartsSpec { max_data: 0, ..spec.clone() };
    let outcome = tapped(&none).forge(&Forgery { node: 0, direction: 0, flits: silent(1, 0) });
    assert_eq!(codes(&outcome), [(1, event::OVERSIZE)]);
    assert!(outcome.deliveries.iter().all(|copy| copy.bad && copy.data.is_empty()));
}

#[test]
fn a_packet_cut_inside_its_header_is_discarded() {
    let spec = HartsSpec { width: 8, ..HartsSpec::new(3) };
    let whole = frame::packet(&spec, &GOOD, &[], false);
    for (last, code) in [(true, event::TRUNCATED), (false, event::SILENT)] {
        let mut flits = whole[..whole.len() - 1].to_vec();
        flits.last_mut().expect("a header has several flits here").last = last;
        let outcome = tapped(&spec).forge(&Forgery { node: 0, direction: 0, flits });
        assert_eq!(outcome.events, [Event { node: 1, code }]);
        assert!(outcome.links.is_empty() && outcome.deliveries.is_empty());
    }
}

#[test]
fn a_bad_regular_packet_reaches_its_destination_marked() {
    let spec = HartsSpec::new(4);
    let header = Header::Regular { tags: [1, 0, 0], source: 9, sequence: 3 };
    let flits = frame::packet(&spec, &header, &data(1), true);
    let outcome = tapped(&spec).forge(&Forgery { node: 0, direction: 0, flits });
    assert_eq!(outcome.links, [LinkStart { node: 1, direction: 0 }]);
    assert_eq!((outcome.deliveries[0].node, outcome.deliveries[0].bad), (2, true));
}

#[test]
fn a_majority_gives_one_frame_a_message_and_tells_how_many_agree() {
    let spec = HartsSpec { reception: Reception::Majority, ..HartsSpec::new(3) };
    for k in 1..=6 {
        for faulty in [BTreeSet::new(), [3].into(), [3, 11].into(), [1, 2, 3].into()] {
            let frame = broadcast_frame(&spec, 0, k, &data(2));
            let copies = HartsSpec { reception: Reception::Copies, ..spec.clone() };
            let mut each = BTreeMap::<u32, u32>::new();
            for copy in predict(&copies, &faulty, &frame).deliveries {
                *each.entry(copy.node).or_default() += 1;
            }
            let outcome = predict(&spec, &faulty, &frame);
            assert_eq!(outcome.deliveries.len(), each.len());
            let mut without = Vec::new();
            for Delivery { node, header, data: found, bad } in outcome.deliveries {
                assert_eq!((header.in_direction, &found), (each[&node], &data(2)));
                assert_eq!(bad, 2 * each[&node] <= k);
                without.extend(bad.then_some((node, event::NO_MAJORITY)));
            }
            let mut events: Vec<_> =
                outcome.events.iter().map(|event| (event.node, event.code)).collect();
            events.sort();
            without.sort();
            assert_eq!(events, without);
        }
    }
}

#[test]
fn a_copy_of_a_closed_message_is_late_and_a_bad_one_does_not_count() {
    let spec = HartsSpec { reception: Reception::Majority, filter: false, ..HartsSpec::new(3) };
    let mut network = HartsNetwork::new(&spec, &BTreeSet::new(), &[0, 7].into());
    // Node 8 is reached along direction 1 from node 0, and along direction 0 from node 7.
    let mut arrives = |node, direction, bad| {
        let flits = frame::packet(&spec, &changed([1, 1, 0, 1, 5]), &data(1), bad);
        network.forge(&Forgery { node, direction, flits })
    };
    assert_eq!(arrives(0, 0, true), Outcome::default());
    assert_eq!(arrives(0, 1, false).deliveries.len(), 1);
    let late = arrives(7, 0, false);
    assert_eq!((codes(&late), late.deliveries), (vec![(8, event::LATE)], vec![]));
}

//! Real frames through the predicted network: agreement with the algorithms, and bad input.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use proptest::prelude::*;
use teecast_model::hypercube::event::{self, Event};
use teecast_model::hypercube::fault;
use teecast_model::hypercube::frame::{self, Addressees, Header, MhuFrame};
use teecast_model::hypercube::mhu::{self, MhuContext};
use teecast_model::hypercube::network::{Delivery, Injection, LinkStart, Outcome, predict};
use teecast_model::hypercube::route::{Algorithm, Route, RouteRequest};
use teecast_model::hypercube::tree::Carried;
use teecast_spec::{Flit, HypercubeSpec, Vote};

use super::cube::run;

/// One message of the properties: a configuration, faults, a sender, addressees, data.
#[derive(Clone, Debug)]
struct Case {
    spec: HypercubeSpec,
    faulty: BTreeSet<u32>,
    node: u32,
    list: Option<Vec<u32>>,
    data: Vec<Flit>,
}

impl Case {
    /// Returns the frame as a processor offers it, with rubbish in the placeholders.
    fn injection(&self) -> Injection {
        let addressees = match &self.list {
            None => Addressees::Broadcast,
            Some(list) => Addressees::List(list.clone()),
        };
        let header = Header { addressees, control: 0b01, source: self.node ^ 0b11 };
        let frame = MhuFrame { header, data: self.data.clone(), bad: false };
        Injection { node: self.node, flits: frame::encode(&self.spec, &frame) }
    }

    /// Returns the route of the abstract algorithm that the type checker chooses.
    fn route(&self) -> Route {
        let spec = &self.spec;
        let short = self.list.as_ref().filter(|list| list.len() <= spec.m as usize);
        run(&RouteRequest {
            n: spec.n,
            algorithm: if short.is_some() { Algorithm::Multicast } else { Algorithm::Broadcast },
            vote: spec.vote,
            source: self.node,
            destinations: short.cloned().unwrap_or_default(),
            faulty: if spec.fault_tolerant { self.faulty.clone() } else { BTreeSet::new() },
            classes: (!spec.lan).then_some(spec.classes),
            fault_tolerant: spec.fault_tolerant,
        })
    }

    fn outcome(&self) -> Outcome {
        predict(&self.spec, &self.faulty, &self.injection())
    }

    fn uses_multicaster(&self) -> bool {
        self.list.as_ref().is_some_and(|list| list.len() <= self.spec.m as usize)
    }

    fn oversize(&self) -> bool {
        self.data.len() > self.spec.max_data as usize
    }

    /// Returns whom the message reaches, by the route and the addressees.
    fn receivers(&self, route: &Route) -> BTreeSet<u32> {
        let reached = route.deliveries.iter().map(|d| d.node);
        match &self.list {
            Some(list) if !self.uses_multicaster() => {
                // The sender too, if it is listed.
                reached.chain([self.node]).filter(|node| list.contains(node)).collect()
            }
            _ => reached.collect(),
        }
    }

    /// Returns the events of 4 and 5 that the route implies, in any order.
    fn routing_events(&self, route: &Route) -> Vec<Event> {
        let report = |node, code, address| Event { node, code, source: self.node, address };
        if self.uses_multicaster() {
            let left = route.unroutable.iter();
            return left.map(|u| report(u.node, event::UNROUTABLE, u.destination)).collect();
        }
        let full = (1 << self.spec.n) - 1;
        let arrived = route.sends.iter().map(|send| match &send.carried {
            Carried::Control(control) => (send.to, *control),
            Carried::Destinations(_) => unreachable!("a broadcast carries a control vector"),
        });
        let mut events = Vec::new();
        for (node, control) in std::iter::once((self.node, full)).chain(arrived) {
            let blocked = match self.spec.fault_tolerant {
                true => control & fault::vector(self.spec.n, &self.faulty, node),
                false => 0,
            };
            for j in (0..self.spec.n).filter(|j| blocked >> j & 1 == 1) {
                let neighbour = node ^ (1 << j);
                if self.list.as_ref().is_some_and(|list| list.contains(&neighbour)) {
                    events.push(report(node, event::UNROUTABLE, neighbour));
                }
            }
            let sent = route.sends.iter().filter(|send| send.from == node).count();
            let wanted = (control & !blocked).count_ones() as usize;
            if blocked.count_ones() >= 2 || sent < wanted {
                events.push(report(node, event::INCOMPLETE, 0));
            }
        }
        events
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

/// A valid configuration, lan and fault-free ones included.
fn any_spec() -> impl Strategy<Value = HypercubeSpec> {
    let shape = (2u32..=8).prop_flat_map(|n| {
        let longest = (1 << n) - 2;
        (Just(n), 1..=longest.min(12u32), n..=3 * n + 2, 0u32..=4)
    });
    let rules = (prop::sample::select(Vote::ALL.to_vec()), 1u32..=4, any::<bool>(), any::<bool>());
    (shape, rules).prop_map(|((n, m, width, max_data), (vote, classes, fault_tolerant, lan))| {
        HypercubeSpec {
            width,
            max_data,
            vote: if lan { Vote::Greedy } else { vote },
            classes: match (lan, fault_tolerant) {
                (true, _) => 1,
                (false, true) => classes.max(2),
                (false, false) => classes,
            },
            lan,
            fault_tolerant,
            ..HypercubeSpec::new(n, m)
        }
    })
}

fn any_case() -> impl Strategy<Value = Case> {
    any_spec().prop_flat_map(|spec| {
        let (nodes, longest) = (spec.nodes(), spec.max_list.min(30) as usize);
        let list = prop::collection::vec(0..nodes, 1..=longest);
        // A flit has W bits; on a link the marks go above them.
        let values = 0..1u64 << spec.width;
        let data = prop::collection::vec(values.prop_map(|value| Flit::new(value, false)), 0..6);
        let faults = prop::collection::btree_set(0..nodes, 0..4);
        (Just(spec), 0..nodes, prop::option::weighted(0.8, list), data, faults).prop_map(
            |(spec, node, list, data, mut faulty)| {
                faulty.remove(&node);
                Case { spec, faulty, node, list, data }
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn prediction_agrees_with_the_algorithms(case in any_case()) {
        let (route, outcome) = (case.route(), case.outcome());
        let links = route.sends.iter().map(|s| LinkStart { node: s.from, dimension: s.channel });
        prop_assert_eq!(sorted(outcome.links.clone()), sorted(links.collect()));

        let kept = &case.data[..case.data.len().min(case.spec.max_data as usize)];
        let data: Vec<Flit> = kept
            .iter()
            .enumerate()
            .map(|(index, flit)| {
                let last = index + 1 == kept.len();
                Flit { last, bad: last && case.oversize(), ..flit.clone() }
            })
            .collect();
        let expected: Vec<Delivery> = case
            .receivers(&route)
            .into_iter()
            .map(|node| Delivery { node, source: case.node, data: data.clone(), bad: case.oversize() })
            .collect();
        let mut deliveries = outcome.deliveries.clone();
        deliveries.sort_by_key(|delivery| delivery.node);
        prop_assert_eq!(deliveries, expected);

        let mut events = case.routing_events(&route);
        if case.oversize() {
            let (node, source) = (case.node, case.node);
            events.push(Event { node, code: event::OVERSIZE, source, address: 0 });
        }
        prop_assert_eq!(sorted(outcome.events.clone()), sorted(events));
    }

    #[test]
    fn a_frame_cut_inside_its_header_is_discarded(case in any_case(), cut in 1usize..40) {
        let mut injection = case.injection();
        let listed = case.list.as_ref().map_or(0, Vec::len);
        let header = case.spec.header_flits(u32::try_from(listed).expect("a list is short"));
        let cut_short = cut < header as usize;
        if cut_short {
            injection.flits.truncate(cut);
        }
        let code = event::TRUNCATED;
        let truncated = Event { node: case.node, code, source: case.node, address: 0 };
        let outcome = predict(&case.spec, &case.faulty, &injection);
        if cut_short {
            prop_assert_eq!(outcome, Outcome { events: vec![truncated], ..Outcome::default() });
        } else {
            prop_assert!(!outcome.events.contains(&truncated));
        }
    }
}

#[test]
fn a_bad_count_is_discarded_whatever_follows() {
    let spec = HypercubeSpec { max_list: 20, ..HypercubeSpec::new(6, 8) };
    for count in [0, 21, 62] {
        for flits in [1, 2, 100] {
            let mut offered: Vec<Flit> =
                (0..flits).map(|at| Flit::new(count, at + 1 == flits)).collect();
            offered[0].set_field(6, 26, 0x3ff_ffff);
            let outcome = predict(&spec, &BTreeSet::new(), &Injection { node: 9, flits: offered });
            let events = vec![Event { node: 9, code: event::BAD_COUNT, source: 9, address: 0 }];
            assert_eq!(outcome, Outcome { events, ..Outcome::default() });
        }
    }
}

#[test]
fn a_faulty_node_accepts_nothing() {
    let case = Case {
        spec: HypercubeSpec::new(3, 4),
        faulty: BTreeSet::from([5]),
        node: 5,
        list: Some(vec![1, 5]),
        data: Vec::new(),
    };
    assert_eq!(case.outcome(), Outcome::default());
}

#[test]
fn a_network_without_fault_inputs_knows_no_faults() {
    let mut case = Case {
        spec: HypercubeSpec { fault_tolerant: false, ..HypercubeSpec::new(3, 4) },
        faulty: BTreeSet::from([1, 5]),
        node: 5,
        list: None,
        data: Vec::new(),
    };
    let outcome = case.outcome();
    assert_eq!(outcome.deliveries.len(), 7);
    case.faulty.clear();
    assert_eq!(case.outcome(), outcome);
}

#[test]
fn without_data_the_mark_of_a_cut_frame_is_on_the_last_header_flit() {
    let case = Case {
        spec: HypercubeSpec { max_data: 0, ..HypercubeSpec::new(3, 4) },
        faulty: BTreeSet::new(),
        node: 0,
        list: Some(vec![1, 3]),
        data: vec![Flit::new(7, false)],
    };
    let context = MhuContext { node: 0, fault_vector: 0, arrival: None, class: 0 };
    let handled = mhu::handle(&case.spec, &context, &case.injection().flits);
    let marked = |flits: &[Flit]| flits.last().map(|flit| (flits.len(), flit.last, flit.bad));
    assert_eq!(marked(&handled.copies[0].flits), Some((1, true, true)));
    assert!(case.outcome().deliveries.iter().all(|delivery| delivery.bad));
    assert_eq!(case.outcome().deliveries.len(), 2);
}

#[test]
fn the_three_copies_of_the_papers_node_6() {
    // [Lan88] 6.2: the frame of node 6 and the three copies that its router makes, one field per flit.
    // The paper packs the lists of the copies. In ours the destinations keep their places, relative to
    // node 6, and a destination of another copy is 0; the copy to node 7 has one and leaves out the rest.
    let spec = HypercubeSpec {
        width: 5,
        lan: true,
        classes: 1,
        fault_tolerant: false,
        ..HypercubeSpec::new(5, 8)
    };
    let flits = |fields: &[u64]| -> Vec<Flit> {
        let end = fields.len() - 1;
        fields.iter().enumerate().map(|(at, field)| Flit::new(*field, at == end)).collect()
    };
    // Above the data, the kind (0 unicast, 1 multicast), and 4 where the header or the frame ends.
    let link = |kind: u32, header: &[u64]| -> Vec<Flit> {
        let mut copy = flits(&[header, &[9]].concat());
        for (index, flit) in copy.iter_mut().enumerate() {
            let mark = match header.len().cmp(&(index + 1)) {
                Ordering::Less => 4,
                Ordering::Equal => kind | 4,
                Ordering::Greater => kind,
            };
            flit.set_field(5, 3, mark);
        }
        copy
    };
    let context = MhuContext { node: 6, fault_vector: 0, arrival: None, class: 0 };
    let handled = mhu::handle(&spec, &context, &flits(&[6, 7, 20, 29, 18, 1, 0, 31, 9]));
    let made: Vec<(u32, Vec<Flit>)> =
        handled.copies.into_iter().map(|copy| (6 ^ (1 << copy.dimension), copy.flits)).collect();
    let expected = [
        (4, link(1, &[6, 0, 20 ^ 6, 29 ^ 6, 0, 1 ^ 6, 6])),
        (7, link(0, &[6, 7 ^ 6])),
        (2, link(1, &[6, 0, 0, 0, 18 ^ 6, 0, 0])),
    ];
    assert_eq!(made, expected);
    assert_eq!((handled.delivery, handled.events), (None, vec![]));
}

#[test]
fn copies_for_near_destinations_leave_out_the_far_header_flit() {
    // On a link the first header flit is Source | 1 | 5 | 8 | 16, the second has destination 32.
    let spec = HypercubeSpec::new(6, 8);
    let handled = |data: Vec<Flit>| {
        let case = Case {
            spec: spec.clone(),
            faulty: BTreeSet::new(),
            node: 0,
            list: Some(vec![1, 5, 8, 16, 32]),
            data,
        };
        let context = MhuContext { node: 0, fault_vector: 0, arrival: None, class: 0 };
        mhu::handle(&spec, &context, &case.injection().flits)
    };
    // Dimension, then a flit of the copy: its destinations from bit 6 on, the kind of its message (0
    // unicast, 1 multicast), and 4 where the header or the frame ends.
    let shown = |outcome: mhu::MhuOutcome| -> Vec<(u32, Vec<(u32, u32)>)> {
        let flit = |flit: &Flit| (flit.field(6, 24), flit.field(spec.width, frame::MARK_BITS));
        let copies = outcome.copies.iter();
        copies.map(|copy| (copy.dimension, copy.flits.iter().map(flit).collect())).collect()
    };
    let data = (0x55, 4);
    let with_data = [
        (0, vec![(1 | 5 << 6, 5), data]),
        (3, vec![(8 << 12, 4), data]),
        (4, vec![(16 << 18, 4), data]),
        (5, vec![(0, 1), (0, 5), data]),
    ];
    let copies = shown(handled(vec![Flit::new(0x55 << 6, false)]));
    assert_eq!(copies, with_data);
    // Without data the last header flit is the last flit of the message, so no copy leaves it out.
    let without = [
        (0, vec![(1 | 5 << 6, 1), (0, 5)]),
        (3, vec![(8 << 12, 1), (0, 5)]),
        (4, vec![(16 << 18, 1), (0, 5)]),
        (5, vec![(0, 1), (0, 5)]),
    ];
    assert_eq!(shown(handled(Vec::new())), without);
}

#[test]
fn a_shortened_copy_is_divided_again() {
    // Node 1 gets the copy of node 0 for nodes 1, 5 and 9: one header flit, then data.
    let spec = HypercubeSpec::new(6, 8);
    let addressees = Addressees::Places(vec![1, 5, 0, 9]);
    let header = Header { addressees, control: 0x3f, source: 0 };
    let frame = MhuFrame { header, data: vec![Flit::new(7, false)], bad: false };
    let flits = frame::encode_link(&spec, 0, &frame);
    assert_eq!(flits.len(), 2);
    let context = MhuContext { node: 1, fault_vector: 0, arrival: Some(0), class: 0 };
    let handled = mhu::handle(&spec, &context, &flits);
    assert!(handled.delivery.is_some() && handled.events.is_empty());
    let read = |copy: &mhu::Copy| {
        let frame = frame::decode_link(&spec, 1, &copy.flits).expect("a copy is a frame");
        (copy.dimension, frame.header.addressees)
    };
    let copies: Vec<_> = handled.copies.iter().map(read).collect();
    let only = |place, address| Addressees::Only { place, address };
    assert_eq!(copies, [(2, only(1, 5)), (3, only(3, 9))]);
}

#[test]
fn a_link_frame_keeps_its_source_and_its_mark() {
    let spec = HypercubeSpec::new(4, 4);
    // Node 1 took the destination of another copy out.
    let addressees = Addressees::Places(vec![5, 1, 7]);
    let header = Header { addressees, control: 15, source: 1 };
    let data = vec![Flit::new(3, false)];
    let frame = MhuFrame { header, data, bad: true };
    let context = MhuContext { node: 5, fault_vector: 0, arrival: Some(2), class: 0 };
    let handled = mhu::handle(&spec, &context, &frame::encode_link(&spec, 1, &frame));
    assert_eq!((handled.copies.len(), handled.events.len()), (1, 0));
    let delivery = handled.delivery.expect("node 5 is listed");
    assert_eq!(delivery[0], Flit::new(1, false));
    assert!(delivery[1].bad);
    let copy = frame::decode_link(&spec, 5, &handled.copies[0].flits).expect("a copy is a frame");
    assert_eq!((copy.header.source, copy.bad), (1, true));
    assert_eq!(copy.header.addressees, Addressees::Only { place: 2, address: 7 });
}

#[test]
fn a_link_copy_of_a_broadcast_is_delivered_and_carries_its_control_vector() {
    let spec = HypercubeSpec { lan: true, classes: 1, ..HypercubeSpec::new(4, 4) };
    let header = Header { addressees: Addressees::Broadcast, control: 0b1110, source: 0 };
    let frame = MhuFrame { header, data: Vec::new(), bad: false };
    let context = MhuContext { node: 1, fault_vector: 0b0010, arrival: Some(0), class: 0 };
    let handled = mhu::handle(&spec, &context, &frame::encode_link(&spec, 0, &frame));
    let controls: Vec<(u32, u32)> = handled
        .copies
        .iter()
        .map(|copy| {
            let frame = frame::decode_link(&spec, 1, &copy.flits).expect("a copy is a frame");
            (copy.dimension, frame.header.control)
        })
        .collect();
    assert_eq!(controls, [(2, 0b1010), (3, 0b0010)]);
    assert!(handled.delivery.is_some() && handled.events.is_empty());
}

#[test]
fn both_events_of_a_long_list_can_occur_at_one_node() {
    // Both lower neighbours of node 0 are faulty, one of them is listed twice.
    let case = Case {
        spec: HypercubeSpec::new(3, 2),
        faulty: BTreeSet::from([1, 2]),
        node: 0,
        list: Some(vec![1, 1, 7, 0]),
        data: Vec::new(),
    };
    let expected = [
        Event { node: 0, code: event::UNROUTABLE, source: 0, address: 1 },
        Event { node: 0, code: event::INCOMPLETE, source: 0, address: 0 },
    ];
    let outcome = case.outcome();
    assert_eq!(outcome.events, expected);
    let nodes: Vec<u32> = outcome.deliveries.iter().map(|delivery| delivery.node).collect();
    assert_eq!(nodes, [0, 7]);
}

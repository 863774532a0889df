//! The clocked model of the emitted router: documented latencies, and under load what the golden
//! model predicts.

use std::collections::BTreeSet;

use teecast_model::harts::clocked::{Beat, HartsOffer, Routers};
use teecast_model::harts::event::Event;
use teecast_model::harts::frame::{Injected, injection};
use teecast_model::harts::network::{Injection, predict};
use teecast_model::harts::unicast;
use teecast_model::random::Random;
use teecast_model::simulate::world::World;
use teecast_spec::harts::Interconnect::{self, Bus, Crossbar};
use teecast_spec::harts::{DIRECTIONS, OWN};
use teecast_spec::topology::HexMesh;
use teecast_spec::{Flit, HartsSpec};

/// Writes down what happens.
#[derive(Debug, Default, PartialEq)]
struct Watch {
    accepted: Vec<(u64, u32)>,
    starts: Vec<(u64, u32, u32)>,
    delivered: Vec<(u64, u32, Beat)>,
    events: Vec<(u32, u32)>,
}

impl World<Beat, Event> for Watch {
    fn accepted(&mut self, cycle: u64, node: u32) {
        self.accepted.push((cycle, node));
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.delivered.push((cycle, node, beat));
    }

    fn link_start(&mut self, cycle: u64, node: u32, direction: u32) {
        self.starts.push((cycle, node, direction));
    }

    fn event(&mut self, _: u64, event: Event) {
        self.events.push((event.node, event.code));
    }
}

/// A message of a node.
#[derive(Clone, Copy)]
struct PlannedMessage {
    node: u32,
    header: Injected,
    /// **Units**: data flits.
    length: u32,
}

fn spec(n: u32, interconnect: Interconnect) -> HartsSpec {
    HartsSpec { interconnect, max_data: 16, ..HartsSpec::new(n) }
}

fn to(node: u32, destination: u32, length: u32) -> PlannedMessage {
    let header = Injected { broadcast: false, copies: 0, destination, sequence: 0 };
    PlannedMessage { node, header, length }
}

fn to_all(node: u32, copies: u32, length: u32) -> PlannedMessage {
    let header = Injected { broadcast: true, copies, destination: 0, sequence: 0 };
    PlannedMessage { node, header, length }
}

/// Plays messages into a network of one header flit to the end; those of a node follow each other.
fn played(spec: &HartsSpec, faulty: &BTreeSet<u32>, messages: &[PlannedMessage]) -> Watch {
    played_with(spec, faulty, messages, |_| ())
}

/// Plays as [`played`] does, with something before each cycle.
fn played_with(
    spec: &HartsSpec,
    faulty: &BTreeSet<u32>,
    messages: &[PlannedMessage],
    before_cycle: impl Fn(&mut Routers),
) -> Watch {
    let mut routers = Routers::new(spec);
    routers.set_faulty(faulty);
    let mut watch = Watch::default();
    // By node: messages that have not begun, and flits of the first one that have been taken.
    let mut queues = vec![Vec::new(); spec.nodes() as usize];
    for (number, message) in (0..messages.len() as u32).zip(messages).rev() {
        queues[message.node as usize].push((number, *message));
    }
    let mut taken = vec![0; queues.len()];
    // All buffers are granted a few cycles after reset.
    (0..20).for_each(|_| routers.step(&mut watch));
    loop {
        let mut offers = false;
        for (node, queue) in (0..).zip(&mut queues) {
            let Some(&(number, PlannedMessage { header, length, .. })) = queue.last() else {
                continue;
            };
            offers = true;
            let last = taken[node as usize] == length;
            routers.offer(node, HartsOffer { message: number, header }, last);
        }
        if !offers && routers.idle() {
            return watch;
        }
        assert!(routers.now() < 1_000_000, "the hexagonal mesh stands still");
        let before = watch.accepted.len();
        before_cycle(&mut routers);
        routers.step(&mut watch);
        for &(_, node) in &watch.accepted[before..] {
            let (queue, taken) = (&mut queues[node as usize], &mut taken[node as usize]);
            *taken += 1;
            if *taken > queue.last().expect("it was offered").1.length {
                queue.pop();
                *taken = 0;
            }
        }
    }
}

#[test]
fn an_idle_router_passes_a_packet_on_in_three_cycles_or_with_its_bus_slot() {
    let hexmesh = HexMesh::new(6);
    for (interconnect, most) in [(Crossbar, 3), (Bus, 9)] {
        for direction in 0..DIRECTIONS {
            let mut way = vec![5];
            (1..6).for_each(|hop| way.push(hexmesh.ahead(way[hop - 1], direction)));
            let watch = played(&spec(6, interconnect), &[].into(), &[to(5, way[5], 3)]);
            let nodes: Vec<u32> = watch.starts.iter().map(|start| start.1).collect();
            assert_eq!(nodes, way[..5]);
            for hop in watch.starts.windows(2) {
                let cycles = hop[1].0 - hop[0].0;
                assert!((3..=most).contains(&cycles), "{interconnect:?}, direction {direction}");
            }
        }
    }
    // Header, check, tags, store and three flits of data; the choice of the slot, the sender's visit, and
    // the register.
    let watch = played(&spec(6, Crossbar), &[].into(), &[to(5, 6, 3)]);
    assert_eq!(watch.starts[0].0 - watch.accepted[0].0, 4 + 3 + 1 + 4 + 1);
}

/// Messages at random, a third of them broadcasts, the others to nodes that they surely reach.
fn random(spec: &HartsSpec, faulty: &BTreeSet<u32>, count: u32, seed: u64) -> Vec<PlannedMessage> {
    let hexmesh = HexMesh::new(spec.n);
    let mut stream = Random::keyed(seed, [spec.n.into(), 0, 0]);
    let nodes = spec.nodes();
    let correct: Vec<u32> = (0..nodes).filter(|node| !faulty.contains(node)).collect();
    let message = |sequence| {
        let node = correct[stream.below(correct.len() as u32) as usize];
        let length = stream.below(spec.max_data + 1);
        let mut message = match stream.below(3) {
            0 => to_all(node, 1 + stream.below(6), length),
            _ => {
                let drawn = correct[stream.below(correct.len() as u32) as usize];
                let reached = unicast::promised(&hexmesh, node, drawn, faulty);
                to(node, if reached { drawn } else { node }, length)
            }
        };
        message.header.sequence = sequence;
        message
    };
    (0..count).map(message).collect()
}

#[test]
fn routers_that_are_not_looked_at_have_nothing_to_do() {
    for (n, interconnect, faulty) in
        [(2, Bus, vec![]), (3, Bus, vec![4]), (3, Crossbar, vec![]), (4, Crossbar, vec![3, 17])]
    {
        let (spec, faulty) = (spec(n, interconnect), BTreeSet::from_iter(faulty));
        for seed in 1..=5 {
            let messages = random(&spec, &faulty, 40 * seed as u32, seed);
            let all = played_with(&spec, &faulty, &messages, Routers::look_at_all);
            assert_eq!(played(&spec, &faulty, &messages), all, "n = {n}, seed {seed}");
        }
    }
}

#[test]
fn under_load_everything_comes_as_the_golden_model_predicts() {
    for (n, interconnect, faulty) in [
        (2, Crossbar, vec![]),
        (4, Bus, vec![3, 17]),
        (4, Crossbar, vec![0, 8, 9]),
        (5, Bus, vec![]),
        (6, Crossbar, vec![44]),
    ] {
        let (spec, faulty) = (spec(n, interconnect), BTreeSet::from_iter(faulty));
        let messages = random(&spec, &faulty, 250, 1);
        let watch = played(&spec, &faulty, &messages);
        let mut expected = BTreeSet::new();
        for (number, message) in (0..).zip(&messages) {
            let data = vec![Flit::default(); message.length as usize];
            let flits = injection(&spec, &message.header, &data);
            let outcome = predict(&spec, &faulty, &Injection { node: message.node, flits });
            assert!(outcome.events.is_empty());
            for delivery in outcome.deliveries {
                // A regular message may come over any direction of its shortest ways.
                let broadcast = message.header.broadcast;
                let direction = broadcast.then_some(delivery.header.in_direction);
                expected.insert((delivery.node, number, direction, 1 + message.length));
            }
        }
        let mut found = BTreeSet::new();
        for (_, node, beat) in watch.delivered.iter().filter(|(.., beat)| beat.last) {
            let broadcast = messages[beat.message as usize].header.broadcast;
            let direction = broadcast.then_some(if beat.origin == 6 { OWN } else { beat.origin });
            let frame = (*node, beat.message, direction, beat.index + 1);
            assert!(found.insert(frame), "{frame:?} came twice");
        }
        assert_eq!(found, expected, "n = {n}, {interconnect:?}");
        assert!(watch.events.is_empty());
    }
}

//! The clocked model of the emitted network: its times, and what processors get of rounds.

use std::collections::{BTreeSet, VecDeque};

use teecast_model::ihc::clocked::{IhcEvent, IhcNetwork, LinkFlit};
use teecast_model::ihc::event;
use teecast_model::ihc::frame::{self, Packet};
use teecast_model::ihc::reception::{self, Faults};
use teecast_model::ihc::schedule::Schedule;
use teecast_model::random::Random;
use teecast_model::simulate::world::{OnLink, World};
use teecast_spec::ihc::{Interleave, Majority};
use teecast_spec::topology::hamiltonian::Network;
use teecast_spec::{Flit, IhcSpec, Reception};

/// Cycles from the start of a round to its first slot.
const TAU: u64 = 2;

/// Writes down what happens; processors take a flit in some of all cycles.
struct Watch {
    random: Random,
    /// **Units**: parts of 1000.
    ready: u32,
    accepted: Vec<u32>,
    starts: BTreeSet<(u64, u32, u32)>,
    crossed: Vec<u64>,
    /// **Shape**: by node, the flits.
    delivered: Vec<Vec<Flit>>,
    events: Vec<IhcEvent>,
}

impl World<Flit, IhcEvent> for Watch {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.push(node);
    }

    fn takes(&mut self, _: u32) -> bool {
        self.random.below(1000) < self.ready
    }

    fn delivered(&mut self, _: u64, node: u32, flit: Flit) {
        self.delivered[node as usize].push(flit);
    }

    fn link_start(&mut self, cycle: u64, node: u32, link: u32) {
        assert!(self.starts.insert((cycle, node, link)));
    }

    fn crossed(&mut self, cycle: u64, _: OnLink) {
        self.crossed.push(cycle);
    }

    fn event(&mut self, _: u64, event: IhcEvent) {
        self.events.push(event);
    }
}

/// A network and its processors.
struct Bench {
    spec: IhcSpec,
    network: IhcNetwork,
    watch: Watch,
    /// **Shape**: by node, the flits that are not taken, and frames that are whole and not sent.
    offers: Vec<VecDeque<Flit>>,
    coming: Vec<Vec<Flit>>,
    whole: Vec<VecDeque<Vec<Flit>>>,
}

impl Bench {
    fn new(spec: &IhcSpec, ready: u32) -> Self {
        let nodes = spec.nodes() as usize;
        let watch = Watch {
            random: Random::keyed(7, [0; 3]),
            ready,
            accepted: Vec::new(),
            starts: BTreeSet::new(),
            crossed: Vec::new(),
            delivered: vec![Vec::new(); nodes],
            events: Vec::new(),
        };
        Self {
            spec: spec.clone(),
            network: IhcNetwork::new(spec),
            watch,
            offers: vec![VecDeque::new(); nodes],
            coming: vec![Vec::new(); nodes],
            whole: vec![VecDeque::new(); nodes],
        }
    }

    /// Gives a processor a frame of so many random flits.
    fn frame(&mut self, node: u32, length: u32) {
        let flits = (1..=length).map(|index| {
            let mut flit = Flit::new(0, index == length);
            flit.set_field(0, self.spec.width.min(32), self.watch.random.word() as u32);
            flit
        });
        self.offers[node as usize].extend(flits);
    }

    fn step(&mut self) {
        for (node, flits) in (0..).zip(&self.offers) {
            flits.front().into_iter().for_each(|flit| self.network.offer(node, flit.clone()));
        }
        self.network.step(&mut self.watch);
        for node in self.watch.accepted.drain(..) {
            let node = node as usize;
            let flit = self.offers[node].pop_front().expect("it was offered");
            let last = flit.last;
            self.coming[node].push(flit);
            if last {
                self.whole[node].push_back(std::mem::take(&mut self.coming[node]));
            }
        }
    }

    /// Plays until a round can begin, and begins it; returns the cycle, and what is sent in it.
    fn round(&mut self) -> (u64, Vec<Option<Vec<Flit>>>) {
        while !self.network.round_ready() {
            self.step();
        }
        let messages = self.whole.iter_mut().map(VecDeque::pop_front).collect();
        let begin = self.network.now();
        self.network.start_round();
        self.step();
        (begin, messages)
    }

    fn settle(&mut self) {
        while !self.network.idle() {
            self.step();
        }
    }

    /// Returns the flits that a processor got of each frame.
    fn frames(&self, node: u32) -> Vec<Vec<Flit>> {
        let flits = &self.watch.delivered[node as usize];
        flits.split_inclusive(|flit| flit.last).map(<[Flit]>::to_vec).collect()
    }

    /// Returns the codes and sources of the events of a node.
    fn events(&self, node: u32) -> Vec<(u32, u32)> {
        let events = self.watch.events.iter().filter(|event| event.node == node);
        events.map(|event| (event.code, event.source)).collect()
    }
}

fn small(topology: Network, max_data: u32) -> IhcSpec {
    IhcSpec { max_data, ..IhcSpec::new(topology) }
}

/// Full messages of all nodes have been taken.
fn filled(spec: &IhcSpec) -> Bench {
    let mut bench = Bench::new(spec, 1000);
    (0..spec.nodes()).for_each(|node| bench.frame(node, spec.max_data));
    (0..=spec.max_data).for_each(|_| bench.step());
    bench
}

#[test]
fn a_round_of_q4_lasts_72_slots_and_the_next_one_begins_after_75_cycles() {
    let mut bench = filled(&small(Network::Cube(4), 3));
    let (begin, messages) = bench.round();
    assert!(messages.iter().all(Option::is_some));
    assert_eq!(bench.round().0 - begin, 72 + 3);
    let crossed = &bench.watch.crossed;
    assert_eq!((crossed.first(), crossed.last()), (Some(&(begin + 2)), Some(&(begin + 2 + 71))));
    // 16 sources, 15 hops on 4 cycles each, 4 flits.
    assert_eq!(crossed.len(), 16 * 15 * 4 * 4);
}

#[test]
fn every_packet_starts_in_the_slot_that_is_known_beforehand() {
    let overlapped = IhcSpec { interleave: Interleave::Overlapped, ..small(Network::Cube(4), 3) };
    let unfiltered = IhcSpec { filter: false, ..small(Network::Torus([4, 3]), 2) };
    for spec in [overlapped, unfiltered, small(Network::Cube(3), 9), small(Network::Hexmesh(3), 1)]
    {
        let (rings, schedule) = (spec.rings(), Schedule::of(&spec));
        let mut bench = filled(&spec);
        let (begin, _) = bench.round();
        bench.settle();
        let mut expected = BTreeSet::new();
        for source in 0..spec.nodes() {
            for cycle in 0..spec.cycles() {
                let id = rings.id(cycle, source);
                let start = begin + TAU + u64::from(schedule.starts()[id as usize]);
                let hops = (0..spec.nodes() - 1)
                    .map(|h| (start + u64::from(h), rings.node(cycle, id + h), cycle));
                expected.extend(hops);
            }
        }
        assert_eq!(bench.watch.starts, expected, "{:?}", spec.topology);
    }
}

/// Plays rounds with random messages as soon as they can begin; what processors get is what
/// [`reception::round`] predicts.
fn compare(spec: &IhcSpec, ready: u32, rounds: u32, faults: &Faults) {
    let mut bench = Bench::new(spec, ready);
    bench.network.set_faults(faults.clone());
    let rings = spec.rings();
    let healthy = (0..spec.nodes()).filter(|node| !faults.nodes.contains(node));
    let healthy: Vec<u32> = healthy.collect();
    let mut expected = vec![(Vec::new(), Vec::new()); spec.nodes() as usize];
    for number in 0..rounds {
        for node in &healthy {
            if bench.watch.random.below(4) > 0 {
                let length = bench.watch.random.within(1..=spec.max_data);
                bench.frame(*node, length);
            }
        }
        let (_, messages) = bench.round();
        for node in &healthy {
            let (frames, events) = &mut expected[*node as usize];
            let sequence = number % 256;
            let served = reception::round(spec, &rings, *node, sequence, &messages, faults);
            let sources = (0..spec.nodes()).filter(|source| source != node);
            for (source, served) in sources.zip(served) {
                frames.extend(served.frames);
                events.extend(served.event.map(|code| (code, source)));
            }
        }
    }
    bench.settle();
    for node in 0..spec.nodes() {
        let (frames, events) = &expected[node as usize];
        assert_eq!(bench.frames(node), *frames, "{:?}: node {node}", spec.topology);
        assert_eq!(bench.events(node), *events, "{:?}: node {node}", spec.topology);
    }
}

#[test]
fn all_messages_are_delivered_once_round_after_round() {
    let q4 = small(Network::Cube(4), 3);
    let majority = IhcSpec { reception: Reception::Majority, ..q4.clone() };
    let specs = [
        q4.clone(),
        majority.clone(),
        IhcSpec { width: 8, max_data: 2, ..q4.clone() },
        IhcSpec { width: 8, filter: false, majority: Majority::All, ..majority },
        IhcSpec { filter: false, ..small(Network::Hexmesh(2), 5) },
        IhcSpec { interleave: Interleave::Distance(3), ..small(Network::Torus([4, 3]), 2) },
    ];
    for spec in specs {
        for ready in [1000, 600] {
            compare(&spec, ready, 6, &Faults::default());
        }
    }
    // The number of the round wraps around.
    compare(&small(Network::Cube(2), 1), 1000, 260, &Faults::default());
}

#[test]
fn faulty_nodes_and_links_leave_the_copies_that_the_cycles_say() {
    let faults = Faults { nodes: [5, 9].into(), links: [(0, 1), (7, 2), (3, 0)].into() };
    for reception in [Reception::Copies, Reception::Majority] {
        for filter in [true, false] {
            let spec = IhcSpec { reception, filter, ..small(Network::Cube(4), 3) };
            compare(&spec, 800, 3, &faults);
            let hexmesh = IhcSpec { reception, filter, ..small(Network::Hexmesh(3), 1) };
            compare(&hexmesh, 800, 3, &faults);
        }
    }
}

#[test]
fn a_round_begins_only_while_every_healthy_node_has_a_free_store() {
    let spec = small(Network::Cube(2), 2);
    let mut bench = filled(&spec);
    bench.watch.ready = 0;
    (0..2).for_each(|_| drop(bench.round()));
    (0..500).for_each(|_| bench.step());
    assert!(!bench.network.round_ready());
    // A faulty node is not waited for, and its deliveries are lost.
    bench.network.set_faults(Faults { nodes: (0..4).collect(), ..Faults::default() });
    (0..2).for_each(|_| bench.step());
    assert!(bench.network.round_ready());
    assert!(bench.network.delivers(1).is_none() && !bench.network.accepts(1));
}

#[test]
fn frames_that_are_too_long_or_cut_by_a_fault_are_discarded() {
    let spec = small(Network::Cube(2), 2);
    let mut bench = Bench::new(&spec, 1000);
    [3, 9, 2].into_iter().for_each(|length| bench.frame(0, length));
    (0..20).for_each(|_| bench.step());
    assert_eq!(bench.events(0), [(event::OVERSIZE, 0); 2]);
    assert!(bench.offers[0].is_empty());
    bench.whole[0].drain(..2);
    bench.frame(1, 2);
    bench.step();
    // A fault inside the frame: the rest is discarded, the next frame is sent.
    bench.network.set_faults(Faults { nodes: [1].into(), ..Faults::default() });
    (0..3).for_each(|_| bench.step());
    bench.network.set_faults(Faults::default());
    bench.frame(1, 1);
    (0..3).for_each(|_| bench.step());
    bench.whole[1].pop_front();
    let (_, messages) = bench.round();
    bench.settle();
    let frames = bench.frames(2);
    let sent = |node: u32| messages[node as usize].clone().expect("a frame is whole");
    let copy = |source, cycle| {
        frame::copy(&spec, &Packet { source, sequence: 0, data: sent(source) }, cycle)
    };
    assert_eq!(frames, [copy(0, 0), copy(0, 1), copy(1, 0), copy(1, 1)]);
}

/// Returns the flits of a packet on a link.
fn on_link(flits: &[Flit]) -> Vec<LinkFlit> {
    let flits = (0..).zip(flits);
    flits.map(|(place, flit)| LinkFlit { first: place == 0, flit: flit.clone() }).collect()
}

/// Lets node 0 of Q_2 send flits instead of its own on cycle 0, from a cycle after the begin of a
/// round on; returns the events and the frames of the next node.
fn lies(spec: &IhcSpec, after: u64, flits: &[LinkFlit]) -> (Vec<(u32, u32)>, Vec<Vec<Flit>>) {
    let mut bench = filled(spec);
    let next = spec.rings().next(0, 0);
    let (begin, _) = bench.round();
    while bench.network.now() < begin + 60 {
        let place = bench.network.now().checked_sub(begin + after);
        let mut lie = vec![None; spec.cycles() as usize];
        lie[0] = place.and_then(|place| flits.get(place as usize)).cloned();
        bench.network.lie(0, Some(lie));
        bench.step();
    }
    (bench.events(next), bench.frames(next))
}

#[test]
fn liars_spoil_only_the_copies_that_pass_them() {
    let filter = small(Network::Cube(2), 2);
    let open = IhcSpec { filter: false, ..filter.clone() };
    let packet = |source, sequence, length: u64| {
        let data = (1..=length).map(|value| Flit::new(value, value == length)).collect();
        on_link(&frame::packet(&filter, &Packet { source, sequence, data }, false))
    };
    let silent = (event::NO_MESSAGE, 0);
    // In its slot, a whole packet counts; a slot later, or of another round, it does not.
    let whole = packet(0, 0, 2);
    let (events, frames) = lies(&filter, TAU, &whole);
    assert!(!events.contains(&silent));
    assert_eq!(frames[0][1..], [whole[1].flit.clone(), whole[2].flit.clone()]);
    for (after, flits) in [(TAU + 1, &whole), (TAU, &packet(0, 1, 2))] {
        let (events, _) = lies(&filter, after, flits);
        assert_eq!((events[0], events.contains(&silent)), ((event::NOT_DUE, 0), true));
        assert!(!lies(&open, after, flits).0.contains(&silent));
    }
    // Too long, broken off, without data.
    let cut = on_link(&[Flit::new(0, true)]);
    let cases = [
        (packet(0, 0, 3), (event::TOO_LONG, 0)),
        (whole[..2].to_vec(), (event::SILENT, 0)),
        (cut, (event::TRUNCATED, 0)),
    ];
    for (flits, event) in cases {
        for spec in [&filter, &open] {
            let (events, _) = lies(spec, TAU, &flits);
            assert_eq!((events[0], events.contains(&silent)), (event, true), "{}", spec.filter);
        }
    }
    // Without the filter: the receiver as source, a second copy, and a start that cuts a copy.
    let next = filter.rings().next(0, 0);
    assert_eq!(lies(&open, TAU, &packet(next, 0, 1)).0[0], (event::UNKNOWN, 0));
    let twice = [whole.clone(), packet(0, 0, 1)].concat();
    // After the slots of its own packet.
    assert_eq!(lies(&open, TAU + 8, &twice).0[0], (event::NOT_DUE, 0));
    let start = Schedule::of(&open).starts()[1];
    let (events, _) = lies(&open, TAU + u64::from(start) - 2, &whole);
    assert_eq!((events[0], events.contains(&silent)), ((event::CUT, 0), true));
}

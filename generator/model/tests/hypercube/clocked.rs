//! The clocked model of the emitted router: documented latencies, and that nothing is ever lost.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::hypercube::clocked::{
    Beat, Cast, CubeRouters, Failure, MhuConfig, MhuOffer, MhuRun, MhuRunError, Snapshot, drain,
};
use teecast_model::hypercube::event::Event;
use teecast_model::random::Random;
use teecast_model::simulate::measure::Counts;
use teecast_model::simulate::record::Receivers;
use teecast_model::simulate::world::World;
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::{HypercubeSpec, Vote};

/// Writes down what happens.
#[derive(Default)]
struct Watch {
    accepted: Vec<u64>,
    starts: Vec<(u64, u32, u32)>,
    delivered: Vec<(u64, u32, Beat)>,
    events: Vec<Event>,
}

impl World<Beat, Event> for Watch {
    fn accepted(&mut self, cycle: u64, _: u32) {
        self.accepted.push(cycle);
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.delivered.push((cycle, node, beat));
    }

    fn link_start(&mut self, cycle: u64, node: u32, dimension: u32) {
        self.starts.push((cycle, node, dimension));
    }

    fn event(&mut self, _: u64, event: Event) {
        self.events.push(event);
    }
}

/// Plays one frame of one flit from node 0 in an idle network.
fn alone(spec: &HypercubeSpec, faulty: &[u32], destinations: &[u32]) -> Watch {
    seen_alone(spec, faulty, destinations, |_| ())
}

/// Plays one frame of one flit from node 0 in an idle network that is looked at before each cycle.
fn seen_alone(
    spec: &HypercubeSpec,
    faulty: &[u32],
    destinations: &[u32],
    mut look: impl FnMut(&CubeRouters),
) -> Watch {
    let mut cube = CubeRouters::new(spec);
    cube.set_faulty(&faulty.iter().copied().collect());
    let count = destinations.len() as u32;
    let packet = cube.begin(0, MhuOffer { message: 5, count, destinations: destinations.to_vec() });
    cube.offer(0, packet, true);
    let mut watch = Watch::default();
    while !cube.idle() {
        look(&cube);
        cube.step(&mut watch);
    }
    look(&cube);
    assert_eq!(cube.packets(), 0);
    watch
}

#[test]
fn a_snapshot_shows_what_the_ports_show() {
    let spec = HypercubeSpec::new(3, 4);
    let (mut starts, mut delivered) = (BTreeMap::new(), Vec::new());
    let mut last = Snapshot::default();
    let mut most = 0;
    let watch = seen_alone(&spec, &[1], &[0b111, 0b011, 0b100], |cube| {
        last = cube.snapshot();
        most = most.max(last.buffers.len());
        // A message that holds a buffer at the end of a link holds a credit at its beginning.
        let held: u32 = last.credits.iter().map(|credits| 2 - credits.free).sum();
        assert!(last.buffers.iter().filter(|it| it.place.input < 3).count() as u32 <= held);
        for flit in &last.flits {
            assert_eq!(flit.message, 5);
            match flit.channel {
                3 => delivered.push((cube.now(), flit.node)),
                channel => {
                    starts.entry((flit.node, channel)).or_insert(cube.now());
                }
            }
        }
    });
    let shown = watch.starts.iter().map(|(cycle, node, link)| ((*node, *link), *cycle)).collect();
    assert_eq!(starts, shown);
    let taken = watch.delivered.iter().map(|(cycle, node, _)| (*cycle, *node));
    assert_eq!(delivered, taken.collect::<Vec<_>>());
    assert!(most == 2 && last == Snapshot::default(), "all is free in the end");
}

#[test]
fn an_idle_network_takes_two_cycles_a_hop() {
    let watch = alone(&HypercubeSpec::new(3, 4), &[], &[0b111]);
    assert_eq!(watch.accepted, [0]);
    // The header is known in 0 and granted in 1.
    assert_eq!(watch.starts, [(2, 0b000, 0), (4, 0b001, 1), (6, 0b011, 2)]);
    // From the link to the processor: known in 6, granted and written in 7, read in 8.
    let beat = Beat { message: 5, index: 0, last: true, bad: false };
    assert_eq!(watch.delivered, [(9, 0b111, beat)]);
}

#[test]
fn copies_start_as_their_branches_become_known() {
    let watch = alone(&HypercubeSpec::new(3, 4), &[], &[1, 2, 4]);
    let starts: BTreeSet<(u32, u32)> = watch.starts.iter().map(|s| (s.1, s.2)).collect();
    assert_eq!(starts, [(0, 0), (0, 1), (0, 2)].into());
    // Branches are decided in 1, 2, 3, and the links granted two cycles later.
    let cycles: Vec<u64> = watch.starts.iter().map(|start| start.0).collect();
    assert_eq!(cycles, [4, 5, 6]);
}

#[test]
fn what_cannot_be_reached_is_reported() {
    let watch = alone(&HypercubeSpec::new(3, 4), &[3, 5], &[6, 5, 1]);
    let reported: Vec<(u32, u32)> = watch.events.iter().map(|e| (e.code, e.address)).collect();
    assert_eq!(reported, [(4, 5)]);
    let reached: BTreeSet<u32> = watch.delivered.iter().map(|delivery| delivery.1).collect();
    assert_eq!(reached, [1, 6].into());
}

fn config(vote: Vote) -> MhuConfig {
    MhuConfig {
        m: 5,
        vote,
        classes: 3,
        lan: false,
        pattern: Pattern::Uniform,
        destinations: 4,
        unicasts: false,
        broadcasts: 100,
        faulty: BTreeSet::new(),
        failures: Vec::new(),
    }
}

/// Plays some cycles under a load, lets everything arrive, and returns what happened before.
fn played(n: u32, config: &MhuConfig, load: f64, seed: u64) -> Counts {
    let lengths = Lengths::new(&[(1, 1), (4, 2), (9, 1)]).expect("permitted");
    let mut run = MhuRun::new(n, config, &lengths, load, seed).expect("permitted");
    for _ in 0..30 {
        (0..100).for_each(|_| run.step());
        assert_eq!(run.check(), Ok(()));
    }
    let counts = run.take_counts();
    assert_eq!(run.audit(), Ok(()), "{config:?} at {load}");
    counts
}

#[test]
fn nothing_is_lost_under_any_load() {
    for vote in Vote::ALL {
        for (classes, faulty) in [(2, vec![]), (3, vec![]), (3, vec![0, 15]), (4, vec![6])] {
            let faulty = faulty.into_iter().collect();
            let config = MhuConfig { classes, faulty, ..config(vote) };
            for load in [0.02, 1.0] {
                let counts = played(4, &config, load, 1);
                assert!(counts.messages > 30 && counts.copies >= 4 * counts.messages);
            }
        }
        let alone = MhuConfig { unicasts: true, destinations: 7, ..config(vote) };
        assert!(played(4, &alone, 0.5, 1).messages > 30);
        let long = MhuConfig { destinations: 9, ..config(vote) };
        assert!(played(4, &long, 0.2, 1).messages > 30);
    }
}

#[test]
fn nodes_that_fail_get_nothing_more_and_nothing_else_is_lost() {
    let failures = vec![Failure { cycle: 1500, node: 9 }, Failure { cycle: 700, node: 6 }];
    for (unicasts, load) in [(false, 0.1), (false, 1.0), (true, 0.3)] {
        let config = MhuConfig { unicasts, failures: failures.clone(), ..config(Vote::Nca) };
        let lengths = Lengths::new(&[(1, 1), (9, 1)]).expect("permitted");
        let mut run = MhuRun::new(4, &config, &lengths, load, 1).expect("permitted");
        // The network was empty at the latest when all that was on its way had come.
        run.note(1000);
        let mut paused = Vec::new();
        for _ in 0..3 {
            (0..1000).for_each(|_| run.step());
            assert_eq!(run.check(), Ok(()));
            let counts = run.take_counts();
            assert!(counts.messages > 20, "{counts:?}");
            paused.push(counts.paused);
        }
        assert!(paused[0] > 1 && paused[1] > 1 && paused[0] < 300 && paused[2] == 0, "{paused:?}");
        let record = run.take_record().expect("it was noted");
        assert_eq!(run.audit(), Ok(()));
        let flits = |node: u32| -> u64 {
            let into =
                record.links().filter(|(from, _, link)| *from == node || link.to == Some(node));
            into.map(|(.., link)| link.flits).sum()
        };
        assert!(flits(6) == 0 && flits(9) > 0 && flits(1) > 0, "{unicasts} {load}");
        for message in record.messages().iter().filter(|message| message.made > 2000) {
            let to: Vec<u32> = match &message.receivers {
                Receivers::Nodes(nodes) => nodes.clone(),
                _ => Vec::new(),
            };
            let names = |node| message.source == node || to.contains(&node);
            assert!(!names(6) && !names(9), "{message:?}");
            let due = if to.is_empty() { 13 } else { to.len() as u32 };
            assert_eq!(message.due, due);
        }
    }
}

#[test]
fn every_pattern_is_delivered() {
    let hot = Pattern::Hotspot { nodes: vec![3, 9], share: 500 };
    for pattern in [hot, Pattern::DistanceInverse] {
        let config = MhuConfig { pattern, ..config(Vote::Greedy) };
        assert!(played(4, &config, 0.1, 1).messages > 30);
    }
    for pattern in [Pattern::Transpose, Pattern::BitComplement] {
        let config = MhuConfig { pattern, destinations: 1, ..config(Vote::Greedy) };
        assert!(played(4, &config, 0.3, 1).messages > 30);
    }
}

/// Messages over all four turns of a square, which wait for each other for ever without classes, and
/// others elsewhere in the cube for 8000 cycles.
fn turns() -> Vec<Cast> {
    let turns: [(u32, &[u32]); 4] = [(0, &[3]), (1, &[3, 2]), (3, &[0]), (2, &[0, 1])];
    let mut stream = Random::keyed(1, [0; 3]);
    let around = (0..400).map(|_| {
        let (source, list) = turns[stream.below(4) as usize];
        Cast { cycle: 0, source, destinations: list.to_vec(), length: 1 + stream.below(8) }
    });
    let apart = (0..400).map(|index| cast(20 * u64::from(index), 4 + index % 2, &[7], 8));
    around.chain(apart).collect()
}

fn cast(cycle: u64, source: u32, destinations: &[u32], length: u32) -> Cast {
    Cast { cycle, source, destinations: destinations.to_vec(), length }
}

#[test]
fn the_rules_of_the_thesis_deadlock_in_part_of_a_cube_and_the_default_does_not() {
    let config = MhuConfig { m: 2, lan: true, destinations: 1, ..config(Vote::Greedy) };
    let Err(MhuRunError::Deadlock { cycle, deadlock }) = drain(3, &config, turns(), false, &|_| ())
    else {
        panic!("messages that turn around a square wait for each other");
    };
    // The others go on until long after that.
    assert!(cycle < 4096, "{cycle}");
    let waits = deadlock.cycle.iter().zip(deadlock.cycle.iter().cycle().skip(1));
    let nodes: BTreeSet<u32> = deadlock.cycle.iter().map(|place| place.node).collect();
    assert_eq!((nodes, deadlock.cycle.len()), ([0, 1, 2, 3].into(), 4), "{deadlock}");
    for (place, next) in waits {
        assert_eq!(next.node, place.node ^ 1 << next.input, "{deadlock}");
    }
    assert!(deadlock.to_string().contains("\n  node 0 input 1 class 0 buffer 0"), "{deadlock}");

    let classes = MhuConfig { lan: false, ..config };
    let measured =
        drain(3, &classes, turns(), false, &|_| ()).expect("classes break the deadlock cycle");
    assert_eq!(measured.total().messages, 800);
}

#[test]
fn given_messages_arrive_as_they_do_alone() {
    let config = config(Vote::Greedy);
    // Out of order; to all, and to the sender itself.
    let casts = vec![cast(900, 5, &[], 1), cast(0, 0, &[0b111], 1), cast(500, 1, &[1], 1)];
    let measured = drain(3, &config, casts, false, &|_| ()).expect("nothing meets");
    let total = measured.total();
    assert_eq!((total.messages, total.copies, total.hops), (3, 1 + 1 + 7, 3 * 2 + 7 * 2));
    // The header is out after 9 cycles, see above, its data one later.
    let first = drain(3, &config, vec![cast(0, 0, &[0b111], 1)], false, &|_| ())
        .expect("nothing meets")
        .total();
    assert_eq!(first.latency, 10);
    // What waits at its source is not forgotten.
    let queue = vec![cast(0, 0, &[0b111], 8); 50];
    assert_eq!(drain(3, &config, queue, false, &|_| ()).expect("one way").total().messages, 50);
    let refused = |cast: Cast| match drain(3, &config, vec![cast], false, &|_| ()) {
        Err(MhuRunError::Mhu(cause)) => cause.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(cast(0, 1, &[8], 1)), "node 8 is faulty or not one of 0 to 7");
    assert_eq!(refused(cast(0, 1, &[2, 3, 2], 1)), "node 2 is listed twice");
    let all: Vec<u32> = (0..7).collect();
    let many = "number of destinations is 7; permitted is 0 to 6";
    assert_eq!(refused(cast(0, 1, &all, 1)), many);
    let long = "message length is 4097; permitted is 1 to 4096";
    assert_eq!(refused(cast(0, 1, &[0], 4097)), long);
}

#[test]
fn the_same_seed_plays_the_same_messages() {
    let greedy = config(Vote::Greedy);
    assert_eq!(played(4, &greedy, 0.1, 3), played(4, &greedy, 0.1, 3));
    assert_ne!(played(4, &greedy, 0.1, 3), played(4, &greedy, 0.1, 4));
}

#[test]
fn the_load_is_that_of_the_flits_that_are_sent() {
    let counts = played(6, &config(Vote::Nca), 0.05, 2);
    let load = counts.flits_made as f64 / 64.0 / 3000.0;
    assert!((load / 0.05 - 1.0).abs() < 0.1, "{load}");
}

#[test]
fn what_cannot_run_is_refused() {
    let refused = |config: &MhuConfig| config.spec(4, 4).expect_err("impossible").to_string();
    let greedy = config(Vote::Greedy);
    let texts = [
        refused(&MhuConfig { m: 0, ..greedy.clone() }),
        refused(&MhuConfig { classes: 1, ..greedy.clone() }),
        refused(&MhuConfig { destinations: 15, ..greedy.clone() }),
        refused(&MhuConfig { broadcasts: 1001, ..greedy.clone() }),
        refused(&MhuConfig { pattern: Pattern::Transpose, ..greedy.clone() }),
    ];
    assert_eq!(
        texts,
        [
            "m is 0; permitted is 1 to 14 for n = 4",
            "classes is 1; permitted is 2 to 8 with fault tolerance",
            "number of destinations is 15; permitted is 1 to 14",
            "share of broadcasts is 1001; permitted is 0 to 1000",
            "4 destinations of a message; a pattern that fixes where each node sends has 1",
        ]
    );
    for (classes, faulty) in [(2, vec![3]), (3, vec![1, 2]), (3, vec![16])] {
        let faulty = faulty.into_iter().collect();
        let text = refused(&MhuConfig { classes, faulty, ..greedy.clone() });
        assert!(text.starts_with("with these faulty nodes"), "{text}");
    }
    let faulty = BTreeSet::from([3]);
    let hot = Pattern::Hotspot { nodes: vec![1, 3], share: 10 };
    for pattern in [Pattern::BitComplement, hot] {
        let text = refused(&MhuConfig {
            pattern,
            destinations: 1,
            faulty: faulty.clone(),
            ..greedy.clone()
        });
        assert_eq!(text, "the traffic sends to faulty node 3");
    }
}

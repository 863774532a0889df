//! The clocked model of the emitted router: documented latencies, and that nothing is ever lost.

use std::collections::BTreeSet;

use teecast_model::hypercube::event::Event;
use teecast_model::network::measure::Counts;
use teecast_model::network::mhu::{Beat, Cube, Frame, MhuConfig, MhuRun, World};
use teecast_model::traffic::Lengths;
use teecast_spec::{HypercubeSpec, Vote};

/// Writes down what happens.
#[derive(Default)]
struct Watch {
    accepted: Vec<u64>,
    starts: Vec<(u64, u32, u32)>,
    delivered: Vec<(u64, u32, Beat)>,
    events: Vec<Event>,
}

impl World for Watch {
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
    let mut cube = Cube::new(spec);
    cube.set_faulty(&faulty.iter().copied().collect());
    let count = destinations.len() as u32;
    let packet = cube.begin(0, Frame { message: 5, count, destinations: destinations.to_vec() });
    cube.offer(0, packet, true);
    let mut watch = Watch::default();
    while !cube.idle() {
        cube.step(&mut watch);
    }
    assert_eq!(cube.packets(), 0);
    watch
}

#[test]
fn an_idle_network_takes_four_cycles_a_hop() {
    let watch = alone(&HypercubeSpec::new(3, 4), &[], &[0b111]);
    assert_eq!(watch.accepted, [0]);
    assert_eq!(watch.starts, [(4, 0b000, 0), (8, 0b001, 1), (12, 0b011, 2)]);
    // From the link to the processor: the header is known, granted, read, in the register.
    let beat = Beat { message: 5, index: 0, last: true, bad: false };
    assert_eq!(watch.delivered, [(15, 0b111, beat)]);
}

#[test]
fn the_headers_of_copies_leave_one_after_another() {
    let watch = alone(&HypercubeSpec::new(3, 4), &[], &[1, 2, 4]);
    let starts: BTreeSet<(u32, u32)> = watch.starts.iter().map(|s| (s.1, s.2)).collect();
    assert_eq!(starts, [(0, 0), (0, 1), (0, 2)].into());
    // Branches are decided in 1, 2, 3, that there are no more in 4, and all links granted in 5. The
    // first header was packed meanwhile and leaves in 6; the packer begins with the others then.
    let cycles: Vec<u64> = watch.starts.iter().map(|start| start.0).collect();
    assert_eq!(cycles, [7, 9, 10]);
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
        destinations: 4,
        unicasts: false,
        broadcasts: 100,
        faulty: BTreeSet::new(),
    }
}

/// Plays some cycles under a load, lets everything arrive, and returns what happened before.
fn played(n: u32, config: &MhuConfig, load: f64, seed: u64) -> Counts {
    let lengths = Lengths::new(&[(1, 1), (4, 2), (9, 1)]).expect("permitted");
    let mut run = MhuRun::new(n, config, &lengths, load, seed).expect("permitted");
    (0..3000).for_each(|_| run.step());
    assert_eq!(run.check(), Ok(()));
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
    let lengths = Lengths::fixed(4).expect("permitted");
    let refused =
        |config: &MhuConfig| config.spec(4, &lengths).expect_err("impossible").to_string();
    let greedy = config(Vote::Greedy);
    let texts = [
        refused(&MhuConfig { m: 0, ..greedy.clone() }),
        refused(&MhuConfig { classes: 1, ..greedy.clone() }),
        refused(&MhuConfig { destinations: 15, ..greedy.clone() }),
        refused(&MhuConfig { broadcasts: 1001, ..greedy.clone() }),
    ];
    assert_eq!(
        texts,
        [
            "m is 0; permitted is 1 to 14 for n = 4",
            "classes is 1; permitted is 2 to 8 with fault tolerance",
            "number of destinations is 15; permitted is 1 to 14",
            "share of broadcasts is 1001; permitted is 0 to 1000",
        ]
    );
    for (classes, faulty) in [(2, vec![3]), (3, vec![1, 2]), (3, vec![16])] {
        let faulty = faulty.into_iter().collect();
        let text = refused(&MhuConfig { classes, faulty, ..greedy.clone() });
        assert!(text.starts_with("with these faulty nodes"), "{text}");
    }
}

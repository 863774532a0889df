//! The plain network: latency without load, conservation, deadlock, and what others measured.

use std::cell::RefCell;

use teecast_model::harts::simulation::{Broadcast, run as harts};
use teecast_model::hypercube::clocked as mhu;
use teecast_model::region::Algorithm;
use teecast_model::region::simulation::{Regions, run as region};
use teecast_model::simulate::measure::Counts;
use teecast_model::simulate::plain::{Plain, PlainConfig};
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::route::{Layout, Routes};
use teecast_model::simulate::run::{Ending, RunError};
use teecast_model::simulate::sweep::{Answer, Job, PlainSetup};
use teecast_model::traffic::{Lengths, Pattern, Workload, WorkloadMessage};
use teecast_spec::Vote;

const ROUTER: PlainConfig = PlainConfig { channels: 4, buffer: 8, dateline: true, credit_delay: 1 };

fn mesh(radices: &[u32]) -> Layout {
    Layout::Mesh(radices.to_vec())
}

fn setup(topology: Layout, length: u32) -> PlainSetup {
    let plan =
        Plan { warm_up: 2000, batch: 1000, least: 5, most: 20, precision: 0.01, limit: 20.0 };
    PlainSetup {
        topology,
        router: ROUTER,
        pattern: Pattern::Uniform,
        lengths: Lengths::fixed(length).expect("permitted"),
        plan,
        seed: 1,
    }
}

fn network(topology: &Layout, router: &PlainConfig) -> Plain {
    Plain::new(Routes::new(topology).expect("permitted"), router).expect("permitted")
}

/// Plays until all given messages are delivered; returns what happened.
fn drained(network: &mut Plain, messages: Vec<WorkloadMessage>) -> Counts {
    let last = messages.iter().map(|message| message.cycle).max().unwrap_or(0);
    let mut workload = Workload::trace(messages);
    while network.now() <= last || !network.is_empty() {
        network.step(&mut workload);
        assert!(network.now() < last + 100_000, "the network stands still");
    }
    network.take_counts()
}

#[test]
fn a_message_alone_takes_four_cycles_a_router_and_its_length() {
    let topologies = [mesh(&[4, 3]), Layout::Torus(vec![5, 3]), Layout::Hypercube(4)];
    for topology in topologies {
        let routes = Routes::new(&topology).expect("permitted");
        let nodes = routes.nodes() as u32;
        for (source, destination) in (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))) {
            for length in [1, 7, 40] {
                let mut network = network(&topology, &ROUTER);
                let message = WorkloadMessage { cycle: 3, source, destination, length };
                let counts = drained(&mut network, vec![message]);
                let hops = u64::from(routes.topology().distance(source, destination));
                // Eight places cover the round trip of a credit: the tail is never held up.
                assert_eq!(counts.latency, 4 * (hops + 1) + 2 + u64::from(length) - 1);
                assert_eq!(counts.hops, hops * u64::from(length));
            }
        }
    }
}

#[test]
fn short_buffers_hold_a_long_message_up() {
    // One place for a flit that is busy for 3 cycles on the way there, at least 1 in the buffer and
    // 3 on the way back.
    let router = PlainConfig { channels: 1, buffer: 1, ..ROUTER };
    let mut network = network(&mesh(&[2]), &router);
    let message = WorkloadMessage { cycle: 0, source: 0, destination: 1, length: 101 };
    let counts = drained(&mut network, vec![message]);
    let each = (counts.latency - 10) as f64 / 100.0;
    assert!((6.0..=8.0).contains(&each), "{each}");
}

#[test]
fn everything_sent_arrives_and_all_credits_come_home() {
    let topologies = [mesh(&[4, 4]), Layout::Torus(vec![4, 5]), Layout::Hypercube(5)];
    for topology in topologies {
        for (channels, buffer, load) in [(2, 2, 0.9), (4, 8, 0.3), (2, 1, 0.5)] {
            let router = PlainConfig { channels, buffer, ..ROUTER };
            let mut network = network(&topology, &router);
            let lengths = Lengths::new(&[(1, 3), (6, 2), (17, 1)]).expect("permitted");
            let nodes = network.routes().nodes();
            let mut traffic = Workload::random(nodes, load, Pattern::Uniform, lengths, [7, 0]);
            let mut messages = Vec::new();
            let routes = network.routes().clone();
            for now in 0..600 {
                traffic.make(routes.topology(), now, |message| messages.push(message));
            }
            let sent = messages.len() as u64;
            let flits: u64 = messages.iter().map(|message| u64::from(message.length)).sum();
            let counts = drained(&mut network, messages);
            assert_eq!((counts.messages, counts.flits), (sent, flits));
            // The last credits are still on their way.
            (0..16).for_each(|_| network.step(&mut Workload::trace(vec![])));
            assert_eq!(network.audit(flits, flits), Ok(()));
            assert!(network.audit(flits + 1, flits).is_err());
        }
    }
}

#[test]
fn a_torus_without_datelines_deadlocks_and_the_circle_is_shown() {
    let mut setup = setup(Layout::Torus(vec![8]), 32);
    setup.router = PlainConfig { channels: 1, buffer: 1, dateline: false, ..ROUTER };
    setup.plan.limit = f64::INFINITY;
    let Err(RunError::Deadlock { deadlock, .. }) = setup.run(0.9) else {
        panic!("a ring without a dateline must deadlock");
    };
    assert!(deadlock.cycle.len() >= 4 && deadlock.stuck >= deadlock.cycle.len(), "{deadlock}");
    let text = deadlock.to_string();
    assert!(text.contains(" of them in a deadlock cycle:\n  router "), "{text}");

    setup.router = PlainConfig { channels: 2, dateline: true, ..setup.router };
    setup.run(0.9).expect("datelines break the ring");
}

#[test]
fn part_of_a_network_can_be_stuck_while_the_rest_moves() {
    // A ring of 8 in one dimension of a torus; another row is busy.
    let router = PlainConfig { channels: 1, buffer: 1, dateline: false, ..ROUTER };
    let mut network = network(&Layout::Torus(vec![8, 4]), &router);
    let around = (0..8).map(|x| WorkloadMessage {
        cycle: 0,
        source: x,
        destination: (x + 3) % 8,
        length: 20,
    });
    let other =
        (0..4000).map(|cycle| WorkloadMessage { cycle, source: 8, destination: 16, length: 1 });
    let mut workload = Workload::trace(around.chain(other).collect());
    (0..1000).for_each(|_| network.step(&mut workload));
    network.take_counts();
    let deadlock = network.deadlock().expect("a ring of eight");
    // Each message waits for the one that its next router sent itself.
    assert_eq!(deadlock.cycle.len(), 16, "{deadlock}");
    assert!(deadlock.cycle.iter().all(|place| place.node < 8), "{deadlock}");
    (0..1000).for_each(|_| network.step(&mut workload));
    assert!(network.take_counts().messages > 50);
}

#[test]
fn overload_without_a_ring_is_no_deadlock() {
    for topology in [mesh(&[4, 4]), Layout::Torus(vec![4, 4]), Layout::Hypercube(4)] {
        let mut setup = setup(topology, 9);
        setup.router = PlainConfig { channels: 2, buffer: 1, ..ROUTER };
        let found = setup.run(1.0).expect("no deadlock");
        assert_ne!(found.ending, Ending::Precise);
    }
}

#[test]
fn seed_and_load_fix_a_run() {
    let run = |seed| PlainSetup { seed, ..setup(mesh(&[4, 4]), 3) }.run(0.2).expect("permitted");
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn means_agree_with_those_of_a_known_simulator() {
    // Measured by others with the same pipeline: mean latency under uniform load.
    let table = [
        (mesh(&[8, 8]), 1, 0.3, 29.40, 0.02),
        (mesh(&[8, 8]), 5, 0.3, 43.60, 0.05),
        (Layout::Hypercube(6), 1, 0.3, 18.39, 0.02),
    ];
    for (topology, length, load, latency, tolerance) in table {
        let setup = setup(topology, length);
        let found = setup.run(load).expect("permitted");
        let mean = found.total().mean_latency().expect("messages arrive");
        assert!((mean / latency - 1.0).abs() < tolerance, "{mean} instead of {latency}");
    }
}

#[test]
fn a_network_saturates_where_its_latency_is_three_times_that_without_load() {
    let mut setup = setup(mesh(&[4, 4]), 1);
    setup.plan.most = 5;
    let Ok(Answer::Saturation { load, half_width }) = setup.answer(Job::Saturation, &|_| ()) else {
        panic!("the search ends");
    };
    assert!(half_width <= 1.0 / 512.0);
    let times = |load| {
        let mean = setup.run(load).expect("permitted").total().mean_latency();
        mean.expect("messages arrive") / setup.zero_load_latency().expect("permitted")
    };
    assert!(times(load - 0.02) < 3.0 && times(load + 0.02) > 3.0, "{load}");
}

#[test]
fn latency_without_load_has_a_formula() {
    let latency = |topology| setup(topology, 1).zero_load_latency().expect("permitted");
    let topologies = [mesh(&[8, 8]), mesh(&[16, 16]), Layout::Hypercube(6), mesh(&[4; 4])];
    assert_eq!(topologies.map(latency), [27.0, 48.5, 18.0, 26.0]);
}

#[test]
fn what_cannot_run_is_refused() {
    let refused = |change: fn(&mut PlainSetup), load| {
        let mut setup = setup(Layout::Torus(vec![4, 4]), 1);
        change(&mut setup);
        setup.run(load).expect_err("impossible").to_string()
    };
    let texts = [
        refused(|s| s.router.channels = 3, 0.1),
        refused(|s| s.router.channels = 14, 0.1),
        refused(|s| s.router.buffer = 0, 0.1),
        refused(|s| s.router.credit_delay = 9, 0.1),
        refused(|s| s.plan.least = 1, 0.1),
        refused(|s| s.plan.batch = 0, 0.1),
        refused(|s| s.plan.precision = 1.0, 0.1),
        refused(|_| (), 0.0),
        refused(|_| (), 1.01),
    ];
    assert_eq!(
        texts,
        [
            "a torus with datelines needs an even number of virtual channels; there are 3",
            "5 ports of 14 virtual channels; permitted are 1 to 64 channels in a router",
            "buffer is 0 flits; permitted is 1 to 255",
            "credit delay is 9 cycles; permitted is 0 to 8",
            "smallest number of batches is 1; permitted is 2 or more, at most the largest number",
            "batch length is 0; permitted is 1 cycle or more",
            "precision is 1; permitted is above 0, below 1",
            "load is 0.0 flits per node and cycle; permitted is 1e-9 to 1",
            "load is 1.01 flits per node and cycle; permitted is 1e-9 to 1",
        ]
    );
}

#[test]
fn what_lies_on_a_bound_runs() {
    let runs = |change: fn(&mut PlainSetup)| {
        let mut setup = setup(mesh(&[2, 2]), 1);
        setup.plan = Plan { warm_up: 0, batch: 20, least: 2, most: 2, precision: 0.9, limit: 50.0 };
        change(&mut setup);
        setup.run(0.1).is_ok()
    };
    assert!(runs(|_| ()));
    assert!(runs(|s| s.plan.batch = 1));
    assert!(runs(|s| s.router.channels = 1));
    assert!(runs(|s| s.router.buffer = 255));
    assert!(runs(|s| s.router.credit_delay = 8));
}

#[test]
fn lengths_are_read_as_they_were_written() {
    let lengths = Lengths::new(&[(64, 3), (128, 5), (512, 2)]).expect("right");
    let text = serde_json::to_string(&lengths).expect("plain numbers");
    assert_eq!(serde_json::from_str::<Lengths>(&text).ok(), Some(lengths));
    for bad in ["[]", "[[0,1]]", "[[1,0]]"] {
        let text = format!("{{\"steps\":{bad}}}");
        assert!(serde_json::from_str::<Lengths>(&text).is_err(), "{bad}");
    }
}

/// Runs something that reports its progress, and checks what it reports.
fn check_reports(run: impl Fn(Report)) {
    let told = RefCell::new(Vec::new());
    run(&|done| told.borrow_mut().push(done));
    let told = told.into_inner();
    assert!(told.len() > 5 && told.iter().all(|done| (0.0..=1.0).contains(done)), "{told:?}");
    assert!(told[0] < 0.2 && told[told.len() - 1] > 0.8, "{told:?}");
    assert!(told.is_sorted(), "{told:?}");
}

#[test]
fn every_simulated_network_reports_how_far_a_run_is() {
    // No mean is precise: all batches are played.
    let plan = Plan { warm_up: 1500, batch: 2048, least: 5, most: 5, precision: 1e-6, limit: 50.0 };
    let plain = PlainSetup { plan: plan.clone(), ..setup(mesh(&[3, 3]), 2) };
    check_reports(|report| {
        let answer = plain.answer(Job::Load(0.1), report).expect("permitted");
        let Answer::Point(point) = answer else { panic!("{answer:?}") };
        assert_eq!(plain.run(0.1), Ok(point.measured));
    });
    let pattern = Pattern::Uniform;
    let lengths = Lengths::fixed(4).expect("permitted");
    let router = mhu::MhuConfig {
        m: 3,
        vote: Vote::Greedy,
        classes: 2,
        lan: false,
        pattern,
        destinations: 2,
        unicasts: false,
        broadcasts: 0,
        faulty: Default::default(),
        failures: Vec::new(),
    };
    let mhu = mhu::MhuSetup { n: 3, router, lengths: lengths.clone(), plan: plan.clone(), seed: 1 };
    check_reports(|report| drop(mhu.answer(Job::Load(0.1), report).expect("permitted")));
    let region = region::RegionSetup {
        radices: vec![3, 3],
        algorithm: Algorithm::NearestCorner,
        channels: 2,
        emitted: None,
        share: 100,
        regions: Regions::Full,
        pattern: Pattern::Others,
        lengths: lengths.clone(),
        plan,
        seed: 1,
    };
    for emitted in [None, Some(2)] {
        let region = region::RegionSetup { emitted, ..region.clone() };
        check_reports(|report| {
            assert_eq!(region.run_watched(0.02, report), region.run(0.02));
        });
    }
    for emitted in [false, true] {
        let paper = harts::HartsSetup::paper(3, Broadcast::Reliable { k: 2 });
        let harts =
            harts::HartsSetup { emitted, warm_up: 1500, share: 50_000, broadcasts: 150, ..paper };
        let harts = harts::HartsSetup { lengths: lengths.clone(), ..harts };
        check_reports(|report| {
            assert_eq!(harts.run_watched(0.02, report), harts.run(0.02));
        });
    }
}

//! Speed of the simulator: flit-hops or node-cycles a second on one thread, in steady state.
//!
//! `cargo bench --bench network` prints them; `docs/simulator.md` quotes them. A flit-hop is a flit that
//! crosses a link between two routers; those to and from the nodes are not counted.

use std::collections::BTreeSet;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use teecast::model::hypercube::clocked::{MhuConfig, MhuRun};
use teecast::model::simulate::plain::{Plain, PlainConfig};
use teecast::model::simulate::route::{Layout, Routes};
use teecast::model::traffic::{Lengths, Pattern, Workload};
use teecast::spec::Vote;

/// Cycles of one iteration.
const CYCLES: u32 = 1000;

fn network(c: &mut Criterion) {
    let mut group = c.benchmark_group("plain network");
    let networks = [
        ("mesh 8x8", Layout::Mesh(vec![8, 8]), 0.1),
        ("mesh 8x8", Layout::Mesh(vec![8, 8]), 0.3),
        ("mesh 16x16", Layout::Mesh(vec![16, 16]), 0.1),
        ("mesh 16x16", Layout::Mesh(vec![16, 16]), 0.2),
        ("6-cube", Layout::Hypercube(6), 0.1),
        ("6-cube", Layout::Hypercube(6), 0.3),
        ("10-cube", Layout::Hypercube(10), 0.1),
        ("10-cube", Layout::Hypercube(10), 0.3),
    ];
    for (name, topology, load) in networks {
        let routes = Routes::new(&topology).expect("permitted");
        let nodes = routes.nodes();
        let hops = load * nodes as f64 * routes.mean_distance() * f64::from(CYCLES);
        let router = PlainConfig { channels: 4, buffer: 8, dateline: true, credit_delay: 1 };
        let mut network = Plain::new(routes, &router).expect("permitted");
        let lengths = Lengths::fixed(1).expect("permitted");
        let mut workload = Workload::random(nodes, load, Pattern::Uniform, lengths, [1, 0]);
        (0..CYCLES).for_each(|_| network.step(&mut workload));
        group.sample_size(10);
        group.throughput(Throughput::Elements(hops as u64));
        group.bench_function(format!("{name} at {load}"), |b| {
            b.iter(|| (0..CYCLES).for_each(|_| network.step(&mut workload)));
        });
    }
}

/// The emitted router, clock by clock: node-cycles a second, of unicasts, multicasts and broadcasts
/// with some flits of data.
fn emitted(c: &mut Criterion) {
    let mut group = c.benchmark_group("emitted network");
    let networks = [
        ("6-cube, unicasts", 6, 1, 0, 4, 0.1),
        ("6-cube, to 8 nodes", 6, 8, 0, 4, 0.05),
        ("6-cube, long to 8 nodes", 6, 8, 0, 32, 0.05),
        ("6-cube, 1 % broadcasts", 6, 1, 10, 4, 0.1),
        ("10-cube, unicasts", 10, 1, 0, 4, 0.1),
        ("10-cube, to 8 nodes", 10, 8, 0, 4, 0.05),
    ];
    for (name, n, destinations, broadcasts, data, load) in networks {
        let config = MhuConfig {
            m: 8,
            vote: Vote::Greedy,
            classes: 3,
            lan: false,
            pattern: Pattern::Uniform,
            destinations,
            unicasts: false,
            broadcasts,
            faulty: BTreeSet::new(),
            failures: Vec::new(),
        };
        let lengths = Lengths::fixed(data).expect("permitted");
        let mut network = MhuRun::new(n, &config, &lengths, load, 1).expect("permitted");
        (0..CYCLES).for_each(|_| network.step());
        group.sample_size(10);
        group.throughput(Throughput::Elements(u64::from(CYCLES) << n));
        group.bench_function(format!("{name} at {load}"), |b| {
            b.iter(|| (0..CYCLES).for_each(|_| network.step()));
        });
    }
}

criterion_group!(benches, network, emitted);
criterion_main!(benches);

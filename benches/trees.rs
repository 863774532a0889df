//! Speed of the exact optimum and of the fast golden paths, each beside the plain model.
//!
//! `cargo bench --bench trees` prints the times; `docs/studies.md` quotes them.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use teecast::model::hypercube::fast::{faults::PairTable, rows, words};
use teecast::model::hypercube::route::{Algorithm, RouteRequest, run};
use teecast::model::hypercube::{fault, optimal};
use teecast::spec::Vote;
use teecast_study::random::Random;

/// Sets that a bench goes through, so that none stands for all.
const SETS: usize = 512;

fn lists(n: u32, k: usize) -> Vec<Vec<u32>> {
    let mut random = Random::keyed(1, [u64::from(n), k as u64, 0]);
    (0..SETS).map(|_| random.uniform(n, k)).collect()
}

/// Goes round `inputs` for ever.
fn round<T: Clone>(inputs: &[T]) -> impl FnMut() -> T {
    let mut next = inputs.iter().cycle();
    move || next.next().expect("there are inputs").clone()
}

fn plain(n: u32, destinations: Vec<u32>) -> usize {
    let route = run(&RouteRequest {
        n,
        algorithm: Algorithm::Multicast,
        vote: Vote::Greedy,
        source: 0,
        destinations,
        faulty: [].into(),
        classes: None,
        fault_tolerant: false,
    });
    route.expect("the request is valid").traffic
}

fn optimum(c: &mut Criterion) {
    let mut group = c.benchmark_group("optimum");
    for (n, k) in [(6, 8), (6, 12), (6, 20), (6, 40), (10, 16)] {
        let lists = lists(n, k);
        group.sample_size(if n == 10 { 10 } else { 100 });
        group.bench_function(format!("n={n} k={k}"), |b| {
            b.iter_batched(round(&lists), |l| optimal::links(n, &l), BatchSize::SmallInput);
        });
    }
}

fn figures(c: &mut Criterion) {
    let sets: Vec<Vec<Vec<u32>>> =
        (1..64).step_by(2).map(|k| lists(6, k).into_iter().take(100).collect()).collect();
    let mut group = c.benchmark_group("figures 5.4 and 5.5");
    group.sample_size(10);
    group.bench_function("optimum and greedy, 32 x 100 sets", |b| {
        b.iter(|| {
            let both = |list: &Vec<u32>| {
                let word = list.iter().fold(0, |set, node| set | 1 << node);
                (optimal::links(6, list), words::greedy_links(word))
            };
            sets.iter().flatten().map(both).for_each(|pair| drop(black_box(pair)));
        });
    });
}

fn greedy(c: &mut Criterion) {
    let mut group = c.benchmark_group("greedy");
    group.throughput(Throughput::Elements(1));
    let small = lists(6, 20);
    let sets: Vec<u64> =
        small.iter().map(|list| list.iter().fold(0, |set, node| set | 1 << node)).collect();
    group.bench_function("n=6 k=20 words", |b| {
        b.iter_batched(round(&sets), words::greedy_links, BatchSize::SmallInput);
    });
    group.bench_function("n=6 k=20 plain", |b| {
        b.iter_batched(round(&small), |list| plain(6, list), BatchSize::SmallInput);
    });
    let large = lists(10, 100);
    let short: Vec<Vec<u16>> =
        large.iter().map(|list| list.iter().map(|node| *node as u16).collect()).collect();
    group.bench_function("n=10 k=100 rows", |b| {
        b.iter_batched(round(&short), |mut l| rows::greedy_links(&mut l), BatchSize::SmallInput);
    });
    group.bench_function("n=10 k=100 plain", |b| {
        b.iter_batched(round(&large), |list| plain(10, list), BatchSize::SmallInput);
    });
}

fn faults(c: &mut Criterion) {
    let mut group = c.benchmark_group("fault model");
    group.throughput(Throughput::Elements(1));
    let lists = lists(10, 10);
    let sets: Vec<[u16; 10]> =
        lists.iter().map(|list| std::array::from_fn(|index| list[index] as u16)).collect();
    let table = PairTable::new(10);
    group.bench_function("n=10 f=10 pairs", |b| {
        b.iter_batched(round(&sets), |set| table.model_holds(&set), BatchSize::SmallInput);
    });
    let mut stream = Random::keyed(1, [0; 3]);
    group.bench_function("n=10 f=10 drawn and judged by pairs", |b| {
        b.iter(|| {
            let mut set = [0; 10];
            stream.short_list(10, &mut set);
            table.model_holds(&set)
        });
    });
    let plain: Vec<_> = lists.iter().map(|list| list.iter().copied().collect()).collect();
    group.bench_function("n=10 f=10 plain", |b| {
        b.iter_batched(round(&plain), |set| fault::model_holds(10, &set), BatchSize::SmallInput);
    });
}

criterion_group!(benches, optimum, figures, greedy, faults);
criterion_main!(benches);

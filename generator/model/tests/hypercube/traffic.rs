//! Mean traffic in Q_6, uniform destinations: a quick look at every vote and baseline.

use teecast_model::hypercube::route::{Algorithm, RouteRequest};
use teecast_model::random::Random;
use teecast_spec::Vote;

use super::cube::{request, run};

/// Asserts the mean traffic to 10 destinations within 1.5 %.
fn assert_mean(algorithm: Algorithm, vote: Vote, expected: f64) {
    let mut random = Random::new(6);
    let runs = 3000;
    let total: usize = (0..runs)
        .map(|_| {
            let source = random.below(64);
            let mut others: Vec<u32> = (0..64).filter(|node| *node != source).collect();
            random.choose(&mut others, 10);
            run(&RouteRequest { vote, ..request(6, algorithm, source, &others) }).traffic
        })
        .sum();
    let mean = total as f64 / f64::from(runs);
    assert!((mean / expected - 1.0).abs() < 0.015, "{algorithm:?} {vote:?}: {mean} not {expected}");
}

#[test]
fn ten_destinations_cost_what_the_table_says() {
    assert_mean(Algorithm::Multicast, Vote::Nca, 14.72);
    assert_mean(Algorithm::Multicast, Vote::Look2, 15.27);
    assert_mean(Algorithm::Multicast, Vote::Greedy, 15.61);
    assert_mean(Algorithm::Multicast, Vote::Pcube, 17.56);
    assert_mean(Algorithm::Spare, Vote::Greedy, 18.55);
    assert_mean(Algorithm::Unicasts, Vote::Greedy, 30.48);
}

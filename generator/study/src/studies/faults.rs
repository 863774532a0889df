//! [Lan88] 7.2: how likely the fault model holds, and how many faults it could bear.

use teecast_model::hypercube::fast::faults::PairTable;

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// Samples for each one of the other studies: a sample is a list of a few nodes.
const SAMPLES: u64 = 100;
const CUBES: std::ops::RangeInclusive<u32> = 6..=10;
const MOST_FAULTS: usize = 12;
/// Number of points, in the units of the other studies.
pub const POINTS: u64 = 5 * MOST_FAULTS as u64 * SAMPLES;

/// Figure 7.2: the probability that every fault-free node has at most one faulty neighbour.
pub fn figure_7_2(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table =
        Table::new("probability", &["n", "faulty nodes", "probability", "standard error"]);
    let mut chart = Chart::new("faulty nodes", "probability that the fault model holds");
    for n in CUBES {
        let pairs = PairTable::new(n);
        let mut points = Vec::new();
        for count in 1..=MOST_FAULTS {
            let point = u64::from(n) << 32 | count as u64;
            let [holds] = context.sample_many(SAMPLES * context.runs, point, |stream| {
                let mut faulty: [u16; MOST_FAULTS] = [0; MOST_FAULTS];
                stream.short_list(n, &mut faulty[..count]);
                [pairs.model_holds(&faulty[..count]).into()]
            });
            let numbers = [holds.mean(), holds.error()];
            table.push([n.to_string(), count.to_string()].into_iter().chain(numbers.map(number)));
            outcome.estimate(format!("n = {n}, f = {count}"), holds.mean(), holds.error());
            points.push((count as f64, holds.mean(), holds.error()));
        }
        chart.curve(&format!("n = {n}"), points);
    }
    outcome.tables.push(table);
    let caption = "Probability that every fault-free node has at most one faulty neighbour.";
    outcome.pictures.push(chart.picture("probability", caption));
    outcome
}

/// The Hamming bound for codes of distance 3: most faulty nodes without neighbours among them.
pub fn hamming(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("bound", &["n", "most faulty nodes"]);
    for n in 3..=10u32 {
        let (distance, mut ball, mut shell) = (3, 0, 1);
        for radius in 0..=(distance - 1) / 2 {
            ball += shell;
            shell = shell * (n - radius) / (radius + 1);
        }
        let bound = (1 << n) / ball;
        table.push([n, bound]);
        outcome.exact(format!("n = {n}"), bound);
    }
    outcome.tables.push(table);
    outcome
}

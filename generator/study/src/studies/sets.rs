//! [Lan88] 5.4: mean traffic to random destination sets of Q_6.

use teecast_model::hypercube::route::Algorithm;
use teecast_model::stats::Tally;
use teecast_spec::Vote;

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::random::Random;
use crate::tally::Context;
use crate::traffic::{SampleMessage, broadcast, links};

/// Dimension of the cube of all these figures.
const N: u32 = 6;
/// Numbers of destinations that are quoted besides the odd ones of the paper.
const EVEN: [usize; 4] = [10, 20, 30, 50];
/// Number of points of the figures that compare with the optimum.
pub const POINTS: u64 = 36;

/// Where destinations are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Distribution {
    Uniform,
    Decreasing,
}

impl Distribution {
    fn message(self, stream: &mut Random, k: usize) -> SampleMessage {
        let destinations = match self {
            Distribution::Uniform => stream.uniform(N, k),
            Distribution::Decreasing => stream.decreasing(N, k),
        };
        SampleMessage::from_zero(N, destinations)
    }
}

/// Returns the odd numbers of destinations of the paper and some even ones.
fn counts() -> Vec<usize> {
    let mut counts: Vec<usize> = (1..64).step_by(2).chain(EVEN).collect();
    counts.sort_unstable();
    counts
}

/// One curve: its name and a tally for each number of destinations.
type Curve<'a> = (&'a str, Vec<(usize, Tally)>);

/// Adds a table, a chart and the quoted numbers of some curves.
fn show(outcome: &mut Outcome, curves: &[Curve], caption: &str) {
    let mut table =
        Table::new("traffic", &["k", "method", "mean [links]", "standard error [links]"]);
    let mut chart = Chart::new("destinations k", "mean traffic [links]");
    for (name, points) in curves {
        for (k, tally) in points {
            let numbers = [tally.mean(), tally.error()].map(number);
            table.push([k.to_string(), name.to_string()].into_iter().chain(numbers));
            outcome.estimate(format!("{name}, k = {k}"), tally.mean(), tally.error());
        }
        chart.curve(name, points.iter().map(|(k, t)| (*k as f64, t.mean(), t.error())));
    }
    outcome.tables.push(table);
    outcome.pictures.push(chart.picture("traffic", caption));
}

/// Figure 5.3: greedy, separate unicasts and broadcast.
pub fn figure_5_3(context: &Context) -> Outcome {
    let mut curves: Vec<Curve> = ["greedy", "unicasts", "broadcast"].map(|n| (n, vec![])).into();
    for k in 1..64usize {
        let tallies = context.sample(k as u64, |stream| {
            let message = Distribution::Uniform.message(stream, k);
            let hops: u32 = message.destinations.iter().map(|node| node.count_ones()).sum();
            [message.greedy(), hops.into(), broadcast(N)]
        });
        curves.iter_mut().zip(tallies).for_each(|((_, points), tally)| points.push((k, tally)));
    }
    let mut outcome = Outcome::default();
    show(&mut outcome, &curves, "Mean traffic of three ways to reach k random nodes of Q_6.");
    let (hops, destinations) = curves[1]
        .1
        .iter()
        .fold((0.0, 0.0), |(hops, count), (k, tally)| (hops + tally.mean(), count + *k as f64));
    outcome.exact("mean distance", hops / destinations);
    let dearer = curves[1].1.iter().find(|(_, tally)| tally.mean() > broadcast(N) as f64);
    outcome.exact(
        "last k with unicasts below broadcast",
        dearer.map_or(63.0, |(k, _)| *k as f64 - 1.0),
    );
    outcome
}

/// Figures 5.4 and 5.6: optimum, greedy and spare global send, and one link a destination.
fn methods(context: &Context, distribution: Distribution) -> Outcome {
    let names = ["optimum", "greedy", "spare global send", "lower bound k"];
    let mut curves: Vec<Curve> = names.map(|name| (name, vec![])).into();
    for k in counts() {
        let tallies = context.sample(k as u64, |stream| {
            let message = distribution.message(stream, k);
            let spare = message.route(Algorithm::Spare, Vote::Greedy);
            [message.optimum(), message.greedy(), links(&spare), k as i64]
        });
        curves.iter_mut().zip(tallies).for_each(|((_, points), tally)| points.push((k, tally)));
    }
    let mut outcome = Outcome::default();
    show(
        &mut outcome,
        &curves,
        "Mean traffic of three multicasts in Q_6; no method needs fewer links than the optimum.",
    );
    outcome
}

/// Figure 5.4: uniform destinations.
pub fn figure_5_4(context: &Context) -> Outcome {
    methods(context, Distribution::Uniform)
}

/// Figure 5.6: decreasing probability.
pub fn figure_5_6(context: &Context) -> Outcome {
    methods(context, Distribution::Decreasing)
}

/// Figures 5.5 and 5.7: what greedy trees take more than the optimum.
fn differences(context: &Context, distribution: Distribution) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new(
        "difference",
        &["k", "mean [links]", "standard deviation [links]", "largest [links]"],
    );
    let mut curves: Vec<Vec<(f64, f64, f64)>> = vec![Vec::new(); 3];
    let mut highest = Tally::default();
    for k in counts() {
        let [tally] = context.sample(k as u64, |stream| {
            let message = distribution.message(stream, k);
            [message.greedy() - message.optimum()]
        });
        let (mean, deviation, largest) = (tally.mean(), tally.deviation(), tally.largest as f64);
        table.push([k as f64, mean, deviation, largest].map(number));
        outcome.estimate(format!("mean difference, k = {k}"), mean, tally.error());
        if mean > highest.mean() {
            highest = tally;
        }
        let x = k as f64;
        let points = [(x, largest, 0.0), (x, mean, tally.error()), (x, deviation, 0.0)];
        curves.iter_mut().zip(points).for_each(|(curve, point)| curve.push(point));
    }
    outcome.estimate("largest mean difference", highest.mean(), highest.error());
    let mut chart = Chart::new("destinations k", "greedy above optimum [links]");
    for (name, points) in ["largest", "mean", "standard deviation"].into_iter().zip(curves) {
        chart.curve(name, points);
    }
    outcome.tables.push(table);
    let caption = "Links that greedy trees in Q_6 take above the optimum.";
    outcome.pictures.push(chart.picture("difference", caption));
    outcome
}

/// Figure 5.5: uniform destinations.
pub fn figure_5_5(context: &Context) -> Outcome {
    differences(context, Distribution::Uniform)
}

/// Figure 5.7: decreasing probability.
pub fn figure_5_7(context: &Context) -> Outcome {
    differences(context, Distribution::Decreasing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_are_counted() {
        assert_eq!(counts().len() as u64, POINTS);
    }
}

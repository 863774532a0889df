//! Questions beyond the papers: votes and classes, splitting or broadcasting, area, faults.

use std::collections::BTreeSet;

use teecast_spec::Vote;

use crate::chart::Chart;
use crate::choice::{Curve, Mix, designs};
use crate::outcome::{Outcome, Table, number};
use crate::random::Random;
use crate::tally::Context;
use crate::traffic::{SampleMessage, class_name, links};

/// Dimension of the cube of all these studies.
const N: u32 = 6;
const COUNTS: [usize; 6] = [3, 5, 10, 20, 30, 50];
/// Classes and whether one is kept for faults.
const CLASSES: [Option<(u32, bool)>; 5] =
    [None, Some((1, false)), Some((2, false)), Some((2, true)), Some((3, true))];
/// Number of points of [`votes`].
pub const VOTE_POINTS: u64 = COUNTS.len() as u64;
/// Number of points of a curve over all numbers of destinations.
pub const CURVE_POINTS: u64 = 63;
/// Faulty nodes of [`faults`], at most.
const MOST_FAULTS: usize = 8;
/// Numbers of destinations of [`faults`].
const FAULT_COUNTS: [usize; 2] = [10, 20];
/// Number of points of [`faults`].
pub const FAULT_POINTS: u64 = (MOST_FAULTS as u64 + 1) * FAULT_COUNTS.len() as u64;

/// Draws a message from a random source among the fault-free nodes.
fn message(stream: &mut Random, k: usize, faults: usize) -> SampleMessage {
    let source = stream.below(1 << N);
    let mut others = stream.uniform(N, k + faults);
    others.iter_mut().for_each(|node| *node ^= source);
    let faulty: BTreeSet<u32> = others.split_off(k).into_iter().collect();
    SampleMessage { n: N, source, destinations: others, faulty }
}

/// Mean traffic of every vote, and what it takes more than the optimum.
pub fn votes(context: &Context) -> Outcome {
    const DESIGNS: usize = Vote::ALL.len() * CLASSES.len();
    let mut outcome = Outcome::default();
    let head = [
        "vote",
        "classes",
        "k",
        "mean [links]",
        "standard error [links]",
        "excess over the optimum [%]",
    ];
    let mut table = Table::new("votes", &head);
    let designs: Vec<(Vote, Option<(u32, bool)>)> =
        CLASSES.into_iter().flat_map(|classes| Vote::ALL.map(|vote| (vote, classes))).collect();
    let mut chart = Chart::new("destinations k", "mean traffic above the optimum [links]");
    let mut curves: Vec<Vec<(f64, f64, f64)>> = vec![Vec::new(); Vote::ALL.len()];
    for k in COUNTS {
        // What a vote takes more is sampled as such: the same sets need the fewest samples.
        let tallies = context.sample(k as u64, |stream| {
            let message = message(stream, k, 0);
            let optimum = message.optimum();
            let mut taken = [optimum; 1 + 2 * DESIGNS];
            for (index, (vote, classes)) in designs.iter().enumerate() {
                let traffic = links(&message.multicast(*vote, *classes));
                taken[1 + index] = traffic;
                taken[1 + DESIGNS + index] = traffic - optimum;
            }
            taken
        });
        let optimum = tallies[0];
        outcome.estimate(format!("optimum, k = {k}"), optimum.mean(), optimum.error());
        for (index, (vote, classes)) in designs.iter().enumerate() {
            let (traffic, excess) = (&tallies[1 + index], &tallies[1 + DESIGNS + index]);
            let name = vote.name();
            let numbers = [traffic.mean(), traffic.error(), 100.0 * excess.mean() / optimum.mean()];
            let row = [name.to_string(), class_name(*classes), k.to_string()];
            table.push(row.into_iter().chain(numbers.map(number)));
            if classes.is_none() {
                outcome.estimate(format!("{name}, k = {k}"), traffic.mean(), traffic.error());
                curves[index].push((k as f64, excess.mean(), excess.error()));
            }
        }
    }
    for (vote, curve) in Vote::ALL.into_iter().zip(curves) {
        chart.curve(vote.name(), curve);
    }
    outcome.tables.push(table);
    let caption =
        "Mean links that each vote takes above the optimum in Q_6, with unlimited classes.";
    outcome.pictures.push(chart.picture("excess", caption));
    outcome
}

/// Up to which k several multicasts are cheaper than a broadcast, for every m.
pub fn crossover(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    // The steps of the answer are small: more samples, by the fast path.
    let curve = Curve::sample(&Context { runs: 10 * context.runs, ..*context }, N, Vote::Greedy);
    let mut table = Table::new("crossover", &["m", "split up to k"]);
    let mut points = Vec::new();
    for m in 1..=62 {
        let last = curve.split_up_to(m);
        table.push([m, last]);
        outcome.exact(format!("m = {m}: split up to k"), last as f64);
        points.push((m as f64, last as f64, 0.0));
    }
    outcome.exact("m = 8, k = 9: one multicast", curve.whole(9));
    outcome.exact("m = 8, k = 9: two multicasts", curve.split(9, 8));
    let mut chart = Chart::new("destination limit m", "split lists up to k");
    chart.curve("largest k that is cheaper in parts", points);
    outcome.tables.push(table);
    let caption = "Largest k for which ceil(k / m) multicasts of equal size take fewer links than a broadcast of Q_6.";
    outcome.pictures.push(chart.picture("crossover", caption));
    outcome
}

/// Area of a multicaster against mean traffic, all k from 1 to 62 equally likely.
pub fn area(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let text: String = (1..=62).map(|k| format!("{k},1\n")).collect();
    let mix = Mix::read(&format!("k,weight\n{text}"), N).expect("the mix is right");
    let designs = designs(N, &mix, |vote| Curve::sample(context, N, vote));
    let mut table = Table::new("area", &["vote", "m", "area [LUT4]", "mean traffic [links]"]);
    let mut chart = Chart::new("area of a multicaster [LUT4]", "mean traffic [links]");
    for vote in crate::choice::VOTES {
        let of = designs.iter().filter(|design| design.vote == vote);
        let points = of.filter_map(|design| {
            let area = design.area?;
            table.push([
                vote.name().to_string(),
                design.m.to_string(),
                area.to_string(),
                number(design.traffic),
            ]);
            Some((f64::from(area), design.traffic, 0.0))
        });
        chart.curve(vote.name(), points);
    }
    outcome.exact("greedy, m = 62: mean traffic over m = 1", {
        let traffic = |m| {
            designs.iter().find(|d| d.vote == Vote::Greedy && d.m == m).map_or(0.0, |d| d.traffic)
        };
        traffic(62) / traffic(1)
    });
    outcome.tables.push(table);
    let caption = "Mean traffic in Q_6 against the area of a multicaster. Along each curve m rises from 1 to 62. All list lengths are equally likely; longer lists are split or broadcast, whichever is cheaper.";
    outcome.pictures.push(chart.picture("area", caption));
    outcome
}

/// Traffic and unroutable destinations with random faulty nodes, on the default design.
pub fn faults(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let head = [
        "k",
        "faulty nodes",
        "mean traffic [links]",
        "standard error [links]",
        "unroutable [%]",
        "standard error [%]",
    ];
    let mut table = Table::new("faults", &head);
    let mut traffic_chart = Chart::new("faulty nodes", "mean traffic [links]");
    let mut lost_chart = Chart::new("faulty nodes", "unroutable destinations [%]");
    for k in FAULT_COUNTS {
        let (mut traffics, mut losses) = (Vec::new(), Vec::new());
        for count in 0..=MOST_FAULTS {
            let [traffic, lost] = context.sample((k << 8 | count) as u64, |stream| {
                let route = message(stream, k, count).multicast(Vote::Greedy, Some((3, true)));
                [links(&route), route.unroutable.len() as i64]
            });
            let share = 100.0 / k as f64;
            let loss = (share * lost.mean(), share * lost.error());
            let numbers = [traffic.mean(), traffic.error(), loss.0, loss.1].map(number);
            table.push([k.to_string(), count.to_string()].into_iter().chain(numbers));
            outcome.estimate(format!("k = {k}, f = {count}: unroutable"), loss.0, loss.1);
            traffics.push((count as f64, traffic.mean(), traffic.error()));
            losses.push((count as f64, loss.0, loss.1));
        }
        traffic_chart.curve(&format!("k = {k}"), traffics);
        lost_chart.curve(&format!("k = {k}"), losses);
    }
    outcome.tables.push(table);
    let caption = "The default design in Q_6, greedy vote and three classes, sources and destinations fault-free.";
    outcome.pictures =
        vec![traffic_chart.picture("traffic", caption), lost_chart.picture("unroutable", caption)];
    outcome
}

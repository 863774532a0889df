//! The emitted hypercube router under load, clock by clock: votes, classes, unicasts, faults.

use std::collections::BTreeSet;

use rayon::prelude::*;
use teecast_model::hypercube::clocked::{MhuConfig, MhuSetup};
use teecast_model::simulate::plan::Plan;
use teecast_model::stats::BAND;
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::Vote;

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// Dimension of the cube.
const N: u32 = 6;
/// Destinations of a message, and the limit of the router.
const DESTINATIONS: u32 = 8;
/// **Units**: data flits.
const LENGTH: u32 = 4;
/// Batches of a run.
const BATCHES: u32 = 5;
/// **Units**: messages for each node and 1000 cycles; saturation comes near 20.
const RATES: &[f64] = &[2.0, 8.0, 14.0, 18.0];
/// The rate under which nodes become faulty.
const FAULTY_RATES: &[f64] = &[8.0];
const CLASSES: [u32; 3] = [2, 3, 4];
/// The default router.
const MULTICAST: &str = "greedy, 3 classes";
/// Charts end where latency is this often the lowest.
const KNEE: f64 = 4.0;
/// Faulty nodes, each three hops from the others or more, so that the fault model holds.
const FAULTY: [u32; 6] = [0b00_0000, 0b00_0111, 0b01_1001, 0b01_1110, 0b10_1010, 0b10_1101];

/// Points of the study.
pub const POINTS: u64 = ((Vote::ALL.len() * CLASSES.len() + 1) * RATES.len()
    + (FAULTY.len() + 1) * FAULTY_RATES.len()) as u64;

/// A curve: what is sent how.
struct Curve {
    name: String,
    config: MhuConfig,
    rates: &'static [f64],
    /// What was found under each rate.
    found: Vec<Found>,
}

/// What was found under one load.
#[derive(Clone, Copy, Debug)]
struct Found {
    rate: f64,
    /// Until the last destination, and the mean over all of them.
    ///
    /// **Units**: cycles.
    last: f64,
    each: f64,
    /// Standard error of the first.
    error: f64,
    /// **Units**: flits for each node and cycle.
    delivered: f64,
    /// Links that a delivered flit takes.
    links: f64,
}

fn config(vote: Vote, classes: u32) -> MhuConfig {
    MhuConfig {
        m: DESTINATIONS,
        vote,
        classes,
        lan: false,
        pattern: Pattern::Uniform,
        destinations: DESTINATIONS,
        unicasts: false,
        broadcasts: 0,
        faulty: BTreeSet::new(),
        failures: Vec::new(),
    }
}

/// Returns all curves, with nothing found.
fn curves() -> Vec<Curve> {
    let curve = |name, config, rates| Curve { name, config, rates, found: Vec::new() };
    let mut curves = Vec::new();
    for vote in Vote::ALL {
        for classes in CLASSES {
            let name = format!("{}, {classes} classes", vote.name());
            curves.push(curve(name, config(vote, classes), RATES));
        }
    }
    let unicasts = MhuConfig { unicasts: true, ..config(Vote::Greedy, 3) };
    curves.push(curve("unicasts".to_string(), unicasts, RATES));
    for count in 0..=FAULTY.len() {
        let faulty = FAULTY[..count].iter().copied().collect();
        let config = MhuConfig { faulty, ..config(Vote::Greedy, 3) };
        curves.push(curve(format!("{count} faulty"), config, FAULTY_RATES));
    }
    curves
}

/// Plays one point.
fn play(context: &Context, config: &MhuConfig, rate: f64) -> Found {
    let batch = 2 * context.runs.max(300);
    let lengths = Lengths::fixed(LENGTH).expect("a length is permitted");
    let spec = config.spec(N, lengths.longest()).expect("the routers of the study are possible");
    let load = rate / 1000.0 * config.flits(&spec, &lengths);
    let setup = MhuSetup {
        n: N,
        router: config.clone(),
        lengths,
        plan: Plan {
            warm_up: 1000,
            batch,
            least: BATCHES,
            most: BATCHES,
            precision: 0.5,
            limit: f64::INFINITY,
        },
        seed: context.seed,
    };
    let measured = setup.run(load).expect("the router loses nothing");
    (context.tick)(context.runs);
    let total = measured.total();
    let node_cycles = f64::from(spec.nodes()) * (batch * u64::from(BATCHES)) as f64;
    Found {
        rate,
        last: total.mean_latency().unwrap_or(f64::NAN),
        each: total.mean_copy_latency().unwrap_or(f64::NAN),
        error: measured.half_width() / BAND,
        delivered: total.flits as f64 / node_cycles,
        links: total.hops as f64 / total.flits.max(1) as f64,
    }
}

/// Latency against load of the emitted router in Q_6.
pub fn load(context: &Context) -> Outcome {
    let mut curves = curves();
    let points: Vec<(&MhuConfig, f64)> = curves
        .iter()
        .flat_map(|curve| curve.rates.iter().map(|rate| (&curve.config, *rate)))
        .collect();
    let one = |(config, rate): (&MhuConfig, f64)| play(context, config, rate);
    let found: Vec<Found> = points.into_par_iter().with_max_len(1).map(one).collect();
    let mut found = found.into_iter();
    for curve in &mut curves {
        curve.found = found.by_ref().take(curve.rates.len()).collect();
    }
    let mut outcome = shown(&curves);
    judge(&curves, &mut outcome);
    outcome
}

/// Returns table and charts.
fn shown(curves: &[Curve]) -> Outcome {
    let mut outcome = Outcome::default();
    let head = [
        "sent",
        "rate [messages/node/1000 cycles]",
        "latency to the last destination [cycles]",
        "latency to each destination [cycles]",
        "delivered [flits/node/cycle]",
        "links for each delivered flit",
    ];
    let mut table = Table::new("points", &head);
    let x = "messages/node/1000 cycles";
    let y = "latency to the last destination [cycles]";
    let (mut votes, mut ways) = (Chart::new(x, y), Chart::new(x, y));
    for Curve { name, config, found, .. } in curves {
        for Found { rate, last, each, delivered, links, .. } in found {
            let cells = [*rate, *last, *each, *delivered, *links].map(number);
            table.push(std::iter::once(name.clone()).chain(cells));
        }
        // What is saturated would hide the rest.
        let steady = found.iter().filter(|found| found.last < KNEE * curves[0].found[0].last);
        let points = steady.map(|found| (found.rate, found.last, found.error));
        match name.as_str() {
            "unicasts" => ways.curve(name, points),
            _ if !config.faulty.is_empty() || name == "0 faulty" => {}
            _ => {
                if name == MULTICAST {
                    ways.curve("multicast", points.clone());
                }
                votes.curve(name, points);
            }
        }
    }
    outcome.tables.push(table);
    outcome.pictures = vec![
        votes.picture(
            "votes",
            "Latency of messages to 8 destinations, by vote and number of classes.",
        ),
        ways.picture("unicasts", "Latency of one multicast to 8 destinations, and of 8 unicasts."),
    ];
    outcome
}

/// Adds the trends.
fn judge(curves: &[Curve], outcome: &mut Outcome) {
    let found = |name: &str| {
        let curve = curves.iter().find(|curve| curve.name == name);
        &curve.expect("a curve of the study").found
    };
    let above = |one: f64, other: f64| 100.0 * (one / other - 1.0);
    // Without contention, and where most is delivered.
    let first = |name: &str| found(name)[0];
    let most = |name: &str| found(name).iter().map(|found| found.delivered).fold(0.0, f64::max);
    let rises = |curve: &&Curve| {
        curve.rates.len() > 1 && curve.found.is_sorted_by(|one, other| one.last < other.last)
    };
    let rising = curves.iter().filter(rises).count();
    outcome.exact("curves whose latency rises with load", rising as f64);

    let pairs = found("unicasts").iter().zip(found(MULTICAST));
    let least = pairs.map(|(one, other)| above(one.last, other.last)).fold(f64::NAN, f64::min);
    outcome.exact("8 unicasts above a multicast: latency", least);
    let links = above(first("unicasts").links, first(MULTICAST).links);
    outcome.exact("8 unicasts above a multicast: links", links);

    let [look2, nca, pcube] =
        [Vote::Look2, Vote::Nca, Vote::Pcube].map(|vote| format!("{}, 3 classes", vote.name()));
    let greedy = first(MULTICAST);
    outcome.exact("greedy above look2: links", above(greedy.links, first(&look2).links));
    outcome.exact("greedy above nca: links", above(greedy.links, first(&nca).links));
    outcome.exact("pcube above greedy: links", above(first(&pcube).links, greedy.links));
    outcome.exact("nca above greedy: latency", above(first(&nca).last, greedy.last));
    outcome.exact("greedy above pcube: most delivered", above(most(MULTICAST), most(&pcube)));

    let two = ["greedy, 2 classes", "pcube, 2 classes"].map(|name| first(name).last);
    outcome.exact("2 classes, greedy above pcube: latency", above(two[0], two[1]));
    let three = above(most(MULTICAST), most("greedy, 2 classes"));
    outcome.exact("3 classes above 2: most delivered", three);

    let [none, six] = ["0 faulty", "6 faulty"].map(first);
    outcome.exact("6 faulty nodes to none: latency", 100.0 * six.last / none.last);
    outcome.exact("6 faulty nodes above none: links", above(six.links, none.links));
}

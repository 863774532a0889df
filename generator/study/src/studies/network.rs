//! Networks simulated flit by flit: the plain router beside a known simulator.

use rayon::prelude::*;
use teecast_model::simulate::plain::PlainConfig;
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::route::Layout;
use teecast_model::simulate::sweep::{Answer, Job, PlainSetup};
use teecast_model::stats::BAND;
use teecast_model::traffic::{Lengths, Pattern};

use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// How far from the reference saturation the search begins.
const AROUND: f64 = 0.06;

/// Networks, lengths and loads of the reference latencies.
const LATENCIES: [(&str, u32, f64); 9] = [
    ("mesh 8x8", 1, 0.1),
    ("mesh 8x8", 1, 0.3),
    ("mesh 8x8", 5, 0.3),
    ("mesh 16x16", 1, 0.1),
    ("mesh 16x16", 1, 0.2),
    ("6-cube", 1, 0.1),
    ("6-cube", 1, 0.3),
    ("10-cube", 1, 0.1),
    ("10-cube", 1, 0.3),
];

/// Networks and their reference saturations.
const SATURATIONS: [(&str, f64); 4] =
    [("mesh 8x8", 0.421), ("mesh 16x16", 0.228), ("6-cube", 0.926), ("mesh 4x4x4x4", 0.733)];

/// Points of the study.
pub const POINTS: u64 = (LATENCIES.len() + SATURATIONS.len()) as u64;

fn topology(name: &str) -> Layout {
    match name {
        "mesh 8x8" => Layout::Mesh(vec![8; 2]),
        "mesh 16x16" => Layout::Mesh(vec![16; 2]),
        "mesh 4x4x4x4" => Layout::Mesh(vec![4; 4]),
        "6-cube" => Layout::Hypercube(6),
        "10-cube" => Layout::Hypercube(10),
        _ => unreachable!("the tables name these networks only"),
    }
}

/// Returns the setup of the reference numbers; a run is as long as the samples say.
fn setup(context: &Context, network: &str, length: u32) -> PlainSetup {
    // With less the queues of a saturated network have no time to grow.
    let batch = 2 * context.runs.max(300);
    let plan =
        Plan { warm_up: 1000 + batch, batch, least: 5, most: 10, precision: 0.002, limit: 20.0 };
    PlainSetup {
        topology: topology(network),
        router: PlainConfig { channels: 4, buffer: 8, dateline: true, credit_delay: 1 },
        pattern: Pattern::Uniform,
        lengths: Lengths::fixed(length).expect("a length of the table"),
        plan,
        seed: context.seed,
    }
}

/// Latencies and saturations of the plain router beside those of a known simulator.
pub fn validation(context: &Context) -> Outcome {
    let latencies = LATENCIES.par_iter().map(|&(network, length, load)| {
        let answer = setup(context, network, length).answer(Job::Load(load), &|_| ());
        (context.tick)(context.runs);
        answer.expect("the setups of the table are possible")
    });
    let latencies: Vec<Answer> = latencies.collect();
    let saturations = SATURATIONS.par_iter().map(|&(network, reference)| {
        let setup = setup(context, network, 1);
        let answer = setup.saturation(reference - AROUND, reference + AROUND, &|_| ());
        (context.tick)(context.runs);
        answer.expect("the setups of the table are possible")
    });
    let saturations: Vec<Answer> = saturations.collect();

    let mut outcome = Outcome::default();
    let mut table = Table::new("latency", &["network", "flits", "load", "latency [cycles]"]);
    for ((network, length, load), answer) in LATENCIES.iter().zip(&latencies) {
        let Answer::Point(point) = answer else { continue };
        let latency = point.measured.total().mean_latency().unwrap_or(f64::NAN);
        let kind = if *length == 1 { String::new() } else { format!(" {length} flits,") };
        let name = format!("{network},{kind} load {load}: latency");
        outcome.estimate(name, latency, point.measured.half_width() / BAND);
        table.push([network.to_string(), length.to_string(), number(*load), number(latency)]);
    }
    outcome.tables.push(table);
    let head = ["network", "latency without load [cycles]", "saturation [flits/node/cycle]"];
    let mut table = Table::new("saturation", &head);
    for ((network, _), answer) in SATURATIONS.iter().zip(&saturations) {
        let &Answer::Saturation { load, .. } = answer else { continue };
        let zero = setup(context, network, 1).zero_load_latency();
        let zero = zero.expect("the setups of the table are possible");
        outcome.exact(format!("{network}: latency without load"), zero);
        outcome.exact(format!("{network}: saturation"), load);
        table.push([network.to_string(), number(zero), number(load)]);
    }
    outcome.tables.push(table);
    outcome
}

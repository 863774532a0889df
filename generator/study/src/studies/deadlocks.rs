//! What a router of region meshes does when one of its rules is broken: [Had] figures 2 to 4.

use teecast_model::region::Algorithm;
use teecast_model::region::simulation::demonstration::Demonstration;
use teecast_model::region::simulation::{
    RegionConfig, RegionNetwork, RegionWorkload, Regions, Reservation,
};
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::topology::Grid;

use crate::outcome::{Outcome, Table};
use crate::tally::Context;

/// Runs with random messages.
const RUNS: u64 = 12;
/// The most cycles of a run with a broken rule: one in fifty has no deadlock after 10 000.
const BROKEN: u64 = 40_000;
/// Cycles of a run with the rule.
const SAFE: u64 = 4000;
/// Cycles between two looks for a deadlock.
const WATCH: u64 = 256;
/// **Units**: flits.
const LENGTH: u32 = 8;
/// Messages for each node and cycle: an overload.
const RATE: f64 = 0.05;

/// Plays messages that wait for each other where one rule is broken, and random ones.
pub fn figures(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let head = ["broken rule", "messages", "found at clock", "stuck channels", "deadlock cycle"];
    let mut table = Table::new("deadlocks", &head);
    for demonstration in Demonstration::all() {
        let Demonstration { name, messages, .. } = &demonstration;
        let broken = demonstration.play_broken();
        outcome.exact(format!("{name}: deadlocks"), u32::from(broken.is_err()));
        let safe = demonstration.play_safe().is_err();
        outcome.exact(format!("{name}: deadlocks with the rule"), u32::from(safe));
        if let Err((cycle, deadlock)) = broken {
            let places: Vec<String> = deadlock.cycle.iter().map(ToString::to_string).collect();
            let cells = [messages.len().to_string(), cycle.to_string(), deadlock.stuck.to_string()];
            table.push([name.to_string()].into_iter().chain(cells).chain([places.join("; ")]));
        }
    }
    outcome.tables.push(table);
    let safe = RegionConfig::safe(Algorithm::NearestCorner, 2, LENGTH);
    let ordered = RegionConfig { reservation: Reservation::Ordered, ..safe };
    for (name, config, cycles) in [("in order", ordered, BROKEN), ("all at once", safe, SAFE)] {
        let deadlocks = (0..RUNS).filter(|run| deadlocks(context, config, cycles, *run)).count();
        let name = format!("random messages, outputs {name}: runs of {RUNS} that deadlock");
        outcome.exact(name, deadlocks as f64);
    }
    outcome
}

/// Returns whether random messages in a 6 x 6 mesh, nine tenths of them broadcasts, deadlock.
fn deadlocks(context: &Context, config: RegionConfig, cycles: u64, run: u64) -> bool {
    let mesh = Grid::mesh(&[6, 6]).expect("a small mesh");
    let mut network =
        RegionNetwork::new(mesh.clone(), config).expect("a small mesh has such routers");
    let lengths = Lengths::fixed(LENGTH).expect("a message has flits");
    let (load, seed) = (RATE * f64::from(LENGTH), [context.seed, context.study + run]);
    let broadcasts = (900, Regions::Random);
    let mut workload =
        RegionWorkload::new(&mesh, load, Pattern::Others, lengths, broadcasts, false, seed);
    (0..cycles).any(|cycle| {
        workload.make(&mesh, cycle, |cast| network.add(&cast));
        network.step();
        cycle % WATCH == 0 && network.deadlock().is_some()
    })
}

//! `teecast simulate`: latency against load of a network; families bring the kinds of networks.
//!
//! `merge` joins the parts of several machines.

pub mod merge;

use super::verbs::{Chosen, List};
use crate::families;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::verb::Verb;

/// Simulates a network: latency under a load, a curve of many, and where it saturates.
#[derive(clap::Args)]
#[command(after_help = families::examples("simulate", EXAMPLES))]
pub struct Args {
    #[command(subcommand)]
    kind: Chosen<Kinds>,
}

const EXAMPLES: &[&str] = &[
    "simulate plain --mesh 8x8 --load 0.1",
    "simulate plain --mesh 16x16 --load 0.01:0.25:0.01 --shard 1/4 --out curve
      answers a quarter of the runs; the same command continues where it was cut off",
];

/// The kinds of networks.
struct Kinds;

impl List for Kinds {
    fn verbs() -> impl Iterator<Item = &'static Verb> {
        families::simulate_verbs().map(|kind| &kind.verb)
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input: a network, a traffic or a plan that is not possible, a folder that cannot be written.
/// A failed check: a deadlock.
pub fn run(args: &Args) -> Result<Report, Error> {
    args.kind.run()
}

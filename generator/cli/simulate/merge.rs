//! `teecast merge`: the parts of a sweep, joined to what one run would have written.

use std::path::PathBuf;

use crate::families;
use crate::terminal::error::Error;
use crate::terminal::{Format, Report};
use teecast_verbs::simulation::part;

/// Joins the parts of a sweep; the result is that of one run, byte by byte.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files that simulate --shard wrote
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,

    /// Folder for points.csv, sweep.json and latency.svg
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// How results are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast merge curve/part-*-of-4.jsonl --out curve";

/// Runs the command.
///
/// # Errors
/// Bad input: a file that is no part, parts of different sweeps, a missing answer.
pub fn run(args: &Args) -> Result<Report, Error> {
    let kind = part::kind(&args.parts[0], |name| {
        families::simulate_verbs().find(|kind| kind.verb.name() == name)
    })?;
    kind.merge(&args.parts, &args.out, args.format)
}

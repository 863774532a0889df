//! `teecast merge`: the parts of a sweep, joined to what one run would have written.

use std::fs;
use std::path::PathBuf;

use super::{part, results};
use crate::terminal::error::Error;
use crate::terminal::{Format, Report};

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
    let (sweep, answers) = part::join(&args.parts)?;
    fs::create_dir_all(&args.out).map_err(|cause| {
        Error::io("cannot write", &args.out, cause).hint("choose another --out")
    })?;
    results::report(&sweep, &answers, Some(&args.out), args.format)
}

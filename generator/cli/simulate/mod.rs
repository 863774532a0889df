//! `teecast simulate`: latency against load of a network, one subcommand for each kind of network.
//!
//! `kinds` is the one list of kinds; each kind is a file with its options and what it simulates
//! (`plain`, `hypercube`, `harts`, `region`), behind the traits of `network`. `options` are the
//! options that kinds share. `part` keeps answers on disk, `point` is a row of the results, `results`
//! writes tables and curves, `progress` shows how far the runs are, `trace` reads given messages,
//! `merge` joins the parts of several machines, `former` knows the spelling before there were
//! subcommands.

mod former;
mod harts;
mod hypercube;
mod kinds;
pub mod merge;
mod network;
mod options;
mod part;
mod plain;
mod point;
mod progress;
mod region;
mod results;
mod trace;
mod value;

use std::sync::Mutex;

use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::json;

use crate::terminal::error::Error;
use crate::terminal::{Format, Report, work};
pub use former::new_spelling;
use kinds::Kind;
use options::Runs;
use part::{Part, Sweep};
use point::Answer;
use progress::Progress;
use value::Shard;

/// Simulates a network: latency under a load, a curve of many, and where it saturates.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate plain --mesh 8x8 --load 0.1
  teecast simulate plain --mesh 16x16 --load 0.01:0.25:0.01 --shard 1/4 --out curve
      answers a quarter of the runs; the same command continues where it was cut off
  teecast simulate hypercube --n 6 --m 8 --vote nca --destinations 8 --length 4 --load 0.05,0.1
  teecast simulate harts --n 5 --algorithm k-bcast --k 6 --load 0.1:0.4:0.1
  teecast simulate region --mesh 16x16 --algorithm nearest-corner --length 8 --load 0.004,0.008";

/// Runs the command.
///
/// # Errors
/// Bad input: a network, a traffic or a plan that is not possible, a folder that cannot be written.
/// A failed check: a deadlock.
pub fn run(args: &Args) -> Result<Report, Error> {
    let options = args.kind.options();
    let Runs { threads, out, shard, format, .. } = options.runs();
    let progress = Progress::new();
    if let Some(found) = options.given(&progress) {
        return Ok(results::given(&found?, *format));
    }
    let sweep = Sweep { setup: args.kind.setup()?, jobs: options.asked().jobs() };
    for &job in &sweep.jobs {
        sweep.setup.network().check(job)?;
    }
    let pool = work::threads(*threads)?;
    let shard = shard.unwrap_or(Shard { index: 1, of: 1 });
    let part = match out {
        Some(folder) => Part::open(folder, &sweep, shard)?,
        None => Part::in_memory(&sweep, shard),
    };
    let part = answer(&sweep, part, &pool, &progress)?;
    if shard.of > 1 {
        let count = part.answers.len();
        return Ok(match format {
            Format::Text => format!("part {shard} is complete: {count} answers\n"),
            Format::Json => {
                format!("{}\n", json!({ "part": [shard.index, shard.of], "answers": count }))
            }
        }
        .into());
    }
    let answers: Vec<Answer> = part.answers.into_values().collect();
    results::report(&sweep, &answers, out.as_deref(), *format)
}

/// Runs every job of a part that has no answer yet.
fn answer(
    sweep: &Sweep,
    part: Part,
    pool: &ThreadPool,
    progress: &Progress,
) -> Result<Part, Error> {
    let open = part.open_jobs();
    progress.expect(open.len());
    let part = Mutex::new(part);
    let result = pool.install(|| {
        // One by one, so that no thread keeps jobs for later while others are idle.
        open.into_par_iter().with_max_len(1).try_for_each(|index| {
            let run = progress.run();
            let network = sweep.setup.network();
            let answer = network.answer(sweep.jobs[index], &|done| run.at(done))?;
            run.end();
            part.lock().expect("no thread panics while it writes").add(index, answer)
        })
    });
    progress.end();
    result.map(|()| part.into_inner().expect("no thread panicked"))
}

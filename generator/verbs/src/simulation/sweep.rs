//! How a sweep is answered.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use clap::ArgMatches;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::json;
use teecast_model::simulate::sweep::Job;

use super::details;
use super::network::{Options, Simulated};
use super::options::Runs;
use super::part::{self, Part};
use super::point::Answer;
use super::product;
use super::progress::Progress;
use super::results;
use super::setup::Sweep;
use super::value::Shard;
use crate::terminal::error::Error;
use crate::terminal::verb::options;
use crate::terminal::work;
use crate::terminal::{Format, Report};

/// Answers what the options of a kind ask.
///
/// # Errors
/// Bad input: a network, a traffic or a plan that is not possible, a folder that cannot be written.
/// A failed check: a deadlock.
pub fn run<A: Options>(typed: &ArgMatches) -> Result<Report, Error> {
    let args = options::<A>(typed)?;
    let Runs { threads, out, shard, details, format, .. } = args.runs();
    let progress = Progress::default();
    if details.wanted() {
        details::check(details, &args.setup()?)?;
    }
    if let Some(found) = args.given(details.wanted(), &progress) {
        let found = found?;
        let report = results::given(&found.point, *format);
        let noted = (found.record, found.point.cycles);
        return details::add(report, details, noted, &args.setup()?, *format);
    }
    let swept = args.runs().sweep.iter().map(|choices| choices.option.clone()).collect();
    let sweep = Sweep::new(swept, product::setups::<A>(typed)?, args.asked().jobs());
    sweep.check()?;
    if details.wanted() {
        return noted(&sweep, args.runs(), &progress);
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

/// Makes one run and writes what it says of messages and links.
fn noted<S: Simulated>(
    sweep: &Sweep<S>,
    runs: &Runs,
    progress: &Progress,
) -> Result<Report, Error> {
    let Runs { out, details, format, .. } = runs;
    let network = &sweep.setups[0].network;
    let [Job::Load(load)] = sweep.jobs[..] else {
        let sentence = "--messages, --links and --heat-map are about one run, under one load";
        return Err(Error::bad_input(sentence).hint("try --load 0.1"));
    };
    let mut found = progress.single(|report| network.noted(load, report))?;
    let (record, ended) = (found.record.take(), found.point.cycles);
    let answers = [Answer::Point(Box::new(found))];
    let report = results::report(sweep, &answers, out.as_deref(), *format)?;
    details::add(report, details, (record, ended), network, *format)
}

/// Runs every job of a part that has no answer yet.
fn answer<S: Simulated>(
    sweep: &Sweep<S>,
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
            let answer = sweep.answer(index, &|done| run.at(done))?;
            run.end();
            part.lock().expect("no thread panics while it writes").add(index, answer)
        })
    });
    progress.end();
    result.map(|()| part.into_inner().expect("no thread panicked"))
}

/// Joins the parts of a sweep, and writes the results to a folder.
///
/// # Errors
/// Bad input: a file that is no part, parts of different sweeps, a missing answer, a folder that
/// cannot be written.
pub fn merge<S: Simulated>(parts: &[PathBuf], out: &Path, format: Format) -> Result<Report, Error> {
    let (sweep, answers) = part::join::<S>(parts)?;
    results::report(&sweep, &answers, Some(out), format)
}

//! `teecast repro`: figures and tables of the papers again, each in a folder of its own, and one
//! page for all.
//!
//! A folder is written when its study is done, so that an interrupted run leaves finished ones,
//! and kept by the next run while what made it stays the same.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use teecast_study::catalogue::{STUDIES, Study};
use teecast_study::experiment::Kind;
use teecast_study::report::{self, Part};
use teecast_study::verdict::{Judgement, Verdict};

use super::folder::{self, Writer};
use crate::emit::RtlFile;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::output::write_file;
use crate::terminal::table::table;
use crate::terminal::value::{threads, within};
use crate::terminal::work;

/// Repeats tables and figures of the papers: CSV, plots, measured numbers beside those of the papers.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Name of a study, of a group (`lan88`, `network`), `all`, or `list` to see the names
    #[arg(value_name = "ID|all|list")]
    what: String,

    /// Samples at each point of a random study
    #[arg(long, default_value_t = 1000, value_parser = within(1..=MOST_RUNS))]
    runs: u64,

    /// Seed of all random numbers; the same seed gives the same files
    #[arg(long, default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,

    /// Threads [default: one for each core]
    #[arg(long, value_parser = threads)]
    threads: Option<NonZeroUsize>,

    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "repro-out")]
    out: PathBuf,

    /// Runs again what an earlier run has done
    #[arg(long)]
    fresh: bool,
}

const EXAMPLES: &str = "\
Examples:
  teecast repro list
  teecast repro lan88-fig5.4 --runs 40000
  teecast repro all --out results
      ends with one page, results/report.html; Ctrl-C keeps what is finished";

/// The file of a folder that says what made it.
const RECORD: &str = "study.json";
/// The folders of studies.
const STUDY: Writer = Writer { verb: "repro", list: RECORD, place: "--out", name: "--out" };
/// The file of a folder that is its part of the page.
const SECTION: &str = "section.html";
/// The most samples at a point: a study ends within days, and sums stay far below 2^63.
const MOST_RUNS: u64 = 1_000_000;

/// What made a folder, and how it ended.
#[derive(Serialize, Deserialize)]
struct Record {
    key: String,
    title: String,
    runs: u64,
    seed: u64,
    missed: usize,
    #[serde(default)]
    explained: usize,
    /// Numbers that are met, by kind.
    #[serde(default)]
    by_kind: Met,
}

/// How many numbers of each kind are met.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Met {
    paper: usize,
    reference: usize,
    bound: usize,
}

impl Record {
    /// Returns the counts, in the order of [`HEAD`].
    fn counts(&self) -> [usize; 5] {
        [
            self.by_kind.paper,
            self.by_kind.reference,
            self.by_kind.bound,
            self.explained,
            self.missed,
        ]
    }
}

/// The head of the table that ends a run: numbers that are met by kind, then the others.
const HEAD: [&str; 6] = ["paper", "reference", "bound", "explained", "missed", "study"];

/// Runs the command.
///
/// # Errors
/// Bad input: an unknown study, a number out of range, a folder that cannot be written.
pub fn run(args: &Args) -> Result<Report, Error> {
    let studies: Vec<&Study> = match args.what.as_str() {
        "list" => return Ok(list().into()),
        "all" => STUDIES.iter().collect(),
        what => Study::named(what),
    };
    if studies.is_empty() {
        let sentence = format!("{} is not a study", args.what);
        return Err(Error::bad_input(sentence).hint("try teecast repro list"));
    }
    let pool = work::threads(args.threads)?;
    let samples = studies.iter().map(|study| study.points * args.runs).sum();
    let bar = work::bar(samples, "samples");
    let mut rows = Vec::new();
    let mut missed = 0;
    for study in studies {
        bar.set_message(study.id);
        let (record, reused) = pool.install(|| finished(args, study, &bar))?;
        missed += record.missed;
        let numbers = record.counts().map(|count| count.to_string());
        let note = if reused { " (kept)" } else { "" };
        rows.push(numbers.into_iter().chain([format!("{}{note}", study.id)]).collect());
        write_page(&args.out)?;
    }
    bar.finish_and_clear();
    let mut text =
        "Numbers that are met (paper, reference of ours, bound of ours), explained or missed:\n"
            .to_string();
    text += &table(&HEAD, &rows);
    text += &format!("\nwrote {}\n", args.out.join("report.html").display());
    Ok(Report { text, passed: missed == 0 })
}

fn list() -> String {
    let row = |study: &Study| vec![study.id.to_string(), study.experiment().title];
    let rows: Vec<Vec<String>> = STUDIES.iter().map(row).collect();
    table(&["study", "what it repeats"], &rows)
}

/// Returns the record of a study that is done, and whether an earlier run did it.
fn finished(args: &Args, study: &Study, bar: &ProgressBar) -> Result<(Record, bool), Error> {
    let target = args.out.join(study.id);
    let key = key(args, study);
    let earlier = record(&target);
    if earlier.is_none() && target.exists() {
        let sentence = format!("{} exists and is not from repro", target.display());
        return Err(Error::bad_input(sentence).hint("choose another --out"));
    }
    if let Some(earlier) = earlier.filter(|earlier| earlier.key == key && !args.fresh) {
        bar.inc(study.points * args.runs);
        return Ok((earlier, true));
    }
    let finding = study.run(args.runs, args.seed, &|samples| bar.inc(samples));
    let count = |result| finding.verdicts.iter().filter(|v| v.result() == result).count();
    let met = |kind| {
        let met = |verdict: &&Verdict| verdict.result() == Judgement::Met;
        finding.verdicts.iter().filter(met).filter(|verdict| verdict.number.kind == kind).count()
    };
    let record = Record {
        key,
        title: finding.experiment.title.clone(),
        runs: args.runs,
        seed: args.seed,
        missed: count(Judgement::Missed),
        explained: count(Judgement::Explained),
        by_kind: Met {
            paper: met(Kind::Paper),
            reference: met(Kind::Reference),
            bound: met(Kind::Bound),
        },
    };
    let mut files = finding.files();
    files.push((SECTION.to_string(), report::section(study, &finding, args.runs, args.seed)));
    let json = serde_json::to_string_pretty(&record).expect("the keys are strings") + "\n";
    files.push((RECORD.to_string(), json));
    let files: Vec<RtlFile> =
        files.into_iter().map(|(path, text)| RtlFile { path, text }).collect();
    folder::replace(&STUDY, &args.out.join(study.id), &files, true)?;
    Ok((record, false))
}

/// Returns what an earlier run left in a folder, if it did.
fn record(folder: &Path) -> Option<Record> {
    let text = fs::read_to_string(folder.join(RECORD)).ok()?;
    serde_json::from_str(&text).ok()
}

/// Returns a hash of all that a study depends on: its experiment, the samples, and this program.
fn key(args: &Args, study: &Study) -> String {
    // Length and time of the program's file stand for its content.
    let program = std::env::current_exe().and_then(fs::metadata).ok().map(|file| {
        let time = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        (file.len(), time)
    });
    let text = format!("{} {} {} {program:?}\n{}", study.id, args.runs, args.seed, study.text);
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the page of everything that is finished in `out`.
fn write_page(out: &Path) -> Result<(), Error> {
    let part = |study: &Study| {
        let folder = out.join(study.id);
        let record = record(&folder)?;
        let html = fs::read_to_string(folder.join(SECTION)).ok()?;
        let [paper, reference, bound, explained, missed] = record.counts();
        Some(Part {
            id: study.id.to_string(),
            title: record.title,
            paper: study.experiment().paper,
            counts: [paper + reference + bound, explained, missed],
            html,
        })
    };
    let parts: Vec<Part> = STUDIES.iter().filter_map(part).collect();
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let date = now.split('T').next().unwrap_or_default();
    write_file(&out.join("report.html"), &report::page(&parts, date))
}

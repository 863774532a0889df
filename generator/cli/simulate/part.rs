//! Answers on disk: one file a part of a sweep, one line an answer.
//!
//! The first line says what was asked. A line is written when its answer is known, so that a run
//! that is cut off leaves all others, and the next one goes on from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use teecast_model::simulate::sweep::Job;

use super::kinds::Setup;
use super::point::Answer;
use super::value::Shard;
use crate::terminal::error::Error;
use crate::terminal::input::{self, read_bytes};
use crate::terminal::output::write_file;

/// Everything that the answers of a sweep depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    /// Network, traffic, effort and seed.
    pub setup: Setup,
    /// What is asked.
    pub jobs: Vec<Job>,
}

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    sweep: Sweep,
    /// Which part of how many.
    part: [usize; 2],
}

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    job: usize,
    answer: Answer,
}

/// The answers of one part.
#[derive(Debug)]
pub struct Part {
    jobs: Vec<usize>,
    /// Answers by the number of their job.
    pub answers: BTreeMap<usize, Answer>,
    file: Option<(PathBuf, File)>,
}

impl Part {
    /// Returns a part that is kept nowhere.
    pub fn in_memory(sweep: &Sweep, shard: Shard) -> Self {
        let jobs = (shard.index - 1..sweep.jobs.len()).step_by(shard.of).collect();
        Self { jobs, answers: BTreeMap::new(), file: None }
    }

    /// Opens the file of a part in a folder, with the answers of an earlier run.
    ///
    /// # Errors
    /// Bad input: the file is of another sweep, or cannot be written.
    pub fn open(folder: &Path, sweep: &Sweep, shard: Shard) -> Result<Self, Error> {
        let unwritable = |path: &Path, cause| {
            Error::io("cannot write", path, cause).hint("choose another --out")
        };
        fs::create_dir_all(folder).map_err(|cause| unwritable(folder, cause))?;
        let path = folder.join(format!("part-{}-of-{}.jsonl", shard.index, shard.of));
        let mut part = Self::in_memory(sweep, shard);
        if path.exists() {
            let (head, answers) = read(&path)?;
            if head.sweep != *sweep {
                let sentence = format!("{} is of another sweep", path.display());
                return Err(Error::bad_input(sentence).hint("choose another --out"));
            }
            part.answers = answers;
        }
        // The last line of a run that was cut off may be half a line.
        let mut text = line(&Head { sweep: sweep.clone(), part: [shard.index, shard.of] });
        for (&job, answer) in &part.answers {
            text += &line(&Line { job, answer: answer.clone() });
        }
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            write_file(&path, &text)?;
        }
        let opened = File::options().append(true).open(&path);
        part.file = Some((path.clone(), opened.map_err(|cause| unwritable(&path, cause))?));
        Ok(part)
    }

    /// Returns the jobs without an answer.
    pub fn open_jobs(&self) -> Vec<usize> {
        self.jobs.iter().copied().filter(|job| !self.answers.contains_key(job)).collect()
    }

    /// Adds an answer and writes it down.
    ///
    /// # Errors
    /// Bad input: the file cannot be written; earlier answers stay.
    pub fn add(&mut self, job: usize, answer: Answer) -> Result<(), Error> {
        let text = line(&Line { job, answer: answer.clone() });
        if let Some((path, file)) = &mut self.file {
            let kept = file.metadata().map(|found| found.len());
            let written = file.write_all(text.as_bytes());
            written.map_err(|cause| {
                // The next answer, of another thread, would be glued to half a line.
                if let Ok(kept) = kept {
                    file.set_len(kept).ok();
                }
                Error::io("cannot write", path, cause)
                    .hint("what is finished is kept; make room and run the same command again")
            })?;
        }
        self.answers.insert(job, answer);
        Ok(())
    }
}

/// Joins files of parts to the sweep and all its answers.
///
/// # Errors
/// Bad input: a file that cannot be read, parts of different sweeps, a missing answer.
pub fn join(paths: &[PathBuf]) -> Result<(Sweep, Vec<Answer>), Error> {
    let mut whole: Option<(Head, BTreeMap<usize, Answer>)> = None;
    for path in paths {
        let (head, answers) = read(path)?;
        let Some((first, all)) = &mut whole else {
            whole = Some((head, answers));
            continue;
        };
        if head.sweep != first.sweep {
            let sentence =
                format!("{} and {} are of different sweeps", paths[0].display(), path.display());
            return Err(Error::bad_input(sentence).hint("join parts of one command only"));
        }
        all.extend(answers);
    }
    let (Head { sweep, part: [_, of] }, answers) = whole.expect("at least one file is required");
    let missing: Vec<usize> =
        (0..sweep.jobs.len()).filter(|job| !answers.contains_key(job)).collect();
    if !missing.is_empty() {
        let parts: BTreeSet<usize> = missing.iter().map(|job| job % of + 1).collect();
        let parts: Vec<String> = parts.iter().map(|index| format!("{index}/{of}")).collect();
        let (count, all) = (missing.len(), sweep.jobs.len());
        let sentence =
            format!("{count} of {all} answers are missing, of parts {}", parts.join(", "));
        return Err(Error::bad_input(sentence)
            .hint("run these parts again; what they have finished is kept"));
    }
    sweep.jobs.iter().try_for_each(|job| sweep.setup.network().check(*job))?;
    Ok((sweep, answers.into_values().collect()))
}

/// Reads a file; a line that is cut off or damaged is no answer.
fn read(path: &Path) -> Result<(Head, BTreeMap<usize, Answer>), Error> {
    let bytes = read_bytes(path, input::WRITTEN)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let head = parsed(first).filter(|head: &Head| head.part[1] > 0);
    let head = head.ok_or_else(|| match without_kind(first) {
        true => {
            let sentence = format!("{} was written before simulate had kinds", path.display());
            Error::bad_input(sentence).hint(
                "run the sweep again, in another --out; teecast simulate --help has the kinds",
            )
        }
        false => {
            let sentence = format!("{} is no part of a sweep", path.display());
            Error::bad_input(sentence).hint("name the files that teecast simulate --shard wrote")
        }
    })?;
    let answers = lines.filter_map(parsed::<Line>).map(|line| (line.job, line.answer));
    let asked = answers.filter(|(job, _)| *job < head.sweep.jobs.len()).collect();
    Ok((head, asked))
}

/// Tells whether a line is the first one of a part as it was before setups had a kind.
fn without_kind(line: &str) -> bool {
    let head: Option<Value> = parsed(line);
    let setup = head.as_ref().and_then(|head| head["sweep"]["setup"].as_object());
    setup.is_some_and(|setup| !setup.contains_key("kind"))
}

fn parsed<T: for<'de> Deserialize<'de>>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the keys are strings") + "\n"
}

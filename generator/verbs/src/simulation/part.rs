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
use teecast_writing::signals;

use super::network::Simulated;
use super::point::Answer;
use super::setup::Sweep;
use super::value::Shard;
use crate::terminal::error::Error;
use crate::terminal::input::{self, read_bytes};
use crate::terminal::output::write_file;

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Head<S> {
    sweep: Sweep<S>,
    /// Which part of how many.
    part: [usize; 2],
}

/// Any other line.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    job: usize,
    answer: Answer,
}

/// What a file has: its first line, and answers by the number of their job.
type Read<S> = (Head<S>, BTreeMap<usize, Answer>);

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
    pub fn in_memory<S: Simulated>(sweep: &Sweep<S>, shard: Shard) -> Self {
        let jobs = (shard.index - 1..sweep.runs()).step_by(shard.of).collect();
        Self { jobs, answers: BTreeMap::new(), file: None }
    }

    /// Opens the file of a part in a folder, with the answers of an earlier run.
    ///
    /// # Errors
    /// Bad input: the file is of another sweep, or cannot be written.
    pub fn open<S: Simulated>(
        folder: &Path,
        sweep: &Sweep<S>,
        shard: Shard,
    ) -> Result<Self, Error> {
        let unwritable = |path: &Path, cause| {
            Error::io("cannot write", path, cause).hint("choose another --out")
        };
        fs::create_dir_all(folder).map_err(|cause| unwritable(folder, cause))?;
        let path = folder.join(format!("part-{}-of-{}.jsonl", shard.index, shard.of));
        let mut part = Self::in_memory(sweep, shard);
        if path.exists() {
            let found = read(&path)?.filter(|(head, _)| head.sweep == *sweep);
            let (_, answers) = found.ok_or_else(|| {
                let sentence = format!("{} is of another sweep", path.display());
                Error::bad_input(sentence).hint("choose another --out")
            })?;
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
            let _held = signals::hold();
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
pub fn join<S: Simulated>(paths: &[PathBuf]) -> Result<(Sweep<S>, Vec<Answer>), Error> {
    let mut whole: Option<Read<S>> = None;
    for path in paths {
        let same =
            |(head, _): &Read<S>| whole.as_ref().is_none_or(|(first, _)| head.sweep == first.sweep);
        let (head, answers) = read(path)?.filter(same).ok_or_else(|| {
            let sentence =
                format!("{} and {} are of different sweeps", paths[0].display(), path.display());
            Error::bad_input(sentence).hint("join parts of one command only")
        })?;
        match &mut whole {
            Some((_, all)) => all.extend(answers),
            None => whole = Some((head, answers)),
        }
    }
    let (Head { sweep, part: [_, of] }, answers) = whole.expect("at least one file is required");
    let missing: Vec<usize> = (0..sweep.runs()).filter(|job| !answers.contains_key(job)).collect();
    if !missing.is_empty() {
        let parts: BTreeSet<usize> = missing.iter().map(|job| job % of + 1).collect();
        let parts: Vec<String> = parts.iter().map(|index| format!("{index}/{of}")).collect();
        let (count, all) = (missing.len(), sweep.runs());
        let sentence =
            format!("{count} of {all} answers are missing, of parts {}", parts.join(", "));
        return Err(Error::bad_input(sentence)
            .hint("run these parts again; what they have finished is kept"));
    }
    sweep.check()?;
    Ok((sweep, answers.into_values().collect()))
}

/// Returns what is found under the name of the kind of network that a file is about.
///
/// # Errors
/// Bad input: a file that cannot be read, or is no part of a sweep of a kind that is found.
pub fn kind<T>(path: &Path, find: impl FnOnce(&str) -> Option<T>) -> Result<T, Error> {
    let bytes = read_bytes(path, input::WRITTEN)?;
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().next().unwrap_or_default();
    kind_of(first).and_then(|kind| find(&kind)).ok_or_else(|| no_part(path))
}

/// Reads a file about a kind of network, or `None` where it is about another kind.
///
/// A line that is cut off or damaged is no answer.
///
/// # Errors
/// Bad input: a file that cannot be read, or is no part of a sweep.
fn read<S: Simulated>(path: &Path) -> Result<Option<Read<S>>, Error> {
    let bytes = read_bytes(path, input::WRITTEN)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if kind_of(first).is_some_and(|kind| kind != S::KIND) {
        return Ok(None);
    }
    let head =
        parsed(first).filter(|head: &Head<S>| head.part[1] > 0 && !head.sweep.setups.is_empty());
    let head = head.ok_or_else(|| no_part(path))?;
    let answers = lines.filter_map(parsed::<Line>).map(|line| (line.job, line.answer));
    let asked = answers.filter(|(job, _)| *job < head.sweep.runs()).collect();
    Ok(Some((head, asked)))
}

/// Refuses a file.
fn no_part(path: &Path) -> Error {
    let sentence = format!("{} is no part of a sweep", path.display());
    Error::bad_input(sentence).hint("name the files that teecast simulate --shard wrote")
}

/// Returns the kind of network that the first line of a part names.
fn kind_of(line: &str) -> Option<String> {
    let head: Value = parsed(line)?;
    head["sweep"]["kind"].as_str().map(str::to_string)
}

fn parsed<T: for<'de> Deserialize<'de>>(line: &str) -> Option<T> {
    serde_json::from_str(line).ok()
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the keys are strings") + "\n"
}

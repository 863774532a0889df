//! Signals at any moment over what an earlier run wrote: it is the old design or the new one, whole,
//! and nothing else stays.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use teecast::emit::RtlFile;
use teecast::model::random::Random;
use teecast_cosim::tools::{self, Tool};

use crate::program::{command, read, scratch};

/// A command that replaces what an earlier run wrote.
struct Writer {
    /// Two runs that write different files into one folder.
    runs: [&'static str; 2],
    /// The folder that they write in.
    out: &'static str,
    /// What they write there; the folder itself if it is empty.
    name: &'static str,
}

const GEN: Writer = Writer {
    runs: ["gen --n 2 --m 2 --name d", "gen --n 2 --m 2 --width 16 --name d"],
    out: "rtl-out",
    name: "d",
};
const REPRO: Writer = Writer {
    runs: ["repro lan88-fig5.2 --out o", "repro lan88-fig5.2 --seed 2 --out o"],
    out: "o",
    name: "lan88-fig5.2",
};
const VERIFY: Writer = Writer {
    runs: [
        "verify --family ihc --topology hypercube --n 2 --name d --sim icarus --messages 5 --out o",
        "verify --family ihc --topology hypercube --n 2 --width 16 --name d --sim icarus \
         --messages 5 --out o",
    ],
    out: "o",
    name: "d",
};
const SIMULATE: Writer = Writer {
    runs: [
        "simulate plain --mesh 4x4 --load 0.1 --batch 100 --batches 5 --warm-up 100 --out o",
        "simulate plain --mesh 4x4 --load 0.2 --batch 100 --batches 5 --warm-up 100 --out o",
    ],
    out: "o",
    name: "",
};

/// Answers of `simulate`: it keeps them as they come.
const PART: &str = "part-1-of-1.jsonl";

/// When a signal is sent.
#[derive(Clone, Copy, PartialEq)]
enum Moment {
    /// At any time of the run.
    Any,
    /// From when the first file is begun.
    Writing,
    /// From when the manifest is written, just before the folders are exchanged.
    Exchanging,
}

/// Returns the unfinished files and folders in a folder.
fn unfinished(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten().map(|entry| entry.path());
    let hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".teecast-"))
    };
    entries.filter(hidden).collect()
}

fn send(child: &Child, signal: Signal) {
    let number = i32::try_from(child.id()).expect("numbers of processes are small");
    kill_process(Pid::from_raw(number).expect("not 0"), signal).expect("it is ours");
}

/// Returns the exit code as shells know it; before it begins, a program ends by the signal itself.
fn code(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).expect("it ended")
}

/// A writer at work in a folder of its own.
struct Bench {
    writer: &'static Writer,
    folder: tempfile::TempDir,
    /// What each of the runs writes.
    whole: [Vec<RtlFile>; 2],
    /// How long a run takes.
    time: Duration,
    /// How long it takes from its first file.
    writing: Duration,
}

impl Bench {
    fn new(writer: &'static Writer) -> Self {
        let folder = scratch();
        let (time, writing, whole) = (Duration::ZERO, Duration::ZERO, [Vec::new(), Vec::new()]);
        let mut bench = Self { writer, folder, whole, time, writing };
        // The first round builds what is kept.
        for run in [0, 1, 0, 1] {
            let start = Instant::now();
            let mut child = bench.start(run);
            let begun = bench.reach(&mut child, Moment::Writing);
            assert_eq!(code(child.wait().expect("it runs")), 0, "{}", writer.runs[run]);
            bench.time = start.elapsed();
            bench.writing = begun.map_or(Duration::ZERO, |begun| begun.elapsed());
            bench.whole[run] = bench.design();
        }
        assert_ne!(bench.whole[0], bench.whole[1]);
        bench
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join(self.writer.out)
    }

    fn design(&self) -> Vec<RtlFile> {
        let mut files = read(&self.out().join(self.writer.name));
        files.retain(|file| !file.path.starts_with("part-"));
        files
    }

    fn start(&self, run: usize) -> Child {
        // Answers of another sweep are refused.
        fs::remove_file(self.out().join(PART)).ok();
        command(self.folder.path(), self.writer.runs[run])
            .env("TEECAST_CACHE", self.folder.path().join("cache"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary was built for this test")
    }

    /// Waits until a run has come so far, and returns when; `None` if it ended before.
    fn reach(&self, child: &mut Child, moment: Moment) -> Option<Instant> {
        let reached = |path: &PathBuf| match moment {
            Moment::Exchanging => path.join("new/manifest.json").exists(),
            _ => true,
        };
        loop {
            let begun = moment == Moment::Any || self.out().join(PART).exists();
            if begun || unfinished(&self.out()).iter().any(reached) {
                return Some(Instant::now());
            }
            if child.try_wait().expect("it is ours").is_some() {
                return None;
            }
            thread::sleep(Duration::from_micros(100));
        }
    }

    /// Interrupts so many runs; the next one of each writes what is not there.
    fn interrupt(&self, count: usize, moment: impl Fn(usize) -> Moment) {
        let mut random = Random::new(count as u64);
        let mut here = 1;
        let mut interrupted = 0;
        for round in 0..count {
            let signal = if round % 2 == 0 { Signal::INT } else { Signal::TERM };
            let (next, moment) = (1 - here, moment(round));
            let mut child = self.start(next);
            if self.reach(&mut child, moment).is_some() {
                let longest = match moment {
                    Moment::Any => self.time,
                    Moment::Writing => self.writing,
                    Moment::Exchanging => self.writing / 4,
                };
                thread::sleep(longest.mul_f64(f64::from(random.below(1001)) / 1000.0));
                send(&child, signal);
            }
            let code = code(child.wait().expect("it is ours"));
            let found = self.design();
            let run = format!("round {round}, {:?}, {code}", self.writer.runs[next]);
            here = match self.whole.iter().position(|whole| *whole == found) {
                Some(here) => here,
                None => panic!("{run}: {} files", found.len()),
            };
            assert!(code == 128 + signal.as_raw() || (code, here) == (0, next), "{run}");
            assert_eq!(unfinished(&self.out()), Vec::<PathBuf>::new(), "{run}");
            interrupted += usize::from(code != 0);
        }
        let name = self.writer.runs[0].split(' ').next().unwrap_or_default();
        println!("{name}: {interrupted} of {count} runs were interrupted");
        assert!(interrupted > 0, "the signals come too late");
    }
}

fn icarus() -> bool {
    tools::or_skipped(tools::find(Tool::Icarus)).expect("tools where they are required").is_some()
}

#[test]
fn a_signal_leaves_gen_an_old_or_a_new_design() {
    Bench::new(&GEN).interrupt(40, |round| match round % 4 {
        0 => Moment::Writing,
        _ => Moment::Exchanging,
    });
}

#[test]
fn a_signal_leaves_other_writers_an_old_or_a_new_result() {
    Bench::new(&REPRO).interrupt(5, |_| Moment::Writing);
    Bench::new(&SIMULATE).interrupt(5, |_| Moment::Writing);
    if icarus() {
        Bench::new(&VERIFY).interrupt(5, |_| Moment::Writing);
    }
}

#[test]
#[ignore = "480 runs, a minute or more: make signals"]
fn hundreds_of_signals_at_random_moments_destroy_nothing() {
    Bench::new(&GEN).interrupt(300, |_| Moment::Any);
    Bench::new(&REPRO).interrupt(60, |_| Moment::Any);
    Bench::new(&SIMULATE).interrupt(60, |_| Moment::Any);
    if icarus() {
        Bench::new(&VERIFY).interrupt(60, |_| Moment::Any);
    }
}

/// A killed run tidies nothing. After two signals nothing has to be tidied, either.
#[test]
fn the_next_run_removes_what_a_killed_run_left() {
    let bench = Bench::new(&GEN);
    for signals in [&[Signal::KILL][..], &[Signal::INT, Signal::TERM]] {
        let mut child = bench.start(0);
        assert!(bench.reach(&mut child, Moment::Writing).is_some());
        // What comes while it sleeps comes at once.
        send(&child, Signal::STOP);
        signals.iter().for_each(|signal| send(&child, *signal));
        send(&child, Signal::CONT);
        let code = code(child.wait().expect("it is ours"));
        assert!(signals.iter().any(|signal| code == 128 + signal.as_raw()), "{code}");
        assert_eq!(unfinished(&bench.out()).len(), 1);
        assert_eq!(bench.design(), bench.whole[1]);
        let next = bench.start(1).wait().expect("it is ours");
        assert_eq!((next.code(), unfinished(&bench.out())), (Some(0), Vec::new()));
    }
}

/// Returns the processes whose command line names a folder.
fn at_work(folder: &Path) -> Vec<String> {
    let lines = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = lines.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    let name = folder.to_string_lossy();
    lines.filter(|line| line.contains(&*name)).collect()
}

#[test]
fn a_signal_ends_a_simulation_too() {
    if !icarus() {
        return;
    }
    let folder = scratch();
    let run = "verify --family ihc --topology hypercube --n 2 --sim icarus --messages 100";
    let mut child = command(folder.path(), run)
        .env("TEECAST_CACHE", folder.path().join("cache"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary was built for this test");
    // Its own command line names no folder.
    while at_work(folder.path()).is_empty() {
        assert!(child.try_wait().expect("it is ours").is_none(), "nothing is built");
        thread::sleep(Duration::from_millis(20));
    }
    send(&child, Signal::TERM);
    assert_eq!(child.wait().expect("it is ours").code(), Some(143));
    assert_eq!(at_work(folder.path()), Vec::<String>::new());
    assert_eq!(fs::read_dir(folder.path().join("cache")).expect("it began").count(), 0);
}

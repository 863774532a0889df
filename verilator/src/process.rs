//! Runs a program with a time limit and keeps what it says.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use teecast_writing::signals;

use crate::environment::search_path;
use crate::error::ToolError;

/// What a program said and how it ended.
#[derive(Clone, Debug)]
pub struct Output {
    /// Standard output and standard error, in the order of writing.
    pub text: String,
    /// It ended by itself with exit code 0.
    pub success: bool,
}

/// Runs a program to its end, without input.
///
/// At the time limit and after a signal a program is stopped with all programs that it has started,
/// where the system lists them in `/proc`.
///
/// # Errors
/// [`ToolError::TimedOut`] after `limit`, [`ToolError::Io`] if it cannot be started or a signal came.
pub fn run(what: &str, mut command: Command, limit: Duration) -> Result<Output, ToolError> {
    // Of an empty path the system makes the current folder; without one it knows its own.
    match env::join_paths(search_path()) {
        Ok(path) if !path.is_empty() => command.env("PATH", path),
        _ => command.env_remove("PATH"),
    };
    let program = PathBuf::from(command.get_program());
    let refused = |source| ToolError::Io { path: program.clone(), source };
    let _held = signals::hold();
    signals::ask().map_err(refused)?;
    // A file takes both streams in order, and no full pipe can block the program.
    let mut file = tempfile::tempfile().map_err(refused)?;
    let out = file.try_clone().map_err(refused)?;
    let err = file.try_clone().map_err(refused)?;
    let mut child =
        command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().map_err(refused)?;
    let (start, mut pause) = (Instant::now(), Duration::from_millis(1));
    let status = loop {
        let interrupted = signals::ask();
        let ended = child.try_wait().map_err(refused)?;
        let last = interrupted.is_err() || start.elapsed() >= limit;
        if ended.is_none() && last {
            let started = descendants(child.id());
            // It may have ended in between; these calls are harmless then.
            let _ = child.kill();
            stop(&started);
            let _ = child.wait();
        }
        if ended.is_some() || last {
            interrupted.map_err(refused)?;
            break ended;
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(20));
    };
    let text = read_all(&mut file).map_err(refused)?;
    match status {
        Some(status) => Ok(Output { text, success: status.success() }),
        None => Err(ToolError::TimedOut {
            what: what.to_string(),
            seconds: limit.as_secs(),
            output: last_lines(&text),
        }),
    }
}

/// Runs a program that has to succeed and returns what it said.
///
/// # Errors
/// As [`run`]; [`ToolError::Failed`] if its exit code is not 0.
pub fn run_checked(what: &str, command: Command, limit: Duration) -> Result<String, ToolError> {
    let Output { text, success } = run(what, command, limit)?;
    match success {
        true => Ok(text),
        false => Err(ToolError::Failed { what: what.to_string(), output: last_lines(&text) }),
    }
}

/// Lists the processes that a process has started, and those that they have started.
fn descendants(process: u32) -> Vec<u32> {
    let number = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    let parents: Vec<(u32, u32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(number)
        .filter_map(|it: u32| Some((it, parent(it)?)))
        .collect();
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&above) = found.get(next) {
        found.extend(parents.iter().filter(|(_, parent)| *parent == above).map(|(it, _)| *it));
        next += 1;
    }
    found.split_off(1)
}

/// Returns the parent of a process; the name before it stands in parentheses and may hold blanks.
fn parent(process: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    text.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Stops processes; those that have ended are nobody's problem.
fn stop(processes: &[u32]) {
    if !processes.is_empty() {
        let numbers = processes.iter().map(u32::to_string);
        let mut kill = Command::new("kill");
        let kill = kill.arg("-KILL").args(numbers).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = kill.status();
    }
}

fn read_all(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Keeps the end of a long text, where tools say why they stop.
fn last_lines(text: &str) -> String {
    const KEPT: usize = 30;
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(KEPT)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn both_streams_are_kept_in_order() {
        let output = run("sh", shell("echo a; echo b >&2; echo c"), LONG).expect("it runs");
        assert_eq!(output.text, "a\nb\nc\n");
        assert!(output.success);
    }

    #[test]
    fn a_bad_exit_is_an_error_with_the_last_lines() {
        let script = "for i in $(seq 100); do echo line $i; done; exit 3";
        assert!(!run("sh", shell(script), LONG).expect("it runs").success);
        let error = run_checked("sh", shell(script), LONG).expect_err("it exits with 3");
        let text = error.to_string();
        assert!(text.starts_with("sh failed:\nline 71\n") && text.ends_with("line 100"), "{text}");
    }

    #[test]
    fn a_program_that_hangs_is_stopped() {
        let hanging = shell("echo begun; exec sleep 600");
        let error = run("sh", hanging, Duration::from_millis(300)).expect_err("it hangs");
        assert!(matches!(&error, ToolError::TimedOut { output, .. } if output == "begun"));
    }

    #[test]
    fn a_program_that_hangs_is_stopped_with_those_that_it_started() {
        let hanging = shell("sleep 600 & echo $!; wait");
        let error = run("sh", hanging, Duration::from_millis(300)).expect_err("it hangs");
        let ToolError::TimedOut { output, .. } = error else { panic!("{error}") };
        let state = |process: &str| {
            let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            text.rsplit_once(") ").map(|(_, rest)| rest.starts_with('Z'))
        };
        // It ends soon after the signal; until somebody asks for its exit code it is a zombie.
        let ended = || state(&output).is_none_or(|is_zombie| is_zombie);
        let waited = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(10));
            ended()
        });
        assert!(waited, "process {output} goes on");
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let error = run("it", Command::new("/no/such/program"), LONG).expect_err("no program");
        assert!(error.to_string().starts_with("cannot use /no/such/program: "), "{error}");
    }
}

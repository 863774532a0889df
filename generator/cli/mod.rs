//! The commands: the only place that prints, reads the environment or asks the clock.
//!
//! A command is a file with its `Args` and a `run` that returns a `Report` or an
//! error; only this file writes to standard output and chooses the exit code.

mod analyze;
mod completions;
mod config;
mod explore;
mod folder;
mod generate;
mod licences;
mod man;
mod prove;
mod repro;
mod route;
mod schema;
mod simulate;
mod tools;
mod usage;
mod verbs;
mod verify;
mod written;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic::{self, AssertUnwindSafe, UnwindSafe};

use clap::{CommandFactory, Parser, Subcommand};
use teecast_spec::text;
use teecast_writing::signals;

use crate::families;
use crate::terminal::error::{Error, Kind};
use crate::terminal::verb::Verb;
use crate::terminal::{Report, diagnose};
use verbs::{Chosen, List};

/// Generates synthesizable Verilog for reliable collective communication, and predicts what it
/// does.
#[derive(Parser)]
#[command(name = "teecast", version, max_term_width = 100, after_help = help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What ends a run, for scripts.
const EXIT_CODES: &str = "\
Exit codes:
  0 fine, 1 a check failed, 2 bad input, 3 a tool is missing or too old, 70 an internal error,
  130 after SIGINT (Ctrl-C), 143 after SIGTERM";

fn help() -> String {
    format!("{}\n\n{EXIT_CODES}", families::examples("", &["gen --n 6 --m 8"]))
}

/// In the order of work, which is that of help.
#[derive(Subcommand)]
enum Command {
    Gen(generate::Args),
    Verify(verify::Args),
    Prove(prove::Args),
    Route(route::Args),
    Explore(explore::Args),
    Simulate(Box<simulate::Args>),
    Merge(simulate::merge::Args),
    Analyze(analyze::Args),
    #[command(flatten)]
    Family(Chosen<FamilyCommands>),
    Repro(repro::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
    Licences(licences::Args),
}

/// The commands that families bring.
struct FamilyCommands;

impl List for FamilyCommands {
    fn verbs() -> impl Iterator<Item = &'static Verb> {
        families::commands()
    }
}

/// Runs one command line and returns the exit code of the process.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // Without it a signal ends the run as it ends any program, and leaves what is unfinished.
    signals::install().ok();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    for argument in &arguments {
        if let Err(error) = check(&argument.to_string_lossy()) {
            diagnose(&error);
            return error.kind().exit_code();
        }
    }
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(usage) if usage.use_stderr() => return refused(usage, &arguments),
        Err(help) => return written(help.print().and_then(|()| io::stdout().flush()), 0),
    };
    // After a panic nothing of the command line is used again.
    guarded(AssertUnwindSafe(|| match cli.command {
        Command::Gen(args) => generate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Route(args) => route::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Merge(args) => simulate::merge::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Family(verb) => verb.run(),
        Command::Repro(args) => repro::run(&args),
        Command::Schema(args) => Ok(schema::run(&args)),
        Command::Completions(args) => Ok(completions::run(&args, Cli::command())),
        Command::Man(args) => man::run(&args, Cli::command()),
        Command::Licences(args) => Ok(licences::run(&args)),
    }))
}

/// Prints what the parser refuses, and what to type next.
fn refused(mut usage: clap::Error, arguments: &[OsString]) -> u8 {
    let typed = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    let hint = usage::hint(&mut usage, &Cli::command(), &typed.collect::<Vec<_>>());
    let whole = usage.to_string();
    match text::shown(&whole) {
        shown if shown == whole => drop(usage.print()),
        shown => diagnose(shown.trim_end()),
    }
    if let Some(hint) = hint {
        diagnose(text::shown(&format!("hint: {hint}")));
    }
    Kind::BadInput.exit_code()
}

/// Refuses a text that may be written nowhere.
fn check(text: &str) -> Result<(), Error> {
    match text::is_plain(text) {
        true => Ok(()),
        false => {
            let hint = "choose a name without such characters";
            Err(Error::bad_input(format!("{text:?}: {}", text::RULE)).hint(hint))
        }
    }
}

/// Runs a command to its exit code.
///
/// A panic is our own mistake: it is reported in one sentence and ends with the code of an
/// internal error.
fn guarded(command: impl FnOnce() -> Result<Report, Error> + UnwindSafe) -> u8 {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), |at| format!(" at {at}"));
        let payload = panic.payload();
        let literal = payload.downcast_ref::<&str>().copied();
        let cause = literal.or(payload.downcast_ref::<String>().map(String::as_str));
        let cause = cause.unwrap_or("no message");
        diagnose(format_args!("error: internal error{place}: {cause}"));
        diagnose("hint: this is a mistake in teecast; please report it with the command line");
    }));
    match panic::catch_unwind(command) {
        Ok(Ok(report)) => finish(&report),
        Ok(Err(error)) => {
            diagnose(&error);
            error.kind().exit_code()
        }
        Err(_) => Kind::Internal.exit_code(),
    }
}

/// Prints a report; a reader that went away has seen enough.
fn finish(report: &Report) -> u8 {
    let mut out = io::stdout().lock();
    let result = out.write_all(report.text.as_bytes()).and_then(|()| out.flush());
    written(result, if report.passed { 0 } else { Kind::Failed.exit_code() })
}

/// Returns the exit code after a write to standard output: `code` unless the text is lost.
fn written(result: io::Result<()>, code: u8) -> u8 {
    match result {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => {
            diagnose(format_args!("error: cannot write to standard output: {cause}"));
            Kind::BadInput.exit_code()
        }
        _ => code,
    }
}

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod shared;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_exit_code() {
        let ended = |kind| guarded(move || Err(Error::new(kind, anyhow::anyhow!("a test"))));
        assert_eq!([Kind::Failed, Kind::BadInput, Kind::Tool].map(ended), [1, 2, 3]);
        assert_eq!(guarded(|| Ok(Report { text: String::new(), passed: true })), 0);
        assert_eq!(guarded(|| Ok(Report { text: String::new(), passed: false })), 1);
        assert_eq!(guarded(|| panic!("a test")), 70);
        // The other tests keep their own way to report panics.
        let _ = panic::take_hook();
    }
}

//! The `qa` binary: mutation, coverage and quality of results. Tools of the project, not of the product.

mod area;
mod asic;
mod case;
mod coverage;
mod design;
mod measured;
mod mesh;
mod mutants;
mod mutate;
mod page;
mod qor;
mod synth;
mod throughput;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What a command may fail with.
type Failure = Box<dyn Error + Send + Sync>;

/// Measures how good the tests and the emitted hardware are.
///
/// Run it from the root of the repository: some commands rewrite files there.
#[derive(Parser)]
#[command(name = "qa", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo run --release -p teecast-qa -- mutate unit/mhu_slots
  cargo run --release -p teecast-qa -- coverage cube
  cargo run --release -p teecast-qa -- qor mhu_multicaster,6,8";

#[derive(Subcommand)]
enum Command {
    Mutate(mutate::Args),
    Coverage(coverage::Args),
    Qor(qor::Args),
    Area(area::Args),
    Asic(asic::Args),
    Mesh(mesh::Args),
    Throughput(throughput::Args),
}

fn main() -> ExitCode {
    let ended = match Cli::parse().command {
        Command::Mutate(args) => mutate::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Qor(args) => qor::run(&args),
        Command::Area(args) => area::run(&args),
        Command::Asic(args) => asic::run(&args),
        Command::Mesh(args) => mesh::run(&args),
        Command::Throughput(args) => throughput::run(&args),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Checks that names on the command line exist; without any, all are meant.
fn check_names(given: &[String], known: &[String]) -> Result<(), Failure> {
    match given.iter().find(|name| !known.contains(name)) {
        Some(name) => {
            Err(format!("unknown name {name:?}; choose among {}", known.join(" ")).into())
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_that_exist() {
        let known = ["cube", "bus"].map(String::from);
        assert!(check_names(&[], &known).is_ok() && check_names(&known[1..], &known).is_ok());
        let error = check_names(&["ring".to_string()], &known).expect_err("there is no ring");
        assert_eq!(error.to_string(), "unknown name \"ring\"; choose among cube bus");
    }
}

//! The `teecast` binary: parse arguments, run one command, map the error to an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(teecast::cli::main(std::env::args_os()))
}

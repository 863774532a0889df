//! `teecast licences`: the crates of others in the binary, and their licences.

use crate::terminal::Report;

/// The list with all texts; `scripts/licences` writes it.
const LIST: &str = include_str!("third-party.txt");

/// Prints which software of others is in this program, and under which licences.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

const EXAMPLES: &str = "\
Examples:
  teecast licences";

/// Runs the command.
pub fn run(_: &Args) -> Report {
    LIST.to_string().into()
}

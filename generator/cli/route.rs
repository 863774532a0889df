//! `teecast route`: one message on the golden model; families bring the verbs.

use super::verbs::{Chosen, List};
use crate::families;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::verb::Verb;

/// Routes one message on the golden model and shows every hop.
#[derive(clap::Args)]
#[command(after_help = families::examples("route", &[]))]
pub struct Args {
    #[command(subcommand)]
    verb: Chosen<Verbs>,
}

/// The verbs of all families.
struct Verbs;

impl List for Verbs {
    fn verbs() -> impl Iterator<Item = &'static Verb> {
        families::route_verbs()
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input: a node or an option that the family or the algorithm does not permit.
pub fn run(args: &Args) -> Result<Report, Error> {
    args.verb.run()
}

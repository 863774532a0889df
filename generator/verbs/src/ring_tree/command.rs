//! `teecast ring-tree`: what only this family does.

use clap::Subcommand;

use super::repair;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::verb::{Verb, options};

/// Repairs trees of virtual rings.
#[derive(clap::Args)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Repair(repair::Args),
}

/// The command.
pub const VERB: Verb = Verb::new::<Args>("ring-tree", |typed| run(&options(typed)?));

/// Does what was typed.
///
/// # Errors
/// Those of what was typed.
fn run(args: &Args) -> Result<Report, Error> {
    match &args.what {
        What::Repair(args) => repair::run(args),
    }
}

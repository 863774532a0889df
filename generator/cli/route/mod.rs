//! `teecast route`: one message on the golden model; one file a family.

mod hypercube;

use super::Report;
use super::error::Error;

/// Routes one message on the golden model and shows every hop.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    family: Family,
}

const EXAMPLES: &str = "\
Example:
  teecast route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0";

#[derive(clap::Subcommand)]
enum Family {
    Hypercube(hypercube::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input: a node or an option that the family or the algorithm does not permit.
pub fn run(args: &Args) -> Result<Report, Error> {
    match &args.family {
        Family::Hypercube(args) => hypercube::run(args),
    }
}

//! `teecast analyze`: what the golden model says about a question; one file a question.

mod choose_m;
mod optimal;

use crate::terminal::Report;
use crate::terminal::error::Error;

/// Answers questions about algorithms and designs by the golden model.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    question: Question,
}

const EXAMPLES: &str = "\
Examples:
  teecast analyze optimal --n 5 --source 6 --dest 7,20,29,18,1,0
  teecast analyze choose-m --n 6 --mix mix.csv";

#[derive(clap::Subcommand)]
enum Question {
    ChooseM(choose_m::Args),
    Optimal(optimal::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input: a value that the question does not permit.
pub fn run(args: &Args) -> Result<Report, Error> {
    match &args.question {
        Question::ChooseM(args) => choose_m::run(args),
        Question::Optimal(args) => optimal::run(args),
    }
}

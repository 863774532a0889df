//! `teecast analyze`: what the golden model says about a question; families bring the questions.

use super::verbs::{Chosen, List};
use crate::families;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::verb::Verb;

/// Answers questions about algorithms and designs by the golden model.
#[derive(clap::Args)]
#[command(after_help = families::examples("analyze", &[]))]
pub struct Args {
    #[command(subcommand)]
    question: Chosen<Questions>,
}

/// The questions of all families.
struct Questions;

impl List for Questions {
    fn verbs() -> impl Iterator<Item = &'static Verb> {
        families::questions()
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input: a value that the question does not permit.
pub fn run(args: &Args) -> Result<Report, Error> {
    args.question.run()
}

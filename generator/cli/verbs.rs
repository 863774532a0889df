//! Subcommands from a list of verbs, which is known when the program runs.

use std::marker::PhantomData;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, Error as Usage, FromArgMatches, Subcommand};

use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::verb::{Typed, Verb};

/// A list of verbs.
pub trait List {
    /// Returns the verbs, as help lists them.
    fn verbs() -> impl Iterator<Item = &'static Verb>;
}

/// The verb of a list that was typed.
pub struct Chosen<L> {
    typed: Typed,
    list: PhantomData<L>,
}

impl<L: List> Chosen<L> {
    /// Does what was typed.
    ///
    /// # Errors
    /// Those of the verb.
    pub fn run(&self) -> Result<Report, Error> {
        self.typed.run()
    }
}

impl<L: List> FromArgMatches for Chosen<L> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Usage> {
        let (name, options) =
            matches.subcommand().ok_or_else(|| Usage::new(ErrorKind::MissingSubcommand))?;
        let verb = L::verbs().find(|verb| verb.name() == name);
        let verb = verb.ok_or_else(|| Usage::new(ErrorKind::InvalidSubcommand))?;
        Ok(Self { typed: verb.typed(options), list: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Usage> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<L: List> Subcommand for Chosen<L> {
    fn augment_subcommands(command: Command) -> Command {
        L::verbs().fold(command, |command, verb| verb.below(command))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        L::verbs().any(|verb| verb.name() == name)
    }
}

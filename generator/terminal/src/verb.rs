//! A subcommand that a family brings: its name, its options and what it does.

use clap::{ArgMatches, Args, Command};

use super::Report;
use super::error::{Error, Kind};

/// What a verb does with its options.
pub type Run = fn(&ArgMatches) -> Result<Report, Error>;

/// A subcommand; its options are declared to the parser and read back by functions, so that lists of
/// verbs hold any of them.
pub struct Verb {
    name: &'static str,
    augment: fn(Command) -> Command,
    run: Run,
}

/// A verb that was typed, with its options.
pub struct Typed {
    run: Run,
    options: ArgMatches,
}

impl Verb {
    /// Returns the verb with the options `A`; `run` gets them by [`options`].
    pub const fn new<A: Args>(name: &'static str, run: Run) -> Self {
        Self { name, augment: A::augment_args, run }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns a command with this verb as one of its subcommands.
    pub fn below(&self, command: Command) -> Command {
        command.subcommand((self.augment)(Command::new(self.name)))
    }

    /// Returns the verb as it was typed.
    pub fn typed(&self, options: &ArgMatches) -> Typed {
        Typed { run: self.run, options: options.clone() }
    }
}

impl Typed {
    /// Does it.
    ///
    /// # Errors
    /// Those of the verb.
    pub fn run(&self) -> Result<Report, Error> {
        (self.run)(&self.options)
    }
}

/// Reads the options of a verb.
///
/// # Errors
/// A mistake of ours: the parser has checked them already.
pub fn options<A: Args>(typed: &ArgMatches) -> Result<A, Error> {
    A::from_arg_matches(typed).map_err(|cause| Error::new(Kind::Internal, cause))
}

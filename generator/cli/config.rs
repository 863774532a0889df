//! The options of a configuration, made from the table, for the commands that need one.

use std::path::PathBuf;

use clap::builder::{BoolValueParser, PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use teecast_spec::option::{ConfigOption, Kind, Value};
use teecast_spec::{Family, RawConfig, Spec, config, read};

use crate::terminal::diagnose;
use crate::terminal::error::Error;
use crate::terminal::input;

/// The option that names a configuration file; it stands in no such file.
const FILE: &str = "config";

/// Declares what to build; a file given with `--config` fills in what is not typed.
#[derive(Clone, Debug, Default)]
pub struct ConfigArgs {
    file: Option<PathBuf>,
    typed: RawConfig,
}

impl ConfigArgs {
    /// Reads the files, if there are any, validates, and prints warnings. `examples` is what to type where
    /// nothing is given.
    ///
    /// # Errors
    /// Bad input: an unreadable file, and no or an invalid configuration.
    pub fn spec(&self, examples: &str) -> Result<Spec, Error> {
        if self.first_given().is_none() {
            return Err(
                Error::bad_input("no configuration is given").hint(format!("try {examples}"))
            );
        }
        let spec = input::with_files(self.typed.clone().or(self.file()?))?.validate()?;
        for warning in spec.warnings() {
            diagnose(format_args!("warning: {warning}"));
        }
        spec.families.iter().for_each(|family| input::warn_of(family.notes()));
        Ok(spec)
    }

    /// Returns an option that was typed, for commands that take something else instead.
    pub fn first_given(&self) -> Option<&'static str> {
        let typed = config::table().into_iter().find(|option| self.typed.has(option));
        typed.map(|option| option.name).or(self.file.as_ref().map(|_| FILE))
    }

    fn file(&self) -> Result<RawConfig, Error> {
        let Some(path) = &self.file else { return Ok(RawConfig::default()) };
        let text = input::read_text(path, input::BY_HAND)
            .map_err(|error| error.hint("--config takes a TOML file"))?;
        let raw = RawConfig::from_toml(&text)
            .map_err(|cause| Error::from(cause).context(path.display()))?;
        // A pipe or a device is in no folder of the user.
        Ok(match path.parent() {
            Some(folder) if path.is_file() => raw.beside(folder),
            _ => raw,
        })
    }
}

/// Returns the families that have an option; none, where it belongs to every configuration.
fn families(option: &ConfigOption) -> Vec<Family> {
    Family::ALL.iter().copied().filter(|family| family.options().contains(&option)).collect()
}

/// Returns the heading of help for the options of some families.
fn heading(families: &[Family]) -> String {
    let names: Vec<&str> = families.iter().map(|family| family.name()).collect();
    match names.as_slice() {
        [] => "Configuration".to_string(),
        [one] => format!("Family {one}"),
        some => format!("Families {}", some.join(", ")),
    }
}

/// Returns the argument of an option.
fn argument(option: &'static ConfigOption) -> Arg {
    let argument =
        Arg::new(option.name).long(option.name).value_name(option.value_name).help(option.help());
    let argument = argument.aliases(option.former.name);
    let former = |name: &'static str| {
        let former = option.former.value.filter(|(_, now)| *now == name);
        PossibleValue::new(name).aliases(former.map(|(former, _)| former))
    };
    match option.kind {
        Kind::Whole { .. } => argument
            .allow_negative_numbers(true)
            .value_parser(move |text: &str| read::whole(option, text)),
        Kind::Flag => argument
            .num_args(0..=1)
            .default_missing_value("true")
            .hide_possible_values(true)
            .value_parser(BoolValueParser::new()),
        Kind::Choice(names) => {
            argument.value_parser(PossibleValuesParser::new(names.iter().copied().map(former)))
        }
        Kind::List(names) => argument
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(PossibleValuesParser::new(names)),
        Kind::Text => argument,
    }
}

/// Returns the value that was typed for an option.
fn value(option: &ConfigOption, matches: &ArgMatches) -> Option<Value> {
    let named = |typed: &String| option.choice(typed).expect("only names of the option pass");
    match option.kind {
        Kind::Whole { .. } => matches.get_one(option.name).copied().map(Value::Whole),
        Kind::Flag => matches.get_one(option.name).copied().map(Value::Flag),
        Kind::Choice(_) => matches.get_one(option.name).map(named).map(Value::Choice),
        Kind::List(_) => {
            matches.get_many(option.name).map(|typed| Value::List(typed.map(named).collect()))
        }
        Kind::Text => matches.get_one(option.name).cloned().map(Value::Text),
    }
}

impl clap::Args for ConfigArgs {
    fn augment_args(command: Command) -> Command {
        let file =
            Arg::new(FILE).long(FILE).value_name("FILE").value_parser(value_parser!(PathBuf)).help(
                "Configuration file (TOML, the long options without dashes as keys); typed \
                 options win",
            );
        let mut options: Vec<_> =
            config::table().into_iter().map(|it| (families(it), it)).collect();
        // Headings come in the order of their first options.
        options.sort_by_key(|(of, _)| {
            (
                !of.is_empty(),
                Family::ALL.len() - of.len(),
                of.first().map(|family| *family as usize),
            )
        });
        let args = options.iter().map(|(of, option)| argument(option).help_heading(heading(of)));
        command.arg(file.help_heading(heading(&[]))).args(args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ConfigArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(file) = matches.get_one::<PathBuf>(FILE) {
            self.file = Some(file.clone());
        }
        for option in config::table() {
            if let Some(value) = value(option, matches) {
                self.typed.set(option, value);
            }
        }
        Ok(())
    }
}

//! The setups of a sweep: what the options of a kind describe, for each choice of the values that change.

use std::collections::BTreeSet;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use serde_json::{Map, Value};

use super::network::{Options, Simulated};
use super::options::{Given, LoadOptions, Runs};
use super::setup::Setup;
use super::value::Choices;
use crate::terminal::error::Error;
use crate::terminal::verb::options;

/// The most setups of a sweep.
const MOST_SETUPS: usize = 1000;
/// Of the options about runs, the only one on which answers depend.
const SEED: &str = "seed";

/// Returns the setups that were typed: one, or one for each choice of values.
///
/// # Errors
/// Bad input: an option that does not exist or cannot change, a value that is not permitted, too many setups.
pub fn setups<A: Options>(typed: &ArgMatches) -> Result<Vec<Setup<A::Setup>>, Error> {
    let args = options::<A>(typed)?;
    let command = A::augment_args(Command::new(A::Setup::KIND));
    let kept = kept(&command);
    let sweeps = &args.runs().sweep;
    check(sweeps, &kept)?;
    if sweeps.is_empty() {
        return Ok(vec![Setup { options: values(&kept, typed), network: args.setup()? }]);
    }
    let fixed = fixed(&command, typed, sweeps);
    choices(sweeps)?
        .into_iter()
        .map(|chosen| {
            let changing = chosen.iter().filter_map(|(name, value)| word(&command, name, value));
            let words = [OsString::from(A::Setup::KIND)].into_iter().chain(fixed.clone());
            let place = || {
                let values = chosen.iter().map(|(name, value)| format!("{name} {value}"));
                values.collect::<Vec<_>>().join(", ")
            };
            let typed = command.clone().try_get_matches_from(words.chain(changing));
            let typed = typed.map_err(|cause| refused::<A>(&cause))?;
            let network = options::<A>(&typed)?.setup();
            let network = network.map_err(|cause| cause.context(place()))?;
            Ok(Setup { options: values(&kept, &typed), network })
        })
        .collect()
}

/// Returns the options on which answers depend, what is asked apart.
fn kept(command: &Command) -> Vec<&Arg> {
    let others =
        Given::augment_args(LoadOptions::augment_args(Runs::augment_args(Command::new(""))));
    let others: BTreeSet<&str> = others.get_arguments().filter_map(Arg::get_long).collect();
    // What is hidden is refused with a reason.
    let stays = |arg: &&Arg| {
        let known = arg.get_long().filter(|_| !arg.is_hide_set());
        known.is_some_and(|name| name == SEED || !others.contains(name))
    };
    command.get_arguments().filter(stays).collect()
}

fn check(sweeps: &[Choices], kept: &[&Arg]) -> Result<(), Error> {
    let names: Vec<&str> = kept.iter().filter_map(|arg| arg.get_long()).collect();
    for (index, Choices { option, values }) in sweeps.iter().enumerate() {
        if !names.contains(&option.as_str()) {
            let sentence = format!("--sweep cannot change --{option}");
            return Err(Error::bad_input(sentence).hint(format!("choose {}", names.join(", "))));
        }
        if sweeps[..index].iter().any(|earlier| earlier.option == *option) {
            let sentence = format!("--sweep changes --{option} twice");
            return Err(Error::bad_input(sentence).hint("name all its values at once"));
        }
        let flag = kept.iter().any(|arg| arg.get_long() == Some(option) && is_flag(arg));
        if flag && values.iter().any(|value| value != "true" && value != "false") {
            let sentence = format!("--{option} is a flag, which is true or false");
            return Err(Error::bad_input(sentence).hint(format!("try --sweep {option}=false,true")));
        }
    }
    Ok(())
}

/// Returns all choices of one value each; the last option changes first.
fn choices(sweeps: &[Choices]) -> Result<Vec<Vec<(&str, &str)>>, Error> {
    let count = sweeps.iter().try_fold(1usize, |all, one| all.checked_mul(one.values.len()));
    if count.is_none_or(|count| count > MOST_SETUPS) {
        let sentence = format!("--sweep has more than {MOST_SETUPS} choices of values");
        return Err(Error::bad_input(sentence).hint("sweep in several commands"));
    }
    Ok(sweeps.iter().fold(vec![Vec::new()], |all, Choices { option, values }| {
        let longer = |chosen: &Vec<_>| {
            let with = |value| [&chosen[..], &[(option.as_str(), value)]].concat();
            values.iter().map(String::as_str).map(with).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    }))
}

/// Returns what was typed, without the options that change.
fn fixed(command: &Command, typed: &ArgMatches, sweeps: &[Choices]) -> Vec<OsString> {
    let stays = |arg: &&Arg| {
        let name = arg.get_long().unwrap_or_default();
        name != "sweep" && sweeps.iter().all(|sweep| sweep.option != name)
    };
    let was_typed =
        |arg: &&Arg| typed.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut words = Vec::new();
    for arg in command.get_arguments().filter(stays).filter(was_typed) {
        let name = arg.get_long().expect("options have long names");
        if is_flag(arg) {
            words.push(format!("--{name}").into());
            continue;
        }
        for value in typed.get_raw(arg.get_id().as_str()).into_iter().flatten() {
            let mut word = OsString::from(format!("--{name}="));
            word.push(value);
            words.push(word);
        }
    }
    words
}

/// Returns an option with a value; nothing of a flag that is not set.
fn word(command: &Command, name: &str, value: &str) -> Option<OsString> {
    let flag = command.get_arguments().any(|arg| arg.get_long() == Some(name) && is_flag(arg));
    match (flag, value) {
        (true, "false") => None,
        (true, "true") => Some(format!("--{name}").into()),
        _ => Some(format!("--{name}={value}").into()),
    }
}

fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

/// Returns the values that options have, typed or by default.
fn values(kept: &[&Arg], typed: &ArgMatches) -> Map<String, Value> {
    let value = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        let value = match is_flag(arg) {
            true => Value::String(typed.get_flag(id).to_string()),
            false => match typed.get_raw(id) {
                Some(values) => {
                    let texts = values.map(|raw| raw.to_string_lossy());
                    Value::String(texts.collect::<Vec<_>>().join(","))
                }
                None => Value::Null,
            },
        };
        Some((arg.get_long()?.to_string(), value))
    };
    kept.iter().filter_map(value).collect()
}

/// Says what the parser does not take.
fn refused<A: Options>(cause: &clap::Error) -> Error {
    let said = cause.to_string();
    let sentence = said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    let kind = A::Setup::KIND;
    Error::bad_input(sentence).hint(format!("teecast simulate {kind} --help lists the options"))
}

//! Tests of all options of all commands: numbers have a bound that the parser checks, and texts are tried.

use std::any::TypeId;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory, Id};
use teecast_spec::option::Kind;
use teecast_spec::{Family, RawConfig, SpecError, config};

use super::Cli;
use crate::terminal::value::Nodes;

/// Returns all commands without subcommands, each with its path.
pub fn commands(command: &Command, path: &str) -> Vec<(String, Command)> {
    let path = format!("{path} {}", command.get_name()).trim_start().to_string();
    let mut found: Vec<(String, Command)> =
        command.get_subcommands().flat_map(|below| commands(below, &path)).collect();
    if found.is_empty() {
        found.push((path, command.clone()));
    }
    found
}

/// Returns all numeric options, each with the path of its command.
fn numeric() -> Vec<(String, Arg)> {
    let types = [
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i64>(),
        TypeId::of::<i128>(),
        TypeId::of::<f64>(),
        TypeId::of::<NonZeroUsize>(),
        TypeId::of::<Option<u32>>(),
        TypeId::of::<Nodes>(),
    ];
    let is_numeric =
        |arg: &&Arg| types.iter().any(|number| arg.get_value_parser().type_id() == *number);
    let of_command = |(path, command): (String, Command)| {
        let args: Vec<Arg> = command.get_arguments().filter(is_numeric).cloned().collect();
        args.into_iter().map(move |arg| (path.clone(), arg))
    };
    commands(&Cli::command(), "").into_iter().flat_map(of_command).collect()
}

/// Parses a value of one option alone, and returns the refusal.
pub fn refusal(arg: &Arg, value: &str) -> Option<String> {
    let name = arg.get_long().expect("a numeric option is long").to_string();
    let reset = || Resettable::<Id>::Reset;
    let alone = arg.clone().required(false).requires(reset()).conflicts_with(reset());
    let command = Command::new("alone").arg(alone.group(reset()));
    let typed = ["alone".to_string(), format!("--{name}={value}")];
    command.try_get_matches_from(typed).err().map(|error| error.to_string())
}

/// Returns the whole numbers between the bounds that a refusal names: "from 1 to 6".
pub fn range(refusal: &str) -> Option<(u128, u128)> {
    let (_, range) = refusal.split_once("from ")?;
    let mut words = range.split([' ', '\n', ':', ';']);
    let (least, to, most) = (words.next()?, words.next()?, words.next()?);
    let whole = |text: &str, round: fn(f64) -> f64| {
        text.parse().ok().or_else(|| text.parse().ok().map(|number| round(number) as u128))
    };
    (to == "to").then_some((whole(least, f64::ceil)?, whole(most, f64::floor)?))
}

#[test]
fn every_numeric_option_of_every_command_has_a_bound_that_its_parser_checks() {
    let mut without = Vec::new();
    let all = numeric();
    assert!(all.len() > 60, "{} options", all.len());
    for (path, arg) in all {
        let place = format!("{path} --{}", arg.get_id());
        if arg.get_value_parser().type_id() == TypeId::of::<i128>() {
            of_configuration(&arg);
            continue;
        }
        // Far outside of what any option permits, if 2^64 - 1 is not.
        let far = refusal(&arg, &u64::MAX.to_string())
            .or_else(|| refusal(&arg, &(u128::from(u64::MAX) + 1).to_string()));
        let Some((least, most)) = far.as_deref().and_then(range) else {
            without.push(place);
            continue;
        };
        for value in [0, 1, least, most, most + 1, u64::MAX.into()] {
            let refused = refusal(&arg, &value.to_string());
            let inside = (least..=most).contains(&value);
            assert_eq!(refused.is_none(), inside, "{place} {value}: {refused:?}");
            let named = refused.map_or(Some((least, most)), |refused| range(&refused));
            assert_eq!(named, Some((least, most)), "{place} {value}");
        }
    }
    assert!(without.is_empty(), "{without:?}");
}

/// Options of a configuration stand in files, too: their numbers are judged with all others, so
/// that the parser takes any.
fn of_configuration(arg: &Arg) {
    let option = config::table().into_iter().find(|option| arg.get_id() == option.name);
    let option = option.expect("only options of a configuration are so wide");
    let Kind::Whole { most, .. } = option.kind else { panic!("{} is no number", option.name) };
    for value in [0, 1, most.into(), i128::from(most) + 1, u64::MAX.into()] {
        assert_eq!(refusal(arg, &value.to_string()), None, "{} {value}", option.name);
        // A family that has the option, the default ones first, and all that it may need.
        let owner = Family::ALL.iter().find(|family| family.options().contains(&option));
        let text = match owner {
            Some(family) if !Family::DEFAULT.contains(family) => {
                let sizes = family.options().iter().filter(|size| size.kind == Kind::Text);
                let sizes = sizes.filter_map(|it| Some(format!("\n{} = '{}'", it.name, it.size?)));
                format!("family = ['{}']", family.name()) + &sizes.collect::<String>()
            }
            _ => "n = 6\nm = 8\nreception = 'majority'".to_string(),
        };
        let needed = if option.name == "tags" { "\nanswers = 'landed'" } else { "" };
        let raw = RawConfig::from_toml(&(text + needed)).expect("valid").with(option, value);
        match raw.validate() {
            Err(SpecError::Range { field, value: refused, .. }) => {
                assert_eq!((field, refused), (option.name, value));
            }
            other => assert!(value <= most.into(), "{} {value}: {other:?}", option.name),
        }
    }
    let refused = refusal(arg, &"9".repeat(50)).expect("more than 128 bits");
    assert!(refused.contains(&format!("to {most}")), "{refused}");
}

/// Returns all options and operands that take any text or path: "gen --graph {}", "verify {}".
fn texts() -> Vec<String> {
    let types = [TypeId::of::<String>(), TypeId::of::<PathBuf>()];
    let takes_text = |arg: &&Arg| {
        types.iter().any(|text| arg.get_value_parser().type_id() == *text)
            && arg.get_possible_values().is_empty()
    };
    let of_command = |(path, command): (String, Command)| {
        let path = path.trim_start_matches("teecast ").to_string();
        // The options of a configuration are tried with the first command that has them.
        let elsewhere = |arg: &&Arg| config::table().iter().any(|it| arg.get_id() == it.name);
        let args = command.get_arguments().filter(takes_text);
        let args = args.filter(|arg| path == "gen" || !elsewhere(arg));
        let place = |arg: &Arg| match arg.get_long() {
            Some(long) => format!("{path} --{long} {{}}"),
            None => format!("{path} {{}}"),
        };
        args.map(place).collect::<Vec<_>>()
    };
    commands(&Cli::command(), "").into_iter().flat_map(of_command).collect()
}

#[test]
fn every_option_that_takes_text_is_tried_with_hostile_texts() {
    let tried = include_str!("../../tests/text-options.txt");
    let is_tried = |place: &String| {
        let option = place.rsplit_once(" --").map(|(_, option)| format!(" --{option}"));
        let command = place.split(" --").next().unwrap_or(place).trim_end_matches(" {}");
        let fits = |line: &str| {
            line.starts_with(&format!("{command} "))
                && match &option {
                    Some(option) => line.ends_with(option.as_str()),
                    None => !line.rsplit(' ').nth(1).unwrap_or_default().starts_with("--"),
                }
        };
        tried.lines().any(fits)
    };
    let texts = texts();
    assert!(texts.len() > 30, "{texts:?}");
    let missing: Vec<String> = texts.into_iter().filter(|place| !is_tried(place)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

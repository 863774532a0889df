//! The hardware of what the page shows: its configuration, what it costs, and how it is generated.

use clap::ArgMatches;
use clap::parser::ValueSource;
use serde::Serialize;
use teecast_emit::measured::{self, Cost};
use teecast_spec::option::{ConfigOption, Kind};
use teecast_spec::{Family, FamilySpec, RawConfig};
use teecast_terminal::error::Error;

/// The hardware of a message.
#[derive(Serialize)]
pub struct Design {
    /// As in a file for `--config` of `teecast gen`.
    configuration: String,
    /// What is typed after `teecast gen`.
    command: Vec<String>,
    nodes: u32,
    cost: Option<Cost>,
}

/// Returns the hardware of a configuration.
///
/// # Errors
/// Bad input: no such network. A graph in a file, which a page cannot read.
pub fn design(configuration: &str) -> Result<Design, Error> {
    let spec = RawConfig::from_toml(configuration)?.validate()?;
    let cost = spec.families.first().and_then(measured::cost);
    let nodes = spec.families.iter().map(FamilySpec::nodes).max().unwrap_or(0);
    Ok(Design {
        configuration: configuration.to_string(),
        command: words(&spec.command_options()),
        nodes,
        cost,
    })
}

/// Returns the hardware of a message of `teecast route`.
///
/// # Errors
/// Bad input: there is no such hardware.
pub fn of_message(verb: &str, typed: &ArgMatches) -> Result<Design, Error> {
    let Some(family) = Family::named(verb) else {
        return Err(Error::bad_input(format!("there is no hardware of {verb}")));
    };
    let mut lines = vec![format!("family = [{}]", quoted(family.name()))];
    for option in family.options() {
        let value = match option.name {
            // A router takes as many destinations as the message has.
            "m" => Some(destinations(typed).to_string()),
            _ => value(option, typed),
        };
        lines.extend(value.map(|value| format!("{} = {value}", option.key())));
    }
    design(&lines.join("\n"))
}

/// Returns the value of an option as in a file, if the message has it and hardware knows it.
fn value(option: &ConfigOption, typed: &ArgMatches) -> Option<String> {
    let text = text(typed, &option.key())?;
    match option.kind {
        // Classes may be without a limit, which is none of hardware.
        Kind::Whole { .. } => text.parse::<u32>().ok().map(|number| number.to_string()),
        Kind::Flag => text.parse::<bool>().ok().map(|flag| flag.to_string()),
        Kind::Choice(_) | Kind::List(_) | Kind::Text => Some(quoted(&text)),
    }
}

/// Returns how many destinations a message has, as far as a router may have them.
fn destinations(typed: &ArgMatches) -> usize {
    let count = text(typed, "dest").map_or(1, |nodes| nodes.split(',').count());
    let dimension = text(typed, "n").and_then(|n| n.parse::<u32>().ok()).unwrap_or(2);
    count.min((1 << dimension) - 2)
}

/// Returns what was typed for an option.
fn text(typed: &ArgMatches, key: &str) -> Option<String> {
    let given = typed.ids().any(|id| id.as_str() == key)
        && typed.value_source(key) == Some(ValueSource::CommandLine);
    let value = given.then(|| typed.get_raw(key)?.next()).flatten()?;
    Some(value.to_string_lossy().into_owned())
}

/// Quotes a text for a file.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

/// Returns options as they are typed, word by word.
fn words(options: &[String]) -> Vec<String> {
    let typed = options.iter().map(|option| option.split_once(' ').unwrap_or((option, "")));
    let words = typed.flat_map(|(name, value)| [format!("--{name}"), value.to_string()]);
    words.filter(|word| !word.is_empty()).collect()
}

//! What to type next after a command line that the parser refuses: a near one that it takes, else an
//! example of the command.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use teecast_spec::text;

/// A command line near the one that was typed, and what is said of it.
struct Near {
    words: Vec<String>,
    hint: String,
}

/// Returns a hint for a refusal of `typed`, the words after the name of the program; tips that lead away
/// from it are taken out.
pub fn hint(usage: &mut Error, whole: &Command, typed: &[String]) -> Option<String> {
    let command = reached(whole, typed);
    let near = [joined(typed), inner(whole, typed)].into_iter().flatten();
    let near = near.chain(synonyms(usage, command, typed)).find(|near| is_taken(whole, near));
    if let Some(near) = near {
        usage.remove(ContextKind::SuggestedArg);
        usage.remove(ContextKind::Suggested);
        return Some(near.hint);
    }
    let has_tip = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    let is_lost = [
        ErrorKind::UnknownArgument,
        ErrorKind::MissingRequiredArgument,
        ErrorKind::InvalidSubcommand,
        ErrorKind::MissingSubcommand,
    ];
    if !is_lost.contains(&usage.kind()) || has_tip.iter().any(|tip| usage.get(*tip).is_some()) {
        return None;
    }
    example(command).map(|example| format!("try {example}"))
}

/// Returns the command that the words lead to.
fn reached<'a>(whole: &'a Command, typed: &[String]) -> &'a Command {
    let next = |command: &'a Command, word: &String| command.find_subcommand(word).ok_or(command);
    typed.iter().try_fold(whole, next).unwrap_or_else(|command| command)
}

/// Returns the first example in the help of a command.
fn example(command: &Command) -> Option<String> {
    let help = command.get_after_help()?.to_string();
    let example = help.lines().map(str::trim).find(|line| line.starts_with("teecast "));
    example.map(str::to_string)
}

/// Returns whether the parser takes a command line, but for what may be missing in it.
fn is_taken(whole: &Command, near: &Near) -> bool {
    let words = [whole.get_name().to_string()].into_iter().chain(near.words.iter().cloned());
    match whole.clone().try_get_matches_from(words) {
        Ok(_) => true,
        Err(usage) => usage.kind() == ErrorKind::MissingRequiredArgument,
    }
}

/// Joins the words after an option to one list.
fn joined(typed: &[String]) -> Option<Near> {
    let mut words: Vec<String> = Vec::new();
    let mut lists = Vec::new();
    for (place, word) in typed.iter().enumerate() {
        let is_item = place > 1 && !word.starts_with('-') && !typed[place - 1].starts_with('-');
        let after = words.iter().rposition(|word| word.starts_with("--"));
        match (after, words.last_mut()) {
            (Some(option), Some(list)) if is_item => {
                *list = format!("{},{word}", list.trim_end_matches(','));
                lists.push(option);
            }
            _ => words.push(word.clone()),
        }
    }
    lists.dedup();
    let shown = |at: usize| format!("{} {}", words[at], text::shell(&words[at + 1]));
    let shown: Vec<String> = lists.into_iter().map(shown).collect();
    let hint = format!("a list has commas and no blanks: try {}", shown.join(" "));
    (!shown.is_empty()).then_some(Near { words, hint })
}

/// Takes the second word for the command, where it is the name of one.
fn inner(whole: &Command, typed: &[String]) -> Option<Near> {
    let words = typed.get(1..)?.to_vec();
    let name = whole.find_subcommand(words.first()?)?.get_name().to_string();
    let shown: Vec<_> = words.iter().map(|word| text::shell(word)).collect();
    let hint = format!("{name} is a command of its own: try teecast {}", shown.join(" "));
    Some(Near { words, hint })
}

/// Puts each option whose name or help has the word of an unknown one in its place; first those that have it
/// early.
fn synonyms(usage: &Error, command: &Command, typed: &[String]) -> Vec<Near> {
    let Some(ContextValue::String(unknown)) = usage.get(ContextKind::InvalidArg) else {
        return Vec::new();
    };
    let Some(name) = unknown.strip_prefix("--").filter(|name| name.len() > 2) else {
        return Vec::new();
    };
    let name = name.strip_suffix('s').unwrap_or(name).to_lowercase();
    let mut found: Vec<(usize, &Arg, String)> = Vec::new();
    for arg in command.get_arguments() {
        let Some(long) = arg.get_long() else { continue };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let words = [long].into_iter().chain(help.split(|c: char| !c.is_alphanumeric()));
        let place = words.map(str::to_lowercase).position(|word| word.starts_with(&name));
        found.extend(place.map(|place| (place, arg, help)));
    }
    found.sort_by_key(|(place, ..)| *place);
    let near = |(_, arg, help): (usize, &Arg, String)| {
        let long = format!("--{}", arg.get_long().unwrap_or_default());
        let mut words = typed.to_vec();
        let mut shown = long.clone();
        for (place, word) in words.iter_mut().enumerate() {
            if word == unknown {
                *word = long.clone();
                let value = typed.get(place + 1).filter(|value| !value.starts_with('-'));
                shown += &value.map(|value| format!(" {}", text::shell(value))).unwrap_or_default();
            } else if let Some(value) = word.strip_prefix(&format!("{unknown}=")) {
                shown = format!("{long}={}", text::shell(value));
                *word = format!("{long}={value}");
            }
        }
        Near { words, hint: format!("try {shown} ({help})") }
    };
    found.into_iter().map(near).collect()
}

//! The spelling before there were subcommands: refused, with the command that is meant now.

use std::ffi::OsString;

use crate::families;
use crate::terminal::error::Error;
use teecast_verbs::simulation::verb::SimulateVerb;

/// Options that named the network of the first kind, which no option marked.
const NETWORKS: [&str; 3] = ["--mesh", "--torus", "--hypercube"];

/// Returns the refusal of a command line in the spelling before there were subcommands.
pub fn new_spelling(arguments: &[OsString]) -> Option<Error> {
    let words: Vec<&str> = arguments.iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let [_, "simulate", options @ ..] = words.as_slice() else { return None };
    if !options.first()?.starts_with("--") {
        return None;
    }
    let names: Vec<&str> = options.iter().map(|word| name(word)).collect();
    let has = |option| names.contains(&option);
    let kinds: Vec<&SimulateVerb> = families::simulate_verbs().collect();
    let sizes = kinds.iter().filter_map(|kind| Some(kind.former()?.size));
    NETWORKS.into_iter().chain(sizes).find(|network| has(network))?;
    let marked = kinds.iter().find(|kind| kind.former().is_some_and(|former| has(former.mark)));
    let kind = marked.or(kinds.first())?;
    let size = kind.former().map_or("", |former| former.size);
    let renamed = |word: &&str| match name(word) == size {
        true => quoted(&word.replacen(size, "--n", 1)),
        false => quoted(word),
    };
    let options: Vec<String> = options.iter().map(renamed).collect();
    let (last, others) = kinds.split_last()?;
    let others: Vec<&str> = others.iter().map(|kind| kind.verb.name()).collect();
    let (others, last) = (others.join(", "), last.verb.name());
    let sentence = format!("simulate takes the kind of network first: {others} or {last}");
    let hint = format!("teecast simulate {} {}", kind.verb.name(), options.join(" "));
    Some(Error::bad_input(sentence).hint(hint))
}

/// Returns an option without its value.
fn name(word: &str) -> &str {
    word.split_once('=').map_or(word, |(name, _)| name)
}

/// Returns a word as it is typed in a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(line: &str) -> Option<String> {
        let words: Vec<OsString> = line.split('|').map(OsString::from).collect();
        let error = new_spelling(&words)?.to_string();
        error.split_once("\nhint: ").map(|(_, hint)| hint.to_string())
    }

    #[test]
    fn the_hint_is_the_command_in_the_new_spelling() {
        let pairs = [
            ("--mesh|8x8|--load|0.1", "plain --mesh 8x8 --load 0.1"),
            ("--load|0.1|--hypercube|6", "plain --load 0.1 --hypercube 6"),
            ("--hypercube=6|--m=8|--load|0.1", "hypercube --n=6 --m=8 --load 0.1"),
            ("--harts|5|--algorithm|k-bcast|--k|6", "harts --n 5 --algorithm k-bcast --k 6"),
            (
                "--mesh|4x4|--algorithm|mst|--saturation",
                "region --mesh 4x4 --algorithm mst --saturation",
            ),
            ("--mesh|4x4|--trace|my file's", "plain --mesh 4x4 --trace 'my file'\\''s'"),
        ];
        for (old, new) in pairs {
            let expected = format!("teecast simulate {new}");
            assert_eq!(hint(&format!("teecast|simulate|{old}")), Some(expected));
        }
        for other in
            ["simulate|plain|--mesh|8x8", "simulate|--load|0.1", "simulate|--help", "gen|--mesh|4"]
        {
            assert_eq!(hint(&format!("teecast|{other}")), None, "{other}");
        }
    }
}

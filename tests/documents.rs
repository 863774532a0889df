//! Documents agree with the tree: citations, links, lists of modules; and they are in plain English.

use std::collections::BTreeSet;
use std::path::Path;

use teecast::spec::Family;

use crate::ROOT;
use crate::house::{Source, file, rust, sources};

/// Reads the documents written by hand: those of the root and of `docs/`.
pub(super) fn documents() -> Vec<Source> {
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let root = names.map(|name| (name.to_string(), file(name)));
    root.into_iter().chain(sources("docs", &[".md"])).collect()
}

/// Returns the citation keys in a text: a name, two digits of a year, in brackets.
fn citations(text: &str) -> BTreeSet<&str> {
    let is_key = |key: &&str| {
        let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
        key.len() == name.len() + 2
            && name.len() >= 2
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_alphabetic())
    };
    let bracketed = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    bracketed.map(|(key, _)| key).filter(is_key).collect()
}

#[test]
fn cited_papers_are_listed_and_listed_ones_are_cited() {
    let papers = file("docs/papers.md");
    let keys = papers.lines().filter(|line| line.starts_with("| ["));
    let listed: BTreeSet<&str> = keys.flat_map(citations).collect();
    let texts: Vec<Source> = sources("templates", &[".v", ".md"])
        .into_iter()
        .chain(sources("sim-tb", &[".v"]))
        .chain(documents().into_iter().filter(|(path, _)| path != "docs/papers.md"))
        .chain(rust())
        .collect();
    let mut cited = BTreeSet::new();
    for (path, text) in &texts {
        for key in citations(text) {
            assert!(listed.contains(key), "{path} cites [{key}]");
            cited.insert(key);
        }
    }
    assert_eq!(cited, listed);
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut links = 0;
    for (path, text) in documents() {
        let folder = Path::new(ROOT).join(&path);
        let folder = folder.parent().expect("a file lies in a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.starts_with("https://") {
                // The book checks anchors.
                let file = link.split('#').next().unwrap_or_default();
                assert!(folder.join(file).exists(), "{path} links to {link}");
                links += 1;
            }
        }
    }
    assert!(links > 10, "the search finds the links that are there");
}

#[test]
fn the_code_map_names_what_is_there() {
    let text = file("ARCHITECTURE.md");
    let map = text.split("## ").find(|part| part.starts_with("Code map\n"));
    let rows = map.expect("a code map").lines().filter(|line| line.starts_with("| `"));
    let mut mapped = BTreeSet::new();
    for place in rows.filter_map(|row| row.split('|').nth(1)) {
        for path in place.split('`').skip(1).step_by(2) {
            assert!(Path::new(ROOT).join(path).exists(), "{path}");
            mapped.insert(path.split('/').next().unwrap_or(path).to_string());
        }
    }
    for folder in ["generator", "templates", "rtl-out", "sim-tb", "verilator", "tests"] {
        assert!(mapped.contains(folder), "{folder} is not on the map");
    }
}

#[test]
fn every_module_of_a_folder_has_its_line() {
    for family in Family::NAMES.iter().chain(&["common"]) {
        let text = file(&format!("docs/{family}.md"));
        let map = text.split("\n## ").find(|part| part.starts_with("Modules\n"));
        let rows = map.expect("a list of modules").lines();
        let first_columns = rows.filter_map(|row| row.strip_prefix("| `")?.split_once("` |"));
        let listed: BTreeSet<String> = first_columns
            .flat_map(|(modules, _)| modules.split("`, `"))
            .map(|module| format!("{module}.v"))
            .collect();
        let of = |folder: &str| {
            let name = |(path, _): Source| path.rsplit('/').next().map(str::to_string);
            sources(folder, &[".v"]).into_iter().filter_map(name).collect::<BTreeSet<String>>()
        };
        let folder = family.replace('-', "_");
        assert_eq!(listed, of(&format!("templates/{folder}/rtl")), "{family}");
    }
}

/// Tells whether a phrase stands in a line by itself, and is not told apart from anything.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '<';
    line.match_indices(phrase).any(|(place, _)| {
        let after = &line[place + phrase.len()..];
        let before = &line[..place];
        let alone = !before.ends_with(joins) && !after.starts_with(joins);
        // The name of a shape in a drawing is not ours to choose.
        let shape = before.ends_with("shape=") || after.starts_with('{') || after.starts_with("::");
        alone && !shape && !after.starts_with(" apart")
    })
}

/// Returns the places of phrases in texts. A list has lines `phrase -> better ones`; those that
/// begin with `pages: ` count where `pages` is true.
fn phrases_found(list: &str, pages: bool, texts: &[Source]) -> String {
    let lines = list.lines().map(|line| line.split_once(" -> ").expect("phrase -> better ones"));
    let words = lines.filter_map(|(word, better)| match word.strip_prefix("pages: ") {
        Some(word) => pages.then_some((word, better)),
        None => Some((word, better)),
    });
    let words: Vec<(&str, &str)> = words.collect();
    let mut found = String::new();
    for (path, text) in texts {
        for (number, line) in (1..).zip(text.lines()) {
            for (word, better) in words.iter().filter(|(word, _)| has_phrase(line, word)) {
                found += &format!("{path}:{number}: {word:?}; write: {better}\n");
            }
        }
    }
    found
}

/// Reads what users read: documents, templates of data sheets, the comments of emitted files, and
/// the help and error messages as the snapshots have them.
fn pages() -> Vec<Source> {
    let mut texts = documents();
    texts.extend(sources("templates", &[".md"]));
    let mut emitted = sources("templates", &[".v", ".vh"]);
    emitted.extend(sources("sim-tb", &[".v"]));
    for (_, text) in &mut emitted {
        let comment = |line: &str| {
            let start = line.find("//").or_else(|| line.find("banner("));
            start.map_or(String::new(), |start| line[start..].to_string())
        };
        *text = text.lines().map(comment).collect::<Vec<_>>().join("\n");
    }
    texts.extend(emitted);
    let printed = ["__help_", "_refused", "__properties_of"];
    let snapshots = sources("tests/snapshots", &[".snap"]).into_iter();
    texts.extend(snapshots.filter(|(path, _)| printed.iter().any(|name| path.contains(name))));
    // The list of changes speaks of earlier texts, too.
    texts.retain(|(path, _)| path != "CHANGELOG.md");
    texts
}

/// Words of which a reader has to guess what they mean, with better ones.
#[test]
fn pages_messages_and_comments_are_in_plain_english() {
    let list = file("tests/english.txt");
    let found = phrases_found(&list, true, &pages()) + &phrases_found(&list, false, &rust());
    assert!(found.is_empty(), "{found}");
}

#[test]
fn phrases_for_pages_are_found_in_pages_only() {
    let list = "oval -> ring\npages: behind -> after";
    let texts = [("a".to_string(), "behind it\nan oval\nbehind_q".to_string())];
    let oval = "a:2: \"oval\"; write: ring\n";
    assert_eq!(phrases_found(list, false, &texts), oval);
    let behind = "a:1: \"behind\"; write: after\n";
    assert_eq!(phrases_found(list, true, &texts), format!("{behind}{oval}"));
}

#[test]
fn a_phrase_is_found_as_a_whole_only() {
    assert!(has_phrase("Waits close a Ring.", "ring"));
    for other in ["<ring cx=1>", "rings", "a string", "a ring apart"] {
        assert!(!has_phrase(other, "ring"), "{other}");
    }
}

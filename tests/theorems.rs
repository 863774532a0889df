//! The sources of the theorems rest on nothing, and every formal name that is cited exists. Coq is not needed.

use std::collections::BTreeSet;
use std::path::Path;

use teecast::emit::emitter;
use teecast::emit::theorem::Discharge;
use teecast::proofs::properties;

use crate::house::{file, sources};
use crate::{ROOT, samples};

/// Words that leave something open, wherever they stand.
const OPEN: [&str; 7] =
    ["Axiom", "Parameter", "Conjecture", "Admitted", "admit", "Abort", "give_up"];
/// Words that assume something of the theorems after them, but inside a section of its lemmas alone.
const LOCAL: [&str; 3] = ["Variable", "Hypothesis", "Context"];

/// Returns a Coq text without its comments, which may hold others.
fn code(text: &str) -> String {
    let (mut depth, mut code, mut rest) = (0, String::new(), text);
    while let Some(next) = rest.chars().next() {
        let step = match (&rest.as_bytes()[..rest.len().min(2)], depth) {
            (b"(*", _) => {
                depth += 1;
                2
            }
            (b"*)", 1..) => {
                depth -= 1;
                2
            }
            _ => {
                if depth == 0 {
                    code.push(next);
                }
                next.len_utf8()
            }
        };
        rest = &rest[step..];
    }
    code
}

/// Returns what a Coq text leaves open: its words, with the plural of what a section may have.
fn open(text: &str) -> Vec<String> {
    let code = code(text);
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    let (mut sections, mut found, mut before) = (0, Vec::new(), "");
    for word in words.filter(|word| !word.is_empty()) {
        let single = word.strip_suffix('s').unwrap_or(word);
        let plural = if word == "Hypotheses" { "Hypothesis" } else { single };
        match word {
            "Section" => sections += 1,
            "End" => sections -= 1,
            _ if OPEN.contains(&word) || OPEN[..3].contains(&single) => {
                found.push(word.to_string())
            }
            // `match goal with |- context ..` is a tactic, in lower case.
            _ if sections == 0 && (LOCAL.contains(&word) || LOCAL.contains(&plural)) => {
                found.push(format!("{before} {word}"));
            }
            _ => {}
        }
        before = word;
    }
    found
}

/// Returns the names that a Coq text proves something under.
fn theorems(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let after = |word: &'static str| {
        code.lines().filter_map(move |line| line.strip_prefix(word)?.split_whitespace().next())
    };
    let names = ["Theorem ", "Corollary "].into_iter().flat_map(after);
    names.map(|name| name.trim_end_matches(':').to_string()).collect()
}

/// Returns the names of the tuple of `Cited.v`.
fn cited() -> BTreeSet<String> {
    let text = file("theory/Cited.v");
    let tuple = text.split_once("cited :=").and_then(|(_, rest)| rest.split_once(")."));
    let tuple = tuple.expect("a tuple").0.trim().trim_start_matches('(');
    tuple.split(',').map(|name| name.trim().to_string()).collect()
}

#[test]
fn the_theorems_rest_on_nothing() {
    for (path, text) in sources("theory", &[".v"]) {
        let found = open(&text);
        assert!(found.is_empty(), "{path} leaves open: {found:?}");
        let name = path.strip_prefix("theory/").expect("below it");
        assert!(file("theory/_CoqProject").lines().any(|line| line == name), "{path} is not built");
    }
}

#[test]
fn what_is_left_open_is_found() {
    for (text, count) in [
        ("Axiom a : False.", 1),
        ("Lemma a : False. Proof. admit. Admitted.", 2),
        (
            "(* Axiom (* in *) comments *) Section S. Variables a b : nat. Context (c : nat). End S.",
            0,
        ),
        ("Section S. Parameters a : nat. End S.", 1),
        ("Section S. End S. Hypotheses a : nat.", 1),
        ("Variable a : nat.", 1),
    ] {
        assert_eq!(open(text).len(), count, "{text}: {:?}", open(text));
    }
}

#[test]
fn cited_theorems_exist_and_have_a_sentence() {
    let proved: BTreeSet<String> =
        sources("theory", &[".v"]).iter().flat_map(|(_, text)| theorems(text)).collect();
    let cited = cited();
    assert!(cited.len() > 40 && cited.is_subset(&proved), "{:?}", cited.difference(&proved));
    let page = file("docs/theorems.md");
    for name in &cited {
        assert!(
            page.contains(&format!("`{name}`")),
            "docs/theorems.md has no sentence about {name}"
        );
    }
    // The first column of the tables of theorems.
    let rows = page
        .lines()
        .skip_while(|line| *line != "## Hypercube")
        .take_while(|line| *line != "## Hypotheses");
    let first = rows.filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    for name in first.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')) {
        assert!(cited.contains(name), "docs/theorems.md: {name} is not in theory/Cited.v");
    }
}

#[test]
fn hypotheses_name_theorems_modules_and_tests_that_exist() {
    let cited = cited();
    let proved: BTreeSet<String> = samples::all()
        .iter()
        .flat_map(|spec| properties(spec).into_iter().map(|it| (spec.prefix.clone(), it.module)))
        .map(|(prefix, module)| {
            module.strip_prefix(&prefix).expect("every module has it").to_string()
        })
        .collect();
    for spec in samples::all() {
        for emitter in spec.families.iter().map(emitter::of) {
            let theorems = emitter.theorems();
            for name in &theorems {
                assert!(cited.contains(*name), "{name} is not in theory/Cited.v");
            }
            let mut assumed: BTreeSet<&str> = BTreeSet::new();
            for it in emitter.hypotheses() {
                assumed.extend(it.theorems);
                assert!(it.theorems.iter().all(|name| cited.contains(*name)), "{it:?}");
                assert!(it.modules().iter().all(|module| proved.contains(*module)), "{it:?}");
                if let Discharge::Test(path) = it.by {
                    assert!(Path::new(ROOT).join(path).exists(), "{path} does not exist");
                }
            }
            assert!(theorems.iter().all(|name| assumed.contains(name)), "{theorems:?}");
        }
    }
}

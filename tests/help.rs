//! Help in the order of work, and hints: every refusal names what to type next.

use std::fs;
use std::path::Path;

use serde_json::Value;
use teecast::spec::{Family, config};

use crate::ROOT;
use crate::program::{failures, scratch, succeed};

/// Commands whose options have a heading for each family.
const GROUPED: [&str; 3] = ["gen", "verify", "prove"];

/// Returns the lines of help below each heading, in order.
fn headings(help: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in help.lines() {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => found.push((heading, Vec::new())),
            _ => found.iter_mut().for_each(|(_, lines)| lines.push(line)),
        }
    }
    // A line stands below the last heading before it.
    let counts: Vec<usize> = found.iter().map(|(_, lines)| lines.len()).collect();
    for (place, (_, lines)) in found.iter_mut().enumerate() {
        let after = counts.get(place + 1).copied().unwrap_or_default();
        lines.truncate(lines.len() - after);
    }
    found
}

#[test]
fn every_option_stands_below_the_families_that_have_it() {
    for command in GROUPED {
        let help = succeed(Path::new(ROOT), &format!("{command} --help"));
        let headings = headings(&help);
        for option in config::table() {
            let is_it = |line: &&str| {
                let typed = line.trim_start().strip_prefix("--").map(|line| line.split(' ').next());
                typed.flatten() == Some(option.name)
            };
            let below = headings.iter().filter(|(_, lines)| lines.iter().any(is_it));
            let below: Vec<&str> = below.map(|(heading, _)| *heading).collect();
            let mut families = Family::ALL.to_vec();
            families.retain(|family| family.options().contains(&option));
            let expected = match families.as_slice() {
                [] => "Configuration".to_string(),
                [one] => format!("Family {}", one.name()),
                some => {
                    let names: Vec<&str> = some.iter().map(|family| family.name()).collect();
                    format!("Families {}", names.join(", "))
                }
            };
            assert_eq!(below, [expected], "{command} --{}", option.name);
        }
        let grouped = headings.iter().filter(|(heading, _)| *heading != "Options");
        let longest = grouped.map(|(_, lines)| lines.len()).max();
        assert!(longest < Some(50), "{command}: {longest:?} lines below one heading");
    }
}

#[test]
fn commands_come_in_the_order_of_work() {
    let help = succeed(Path::new(ROOT), "--help");
    let names = help.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        name.starts_with(|c: char| c.is_ascii_lowercase()).then_some(name)
    });
    let names: Vec<&str> = names.take_while(|name| *name != "help").collect();
    let work = ["gen", "verify", "prove", "route", "explore", "simulate", "merge", "analyze"];
    let rest = ["ring-tree", "repro", "schema", "completions", "man", "licences"];
    assert_eq!(names, [&work[..], &rest[..]].concat());
}

#[test]
fn one_family_needs_no_brackets_in_a_file() {
    let folder = scratch();
    let gen_of = |family: &str, out: &str| {
        let text = format!("family = {family}\nmesh = \"2x2\"\nn = 2\nmax-data = 1\nm = 1\n");
        let text = match family.contains("hypercube") {
            true => text,
            false => text.replace("n = 2\n", "").replace("m = 1\n", ""),
        };
        fs::write(folder.path().join("design.toml"), text).expect("a writable folder");
        succeed(folder.path(), &format!("gen --config design.toml --name x --out {out}"));
        fs::read_to_string(folder.path().join(out).join("x/manifest.json")).expect("a manifest")
    };
    assert_eq!(gen_of("\"region\"", "a"), gen_of("[\"region\"]", "b"));
    let both = gen_of("[\"hypercube\", \"region\"]", "d");
    assert_eq!(gen_of("\"hypercube, region\"", "c"), both);
    let schema = succeed(folder.path(), "schema config");
    let schema: Value = serde_json::from_str(&schema).expect("a schema");
    let names = &schema["properties"]["family"]["anyOf"][0]["enum"];
    assert_eq!(names[0], "hypercube", "{schema}");
}

#[test]
fn every_hint_names_what_to_type_next() {
    let folder = scratch();
    let curve = folder.path().join("curve");
    fs::create_dir(&curve).expect("a writable folder");
    fs::write(curve.join("part-1-of-4.jsonl"), "").expect("a writable folder");
    let runs = [
        ("merge curve", "teecast merge curve/part-*-of-4.jsonl --out curve"),
        ("repro merge curve", "teecast merge curve"),
        ("merge curve/part-1-of-4.jsonl", "--out curve"),
        ("verify", "teecast verify rtl-out/n6_m8"),
        ("prove --limit 3", "teecast prove rtl-out/n6_m8"),
        ("gen", "teecast gen --n 6 --m 8"),
        ("route hypercube --n 5 --algorithm multicast --source 6 --dest 7 20 29", "--dest 7,20,29"),
        ("route hypercube --dest 7, 20, 29 --n 5", "--dest 7,20,29"),
        ("gen --family harts region --n 3 --mesh 4x4", "--family harts,region"),
        ("gen --graph hypercube", "--family ring-tree"),
        ("gen --family region --mesh 4x4 --graph grid:4x4", "--family region,ring-tree"),
        ("gen --family ring-tree --graph hypercube", "--graph hypercube:4"),
        ("route ring-tree --graph torus", "--graph torus:4x4"),
        ("gen --dimension 6 --m 8", "--n 6"),
        ("gen --family region --dimension 4x4", "--mesh 4x4"),
        ("route hypercube --dimension 5 --algorithm broadcast --source 0", "--n 5"),
        ("simulate hypercube --n 6 --m 8 --dest 5 --load 0.1", "--destinations 5"),
        ("route --dest 7 20 29", "teecast route hypercube --n 5"),
        ("simulate region --load 0.1", "teecast simulate region --mesh"),
    ];
    for (typed, next) in runs {
        let refused = failures(folder.path(), [typed]);
        let hint = refused.lines().find(|line| line.starts_with("hint: "));
        let hint = hint.unwrap_or_else(|| panic!("no hint: {refused}"));
        assert!(hint.contains(next), "{refused}");
        assert!(!refused.contains("'--m'"), "a tip that leads away: {refused}");
        assert!(refused.ends_with("-> 2\n\n"), "{refused}");
    }
}

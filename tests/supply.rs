//! What comes from others: pinned wheels, and the licences of crates. No test here asks a network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use toml::{Table, Value};

use crate::ROOT;
use crate::program::{scratch, succeed};

fn text(path: &str) -> String {
    fs::read_to_string(format!("{ROOT}/{path}")).expect(path)
}

fn table(path: &str) -> Table {
    text(path).parse().expect(path)
}

#[test]
fn every_wheel_is_pinned_by_hash() {
    let listed = text("scripts/requirements.in");
    let asked: Vec<&str> = listed.lines().filter(|line| line.contains("==")).collect();
    let pinned = text("scripts/requirements.txt");
    let mut sections = pinned.split("\n\n# ");
    sections.next();
    let mut found = Vec::new();
    for section in sections {
        let (wheel, pins) = section.split_once('\n').expect("a name, then pins");
        found.push(wheel);
        let (name, version) = wheel.split_once("==").expect("a version");
        let own = format!("{}=={version} ", name.replace('_', "-"));
        let starts: Vec<&str> = pins.lines().filter(|line| !line.starts_with(' ')).collect();
        assert!(starts.iter().any(|line| line.starts_with(&own)), "{wheel} is not in its section");
        for (line, next) in pins.lines().zip(pins.lines().skip(1)) {
            let is_hash = next.starts_with("    --hash=sha256:");
            assert!(line.starts_with(' ') || line.contains("==") && is_hash, "{wheel}: {line}");
        }
    }
    assert_eq!(found, asked, "run scripts/pins");
    let setup = text("scripts/setup");
    assert!(setup.contains("--require-hashes"), "setup asks for the hashes");
    for wheel in setup.lines().filter_map(|line| line.trim().strip_prefix("wheel ")) {
        let name = wheel.split(' ').next().expect("a name");
        assert!(found.iter().any(|pin| pin.starts_with(&format!("{name}=="))), "{name}");
    }
}

/// Returns name and version of the crates of others that Cargo.lock names for the program.
fn crates() -> BTreeSet<String> {
    let member = |path: &str| {
        let manifest = table(&format!("{path}Cargo.toml"));
        let names = manifest["dependencies"].as_table().expect("a table").keys().cloned().collect();
        (manifest["package"]["name"].as_str().expect("a name").to_string(), names)
    };
    let folders = ["topology", "spec", "emit", "model", "study", "writing", "terminal", "verbs"];
    let folders = folders.map(|name| format!("generator/{name}/"));
    let ours: BTreeMap<String, BTreeSet<String>> = ["", "verilator/"]
        .into_iter()
        .chain(folders.iter().map(String::as_str))
        .map(member)
        .collect();
    let lock = table("Cargo.lock");
    let packages = lock["package"].as_array().expect("a list");
    let word = |package: &Value, key: &str| package[key].as_str().expect(key).to_string();
    let mut found = BTreeSet::new();
    let mut waiting = vec!["teecast".to_string()];
    while let Some(need) = waiting.pop() {
        let (name, version) = need.split_once(' ').unwrap_or((&need, ""));
        for package in packages {
            let own = word(package, "version");
            let is_it = word(package, "name") == name && (version.is_empty() || version == own);
            if !is_it || !found.insert(format!("{name} {own}")) {
                continue;
            }
            let needs = package.get("dependencies").and_then(Value::as_array);
            let needs = needs.into_iter().flatten().map(|need| need.as_str().expect("a name"));
            // The lock file names what only tests need, too.
            let ships = |need: &&str| {
                let other = need.split(' ').next().expect("a word");
                ours.get(name).is_none_or(|names| names.contains(other))
            };
            waiting.extend(needs.filter(ships).map(str::to_string));
        }
    }
    found.retain(|package| !ours.contains_key(package.split(' ').next().expect("a name")));
    found
}

#[test]
fn the_program_prints_the_licence_of_every_crate_in_it() {
    let folder = scratch();
    let printed = succeed(folder.path(), "licences");
    let (list, texts) = printed.split_once("\n\n-----").expect("a list, then texts");
    let rows = list.lines().filter_map(|line| line.split_once(": "));
    let listed: BTreeMap<String, &str> =
        rows.map(|(package, licence)| (package.to_string(), licence)).collect();
    let names: BTreeSet<String> = listed.keys().cloned().collect();
    assert_eq!(names, crates(), "run scripts/licences");
    for (package, licence) in listed {
        let free = ["MIT", "Apache-2.0", "Zlib", "Unlicense", "Unicode-3.0"];
        assert!(free.iter().any(|name| licence.contains(name)), "{package}: {licence}");
        assert!(texts.contains(&package), "{package} has no text");
    }
}

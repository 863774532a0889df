//! The code of every property in every sample, as a fingerprint.
//!
//! It changes with any port, width, part, register or condition of a property. It does not say which
//! code is right: `make prove` does.

use std::collections::BTreeMap;
use std::fmt::Write;

use teecast::emit::manifest;
use teecast::emit::proof::Property;
use teecast::proofs::properties;
use teecast::spec::{Family, Spec};

use crate::samples;

/// Returns everything that the provers get of a property, without comments and line breaks.
fn code(property: &Property) -> String {
    let lines = property.text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let Property { module, method, top, open, nets, .. } = property;
    let has_clock = property.has_clock();
    format!("{module} {method:?} {top} {has_clock} {open:?} {nets:?} {}", words.join(" "))
}

/// Returns a row for each property of a family: in each sample, how often it is proved and a fingerprint.
fn rows(specs: &[Spec]) -> BTreeMap<String, Vec<String>> {
    let mut rows = BTreeMap::new();
    for (column, spec) in specs.iter().enumerate() {
        let mut codes: BTreeMap<String, (u32, String)> = BTreeMap::new();
        for property in properties(spec) {
            let (count, all) = codes.entry(property.top.clone()).or_default();
            *count += 1;
            *all += &code(&property);
        }
        for (top, (count, all)) in codes {
            let fingerprint = manifest::sha256(all.as_bytes());
            let cells = rows.entry(top).or_insert_with(|| vec!["-".to_string(); specs.len()]);
            cells[column] = format!("{count}:{}", &fingerprint[..6]);
        }
    }
    rows
}

/// Returns the rows of all families.
fn table() -> String {
    let mut table = String::new();
    for family in Family::ALL {
        writeln!(table, "{}", family.name()).expect("a string");
        for (top, cells) in rows(&samples::of(*family)) {
            write!(table, "{:30}", top.trim_start_matches("proof_")).expect("a string");
            for cell in cells {
                write!(table, " {cell:>9}").expect("a string");
            }
            table.push('\n');
        }
    }
    table
}

#[test]
fn the_code_of_a_property_changes_only_on_purpose() {
    // After an intended change: make prove, then INSTA_UPDATE=always, and read which rows differ.
    insta::with_settings!({ snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!(table());
    });
}

#[test]
fn the_head_of_a_property_has_the_command_that_proves_it() {
    for spec in samples::all() {
        for property in properties(&spec) {
            let mut lines = property.text.lines().take_while(|line| line.starts_with("//"));
            assert!(lines.any(|line| line.contains("teecast prove ")), "{}", property.top);
        }
    }
}

//! The one integration test binary; each module is one kind of test.

mod analyze;
mod area;
mod book;
mod browser;
mod calls;
mod catalogues;
mod cli;
mod configs;
mod cosim;
mod cosim_harts;
mod cosim_ihc;
mod cosim_ihc_lies;
mod cosim_ihc_long;
mod cosim_modules;
mod cosim_region;
mod cosim_region_answers;
mod cosim_region_long;
mod cosim_ring_tree;
mod cycle_exact;
mod cycle_exact_harts;
mod cycle_exact_ihc;
mod cycle_exact_region;
mod cycle_exact_ring_tree;
mod data_sheet;
mod documents;
mod examples;
mod explore;
mod explore_server;
mod family;
mod filter;
mod frames;
mod golden;
mod graphs;
mod help;
mod hops;
mod house;
mod ihc_verbs;
mod imports;
mod lint;
mod names;
mod packages;
mod ports;
mod program;
mod properties;
mod prove;
mod prove_export;
mod reports;
mod repro;
mod ring_tree_verbs;
mod route;
mod route_region;
mod rules;
mod samples;
#[cfg(unix)]
mod signals;
mod simulate;
mod simulate_details;
mod simulate_parts;
mod simulate_refusals;
mod simulate_sweeps;
mod snapshots;
mod streams;
mod style;
mod supply;
mod tables;
mod theorems;
mod trust;
mod tutorial;
mod unknown_bits;
#[cfg(unix)]
mod writing;

use std::fs;

/// The folder of the workspace.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn no_file_of_tests_is_forgotten() {
    let suite = include_str!("suite.rs");
    for entry in fs::read_dir(format!("{ROOT}/tests")).expect("the folder of this file") {
        let name = entry.expect("a readable entry").file_name();
        let name = name.to_str().expect("a plain name");
        let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "suite") else {
            continue;
        };
        assert!(suite.lines().any(|line| line == format!("mod {module};")), "{name}");
    }
}

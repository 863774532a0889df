//! `teecast analyze`: answers and refusals.

use std::path::Path;

use serde_json::Value;

use crate::ROOT;
use crate::program::{failures, succeed};

const EXAMPLE: &str = "analyze optimal --n 5 --source 6 --dest 7,20,29,18,1,0";

#[test]
fn the_optimum_stands_beside_every_multicast() {
    insta::assert_snapshot!(succeed(Path::new(ROOT), EXAMPLE));
    let text = succeed(Path::new(ROOT), &format!("{EXAMPLE} --faulty 4 --format json"));
    let found: Value = serde_json::from_str(&text).expect("JSON");
    let ways = found["ways"].as_array().expect("a list");
    let traffic: Vec<u64> = ways.iter().filter_map(|way| way["traffic"].as_u64()).collect();
    assert_eq!(traffic, [9, 10, 10, 10, 10, 14]);
    assert_eq!((&ways[0]["algorithm"], &ways[1]["vote"]), (&"optimal".into(), &"greedy".into()));
}

/// Returns what is recommended for a mix: vote, m, the longest list that is split.
fn recommended(mix: &str, options: &str) -> (String, u64, u64) {
    let mix = format!("--mix experiments/ours/mixes/{mix}.csv");
    let arguments = format!("analyze choose-m --n 6 --runs 50 {mix} --format json {options}");
    let found: Value = serde_json::from_str(&succeed(Path::new(ROOT), &arguments)).expect("JSON");
    let design = &found["recommended"];
    let number = |key: &str| design[key].as_u64().expect("a number");
    (design["vote"].as_str().expect("a name").to_string(), number("m"), number("split_up_to"))
}

#[test]
fn the_destination_limit_follows_the_mix() {
    // Lists of one to three nodes: the optimum is a greedy tree or close to it.
    assert_eq!(recommended("short", "").0, "greedy");
    let limits = ["short", "neighbours", "long"].map(|mix| recommended(mix, "").1);
    assert!(limits[0] <= 4 && limits[0] < limits[1] && limits[1] < limits[2], "{limits:?}");
    // Who accepts any traffic needs the least area.
    assert_eq!(recommended("long", "--slack 900").1, 1);
    let text = succeed(
        Path::new(ROOT),
        "analyze choose-m --n 6 --runs 50 --mix experiments/ours/mixes/neighbours.csv",
    );
    assert!(text.contains("recommended: m = ") && text.contains("why: "), "{text}");
}

#[test]
fn questions_without_an_answer_are_refused() {
    let runs = [
        "analyze",
        "analyze choose-m --n 8 --mix short.csv",
        "analyze choose-m --n 6 --mix nowhere.csv",
        "analyze choose-m --n 2 --mix experiments/ours/mixes/neighbours.csv",
        "analyze choose-m --n 6 --mix README.md",
        "analyze choose-m --n 6 --mix README.md --runs 0",
        "analyze choose-m --n 6 --mix README.md --runs 100001",
        "analyze choose-m --n 6 --mix README.md --slack 1e308",
        "analyze choose-m --n 6 --mix README.md --slack nan",
        "analyze optimal --n 3 --source 0",
        "analyze optimal --n 3 --source 0 --dest 8",
        "analyze optimal --n 3 --source 0 --dest 1 --faulty 2,2",
        "analyze optimal --n 7 --source 0 --dest 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
    ];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

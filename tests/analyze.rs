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

#[test]
fn questions_without_an_answer_are_refused() {
    let runs = [
        "analyze",
        "analyze optimal --n 3 --source 0",
        "analyze optimal --n 3 --source 0 --dest 8",
        "analyze optimal --n 3 --source 0 --dest 1 --faulty 2,2",
        "analyze optimal --n 7 --source 0 --dest 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
    ];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

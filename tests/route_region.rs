//! `teecast route region`: documents, tables and refusals.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::ROOT;
use crate::program::{failures, succeed};

fn document(options: &str) -> Value {
    let text = succeed(Path::new(ROOT), &format!("route region {options} --format json"));
    assert_eq!(text.matches('\n').count(), 1, "one line, one document");
    serde_json::from_str(&text).expect("JSON")
}

fn numbers(list: &Value, key: &str) -> Vec<u64> {
    let items = list.as_array().expect("a list").iter();
    items.map(|item| item[key].as_u64().expect("a number")).collect()
}

#[test]
fn documents_have_the_fixed_keys_in_order() {
    let mut text = String::new();
    for options in [
        "--mesh 4x3 --algorithm nearest-corner --source 1,0 --region 3,1:0,0",
        "--mesh 4 --algorithm recursive-doubling --source 3 --region 2:0",
    ] {
        let arguments = format!("route region {options} --format json");
        text += &format!("$ teecast {arguments}\n{}\n", succeed(Path::new(ROOT), &arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn every_algorithm_has_its_table() {
    let mut text = String::new();
    for options in [
        "--mesh 4x4 --algorithm fixed-corner --source 3,0 --region 2,2:1,3",
        "--mesh 4x4 --algorithm nearest-corner --source 1,1 --region 0,0:3,1",
        "--mesh 2x2x2 --algorithm mst --source 1,0,1 --region 0,0,0:1,1,1",
        "--mesh 4x4 --algorithm mst --source 0,0 --region 1,2:1,2",
        "--mesh 4x4 --algorithm recursive-doubling --source 0,3 --region 1,1:3,2",
        "--mesh 2x2x2x2 --algorithm fixed-corner --source 0,1,1,0 --region 0,1,1,0:0,1,1,0",
    ] {
        let arguments = format!("route region {options}");
        text += &format!("$ teecast {arguments}\n{}\n", succeed(Path::new(ROOT), &arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_large_region_costs_what_the_closed_forms_say() {
    // 8 x 10 nodes; the corners nearest to and lowest from (5, 7) are 3 + 4 and 3 + 4 hops away.
    let options = "--mesh 16x16 --source 5,7 --region 2,3:9,12";
    for (algorithm, corner, traffic, steps) in [
        ("fixed-corner", json!(2 + 16 * 3), 7 + 79, 7 + 16),
        ("nearest-corner", json!(2 + 16 * 3), 7 + 79, 7 + 16),
        ("mst", json!(5 + 16 * 7), 79, 4 + 5),
    ] {
        let found = document(&format!("{options} --algorithm {algorithm}"));
        assert_eq!(found["corner"], corner, "{algorithm}");
        assert_eq!(found["region"], json!([2 + 16 * 3, 9 + 16 * 12]));
        assert_eq!((&found["traffic"], &found["steps"]), (&json!(traffic), &json!(steps)));
        assert_eq!(found["sends"].as_array().map(Vec::len), Some(traffic));
        let nodes = numbers(&found["deliveries"], "node");
        assert_eq!((nodes.len(), nodes.iter().collect::<BTreeSet<_>>().len()), (80, 80));
        assert!(nodes.contains(&(5 + 16 * 7)), "the sender lies inside");
        assert!(found["sends"][0].get("message").is_none());
    }
    let doubling = document(&format!("{options} --algorithm recursive-doubling"));
    assert_eq!((&doubling["corner"], &doubling["steps"]), (&Value::Null, &json!(3 + 4)));
    let messages = numbers(&doubling["sends"], "message");
    assert!(messages.is_sorted() && messages.last() == Some(&78));
}

#[test]
fn bad_requests_are_refused() {
    let runs = [
        "--mesh 4x4 --algorithm mst --source 3,0 --region 2,2:1,3",
        "--mesh 4x4 --algorithm mst --source 3 --region 2,2:1,3",
        "--mesh 4x4 --algorithm mst --source 3,0 --region 2,2:1",
        "--mesh 4x4 --algorithm mst --source 3,0 --region 2,2,1:1,2,1",
        "--mesh 4x4 --algorithm mst --source 3,4 --region 2,2:1,1",
        "--mesh 4x3 --algorithm mst --source 3,2 --region 2,2:1,3",
        "--mesh 4x4 --algorithm mst --source -1,0 --region 2,2:1,1",
        "--mesh 4x4 --algorithm mst --source 5 --region 2,2",
        "--mesh 4x4 --algorithm mst --source 1,0 --region 2,2",
        "--mesh 4x4 --algorithm mst --source 1,0 --region 2,2:",
        "--mesh 4x4 --algorithm mst --source 1,0 --region 0,0:1,1:2,2",
        "--mesh 4x4 --algorithm mst --source 1,99999999999 --region 0,0:1,1",
        "--mesh 4x4 --algorithm mst --source +1,0 --region 0,0:1,1",
        "--mesh 4x1 --algorithm mst --source 0,0 --region 0,0:1,1",
        "--mesh 65 --algorithm mst --source 0 --region 0:1",
        "--mesh 64x64x2 --algorithm mst --source 0,0,0 --region 0,0,0:1,1,1",
        "--mesh 2x2x2x2x2 --algorithm mst --source 0,0,0,0,0 --region 0,0,0,0,0:0,0,0,0,0",
        "--mesh 4,4 --algorithm mst --source 0,0 --region 0,0:1,1",
        "--mesh 4x4 --algorithm safe-mst --source 0,0 --region 0,0:1,1",
        "--mesh 4x4 --source 0,0 --region 0,0:1,1",
        "--algorithm mst --source 0,0 --region 0,0:1,1",
        "--mesh 4x4 --algorithm mst --region 0,0:1,1",
        "--mesh 4x4 --algorithm mst --source 0,0",
        "--mesh 4x4 --algorithm mst --source 0,0 --region 0,0:1,1 --faulty 3",
    ];
    let runs = runs.map(|options| format!("route region {options}"));
    insta::assert_snapshot!(failures(Path::new(ROOT), runs.iter().map(String::as_str)));
}

//! `teecast route`: documents, tables and refusals.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use crate::ROOT;
use crate::program::{failures, succeed};

const EXAMPLE: &str = "--n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0";

fn document(options: &str) -> Value {
    json(&format!("hypercube {options}"))
}

fn json(options: &str) -> Value {
    let text = succeed(Path::new(ROOT), &format!("route {options} --format json"));
    assert_eq!(text.matches('\n').count(), 1, "one line, one document");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_document_has_the_fixed_keys_in_order() {
    insta::assert_snapshot!(succeed(
        Path::new(ROOT),
        &format!("route hypercube --format json {EXAMPLE}")
    ));
}

#[test]
fn traffic_of_the_example() {
    for (options, traffic) in [
        ("", 10),
        ("--vote look2", 9),
        ("--vote nca", 9),
        ("--faulty 4", 10),
        ("--faulty 0b100 --classes unlimited", 10),
    ] {
        let found = document(&format!("{EXAMPLE} {options}"));
        assert_eq!(found["traffic"], traffic, "{options}");
        assert_eq!(found["unroutable"], json!([]), "{options}");
        assert!(
            found["sends"]
                .as_array()
                .is_some_and(|all| all.iter().all(|send| { send.get("class").is_none() }))
        );
    }
}

#[test]
fn figure_7_6_takes_eleven_links() {
    let options = "--n 4 --algorithm broadcast-f3 --source 0 --faulty 3,7,8,12";
    let found = document(options);
    assert_eq!(found["traffic"], 11);
    assert_eq!(found["deliveries"].as_array().map(Vec::len), Some(11));
    assert_eq!(found["faulty"], json!([3, 7, 8, 12]));
    assert_eq!(found["destinations"], json!([]));
    assert!(found["sends"][0].get("control").is_some());
}

#[test]
fn limited_classes_appear_at_every_send() {
    let found = document(&format!("{EXAMPLE} --classes 3 --fault-tolerant true"));
    let sends = found["sends"].as_array().expect("a list");
    assert_eq!(sends[0]["class"], 0);
    assert!(sends.iter().all(|send| send["class"].is_u64()));
}

#[test]
fn a_faulty_destination_is_unroutable() {
    let found = document("--n 3 --algorithm multicast --source 0 --dest 3,5 --faulty 5");
    assert_eq!(found["deliveries"], json!([{"node": 3, "step": 2}]));
    assert_eq!(found["unroutable"][0]["destination"], 5);
}

#[test]
fn lists_may_be_empty_and_keep_duplicates() {
    // An empty argument needs a form without blanks.
    let nothing = document("--n 3 --algorithm multicast --source 0 --dest= --faulty=");
    assert_eq!((&nothing["traffic"], &nothing["steps"]), (&json!(0), &json!(0)));
    let own = document("--n 3 --algorithm multicast --source 0 --dest 0,0x5,5");
    assert_eq!(own["destinations"], json!([0, 5, 5]));
    assert_eq!(own["deliveries"], json!([{"node": 0, "step": 0}, {"node": 5, "step": 2}]));
    assert_eq!(own["sends"][0]["destinations"], json!([5, 5]));
}

#[test]
fn every_algorithm_has_its_table() {
    let mut text = String::new();
    for options in [
        "unicast --dest 6",
        "unicast --dest 6 --faulty 2,4",
        "broadcast --classes 2",
        "multicast --dest 6,7,3,7 --faulty 2 --classes 3",
        "optimal --dest 6,7,3,7 --faulty 2",
        "spare --dest 6,7",
        "unicasts --dest 6,7",
        "broadcast1",
        "broadcast2",
        "broadcast3",
        "broadcast-f3 --faulty 4",
        "one-to-two --dest 6,7",
        "one-to-three --dest 6,7,1",
    ] {
        let arguments = format!("route hypercube --n 3 --source 0 --algorithm {options}");
        text += &format!("$ teecast {arguments}\n{}\n", succeed(Path::new(ROOT), &arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn bad_requests_are_refused() {
    let runs = [
        "--n 17 --algorithm unicast --source 0 --dest 1",
        "--n 3 --algorithm unicast --source 8 --dest 1",
        "--n 3 --algorithm unicast --source 0 --dest 8",
        "--n 3 --algorithm unicast --source 0 --dest 1 --faulty 9",
        "--n 3 --algorithm unicast --source 0 --dest 1 --faulty 0",
        "--n 3 --algorithm unicast --source 0 --dest 1 --faulty 2,4,2",
        "--n 3 --algorithm unicast --source 0 --dest 1,2",
        "--n 3 --algorithm unicast --source 0",
        "--n 3 --algorithm one-to-two --source 0 --dest 1",
        "--n 3 --algorithm unicast --source 0 --dest 1,x",
        "--n 3 --algorithm unicast --source 0 --dest 1,,2",
        "--n 3 --algorithm unicast --source 0b3 --dest 1",
        "--n 3 --algorithm unicast --source 0 --dest 4294967296",
        "--n 3 --algorithm unicast --source 0 --dest 1 --vote nca",
        "--n 3 --algorithm broadcast --source 0 --dest 1",
        "--n 3 --algorithm spare --source 0 --dest 1 --faulty 2",
        "--n 3 --algorithm broadcast2 --source 0 --classes 3",
        "--n 3 --algorithm broadcast2 --source 0 --fault-tolerant true",
        "--n 3 --algorithm broadcast --source 0 --fault-tolerant true",
        "--n 3 --algorithm broadcast --source 0 --classes 9",
        "--n 3 --algorithm broadcast --source 0 --faulty 1 --classes 1",
        "--n 3 --algorithm broadcast --source 0 --classes many",
        "--n 3 --algorithm quickest --source 0",
        "--n 3 --source 0 --dest 1",
    ];
    let runs = runs.map(|options| format!("route hypercube {options}"));
    let runs = runs.iter().map(String::as_str).chain(["route", "route hexagon"]);
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

#[test]
fn every_node_of_the_hexagonal_mesh_gets_k_copies_on_k_links() {
    for k in 1..=6u32 {
        let found = json(&format!("harts --n 4 --algorithm k-bcast --k {k}"));
        assert_eq!(found["traffic"], 36 * k);
        assert_eq!(found["sends"].as_array().map(Vec::len), Some(36 * k as usize));
        let mut copies = BTreeMap::<u64, BTreeSet<u64>>::new();
        for copy in found["deliveries"].as_array().expect("a list") {
            let number = |key: &str| copy[key].as_u64().expect("a number");
            let fresh = copies.entry(number("node")).or_default().insert(number("in_direction"));
            assert!(fresh, "{copy}");
        }
        assert!(copies.keys().copied().eq(1..37));
        assert!(copies.values().all(|links| links.len() == k as usize));
    }
}

#[test]
fn documents_of_the_meshes_have_the_fixed_keys_in_order() {
    let mut text = String::new();
    for options in [
        "harts --n 2 --algorithm k-bcast --k 1 --faulty 1",
        "harts --n 3 --algorithm unicast --source 1 --dest 6",
        "harts --n 2 --algorithm ring --source 3",
        "torus --width 3 --height 3 --pattern pinwheel --faulty=1,2,3",
    ] {
        let arguments = format!("route {options} --format json");
        text += &format!("$ teecast {arguments}\n{}\n", succeed(Path::new(ROOT), &arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn routes_in_the_meshes_have_their_tables() {
    let mut text = String::new();
    for options in [
        "harts --n 3 --algorithm k-bcast --k 5 --source 7 --faulty 2,0xb",
        "harts --n 2 --algorithm k-bcast --k 6",
        "harts --n 4 --algorithm unicast --dest 20 --faulty 3",
        "harts --n 4 --algorithm unicast --dest 20 --faulty 20",
        "harts --n 2 --algorithm unicast --dest 0",
        "harts --n 2 --algorithm ring --faulty 5",
        "torus --width 3 --height 4 --pattern comb --source 0b11 --faulty 7",
        "torus --width 4 --height 4 --pattern pinwheel",
    ] {
        let arguments = format!("route {options}");
        text += &format!("$ teecast {arguments}\n{}\n", succeed(Path::new(ROOT), &arguments));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn bad_requests_to_the_meshes_are_refused() {
    let runs = [
        "harts --n 1 --algorithm ring",
        "harts --n 65 --algorithm ring",
        "harts --n 3 --algorithm k-bcast",
        "harts --n 3 --algorithm k-bcast --k 0",
        "harts --n 3 --algorithm k-bcast --k 7",
        "harts --n 3 --algorithm k-bcast --k 3 --dest 4",
        "harts --n 3 --algorithm unicast",
        "harts --n 3 --algorithm unicast --dest 19",
        "harts --n 3 --algorithm unicast --dest 1,2",
        "harts --n 3 --algorithm unicast --dest 1 --k 1",
        "harts --n 3 --algorithm ring --source 19",
        "harts --n 3 --algorithm ring --faulty 19",
        "harts --n 3 --algorithm ring --faulty 0",
        "harts --n 3 --algorithm ring --faulty 2,2",
        "harts --n 3 --algorithm s-bcast",
        "torus --width 2 --height 3 --pattern comb",
        "torus --width 3 --height 129 --pattern comb",
        "torus --width 3 --height 4 --pattern pinwheel",
        "torus --width 3 --height 3 --pattern comb --source 9",
        "torus --width 3 --height 3 --pattern comb --faulty 0",
        "torus --width 3 --height 3 --pattern comb --faulty 9",
        "torus --width 3 --height 3",
    ];
    let runs = runs.map(|options| format!("route {options}"));
    let runs = runs.iter().map(String::as_str);
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

#[test]
fn the_tree_has_every_hop_and_delivery_in_every_format() {
    let runs = [
        "hypercube --n 4 --algorithm multicast --source 6 --dest 1,2,5,6,13 --faulty 4",
        "hypercube --n 5 --algorithm broadcast --source 6",
        "harts --n 3 --algorithm k-bcast --k 5 --faulty 4,9",
        "harts --n 3 --algorithm unicast --dest 9",
        "torus --width 4 --height 3 --pattern comb --faulty 5",
        "region --mesh 4x4 --algorithm nearest-corner --source 3,0 --region 1,1:2,2",
        "region --mesh 8 --algorithm recursive-doubling --source 0 --region 1:5",
        "ihc --topology hexmesh --n 2 --faulty 3",
    ];
    for options in runs {
        let drawn =
            |format| succeed(Path::new(ROOT), &format!("route {options} --format {format}"));
        let document = json(options);
        let of = |key: &str| document[key].as_array().expect(key).len();
        let own = document["deliveries"].as_array().expect("deliveries");
        let at_source = own.iter().filter(|it| it["step"] == 0).count();
        let (sends, deliveries) = (of("sends"), of("deliveries") - at_source);
        let count = |text: &str, what: &str| text.matches(what).count();
        let (text, svg) = (drawn("text"), drawn("svg"));
        let (_, tree) = text.split_once("tree, * is a delivery\n").expect("a tree");
        assert_eq!((count(tree, "─ "), count(tree, "*")), (sends, deliveries), "{options}");
        assert_eq!((count(&svg, "<path "), count(&svg, "class=\"got\"")), (sends, deliveries));
        assert_eq!(count(&drawn("dot"), " -> "), sends, "{options}");
        assert_eq!(count(&drawn("mermaid"), " -->|"), sends, "{options}");
    }
}

#[test]
fn a_tree_is_drawn_as_in_the_documentation() {
    let multicast =
        "route hypercube --n 3 --algorithm multicast --source 6 --dest 1,2,5,4 --faulty 4";
    let formats = ["text", "svg", "dot", "mermaid"].map(|it| format!("{multicast} --format {it}"));
    let copies = "route harts --n 2 --algorithm k-bcast --k 3 --faulty 4".to_string();
    let unicasts =
        "route region --mesh 8 --algorithm recursive-doubling --source 0 --region 1:5".to_string();
    let rings = "route ring-tree --graph grid:2x3 --ring-size 4 --format dot".to_string();
    let runs = formats.into_iter().chain([copies, unicasts, rings]);
    let text: Vec<String> = runs.map(|run| succeed(Path::new(ROOT), &run)).collect();
    insta::assert_snapshot!(text.join("----\n"));
}

#[test]
fn a_picture_of_too_many_hops_is_refused() {
    let runs = ["route hypercube --n 13 --algorithm broadcast --source 0 --format svg"];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

//! `teecast route ihc` and `teecast analyze hamiltonian`: documents, tables, pictures and refusals.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::ROOT;
use crate::program::{failures, succeed};

fn document(arguments: &str) -> Value {
    let text = succeed(Path::new(ROOT), &format!("{arguments} --format json"));
    assert_eq!(text.matches('\n').count(), 1, "one line, one document");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs commands one after the other and shows what they print.
fn printed(commands: &[&str]) -> String {
    let shown =
        |command: &&str| format!("$ teecast {command}\n{}\n", succeed(Path::new(ROOT), command));
    commands.iter().map(shown).collect()
}

#[test]
fn documents_have_the_fixed_keys_in_order() {
    insta::assert_snapshot!(printed(&[
        "route ihc --topology hypercube --n 2 --mu 1 --source 2 --format json",
        "route ihc --topology torus --sides 3x3 --interleave 3 --faulty 4 --format json",
        "analyze hamiltonian --topology hypercube --n 3 --format json",
        "analyze hamiltonian --topology torus --sides 4x3 --format json",
    ]));
}

#[test]
fn messages_and_cycles_have_their_tables() {
    insta::assert_snapshot!(printed(&[
        "route ihc --topology hypercube --n 4 --mu 4 --source 6",
        "route ihc --topology hypercube --n 4 --mu 4 --interleave overlapped",
        "route ihc --topology hexmesh --n 2 --interleave 4 --source 1 --faulty 0,3",
        "route ihc --topology hypercube --n 2 --source 0 --faulty 1,2",
        "analyze hamiltonian --topology hypercube --n 4",
        "analyze hamiltonian --topology hypercube --n 5",
        "analyze hamiltonian --topology torus --sides 5x4",
        "analyze hamiltonian --topology hexmesh --n 3",
    ]));
}

#[test]
fn every_node_gets_a_copy_from_each_cycle_in_its_slot() {
    let found = document("route ihc --topology hexmesh --n 3 --mu 2 --source 7");
    let round = &found["round"];
    assert_eq!((&round["stages"], &round["slots"]), (&json!(3), &json!(3 * 19)));
    let deliveries = found["deliveries"].as_array().expect("a list");
    let number = |copy: &Value, key: &str| copy[key].as_u64().expect("a number");
    let copies: BTreeSet<(u64, u64)> =
        deliveries.iter().map(|copy| (number(copy, "node"), number(copy, "channel"))).collect();
    assert_eq!((copies.len(), &found["traffic"], &found["steps"]), (108, &json!(108), &json!(18)));
    assert!(copies.iter().all(|(node, _)| *node != 7));
    for copy in deliveries {
        let sent = found["sends"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|hop| (&hop["to"], &hop["channel"]) == (&copy["node"], &copy["channel"]));
        let sent = sent.expect("a hop brought it");
        assert_eq!(number(copy, "slot"), number(sent, "slot") + 1, "two flits");
        let cycle = number(copy, "channel") as usize;
        // Node 7 on a straight cycle: its ID follows from the step between neighbours.
        let ahead = [1, 18, 8, 11, 7, 12][cycle];
        let id = (0..19).find(|id| id * ahead % 19 == 7).expect("every node is on the cycle");
        let start = round["start_slots"][id as usize].as_u64().expect("a number");
        assert_eq!(number(sent, "slot"), start + number(sent, "step") - 1);
    }
}

#[test]
fn a_picture_has_every_cycle_and_node() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let command = "analyze hamiltonian --topology hypercube --n 5 --format svg --out q5.svg";
    assert_eq!(succeed(folder.path(), command), "wrote q5.svg\n");
    let svg = fs::read_to_string(folder.path().join("q5.svg")).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let counts = ["<polygon", "<circle", "<line"].map(|tag| svg.matches(tag).count());
    assert_eq!(counts, [2, 32, 16], "two cycles, all nodes, a perfect matching left over");
}

#[test]
fn bad_requests_are_refused() {
    let of_route = [
        "",
        "--topology ring --n 4",
        "--topology hypercube",
        "--topology hypercube --n 17",
        "--topology hypercube --n 13",
        "--topology hypercube --n 1",
        "--topology hypercube --n -4",
        "--topology hypercube --n 4 --sides 4x4",
        "--topology torus",
        "--topology torus --n 4 --sides 4x4",
        "--topology torus --sides 4x2",
        "--topology torus --sides 4x65",
        "--topology torus --sides 4",
        "--topology torus --sides -4x4",
        "--topology hexmesh --n 41",
        "--topology hexmesh --n 3 --mu 0",
        "--topology hexmesh --n 3 --interleave 3",
        "--topology hexmesh --n 3 --interleave overlapped",
        "--topology hexmesh --n 3 --interleave 20",
        "--topology hexmesh --n 3 --interleave -1",
        "--topology hexmesh --n 3 --source 19",
        "--topology hexmesh --n 3 --faulty 19",
        "--topology hexmesh --n 3 --source 4 --faulty 4",
        "--topology hexmesh --n 3 --source 4 --faulty 5,5",
    ];
    let of_question = [
        "",
        "--topology hypercube --n 9 --format svg",
        "--topology hypercube --n 4 --format png",
        "--topology hypercube --n 4 --out no/such/folder.txt",
    ];
    let runs = of_route.map(|options| format!("route ihc {options}"));
    let questions = of_question.map(|options| format!("analyze hamiltonian {options}"));
    let all = runs.iter().chain(&questions).map(String::as_str);
    insta::assert_snapshot!(failures(Path::new(ROOT), all));
}

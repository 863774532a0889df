//! The golden model answers as the algorithms of the theorems do (`theory/`): the cases in `theory/vectors`, or in the
//! folder that `TEECAST_VECTORS` names. No Coq is needed; `scripts/theory` writes the cases.

use std::{env, fs};

use clap::Command;
use serde_json::Value;
use teecast_verbs::ROUTES;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../theory/vectors");

/// Returns the document of `teecast route` for some words.
fn routed(words: &[String]) -> Value {
    let route = Command::new("route").no_binary_name(true);
    let route = ROUTES.iter().fold(route, |all, verb| verb.below(all));
    let words = words.iter().map(String::as_str).chain(["--format", "json"]);
    let typed = route.try_get_matches_from(words).expect("words of route");
    let (name, options) = typed.subcommand().expect("a verb");
    let verb = ROUTES.iter().find(|verb| verb.name() == name).expect("a verb");
    let report = verb.typed(options).run().expect("a valid case");
    serde_json::from_str(&report.text).expect("a document")
}

fn each<'a>(of: &'a Value, key: &str, text: impl Fn(&'a Value) -> String) -> Vec<String> {
    of[key].as_array().expect("a list").iter().map(text).collect()
}

fn numbers(list: &Value) -> String {
    let list = list.as_array().expect("a list").iter().map(Value::to_string);
    list.collect::<Vec<_>>().join(",")
}

/// Returns what a link carries: step, from, to, channel.
fn link(hop: &Value) -> String {
    format!("{}:{}>{}/{}", hop["step"], hop["from"], hop["to"], hop["channel"])
}

fn delivery(copy: &Value) -> String {
    format!("{}@{}", copy["node"], copy["step"])
}

fn hypercube(document: &Value) -> String {
    let copy = |hop: &Value| {
        let class = hop.get("class").and_then(Value::as_u64).unwrap_or_default();
        let carried = match hop.get("destinations") {
            Some(list) => numbers(list),
            None => hop["control"].to_string(),
        };
        format!("{}.{class}[{carried}]", link(hop))
    };
    // A broadcast has no list, and reports nothing.
    let mut lost: Vec<(u64, u64)> = Vec::new();
    if document["algorithm"] == "multicast" {
        for it in document["unroutable"].as_array().expect("a list") {
            let number = |key: &str| it[key].as_u64().expect("a node");
            lost.push((number("node"), number("destination")));
        }
    }
    lost.sort_unstable();
    let lost: Vec<_> =
        lost.iter().map(|(node, destination)| format!("{node}!{destination}")).collect();
    let copies = each(document, "sends", copy).join(" ");
    format!("{copies}|{}|{}", each(document, "deliveries", delivery).join(" "), lost.join(" "))
}

fn harts(document: &Value) -> String {
    let packet = |hop: &Value| {
        let tag = hop["tag"].as_str().expect("a name");
        format!("{},{},{tag}", link(hop), hop["distance"])
    };
    let mut packets = each(document, "sends", packet);
    packets.sort_unstable();
    packets.join(" ")
}

fn region(document: &Value) -> String {
    let copies = each(document, "sends", |hop| format!("{}.{}", link(hop), hop["class"]));
    format!("{}|{}", copies.join(" "), each(document, "deliveries", delivery).join(" "))
}

fn ihc(document: &Value) -> String {
    let copies = each(document, "sends", |hop| format!("{}@{}", link(hop), hop["slot"]));
    format!("{}|{}", copies.join(" "), numbers(&document["round"]["start_slots"]))
}

fn ring_tree(document: &Value) -> String {
    let crossing =
        |it: &Value| format!("{},{}>{}+{}", it["ring"], it["from"], it["to"], it["links"]);
    let way = |way: &Value| format!("{}:{}", way["node"], each(way, "rings", crossing).join(";"));
    format!("{}|{}", each(document, "ways", way).join(" "), document["traffic"])
}

/// Compares all cases of a family.
fn compare(family: &str, answer: fn(&Value) -> String) {
    let folder = env::var("TEECAST_VECTORS").unwrap_or_else(|_| COMMITTED.to_string());
    let text = fs::read_to_string(format!("{folder}/{family}.jsonl")).expect("cases");
    let mut differing = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let words: Vec<String> =
            serde_json::from_value(case["route"].clone()).expect("words of route");
        let (formal, golden) = (case["answer"].as_str().expect("a text"), answer(&routed(&words)));
        if formal != golden {
            differing.push(format!("teecast route {}\n{formal}\n{golden}", words.join(" ")));
        }
    }
    println!("{family}: {} cases, {} differ", text.lines().count(), differing.len());
    assert!(text.lines().count() >= 200, "{family}: cases are missing");
    assert!(differing.is_empty(), "formal, then golden:\n{}", differing[..1].concat());
}

#[test]
fn multicast_and_broadcast_in_the_hypercube() {
    compare("hypercube", hypercube);
}

#[test]
fn k_reliable_broadcast_in_the_hexagonal_mesh() {
    compare("harts", harts);
}

#[test]
fn trees_in_a_region() {
    compare("region", region);
}

#[test]
fn copies_and_slots_on_hamiltonian_cycles() {
    compare("ihc", ihc);
}

#[test]
fn ways_on_trees_of_rings() {
    compare("ring_tree", ring_tree);
}

//! `route ring-tree`, `analyze ring-tree` and `ring-tree repair`: documents, tables, pictures and
//! refusals.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::ROOT;
use crate::program::{command, ended, failures, scratch, succeed, teecast};

fn document(folder: &Path, arguments: &str) -> Value {
    let text = succeed(folder, &format!("{arguments} --format json"));
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
fn rings_and_ways_have_their_tables_and_documents() {
    insta::assert_snapshot!(printed(&[
        "route ring-tree --graph hypercube:3 --ring-size 4 --source 6 --dest 1",
        "route ring-tree --graph star:5 --ring-size 3 --faulty-nodes 4",
        "route ring-tree --graph path:4 --ring-size 3 --source 3 --format json",
        "analyze ring-tree --graph hypercube:3",
        "analyze ring-tree --graph path:4 --ring-size 4 --walk deep --format json",
        "ring-tree repair --graph grid:3x2 --ring-size 3 --faulty-nodes 1",
        "ring-tree repair --graph path:3 --faulty-links 1-2 --format json",
    ]));
}

/// Runs a command without tools in a folder whose pipe `net` gives the links of a network once.
fn with_pipe(folder: &Path, arguments: &str) -> Option<i32> {
    let mut writer = Command::new("sh");
    let writer = writer.current_dir(folder).args(["-c", "printf '0-1\n1-2\n' > net"]);
    let mut writer = writer.spawn().expect("sh is there");
    let mut child = command(folder, arguments);
    let child = child.env("PATH", "").env_remove("TEECAST_TOOLS");
    let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("ours");
    let in_time = [&mut child, &mut writer].map(|it| ended(it, Duration::from_secs(20)));
    if in_time != [true; 2] {
        child.kill().and_then(|()| writer.kill()).expect("they are ours");
    }
    assert_eq!(in_time, [true; 2], "{arguments}");
    child.wait().expect("it ended").code()
}

#[cfg(unix)]
#[test]
fn a_pipe_with_links_is_read_once_to_its_end() {
    let folder = scratch();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("net")).status().expect("it starts").success());
    fs::write(folder.join("net.toml"), "family = ['ring-tree']\ngraph = 'net'\n").expect("ours");
    let design = "--family ring-tree --graph net";
    // Without tools nothing is verified or proved.
    for (command, code) in [
        (format!("gen {design} --ring-size 2 --name written"), 0),
        ("gen --config net.toml --out other".to_string(), 0),
        (format!("verify {design}"), 3),
        (format!("prove {design}"), 3),
        ("route ring-tree --graph net".to_string(), 0),
        ("analyze ring-tree --graph net".to_string(), 0),
        ("ring-tree repair --graph net --faulty-nodes 2".to_string(), 0),
    ] {
        assert_eq!(with_pipe(folder, &command), Some(code), "{command}");
    }
    let sheet = fs::read_to_string(folder.join("rtl-out/written/README.md")).expect("a data sheet");
    let typed = "teecast gen --graph graph.json --family ring-tree --ring-size 2 --name written";
    assert!(sheet.contains(typed), "{sheet}");
}

#[test]
fn one_message_crosses_every_ring_once() {
    let found = document(Path::new(ROOT), "route ring-tree --graph hexmesh:3 --source 7");
    let rings = found["rings"].as_array().expect("a list");
    assert_eq!(found["traffic"], json!(18 + rings.len()));
    for way in found["ways"].as_array().expect("a list") {
        let legs = way["rings"].as_array().expect("a list");
        let links: u64 = legs.iter().map(|leg| leg["links"].as_u64().expect("a number")).sum();
        // The model plays the message; the way is that of the tree.
        assert_eq!(way["step"], json!(links), "{way}");
        assert_eq!((&legs[0]["from"], &legs[legs.len() - 1]["to"]), (&json!(7), &way["node"]));
    }
}

#[test]
fn the_state_travels_from_repair_to_repair() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let folder = folder.path();
    succeed(folder, "ring-tree repair --graph hypercube:4 --ring-size 4 --state-out a.json");
    let first = "ring-tree repair --state a.json --faulty-nodes 5 --state-out b.json";
    let found = document(folder, first);
    let gone: Vec<Value> = found["removed"].as_array().expect("a list").clone();
    assert!(!gone.is_empty());
    let found = document(folder, "ring-tree repair --state b.json --faulty-links 0-1");
    for ring in found["rings"].as_array().expect("a list") {
        assert!(!gone.contains(&ring["id"]), "{ring}");
        assert!(!ring["nodes"].as_array().expect("a list").contains(&json!(5)), "{ring}");
    }
    let writes = found["writes"].as_array().expect("a list");
    let entry = json!({"barrier": {"epoch": 2, "on": false}});
    assert_eq!(writes[0], json!({"write": {"node": 0, "address": 0, "data": 2, "entry": entry}}));
    let last = &writes[writes.len() - 1]["write"];
    assert_eq!((&last["entry"]["barrier"]["on"], &last["data"]), (&json!(true), &json!(18)));
    assert!(writes.contains(&json!({"wait": {"clocks": 8}})));
}

#[test]
fn max_gives_a_repair_a_virtual_node_for_each_link() {
    // The middle of the star stays on seven rings, one for each of its links.
    let command = "ring-tree repair --graph star:9 --ring-size 2 --faulty-nodes 1";
    let with = |count: &str| {
        succeed(Path::new(ROOT), &format!("{command} --virtual-nodes {count} --format json"))
    };
    assert_eq!(with("max"), with("7"));
    let few = teecast(Path::new(ROOT), &format!("{command} --virtual-nodes 6"));
    assert_eq!(few.code, Some(2), "{}", few.out);
}

#[test]
fn a_picture_has_every_ring_and_its_nodes() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let folder = folder.path();
    let arguments = "route ring-tree --graph grid:4x4 --ring-size 4 --dest 15";
    let found = document(folder, &format!("{arguments} --svg rings.svg"));
    let svg = fs::read_to_string(folder.join("rings.svg")).expect("a picture");
    let rings = found["rings"].as_array().expect("a list");
    let count = |text: &str| svg.matches(text).count();
    assert_eq!((count("<path "), count(">ring ")), (rings.len(), rings.len()));
    assert_eq!(count("<circle "), 15 + rings.len(), "n - 1 + r virtual nodes");
    assert_eq!(count("stroke-dasharray"), rings.len() - 1, "each but the root hangs on one");
    let legs = found["ways"][0]["rings"].as_array().expect("a list").len();
    assert_eq!(
        count("<path ") - count("fill=\"none\" stroke=\"#0072b2\""),
        legs,
        "rings of the way"
    );
}

#[test]
fn bad_input_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let folder = folder.path();
    fs::write(folder.join("bad.json"), "{\"nodes\": 3}").expect("a writable folder");
    fs::write(folder.join("apart.toml"), "nodes = 3\nlinks = [[0, 1]]\n").expect("writable");
    insta::assert_snapshot!(failures(
        folder,
        [
            "route ring-tree",
            "route ring-tree --graph hypercube:12",
            "route ring-tree --graph hypercube:15 --dest 1",
            "analyze ring-tree --graph hypercube:10",
            "route ring-tree --graph path:4 --graph-format links",
            "ring-tree repair --graph-format links --state bad.json --faulty-nodes 1",
            "route ring-tree --graph apart.toml",
            "route ring-tree --graph nowhere.json",
            "route ring-tree --graph path:4 --ring-size 1",
            "route ring-tree --graph path:4 --ring-size 65",
            "route ring-tree --graph path:4 --source 4",
            "route ring-tree --graph star:4 --source 1 --dest 2 --faulty-nodes 2",
            "route ring-tree --graph path:4 --faulty-nodes 1",
            "route ring-tree --graph path:300 --svg rings.svg",
            "analyze ring-tree --graph grid:0x4",
            "analyze ring-tree --graph path:4 --faulty-links 0-2",
            "ring-tree repair",
            "ring-tree repair --state bad.json --faulty-nodes 1",
            "ring-tree repair --state nowhere.json --faulty-nodes 1",
            "ring-tree repair --state bad.json --ring-size 4",
            "ring-tree repair --graph path:4 --faulty-nodes 9",
            "ring-tree repair --graph path:4 --faulty-links 0-9",
            "ring-tree repair --graph path:4 --faulty-links 0",
            "ring-tree repair --graph star:9 --ring-size 2 --virtual-nodes 3 --faulty-nodes 1",
            "ring-tree repair --graph path:4 --virtual-nodes 0 --faulty-nodes 1",
            "ring-tree repair --graph path:4 --virtual-nodes most --faulty-nodes 1",
        ]
    ));
}

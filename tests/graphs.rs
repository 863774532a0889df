//! Networks in the notations that people have: `tests/graphs/ok` has each as one of `plain`, and what is
//! wrong in those of `bad` is said with its line. Designs hold the network that they are made of.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use teecast::emit::RtlFile;
use teecast_spec::text;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{GraphFile, GraphFileError, GraphFormat, Limits};

use crate::ROOT;
use crate::program::{self, assert_same, command, failures, scratch, succeed, teecast};

/// Returns the files of a folder of networks.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("{ROOT}/tests/graphs/{folder}")).expect("the folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a plain name")
}

/// Reads a file; `counted-links` has to be named.
fn read(path: &Path) -> Result<GraphFile, GraphFileError> {
    let format = name(path).ends_with("counted-links").then_some(GraphFormat::CountedLinks);
    let refuse = |name: &str| if text::is_plain(name) { None } else { Some(text::RULE) };
    GraphFile::read(&fs::read(path).expect("readable"), format, Limits { nodes: 512, refuse })
}

fn rings(file: &GraphFile) -> RingTree {
    build(&file.graph, &Faults::default(), 4, Walk::Branch)
}

#[test]
fn every_notation_gives_the_rings_of_the_plain_list() {
    let (mut said, mut notations) = (String::new(), BTreeSet::new());
    let paths = files("ok");
    assert!(paths.len() >= 30);
    for path in paths {
        let (base, notation) = name(&path).split_once('.').expect("an ending");
        notations.insert(notation.rsplit('.').next().unwrap_or_default().to_string());
        let plain = read(Path::new(&format!("{ROOT}/tests/graphs/plain/{base}.txt")));
        let plain = plain.expect("a network");
        let file = read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(rings(&file), rings(&plain), "{}", path.display());
        // The copy of a design says the same.
        let copy = GraphFile::read(file.json(base).as_bytes(), Some(GraphFormat::Json), LIMITS);
        let copy = copy.expect("a network");
        assert_eq!((&copy.graph, &copy.names), (&file.graph, &file.names), "{}", path.display());
        said += &format!("{base}.{notation}: {:?} {:?}\n", file.names, file.notes);
    }
    assert!(notations.len() >= 12, "{notations:?}");
    insta::assert_snapshot!(said);
}

const LIMITS: Limits = Limits { nodes: 512, refuse: |_| None };

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let paths = files("bad");
    assert!(paths.len() >= 26);
    let refusal = |path: PathBuf| {
        let name = name(&path).to_string();
        format!("{name}: {}\n", read(&path).expect_err(&name))
    };
    insta::assert_snapshot!(paths.into_iter().map(refusal).collect::<String>());
}

/// Returns all files of a design as `gen` writes them.
fn design(folder: &Path, options: &str) -> Vec<RtlFile> {
    succeed(folder, &format!("gen --family ring-tree --vectors false --name x --force {options}"));
    program::read(&folder.join("rtl-out/x"))
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a joined path")).expect("a writable folder");
    fs::write(path, text).expect("a writable folder");
}

const BOARD: &str = "left hub\nhub right\nright left\n";

#[test]
fn a_design_is_the_same_from_every_path_and_has_its_network() {
    let folder = scratch();
    let folder = folder.path();
    for path in ["board.txt", "a/board.txt", "b c/board.txt"] {
        write(folder, path, BOARD);
    }
    let first = design(folder, "--graph board.txt");
    let absolute = format!("--graph {}", folder.join("a/board.txt").display());
    assert_same(&design(folder, &absolute), &first);
    assert_same(&design(&folder.join("b c"), "--graph board.txt"), &first);
    let text = |name: &str| &first.iter().find(|file| file.path == name).expect(name).text;
    let copy: Value = serde_json::from_str(text("graph.json")).expect("JSON");
    assert_eq!(copy["names"], json!(["left", "hub", "right"]));
    assert!(text("README.md").contains("| 1 | `hub` |"), "{}", text("README.md"));
    let manifest: Value = serde_json::from_str(text("manifest.json")).expect("JSON");
    assert_eq!(manifest["derived"]["ring-tree"]["names"], json!(["left", "hub", "right"]));
    assert_eq!(manifest["configuration"]["ring-tree"]["graph"], "graph.json");
    let listed = manifest["files"].as_array().expect("a list");
    assert!(listed.iter().any(|file| file["path"] == "graph.json"), "{listed:?}");
    assert!(text("ring_tree/ring_tree_node.v").contains("teecast gen --graph graph.json"));
    // The command of the design makes it again from its folder, and another network has another hash.
    let own = folder.join("rtl-out/x");
    assert_same(&design(&own, "--graph graph.json"), &first);
    write(folder, "other/board.txt", "left hub\nhub right\n");
    let other = design(&folder.join("other"), "--graph board.txt");
    let hash = |files: &[RtlFile]| {
        let node = files.iter().find(|file| file.path == "ring_tree/ring_tree_inbox.v");
        let head = node.expect("a module").text.lines().find(|line| line.contains("(hash "));
        head.expect("a head").to_string()
    };
    assert_ne!(hash(&other), hash(&first));
}

#[test]
fn a_written_design_is_verified_on_its_own_network() {
    let folder = scratch();
    let folder = folder.path();
    write(folder, "net/board.txt", BOARD);
    design(folder, "--graph net/board.txt");
    // Without tools it comes to where one is missing, whatever became of the file.
    let verify = || {
        let mut verify = command(folder, "verify rtl-out/x");
        let output = verify.env("PATH", "").env_remove("TEECAST_TOOLS").output().expect("built");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let whole = verify();
    assert!(whole.0 == Some(3) && !whole.1.contains("warning"), "{whole:?}");
    write(folder, "net/board.txt", "left hub\nhub right\n");
    assert_eq!(verify(), whole);
    fs::remove_dir_all(folder.join("net")).expect("ours");
    assert_eq!(verify(), whole);
    let prove = "prove --config rtl-out/x/design.toml --module nothing";
    write(folder, "rtl-out/x/design.toml", "family = ['ring-tree']\ngraph = 'graph.json'\n");
    let proved = teecast(folder, prove);
    assert!(proved.err.contains("no property of a module"), "{}", proved.err);
    let repair = "ring-tree repair --graph rtl-out/x/graph.json --faulty-links 0-1";
    assert!(succeed(folder, repair).contains("steps of the host"));
    // A network that is not that of the hardware is no reason to blame the hardware.
    write(folder, "rtl-out/x/graph.json", "{\"nodes\": 2, \"links\": [[0, 1]]}");
    let (code, said) = verify();
    assert_eq!(code, Some(2));
    assert!(said.contains("graph \"graph.json\": it is not as manifest.json says"), "{said}");
    fs::remove_file(folder.join("rtl-out/x/graph.json")).expect("ours");
    assert_eq!(verify().0, Some(2));
}

#[test]
fn a_network_of_a_configuration_is_beside_it() {
    let folder = scratch();
    let folder = folder.path();
    write(folder, "boards/small/net.txt", "0 1\n1 2\n");
    write(folder, "boards/design.toml", "family = ['ring-tree']\ngraph = 'small/net.txt'\n");
    write(folder, "boards/forced.toml", "graph = 'small/net.txt'\ngraph-format = 'json'\n");
    succeed(folder, "gen --config boards/design.toml --out out");
    succeed(&folder.join("boards"), "gen --config design.toml --out out");
    // What is typed is relative to where it is typed.
    let typed = teecast(folder, "gen --config boards/design.toml --graph small/net.txt");
    assert_eq!(typed.code, Some(2), "{typed:?}");
    let forced = teecast(folder, "gen --config boards/forced.toml --family ring-tree");
    assert!(forced.err.contains("graph \"./boards/small/net.txt\", line 1"), "{}", forced.err);
}

#[test]
fn nothing_is_left_out_in_silence() {
    let folder = scratch();
    let folder = folder.path();
    write(folder, "counts.txt", "5 4\n0 1\n1 2\n2 3\n3 4\n");
    write(folder, "negative.txt", "0 -1\n");
    write(folder, "merged.dot", "digraph { a -> b -> a; b -> b; a -> b; b -> c }\n");
    let route = "route ring-tree --graph";
    insta::assert_snapshot!(failures(
        folder,
        [
            &*format!("{route} counts.txt"),
            &format!("{route} negative.txt"),
            &format!("{route} merged.dot --graph-format gml"),
            &format!("{route} grid:2x2 --graph-format dot"),
        ]
    ));
    let counted = succeed(folder, &format!("{route} counts.txt --graph-format counted-links"));
    assert!(counted.contains("0,1,2,3,4"), "{counted}");
    let links = succeed(folder, &format!("{route} counts.txt --graph-format links"));
    assert!(links.contains("0,1,2,3,4,5"), "{links}");
    let merged = "warning: graph: links have directions in the file; they are taken without; \
                  merged: 1 loop, 1 parallel link, 1 link in the other direction\n";
    for command in [
        "route ring-tree --graph merged.dot --format json",
        "analyze ring-tree --graph merged.dot",
        "ring-tree repair --graph merged.dot --faulty-nodes 2",
        "gen --family ring-tree --graph merged.dot --name merged",
    ] {
        let run = teecast(folder, command);
        assert_eq!((run.code, run.err.as_str()), (Some(0), merged), "{command}");
    }
}

#[test]
fn names_of_nodes_are_shown_and_quoted() {
    let folder = scratch();
    let folder = folder.path();
    write(folder, "net.dot", "graph { \"<b>\\\"|`\" -- hub; hub -- far }\n");
    let route =
        |format: &str| succeed(folder, &format!("route ring-tree --graph net.dot {format}"));
    let shown: String =
        ["", "--format dot", "--format mermaid", "--format svg", "--svg -", "--format json"]
            .map(route)
            .concat();
    insta::assert_snapshot!(shown);
}

/// Runs `route` with a text as standard input.
fn piped(folder: &Path, arguments: &str, bytes: &[u8]) -> Value {
    let mut route = command(folder, &format!("route ring-tree --format json --graph {arguments}"));
    let mut child = route.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("built");
    child.stdin.take().expect("a pipe").write_all(bytes).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn standard_input_may_be_packed() {
    let folder = scratch();
    let path = Path::new(ROOT).join("tests/graphs/ok/board.packed.txt.gz");
    let plain = Path::new(ROOT).join("tests/graphs/plain/board.txt");
    let expected = piped(folder.path(), &plain.display().to_string(), b"")["rings"].clone();
    for input in ["-", "/dev/stdin"] {
        let found = piped(folder.path(), input, &fs::read(&path).expect("readable"));
        assert_eq!((&found["rings"], &found["parameters"]["graph"]), (&expected, &json!("stdin")));
    }
}

#[test]
fn large_networks_have_a_way_to_one_node() {
    let folder = scratch();
    let folder = folder.path();
    let line = |network: &str| {
        succeed(folder, &format!("route ring-tree --graph {network} --format json"))
    };
    let found: Value = serde_json::from_str(&line("grid:70x60 --dest 4199")).expect("JSON");
    let legs = found["ways"][0]["rings"].as_array().expect("a list");
    let links: u64 = legs.iter().map(|leg| leg["links"].as_u64().expect("a number")).sum();
    assert_eq!(found["ways"][0]["step"], json!(links));
}

//! Networks in the notations that people have: `tests/graphs/ok` has each as one of `plain`, and what is
//! wrong in those of `bad` is said with its line. Designs hold the network that they are made of.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use teecast_spec::text;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{GraphFile, GraphFileError, GraphFormat, Limits};

use crate::ROOT;

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

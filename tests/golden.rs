//! The committed designs, one a family, equal a fresh emission, byte by byte; nothing here ever rewrites
//! them.

use std::path::Path;

use teecast::output;
use teecast::spec::{FAMILY, RawConfig, hypercube, ihc, option, region, ring_tree};

use crate::ROOT;
use crate::program::{assert_same, read};

/// Compares what is committed of a design; the manifest has the hashes of what is not.
///
/// After an intended change: `cargo run -- gen` with the options in the head of its data sheet, and
/// read the difference.
fn golden(raw: &RawConfig, is_committed: impl Fn(&str) -> bool) {
    let spec = raw.validate().expect("a valid configuration");
    let mut committed = read(&Path::new(ROOT).join("rtl-out").join(&spec.name));
    let mut emitted = output::files(&spec);
    // A clone may hold a design whole.
    committed.retain(|file| is_committed(&file.path));
    emitted.retain(|file| is_committed(&file.path));
    assert!(emitted.iter().any(|file| file.path == "manifest.json"));
    assert_same(&committed, &emitted);
}

/// Tells whether a file is data sheet, manifest or Verilog of the hardware.
fn is_hardware(path: &str) -> bool {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    match folder {
        None => path == "README.md" || path == "manifest.json",
        Some(folder) => folder != "testbench",
    }
}

fn cube(n: i64, m: i64) -> RawConfig {
    RawConfig::default().with(&option::N, n).with(&hypercube::M, m)
}

#[test]
fn n6_m8() {
    golden(&cube(6, 8), |_| true);
}

#[test]
fn mesh4x4() {
    let family = vec!["region"];
    let raw = RawConfig::default().with(&FAMILY, family).with(&region::MESH, "4x4".to_string());
    golden(&raw, |_| true);
}

#[test]
fn ihc_q4() {
    let raw = RawConfig::default().with(&FAMILY, vec!["ihc"]).with(&ihc::TOPOLOGY, "hypercube");
    golden(&raw.with(&option::N, 4).with(&option::MAX_DATA, 4), is_hardware);
}

#[test]
fn rings_hypercube3_w4() {
    let raw = RawConfig::default().with(&FAMILY, vec!["ring-tree"]).with(&ring_tree::RING_SIZE, 4);
    golden(&raw.with(&ring_tree::GRAPH, "hypercube:3".to_string()), |path| {
        is_hardware(path) || path.starts_with("testbench/vectors/")
    });
}

/// Messages and predicted traces of networks whose Verilog is not committed.
#[test]
fn vectors_of_small_cubes_and_meshes() {
    let spec = cube(3, 4).validate().expect("a valid configuration");
    let mut vectors = output::files(&spec);
    vectors.retain_mut(|file| {
        let name = file.path.strip_prefix("testbench/vectors/").map(str::to_string);
        name.map(|name| file.path = name).is_some()
    });
    assert_same(&read(&Path::new(ROOT).join("tests/vectors/n3_m4")), &vectors);
}

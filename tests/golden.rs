//! The committed designs equal a fresh emission, byte by byte; nothing here ever rewrites them.

use std::path::Path;

use teecast::output;
use teecast::spec::{FAMILY, RawConfig, hypercube, ihc, option, region, ring_tree};

use crate::ROOT;
use crate::program::{assert_same, read};

fn golden(raw: &RawConfig) {
    let spec = raw.validate().expect("a valid configuration");
    let committed = read(&Path::new(ROOT).join("rtl-out").join(&spec.name));
    // After an intended change: cargo run -- gen, with the same options, and read the difference.
    assert_same(&committed, &output::files(&spec));
}

fn cube(n: i64, m: i64) -> RawConfig {
    RawConfig::default().with(&option::N, n).with(&hypercube::M, m)
}

#[test]
fn n3_m4() {
    golden(&cube(3, 4));
}

#[test]
fn n6_m8() {
    golden(&cube(6, 8));
}

#[test]
fn mesh4x4() {
    let family = vec!["region"];
    golden(&RawConfig::default().with(&FAMILY, family).with(&region::MESH, "4x4".to_string()));
}

#[test]
fn ihc_q4() {
    let raw = RawConfig::default().with(&FAMILY, vec!["ihc"]).with(&ihc::TOPOLOGY, "hypercube");
    golden(&raw.with(&option::N, 4).with(&option::MAX_DATA, 4));
}

#[test]
fn rings_hypercube3_w4() {
    let raw = RawConfig::default().with(&FAMILY, vec!["ring-tree"]).with(&ring_tree::RING_SIZE, 4);
    golden(&raw.with(&ring_tree::GRAPH, "hypercube:3".to_string()));
}

//! The committed designs equal a fresh emission, byte by byte; nothing here ever rewrites them.

use std::path::Path;

use teecast::output;
use teecast::spec::{RawConfig, hypercube, option};

use crate::ROOT;
use crate::program::{assert_same, read};

fn golden(n: i64, m: i64) {
    let raw = RawConfig::default().with(&option::N, n).with(&hypercube::M, m);
    let spec = raw.validate().expect("a valid configuration");
    let committed = read(&Path::new(ROOT).join("rtl-out").join(&spec.name));
    // After an intended change: cargo run -- gen --n N --m M, and read the difference.
    assert_same(&committed, &output::files(&spec));
}

#[test]
fn n3_m4() {
    golden(3, 4);
}

#[test]
fn n6_m8() {
    golden(6, 8);
}

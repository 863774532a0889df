//! Generates a design of each family with teecast, and the blocks that wrap its modules.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[path = "src/blocks.rs"]
mod blocks;

/// Name of the design, and options of `teecast gen`.
const DESIGNS: [(&str, &str); 5] = [
    ("hypercube", "--family hypercube --n 2 --m 2 --max-data 1"),
    ("harts", "--family harts --n 2 --max-data 1"),
    ("region", "--family region --mesh 2x2 --width 8 --max-data 1"),
    ("ihc", "--family ihc --topology hypercube --n 2 --max-data 1"),
    ("ring_tree", "--family ring-tree --graph hypercube:2 --ring-size 4"),
];

fn main() {
    println!("cargo::rerun-if-env-changed=TEECAST");
    println!("cargo::rerun-if-changed=src/blocks.rs");
    let teecast = env::var("TEECAST").unwrap_or_else(|_| "teecast".to_string());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo gives a folder"));
    let mut text = String::new();
    for (name, options) in DESIGNS {
        let mut command = Command::new(&teecast);
        command.args(["gen", "--force", "--name", name, "--out"]).arg(&out);
        let output = command.args(options.split(' ')).output();
        let output = output.expect("needs teecast: put it on PATH, or name it in TEECAST");
        assert!(output.status.success(), "{output:?}");
        let manifest = fs::read_to_string(out.join(name).join("manifest.json"));
        let made = blocks::blocks(&manifest.expect("gen writes it")).expect("a manifest");
        text += &format!("/// Modules of the family.\npub mod {name} {{\n{made}}}\n\n");
    }
    fs::write(out.join("blocks.rs"), text).expect("a writable folder");
}

//! The committed designs, which hold every family, equal a fresh emission, byte by byte; nothing here ever rewrites
//! them.

use std::fs;
use std::path::Path;

use teecast::output;
use teecast::spec::{Family, RawConfig};

use crate::ROOT;
use crate::program::{assert_same, read, scratch, teecast};

/// Designs of which only the hardware is committed, and what else; the hashes in the manifest stand for
/// the other files. All other designs are whole.
const HARDWARE: [(&str, Option<&str>); 2] =
    [("ihc_q4", None), ("rings_hypercube3_w4", Some("testbench/vectors/"))];

/// Returns the names of the committed designs; a clone may hold others.
fn designs() -> Vec<String> {
    let ignored = fs::read_to_string(format!("{ROOT}/.gitignore")).expect("the file");
    let names = ignored.lines().filter_map(|line| line.strip_prefix("!/rtl-out/"));
    names.filter(|name| !name.contains('/')).map(str::to_string).collect()
}

/// Tells whether a file of a design is committed.
fn is_committed(design: &str, path: &str) -> bool {
    let Some((_, other)) = HARDWARE.iter().find(|(name, _)| *name == design) else { return true };
    let is_hardware = match path.split_once('/') {
        None => path == "README.md" || path == "manifest.json",
        Some((folder, _)) => folder != "testbench",
    };
    is_hardware || other.is_some_and(|other| path.starts_with(other))
}

/// The command in its data sheet makes a design again.
///
/// After an intended change: `cargo run -- gen` with these options, and read the difference.
#[test]
fn committed_designs_are_what_their_commands_write() {
    let folder = scratch();
    for design in designs() {
        let mut committed = read(&Path::new(ROOT).join("rtl-out").join(&design));
        let sheet = committed.iter().find(|file| file.path == "README.md").expect("a data sheet");
        let command = sheet.text.lines().find_map(|line| line.strip_prefix("    teecast "));
        let run = teecast(folder.path(), command.expect("the command that makes it"));
        assert_eq!(run.code, Some(0), "{run:?}");
        let mut emitted = read(&folder.path().join("rtl-out").join(&design));
        // A clone may hold a design whole.
        committed.retain(|file| is_committed(&design, &file.path));
        emitted.retain(|file| is_committed(&design, &file.path));
        assert_same(&committed, &emitted);
    }
}

#[test]
fn every_family_has_a_golden_design() {
    for family in Family::NAMES {
        let folder = family.replace('-', "_");
        let has =
            |design: &String| Path::new(ROOT).join("rtl-out").join(design).join(&folder).exists();
        assert!(designs().iter().any(has), "{family} has none");
    }
}

/// Messages and predicted traces of networks whose Verilog is not committed.
#[test]
fn vectors_of_small_cubes_and_hexmeshes() {
    let spec = RawConfig::from_toml("n = 3\nm = 4").and_then(|raw| raw.validate()).expect("valid");
    let mut vectors = output::files(&spec);
    vectors.retain_mut(|file| {
        let name = file.path.strip_prefix("testbench/vectors/").map(str::to_string);
        name.map(|name| file.path = name).is_some()
    });
    assert_same(&read(&Path::new(ROOT).join("tests/vectors/n3_m4")), &vectors);
}

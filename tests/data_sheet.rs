//! The vectors beside the testbenches, played as the data sheet says.

use std::fs;
use std::path::Path;
use std::process::Command;

use teecast::emit::design;
use teecast::spec::Family;
use teecast_cosim::tools::{self, Tool};

use crate::program::{succeed, teecast};
use crate::samples;

/// Runs commands of the data sheet; returns their exit code and what they print.
pub(super) fn shell(simulator: &Path, design: &Path, commands: &str) -> (Option<i32>, String) {
    let path = std::env::var("PATH").expect("a search path");
    let path = format!("{}:{path}", simulator.parent().expect("a program").display());
    let mut command = Command::new("sh");
    let output = command.current_dir(design).env("PATH", path).args(["-c", commands]).output();
    let output = output.expect("a shell");
    assert!(output.stderr.is_empty(), "{commands}: {output:?}");
    (output.status.code(), String::from_utf8(output.stdout).expect("plain text"))
}

#[test]
fn the_commands_of_the_data_sheet_find_no_difference() {
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    let Some(icarus) = found else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let all = samples::together("left_");
    let typed = design::command(&all);
    succeed(folder.path(), typed.strip_prefix("teecast ").expect("the name of the binary"));
    let design = folder.path().join("rtl-out").join(&all.name);
    let sheet = fs::read_to_string(design.join("README.md")).expect("gen wrote it");
    let blocks = sheet.split("\n\n").filter(|block| block.starts_with("    iverilog"));
    let blocks: Vec<&str> = blocks.filter(|block| block.contains("arguments.txt")).collect();
    assert_eq!(blocks.len(), Family::ALL.len(), "{blocks:?}");
    for block in &blocks {
        let passed = (Some(0), "PASS\n".to_string());
        assert_eq!(shell(&icarus.path, &design, block), passed, "{block}");
    }

    // A delivery that is not expected is seen: in the hypercube, since the vectors of the hexagonal mesh take
    // Icarus a minute and a half.
    let expected = design.join("testbench/vectors/hypercube_network/expected.txt");
    let text = fs::read_to_string(&expected).expect("gen wrote it");
    let delivery = text.lines().find(|line| line.starts_with('D')).expect("something arrives");
    fs::write(&expected, text.replacen(&format!("{delivery}\n"), "", 1)).expect("writable");
    let (code, seen) = shell(&icarus.path, &design, blocks[0]);
    assert!(code == Some(1) && seen.contains(delivery), "{code:?} {seen}");

    // A testbench that does not find its files fails, whatever an earlier run has left.
    for (arguments, failure) in [
        ("+stimuli=elsewhere", "FAIL: epoch_control cannot read elsewhere/epochs.txt\n"),
        ("+trace=no/folder/trace.txt", "FAIL: trace_recorder cannot write no/folder/trace.txt\n"),
    ] {
        let (code, seen) = shell(&icarus.path, &design, &format!("./bench {arguments}"));
        assert!(code == Some(1) && seen.contains(failure), "{code:?} {seen}");
    }
    fs::remove_file(design.join("testbench/vectors/hypercube_network/node_3.txt")).expect("a file");
    let (code, seen) = shell(&icarus.path, &design, blocks[0]);
    let failure = "FAIL: frame_player cannot read testbench/vectors/hypercube_network/node_3.txt\n";
    assert!(code == Some(1) && seen.contains(failure), "{code:?} {seen}");
}

#[test]
fn a_design_without_vectors_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let without = "gen --family hypercube --n 2 --m 2 --name without --vectors false";
    succeed(folder.path(), without);
    let sheet = folder.path().join("rtl-out/without/README.md");
    let sheet = fs::read_to_string(sheet).expect("gen wrote it");
    // The command in the data sheet makes the same folder again.
    let again = "teecast gen --n 2 --m 2 --family hypercube --name without --vectors false";
    assert!(sheet.contains(&format!("\n    {again}\n")), "{sheet}");
    assert!(!folder.path().join("rtl-out/without/testbench/vectors").exists());
    let why = "hypercube_network: no vectors, since it has more than 64 nodes";
    let said = succeed(folder.path(), "gen --family hypercube --n 7 --m 2");
    let clock = "hypercube: clock 50 MHz, the default: not measured";
    assert!(said.contains(&format!(" nodes\n{clock}\n{why}\nnext: ")), "{said}");
    let sheet = folder.path().join("rtl-out/n7_m2/README.md");
    let sheet = fs::read_to_string(sheet).expect("gen wrote it");
    assert!(sheet.contains(&format!("\n\n{why}.\n")));
    // Without a network the option has no effect.
    let run = teecast(folder.path(), "gen --family hypercube --n 9 --m 2 --vectors true");
    assert_eq!(run.code, Some(2), "{run:?}");
    let what = "error: --vectors has no effect on a configuration without a network\nhint: ";
    assert!(run.err.starts_with(what), "{}", run.err);
}

//! The vectors beside the testbenches, played as the data sheet says.

use std::fs;
use std::path::Path;
use std::process::Command;

use teecast_cosim::tools::{self, Tool};

use crate::program::succeed;

/// Runs a line of the data sheet and returns what it prints.
fn shell(simulator: &Path, design: &Path, line: &str) -> String {
    let path = std::env::var("PATH").expect("a search path");
    let path = format!("{}:{path}", simulator.parent().expect("a program").display());
    let mut command = Command::new("sh");
    let output = command.current_dir(design).env("PATH", path).args(["-c", line]).output();
    let output = output.expect("a shell");
    assert!(output.stderr.is_empty(), "{line}: {output:?}");
    String::from_utf8(output.stdout).expect("plain text")
}

#[test]
fn the_commands_of_the_data_sheet_find_no_difference() {
    let found = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator");
    let Some(icarus) = found else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    succeed(folder.path(), "gen --n 2 --m 2 --family hypercube,harts --prefix left_ --name both");
    let design = folder.path().join("rtl-out/both");
    let sheet = fs::read_to_string(design.join("README.md")).expect("gen wrote it");
    let commands: Vec<&str> =
        sheet.lines().skip_while(|line| !line.starts_with("    iverilog")).take(8).collect();
    let commands: Vec<&str> =
        commands.iter().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(commands.len(), 6, "{commands:?}");
    for line in &commands {
        assert_eq!(shell(&icarus.path, &design, line), "", "{line}");
    }

    // A delivery that is not expected is seen.
    let expected = design.join("testbench/vectors/hexmesh_network/expected.txt");
    let text = fs::read_to_string(&expected).expect("gen wrote it");
    let delivery = text.lines().find(|line| line.starts_with('D')).expect("something arrives");
    fs::write(&expected, text.replacen(&format!("{delivery}\n"), "", 1)).expect("writable");
    assert!(shell(&icarus.path, &design, commands[5]).contains(delivery));
}

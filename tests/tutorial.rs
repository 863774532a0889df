//! The tutorials: their commands, files and pictures fit the networks.

use std::fs;

use teecast_cosim::tools::{self, Tool};
use tempfile::TempDir;

use crate::ROOT;
use crate::data_sheet::shell;
use crate::program::{scratch, succeed};

/// Returns the only block of the page between a line that opens it and the end of the block.
fn block<'a>(page: &'a str, opening: &str) -> &'a str {
    let (_, rest) = page.split_once(opening).expect("the page has such a block");
    rest.split_once("```\n").expect("a block ends").0
}

/// Returns the cycles at whose end each of some signals is 1, from the dump of a simulation whose clock
/// has a period of 10 ns; `signals` are bits of vectors of the top module.
fn cycles(dump: &str, signals: &[(&str, usize)]) -> Vec<Vec<u64>> {
    let code = |name: &str| {
        let declared = dump.lines().take_while(|line| !line.starts_with("$enddefinitions"));
        let mut words = declared.map(|line| line.split_whitespace().collect::<Vec<&str>>());
        words.find(|words| words.len() > 4 && words[0] == "$var" && words[4] == name).expect(name)
            [3]
    };
    let codes: Vec<&str> = signals.iter().map(|(name, _)| code(name)).collect();
    let (mut time, mut now) = (0, vec![false; signals.len()]);
    let mut seen = vec![Vec::new(); signals.len()];
    for line in dump.lines() {
        if let Some(next) = line.strip_prefix('#') {
            let next: u64 = next.parse().expect("a time");
            // Edges are at 5, 15, .. ns; what a vector holds just before one belongs to the cycle.
            for edge in (5_000..).step_by(10_000).take_while(|edge| *edge <= next) {
                if edge > time {
                    for (seen, now) in seen.iter_mut().zip(&now) {
                        if *now {
                            seen.push(edge / 10_000);
                        }
                    }
                }
            }
            time = next;
        } else if let Some((value, of)) = line.strip_prefix('b').and_then(|it| it.split_once(' ')) {
            for (index, (_, bit)) in signals.iter().enumerate() {
                if codes[index] == of {
                    now[index] = value.bytes().rev().nth(*bit) == Some(b'1');
                }
            }
        }
    }
    seen
}

/// Follows the tutorial of a page: what it generates, compiles and runs prints what the page shows.
///
/// `files` are what the reader writes before: names, and the beginnings of their blocks. Returns the folder
/// in which it was followed; nothing without Icarus Verilog.
fn follow(page: &str, files: &[(&str, &str)]) -> Option<TempDir> {
    let icarus = tools::or_skipped(tools::find(Tool::Icarus)).expect("a usable simulator")?;
    let page = fs::read_to_string(format!("{ROOT}/docs/{page}")).expect("a page");
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let beginning = |start: &str, words: &str| {
        let fits = |command: &&&str| command.starts_with(start) && command.contains(words);
        *commands.iter().rfind(fits).expect("the page has such a command")
    };
    let folder = scratch();
    for (name, opening) in files {
        fs::write(folder.path().join(name), block(&page, opening)).expect("writable");
    }
    let typed = beginning("teecast gen", "--prefix").strip_prefix("teecast ").expect("the program");
    succeed(folder.path(), typed);
    fs::write(folder.path().join("demo.v"), block(&page, "```verilog\n")).expect("writable");
    let simulated = format!("{} && {}", beginning("iverilog", ""), beginning("./demo", ""));
    let (code, printed) = shell(&icarus.path, folder.path(), &simulated);
    let printed: Vec<&str> = printed.lines().filter(|line| !line.starts_with("VCD")).collect();
    assert_eq!((code, printed.join("\n") + "\n"), (Some(0), block(&page, "```text\n").to_string()));
    Some(folder)
}

#[test]
fn the_all_gather_of_the_tutorial_prints_what_the_page_shows() {
    follow("ihc.md", &[]);
}

#[test]
fn the_network_of_the_tutorial_does_what_page_and_picture_show() {
    let Some(folder) = follow("region.md", &[]) else { return };

    // After a change: scripts/pictures, whose table of signals is a copy of this one.
    let dump = fs::read_to_string(folder.path().join("demo.vcd")).expect("the design dumps");
    let expected: [(&str, usize, &[u64]); 14] = [
        ("send_valid", 8, &[3, 4, 5]),
        ("link_start", 8 * 4, &[4]),
        ("link_start", 9 * 4 + 3, &[5]),
        ("link_start", 5 * 4, &[6]),
        ("link_start", 5 * 4 + 2, &[6]),
        ("link_start", 6 * 4, &[7]),
        ("link_start", 6 * 4 + 2, &[7]),
        ("link_start", 7 * 4 + 2, &[8]),
        ("valid", 5, &[7, 8, 9]),
        ("valid", 9, &[8, 9, 10]),
        ("valid", 6, &[8, 9, 10]),
        ("valid", 10, &[9, 10, 11]),
        ("valid", 7, &[9, 10, 11]),
        ("valid", 11, &[10, 11, 12]),
    ];
    let signals = expected.map(|(name, bit, _)| (name, bit));
    assert_eq!(cycles(&dump, &signals), expected.map(|(_, _, cycles)| cycles.to_vec()));
}

#[test]
fn the_own_network_of_the_tutorial_is_analyzed_built_and_repaired() {
    let Some(folder) = follow("ring-tree.md", &[("board.json", "```json\n")]) else { return };
    let page = fs::read_to_string(format!("{ROOT}/docs/ring-tree.md")).expect("a page");
    let typed = page.lines().filter_map(|line| line.strip_prefix("    teecast "));
    let verbs = ["analyze", "route", "ring-tree repair"];
    let typed = typed.filter(|typed| verbs.iter().any(|verb| typed.starts_with(verb)));
    let printed: Vec<String> = typed.map(|typed| succeed(folder.path(), typed)).collect();
    let [analyzed, tree, _, repaired, writes] = &printed[..] else {
        panic!("{} commands", printed.len())
    };
    assert!(analyzed.contains("\nbest: --ring-size "), "{analyzed}");
    assert!(tree.contains(block(&page, "```tree\n")), "{tree}");
    assert_eq!(repaired, block(&page, "```repaired\n"));
    let first = format!("\"writes\":[{}", block(&page, "```first\n").trim_end());
    assert!(writes.contains(&first), "{writes}");
    let drawing = fs::read_to_string(folder.path().join("tree.svg")).expect("it is drawn");
    assert!(drawing.starts_with("<svg"));
}

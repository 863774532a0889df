//! Names in comments of emitted files, and names of emitted things on pages, exist.

use std::collections::BTreeSet;
use std::path::Path;

use teecast::emit::RtlFile;
use teecast::emit::bundle::FolderOptions;
use teecast::output;
use teecast::spec::verilog::header;
use teecast::spec::{RawConfig, Spec};

use crate::ROOT;
use crate::documents::documents;
use crate::samples;

/// Words in capitals that are no parameters.
const WORDS: [&str; 11] = [
    "AXI4",
    "FOR",
    "INPUT",
    "IV",
    "KS91",
    "LS94",
    "NOT",
    "OUTPUT",
    "PROCESSING",
    "SIMULATION",
    "WAIT",
];

/// Returns the words of a text, as Verilog has them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Tells whether a word of a comment is a name: it has an underscore, or only capitals and digits, two at least.
fn is_name(word: &str) -> bool {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    word.contains('_') || (word.len() > 1 && word.chars().all(is_capital) && !WORDS.contains(&word))
}

/// Returns the names in the comments of a file that are none of the file: no word of its code, or the beginning
/// of one as far as an underscore; no setting of its configuration; no module of the design; no file of text.
fn unknown(text: &str, modules: &BTreeSet<&str>) -> BTreeSet<String> {
    // How the file is made has options in it.
    let (head, rest) = text.split_once("// GENERATED").unwrap_or(("", text));
    let (made, rest) = rest.split_once("// SPDX-License-Identifier").unwrap_or(("", rest));
    let comment = |line| -> Option<&str> { Some(str::split_once(line, "//")?.1) };
    let code: BTreeSet<&str> =
        rest.lines().flat_map(|line| words(line.split("//").next().unwrap_or(line))).collect();
    let settings: BTreeSet<&str> =
        made.split_whitespace().filter_map(|word| Some(word.split_once('=')?.0)).collect();
    let is_known = |name: &str| {
        let begins = format!("{}_", name.trim_end_matches('_'));
        let is_part = name.contains('_') && code.iter().any(|word| word.starts_with(&begins));
        code.contains(name) || is_part || settings.contains(name) || modules.contains(name)
    };
    let comments = head.lines().chain(rest.lines()).filter_map(comment);
    let spoken = comments.flat_map(str::split_whitespace).filter(|token| !token.contains(".txt"));
    let names = spoken.flat_map(words).filter(|word| is_name(word) && !is_known(word));
    names.map(str::to_string).collect()
}

/// Returns the Verilog files of a design, with wrappers of both kinds, and their names without the prefix.
fn verilog(spec: &Spec) -> Vec<(String, RtlFile)> {
    let files =
        output::output(spec, FolderOptions { interfaces: true, ..FolderOptions::default() }).files;
    let verilog =
        files.into_iter().filter(|file| [".v", ".sv"].iter().any(|it| file.path.ends_with(it)));
    let named = verilog.map(|file| {
        let name = stem(&file.path);
        (name.strip_prefix(&spec.prefix).unwrap_or(name).to_string(), file)
    });
    named.collect()
}

/// Returns the name of the module that a file would hold.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

#[test]
fn names_in_comments_are_in_the_code_of_the_file() {
    let mut found = BTreeSet::new();
    for spec in samples::all() {
        let files = verilog(&spec);
        let modules =
            files.iter().flat_map(|(name, file)| [name.as_str(), stem(&file.path)]).collect();
        for (name, file) in &files {
            let unknown = unknown(&file.text, &modules).into_iter();
            found.extend(unknown.map(|word| format!("{name}: {word}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn names_that_a_file_does_not_have_are_found() {
    let file = |comment: &str| {
        format!(
            "// Role.\n//\n// GENERATED, do not edit. Made again by:\n//   teecast gen --name x_y\n\
             // Configuration (hash 0):\n//   max_data=3\n// SPDX-License-Identifier: MIT\n\
             // {comment}\nmodule m (\n  input wire a_i,\n  input wire s_axis_tdata\n);\n  \
             localparam WIDE = 1; // {comment}\n"
        )
    };
    for (comment, name) in [
        ("a_i = 1 while WIDE holds; s_axis takes max_data of node_0.txt, see other_module.", None),
        ("waits for b_i", Some("b_i")),
        ("the last of DEPTH places", Some("DEPTH")),
        ("a_q[3], and x_axis_*", Some("a_q x_axis_")),
        ("as in x_y", Some("x_y")),
    ] {
        let found: Vec<String> =
            unknown(&file(comment), &["other_module"].into()).into_iter().collect();
        assert_eq!(found.join(" "), name.unwrap_or_default(), "{comment}");
    }
}

/// Modules up to here need no reason.
const MOST_PORTS: usize = 40;
const MOST_LINES: usize = 350;

#[test]
fn large_modules_say_why_they_are_one() {
    let raw = RawConfig::from_toml("n = 6\nm = 8").expect("options");
    let large = raw.validate().expect("valid");
    let mut found = BTreeSet::new();
    for spec in samples::all().into_iter().chain([large]) {
        let mut files = verilog(&spec);
        files.retain(|(_, file)| file.path.ends_with(".v") && !file.path.starts_with("testbench/"));
        for (name, file) in files {
            let ports = header(&file.text, stem(&file.path)).and_then(|header| header.ports(&[]));
            let ports = ports.unwrap_or_else(|error| panic!("{name}: {error}")).len();
            let lines = file.text.lines().count();
            let is_large = ports > MOST_PORTS || lines > MOST_LINES;
            if is_large && !file.text.contains("\n// Not split: ") {
                found.insert(format!("{name}: {ports} ports, {lines} lines"));
            }
        }
    }
    assert!(found.is_empty(), "split them, or say in their heads why not: {found:#?}");
}

/// Tells whether a word on a page is meant to be that of a module or a port: it begins as the names of modules do, or
/// ends as those of ports and registers.
fn is_of_hardware(word: &str, first: &BTreeSet<&str>) -> bool {
    let (beginning, _) = word.split_once('_').unwrap_or_default();
    let is_port = ["_i", "_o", "_ni", "_q"].iter().any(|ending| word.ends_with(ending));
    is_port
        || first.contains(beginning)
        || ["s_axis_", "m_axis_"].iter().any(|it| word.starts_with(it))
}

#[test]
fn modules_and_ports_on_pages_are_emitted() {
    let files: Vec<(String, RtlFile)> = samples::all().iter().flat_map(verilog).collect();
    let names: BTreeSet<&str> =
        files.iter().flat_map(|(name, file)| words(&file.text).chain([name.as_str()])).collect();
    // The names of parts of testbenches begin with any word.
    let hardware = files.iter().filter(|(_, file)| !file.path.starts_with("testbench/"));
    let first = hardware.filter_map(|(name, _)| Some(name.split_once('_')?.0)).collect();
    let mut found = String::new();
    for (path, text) in documents().iter().filter(|(path, _)| path != "CHANGELOG.md") {
        for line in text.lines() {
            for quoted in line.split('`').skip(1).step_by(2) {
                let spoken = quoted.split_whitespace().filter(|token| !token.contains('/'));
                for word in spoken.flat_map(words).filter(|word| is_of_hardware(word, &first)) {
                    let begins = format!("{}_", word.trim_end_matches('_'));
                    let is_known = names.contains(word)
                        || names
                            .range(begins.as_str()..)
                            .next()
                            .is_some_and(|it| it.starts_with(&begins));
                    let is_design = Path::new(ROOT).join("rtl-out").join(word).exists();
                    if !is_known && !is_design {
                        found += &format!("{path}: `{word}`\n");
                    }
                }
            }
        }
    }
    assert!(found.is_empty(), "{found}");
}

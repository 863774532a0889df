//! House rules: who may use whom, how files open, and what templates look like.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use teecast::spec::Family;

use crate::ROOT;
use crate::documents::documents;

/// A file of the repository: path relative to the root, and text.
pub(super) type Source = (String, String);

/// Reads every file below `folder` whose name ends in one of `endings`, sorted by path.
pub(super) fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(ROOT).join(folder)];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.strip_prefix(ROOT).expect("below the root").to_string_lossy();
            if path.is_dir() {
                folders.push(path.clone());
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = fs::read_to_string(&path).expect("sources are UTF-8");
                found.push((name.into_owned(), text));
            }
        }
    }
    assert!(!found.is_empty(), "nothing in {folder}");
    found.sort();
    found
}

pub(super) fn rust() -> Vec<Source> {
    ["generator", "verilator", "qa", "tests", "benches"]
        .iter()
        .flat_map(|folder| sources(folder, &[".rs"]))
        .collect()
}

/// Reads one file of the repository.
pub(super) fn file(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns what a Rust file says outside comments.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Asserts that no file of `folder` names one of `others`.
fn never_names(folder: &str, others: &[&str]) {
    for (path, text) in sources(folder, &[".rs", "Cargo.toml"]) {
        let code = code(&text);
        for other in others {
            assert!(!code.contains(other), "{path} names {other}");
        }
    }
}

/// Returns the crates of this workspace that a manifest depends on.
fn our_dependencies(manifest: &str) -> Vec<String> {
    let text = file(manifest);
    let names = text.lines().filter(|line| line.starts_with("teecast"));
    names.map(|line| line.split(['.', ' ', '=']).next().unwrap_or(line).to_string()).collect()
}

#[test]
fn dependencies_point_one_way() {
    let none: [&str; 0] = [];
    assert_eq!(our_dependencies("generator/topology/Cargo.toml"), none);
    assert_eq!(our_dependencies("generator/spec/Cargo.toml"), ["teecast-topology"]);
    assert_eq!(our_dependencies("generator/emit/Cargo.toml"), ["teecast-spec"]);
    assert_eq!(our_dependencies("generator/model/Cargo.toml"), ["teecast-spec"]);
    assert_eq!(our_dependencies("generator/study/Cargo.toml"), ["teecast-spec", "teecast-model"]);
    assert_eq!(our_dependencies("generator/writing/Cargo.toml"), none);
    assert_eq!(
        our_dependencies("verilator/Cargo.toml"),
        ["teecast-spec", "teecast-model", "teecast-writing"]
    );
    assert_eq!(
        our_dependencies("generator/terminal/Cargo.toml"),
        ["teecast-spec", "teecast-writing"]
    );
    assert_eq!(
        our_dependencies("generator/verbs/Cargo.toml"),
        ["teecast-spec", "teecast-model", "teecast-study", "teecast-terminal", "teecast-writing"]
    );
    assert_eq!(
        our_dependencies("generator/page/Cargo.toml"),
        ["teecast-spec", "teecast-emit", "teecast-model", "teecast-terminal", "teecast-verbs"]
    );
    // The product does not depend on the tools that judge it.
    for manifest in ["Cargo.toml", "generator/study/Cargo.toml", "verilator/Cargo.toml"] {
        assert!(!our_dependencies(manifest).contains(&"teecast-qa".to_string()), "{manifest}");
    }
    // Inside the root package no manifest keeps the layers apart.
    never_names("generator/families", &["crate::cli"]);
    for (path, text) in sources("generator", &[".rs"]) {
        let rooms = ["generator/cli/", "generator/families/", "generator/proofs/"];
        let may = rooms.iter().any(|room| path.starts_with(room)) || path == "generator/output.rs";
        assert!(may || !code(&text).contains("teecast_cosim"), "{path} names teecast_cosim");
    }
}

/// Returns the families, as their folders are named.
fn families() -> impl Iterator<Item = String> {
    Family::NAMES.iter().map(|name| name.replace('-', "_"))
}

/// Tells whether a file belongs to one family: its folder or its name says so.
fn is_of_a_family(path: &str) -> bool {
    path.split(['/', '.']).any(|part| families().any(|family| family == part))
}

/// Shared files that may name a family, and why.
const NAMES_A_FAMILY: [(&str, &str); 25] = [
    ("generator/families/mod.rs", "the registry: modules and their entries"),
    ("generator/spec/src/family/mod.rs", "the list of families, and which are the default"),
    ("generator/emit/src/lib.rs", "modules of families"),
    ("generator/spec/src/lib.rs", "types of options, for all crates"),
    ("generator/model/src/lib.rs", "modules of families"),
    ("generator/verbs/src/lib.rs", "modules of families and their verbs"),
    ("generator/page/src/play.rs", "the one family whose buffers are shown"),
    ("generator/page/src/watch.rs", "modules of families"),
    ("generator/page/src/question.rs", "the one type of all networks"),
    ("verilator/src/lib.rs", "modules of families"),
    ("qa/src/mutate/cases/mod.rs", "modules of families"),
    ("generator/spec/src/option.rs", "help says what each family makes of a shared option"),
    ("generator/topology/src/lib.rs", "the topology, not the family"),
    ("generator/topology/src/hamiltonian/mod.rs", "the topology, not the family"),
    ("generator/topology/src/error.rs", "the topology, not the family"),
    ("generator/model/src/simulate/route.rs", "the topology, not the family"),
    ("generator/verbs/src/simulation/plain.rs", "the topology; a hint names the kind with more"),
    ("generator/cli/shared.rs", "a test: commands with options of their own, by their names"),
    ("generator/cli/verify.rs", "a hint names the family with the scenario"),
    ("qa/src/area.rs", "one module, by its name"),
    ("qa/src/coverage/mod.rs", "devices and unreachable points, by their names"),
    ("qa/src/main.rs", "examples of one module"),
    ("qa/src/case.rs", "modules to measure, by their names"),
    ("qa/src/mesh.rs", "the one family whose tables it writes"),
    ("qa/src/throughput.rs", "one module, by its name"),
];

#[test]
fn shared_code_names_no_family() {
    let words: Vec<String> = families().chain(["mhu".to_string()]).collect();
    let folders = ["generator", "verilator/src", "qa/src"];
    let shared = folders.iter().flat_map(|folder| sources(folder, &[".rs"])).filter(|(path, _)| {
        // Studies are about the families of their papers.
        let is_product = !path.contains("/tests") && !path.starts_with("generator/study/");
        is_product && !is_of_a_family(path)
    });
    let mut found = BTreeSet::new();
    for (path, text) in shared {
        let product = text.split("\n#[cfg(test)]\n").next().unwrap_or(&text);
        let code = code(product).to_lowercase();
        if words.iter().any(|word| code.contains(word.as_str())) {
            found.insert(path);
        }
    }
    let permitted = NAMES_A_FAMILY.map(|(path, _)| path.to_string()).into();
    let named: Vec<_> = found.difference(&permitted).collect();
    assert!(named.is_empty(), "move what is a family's into its folder: {named:?}");
    let stale: Vec<_> = permitted.difference(&found).collect();
    assert!(stale.is_empty(), "no exception any more: {stale:?}");
}

#[test]
fn emission_is_pure() {
    never_names("generator/emit/src", &["std::fs", "std::env", "std::time", "std::io", "println!"]);
    for folder in ["generator/model/src", "generator/study/src"] {
        never_names(folder, &["std::fs", "std::env", "std::time", "println!"]);
    }
}

#[test]
fn the_vocabulary_reads_nothing() {
    never_names("generator/spec/src", &["std::fs", "std::env", "std::io", "std::time", "println!"]);
}

#[test]
fn the_package_of_the_emitter_has_what_it_embeds() {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let mut list = Command::new(cargo);
    list.current_dir(ROOT).args(["package", "--list", "--package", "teecast-emit"]);
    let list =
        list.args(["--allow-dirty", "--locked", "--offline"]).output().expect("cargo starts");
    assert!(list.status.success(), "{}", String::from_utf8_lossy(&list.stderr));
    let packed = String::from_utf8_lossy(&list.stdout);
    let packed: BTreeSet<&str> = packed.lines().collect();
    for (path, _) in sources("templates", &[""]).iter().chain(&sources("sim-tb", &[""])) {
        assert!(packed.contains(path.as_str()), "{path} is not in the package");
    }
}

#[test]
fn every_rust_file_says_what_lives_in_it() {
    for (path, text) in rust() {
        assert!(text.starts_with("//! "), "{path}");
    }
}

/// Asserts that names are declared in the file, and that files behind it are not affected.
fn assert_nettype_is_closed(path: &str, text: &str) {
    let opened = text.find("\n`default_nettype none\n");
    assert!(opened.is_some_and(|place| Some(place) < text.find("\nmodule ")), "{path}");
    assert!(text.ends_with("\nendmodule\n\n`default_nettype wire\n"), "{path}");
}

#[test]
fn every_testbench_part_opens_with_its_role_licence_and_contract() {
    for (path, text) in sources("sim-tb", &[".v"]) {
        let lines: Vec<&str> = text.lines().take(4).collect();
        assert!(lines[0].starts_with("// ") && lines[0].ends_with('.'), "{path}");
        assert_eq!(lines[1], "// SPDX-License-Identifier: MIT OR Apache-2.0", "{path}");
        assert!(lines[2] == "//" && lines[3].starts_with("// Contract: "), "{path}");
        assert_nettype_is_closed(&path, &text);
    }
}

#[test]
fn every_emitted_module_opens_with_the_common_head_and_its_contract() {
    for (path, text) in sources("templates", &[".v"]) {
        assert!(text.starts_with("<{ c.banner(\""), "{path}");
        assert!(text.contains("\n// Contract: "), "{path}");
        assert_nettype_is_closed(&path, &text);
    }
    let modules = sources("templates", &[".v"]);
    for (path, text) in modules.iter().filter(|(path, _)| path.contains("/rtl/")) {
        assert!(text.contains("\n// Latency and state: "), "{path}");
        assert!(text.contains("\n`ifdef TEECAST_ASSERT\n"), "{path} asserts nothing");
        for forbidden in ["initial", "full_case", "parallel_case", "$display", "<{ c.header"] {
            assert!(!text.contains(forbidden), "{path} has {forbidden}");
        }
    }
}

/// Returns the label of each assertion of a module: the name of the block that begins before it.
fn labels_of_assertions(text: &str) -> Vec<Option<&str>> {
    let block = |before: &'_ str| {
        let lines = before.trim_end().lines().rev();
        let line = lines.map(str::trim).find(|line| !line.starts_with("//"));
        line.map_or(0, |line| line.as_ptr() as usize - before.as_ptr() as usize + line.len())
    };
    let label = |(place, _)| {
        let before = &text[..place];
        let (_, name) = before[..block(before)].rsplit_once("begin : ")?;
        (!name.contains([';', '\n'])).then_some(name)
    };
    text.match_indices("assert ").map(label).collect()
}

#[test]
fn every_assertion_has_a_label_of_its_own() {
    let written = "begin : one assert (a); end\nfor (;;) begin : two\n  // Why.\n  assert final (b);\n\
                   end\nassert (c);\nlabel: assert (d);\nbegin assert (e); end\n";
    assert_eq!(labels_of_assertions(written), [Some("one"), Some("two"), None, None, None]);
    for (path, text) in sources("templates", &[".v", ".vh"]) {
        let mut labels = BTreeSet::new();
        for label in labels_of_assertions(&text) {
            let label = label.unwrap_or_else(|| panic!("{path}: an assertion has no label"));
            assert!(labels.insert(label), "{path}: {label} stands twice");
        }
    }
}

/// Returns the widths of the ports of a template that the emitter computes and that no line of its head explains.
fn unexplained_widths(text: &str) -> BTreeSet<String> {
    let (head, code) = text.split_once("`default_nettype none").unwrap_or(("", text));
    let ports = code.lines().filter(|line| {
        let line = line.trim_start();
        line.starts_with("input ") || line.starts_with("output ")
    });
    let ranges = ports.filter_map(|line| Some(line.split_once('[')?.1.split_once(":0]")?.0));
    let width = |range: &str, computed: &str| {
        let alone =
            range.strip_prefix("<{ ").and_then(|it| it.strip_suffix(" }>")) == Some(computed);
        match (alone, computed.strip_suffix(" - 1"), computed.rsplit_once(" + ")) {
            (false, ..) => computed.to_string(),
            (true, Some(width), _) => width.to_string(),
            (true, None, Some((width, more))) if more.parse::<u32>().is_ok() => {
                format!("{width} + {}", more.parse::<u32>().expect("a number") + 1)
            }
            (true, None, _) => format!("{computed} + 1"),
        }
    };
    let computed = ranges.flat_map(|range| {
        let parts = range.split("<{ ").skip(1).filter_map(|part| Some(part.split_once(" }>")?.0));
        parts.map(move |part| width(range, part))
    });
    let explained = head.split_once("\n// Widths: ").map_or("", |(_, widths)| widths);
    computed.filter(|width| !explained.contains(&format!("<{{ {width} }}> = "))).collect()
}

#[test]
fn every_computed_width_of_a_port_has_its_formula() {
    let written = "// Role.\n// Widths: <{ c.w }> = W; <{ c.w + 2 }> = W + 2.\n`default_nettype none\n\
                   input  wire [<{ c.w - 1 }>:0] a_i,\n  output reg [<{ c.w + 1 }>:0] b_o,\n\
                   output wire [R*<{ c.v }>-1:0] c_o,\n  input wire [<{ c.w }>:0] d_i,\n\
                   input wire [N-1:0] e_i,\n  wire [<{ c.u - 1 }>:0] f;\n";
    let found: Vec<String> = unexplained_widths(written).into_iter().collect();
    assert_eq!(found, ["c.v", "c.w + 1"]);
    for (path, text) in sources("templates", &[".v"]) {
        if path.contains("/rtl/") {
            let found = unexplained_widths(&text);
            assert!(found.is_empty(), "{path}: the line \"// Widths:\" lacks {found:?}");
        }
    }
}

#[test]
fn emitted_memories_leave_their_cells_to_the_tools() {
    for (path, text) in sources("templates", &[".v", ".vh"]) {
        // Tools without such cells refuse a memory that asks for them.
        let asks = ["ram_style", "no_rw_check"].iter().any(|it| text.contains(it));
        assert!(!asks || path.ends_with("tee_memory.v"), "{path}: use tee_memory");
    }
}

#[test]
fn text_has_no_tabs_and_no_trailing_blanks() {
    let folders = [("templates", &[".v", ".vh", ".md", ".vlt"][..]), ("sim-tb", &[".v"])];
    let files = folders.iter().flat_map(|(folder, endings)| sources(folder, endings));
    for (path, text) in files.chain(documents()).chain(rust()) {
        assert!(text.ends_with('\n'), "{path} does not end with a line end");
        for (number, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", number + 1);
            assert!(!line.contains('\t') && line.trim_end() == line, "{place}");
        }
    }
}

/// Reports, and never fails: long files are a matter of judgement.
#[test]
fn the_ten_longest_files() {
    let mut files = rust();
    files.extend(sources("templates", &[".v", ".md"]));
    files.extend(sources("sim-tb", &[".v"]));
    let mut lengths: Vec<(usize, String)> =
        files.into_iter().map(|(path, text)| (text.lines().count(), path)).collect();
    lengths.sort_by(|a, b| b.cmp(a));
    for (lines, path) in lengths.iter().take(10) {
        println!("{lines:5}  {path}");
    }
}

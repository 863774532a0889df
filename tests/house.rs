//! House rules: who may use whom, how files open, what templates look like, which keys are cited.

use std::fs;
use std::path::Path;

use crate::ROOT;

/// A file of the repository: path relative to the root, and text.
type Source = (String, String);

/// Reads every file below `folder` whose name ends in one of `endings`, sorted by path.
fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
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

fn rust() -> Vec<Source> {
    ["generator", "verilator", "tests"]
        .iter()
        .flat_map(|folder| sources(folder, &[".rs"]))
        .collect()
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

#[test]
fn dependencies_point_one_way() {
    never_names("generator/spec", &["teecast_model", "teecast-model", "cosim", "crate::emit"]);
    never_names("generator/model", &["teecast-cosim", "teecast_cosim", "teecast::"]);
    never_names("generator/emit", &["teecast_model", "crate::model", "cosim", "crate::cli"]);
    never_names("verilator/src", &["teecast::"]);
    let manifest = fs::read_to_string(Path::new(ROOT).join("generator/model/Cargo.toml"));
    let ours = |line: &&str| line.starts_with("teecast-");
    let manifest = manifest.expect("a readable file");
    let dependencies: Vec<&str> = manifest.lines().filter(ours).collect();
    assert_eq!(dependencies, ["teecast-spec.workspace = true"]);
}

#[test]
fn emission_is_pure() {
    never_names("generator/emit", &["std::fs", "std::env", "std::time", "std::io", "println!"]);
    never_names("generator/model/src", &["std::fs", "std::env", "std::time", "println!"]);
}

#[test]
fn every_rust_file_says_what_lives_in_it() {
    for (path, text) in rust() {
        assert!(text.starts_with("//! "), "{path}");
    }
}

#[test]
fn every_emitted_module_opens_with_the_common_head_and_its_contract() {
    for (path, text) in sources("templates", &[".v"]) {
        assert!(text.starts_with("{{ c.banner(\""), "{path}");
        assert!(text.contains("\n// Contract: "), "{path}");
        let closed = "`default_nettype none";
        assert!(text.contains(closed) && text.contains("endmodule\n"), "{path}");
    }
    for (path, text) in sources("templates/hypercube", &[".v"]) {
        assert!(text.contains("\n// Latency and state: "), "{path}");
        for forbidden in ["initial", "full_case", "parallel_case", "$display", "{{ c.header"] {
            assert!(!text.contains(forbidden), "{path} has {forbidden}");
        }
    }
}

#[test]
fn text_has_no_tabs_and_no_trailing_blanks() {
    let folders =
        [("templates", &[".v", ".md", ".vlt"][..]), ("sim-tb", &[".v"]), ("docs", &[".md"])];
    let files = folders.iter().flat_map(|(folder, endings)| sources(folder, endings));
    for (path, text) in files.chain(rust()) {
        assert!(text.ends_with('\n'), "{path} does not end with a line end");
        for (number, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", number + 1);
            assert!(!line.contains('\t') && line.trim_end() == line, "{place}");
        }
    }
}

#[test]
fn every_cited_paper_is_listed() {
    let papers =
        fs::read_to_string(Path::new(ROOT).join("docs/papers.md")).expect("a readable file");
    let templates = sources("templates", &[".v", ".md"]);
    let mut cited = 0;
    for (path, text) in rust().into_iter().chain(templates).chain(sources("docs", &[".md"])) {
        for key in text.split('[').skip(1).filter_map(|rest| rest.split(']').next()) {
            let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
            let is_key = key.len() == name.len() + 2
                && name.len() >= 2
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphabetic());
            if is_key {
                assert!(papers.contains(&format!("| [{key}] |")), "{path} cites [{key}]");
                cited += 1;
            }
        }
    }
    assert!(cited > 10, "the search finds the citations that are there");
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

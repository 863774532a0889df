//! The command line: help, `gen` and its folder, refusals, exit codes.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use teecast::emit::RtlFile;
use teecast::output;
use teecast::spec::{RawConfig, Spec};

use crate::ROOT;
use crate::program::{assert_same, command, failures, read, scratch, succeed, teecast};

const GEN: &str = "gen --n 2 --m 2";

fn spec(toml: &str) -> Spec {
    RawConfig::from_toml(toml).and_then(|raw| raw.validate()).expect("a valid configuration")
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a writable folder");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("a readable entry").file_name().into_string().expect("a plain name")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn help_of_every_command_has_an_example() {
    let mut text = String::new();
    for arguments in [
        "--help",
        "analyze --help",
        "analyze choose-m --help",
        "analyze optimal --help",
        "explore --help",
        "gen --help",
        "licences --help",
        "merge --help",
        "repro --help",
        "route --help",
        "route hypercube --help",
        "route harts --help",
        "route torus --help",
        "simulate --help",
        "simulate plain --help",
        "simulate hypercube --help",
        "simulate harts --help",
        "simulate region --help",
        "verify --help",
    ] {
        let help = succeed(Path::new(ROOT), arguments);
        assert!(help.contains("\nExample"), "{arguments}");
        text += &format!("$ teecast {arguments}\n{help}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn gen_writes_the_design_and_nothing_else() {
    let folder = scratch();
    let report = succeed(folder.path(), GEN);
    insta::assert_snapshot!(report);
    assert_eq!(names(folder.path()), ["rtl-out"]);
    assert_eq!(names(&folder.path().join("rtl-out")), ["n2_m2"]);
    let expected = output::files(&spec("n = 2\nm = 2"));
    assert_same(&read(&folder.path().join("rtl-out/n2_m2")), &expected);
}

#[test]
fn the_report_in_json_is_the_manifest() {
    let folder = scratch();
    let report = succeed(folder.path(), &format!("{GEN} --format json"));
    let kept = fs::read_to_string(folder.path().join("rtl-out/n2_m2/manifest.json"));
    assert_eq!(report, kept.expect("gen wrote it"));
    assert!(serde_json::from_str::<Value>(&report).is_ok());
}

#[test]
fn the_same_configuration_gives_the_same_bytes_however_it_is_typed() {
    let folder = scratch();
    write(&folder.path().join("design.toml"), "m = 3\nmax_data = 8\nn = 3\nvote = \"pcube\"\n");
    succeed(folder.path(), "gen --n 3 --m 3 --vote pcube --max-data 8 --out a");
    succeed(folder.path(), "gen --out b/c --max-data 8 --vote pcube --m 3 --n 3 --width 32");
    succeed(folder.path(), "gen --config design.toml --out d");
    let first = read(&folder.path().join("a/n3_m3"));
    for other in ["b/c/n3_m3", "d/n3_m3"] {
        assert_same(&read(&folder.path().join(other)), &first);
    }
}

#[test]
fn what_is_typed_wins_over_the_file() {
    let folder = scratch();
    write(&folder.path().join("design.toml"), "n = 3\nm = 3\nlan = true\nwidth = 16\n");
    succeed(folder.path(), "gen --config design.toml --lan=false --width 8 --m 4");
    let expected = output::files(&spec("n = 3\nm = 4\nwidth = 8"));
    assert_same(&read(&folder.path().join("rtl-out/n3_m4")), &expected);
}

#[test]
fn lan_is_warned_of() {
    let folder = scratch();
    let run = teecast(folder.path(), &format!("{GEN} --lan"));
    assert_eq!(run.code, Some(0));
    insta::assert_snapshot!(run.err);
}

#[test]
fn a_folder_of_gen_is_replaced() {
    let folder = scratch();
    succeed(folder.path(), &format!("{GEN} --fault-tolerant false --network false"));
    succeed(folder.path(), GEN);
    let expected = output::files(&spec("n = 2\nm = 2"));
    assert_same(&read(&folder.path().join("rtl-out/n2_m2")), &expected);
    assert_eq!(names(&folder.path().join("rtl-out")), ["n2_m2"]);
}

/// Spoils a folder that gen wrote, and expects a refusal that leaves it as it is.
fn refused(spoil: impl Fn(&Path)) -> String {
    let folder = scratch();
    succeed(folder.path(), GEN);
    let design = folder.path().join("rtl-out/n2_m2");
    spoil(&design);
    let before: Vec<RtlFile> = read(&design);
    let text = failures(folder.path(), [&*format!("{GEN} --width 16")]);
    assert_same(&read(&design), &before);
    assert_eq!(names(&folder.path().join("rtl-out")), ["n2_m2"]);
    succeed(folder.path(), &format!("{GEN} --force"));
    assert_same(&read(&design), &output::files(&spec("n = 2\nm = 2")));
    text
}

#[test]
fn foreign_files_are_not_touched() {
    let added = refused(|design| write(&design.join("hypercube/notes.txt"), "mine"));
    let changed = refused(|design| write(&design.join("README.md"), "mine"));
    let unlisted = refused(|design| {
        fs::remove_file(design.join("manifest.json")).expect("gen wrote it");
    });
    insta::assert_snapshot!([added, changed, unlisted].concat());
}

#[test]
fn bad_input_is_refused_and_leaves_nothing_behind() {
    let folder = scratch();
    write(&folder.path().join("file"), "");
    write(&folder.path().join("unknown_key.toml"), "n = 6\nm = 8\nmaxdata = 3\n");
    write(&folder.path().join("broken.toml"), "n = 6\nm = \n");
    write(&folder.path().join("large.toml"), &"# no end\n".repeat(1 << 17));
    fs::create_dir(folder.path().join("taken")).expect("a writable folder");
    write(&folder.path().join("taken/n6_m8"), "");
    let runs = [
        "gen",
        "gen --n 6",
        "gen --n 1 --m 8",
        "gen --n -1 --m 8",
        "gen --n six --m 8",
        "gen --n 6 --m 63",
        "gen --n 6 --m 33 --vote nca",
        "gen --n 6 --m 8 --width 5",
        "gen --n 6 --m 8 --classes 1",
        "gen --n 6 --m 8 --lan --vote look2",
        "gen --n 6 --m 8 --lan --classes 2",
        "gen --n 13 --m 8 --network true",
        "gen --n 6 --m 8 --vote fastest",
        "gen --n 6 --m 8 --prefix 1a",
        "gen --n 6 --m 8 --name a/b",
        "gen --n 6 --m 8 --family torus",
        "gen --n 6 --m 8 --family harts",
        "gen --n 6 --m 8 --family hypercube --filter true",
        "gen --config missing.toml",
        "gen --config unknown_key.toml",
        "gen --config broken.toml",
        "gen --config large.toml",
        "gen --n 18446744073709551615 --m 8",
        "gen --n 6 --m 8 --majority-timeout 4 --family hypercube",
        "gen --n 6 --m 8 --out file",
        "gen --n 6 --m 8 --out file/below",
        "gen --n 6 --m 8 --out taken",
        "generate",
        "verify --n 2 --m 2 --messages 0",
        "verify design --vote look2",
        "verify --n 2 --m 2 --sim icarus --no-contracts",
        "verify --n 2 --m 2 --measure --no-contracts",
    ];
    insta::assert_snapshot!(failures(folder.path(), runs));
    let expected = ["broken.toml", "file", "large.toml", "taken", "unknown_key.toml"];
    assert_eq!(names(folder.path()), expected);
    assert_eq!(names(&folder.path().join("taken")), ["n6_m8"]);
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_results_that_cannot_be_written_are_an_error() {
    for arguments in ["gen --help", "--version", "route torus --width 3 --height 3 --pattern comb"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = command(Path::new(ROOT), arguments).stdout(full).output();
        let output = output.expect("the binary was built for this test");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let diagnosis = String::from_utf8(output.stderr).expect("text");
        assert!(diagnosis.starts_with("error: cannot write to standard output"), "{diagnosis}");
    }
}

#[test]
fn a_manifest_with_a_key_that_does_not_exist_is_refused() {
    let folder = scratch();
    let text = "{\"configuration\": {\"n\": 3, \"votes\": 1}}";
    write(&folder.path().join("manifest.json"), text);
    let refused = failures(folder.path(), ["verify ."]);
    assert!(refused.contains("\"votes\" is not a key"), "{refused}");
}

#[test]
fn former_spellings_mean_the_same_and_are_not_shown() {
    let folder = scratch();
    let mesh = "gen --family harts --n 2 --max-data 0 --network false";
    succeed(folder.path(), &format!("{mesh} --reception majority --majority-timeout 9 --out a"));
    succeed(folder.path(), &format!("{mesh} --reception vote --vote-timeout 9 --out b"));
    let kept = |out: &str| {
        let manifest = folder.path().join(out).join("n2/manifest.json");
        fs::read_to_string(manifest).expect("gen wrote it")
    };
    assert_eq!(kept("a"), kept("b"));
    let shown =
        ["gen --help", "completions bash", "completions zsh", "completions fish", "schema config"];
    for command in shown {
        let shown = succeed(folder.path(), command);
        assert!(shown.contains("majority-timeout") && !shown.contains("vote-timeout"), "{command}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child =
        command(Path::new(ROOT), "route hypercube --n 14 --algorithm broadcast --source 0")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary was built for this test");
    let mut first = [0];
    let mut pipe = child.stdout.take().expect("a pipe was asked for");
    pipe.read_exact(&mut first).expect("the table begins");
    drop(pipe);
    let output = child.wait_with_output().expect("the process ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

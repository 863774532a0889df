//! The worked example of "Adding a family": a patch that adds one applies, builds, and does what it says.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::json;

use crate::ROOT;

const PATCH: &str = "tests/example-family.patch";

/// Returns the paths in the patch, each with whether the patch adds the file.
fn paths(patch: &str) -> impl Iterator<Item = (&str, bool)> {
    patch.split("diff --git a/").skip(1).map(|file| {
        let (path, rest) = file.split_once(' ').expect("the path, then the new one");
        (path, rest.contains("\nnew file mode "))
    })
}

/// Returns the folder of the crate that a file belongs to; that of the root is "".
fn crate_of(path: &str) -> String {
    let mut folders = Path::new(path).ancestors().skip(1);
    let own = folders.find(|folder| Path::new(ROOT).join(folder).join("Cargo.toml").exists());
    own.expect("the root has a manifest").display().to_string()
}

/// Prepares a program in `folder`, which is no part of a repository above it.
fn program(name: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.current_dir(folder).args(arguments);
    command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap_or(folder));
    command
}

/// Runs a program, which must succeed, and returns what it prints.
fn succeed(mut command: Command, failed: &str) -> String {
    let Output { status, stdout, stderr } = command.output().expect("it starts");
    let [out, err] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(status.success(), "{failed}: {command:?}\n{out}{err}");
    out
}

/// Applies the patch to a tree, or only tries to.
fn apply(tree: &Path, options: &[&str]) {
    let patch = format!("{ROOT}/{PATCH}");
    let arguments = [&["apply"], options, &[patch.as_str()]].concat();
    let failed = format!("{PATCH} does not apply; CONTRIBUTING.md says how to make it again");
    succeed(program("git", tree, &arguments), &failed);
}

#[test]
fn the_example_applies_and_changes_one_shared_file_a_crate() {
    let patch = fs::read_to_string(format!("{ROOT}/{PATCH}")).expect("the patch");
    let mut shared: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, is_new) in paths(&patch) {
        if is_new {
            assert!(path.contains("example"), "{path} is no file of the family's own");
        } else {
            shared.entry(crate_of(path)).or_default().push(path);
        }
    }
    let expected = [
        ("", "generator/families/mod.rs"),
        ("generator/emit", "generator/emit/src/lib.rs"),
        ("generator/model", "generator/model/src/lib.rs"),
        ("generator/spec", "generator/spec/src/family/mod.rs"),
        ("generator/verbs", "generator/verbs/src/lib.rs"),
        ("verilator", "verilator/src/lib.rs"),
    ];
    assert_eq!(shared, expected.map(|(of, path)| (of.to_string(), vec![path])).into());
    apply(Path::new(ROOT), &["--check"]);
}

/// Copies the tree without what is ignored, and applies the patch to the copy.
fn patched(folder: &Path) -> PathBuf {
    let tree = folder.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree).expect("a folder of this test");
    }
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let files = succeed(program("git", Path::new(ROOT), &list), "the files of the tree");
    for path in files.split('\0') {
        let (original, copy) = (Path::new(ROOT).join(path), tree.join(path));
        fs::create_dir_all(copy.parent().expect("below the tree")).expect("writable");
        match fs::read_link(&original) {
            Ok(link) => std::os::unix::fs::symlink(link, copy).expect("writable"),
            Err(_) if original.is_file() => drop(fs::copy(original, copy).expect("writable")),
            Err(_) => {}
        }
    }
    apply(&tree, &[]);
    tree
}

/// Builds in a folder of its own, which it keeps: only the first run compiles the dependencies.
#[test]
#[ignore = "builds everything again, minutes: make test-long"]
fn the_example_builds_and_its_hardware_is_its_model() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example-family");
    let tree = patched(&folder);
    let target = folder.join("target");
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let cargo = |arguments: &[&str]| {
        let mut command = program(&cargo, &tree, arguments);
        command.args(["--locked", "--offline"]).env("CARGO_TARGET_DIR", &target);
        command
    };
    succeed(cargo(&["build"]), "the example does not build");
    let binary = target.join("debug/teecast").display().to_string();
    let teecast = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        succeed(program(&binary, &folder, &arguments), "the command of the example fails")
    };

    teecast("gen --family example --delay 3 --out out --force");
    for file in ["example/example_network.v", "testbench/vectors/example_network/expected.txt"] {
        assert!(folder.join("out/example").join(file).exists(), "{file}");
    }
    assert_eq!(teecast("route example --source 1"), "from  to\n   1  0\n");
    let document = teecast("route example --source 1 --format json");
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    let expected = json!({"family": "example", "source": 1, "sends": [{"from": 1, "to": 0}]});
    assert_eq!(document, expected);

    // The tests of the family, and those of all families. Texts that a person reviews do not have it: a list of all
    // families, the fingerprints of properties, snapshots, golden designs.
    let mut tests = cargo(&["test", "--lib", "--test", "suite"]);
    tests.arg("--");
    tests.args([
        "families::example",
        "samples::",
        "house::",
        "documents::",
        "configs::",
        "ports::",
        "names::",
        "hops::",
    ]);
    tests.args([
        "properties::",
        "lint::each_family",
        "lint::two_designs",
        "data_sheet::",
        "packages::",
    ]);
    tests.args(["snapshots::", "golden::", "--skip", "bad_ones", "--skip", "on_purpose"]);
    tests.args([
        "--skip",
        "every_family_has_a_snapshot",
        "--skip",
        "every_family_has_a_golden_design",
    ]);
    // Its name is a word that all code may use.
    tests.args(["--skip", "shared_code_names_no_family"]);
    let report = succeed(tests, "a test of the example fails");
    let own = "families::example::tests::the_network_does_what_the_model_predicts ... ok";
    assert!(report.contains(own), "{report}");
}

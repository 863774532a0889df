//! Properties as a folder that is proved without teecast: by Yosys alone, and by SymbiYosys.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::packages::is_there;
use crate::program::{scratch, succeed, teecast};
use crate::prove::ended;

/// Exports the properties of small modules, and returns the folder in which `noc` and `proofs` are.
fn exported() -> TempDir {
    let folder = scratch();
    succeed(
        folder.path(),
        "gen --family region --mesh 2x2 --vcs 2 --max-data 1 --out . --name noc",
    );
    let modules = "tee_lowest_set_bit,tee_round_robin_arbiter,tee_memory,tee_queue,region_corners";
    succeed(folder.path(), &format!("prove noc --module {modules} --export proofs"));
    folder
}

/// Runs the script of an exported folder; nothing if Yosys and its ABC are missing.
fn run_alone(folder: &Path, names: &[&str]) -> Option<(Option<i32>, String, String)> {
    let is_found = |tool: &str| Command::new(tool).arg("-h").output().is_ok();
    let found = is_found("yosys") && is_found("yosys-abc");
    is_there("yosys with yosys-abc", found, "install the package yosys").then(|| {
        let mut command = Command::new("sh");
        // Neither teecast nor the folder in which it runs is needed.
        command.current_dir("/").env_remove("TEECAST_TOOLS").env_remove("YOSYS").env_remove("ABC");
        command.arg(folder.join("proofs/run.sh")).args(names);
        ended(command)
    })
}

#[test]
fn an_exported_folder_is_proved_by_yosys_alone_and_a_broken_module_is_not() {
    let folder = exported();
    let Some((code, out, err)) = run_alone(folder.path(), &[]) else { return };
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.ends_with("\nPASS: 9 properties proved\n"), "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("proved ")).count(), 9, "{out}");
    let text =
        |path: &str| fs::read_to_string(folder.path().join("proofs").join(path)).expect(path);
    for method in ["equivalence", "induction", "invariant", "contracts"] {
        assert!(out.contains(&format!("  {method} ")), "{method} in {out}");
    }
    // The page names the command that wrote the folder.
    let page = text("README.md");
    let command = page.lines().find(|line| line.starts_with("    teecast prove --mesh 2x2 "));
    let command = command.expect("the command that wrote it");
    assert!(command.ends_with(",tee_queue,region_corners --export FOLDER"), "{command}");
    // One module is broken, another one is no Verilog, and a proof that has no time has no verdict.
    let write = |path: &str, text: &str| {
        fs::write(folder.path().join("proofs").join(path), text).expect("writable");
    };
    let lowest = text("rtl/region/tee_lowest_set_bit.v");
    write("rtl/region/tee_lowest_set_bit.v", &lowest.replace("& ~below", "& below"));
    write("rtl/region/region_corners.v", "module region_corners (\n");
    write("region/proof_tee_memory.abc", "read_aiger graph.aig\nprint_stats\n");
    let (code, out, _) = run_alone(folder.path(), &[]).expect("it ran before");
    assert_eq!(code, Some(1), "{out}");
    for (verdict, property) in [
        ("refuted", "region/proof_tee_lowest_set_bit: "),
        ("error", "region/proof_region_corners: "),
        ("undecided", "region/proof_tee_memory: "),
        ("proved", "region/proof_tee_queue: "),
    ] {
        let line = out.lines().find(|line| line.contains(property)).expect(property);
        assert!(line.starts_with(verdict), "{line}");
    }
    assert!(out.contains("syntax error"), "{out}");
    assert!(out.lines().last().expect("a verdict").starts_with("FAIL: "), "{out}");
    // Some are chosen by name.
    let (code, out, _) =
        run_alone(folder.path(), &["region/proof_tee_queue"]).expect("it ran before");
    assert_eq!((code, out.ends_with("\nPASS: 1 properties proved\n")), (Some(0), true), "{out}");
    let (code, _, err) = run_alone(folder.path(), &["tee_queue"]).expect("it ran before");
    assert_eq!(code, Some(2));
    assert!(err.contains("there is no property tee_queue; properties.tsv lists all"), "{err}");
}

#[test]
#[ignore = "SymbiYosys and Z3 are in no package that scripts/setup installs: make test-long, where they are found"]
fn symbiyosys_proves_an_exported_folder_and_refutes_a_broken_module() {
    let missing = |tool: &str| Command::new(tool).arg("--help").output().is_err();
    if let Some(tool) = ["sby", "z3"].into_iter().find(|tool| missing(tool)) {
        return eprintln!("skipped: {tool} is missing");
    }
    let folder = exported();
    let proofs = folder.path().join("proofs");
    let run = |name: &str| {
        let mut command = Command::new("sby");
        command.current_dir(&proofs).args(["-f", &format!("region/{name}.sby")]);
        ended(command)
    };
    let list = fs::read_to_string(proofs.join("properties.tsv")).expect("a list");
    for line in list.lines() {
        let name = line.split(['/', '\t']).nth(1).expect("a name");
        let (code, out, err) = run(name);
        assert_eq!(code, Some(0), "{name}: {out}{err}");
    }
    let path = proofs.join("rtl/region/tee_lowest_set_bit.v");
    let text = fs::read_to_string(&path).expect("a module");
    fs::write(&path, text.replace("& ~below", "& below")).expect("writable");
    let (code, out, _) = run("proof_tee_lowest_set_bit");
    assert!(code == Some(2) && out.contains("DONE (FAIL"), "{out}");
}

#[test]
fn an_exported_property_has_its_files_and_the_engine_of_its_method() {
    let folder = scratch();
    let options = "--family hypercube --n 2 --m 2 --max-data 1";
    succeed(folder.path(), &format!("prove {options} --limit 77 --export proofs"));
    let proofs = folder.path().join("proofs");
    let text = |path: &str| fs::read_to_string(proofs.join(path)).expect(path);
    let list: Value = serde_json::from_str(&text("properties.json")).expect("one document");
    let properties = list["properties"].as_array().expect("a list");
    let mut methods = BTreeSet::new();
    for property in properties {
        let path = property["path"].as_str().expect("a path");
        let method = property["method"].as_str().expect("a method");
        methods.insert(method);
        let sby = text(&format!("{path}.sby"));
        let engine = match method {
            "induction" => "mode prove\ndepth 2\ntimeout 77\naigsmt z3\n\n[engines]\nsmtbmc z3\n",
            "bounded" => "mode bmc\ndepth 11\ntimeout 77\naigsmt z3\n\n[engines]\nabc bmc3\n",
            _ => "mode prove\ndepth 1\ntimeout 77\naigsmt z3\n\n[engines]\nabc pdr\n",
        };
        assert!(sby.contains(engine), "{path}: {sby}");
        // Every file that it copies is there, and each has a name of its own.
        let (_, files) = sby.split_once("[files]\n").expect("a list of files");
        let names: BTreeSet<&str> = files.lines().filter_map(|it| it.rsplit('/').next()).collect();
        assert_eq!(names.len(), files.lines().count(), "{files}");
        assert!(files.lines().all(|file| proofs.join(file).is_file()), "{files}");
        assert!(files.contains(&format!("{path}.v\n")), "{files}");
        let asserts = text(&format!("{path}.v")).contains("assert (!failed_o);");
        assert_eq!(asserts, method != "contracts", "{path}");
    }
    assert_eq!(methods.len(), 5, "{methods:?}");
}

#[test]
fn a_folder_of_properties_is_written_whole_and_over_nothing_of_others() {
    let folder = scratch();
    succeed(
        folder.path(),
        "gen --family region --mesh 2x2 --vcs 2 --max-data 1 --out . --name noc",
    );
    let export = |options: &str| {
        let options = format!("prove noc --module tee_queue {options}");
        teecast(folder.path(), &options)
    };
    let run = export("--export proofs --format json");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let list = fs::read_to_string(folder.path().join("proofs/properties.json")).expect("a list");
    assert_eq!(run.out, list);
    // What nobody changed is replaced.
    assert_eq!(export("--export proofs").code, Some(0));
    fs::write(folder.path().join("proofs/notes.txt"), "mine").expect("writable");
    for (target, foreign) in [("proofs", "notes.txt"), ("noc", "manifest.json")] {
        let refused = export(&format!("--export {target}"));
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("holds files that prove did not write: "), "{}", refused.err);
        assert!(refused.err.contains("choose another --export, or replace"), "{}", refused.err);
        assert!(folder.path().join(target).join(foreign).is_file());
    }
    assert_eq!(export("--export proofs --force").code, Some(0));
    assert!(!folder.path().join("proofs/notes.txt").exists());
    for (options, said) in [
        ("--export .", "no name of a new folder"),
        ("--force", "--export"),
        ("--export x --sabotage tee_queue", "--sabotage"),
    ] {
        let refused = teecast(folder.path(), &format!("prove noc {options}"));
        assert_eq!(refused.code, Some(2), "{options}");
        assert!(refused.err.contains(said), "{}", refused.err);
    }
}

//! `teecast repro`: folders, reuse, refusals.

use std::fs;
use std::path::Path;

use crate::ROOT;
use crate::program::{assert_same, failures, read, scratch, succeed, teecast};

/// Enough samples for every number to be inside, few enough for a test.
const ALL: &str = "repro all --runs 100";

#[test]
fn studies_are_listed() {
    insta::assert_snapshot!(succeed(Path::new(ROOT), "repro list"));
}

#[test]
fn every_study_has_its_folder_and_threads_change_nothing() {
    let folder = scratch();
    let said = succeed(folder.path(), &format!("{ALL} --threads 1 --out one"));
    succeed(folder.path(), &format!("{ALL} --threads 2 --out two"));
    let files = read(&folder.path().join("one"));
    assert_same(&read(&folder.path().join("two")), &files);
    let experiments = read(Path::new(&format!("{ROOT}/experiments")));
    let ids =
        experiments.iter().filter_map(|file| file.path.strip_suffix(".toml")?.rsplit('/').next());
    for id in ids {
        assert!(said.contains(&format!("  {id}\n")), "{id} did not run");
        let names = |ending: &str| {
            let of = files.iter().filter(|file| file.path.starts_with(&format!("{id}/")));
            of.filter(|file| file.path.ends_with(ending)).count()
        };
        assert!(names(".csv") + names(".svg") > 1 && names(".md") == 1, "{id}");
        let numbers = files.iter().find(|file| file.path == format!("{id}/numbers.csv"));
        let numbers = &numbers.expect("a table of numbers").text;
        assert!(numbers.starts_with("number,unit,paper,reference,bound,"), "{id}: {numbers}");
    }
    // What is done is kept, until somebody asks for it afresh.
    let kept = succeed(folder.path(), &format!("{ALL} --out one"));
    assert_eq!(kept.matches("(kept)").count(), said.lines().count() - 4);
    let fresh = succeed(folder.path(), "repro lan88-hamming --runs 100 --fresh --out one");
    assert!(!fresh.contains("(kept)"));
    assert_same(&read(&folder.path().join("one")), &files);
}

#[test]
fn an_interrupted_run_leaves_a_page_of_what_is_finished() {
    let folder = scratch();
    succeed(folder.path(), "repro lan88-fig5.2");
    succeed(folder.path(), "repro ks91-table2 --seed 2");
    let page = fs::read_to_string(folder.path().join("repro-out/report.html")).expect("a page");
    let heads: Vec<usize> = ["Figure 5.2", "Table II"]
        .iter()
        .filter_map(|head| page.find(&format!("<h2>{head}")))
        .collect();
    assert!(heads.len() == 2 && heads[0] < heads[1], "{heads:?}");
}

#[test]
fn a_folder_of_an_earlier_version_is_run_again() {
    let folder = scratch();
    let study = folder.path().join("repro-out/lan88-hamming");
    fs::create_dir_all(&study).expect("a writable folder");
    let record = r#"{"key":"","title":"t","runs":1,"seed":1,"met":8,"explained":0,"missed":0}"#;
    fs::write(study.join("study.json"), record).expect("a writable folder");
    let said = succeed(folder.path(), "repro lan88-hamming");
    assert!(said.contains("    8          0      0          0       0  lan88-hamming\n"), "{said}");
}

#[test]
fn a_missed_number_fails_the_run() {
    let folder = scratch();
    // One sample has no spread and is nowhere near a mean.
    let run = teecast(folder.path(), "repro lan88-fig5.5 --runs 1");
    assert_eq!(run.code, Some(1), "{}", run.out);
    let page = fs::read_to_string(folder.path().join("repro-out/report.html")).expect("a page");
    assert!(page.contains("MISSED"));
}

#[test]
fn what_cannot_be_repeated_is_refused() {
    let folder = scratch();
    let foreign = folder.path().join("repro-out/lan88-hamming");
    fs::create_dir_all(&foreign).expect("a writable folder");
    let runs = [
        "repro",
        "repro fig5.4",
        "repro all --runs 0",
        "repro all --runs 1000001",
        "repro all --runs many",
        "repro lan88-hamming",
    ];
    insta::assert_snapshot!(failures(folder.path(), runs));
    assert!(foreign.exists());
}

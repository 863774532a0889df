//! Parts of a sweep of `teecast simulate` on disk: runs that were cut off go on, and `teecast merge`
//! joins parts from many machines.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{assert_same, read, scratch, succeed};

const SWEEP: &str = "simulate plain --mesh 4x4 --load 0.1:0.4:0.1 --length 1:3,4:1 --warm-up 500 \
    --batch 200 --batches 8 --saturation";

const TEECAST: &str = env!("CARGO_BIN_EXE_teecast");

/// Returns the results in a folder, without the answers they were made from.
fn results(folder: &Path) -> Vec<teecast::emit::RtlFile> {
    let mut files = read(folder);
    files.retain(|file| !file.path.starts_with("part-"));
    files
}

#[test]
fn parts_join_to_what_one_run_writes() {
    let folder = scratch();
    let said = succeed(folder.path(), &format!("{SWEEP} --threads 1 --out whole"));
    let whole = results(&folder.path().join("whole"));
    let names: Vec<&str> = whole.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        names,
        ["histogram.svg", "latency.svg", "percentiles.svg", "points.csv", "sweep.json"]
    );
    for index in 1..=3 {
        succeed(folder.path(), &format!("{SWEEP} --threads 2 --shard {index}/3 --out parts"));
    }
    let parts = [3, 1, 2].map(|index| format!("parts/part-{index}-of-3.jsonl")).join(" ");
    let joined = succeed(folder.path(), &format!("merge {parts} --out joined"));
    assert_same(&results(&folder.path().join("joined")), &whole);
    assert_eq!(joined.replace("joined", "whole"), said);
    // Nothing on disk, and the same numbers.
    let printed = succeed(folder.path(), &format!("{SWEEP} --format json"));
    let document = whole.iter().find(|file| file.path == "sweep.json").expect("written");
    assert_eq!(printed, document.text);
}

#[test]
fn a_run_that_was_cut_off_goes_on_where_it_was() {
    let folder = scratch();
    succeed(folder.path(), &format!("{SWEEP} --threads 1 --out curve"));
    let whole = results(&folder.path().join("curve"));
    let part = folder.path().join("curve/part-1-of-1.jsonl");
    let text = fs::read_to_string(&part).expect("answers are kept");
    // Half of the third answer was written; the second is marked to see that it is kept.
    let lines: Vec<&str> = text.lines().collect();
    let kept = lines[2].replacen("\"largest\":", "\"largest\":1000", 1);
    let half = &lines[3][..lines[3].len() / 2];
    let cut = format!("{}\nbroken\n{}\n{kept}\n{half}", lines[0], lines[1]);
    fs::write(&part, [cut.as_bytes(), b"\xff"].concat()).expect("writable");
    succeed(folder.path(), &format!("{SWEEP} --out curve"));
    let again = fs::read_to_string(&part).expect("answers are kept");
    assert!(again.contains("\"largest\":1000"), "an answer was asked for again");
    // Without the mark everything is as in one run.
    fs::write(&part, again.replacen("\"largest\":1000", "\"largest\":", 1)).expect("writable");
    succeed(folder.path(), &format!("{SWEEP} --out curve"));
    assert_same(&results(&folder.path().join("curve")), &whole);
}

#[test]
fn a_full_disk_keeps_what_is_finished() {
    let folder = scratch();
    succeed(folder.path(), &format!("{SWEEP} --out whole"));
    let part = folder.path().join("curve/part-1-of-1.jsonl");
    // Room for the question and some of the answers, in blocks of 512 bytes.
    let blocks = fs::metadata(folder.path().join("whole/part-1-of-1.jsonl"))
        .map(|found| found.len() / 512 / 2)
        .expect("answers are kept");
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec {TEECAST} {SWEEP} --out curve");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output();
    let output = output.expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write curve/part-1-of-1.jsonl: File too large"), "{said}");
    assert!(said.contains("make room and run the same command again"), "{said}");
    let kept = fs::read_to_string(&part).expect("answers are kept");
    assert!(kept.ends_with('\n') && kept.lines().count() > 1, "{kept}");
    succeed(folder.path(), &format!("{SWEEP} --out curve"));
    let all = fs::read_to_string(&part).expect("answers are kept");
    let before: BTreeSet<&str> = kept.lines().collect();
    assert!(all.lines().filter(|line| before.contains(line)).count() == before.len());
    let whole = results(&folder.path().join("whole"));
    assert_same(&results(&folder.path().join("curve")), &whole);
}

#[test]
fn parts_of_broadcasts_join_too() {
    let sweeps = [
        "simulate region --mesh 4x4 --algorithm nearest-corner --load 0.1,0.2 --length 4 --batches 5",
        "simulate region --mesh 4x4 --algorithm mst --emitted --load 0.1,0.2 --length 4 --batches 5",
        "simulate harts --n 3 --load 0.1,0.2 --measured 20 --warm-up 2000",
    ];
    for sweep in sweeps {
        let folder = scratch();
        succeed(folder.path(), &format!("{sweep} --out whole"));
        for index in 1..=2 {
            succeed(folder.path(), &format!("{sweep} --shard {index}/2 --out parts"));
        }
        succeed(
            folder.path(),
            "merge parts/part-2-of-2.jsonl parts/part-1-of-2.jsonl --out joined",
        );
        let whole = results(&folder.path().join("whole"));
        assert_eq!(whole.len(), 5);
        assert_same(&results(&folder.path().join("joined")), &whole);
    }
}

#[test]
fn the_emitted_router_is_simulated_in_parts_too() {
    let folder = scratch();
    let sweep = "simulate hypercube --n 4 --m 5 --vote look2 --destinations 6 --broadcasts 50 \
        --faulty 3 --length 2 --load 0.01,0.05 --warm-up 200 --batch 400 --batches 5";
    let whole = succeed(folder.path(), &format!("{sweep} --format json"));
    for index in 1..=2 {
        succeed(folder.path(), &format!("{sweep} --shard {index}/2 --out parts"));
    }
    let parts = "parts/part-1-of-2.jsonl parts/part-2-of-2.jsonl";
    let joined = succeed(folder.path(), &format!("merge {parts} --out joined --format json"));
    assert_eq!(joined, whole);
    let document: Value = serde_json::from_str(&whole).expect("JSON");
    assert_eq!(document["setup"]["router"]["faulty"], serde_json::json!([3]));
    let number = |value: &Value| value.as_f64().expect("messages arrived");
    let alone = number(&document["zero_load_latency"]);
    let points = document["points"].as_array().expect("two loads");
    let latency = |index: usize| number(&points[index]["latency"]);
    assert!(latency(0) < latency(1) && (latency(0) / alone - 1.0).abs() < 0.2, "{whole}");
    assert!(number(&points[0]["copy_latency"]) < latency(0));
}

#[test]
fn a_part_is_reported_in_json_too() {
    let folder = scratch();
    let run = "simulate plain --mesh 4x4 --load 0.1,0.2,0.3 --batch 100 --batches 5 --shard 1/2 \
        --out parts --format json";
    let said: Value = serde_json::from_str(&succeed(folder.path(), run)).expect("JSON");
    assert_eq!(said, serde_json::json!({ "part": [1, 2], "answers": 2 }));
}

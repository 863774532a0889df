//! `teecast simulate --sweep`: all choices of values of some options, as one sweep.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{assert_same, failures, read, scratch, succeed};

const EFFORT: &str = "--load 0.1,0.3 --warm-up 500 --batch 200 --batches 5";

/// Returns the rows of a file, each by its columns.
fn rows(path: &Path) -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string(path).expect("written");
    let mut lines = text.lines().map(|line| line.split(','));
    let head: Vec<&str> = lines.next().expect("a head").collect();
    let named = |cells: std::str::Split<char>| {
        head.iter().zip(cells).map(|(name, cell)| (name.to_string(), cell.to_string())).collect()
    };
    lines.map(named).collect()
}

#[test]
fn a_sweep_is_the_runs_of_all_choices() {
    let folder = scratch();
    let run = format!("simulate plain --mesh 4x4 --traffic transpose --length 4 {EFFORT}");
    let said =
        succeed(folder.path(), &format!("{run} --sweep vcs=1,2 --sweep buffer=2,8 --out all"));
    let all = rows(&folder.path().join("all/points.csv"));
    let mut alone = Vec::new();
    for vcs in [1, 2] {
        for buffer in [2, 8] {
            let run = format!("{run} --vcs {vcs} --buffer {buffer} --out {vcs}-{buffer}");
            succeed(folder.path(), &run);
            alone.extend(rows(&folder.path().join(format!("{vcs}-{buffer}/points.csv"))));
        }
    }
    assert_eq!(all, alone);
    let latencies: BTreeSet<&String> = all.iter().map(|row| &row[1].1).collect();
    assert_eq!(latencies.len(), 8, "all runs differ: {all:?}");
    assert!(said.contains("vcs 2, buffer 8: mean latency"), "{said}");
    for picture in ["latency.svg", "percentiles.svg"] {
        let svg = fs::read_to_string(folder.path().join("all").join(picture)).expect("drawn");
        assert!(svg.contains("vcs 1, buffer 8"), "{svg}");
    }
}

#[test]
fn sweeps_of_options_join_go_on_and_are_documents_of_their_setups() {
    let folder = scratch();
    // A flag, an option that has to be typed, and one whose values have commas.
    let run = format!(
        "simulate hypercube --n 3 --m 4 --destinations 3 {EFFORT} --sweep unicasts=false,true \
         --sweep n=3,4 --sweep length=1:3,4:1;6"
    );
    succeed(folder.path(), &format!("{run} --out whole"));
    for index in 1..=3 {
        succeed(folder.path(), &format!("{run} --shard {index}/3 --out parts"));
    }
    let parts = [3, 1, 2].map(|index| format!("parts/part-{index}-of-3.jsonl")).join(" ");
    succeed(folder.path(), &format!("merge {parts} --out joined"));
    let results = |name: &str| {
        let mut files = read(&folder.path().join(name));
        files.retain(|file| !file.path.starts_with("part-"));
        files
    };
    assert_same(&results("joined"), &results("whole"));
    // Half of the answers are lost.
    let part = folder.path().join("whole/part-1-of-1.jsonl");
    let text = fs::read_to_string(&part).expect("answers are kept");
    let kept: Vec<&str> = text.lines().take(9).collect();
    let marked = kept.join("\n").replacen("\"messages\":", "\"messages\":1000", 1);
    fs::write(&part, marked).expect("writable");
    succeed(folder.path(), &format!("{run} --out whole"));
    let again = fs::read_to_string(&part).expect("answers are kept");
    assert!(again.contains("\"messages\":1000"), "an answer was asked for again");
    assert_eq!(again.replacen("\"messages\":1000", "\"messages\":", 1).lines().count(), 17);

    let text = fs::read_to_string(folder.path().join("joined/sweep.json")).expect("written");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["swept"], serde_json::json!(["unicasts", "n", "length"]));
    let setups = document["setups"].as_array().expect("setups");
    assert_eq!(setups.len(), 8);
    let (first, last) = (&setups[0], &setups[7]);
    assert_eq!(
        (&first["setup"]["n"], &first["setup"]["router"]["unicasts"]),
        (&3.into(), &false.into())
    );
    assert_eq!((&last["options"]["n"], &last["options"]["length"]), (&"4".into(), &"6".into()));
    assert_eq!(last["points"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_cannot_be_swept_is_refused() {
    let folder = scratch();
    let plain = "simulate plain --mesh 4x4 --load 0.1 --sweep";
    let runs = [
        "vcs",
        "vcs=",
        "vcs=1,1",
        "vsc=1,2",
        "load=0.1,0.2",
        "threads=1,2",
        "vcs=2,200",
        "vcs=1,2 --sweep vcs=4,8",
        "hot=1;2",
        "dateline=true,false",
    ]
    .map(|sweep| format!("{plain} {sweep}"));
    let many = (1..40).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    let more = [
        format!("{plain} vcs={many} --sweep buffer={many}"),
        "simulate plain --torus 4x4 --load 0.1 --sweep vcs=2,3".to_string(),
        "simulate plain --mesh 4x4 --trace x.csv --sweep vcs=2,3".to_string(),
        "simulate hypercube --n 3 --m 4 --load 0.1 --sweep unicasts=yes --destinations 3"
            .to_string(),
    ];
    let all: Vec<String> = runs.into_iter().chain(more).collect();
    insta::assert_snapshot!(failures(folder.path(), all.iter().map(String::as_str)));
}

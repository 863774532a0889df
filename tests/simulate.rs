//! `teecast simulate` and `teecast merge`: curves, parts, traces, refusals.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::ROOT;
use crate::program::{assert_same, failures, read, succeed, teecast};

const SWEEP: &str = "simulate plain --mesh 4x4 --load 0.1:0.4:0.1 --length 1:3,4:1 --warm-up 500 \
    --batch 200 --batches 8 --saturation";

const TEECAST: &str = env!("CARGO_BIN_EXE_teecast");

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a writable folder for temporary files")
}

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
    assert_eq!(names, ["latency.svg", "points.csv", "sweep.json"]);
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
fn latency_is_four_cycles_a_router_where_nothing_meets() {
    let run = "simulate plain --hypercube 4 --load 0.001 --batch 50000 --format json";
    let document: Value = serde_json::from_str(&succeed(Path::new(ROOT), run)).expect("JSON");
    // Two hops, three routers on average.
    assert_eq!(document["zero_load_latency"], 14.0);
    let point = &document["points"][0];
    let latency = point["latency"].as_f64().expect("messages arrived");
    assert!((latency - 14.0).abs() < 0.1, "{latency}");
    let accepted = point["accepted"].as_f64().expect("a number");
    assert!((accepted - 0.001).abs() < 0.0001, "{accepted}");
    assert_eq!(point["ending"], "precise");
}

/// Runs a simulation and returns its points.
fn points(run: &str) -> Vec<Value> {
    let said = succeed(Path::new(ROOT), &format!("{run} --format json"));
    let mut document: Value = serde_json::from_str(&said).expect("JSON");
    match document["points"].take() {
        Value::Array(points) => points,
        other => panic!("points are {other}"),
    }
}

fn value(point: &Value, key: &str) -> f64 {
    point[key].as_f64().unwrap_or_else(|| panic!("{key} of {point}"))
}

#[test]
fn broadcasts_to_regions_are_faster_from_the_nearest_corner() {
    let latency = |algorithm: &str| {
        let run = format!(
            "simulate region --mesh 8x8 --algorithm {algorithm} --regions full --broadcasts 200 \
             --length 8 --load 0.005 --warm-up 1000 --batch 1000 --batches 10"
        );
        let points = points(&run);
        assert!(value(&points[0], "messages") > 10.0 && value(&points[0], "unicasts") > 40.0);
        value(&points[0], "latency")
    };
    let [nearest, fixed, software] =
        ["nearest-corner", "fixed-corner", "recursive-doubling"].map(latency);
    // To the corner 7 hops or 3.5 on average, 14 to the farthest node, 2 cycles each, and 8 flits.
    let alone = |hops: f64| 2.0 * (hops + 1.0) + 7.0;
    assert!((0.9..1.2).contains(&(fixed / alone(21.0))), "{fixed}");
    assert!((0.9..1.2).contains(&(nearest / alone(17.0))), "{nearest}");
    assert!(software > 1.5 * fixed, "{software}");
}

#[test]
fn broadcasts_of_the_hexagonal_mesh_have_their_copies_and_their_interconnect() {
    let run = "simulate harts --n 4 --load 0.01 --broadcasts 20 --measured 40 --length 100 \
        --warm-up 2000";
    let latency = |options: &str| {
        let points = points(&format!("{run} {options}"));
        assert_eq!(points[0]["messages"], 40);
        value(&points[0], "latency")
    };
    // Two sends and a cut-through; three sends; with the bus five packets leave before the last.
    let alone = [
        ("--interconnect crossbar", 206.0),
        ("--interconnect crossbar --decision 50", 250.0),
        ("--interconnect crossbar --algorithm sf-bcast", 300.0),
        ("--algorithm k-bcast --k 1", 700.0),
        // Whole into the store, five packets before the last, two sends, whole out of the store.
        ("--emitted --interconnect crossbar", 952.0),
    ];
    for (options, latency_alone) in alone {
        let ratio = latency(options) / latency_alone;
        assert!((1.0..1.3).contains(&ratio), "{options}: {ratio}");
    }
    assert!(latency("--k 6") > latency("--k 1"));
}

#[test]
fn broadcasts_saturate_at_three_times_their_latency_without_load() {
    let runs = [
        "simulate region --mesh 6x6 --algorithm nearest-corner --length 8 --broadcasts 500 --seed 3 \
            --warm-up 1000 --batch 500 --batches 20 --precision 0.05",
        "simulate harts --n 3 --length 20 --warm-up 2000 --broadcasts 50 --measured 200",
    ];
    for run in runs {
        let said = succeed(Path::new(ROOT), &format!("{run} --saturation --format json"));
        let document: Value = serde_json::from_str(&said).expect("JSON");
        let (alone, found) = (value(&document, "zero_load_latency"), &document["saturation"]);
        let (load, half_width) = (value(found, "load"), value(found, "half_width"));
        assert!(0.0 < half_width && half_width <= load / 32.0, "{said}");
        let times = |load: f64| {
            let points = points(&format!("{run} --load {load}"));
            value(&points[0], "latency") / alone
        };
        let (below, above) = (times(0.8 * load), times(1.2 * load));
        assert!(below < 3.0 && above > 3.0, "{run}: {below} and {above} times at {load}");
    }
}

#[test]
fn parts_of_broadcasts_join_too() {
    let sweeps = [
        "simulate region --mesh 4x4 --algorithm nearest-corner --load 0.1,0.2 --length 4 --batches 5",
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
        assert_eq!(whole.len(), 3);
        assert_same(&results(&folder.path().join("joined")), &whole);
    }
}

#[test]
fn broadcasts_that_cannot_be_simulated_are_refused() {
    let runs = [
        "simulate region --mesh 8x8 --load 0.1",
        "simulate region --mesh 8x8 --algorithm k-bcast --load 0.1",
        "simulate region --torus 8x8 --algorithm nearest-corner --load 0.1",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 0.1 --vcs 3",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 0.1 --vcs 64",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 0.1 --broadcasts 0",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 0.1 --broadcasts 1001",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 2",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 0.1 --buffer 4",
        "simulate region --mesh 8x8 --algorithm nearest-corner --trace none.csv",
        "simulate region --mesh 8x1 --algorithm nearest-corner --load 0.1",
        "simulate region --mesh 8x4 --algorithm nearest-corner --load 0.1 --traffic transpose",
        "simulate region --mesh 8x8 --algorithm nearest-corner --load 1e-300",
        "simulate harts --n 5",
        "simulate harts --n 5 --mesh 8x8 --load 0.1",
        "simulate harts --n 5 --algorithm mst --load 0.1",
        "simulate harts --n 5 --algorithm ring --k 2 --load 0.1",
        "simulate harts --n 5 --k 7 --load 0.1",
        "simulate harts --n 1 --load 0.1",
        "simulate harts --n 5 --load 1.5",
        "simulate harts --n 5 --load 0.1 --vcs 2",
        "simulate harts --n 5 --load 0.1 --measured 1",
        "simulate harts --n 5 --load 0.1 --gap 0",
        "simulate harts --n 5 --load 0.1 --interconnect ring",
        "simulate harts --n 5 --load 1e-300",
        "simulate harts --n 2 --length 1 --load 1",
        "simulate harts --n 5 --emitted --algorithm ring --load 0.1",
        "simulate harts --n 5 --emitted --gap 3 --load 0.1",
        "simulate harts --n 5 --emitted --length 5000 --load 0.1",
        "simulate harts --n 17 --emitted --load 0.1",
        "simulate harts --n 3 --emitted --load 1e-5 --measured 1000000",
    ];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

#[test]
fn an_option_of_another_kind_does_not_exist() {
    let kinds = [
        ("plain --mesh 4x4", ["--m 4", "--algorithm mst", "--emitted", "--broadcasts 2", "--n 4"]),
        (
            "hypercube --n 4 --m 4",
            ["--mesh 4x4", "--vcs 2", "--buffer 2", "--k 2", "--regions full"],
        ),
        ("harts --n 3", ["--trace x.csv", "--traffic uniform", "--batch 2", "--m 4", "--vote nca"]),
        (
            "region --mesh 4x4 --algorithm mst",
            ["--trace x.csv", "--n 3", "--k 2", "--gap 3", "--lan"],
        ),
    ];
    for (kind, options) in kinds {
        for option in options {
            let run = teecast(Path::new(ROOT), &format!("simulate {kind} --load 0.1 {option}"));
            let name = option.split(' ').next().unwrap_or(option);
            let sentence = format!("error: unexpected argument '{name}' found");
            assert!(run.code == Some(2) && run.err.starts_with(&sentence), "{kind}: {}", run.err);
        }
    }
}

#[test]
fn the_spelling_without_a_kind_is_refused_with_the_new_one() {
    let runs = [
        "simulate --mesh 8x8 --load 0.1",
        "simulate --hypercube 6 --m 8 --vote nca --load 0.1",
        "simulate --harts=5 --emitted --load 0.1",
        "simulate --mesh 8x8 --algorithm nearest-corner --load 0.1",
        "simulate --load 0.1",
    ];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
}

/// Options with a bound, where they are permitted at all: the smallest and the largest value, and
/// options that make it possible.
const BOUNDS: [(&str, &str, u64, u64); 21] = [
    ("plain --mesh 2x2", "--warm-up", 0, 1_000_000_000),
    ("plain --mesh 2x2", "--batch", 1, 1_000_000_000),
    ("plain --mesh 2x2", "--batches", 2, 100_000),
    ("plain --mesh 2x2", "--vcs", 1, 64),
    ("plain --mesh 2x2", "--buffer", 1, 255),
    ("plain --mesh 2x2", "--credit-delay", 0, 8),
    ("plain --mesh 2x2 --hot 1 --traffic hotspot", "--hot-share", 0, 1000),
    ("plain", "--hypercube", 1, 20),
    ("hypercube --m 2", "--n", 2, 16),
    ("hypercube --n 3", "--m", 1, 256),
    ("hypercube --n 3 --m 4", "--classes", 2, 8),
    ("hypercube --n 3 --m 4", "--destinations", 1, 65_534),
    ("hypercube --n 3 --m 4", "--broadcasts", 0, 1000),
    ("harts", "--n", 2, 64),
    ("harts --n 3", "--k", 1, 6),
    ("harts --n 3", "--decision", 1, 1000),
    ("harts --n 3", "--warm-up", 0, 1_000_000_000),
    ("harts --n 3", "--measured", 2, 1_000_000),
    ("harts --n 3", "--broadcasts", 1, 1000),
    ("region --mesh 4x4 --algorithm mst", "--vcs", 1, 127),
    ("region --mesh 4x4 --algorithm mst", "--broadcasts", 1, 1000),
];

#[test]
fn a_number_outside_its_bound_is_refused_at_once() {
    for (kind, option, least, most) in BOUNDS {
        // A load that nobody can offer: what is within the bound is parsed, and nothing runs.
        let refused = |value: u64| {
            let run = format!("simulate {kind} --load 1e-300 {option} {value}");
            let run = teecast(Path::new(ROOT), &run);
            assert_eq!(run.code, Some(2), "{option} {value}: {}", run.err);
            run.err.contains(&format!("a whole number is permitted, from {least} to {most}"))
        };
        assert!(!refused(least) && !refused(most), "{kind} {option}");
        assert!(refused(most + 1) && refused(u64::MAX), "{kind} {option}");
        assert!(least == 0 || refused(least - 1), "{kind} {option}");
    }
    let runs = [
        "simulate plain --mesh 4x4 --load 0.1 --precision 1e308",
        "simulate plain --mesh 4x4 --load 1e308",
        "simulate plain --mesh 4x4 --load 0.1 --batch 18446744073709551615",
        "simulate plain --mesh 4x4 --load 0.1 --batch 1000000000 --batches 11",
        "simulate plain --mesh 18446744073709551615 --load 0.1",
        "simulate plain --mesh 4x4 --load 0.1 --shard 1/18446744073709551615 --out x",
    ];
    insta::assert_snapshot!(failures(Path::new(ROOT), runs));
    // Their bound depends on the machine.
    for threads in [0, 100_000] {
        let run = format!("simulate plain --mesh 4x4 --load 0.1 --threads {threads}");
        let run = teecast(Path::new(ROOT), &run);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("4 threads for each core"), "{}", run.err);
    }
}

#[test]
fn a_part_is_reported_in_json_too() {
    let folder = scratch();
    let run = "simulate plain --mesh 4x4 --load 0.1,0.2,0.3 --batch 100 --batches 5 --shard 1/2 \
        --out parts --format json";
    let said: Value = serde_json::from_str(&succeed(folder.path(), run)).expect("JSON");
    assert_eq!(said, serde_json::json!({ "part": [1, 2], "answers": 2 }));
}

#[test]
fn all_kinds_have_the_same_columns() {
    let kinds = [
        "plain --mesh 4x4 --batch 100 --batches 5 --load 0.1",
        "hypercube --n 3 --m 4 --batch 100 --batches 5 --load 0.1",
        "harts --n 2 --measured 5 --warm-up 100 --broadcasts 50 --load 0.1",
        "region --mesh 4x4 --algorithm mst --batch 100 --batches 5 --load 0.1",
    ];
    for kind in kinds {
        let folder = scratch();
        succeed(folder.path(), &format!("simulate {kind} --out curve"));
        let csv = fs::read_to_string(folder.path().join("curve/points.csv")).expect("written");
        let head = "load,latency,half_width,largest,copy_latency,messages,copies,unicast_latency,\
            unicasts,accepted,hops,link_use,cycles,ending";
        assert_eq!(csv.lines().next(), Some(head), "{kind}");
        let json = fs::read_to_string(folder.path().join("curve/sweep.json")).expect("written");
        let document: Value = serde_json::from_str(&json).expect("JSON");
        let point = document["points"][0].as_object().expect("a row");
        let mut columns: Vec<&str> = head.split(',').collect();
        columns.sort_unstable();
        let mut keys: Vec<&str> = point.keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, columns, "{kind}");
        assert_eq!(document["setup"]["kind"], kind.split(' ').next().expect("a kind"));
        // A column that is measured by this kind is measured by each run of it.
        let use_of_links = value(&document["points"][0], "link_use");
        assert!(0.0 < use_of_links && use_of_links < 1.0, "{kind}: {use_of_links}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let runs = ["simulate plain --mesh 4x4 --trace /dev/zero", "merge /dev/zero --out x"];
    insta::assert_snapshot!(failures(scratch().path(), runs));
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
fn given_messages_are_played() {
    let folder = scratch();
    // Two messages meet at the sink of node 3, which takes one flit in a cycle.
    let text = "cycle,source,destination,length\n0,0,3,4\n0,3,3,1\n100, 1, 2, 1\n";
    fs::write(folder.path().join("trace.csv"), text).expect("writable");
    let said = succeed(folder.path(), "simulate plain --mesh 2x2 --trace trace.csv --format json");
    let document: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(document["ending"], "complete");
    assert_eq!((&document["messages"], &document["largest"]), (&3.into(), &17.into()));
    // 4 * 3 + 2 + 3, 4 + 2, 4 * 3 + 2.
    assert_eq!(3.0 * value(&document, "latency"), f64::from(17 + 6 + 14));
    assert_eq!(document["hops"], 2 * 4 + 2);
    // The keys are those of a point of a sweep.
    let keys =
        |point: &Value| point.as_object().expect("a row").keys().cloned().collect::<Vec<_>>();
    let sweep = points("simulate plain --mesh 2x2 --load 0.1 --batch 100 --batches 5");
    assert_eq!(keys(&document), keys(&sweep[0]));
}

#[test]
fn given_messages_to_several_nodes_are_played() {
    let folder = scratch();
    // Alone as on the page of the hardware: four cycles a hop, and the data a cycle later.
    let text = "cycle,source,destination,length\n300,1,all,2\n0,0,0b111,1\n200,2,3 2 5,1\n";
    fs::write(folder.path().join("trace.csv"), text).expect("writable");
    let played = |options: &str| {
        let run =
            format!("simulate hypercube --n 3 --m 4 --trace trace.csv {options} --format json");
        let document: Value = serde_json::from_str(&succeed(folder.path(), &run)).expect("JSON");
        assert_eq!(document["ending"], "complete");
        document
    };
    let total = played("");
    assert_eq!((&total["messages"], &total["copies"]), (&3.into(), &(1 + 3 + 7).into()));
    // Node 5 is three links away, over node 3.
    assert_eq!(total["hops"], 3 * 2 + 3 * 2 + 7 * 3);
    assert_eq!(played("--unicasts")["hops"], 3 * 2 + (1 + 3) * 2 + 7 * 3);
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let folder = scratch();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("writable");
    };
    write("head.csv", "a,b\n");
    write("node.csv", "cycle,source,destination,length\n0,0,1,1\n0,4,1,1\n");
    write("words.csv", "cycle,source,destination,length\n0,0,one,1\n");
    write("short.csv", "cycle,source,destination,length\n0,0,1\n");
    write("late.csv", "cycle,source,destination,length\n100000001,0,1,1\n");
    write("empty.csv", "cycle,source,destination,length\n0,0,1,0\n");
    write("list.csv", "cycle,source,destination,length\n0,0,1,1\n0,0,1 6,1\n");
    write("twice.csv", "cycle,source,destination,length\n0,0,all,1\n0,0,1 6 0b1,1\n");
    write("none_given.csv", "cycle,source,destination,length\n0,0,,1\n");
    write("file", "");
    let quick = "--warm-up 100 --batch 100 --batches 5";
    succeed(
        folder.path(),
        &format!("simulate plain --mesh 4 --load 0.1,0.2 {quick} --shard 1/2 --out a"),
    );
    succeed(
        folder.path(),
        &format!("simulate plain --mesh 5 --load 0.1,0.2 {quick} --shard 2/2 --out b"),
    );
    let part = fs::read_to_string(folder.path().join("a/part-1-of-2.jsonl")).expect("written");
    write("no_length.jsonl", &part.replace("[[1,1]]", "[]"));
    write("former.jsonl", &part.replace("\"kind\":\"plain\",", ""));
    write("no_parts.jsonl", &part.replace("\"part\":[1,2]", "\"part\":[0,0]"));
    let other = format!("simulate plain --mesh 5 --load 0.1,0.2 {quick} --shard 1/2 --out a");
    let runs = [
        "simulate",
        "simulate plain --load 0.1",
        "simulate plain --mesh 8x8",
        "simulate plain --mesh 8x8 --torus 4x4 --load 0.1",
        "simulate plain --mesh 8by8 --load 0.1",
        "simulate plain --mesh 8x1 --load 0.1",
        "simulate plain --torus 8x2 --load 0.1",
        "simulate plain --hypercube 30 --load 0.1",
        "simulate plain --hypercube 0 --load 0.1",
        "simulate plain --hypercube 4294967295 --load 0.1",
        "simulate plain --hypercube 16 --load 0.1",
        "simulate plain --torus 4x4 --vcs 3 --load 0.1",
        "simulate plain --mesh 8x8 --vcs 0 --load 0.1",
        "simulate plain --mesh 8x8 --buffer 256 --load 0.1",
        "simulate plain --mesh 8x8 --credit-delay 9 --load 0.1",
        "simulate plain --mesh 8x8 --load 0",
        "simulate plain --mesh 8x8 --load 0.5,1.5",
        "simulate plain --mesh 8x8 --load nan",
        "simulate plain --mesh 8x8 --load 1e-300",
        "simulate plain --mesh 8x8 --load 0.3:0.1:0.1",
        "simulate plain --mesh 8x8 --load much",
        "simulate plain --mesh 8x8 --load 0.1 --length 0",
        "simulate plain --mesh 8x8 --load 0.1 --length 1:0",
        "simulate plain --mesh 8x4 --load 0.1 --traffic transpose",
        "simulate plain --mesh 8x8 --load 0.1 --traffic hotspot",
        "simulate plain --mesh 8x8 --load 0.1 --traffic hotspot --hot 64",
        "simulate plain --mesh 8x8 --load 0.1 --traffic hotspot --hot 1 --hot-share 1001",
        "simulate plain --mesh 8x8 --load 0.1 --hot 1",
        "simulate plain --mesh 8x8 --load 0.1 --hot-share 50",
        "simulate plain --mesh 8x8 --load 0.1 --dateline false",
        "simulate plain --mesh 8x8 --load 0.1 --batch 0",
        "simulate plain --mesh 8x8 --load 0.1 --batches 1",
        "simulate plain --mesh 8x8 --load 0.1 --precision 0",
        "simulate plain --mesh 8x8 --load 0.1 --shard 1/2",
        "simulate plain --mesh 8x8 --load 0.1 --shard 3/2 --out x",
        "simulate plain --mesh 8x8 --load 0.1 --out file",
        "simulate hypercube --n 4 --load 0.1 --vote nca",
        "simulate hypercube --n 3 --load 0.1 --m 4 --traffic transpose",
        "simulate hypercube --n 4 --load 0.1 --m 4 --traffic transpose --destinations 2",
        "simulate hypercube --n 4 --load 0.1 --m 4 --traffic bit-complement --faulty 3",
        "simulate hypercube --n 4 --load 0.1 --m 4 --traffic hotspot --hot 1,3 --faulty 3",
        "simulate hypercube --n 4 --load 0.1 --m 4 --traffic hotspot",
        "simulate hypercube --n 4 --load 0.1 --m 4 --lan --vote nca",
        "simulate hypercube --n 4 --m 4 --trace node.csv --destinations 2",
        "simulate hypercube --n 4 --m 4 --trace node.csv --broadcasts 2",
        "simulate hypercube --n 1 --m 1 --trace node.csv",
        "simulate hypercube --n 2 --m 2 --trace node.csv",
        "simulate hypercube --n 3 --m 4 --trace list.csv --faulty 6",
        "simulate hypercube --n 3 --m 4 --trace twice.csv",
        "simulate hypercube --n 3 --m 4 --trace words.csv",
        "simulate hypercube --n 3 --m 4 --trace none_given.csv",
        "simulate hypercube --n 3 --m 4 --trace empty.csv",
        "simulate plain --hypercube 3 --trace list.csv",
        "simulate hypercube --n 4 --load 0.1 --m 15",
        "simulate hypercube --n 4 --load 0.1 --m 4 --vote most",
        "simulate hypercube --n 4 --load 0.1 --m 4 --classes 1",
        "simulate hypercube --n 4 --load 0.1 --m 4 --destinations 0",
        "simulate hypercube --n 4 --load 0.1 --m 4 --broadcasts 1001",
        "simulate hypercube --n 4 --load 0.1 --m 4 --faulty 1,2",
        "simulate hypercube --n 2 --load 0.1 --m 2 --faulty 0,1,2,3",
        "simulate hypercube --n 4 --load 1e-300 --m 4",
        "simulate hypercube --n 4 --load 0.1 --m 4 --unicasts",
        "simulate hypercube --n 4 --load 0.1 --m 4 --broadcasts 1000 --destinations 3",
        "simulate hypercube --n 4 --load 0.1 --m 4 --length 5000",
        "simulate plain --mesh 8x8 --load 0.1 --trace head.csv",
        "simulate plain --mesh 2x2 --trace none.csv",
        "simulate plain --mesh 2x2 --trace head.csv",
        "simulate plain --mesh 2x2 --trace node.csv",
        "simulate plain --mesh 2x2 --trace words.csv",
        "simulate plain --mesh 2x2 --trace short.csv",
        "simulate plain --mesh 2x2 --trace empty.csv",
        "simulate plain --mesh 2x2 --trace late.csv",
        "simulate plain --mesh 2x2 --trace empty.csv --length 2",
        "simulate plain --mesh 2x2 --trace empty.csv --seed 2",
        &other,
        "merge --out x",
        "merge head.csv --out x",
        "merge a/part-1-of-2.jsonl --out x",
        "merge a/part-1-of-2.jsonl b/part-2-of-2.jsonl --out x",
        "merge no_length.jsonl --out x",
        "merge no_parts.jsonl --out x",
        "merge former.jsonl --out x",
    ];
    insta::assert_snapshot!(failures(folder.path(), runs));
}

#[test]
fn a_deadlock_fails_and_shows_its_cycle() {
    let folder = scratch();
    // All around a ring of eight, three links each, with one channel.
    let lines: String = (0..8).map(|v| format!("0,{v},{},20\n", (v + 3) % 8)).collect();
    let text = format!("cycle,source,destination,length\n{lines}");
    fs::write(folder.path().join("trace.csv"), text).expect("writable");
    let ring = "simulate plain --torus 8 --vcs 1 --buffer 1 --dateline false --trace trace.csv";
    insta::assert_snapshot!(failures(folder.path(), [ring]));
    let broken = "simulate plain --torus 8 --vcs 2 --buffer 1 --trace trace.csv";
    assert_eq!(teecast(folder.path(), broken).code, Some(0));
    // All turns of a square, again and again, in emitted routers without classes.
    let turns = ["0,3", "1,3 2", "3,0", "2,0 1"].into_iter().cycle().zip(0..200);
    let lines: String =
        turns.map(|(turn, i)| format!("0,{turn},{}\n", 1 + i * 7 / 4 % 9)).collect();
    let text = format!("cycle,source,destination,length\n{lines}");
    fs::write(folder.path().join("turns.csv"), text).expect("writable");
    let square = "simulate hypercube --n 2 --m 2 --trace turns.csv";
    insta::assert_snapshot!(failures(folder.path(), [format!("{square} --lan").as_str()]));
    assert_eq!(teecast(folder.path(), square).code, Some(0));
}

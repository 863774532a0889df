//! What `teecast simulate` and `teecast merge` refuse: options of other kinds, numbers outside their
//! bounds, files that are none.

use std::fs;
use std::path::Path;

use crate::ROOT;
use crate::program::{failures, scratch, succeed, teecast};

#[test]
fn broadcasts_that_cannot_be_simulated_are_refused() {
    let runs = [
        "simulate region --load 0.1",
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
        "simulate region --mesh 8x8 --algorithm recursive-doubling --emitted --load 0.1",
        "simulate region --mesh 8x8 --algorithm nearest-corner --emitted --vcs 10 --load 0.1",
        "simulate region --mesh 8x8 --algorithm nearest-corner --emitted --vcs 3 --load 0.1",
        "simulate region --mesh 65x2 --algorithm mst --emitted --load 0.1",
        "simulate region --mesh 8x8 --algorithm mst --emitted --length 5000 --load 0.1",
        "simulate region --mesh 8x8 --algorithm mst --deliveries 2 --load 0.1",
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

/// Options with a bound, where they are permitted at all: the smallest and the largest value, and
/// options that make it possible.
const BOUNDS: [(&str, &str, u64, u64); 22] = [
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
    ("hypercube --n 3 --m 4", "--classes", 1, 8),
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
    ("region --mesh 4x4 --algorithm mst --emitted", "--deliveries", 1, 16),
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

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let runs = ["simulate plain --mesh 4x4 --trace /dev/zero", "merge /dev/zero --out x"];
    insta::assert_snapshot!(failures(scratch().path(), runs));
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
    ];
    insta::assert_snapshot!(failures(folder.path(), runs));
}

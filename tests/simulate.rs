//! `teecast simulate`: latencies, saturation, columns of curves, traces, deadlocks. What is refused,
//! and parts on disk, are in `simulate_refusals.rs` and `simulate_parts.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use teecast::spec::option::ConfigOption;
use teecast::spec::{RawConfig, config};

use crate::ROOT;
use crate::program::{failures, scratch, succeed, teecast};

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
    let latency = |options: &str| {
        let run = format!(
            "simulate region --mesh 8x8 --algorithm {options} --regions full --broadcasts 200 \
             --length 8 --load 0.005 --warm-up 1000 --batch 1000 --batches 10"
        );
        let points = points(&run);
        assert!(value(&points[0], "messages") > 10.0 && value(&points[0], "unicasts") > 40.0);
        value(&points[0], "latency")
    };
    let [nearest, fixed, software] = ["nearest-corner", "fixed-corner", "recursive-doubling"]
        .map(|algorithm| latency(&format!("{algorithm} --vcs 4")));
    // To the corner 7 hops or 3.5 on average, 14 to the farthest node, 2 cycles each, and 8 flits.
    let alone = |hops: f64| 2.0 * (hops + 1.0) + 7.0;
    assert!((0.9..1.2).contains(&(fixed / alone(21.0))), "{fixed}");
    assert!((0.9..1.2).contains(&(nearest / alone(17.0))), "{nearest}");
    assert!(software > 1.5 * fixed, "{software}");
    // Emitted routers with one channel take a cycle a hop, and one each at both ends. A message has a header.
    let emitted = latency("fixed-corner --emitted") / (21.0 + 2.0 + 8.0);
    assert!((0.9..1.2).contains(&emitted), "{emitted}");
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
fn background_messages_leave_rounds_their_time() {
    let run = "simulate ihc --topology hypercube --n 4 --mu 2 --interleave 8 --length 2 --batch 1280 \
               --batches 5 --warm-up 1280";
    for load in [0.05, 0.8] {
        let points = points(&format!("{run} --load {load}"));
        // A copy takes 1 to 15 hops, and its second flit a slot more; rounds take 128 slots.
        assert_eq!(value(&points[0], "copy_latency"), 8.0 + 1.0);
        assert_eq!(points[0]["copies"], 5 * 10 * 4 * 16 * 15);
        assert!((value(&points[0], "accepted") / load - 1.0).abs() < 0.1, "{points:?}");
        // Two hops of two flits, on four links, and what rounds take.
        assert!(value(&points[0], "latency") > 4.0 * 16.0 / 15.0, "{points:?}");
    }
    let refused = teecast(Path::new(ROOT), &format!("{run} --load 0.1 --length 20"));
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

#[test]
fn emitted_routers_are_those_that_gen_writes_unless_options_say_otherwise() {
    let short = "--load 0.05 --warm-up 200";
    for (configuration, run, shared) in [
        (
            "family = ['hypercube']\nn = 3\nm = 4",
            "--length 4 --broadcasts 100 --batch 200 --batches 5",
            "n m vote classes lan",
        ),
        ("family = ['harts']\nn = 3", "--emitted --measured 20", "n interconnect"),
        (
            "family = ['region']\nmesh = '4x4'",
            "--emitted --length 4 --batch 200 --batches 5",
            "mesh algorithm vcs deliveries",
        ),
        (
            "family = ['region']\nmesh = '4x4'\nalgorithm = 'nearest-corner'",
            "--emitted --length 4 --batch 200 --batches 5",
            "mesh algorithm vcs deliveries",
        ),
    ] {
        let spec = RawConfig::from_toml(configuration).and_then(|raw| raw.validate());
        let spec = spec.expect("valid");
        let family = spec.families[0].family().name();
        let help = succeed(Path::new(ROOT), &format!("simulate {family} --help"));
        // What the simulator has, too.
        let typed = |raw: &RawConfig| {
            let has = |option: &&ConfigOption| help.contains(&format!(" --{} ", option.name));
            let options: Vec<_> = config::table().into_iter().filter(has).collect();
            let value = |option: &&'static ConfigOption| Some((*option, raw.get(option)?));
            options.iter().filter_map(value).map(|(it, value)| it.typed(value)).collect::<Vec<_>>()
        };
        let simulated = |options: &[String]| {
            let options = options.join(" --");
            let command = format!("simulate {family} --{options} {run} {short} --format json");
            let said = succeed(Path::new(ROOT), &command);
            let mut document: Value = serde_json::from_str(&said).expect("JSON");
            // They say what was typed.
            document["options"].take();
            document
        };
        let (least, all) = (typed(&spec.shortest()), typed(&spec.complete()));
        let names = all.iter().map(|typed| typed.split(' ').next().unwrap_or_default());
        assert_eq!(names.collect::<Vec<_>>().join(" "), shared);
        assert_eq!(simulated(&least), simulated(&all), "{least:?} means {all:?}");
    }
}

#[test]
fn broadcasts_saturate_at_three_times_their_latency_without_load() {
    let runs = [
        "simulate region --mesh 6x6 --algorithm nearest-corner --vcs 4 --length 8 --broadcasts 500 \
            --seed 3 --warm-up 1000 --batch 500 --batches 20 --precision 0.05",
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
fn all_kinds_have_the_same_columns() {
    let kinds = [
        "plain --mesh 4x4 --batch 100 --batches 5 --load 0.1",
        "hypercube --n 3 --m 4 --batch 100 --batches 5 --load 0.1",
        "harts --n 2 --measured 5 --warm-up 100 --broadcasts 50 --load 0.1",
        "region --mesh 4x4 --algorithm mst --batch 100 --batches 5 --load 0.1",
        "region --mesh 4x4 --algorithm mst --emitted --batch 100 --batches 5 --load 0.1",
        "ihc --topology torus --sides 4x4 --interleave 4 --batch 100 --batches 5 --load 0.1",
    ];
    for kind in kinds {
        let folder = scratch();
        succeed(folder.path(), &format!("simulate {kind} --out curve"));
        let csv = fs::read_to_string(folder.path().join("curve/points.csv")).expect("written");
        let head = "load,latency,half_width,largest,p50,p95,p99,p99_9,copy_latency,messages,copies,\
            unicast_latency,unicasts,accepted,hops,link_use,paused,cycles,ending";
        let all = csv.lines().next().expect("a head");
        let options = all.strip_prefix(head).unwrap_or_else(|| panic!("{kind}: {all}"));
        assert!(options.ends_with(",seed") && !options.contains("load"), "{kind}: {all}");
        let mut names = BTreeSet::new();
        assert!(all.split(',').all(|name| names.insert(name)), "{kind}: {all}");
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
        let [p50, p95, p99, p99_9, largest] =
            ["p50", "p95", "p99", "p99_9", "largest"].map(|key| value(&document["points"][0], key));
        let ascending = 0.0 < p50 && p50 <= p95 && p95 <= p99 && p99 <= p99_9;
        assert!(ascending && p99_9 <= largest, "{kind}: {json}");
        let bars = fs::read_to_string(folder.path().join("curve/histogram.svg")).expect("drawn");
        assert!(bars.contains("load 0.1"), "{kind}: {bars}");
    }
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
    assert_eq!(["p50", "p95", "p99_9"].map(|key| value(&document, key)), [14.0, 17.0, 17.0]);
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

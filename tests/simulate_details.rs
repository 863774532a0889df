//! `teecast simulate --messages`, `--links` and `--heat-map`: what one run says of each message and link.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{failures, scratch, succeed};

/// A table by rows and columns.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("written");
        let cells = |line: &str| line.split(',').map(str::to_string).collect::<Vec<_>>();
        let mut lines = text.lines().map(cells);
        let head = lines.next().expect("a head");
        let rows: Vec<Vec<String>> = lines.collect();
        assert!(rows.iter().all(|row| row.len() == head.len()), "{text}");
        Self { head, rows }
    }

    /// Returns the cell of a row in a column.
    fn cell<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        let place = self.head.iter().position(|name| name == column);
        &row[place.unwrap_or_else(|| panic!("no column {column}"))]
    }

    fn number(&self, row: &[String], column: &str) -> Option<f64> {
        self.cell(row, column).parse().ok()
    }

    fn sum(&self, column: &str) -> f64 {
        self.rows.iter().filter_map(|row| self.number(row, column)).sum()
    }
}

/// Which messages a point is about, by their destination.
type Chosen = fn(&str) -> bool;

#[test]
fn messages_and_links_of_all_kinds_add_up_to_the_point() {
    let effort = "--warm-up 0 --batch 400 --batches 5 --precision 1e-9";
    let broadcast = |to: &str| to.contains(':') || to == "all";
    let any = |_: &str| true;
    // Options, links, which messages the point is about, and whether its hops end with the run.
    let kinds: [(&str, usize, Chosen, bool); 8] = [
        ("plain --mesh 4x3 --length 1:1,5:1 --load 0.2", 34, any, true),
        ("plain --torus 3x3 --load 0.4", 36, any, true),
        ("hypercube --n 3 --m 4 --destinations 3 --broadcasts 100 --load 0.1", 24, any, true),
        ("region --mesh 4x3 --algorithm nearest-corner --length 4 --load 0.1", 34, broadcast, true),
        ("region --mesh 4x3 --algorithm recursive-doubling --load 0.03", 34, broadcast, true),
        ("region --mesh 4x3 --algorithm mst --emitted --length 4 --load 0.1", 34, broadcast, true),
        ("ihc --topology torus --sides 3x4 --interleave 6 --length 2 --load 0.3", 48, any, false),
        (
            "harts --n 3 --k 2 --length 20 --load 0.1 --broadcasts 50 --measured 20",
            114,
            broadcast,
            false,
        ),
    ];
    let emitted = "harts --n 2 --emitted --k 2 --load 0.1 --broadcasts 100 --measured 20";
    for (kind, links, measured, exact) in
        kinds.into_iter().chain([(emitted, 42, broadcast as Chosen, false)])
    {
        let folder = scratch();
        let effort = if kind.starts_with("harts") { "--warm-up 0" } else { effort };
        let run = format!(
            "simulate {kind} {effort} --messages messages.csv --links links.csv --heat-map map.svg"
        );
        let plain = format!("simulate {kind} {effort} --format json");
        let document: Value = serde_json::from_str(&succeed(folder.path(), &plain)).expect("JSON");
        let noted: Value =
            serde_json::from_str(&succeed(folder.path(), &format!("{run} --format json")))
                .expect("JSON");
        assert_eq!(noted, document, "{kind}: what is noted changes nothing");
        let point = &document["points"][0];
        let expected = |key: &str| point[key].as_f64().unwrap_or_else(|| panic!("{key}: {point}"));

        let messages = Table::read(&folder.path().join("messages.csv"));
        let number = |row: &[String], column: &str| {
            messages.number(row, column).unwrap_or_else(|| panic!("{kind}: {column} of {row:?}"))
        };
        let ended = |row: &&Vec<String>| {
            measured(messages.cell(row, "destination"))
                && !messages.cell(row, "last_delivery").is_empty()
        };
        let about: Vec<&Vec<String>> = messages.rows.iter().filter(ended).collect();
        // The traffic goes on until the last of them has arrived.
        let drained =
            if kind.starts_with("harts") { expected("messages") as usize } else { about.len() };
        let about = &about[..drained];
        assert_eq!(about.len() as f64, expected("messages"), "{kind}");
        let latency = |row: &&Vec<String>| number(row, "last_delivery") - number(row, "made");
        let mean = about.iter().map(latency).sum::<f64>() / about.len() as f64;
        assert!((mean - expected("latency")).abs() < 1e-4, "{kind}: {mean}");
        for row in about {
            let times = ["made", "injected", "first_delivery", "last_delivery"];
            let times = times.map(|column| number(row, column));
            assert!(times.is_sorted(), "{kind}: {row:?}");
            assert_eq!(number(row, "queueing"), times[1] - times[0], "{kind}: {row:?}");
            let itself = messages.cell(row, "source") == messages.cell(row, "destination");
            assert!(itself || number(row, "hops") > 0.0, "{kind}: {row:?}");
        }

        let table = Table::read(&folder.path().join("links.csv"));
        assert_eq!(table.rows.len(), links, "{kind}");
        let used = table.sum("use") / links as f64;
        assert!((used / expected("link_use") - 1.0).abs() < 0.05, "{kind}: {used}");
        if exact {
            assert_eq!(table.sum("flits"), expected("hops"), "{kind}");
        }
        assert!(table.sum("wait") > 0.0, "{kind}");
        let map = fs::read_to_string(folder.path().join("map.svg")).expect("drawn");
        assert_eq!(map.matches("<line ").count(), links, "{kind}");
    }
}

#[test]
fn given_messages_have_rows_too() {
    let folder = scratch();
    let text = "cycle,source,destination,length\n0,0,3,4\n0,3,3,1\n100, 1, 2, 1\n100,1,3,2\n";
    fs::write(folder.path().join("plain.csv"), text).expect("writable");
    let text = "cycle,source,destination,length\n300,1,all,2\n0,0,7,1\n200,2,3 2 5,1\n";
    fs::write(folder.path().join("cube.csv"), text).expect("writable");
    let mut all = String::new();
    for run in ["plain --mesh 2x2 --trace plain.csv", "hypercube --n 3 --m 4 --trace cube.csv"] {
        succeed(folder.path(), &format!("simulate {run} --messages m.csv --links l.csv"));
        for name in ["m.csv", "l.csv"] {
            let text = fs::read_to_string(folder.path().join(name)).expect("written");
            let used = |line: &&str| name == "m.csv" || !line.contains(",0,0,0,");
            let lines: Vec<&str> = text.lines().filter(used).collect();
            all += &format!("{run}: {name}\n{}\n\n", lines.join("\n"));
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn noted_messages_can_be_played_again() {
    let folder = scratch();
    let mesh = "simulate plain --mesh 4x4 --vcs 1";
    let effort = "--load 0.2 --warm-up 0 --batch 200 --batches 5 --messages first.csv";
    succeed(folder.path(), &format!("{mesh} {effort}"));
    succeed(folder.path(), &format!("{mesh} --trace first.csv --messages second.csv"));
    let [first, second] =
        ["first.csv", "second.csv"].map(|name| Table::read(&folder.path().join(name)));
    assert_eq!(first.rows.len(), second.rows.len());
    let arrived =
        |pair: &(&Vec<String>, &Vec<String>)| !first.cell(pair.0, "last_delivery").is_empty();
    let pairs: Vec<_> = first.rows.iter().zip(&second.rows).filter(arrived).collect();
    assert!(pairs.len() > 1000 && pairs.iter().all(|(one, other)| one == other));
}

#[test]
fn a_node_that_fails_stops_the_sources_until_the_network_knows() {
    let folder = scratch();
    // A long message is on its way when node 1 fails; others wait, and then go around it.
    let text = "cycle,source,destination,length\n95,2,5,60\n110,0,3,1\n110,6,1 4,1\n110,1,0,1\n300,0,1,1\n";
    fs::write(folder.path().join("trace.csv"), text).expect("writable");
    let run =
        "simulate hypercube --n 3 --m 4 --trace trace.csv --messages m.csv --links l.csv --faulty";
    let said = succeed(folder.path(), &format!("{run} 1@100 --format json"));
    let found: Value = serde_json::from_str(&said).expect("JSON");
    let messages = Table::read(&folder.path().join("m.csv"));
    let number = |row: usize, column: &str| messages.number(&messages.rows[row], column);
    let ended = number(0, "last_delivery").expect("it arrives");
    assert!(ended > 155.0);
    for waiting in [1, 2] {
        let injected = number(waiting, "injected").expect("it is sent");
        assert!(injected >= ended && injected < ended + 10.0, "{:?}", messages.rows);
        assert!(number(waiting, "last_delivery").is_some());
    }
    // Of two destinations one has failed; the message of node 1 is given up, the last one never made.
    assert_eq!((number(2, "copies"), messages.rows.len()), (Some(1.0), 4));
    assert_eq!(number(3, "last_delivery"), None);
    assert_eq!((&found["messages"], &found["copies"]), (&3.into(), &3.into()));
    let paused = found["paused"].as_f64().expect("sources paused");
    assert!((ended - 100.0..ended - 90.0).contains(&paused), "{paused}, {ended}");
    let links = Table::read(&folder.path().join("l.csv"));
    for row in &links.rows {
        let at_1 = links.cell(row, "node") == "1" || links.cell(row, "to") == "1";
        // The long message may have crossed it before.
        assert!(!at_1 || ["0", "61"].contains(&links.cell(row, "flits")), "{row:?}");
    }
    // Without fault nobody waits.
    succeed(folder.path(), &format!("{run} 7@200"));
    let messages = Table::read(&folder.path().join("m.csv"));
    assert_eq!(messages.sum("queueing"), 0.0, "{:?}", messages.rows);
    let refused = [
        "simulate hypercube --n 3 --m 4 --load 0.1 --faulty 1@",
        "simulate hypercube --n 3 --m 4 --load 0.1 --faulty 1,1@500",
        "simulate hypercube --n 3 --m 4 --load 0.1 --faulty 1@500,2@800",
        "simulate plain --mesh 4x4 --load 0.1 --faulty 3",
        "simulate region --mesh 4x4 --algorithm mst --load 0.1 --faulty 3@100",
    ];
    insta::assert_snapshot!(failures(folder.path(), refused));
}

#[test]
fn details_of_several_runs_are_refused() {
    let folder = scratch();
    let plain = "simulate plain --mesh 4x4 --messages m.csv";
    let runs = [
        format!("{plain} --load 0.1,0.2"),
        format!("{plain} --load 0.1 --saturation"),
        format!("{plain} --load 0.1 --sweep vcs=1,2"),
        format!("{plain} --load 0.1 --shard 1/2 --out parts"),
        "simulate plain --mesh 40x40 --load 0.1 --heat-map map.svg".to_string(),
        "simulate plain --mesh 4x4 --load 0.1 --batches 5 --batch 100 --links none/l.csv"
            .to_string(),
    ];
    insta::assert_snapshot!(failures(folder.path(), runs.iter().map(String::as_str)));
}

//! [LS94] V and VI: all-to-all reliable broadcasts, from formulas and, where the model has the
//! algorithm, from its execution.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::harts::broadcast;
use teecast_model::torus::{self, Pattern};
use teecast_spec::topology::{Cube, HexMesh};

use super::hexagons::longest;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// Nodes of the systems that the tables are evaluated for.
const NODES: f64 = 1024.0;
/// FIFO buffers that a packet fills.
const MU: f64 = 2.0;
/// Time of a cut-through. **Units**: ms.
const ALPHA: f64 = 20e-6;
/// Time of a start-up. **Units**: ms.
const STARTUP: f64 = 0.5;

/// A time as its parts.
struct Time {
    /// **Units**: start-ups (with queueing delays, where there are any).
    startups: f64,
    /// **Units**: cut-throughs.
    cuts: f64,
}

/// Returns one reliable broadcast of every node after another: `sends` stored, `cuts` cut through.
fn one_by_one(sends: f64, cuts: f64, mu: f64) -> Time {
    Time { startups: NODES * sends, cuts: NODES * (sends * mu + cuts) }
}

/// The interleaved Hamiltonian cycles: eta stages, each once round the cycle.
fn cycles(nodes: f64, eta: f64, mu: f64) -> Time {
    Time { startups: eta, cuts: eta * (mu + nodes - 2.0) }
}

/// All times of table II, with eta stages.
fn times(eta: f64) -> [(&'static str, Time); 5] {
    let (log, ring) = (NODES.log2(), NODES.sqrt());
    let edge = ((NODES - 1.0) / 3.0).sqrt();
    [
        ("IHC", cycles(NODES, eta, MU)),
        ("VRS-ATA", one_by_one(log - 1.0, 2.0, MU)),
        ("KS-ATA", one_by_one(3.0, 2.0 * edge - 5.0, MU)),
        ("VSQ-ATA", one_by_one(3.0, 2.0 * ring - 6.0, MU)),
        ("FRS", Time { startups: log + 1.0, cuts: (NODES - 1.0) * MU }),
    ]
}

/// All times of table IV: nothing is cut through.
fn worst_times(eta: f64) -> [(&'static str, Time); 5] {
    let (log, ring) = (NODES.log2(), NODES.sqrt());
    let edge = ((NODES - 1.0) / 3.0).sqrt();
    let stored = |hops: f64| Time { startups: hops, cuts: hops * MU };
    [
        ("IHC", stored(eta * (NODES - 1.0))),
        ("VRS-ATA", stored(NODES * (log + 1.0))),
        ("KS-ATA", stored(NODES * (2.0 * edge - 2.0))),
        ("VSQ-ATA", stored(NODES * (2.0 * ring - 3.0))),
        ("FRS", Time { startups: log + 1.0, cuts: (NODES - 1.0) * MU }),
    ]
}

fn show(times: [(&'static str, Time); 5]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("times", &["algorithm", "start-ups", "cut-throughs"]);
    for (name, Time { startups, cuts }) in times {
        table.push([name.to_string(), number(startups), number(cuts)]);
        outcome.exact(format!("{name}: start-ups"), startups);
        outcome.exact(format!("{name}: cut-throughs"), cuts);
    }
    outcome.tables.push(table);
    outcome
}

/// Table I: the RS algorithm in Q_4, executed.
///
/// In step 1 the source sends a copy in every direction i; in step s every holder of copy i sends
/// it in direction i + s - 1 modulo n.
pub fn table_1(_: &Context) -> Outcome {
    const N: u32 = 4;
    let mut outcome = Outcome::default();
    let mut table = Table::new("sends", &["step", "copy", "from", "to"]);
    let mut links = BTreeSet::new();
    let mut paths: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
    let mut returns = 0;
    for copy in 0..N {
        // The way to each holder, the source first.
        let mut holders = vec![vec![0, 1 << copy]];
        table.push([1, copy, 0, 1 << copy]);
        links.insert((0, copy));
        for step in 2..=N + 1 {
            let direction = (copy + step - 1) % N;
            for mut way in holders.clone() {
                let from = *way.last().expect("a way has nodes");
                let to = Cube::across(from, direction);
                table.push([step, copy, from, to]);
                links.insert((from, direction));
                way.push(to);
                if to == 0 { returns += 1 } else { holders.push(way) }
            }
        }
        for way in holders {
            let node = *way.last().expect("a way has nodes");
            paths.entry(node).or_default().push(way);
        }
    }
    let hops = |way: &Vec<u32>| way.len() as u32 - 1;
    let disjoint = |ways: &&Vec<Vec<u32>>| {
        let inner: Vec<u32> = ways.iter().flat_map(|way| way[1..way.len() - 1].to_vec()).collect();
        inner.iter().collect::<BTreeSet<_>>().len() == inner.len()
    };
    outcome.exact("sends", table.rows.len() as f64);
    outcome.exact("directed links used", links.len() as f64);
    outcome.exact("returns to the source", returns);
    outcome
        .exact("fewest copies at a node", paths.values().map(Vec::len).min().unwrap_or(0) as f64);
    outcome.exact("longest path", paths.values().flatten().map(hops).max().unwrap_or(0));
    outcome.exact("nodes with disjoint paths", paths.values().filter(disjoint).count() as f64);
    outcome.tables.push(table);
    outcome
}

/// Table II: execution times in an idle network, with three stages.
pub fn table_2(_: &Context) -> Outcome {
    let mut outcome = show(times(3.0));
    // The path lengths of two of the formulas, executed: a mesh of edge 19 has 1027 nodes.
    let hexagons = broadcast::reliable(&HexMesh::new(19), 6, 0, &BTreeSet::new());
    let squares = torus::broadcast([32; 2], Pattern::Comb, 0, &BTreeSet::new());
    let squares = squares.expect("the sides are in range");
    for (name, (sends, cuts)) in [("KS", longest(&hexagons)), ("VSQ", longest(&squares))] {
        outcome.exact(format!("{name} executed: sends"), sends);
        outcome.exact(format!("{name} executed: cut-throughs"), cuts);
    }
    outcome
}

/// Table III: execution times with two stages.
pub fn table_3(_: &Context) -> Outcome {
    show(times(2.0))
}

/// Table IV: the worst case with two stages.
pub fn table_4(_: &Context) -> Outcome {
    show(worst_times(2.0))
}

/// The numbers quoted for Q_10 and Q_16.
pub fn numbers(_: &Context) -> Outcome {
    let total = |time: Time| time.startups * STARTUP + time.cuts * ALPHA;
    let (small, large) = (1024.0, 65536.0);
    let found = [
        ("packets in Q_16", 16.0 * large * (large - 1.0)),
        ("Q_10: cut-throughs", cycles(small, 2.0, 2.0).cuts * ALPHA),
        ("Q_16: cut-throughs", cycles(large, 2.0, 2.0).cuts * ALPHA),
        ("Q_16: whole time, eta = mu = 2", total(cycles(large, 2.0, 2.0))),
        ("Q_16: whole time, eta = mu = 1", total(cycles(large, 1.0, 1.0))),
    ];
    let mut outcome = Outcome::default();
    let mut table = Table::new("quantities", &["quantity", "value [times in ms]"]);
    for (name, value) in found {
        table.push([name.to_string(), number(value)]);
        outcome.exact(name, value);
    }
    outcome.tables.push(table);
    outcome
}

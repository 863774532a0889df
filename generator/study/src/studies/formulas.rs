//! [LS94] V and VI: all-to-all reliable broadcasts, from formulas and, where the model has the
//! algorithm, from its execution.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use teecast_model::harts::broadcast::{self, Letter};
use teecast_model::ihc::recursive;
use teecast_model::ihc::round::{Execution, execute};
use teecast_model::ihc::route;
use teecast_model::ihc::schedule::Schedule;
use teecast_model::relay::Tree;
use teecast_model::torus::{self, Pattern, Tag};
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::HexMesh;
use teecast_spec::topology::hamiltonian::{Network, Rings};

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
pub fn table_1(_: &Context) -> Outcome {
    const N: u32 = 4;
    let mut outcome = Outcome::default();
    let mut table = Table::new("sends", &["step", "copy", "from", "to"]);
    let sends = recursive::broadcast(N, 0);
    let mut links = BTreeSet::new();
    let mut paths: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
    let mut returns = 0;
    for (index, send) in sends.iter().enumerate() {
        table.push([send.step, send.copy, send.from, send.to]);
        links.insert((send.from, send.direction));
        if send.to == 0 {
            returns += 1;
        } else {
            paths.entry(send.to).or_default().push(recursive::path(&sends, index));
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

/// Executes a round with packets of two buffers.
fn executed(network: Network, interleave: Interleave) -> (Schedule, Execution) {
    let schedule = Schedule::new(network.nodes(), MU as u32, interleave);
    let execution = execute(&Rings::new(network), &schedule, |_| ());
    (schedule, execution)
}

/// Table II: execution times in an idle network, with three stages.
pub fn table_2(_: &Context) -> Outcome {
    let mut outcome = show(times(3.0));
    let [three, four] = [3, 4].map(|eta| executed(Network::Cube(10), Interleave::Distance(eta)).1);
    outcome.exact("IHC executed, eta = 3: displaced flits", three.displaced as f64);
    outcome.exact("IHC executed, eta = 4: displaced flits", four.displaced as f64);
    outcome.exact("IHC executed, eta = 4: cut-throughs", four.slots);
    // The path lengths of two of the formulas, executed.
    let (hexagons, squares) = (hexagons(), squares());
    for (name, (sends, cuts)) in [("KS", hexagons.longest()), ("VSQ", squares.longest())] {
        outcome.exact(format!("{name} executed: sends"), sends);
        outcome.exact(format!("{name} executed: cut-throughs"), cuts);
    }
    outcome
}

/// Table III: execution times with two stages.
pub fn table_3(_: &Context) -> Outcome {
    let mut outcome = show(times(2.0));
    for (name, network) in [("Q_10", Network::Cube(10)), ("SQ_32", Network::Torus([32; 2]))] {
        let (schedule, execution) = executed(network, Interleave::Distance(2));
        outcome.exact(format!("IHC executed on {name}: start-ups"), schedule.stages());
        outcome.exact(format!("IHC executed on {name}: cut-throughs"), execution.slots);
        outcome
            .exact(format!("IHC executed on {name}: displaced flits"), execution.displaced as f64);
    }
    // 1027 nodes.
    let hexmesh = Network::Hexmesh(19);
    let (_, execution) = executed(hexmesh, Interleave::Distance(2));
    outcome.exact("IHC executed on H_19: displaced flits", execution.displaced as f64);
    let (schedule, execution) = executed(hexmesh, Interleave::Minimal);
    outcome.exact("IHC executed on H_19 in blocks: start-ups", schedule.stages());
    outcome.exact("IHC executed on H_19 in blocks: displaced flits", execution.displaced as f64);
    outcome
}

/// Table IV: the worst case with two stages.
pub fn table_4(_: &Context) -> Outcome {
    let mut outcome = show(worst_times(2.0));
    // Hops of the longest paths, each of which is stored then.
    let cube = Network::Cube(10);
    let schedule = Schedule::new(cube.nodes(), MU as u32, Interleave::Distance(2));
    let course = route::run(&Rings::new(cube), &schedule, 0, &BTreeSet::new());
    let course = course.expect("node 0 is healthy");
    outcome.exact("IHC executed on Q_10: start-ups", schedule.stages() * course.steps);
    let sends = recursive::broadcast(10, 0);
    let hops = |index: usize| recursive::path(&sends, index).len() as u32 - 1;
    let kept = (0..sends.len()).filter(|index| sends[*index].to != 0);
    let longest = kept.map(hops).max().unwrap_or(0);
    outcome.exact("VRS-ATA executed on Q_10: start-ups", cube.nodes() * longest);
    let (hexagons, squares) = (hexagons(), squares());
    for (name, (stored, cut)) in [("KS", hexagons.longest()), ("VSQ", squares.longest())] {
        outcome.exact(format!("{name} executed: hops"), stored + cut);
    }
    outcome
}

/// One broadcast in the hexagonal mesh of edge 19, which has 1027 nodes.
fn hexagons() -> Tree<Letter> {
    broadcast::reliable(&HexMesh::new(19), 6, 0, &BTreeSet::new())
}

/// One broadcast in the torus of 1024 nodes.
fn squares() -> Tree<Tag> {
    let squares = torus::broadcast([32; 2], Pattern::Comb, 0, &BTreeSet::new());
    squares.expect("the sides are in range")
}

/// The numbers quoted for Q_10 and Q_16, and rounds of smaller cubes, executed.
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
    // One packet of one buffer on every link in every slot: a round ends with slot N - 1.
    let ends = |n: &u32| {
        let nodes = 1 << *n;
        let schedule = Schedule::new(nodes, 1, Interleave::Distance(1));
        let execution = execute(&Rings::new(Network::Cube(*n)), &schedule, |_| ());
        let packets = u64::from(2 * (n / 2) * nodes * (nodes - 1));
        f64::from(execution.slots) == cycles(nodes.into(), 1.0, 1.0).cuts
            && (execution.flits, execution.displaced) == (packets, 0)
    };
    let ended = (4..=12).into_par_iter().filter(ends).count();
    let mut outcome = Outcome::default();
    outcome.exact("Q_4 to Q_12: rounds that end in the slot of the formula", ended as f64);
    let mut table = Table::new("quantities", &["quantity", "value [times in ms]"]);
    for (name, value) in found {
        table.push([name.to_string(), number(value)]);
        outcome.exact(name, value);
    }
    outcome.tables.push(table);
    outcome
}

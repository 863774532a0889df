//! [KS91] 4 and 5: longest paths, latencies and disjoint copies of the k-reliable broadcast.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use teecast_model::harts::broadcast::{self, Letter};
use teecast_model::relay::{Arrived, Switching, Tree};
use teecast_spec::topology::{HexMesh, Topology};

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

const K: std::ops::RangeInclusive<u32> = 1..=6;
/// Edge lengths for which the paper checked disjoint paths.
const CHECKED: std::ops::RangeInclusive<u32> = 3..=15;
/// The largest edge length that is checked here.
const LARGEST: u32 = 30;

fn reliable(n: u32, k: u32) -> Tree<Letter> {
    broadcast::reliable(&HexMesh::new(n), k, 0, &BTreeSet::new())
}

/// Table I: the longest path of each broadcast.
pub fn table_1(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("longest", &["k", "n", "sends", "cut-throughs"]);
    for k in K {
        for n in CHECKED {
            let (sends, through) = reliable(n, k).longest();
            table.push([k, n, sends, through]);
            outcome.exact(format!("k = {k}, n = {n}: sends"), sends);
            outcome.exact(format!("k = {k}, n = {n}: cut-throughs"), through);
        }
    }
    outcome.tables.push(table);
    outcome
}

/// Table II: SBCAST without cut-through against Algorithm A where links are busy.
pub fn table_2(_: &Context) -> Outcome {
    const N: u32 = 3;
    let mut outcome = Outcome::default();
    let ring = broadcast::ring(&HexMesh::new(N), 0, &BTreeSet::new());
    let (_, between) = ring.longest();
    let (simple, _) = reliable(N, 1).longest();
    let head = ["link utilization", "SBCAST [S + rM]", "Algorithm A [S + rM]", "Algorithm A [d]"];
    let mut table = Table::new("latency", &head);
    let mut stored = Vec::new();
    for percent in [0, 5, 10, 15, 20] {
        // Each node in between stores the packet with the probability that its link is busy.
        let busy = f64::from(percent) / 100.0;
        let sends = f64::from(between) * busy + 1.0;
        let through = f64::from(between) * (1.0 - busy);
        table.push([busy, simple.into(), sends, through].map(number));
        outcome.exact(format!("rho = {busy:.2}: SBCAST, S + rM"), simple);
        outcome.exact(format!("rho = {busy:.2}: Algorithm A, S + rM"), sends);
        outcome.exact(format!("rho = {busy:.2}: Algorithm A, d"), through);
        stored.push((busy, sends, 0.0));
    }
    let mut chart = Chart::new("link utilization", "sends on the longest path [S + rM]");
    chart.curve("Algorithm A", stored.iter().copied());
    chart.curve("SBCAST", stored.iter().map(|(busy, ..)| (*busy, simple.into(), 0.0)));
    outcome.tables.push(table);
    outcome.pictures.push(
        chart.picture(
            "latency",
            "Sends on the longest path against link utilization, edge length 3.",
        ),
    );
    outcome
}

/// Returns whether every node gets k copies over k links and node-disjoint paths, and no link
/// carries two packets.
fn is_disjoint(tree: &Tree<Letter>, nodes: u32, k: u32) -> bool {
    let links: BTreeSet<(u32, u32)> =
        tree.sends.iter().map(|send| (send.from, send.channel)).collect();
    let mut copies: BTreeMap<u32, Vec<&Arrived>> = BTreeMap::new();
    tree.deliveries.iter().for_each(|copy| copies.entry(copy.node).or_default().push(copy));
    let disjoint = |copies: &Vec<&Arrived>| {
        let between = copies.iter().flat_map(|copy| tree.path(copy).map(|send| send.from));
        let inner: Vec<u32> = between.filter(|node| *node != 0).collect();
        let links: BTreeSet<u32> = copies.iter().map(|copy| copy.in_direction).collect();
        copies.len() == k as usize
            && links.len() == copies.len()
            && inner.iter().collect::<BTreeSet<_>>().len() == inner.len()
    };
    links.len() == tree.traffic
        && copies.len() == nodes as usize - 1
        && !copies.contains_key(&0)
        && copies.values().all(disjoint)
}

/// The copies of each broadcast, with the paper's sizes and beyond.
pub fn disjoint(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut table = Table::new("copies", &["n", "nodes", "k", "links", "packets sent", "disjoint"]);
    let cases: Vec<(u32, u32)> = (3..=LARGEST).flat_map(|n| K.map(move |k| (n, k))).collect();
    let rows: Vec<(u32, u32, [String; 6], bool)> = cases
        .into_par_iter()
        .map(|(n, k)| {
            let (tree, nodes) = (reliable(n, k), HexMesh::new(n).nodes());
            let sent = tree.sends.iter().filter(|send| send.switching == Switching::Send).count();
            let good = is_disjoint(&tree, nodes, k);
            let cells =
                [n, nodes, k, tree.traffic as u32, sent as u32].map(|cell| cell.to_string());
            let [n_cell, nodes, k_cell, links, sent] = cells;
            (n, k, [n_cell, nodes, k_cell, links, sent, good.to_string()], good)
        })
        .collect();
    for (last, name) in [(*CHECKED.end(), "3 to 15"), (LARGEST, "3 to 30")] {
        for k in K {
            let good =
                rows.iter().filter(|(n, of, _, good)| *n <= last && *of == k && *good).count();
            outcome.exact(format!("k = {k}: meshes n = {name} with disjoint paths"), good as f64);
        }
    }
    rows.into_iter().for_each(|(_, _, cells, _)| table.push(cells));
    outcome.tables.push(table);
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_copies_and_shared_paths_are_seen() {
        let nodes = HexMesh::new(4).nodes();
        assert!(is_disjoint(&reliable(4, 3), nodes, 3));
        assert!(!is_disjoint(&reliable(4, 3), nodes, 4), "a copy is missing");
        let around = broadcast::reliable(&HexMesh::new(4), 3, 0, &[5].into());
        assert!(!is_disjoint(&around, nodes, 3), "a node is missing");
        let mut shared = reliable(4, 3);
        // All copies of a node come the way of its first one.
        let first = shared.deliveries[20];
        shared.deliveries.iter_mut().filter(|copy| copy.node == first.node).for_each(|copy| {
            copy.send = first.send;
        });
        assert!(!is_disjoint(&shared, nodes, 3), "paths are shared");
    }
}

//! Throughput of one hypercube router whose channels all have multicasts, against the committed numbers in
//! `experiments/ours/router-throughput.csv`, which it renews.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use teecast::spec::{HypercubeSpec, Spec};
use teecast_cosim::build::Simulator;
use teecast_cosim::hypercube::router::RouterBench;
use teecast_cosim::hypercube::saturation::{Load, Throughput};
use teecast_writing::file;

use crate::{Failure, design};

const FILE: &str = "experiments/ours/router-throughput.csv";
const HEAD: &str = "destinations,data_flits,cycles,messages,frames,flits,frames_per_cycle\n";
/// The first seed, and how many there are: one set of messages is a chance of a percent or two.
const SEED: u64 = 1;
const SEEDS: u64 = 4;
const N: u32 = 6;
const M: u32 = 8;
const DESTINATIONS: [u32; 3] = [2, 4, 8];
const DATA: [u32; 3] = [1, 8, 64];
/// What may be lost.
const LEAST: f64 = 0.98;

/// Measures the throughput of one hypercube router under multicasts on all channels.
///
/// Simulates `hypercube_router` (n = 6, m = 8) with Verilator: every channel always has a message of 2, 4 or
/// 8 destinations and 1, 8 or 64 data flits. Compares the delivered frames a cycle with those in
/// experiments/ours/router-throughput.csv, and writes them there. When one of them is more than 2 % lower, the
/// exit code is 1 and the file stays as it is.
#[derive(clap::Args)]
pub struct Args {
    /// First of four seeds of the messages: prints the numbers only, to see how far they depend on the messages
    #[arg(long)]
    seed: Option<u64>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(seed) = args.seed {
        print!("{}", measure(seed)?);
        return Ok(());
    }
    let before =
        fs::read_to_string(FILE).map_err(|error| format!("cannot read {FILE}: {error}"))?;
    let table = measure(SEED)?;
    print!("{table}");
    let lost = losses(&rates(&before)?, &rates(&table)?);
    if !lost.is_empty() {
        return Err(lost.join("\n").into());
    }
    file::write(Path::new(FILE), table.as_bytes())?;
    Ok(())
}

/// Returns the table of all loads.
fn measure(seed: u64) -> Result<String, Failure> {
    let cube = HypercubeSpec { network: false, ..HypercubeSpec::new(N, M) };
    let families = vec![cube.clone().into()];
    let spec = Spec::new("throughput", families);
    let written = design::with_benches(&spec)?;
    let mut files = written.bench;
    for entry in fs::read_dir(&written.design)? {
        files.push(entry?.path());
    }
    // The order of a folder is chance, and what is built has to be found again.
    files.sort_unstable();
    eprintln!("building the simulation of the router");
    let bench = RouterBench::build(&cube, "", &files, Simulator::Verilator)?;
    let of = |destinations| DATA.map(|data| Load { destinations, data });
    let loads = DESTINATIONS.map(of).concat();
    let mut sums = vec![Throughput { cycles: 0, messages: 0, frames: 0, flits: 0 }; loads.len()];
    for seed in seed..seed + SEEDS {
        eprintln!("seed {seed}");
        let measured = bench.saturate(&loads, seed, written.folder.path())?;
        for ((load, one), sum) in loads.iter().zip(measured).zip(&mut sums) {
            let one = one.ok_or_else(|| format!("{load:?} did not leave the router"))?;
            sum.cycles += one.cycles;
            sum.messages += one.messages;
            sum.frames += one.frames;
            sum.flits += one.flits;
        }
    }
    let rows = loads.iter().zip(&sums).map(|(load, sum)| row(load, sum));
    Ok(HEAD.to_string() + &rows.collect::<String>())
}

fn row(load: &Load, throughput: &Throughput) -> String {
    let Load { destinations, data } = load;
    let Throughput { cycles, messages, frames, flits } = throughput;
    let rate = throughput.rate();
    format!("{destinations},{data},{cycles},{messages},{frames},{flits},{rate:.4}\n")
}

/// Returns the frames a cycle of a table by its first two columns.
fn rates(table: &str) -> Result<BTreeMap<String, f64>, Failure> {
    let rate = |line: &str| -> Result<(String, f64), Failure> {
        let refused = || Failure::from(format!("the line {line:?} is no row of throughput"));
        let cells: Vec<&str> = line.split(',').collect();
        let [destinations, data, cycles, _, frames, ..] = cells[..] else {
            return Err(refused());
        };
        let number = |cell: &str| cell.parse::<f64>().map_err(|_| refused());
        let load = format!("{destinations} destinations, {data} data flits");
        Ok((load, number(frames)? / number(cycles)?))
    };
    table.lines().skip(1).map(rate).collect()
}

/// Lists the loads whose rate is too low, and those that are in one of the tables only.
fn losses(before: &BTreeMap<String, f64>, now: &BTreeMap<String, f64>) -> Vec<String> {
    let loss = |(load, before): (&String, &f64)| match now.get(load) {
        Some(now) if *now >= LEAST * before => None,
        Some(now) => Some(format!("{load}: {now:.4} frames a cycle, {before:.4} before")),
        None => Some(format!("{load}: not measured, {before:.4} before")),
    };
    let is_new = |(load, _): &(&String, &f64)| !before.contains_key(*load);
    let new = now.iter().filter(is_new).map(|(load, _)| format!("{load}: no number before"));
    before.iter().filter_map(loss).chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(frames: u32) -> String {
        format!("{HEAD}2,1,10000,500,{frames},9,0.1\n")
    }

    #[test]
    fn two_percent_may_be_lost() {
        let before = rates(&table(10000)).expect("a table");
        for (frames, lost) in [(12000, 0), (9800, 0), (9799, 1)] {
            let now = rates(&table(frames)).expect("a table");
            assert_eq!(losses(&before, &now).len(), lost, "{frames}");
        }
        let missing = losses(&before, &BTreeMap::new());
        assert_eq!(missing, ["2 destinations, 1 data flits: not measured, 1.0000 before"]);
        let new = losses(&BTreeMap::new(), &before);
        assert_eq!(new, ["2 destinations, 1 data flits: no number before"]);
    }

    #[test]
    fn a_row_that_is_none_is_refused() {
        assert!(rates(&format!("{HEAD}2,1\n")).is_err());
        assert!(rates(&format!("{HEAD}2,1,100,fast\n")).is_err());
    }
}

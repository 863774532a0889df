//! Area of the multicaster against its destination limit, for the choice of m: writes
//! `experiments/ours/area.csv`.

use std::path::Path;

use teecast::spec::{HypercubeSpec, Spec, Vote};
use teecast_writing::file;

use crate::synth::{Area, Recipe, synthesize};
use crate::{Failure, design};

const FILE: &str = "experiments/ours/area.csv";
const MODULE: &str = "mhu_multicaster";
const N: u32 = 6;
const LIMITS: [u32; 11] = [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 62];
/// The votes, and the largest destination limit whose synthesis takes minutes at most.
const VOTES: [(Vote, u32); 3] = [(Vote::Greedy, 62), (Vote::Look2, 12), (Vote::Nca, 12)];

/// Synthesises the multicaster for ECP5 and writes its area for every destination limit.
///
/// Rewrites experiments/ours/area.csv, from which `analyze choose-m` takes its areas. Takes about
/// an hour.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Result<(), Failure> {
    let mut table = String::from("vote,m,lut4,registers\n");
    for (vote, most) in VOTES {
        for m in LIMITS.into_iter().filter(|m| *m <= most) {
            let Area { luts, carries, registers, .. } = area(vote, m)?;
            // A carry cell stands in the place of two look-up tables.
            let row = format!("{},{m},{},{registers}\n", vote.name(), luts + 2 * carries);
            eprint!("{row}");
            table += &row;
        }
    }
    file::write(Path::new(FILE), table.as_bytes())?;
    Ok(())
}

fn area(vote: Vote, m: u32) -> Result<Area, Failure> {
    let cube = HypercubeSpec { network: false, vote, ..HypercubeSpec::new(N, m) };
    let (_folder, files) = design::hardware(&Spec::new("area", vec![cube.into()]))?;
    Ok(synthesize(&files, MODULE, None, Recipe::for_limit(m))?.area)
}

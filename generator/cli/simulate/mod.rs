//! `teecast simulate`: latency against load of a network, flit by flit.
//!
//! This file reads the options; `part` keeps answers on disk, `results` writes tables and curves,
//! `trace` reads given messages, `merge` joins what several machines have answered.

pub mod merge;
mod part;
mod results;
mod trace;
mod value;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use rayon::prelude::*;
use teecast_model::network::plain::{PlainConfig, PlainError};
use teecast_model::network::run::{Plan, RunError};
use teecast_model::network::sweep::{Answer, Job, Setup};
use teecast_model::network::topology::{Topology, TopologyError};
use teecast_model::traffic::{Pattern, PatternError};

use super::error::{Error, Kind};
use super::value::{Nodes, count, whole};
use super::{Format, Report, work};
use part::{Part, Sweep};
use value::{LengthMix, Loads, Radices, Shard};

/// Simulates a network flit by flit: latency under a load, a curve of many, and where it saturates.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "question", args = ["load", "saturation", "trace"], required = true, multiple = true)]
pub struct Args {
    #[command(flatten)]
    network: Network,

    /// Loads in flits for each node and cycle: a list, or from:to:step
    #[arg(long, value_name = "LOADS")]
    load: Option<Loads>,

    /// Searches the load at which latency is three times that without load
    #[arg(long)]
    saturation: bool,

    /// Plays the messages of a file: CSV with the columns cycle, source, destination, length
    #[arg(long, value_name = "FILE", conflicts_with_all = NOT_OF_A_TRACE)]
    trace: Option<PathBuf>,

    /// Where messages go
    #[arg(long, value_enum, default_value_t)]
    traffic: Traffic,

    /// Nodes that get a share of all messages (hotspot)
    #[arg(long, value_name = "NODES")]
    hot: Option<Nodes>,

    /// What hot nodes get of all messages, in parts of 1000
    #[arg(long, value_name = "SHARE", default_value_t = 100, value_parser = whole::<u32>)]
    #[arg(requires = "hot")]
    hot_share: u32,

    /// Flits of a message: a number, or length:weight,length:weight,..
    #[arg(long, value_name = "FLITS", default_value = "1")]
    length: LengthMix,

    #[command(flatten)]
    effort: Effort,

    /// Seed of all random numbers; the same seed gives the same results
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>)]
    seed: u64,

    /// Threads, one run each [default: one for each core]
    #[arg(long, value_parser = count)]
    threads: Option<NonZeroUsize>,

    /// Folder for points.csv, sweep.json and latency.svg; finished runs are kept there, and not
    /// run again
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Answers only part I of N; teecast merge joins the parts
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,

    /// How results are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The network and its routers.
#[derive(clap::Args)]
struct Network {
    #[command(flatten)]
    shape: Shape,

    /// Virtual channels of a link
    #[arg(long, default_value_t = 4, value_parser = whole::<u32>)]
    vcs: u32,

    /// Buffer of a virtual channel, in flits
    #[arg(long, value_name = "FLITS", default_value_t = 8, value_parser = whole::<u32>)]
    buffer: u32,

    /// Cycles until a router counts a credit that has come
    #[arg(long, value_name = "CYCLES", default_value_t = 1, value_parser = whole::<u32>)]
    credit_delay: u32,

    /// Breaks the rings of a torus; without it a torus can deadlock
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    #[arg(conflicts_with_all = ["mesh", "hypercube"])]
    dateline: bool,
}

/// Exactly one of these.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Shape {
    /// Mesh, nodes in each dimension
    #[arg(long, value_name = "AxBx..")]
    mesh: Option<Radices>,

    /// Torus, nodes in each dimension
    #[arg(long, value_name = "AxBx..")]
    torus: Option<Radices>,

    /// Hypercube, dimension
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    hypercube: Option<u32>,
}

/// How long a run lasts.
#[derive(clap::Args)]
struct Effort {
    /// Cycles before the first that counts
    #[arg(long, value_name = "CYCLES", default_value_t = 5000, value_parser = whole::<u64>)]
    warm_up: u64,

    /// Cycles of a batch, whose mean latency is one sample
    #[arg(long, value_name = "CYCLES", default_value_t = 2000, value_parser = whole::<u64>)]
    batch: u64,

    /// The most batches; a run ends before when it is precise, but not before five
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = whole::<u32>)]
    batches: u32,

    /// Half the width of the 95 % interval that is precise enough, in parts of the mean
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    precision: f64,
}

/// Options without effect on given messages.
const NOT_OF_A_TRACE: [&str; 14] = [
    "load",
    "saturation",
    "traffic",
    "hot",
    "hot_share",
    "length",
    "warm_up",
    "batch",
    "batches",
    "precision",
    "seed",
    "threads",
    "out",
    "shard",
];

/// The fewest batches of a run.
const LEAST: u32 = 5;
/// A run whose latency is this often the latency without load is not worth its time.
const LIMIT: f64 = 20.0;

/// How destinations are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Traffic {
    /// Every node as likely, the sender included
    #[default]
    Uniform,
    /// Other nodes, with a probability proportional to one over the distance
    DistanceInverse,
    /// Hot nodes get a share of all messages, the rest is uniform
    Hotspot,
    /// The upper half of the coordinates changes places with the lower
    Transpose,
    /// Every coordinate is counted from the other end
    BitComplement,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate --mesh 8x8 --load 0.1
  teecast simulate --hypercube 6 --load 0.1:0.9:0.1 --saturation --out curve
  teecast simulate --torus 4x4x4 --traffic transpose --length 1:3,5:1 --load 0.2
  teecast simulate --mesh 16x16 --load 0.01:0.25:0.01 --shard 1/4 --out curve
      answers a quarter of the runs; the same command continues where it was cut off";

/// Runs the command.
///
/// # Errors
/// Bad input: a network, a traffic or a plan that is not possible, a folder that cannot be written.
/// A failed check: a deadlock.
pub fn run(args: &Args) -> Result<Report, Error> {
    let setup = args.setup()?;
    if let Some(path) = &args.trace {
        return trace::run(&setup, path, args.format);
    }
    let loads = args.load.iter().flat_map(|loads| loads.0.iter().copied().map(Job::Load));
    // The search is the longest job: it begins first.
    let search = args.saturation.then_some(Job::Saturation);
    let sweep = Sweep { setup, jobs: search.into_iter().chain(loads).collect() };
    for &job in &sweep.jobs {
        sweep.setup.check(job).map_err(refused)?;
    }
    let shard = args.shard.unwrap_or(Shard { index: 1, of: 1 });
    let part = match &args.out {
        Some(folder) => Part::open(folder, &sweep, shard)?,
        None => Part::in_memory(&sweep, shard),
    };
    let part = answer(&sweep, part, args.threads)?;
    if shard.of > 1 {
        let count = part.answers.len();
        return Ok(format!("part {shard} is complete: {count} answers\n").into());
    }
    let answers: Vec<Answer> = part.answers.into_values().collect();
    results::report(&sweep, &answers, args.out.as_deref(), args.format)
}

/// Runs every job of a part that has no answer yet.
fn answer(sweep: &Sweep, part: Part, threads: Option<NonZeroUsize>) -> Result<Part, Error> {
    let pool = work::threads(threads)?;
    let open = part.open_jobs();
    let bar = work::bar(open.len() as u64, "runs");
    let part = Mutex::new(part);
    let result = pool.install(|| {
        // One by one, so that no thread keeps jobs for later while others are idle.
        open.into_par_iter().with_max_len(1).try_for_each(|index| {
            let answer = sweep.setup.answer(sweep.jobs[index]).map_err(refused)?;
            bar.inc(1);
            part.lock().expect("no thread panics while it writes").add(index, answer)
        })
    });
    bar.finish_and_clear();
    result.map(|()| part.into_inner().expect("no thread panicked"))
}

/// Says what to type instead of something that cannot run.
fn refused(cause: RunError) -> Error {
    let (kind, hint) = match &cause {
        RunError::Topology(TopologyError::Radix { .. }) => {
            (Kind::BadInput, "a dimension of a torus has 3 nodes or more, of a mesh 2")
        }
        RunError::Topology(_) => (Kind::BadInput, "try --mesh 8x8 or --hypercube 6"),
        RunError::Router(PlainError::Channels { .. }) => {
            (Kind::BadInput, "choose --vcs so that ports and channels multiply to at most 64")
        }
        RunError::Router(PlainError::Dateline(_)) => (Kind::BadInput, "try --vcs 4"),
        RunError::Router(_) => (Kind::BadInput, "try --buffer 8 --credit-delay 1"),
        RunError::Pattern(PatternError::HotNodes { .. }) => (Kind::BadInput, "try --hot 0"),
        RunError::Pattern(_) => (Kind::BadInput, "try --traffic uniform"),
        RunError::Load { .. } => (Kind::BadInput, "try --load 0.1"),
        RunError::Plan { .. } => (Kind::BadInput, "try --batch 2000 --batches 50 --precision 0.01"),
        RunError::Deadlock { .. } => (Kind::Failed, "a torus needs --dateline true"),
        RunError::Broken { .. } => {
            (Kind::Internal, "this is a mistake in teecast; please report it")
        }
    };
    Error::new(kind, cause).hint(hint)
}

impl Args {
    fn setup(&self) -> Result<Setup, Error> {
        let Network { vcs, buffer, credit_delay, dateline, .. } = self.network;
        let effort = &self.effort;
        Ok(Setup {
            topology: self.network.shape.topology(),
            router: PlainConfig { channels: vcs, buffer, dateline, credit_delay },
            pattern: self.pattern()?,
            lengths: self.length.0.clone(),
            plan: Plan {
                warm_up: effort.warm_up,
                batch: effort.batch,
                least: LEAST.min(effort.batches),
                most: effort.batches,
                precision: effort.precision,
                limit: LIMIT,
            },
            seed: self.seed,
        })
    }

    fn pattern(&self) -> Result<Pattern, Error> {
        if self.hot.is_some() && self.traffic != Traffic::Hotspot {
            return Err(Error::bad_input("--hot has no effect without --traffic hotspot")
                .hint("try --traffic hotspot"));
        }
        Ok(match self.traffic {
            Traffic::Uniform => Pattern::Uniform,
            Traffic::DistanceInverse => Pattern::DistanceInverse,
            Traffic::Hotspot => {
                let nodes = self.hot.clone().map_or(Vec::new(), |nodes| nodes.0);
                Pattern::Hotspot { nodes, share: self.hot_share }
            }
            Traffic::Transpose => Pattern::Transpose,
            Traffic::BitComplement => Pattern::BitComplement,
        })
    }
}

impl Shape {
    fn topology(&self) -> Topology {
        let radices = |radices: &Radices| radices.0.clone();
        match self {
            Shape { mesh: Some(mesh), .. } => Topology::Mesh(radices(mesh)),
            Shape { torus: Some(torus), .. } => Topology::Torus(radices(torus)),
            Shape { hypercube, .. } => Topology::Hypercube(hypercube.expect("one is required")),
        }
    }
}

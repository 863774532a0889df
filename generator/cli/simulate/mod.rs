//! `teecast simulate`: latency against load of a network, flit by flit.
//!
//! This file reads the options, `broadcasts` those of networks with broadcasts, `emitted` those of the
//! hypercube's own router; `setup` is what is
//! simulated. `part` keeps answers on disk, `results` writes tables and curves, `trace` reads given
//! messages, `merge` joins what several machines have answered.

mod broadcasts;
mod emitted;
pub mod merge;
mod part;
mod results;
mod setup;
mod trace;
mod value;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use rayon::prelude::*;
use teecast_model::harts::simulation::run as hexagon;
use teecast_model::hypercube::clocked as mhu;
use teecast_model::region::simulation::run as region;
use teecast_model::simulate::plain::PlainConfig;
use teecast_model::simulate::route::Layout;
use teecast_model::simulate::run::Plan;
use teecast_model::simulate::sweep::{self, Job};
use teecast_model::traffic::{Lengths, Pattern};

use super::error::Error;
use super::value::{Nodes, count, whole};
use super::{Format, Report, work};
use broadcasts::Broadcasts;
use emitted::Emitted;
use part::{Part, Sweep};
use setup::{Answer, Setup};
use value::{LengthMix, Loads, Radices, Shard};

/// Simulates a network flit by flit: latency under a load, a curve of many, and where it saturates.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "question", args = ["load", "saturation", "trace"], required = true, multiple = true)]
pub struct Args {
    #[command(flatten)]
    network: Network,

    /// Loads in flits for each node and cycle, of the hexagonal mesh in parts of its links' time: a
    /// list, or from:to:step
    #[arg(long, value_name = "LOADS")]
    load: Option<Loads>,

    /// Searches the load at which latency is three times that without load, with --algorithm and
    /// --harts that of broadcasts
    #[arg(long)]
    saturation: bool,

    /// Plays the messages of a file: CSV with the columns cycle, source, destination, length; with
    /// --m a destination is one node or more with blanks between them, or all
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

    /// Flits of a message, with --m without its header: a number, or length:weight,length:weight,..
    /// [default: 1, with --harts 64:3,128:5,512:2]
    #[arg(long, value_name = "FLITS")]
    length: Option<LengthMix>,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    broadcasts: Broadcasts,

    #[command(flatten)]
    emitted: Emitted,

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

    /// Hexagonal mesh, edge length
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    #[arg(conflicts_with_all = NOT_OF_A_HEXAGON)]
    harts: Option<u32>,
}

/// How long a run lasts.
#[derive(clap::Args)]
struct Effort {
    /// Cycles before the first that counts [default: 5000, with --harts 50000]
    #[arg(long, value_name = "CYCLES", value_parser = whole::<u64>)]
    warm_up: Option<u64>,

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
const NOT_OF_A_TRACE: [&str; 17] = [
    "destinations",
    "broadcasts",
    "regions",
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

/// Options without effect on the hexagonal mesh.
const NOT_OF_A_HEXAGON: [&str; 11] = [
    "vcs",
    "buffer",
    "credit_delay",
    "dateline",
    "trace",
    "traffic",
    "hot",
    "hot_share",
    "batch",
    "batches",
    "precision",
];

/// Cycles before the first that counts.
const WARM_UP: u64 = 5000;
/// The fewest batches of a run.
const LEAST: u32 = 5;
/// A run whose latency is this often the latency without load is not worth its time.
const LIMIT: f64 = 20.0;

/// How destinations are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Traffic {
    /// Every node as likely, the sender included (with --algorithm and --m, excluded)
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
      answers a quarter of the runs; the same command continues where it was cut off
  teecast simulate --mesh 16x16 --algorithm nearest-corner --length 8 --load 0.004,0.008
      a tenth of the messages are broadcasts to regions of the mesh
  teecast simulate --harts 5 --algorithm k-bcast --k 6 --load 0.1:0.4:0.1
      broadcasts among regular messages in the hexagonal mesh; with --emitted clock by clock
  teecast simulate --hypercube 6 --m 8 --vote nca --destinations 8 --length 4 --load 0.05,0.1
      the emitted router, clock by clock, with messages to 8 nodes";

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
        sweep.setup.check(job)?;
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
    let open = part.open_jobs();
    // A run is not divided.
    let most = NonZeroUsize::new(open.len()).unwrap_or(NonZeroUsize::MIN);
    let pool = work::threads(threads.map(|threads| threads.min(most)))?;
    let bar = work::bar(open.len() as u64, "runs");
    let part = Mutex::new(part);
    let result = pool.install(|| {
        // One by one, so that no thread keeps jobs for later while others are idle.
        open.into_par_iter().with_max_len(1).try_for_each(|index| {
            let answer = sweep.setup.answer(sweep.jobs[index])?;
            bar.inc(1);
            part.lock().expect("no thread panics while it writes").add(index, answer)
        })
    });
    bar.finish_and_clear();
    result.map(|()| part.into_inner().expect("no thread panicked"))
}

impl Args {
    fn setup(&self) -> Result<Setup, Error> {
        let Network { shape, vcs, buffer, credit_delay, dateline } = &self.network;
        let seed = self.seed;
        if let Some(n) = shape.harts {
            let paper = self.broadcasts.hexagon(n)?;
            let lengths = self.length.as_ref().map_or(paper.lengths, |mix| mix.0.clone());
            let warm_up = self.effort.warm_up.unwrap_or(paper.warm_up);
            return Ok(Setup::Hexagon(hexagon::Setup { lengths, warm_up, seed, ..paper }));
        }
        let one = || Lengths::fixed(1).expect("a flit is a message");
        let lengths = self.length.as_ref().map_or_else(one, |mix| mix.0.clone());
        let (pattern, plan) = (self.pattern()?, self.effort.plan());
        if self.broadcasts.wanted() {
            let radices = shape.mesh.as_ref().expect("other networks have no algorithms").0.clone();
            let (share, regions, algorithm) = self.broadcasts.region()?;
            let others = pattern == Pattern::Uniform;
            let pattern = if others { Pattern::Others } else { pattern };
            let channels = *vcs;
            return Ok(Setup::Region(region::Setup {
                radices,
                algorithm,
                channels,
                share,
                regions,
                pattern,
                lengths,
                plan,
                seed,
            }));
        }
        let share = self.broadcasts.among_lists();
        if let Some(router) = self.emitted.config(&pattern, share, self.trace.is_some())? {
            let n = shape.hypercube.expect("other networks have no such router");
            return Ok(Setup::Mhu(mhu::Setup { n, router, lengths, plan, seed }));
        }
        self.broadcasts.refuse()?;
        let router = PlainConfig {
            channels: *vcs,
            buffer: *buffer,
            dateline: *dateline,
            credit_delay: *credit_delay,
        };
        let topology = shape.topology();
        Ok(Setup::Plain(sweep::Setup { topology, router, pattern, lengths, plan, seed }))
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

impl Effort {
    fn plan(&self) -> Plan {
        Plan {
            warm_up: self.warm_up.unwrap_or(WARM_UP),
            batch: self.batch,
            least: LEAST.min(self.batches),
            most: self.batches,
            precision: self.precision,
            limit: LIMIT,
        }
    }
}

impl Shape {
    fn topology(&self) -> Layout {
        let radices = |radices: &Radices| radices.0.clone();
        match self {
            Shape { mesh: Some(mesh), .. } => Layout::Mesh(radices(mesh)),
            Shape { torus: Some(torus), .. } => Layout::Torus(radices(torus)),
            Shape { hypercube, .. } => Layout::Hypercube(hypercube.expect("one is required")),
        }
    }
}

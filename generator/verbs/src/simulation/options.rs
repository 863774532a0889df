//! Options that kinds of networks share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::sweep::Job;
use teecast_model::traffic::{Lengths, Pattern};

use super::value::{Choices, LengthMix, Loads, MOST_CYCLES, Shard};
use crate::terminal::Format;
use crate::terminal::error::Error;
use crate::terminal::value::{Nodes, real, threads, within};

/// The most cycles of a whole run.
pub const MOST_IN_ALL: u64 = 10 * MOST_CYCLES;
/// The most batches of a run.
const MOST_BATCHES: u32 = 100_000;
/// The fewest batches of a run that ends because it is precise.
const LEAST: u32 = 5;
/// A run whose latency is this often the latency without load is not worth its time.
const LIMIT: f64 = 20.0;
/// All messages, in the unit of shares.
pub const WHOLE: u32 = 1000;

/// What is asked.
#[derive(clap::Args)]
#[group(id = "asked")]
#[command(next_help_heading = "Loads")]
pub struct LoadOptions {
    /// Loads, above 0 and up to 1: a list, or from:to:step
    #[arg(long, value_name = "LOADS")]
    load: Option<Loads>,

    /// Searches the load at which latency is three times that without load
    #[arg(long)]
    saturation: bool,
}

impl LoadOptions {
    /// Returns the questions, the longest first.
    pub fn jobs(&self) -> Vec<Job> {
        let loads = self.load.iter().flat_map(|loads| loads.0.iter().copied().map(Job::Load));
        let search = self.saturation.then_some(Job::Saturation);
        search.into_iter().chain(loads).collect()
    }
}

/// What one run says of each message and of each link.
#[derive(clap::Args)]
#[command(next_help_heading = "Runs and results")]
pub struct Details {
    /// CSV file with one row a message of a run under one load, or of given messages: when it was
    /// made, sent and delivered
    #[arg(long, value_name = "FILE", conflicts_with_all = ["saturation", "sweep", "shard"])]
    pub messages: Option<PathBuf>,

    /// CSV file with one row a link of such a run: its use, and how long messages took to it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["saturation", "sweep", "shard"])]
    pub links: Option<PathBuf>,

    /// SVG file with the use of all links of such a run, for at most 1024 nodes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["saturation", "sweep", "shard"])]
    pub heat_map: Option<PathBuf>,
}

impl Details {
    /// Returns whether a run has to note anything.
    pub fn wanted(&self) -> bool {
        self.messages.is_some() || self.links.is_some() || self.heat_map.is_some()
    }
}

/// How runs are made, and where results go.
#[derive(clap::Args)]
#[command(next_help_heading = "Runs and results")]
pub struct Runs {
    /// Seed of all random numbers; the same seed gives the same results
    #[arg(long, default_value_t = 1, value_parser = within(0..=u64::MAX))]
    pub seed: u64,

    /// Repeats everything for each of some values of an option of the network, its traffic, the
    /// length of a run or the seed; several sweeps make all choices of their values
    #[arg(long, value_name = "OPTION=VALUE,VALUE,..")]
    pub sweep: Vec<Choices>,

    /// Threads, one run each, at most 4 for each core [default: one for each core]
    #[arg(long, value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Folder for points.csv, sweep.json and curves (latency.svg, percentiles.svg, histogram.svg);
    /// finished runs are kept there, and not run again
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Runs only part I of N; teecast merge joins the parts
    #[arg(long, value_name = "I/N", requires = "out")]
    pub shard: Option<Shard>,

    /// What one run says of messages and links.
    #[command(flatten)]
    pub details: Details,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Given messages instead of random ones.
#[derive(clap::Args)]
#[command(next_help_heading = "Loads")]
pub struct Given {
    /// Plays the messages of a file instead of random ones: CSV with the columns cycle, source,
    /// destination and length in any order, also packed by gzip, or a file of --messages
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["asked", "random", "mix", "effort"])]
    #[arg(conflicts_with_all = ["seed", "sweep", "threads", "out", "shard"])]
    pub trace: Option<PathBuf>,
}

/// Faulty nodes, where routers know nothing of them.
#[derive(clap::Args)]
pub struct NoFaults {
    /// Not for these routers
    #[arg(long, value_name = "NODES", allow_negative_numbers = true, hide = true)]
    faulty: Option<String>,
}

impl NoFaults {
    /// Checks that there are none.
    ///
    /// # Errors
    /// Bad input: there are some; `reason` says why they cannot be, `hint` what to type instead.
    pub fn check(&self, reason: &str, hint: &str) -> Result<(), Error> {
        match self.faulty {
            Some(_) => {
                Err(Error::bad_input(format!("--faulty is not possible: {reason}")).hint(hint))
            }
            None => Ok(()),
        }
    }
}

/// Where random messages go.
#[derive(clap::Args)]
#[group(id = "random")]
#[command(next_help_heading = "Traffic")]
pub struct Destinations {
    /// Where messages go
    #[arg(long, value_enum, default_value_t)]
    traffic: Traffic,

    /// Nodes that get a share of all messages (hotspot)
    #[arg(long, value_name = "NODES")]
    hot: Option<Nodes>,

    /// Share of all messages that goes to the hot nodes, in parts of 1000
    #[arg(long, value_name = "SHARE", default_value_t = 100, requires = "hot")]
    #[arg(value_parser = within(0..=WHOLE))]
    hot_share: u32,
}

/// How destinations are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Traffic {
    /// Every node as likely; plain routers also send to their own node
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

impl Destinations {
    /// Returns the pattern.
    ///
    /// # Errors
    /// Bad input: hot nodes without effect.
    pub fn pattern(&self) -> Result<Pattern, Error> {
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

/// How long random messages are.
#[derive(clap::Args)]
#[group(id = "mix")]
#[command(next_help_heading = "Traffic")]
pub struct Mix {
    /// Flits of a message, its header not counted: a number, or length:weight,length:weight,..
    #[arg(long, value_name = "FLITS", default_value = "1")]
    length: LengthMix,
}

impl Mix {
    /// Returns the lengths.
    pub fn lengths(&self) -> Lengths {
        self.length.0.clone()
    }
}

/// How long a run lasts.
#[derive(clap::Args)]
#[group(id = "effort")]
#[command(next_help_heading = "Length of a run")]
pub struct Effort {
    /// Cycles before the first that counts
    #[arg(long, value_name = "CYCLES", default_value_t = 5000, value_parser = within(0..=MOST_CYCLES))]
    warm_up: u64,

    /// Cycles of a batch, whose mean latency is one sample
    #[arg(long, value_name = "CYCLES", default_value_t = 2000, value_parser = within(1..=MOST_CYCLES))]
    batch: u64,

    /// Largest number of batches; a run ends earlier when it is precise, but not before five
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = within(2..=MOST_BATCHES))]
    batches: u32,

    /// A run is precise when half of the 95 % interval is at most this part of the mean
    #[arg(long, value_name = "PART", default_value_t = 0.01, value_parser = real(1e-9..=0.99))]
    precision: f64,
}

impl Effort {
    /// Returns the plan of a run.
    ///
    /// # Errors
    /// Bad input: more cycles than anybody waits for.
    pub fn plan(&self) -> Result<Plan, Error> {
        let Self { warm_up, batch, batches, precision } = *self;
        // Each is bounded, so that the sum stays far below 2^64.
        let cycles = warm_up + batch * u64::from(batches);
        if cycles > MOST_IN_ALL {
            let sentence = format!(
                "warm-up and batches are {cycles} cycles; permitted is up to {MOST_IN_ALL}"
            );
            return Err(Error::bad_input(sentence).hint("try --batch 2000 --batches 50"));
        }
        let least = LEAST.min(batches);
        Ok(Plan { warm_up, batch, least, most: batches, precision, limit: LIMIT })
    }
}

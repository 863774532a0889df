//! `teecast simulate ihc`: background messages beside rounds of all nodes.

use teecast_model::ihc::background::{BackgroundError, BackgroundSetup, Found};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::sweep::Job;

use crate::ihc::network::{Packets, Size};
use crate::simulation::network::{
    FLITS, OURS, Options, Simulated, Units, refused as refused_anywhere,
};
use crate::simulation::options::{Effort, LoadOptions, Mix, Runs};
use crate::simulation::places::Drawn;
use crate::simulation::point::{Answer, Measured, Percentiles, Point, finite};
use crate::simulation::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind};

/// Simulates background messages beside rounds of all nodes that follow each other
///
/// A message starts on a link only if the link is free of rounds until it has crossed. Loads are flits
/// that a node makes in a slot, times are slots. Latency is that of background messages; copies and
/// their latency are those of rounds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, next_help_heading = "Network")]
#[group(id = "question", args = ["load", "saturation"], required = true, multiple = true)]
struct Args {
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    packets: Packets,
    #[command(flatten)]
    asked: LoadOptions,
    #[command(flatten)]
    mix: Mix,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    runs: Runs,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate ihc --topology hypercube --n 4 --mu 2 --interleave 8 --load 0.1:0.9:0.2
      messages to random nodes, while rounds leave three quarters of the links' time
  teecast simulate ihc --topology hexmesh --n 3 --interleave 5 --length 3 --saturation";

/// What is simulated.
type Setup = BackgroundSetup;

/// The verb.
pub const VERB: SimulateVerb = SimulateVerb::new::<Args>();

impl Options for Args {
    type Setup = Setup;

    fn setup(&self) -> Result<Setup, Error> {
        let network = self.size.network()?;
        Ok(Setup {
            network,
            mu: self.packets.mu,
            interleave: self.packets.interleave(network.nodes())?,
            lengths: self.mix.lengths(),
            plan: self.effort.plan()?,
            seed: self.runs.seed,
        })
    }

    fn asked(&self) -> &LoadOptions {
        &self.asked
    }

    fn runs(&self) -> &Runs {
        &self.runs
    }
}

impl Simulated for Setup {
    const KIND: &'static str = "ihc";

    fn units(&self) -> Units {
        Units { load: FLITS, time: "slots", measured: "messages" }
    }

    fn check(&self, job: Job) -> Result<(), Error> {
        Setup::check(self, job.load()).map_err(refused)
    }

    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error> {
        match job {
            Job::Load(load) => {
                let found = self.run(load, report).map_err(refused)?;
                Ok(Answer::Point(Box::new(measured(load, self, found))))
            }
            Job::Saturation => {
                let found = self.saturation(report).map_err(refused)?;
                Ok(Answer::Saturation(found.into()))
            }
        }
    }

    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error> {
        Ok(measured(load, self, Setup::noted(self, load, report).map_err(refused)?))
    }

    fn drawn(&self) -> Drawn {
        self.network.into()
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load; flits and links are those of background messages.
fn measured(load: f64, setup: &Setup, found: Found) -> Measured {
    let total = found.total();
    let slots = found.batches.len() as f64 * setup.plan.batch as f64;
    let point = Point {
        load: Some(load),
        latency: total.mean_latency(),
        half_width: finite(found.half_width()),
        largest: Some(total.largest),
        percentiles: Percentiles::of(&total.latencies, total.largest),
        copy_latency: total.mean_copy_latency(),
        messages: total.messages,
        copies: Some(total.copies),
        unicast_latency: None,
        unicasts: None,
        accepted: finite(total.flits as f64 / f64::from(setup.network.nodes()) / slots),
        hops: total.hops,
        link_use: finite(total.hops as f64 / setup.link_count() as f64 / slots),
        paused: None,
        cycles: found.cycles,
        ending: found.ending,
    };
    Measured { point, latencies: total.latencies, record: found.record }
}

/// Says what to type instead of something that cannot run.
fn refused(cause: BackgroundError) -> Error {
    let (kind, hint) = match &cause {
        BackgroundError::Nodes { .. } => (Kind::BadInput, "choose a smaller network"),
        BackgroundError::Length { .. } => {
            (Kind::BadInput, "choose a shorter --length or a larger --interleave")
        }
        BackgroundError::Any(cause) => return refused_anywhere(cause.clone()),
        BackgroundError::Broken { .. } => (Kind::Internal, OURS),
    };
    Error::new(kind, cause).hint(hint)
}

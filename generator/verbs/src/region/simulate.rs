//! `teecast simulate region`: broadcasts to regions of a mesh among other messages.

use teecast_model::region::Algorithm;
use teecast_model::region::simulation::run::{self as region, RegionRunError};
use teecast_model::region::simulation::{RegionError, Regions};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::run::RunError;
use teecast_model::simulate::sweep::Job;
use teecast_model::traffic::Pattern;
use teecast_spec::SpecError;

use crate::simulation::network::{
    FLITS, OURS, Options, Simulated, Units, refused as refused_anywhere,
};
use crate::simulation::options::{Asked, Destinations, Effort, Mix, Runs, WHOLE};
use crate::simulation::point::{Answer, Point, finite};
use crate::simulation::value::Radices;
use crate::simulation::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind};
use crate::terminal::value::within;

/// Simulates broadcasts to regions of a mesh, among other messages
///
/// Loads are flits that a node makes in a cycle, copies not counted, with --emitted headers included;
/// times are cycles. Latency is that of broadcasts until their last node.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, next_help_heading = "Network")]
#[group(id = "question", args = ["load", "saturation"], required = true, multiple = true)]
struct Args {
    #[command(flatten)]
    router: Router,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    broadcasts: Broadcasts,
    #[command(flatten)]
    destinations: Destinations,
    #[command(flatten)]
    mix: Mix,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    runs: Runs,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate region --mesh 16x16 --algorithm nearest-corner --length 8 --load 0.004,0.008
      a tenth of the messages are broadcasts to regions of the mesh
  teecast simulate region --mesh 8x8 --algorithm mst --regions full --load 0.01 --length 8
  teecast simulate region --mesh 8x8 --algorithm fixed-corner --emitted --length 7 --saturation
      the emitted routers, clock by clock";

/// The mesh and its routers.
#[derive(clap::Args)]
struct Router {
    /// Mesh, nodes in each dimension
    #[arg(long, value_name = "AxBx..")]
    mesh: Radices,

    /// How broadcasts travel, and with it the rules of the routers
    #[arg(long, value_enum)]
    algorithm: Scheme,

    /// Virtual channels of a link, of emitted routers to 8
    #[arg(long, default_value_t = 4, value_parser = within(1..=127u32))]
    vcs: u32,

    /// The emitted routers, clock by clock
    #[arg(long)]
    emitted: bool,

    /// Messages that an emitted router stores for its processor [default: 1]
    #[arg(long, value_name = "COUNT", value_parser = within(1..=16u32), requires = "emitted")]
    deliveries: Option<u32>,
}

/// Broadcasts among the messages.
#[derive(clap::Args)]
#[command(next_help_heading = "Traffic")]
struct Broadcasts {
    /// Broadcasts among the messages, in parts of 1000
    #[arg(long, value_name = "SHARE", default_value_t = 100, value_parser = within(1..=WHOLE))]
    broadcasts: u32,

    /// Which nodes a broadcast is for
    #[arg(long, value_enum, default_value_t)]
    regions: Where,
}

/// How broadcasts travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Scheme {
    /// First to the lowest corner of the region
    FixedCorner,
    /// First to the corner next to the sender
    NearestCorner,
    /// A spanning tree from a sender in the region
    Mst,
    /// In software, by unicasts to ever smaller halves
    RecursiveDoubling,
}

/// Which regions broadcasts are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Where {
    /// Two opposite corners, every node as likely
    #[default]
    Random,
    /// All nodes
    Full,
}

/// What is simulated.
type Setup = region::RegionSetup;

/// The verb.
pub const VERB: SimulateVerb = SimulateVerb::new::<Args>();

impl Options for Args {
    type Setup = Setup;

    fn setup(&self) -> Result<Setup, Error> {
        let algorithm = match self.router.algorithm {
            Scheme::FixedCorner => Algorithm::FixedCorner,
            Scheme::NearestCorner => Algorithm::NearestCorner,
            Scheme::Mst => Algorithm::Mst,
            Scheme::RecursiveDoubling => Algorithm::RecursiveDoubling,
        };
        let regions = match self.broadcasts.regions {
            Where::Random => Regions::Random,
            Where::Full => Regions::Full,
        };
        let pattern = match self.destinations.pattern()? {
            Pattern::Uniform => Pattern::Others,
            pattern => pattern,
        };
        Ok(Setup {
            radices: self.router.mesh.0.clone(),
            algorithm,
            channels: self.router.vcs,
            emitted: self.router.emitted.then(|| self.router.deliveries.unwrap_or(1)),
            share: self.broadcasts.broadcasts,
            regions,
            pattern,
            lengths: self.mix.lengths(),
            plan: self.effort.plan()?,
            seed: self.runs.seed,
        })
    }

    fn asked(&self) -> &Asked {
        &self.asked
    }

    fn runs(&self) -> &Runs {
        &self.runs
    }
}

impl Simulated for Setup {
    const KIND: &'static str = "region";

    fn units(&self) -> Units {
        Units { load: FLITS, time: "cycles", measured: "broadcasts" }
    }

    fn check(&self, job: Job) -> Result<(), Error> {
        Setup::check(self, job.load()).map_err(refused)
    }

    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error> {
        match job {
            Job::Load(load) => {
                let found = self.run_watched(load, report).map_err(refused)?;
                let links = self.links().map_err(refused)?;
                Ok(Answer::Point(point(load, self, &found, links)))
            }
            Job::Saturation => {
                let found = self.saturation(report).map_err(refused)?;
                Ok(Answer::Saturation(found.into()))
            }
        }
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load in a mesh with some links.
fn point(load: f64, setup: &Setup, found: &region::Found, links: u32) -> Point {
    let total = found.total();
    let (broadcasts, unicasts) = (total.broadcasts, total.unicasts);
    let cycles = found.batches.len() as u64 * setup.plan.batch;
    let nodes: u64 = setup.radices.iter().map(|radix| u64::from(*radix)).product();
    let some = |value: f64, messages: u64| (messages > 0).then_some(value);
    Point {
        load: Some(load),
        latency: some(broadcasts.to_last(), broadcasts.messages),
        half_width: finite(found.half_width()),
        largest: None,
        copy_latency: some(broadcasts.to_each(), broadcasts.messages),
        messages: broadcasts.messages,
        copies: Some(broadcasts.copies),
        unicast_latency: some(unicasts.to_last(), unicasts.messages),
        unicasts: Some(unicasts.messages),
        accepted: finite(total.ejected as f64 / nodes as f64 / cycles as f64),
        hops: total.hops,
        link_use: finite(total.hops as f64 / f64::from(links) / cycles as f64),
        cycles: found.cycles,
        ending: found.ending,
    }
}

/// Says what to type instead of something that cannot run.
fn refused(cause: RegionRunError) -> Error {
    let (kind, hint) = match &cause {
        RegionRunError::Any(RunError::Topology(_)) => (Kind::BadInput, "try --mesh 8x8"),
        RegionRunError::Region(RegionError::Channels { .. }) => {
            (Kind::BadInput, "choose --vcs so that ports and channels multiply to at most 127")
        }
        RegionRunError::Region(_) => {
            (Kind::BadInput, "nearest-corner has two classes: try --vcs 4")
        }
        RegionRunError::Emitted(SpecError::Value { field: "mesh", .. }) => {
            (Kind::BadInput, "try --mesh 8x8")
        }
        RegionRunError::Emitted(SpecError::Range { field: "max-data", .. }) => {
            (Kind::BadInput, "the longest message is that of --max-data: try --length 8")
        }
        RegionRunError::Emitted(_) => (Kind::BadInput, "try --vcs 4"),
        RegionRunError::Software(_) => (Kind::BadInput, "try --algorithm fixed-corner"),
        RegionRunError::Any(cause) => return refused_anywhere(cause.clone()),
        RegionRunError::Deadlock { .. } | RegionRunError::Broken { .. } => (Kind::Internal, OURS),
    };
    Error::new(kind, cause).hint(hint)
}

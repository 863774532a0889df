//! `teecast simulate region`: broadcasts to regions of a mesh among other messages.

use teecast_model::region::Algorithm;
use teecast_model::region::simulation::run::{self as region, RegionRunError};
use teecast_model::region::simulation::{RegionError, Regions};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::run::RunError;
use teecast_model::simulate::sweep::Job;
use teecast_model::traffic::Pattern;
use teecast_spec::option::{ConfigOption, Kind};
use teecast_spec::region::{ALGORITHM, DELIVERIES, MESH, VCS};
use teecast_spec::{RegionSpec, SpecError};

use crate::simulation::network::{
    FLITS, OURS, Options, Simulated, Units, refused as refused_anywhere,
};
use crate::simulation::options::{Destinations, Effort, LoadOptions, Mix, NoFaults, Runs, WHOLE};
use crate::simulation::places::Drawn;
use crate::simulation::point::{Answer, Measured, Percentiles, Point, finite};
use crate::simulation::value::Radices;
use crate::simulation::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind as ErrorKind};
use crate::terminal::value::{bounded, one_of, within};

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
    no_faults: NoFaults,
    #[command(flatten)]
    asked: LoadOptions,
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

/// The mesh: that of the paper's routers may be larger.
const SIMULATED_MESH: ConfigOption = ConfigOption {
    help: "Nodes along each dimension of the mesh, of emitted routers 2 to 64 in each of 1 to 4, 4096 in all",
    ..MESH
};

/// Virtual channels: the paper's routers may have more.
const CHANNELS: ConfigOption = ConfigOption {
    kind: Kind::Whole { least: 1, most: 127 },
    help: "Virtual channels of a link, 1 to 127, of emitted routers to 8, with nearest-corner an even number",
    ..VCS
};

/// The mesh and its routers.
#[derive(clap::Args)]
struct Router {
    #[arg(long, value_name = SIMULATED_MESH.value_name, help = SIMULATED_MESH.help())]
    mesh: Radices,

    #[arg(long, value_name = ALGORITHM.value_name, help = ALGORITHM.help)]
    #[arg(default_value = ALGORITHM.default)]
    #[arg(value_parser = one_of(&Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    #[arg(long, value_name = CHANNELS.value_name, help = CHANNELS.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&CHANNELS))]
    vcs: Option<u32>,

    /// The emitted routers, clock by clock
    #[arg(long)]
    emitted: bool,

    #[arg(long, value_name = DELIVERIES.value_name, help = DELIVERIES.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&DELIVERIES), requires = "emitted")]
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
        let reason = "a broadcast to a region has one tree, which goes around no fault";
        self.no_faults.check(reason, "leave out --faulty")?;
        let Router { mesh, algorithm, vcs, emitted, deliveries } = &self.router;
        let default = RegionSpec::new(&mesh.0);
        let regions = match self.broadcasts.regions {
            Where::Random => Regions::Random,
            Where::Full => Regions::Full,
        };
        let pattern = match self.destinations.pattern()? {
            Pattern::Uniform => Pattern::Others,
            pattern => pattern,
        };
        Ok(Setup {
            radices: mesh.0.clone(),
            algorithm: *algorithm,
            channels: vcs.unwrap_or(algorithm.classes()),
            emitted: emitted.then(|| deliveries.unwrap_or(default.deliveries)),
            share: self.broadcasts.broadcasts,
            regions,
            pattern,
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
                Ok(Answer::Point(Box::new(measured(load, self, found)?)))
            }
            Job::Saturation => {
                let found = self.saturation(report).map_err(refused)?;
                Ok(Answer::Saturation(found.into()))
            }
        }
    }

    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error> {
        measured(load, self, Setup::noted(self, load, report).map_err(refused)?)
    }

    fn drawn(&self) -> Drawn {
        Drawn::Grid { radices: self.radices.clone(), wraps: false }
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load.
fn measured(load: f64, setup: &Setup, found: region::Found) -> Result<Measured, Error> {
    let links = setup.links().map_err(refused)?;
    let total = found.total();
    let (broadcasts, unicasts) = (&total.broadcasts, &total.unicasts);
    let cycles = found.batches.len() as u64 * setup.plan.batch;
    let nodes: u64 = setup.radices.iter().map(|radix| u64::from(*radix)).product();
    let some = |value: f64, messages: u64| (messages > 0).then_some(value);
    let point = Point {
        load: Some(load),
        latency: some(broadcasts.to_last(), broadcasts.messages),
        half_width: finite(found.half_width()),
        largest: Some(broadcasts.largest),
        percentiles: Percentiles::of(&broadcasts.all, broadcasts.largest),
        copy_latency: some(broadcasts.to_each(), broadcasts.messages),
        messages: broadcasts.messages,
        copies: Some(broadcasts.copies),
        unicast_latency: some(unicasts.to_last(), unicasts.messages),
        unicasts: Some(unicasts.messages),
        accepted: finite(total.ejected as f64 / nodes as f64 / cycles as f64),
        hops: total.hops,
        link_use: finite(total.hops as f64 / f64::from(links) / cycles as f64),
        paused: None,
        cycles: found.cycles,
        ending: found.ending,
    };
    Ok(Measured { point, latencies: total.broadcasts.all, record: found.record })
}

/// Says what to type instead of something that cannot run.
fn refused(cause: RegionRunError) -> Error {
    let (kind, hint) = match &cause {
        RegionRunError::Any(RunError::Topology(_)) => (ErrorKind::BadInput, "try --mesh 8x8"),
        RegionRunError::Region(RegionError::Channels { .. }) => {
            (ErrorKind::BadInput, "choose --vcs so that ports and channels multiply to at most 127")
        }
        RegionRunError::Region(_) => {
            (ErrorKind::BadInput, "nearest-corner has two classes: try --vcs 4")
        }
        RegionRunError::Emitted(SpecError::Value { field: "mesh", .. }) => {
            (ErrorKind::BadInput, "try --mesh 8x8")
        }
        RegionRunError::Emitted(SpecError::Range { field: "max-data", .. }) => {
            (ErrorKind::BadInput, "the longest message is that of --max-data: try --length 8")
        }
        RegionRunError::Emitted(_) => (ErrorKind::BadInput, "try --vcs 4"),
        RegionRunError::Software(_) => (ErrorKind::BadInput, "try --algorithm fixed-corner"),
        RegionRunError::Any(cause) => return refused_anywhere(cause.clone()),
        RegionRunError::Deadlock { .. } | RegionRunError::Broken { .. } => {
            (ErrorKind::Internal, OURS)
        }
    };
    Error::new(kind, cause).hint(hint)
}

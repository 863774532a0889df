//! `teecast simulate harts`: broadcasts in the C-wrapped hexagonal mesh, among other messages.

use teecast_model::harts::simulation::Broadcast;
use teecast_model::harts::simulation::router::RouterConfig;
use teecast_model::harts::simulation::run::{self as harts, RunError};
use teecast_model::histogram::Histogram;
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::run::Ending;
use teecast_model::simulate::sweep::Job;
use teecast_model::stats::{BAND, estimate};
use teecast_model::traffic::Lengths;
use teecast_spec::Interconnect;
use teecast_spec::harts::INTERCONNECT;

use super::EDGE;
use crate::route::{Faulty, faulty_set};
use crate::simulation::network::{OURS, Options, Simulated, Units};
use crate::simulation::options::{LoadOptions, MOST_IN_ALL, Runs, WHOLE};
use crate::simulation::places::Drawn;
use crate::simulation::point::{Answer, Measured, Percentiles, Point, finite};
use crate::simulation::value::{LengthMix, MOST_CYCLES};
use crate::simulation::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind};
use crate::terminal::value::{bounded, one_of, within};

/// Simulates broadcasts in the hexagonal mesh, among other messages
///
/// Loads are the part of the links' time that the other messages take. Times are clocks, in each of
/// which a link carries a flit; with --emitted they are cycles. Latency is that of broadcasts until
/// their last copy.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, next_help_heading = "Network")]
#[group(id = "question", args = ["load", "saturation"], required = true, multiple = true)]
struct Args {
    #[command(flatten)]
    router: Router,
    #[command(flatten)]
    faulty: Faulty,
    #[command(flatten)]
    asked: LoadOptions,
    #[command(flatten)]
    traffic: Traffic,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    runs: Runs,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate harts --n 5 --algorithm k-bcast --k 6 --load 0.1:0.4:0.1
  teecast simulate harts --n 3 --emitted --load 0.05
      the emitted routers, clock by clock
  teecast simulate harts --n 5 --k 3 --faulty 7,30 --load 0.1
      broadcasts of three copies around two faulty nodes
  teecast simulate harts --n 4 --algorithm ring --interconnect crossbar --saturation";

/// The hexagonal mesh and its routers.
#[derive(clap::Args)]
struct Router {
    #[arg(long, value_name = EDGE.value_name, help = EDGE.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&EDGE))]
    n: u32,

    /// How broadcasts travel
    #[arg(long, value_enum, default_value_t)]
    algorithm: Scheme,

    /// Copies for every node, 1 to 6 [default: 1]
    #[arg(long, value_parser = within(1..=6u32))]
    k: Option<u32>,

    #[arg(long, value_name = INTERCONNECT.value_name, help = INTERCONNECT.help)]
    #[arg(default_value = INTERCONNECT.default)]
    #[arg(value_parser = one_of(&Interconnect::ALL, Interconnect::name))]
    interconnect: Interconnect,

    /// The emitted routers, clock by clock
    #[arg(long)]
    emitted: bool,

    /// Clocks until a header is known
    #[arg(long, value_name = "CLOCKS", default_value_t = 6, value_parser = within(1..=1000u32))]
    #[arg(conflicts_with = "emitted")]
    decision: u32,

    /// Idle clocks between two packets on a link
    #[arg(long, value_name = "CLOCKS", default_value_t = 8, value_parser = within(1..=1000u32))]
    #[arg(conflicts_with = "emitted")]
    gap: u32,
}

/// How broadcasts travel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Scheme {
    /// k copies by cut-through
    #[default]
    KBcast,
    /// The tree of one copy, stored at every node
    SfBcast,
    /// Once round a ring through all nodes
    Ring,
}

/// What the nodes send.
#[derive(clap::Args)]
#[command(next_help_heading = "Traffic")]
struct Traffic {
    /// Broadcasts among the messages, in parts of 1000 [default: 1, with --emitted 20]
    #[arg(long, value_name = "SHARE", value_parser = within(1..=WHOLE))]
    broadcasts: Option<u32>,

    /// Flits of a message, with --emitted without its header: a number, or
    /// length:weight,length:weight,.. [default: 64:3,128:5,512:2, with --emitted 16]
    #[arg(long, value_name = "FLITS")]
    length: Option<LengthMix>,
}

/// How long a run lasts.
#[derive(clap::Args)]
#[group(id = "effort")]
#[command(next_help_heading = "Length of a run")]
struct Effort {
    /// Times of a flit on a link before the first broadcast that counts [default: 50000, with
    /// --emitted 2000]
    #[arg(long, value_name = "FLITS", value_parser = within(0..=MOST_CYCLES))]
    warm_up: Option<u64>,

    /// Broadcasts that are measured [default: 1000, with --emitted 300]
    #[arg(long, value_name = "NUMBER", value_parser = within(2..=1_000_000u32))]
    measured: Option<u32>,
}

/// Defaults of the emitted routers: they end in less than a minute on one core.
mod emitted {
    /// Broadcasts among the messages, in parts of 1000.
    pub const SHARE: u32 = 20;
    /// Data flits; designs have room for 64 by default.
    pub const LENGTH: u32 = 16;
    /// Times of a flit on a link.
    pub const WARM_UP: u64 = 2000;
    /// Broadcasts that are measured.
    pub const MEASURED: u32 = 300;
}

/// Parts of a million in one of 1000.
const MILLIONTHS: u32 = 1000;

/// What is simulated.
type Setup = harts::HartsSetup;

/// The verb.
pub const VERB: SimulateVerb = SimulateVerb::new::<Args>();

impl Options for Args {
    type Setup = Setup;

    fn setup(&self) -> Result<Setup, Error> {
        let Router { n, algorithm, k, interconnect, emitted, decision, gap } = self.router;
        let broadcast = match algorithm {
            Scheme::KBcast => Broadcast::Reliable { k: k.unwrap_or(1) },
            Scheme::SfBcast => Broadcast::Stored,
            Scheme::Ring => Broadcast::Ring,
        };
        let copies = algorithm == Scheme::KBcast;
        if k.is_some() && !copies {
            return Err(
                Error::bad_input("--k has no effect on one copy").hint("try --algorithm k-bcast")
            );
        }
        if emitted && !copies {
            let sentence = "emitted routers have no broadcast but k copies by cut-through";
            return Err(Error::bad_input(sentence).hint("try --algorithm k-bcast"));
        }
        let mut setup = Setup::paper(n, broadcast);
        if emitted {
            setup.emitted = true;
            setup.share = MILLIONTHS * emitted::SHARE;
            setup.lengths = Lengths::fixed(emitted::LENGTH).expect("permitted");
            setup.warm_up = emitted::WARM_UP;
            setup.broadcasts = emitted::MEASURED;
        }
        let share = self.traffic.broadcasts.map(|share| MILLIONTHS * share);
        Ok(Setup {
            router: RouterConfig { interconnect, decision, gap },
            share: share.unwrap_or(setup.share),
            lengths: self.traffic.length.as_ref().map_or(setup.lengths, |mix| mix.0.clone()),
            warm_up: self.effort.warm_up.unwrap_or(setup.warm_up),
            broadcasts: self.effort.measured.unwrap_or(setup.broadcasts),
            seed: self.runs.seed,
            faulty: faulty_set(self.faulty.nodes())?,
            ..setup
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
    const KIND: &'static str = "harts";

    fn units(&self) -> Units {
        let time = if self.emitted { "cycles" } else { "clocks" };
        Units { load: "part of the links' time", time, measured: "broadcasts" }
    }

    fn check(&self, job: Job) -> Result<(), Error> {
        let load = match job {
            Job::Load(load) => load,
            Job::Saturation => self.most(),
        };
        Setup::check(self, load).map_err(refused)?;
        // Of other routers, time in which nothing happens costs nothing.
        let cycles = self.expected(load);
        if self.emitted && cycles > MOST_IN_ALL as f64 {
            let sentence = format!(
                "the run takes about {cycles:.0e} cycles under load {load}; permitted is up to \
                 {MOST_IN_ALL}"
            );
            return Err(Error::bad_input(sentence)
                .hint("choose a larger --load or fewer --measured broadcasts"));
        }
        Ok(())
    }

    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error> {
        match job {
            Job::Load(load) => {
                let found = self.run_watched(load, report).map_err(refused)?;
                Ok(Answer::Point(Box::new(measured(load, found))))
            }
            Job::Saturation => {
                let found = self.saturation(report).map_err(refused)?;
                Ok(Answer::Saturation(found.into()))
            }
        }
    }

    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error> {
        Ok(measured(load, Setup::noted(self, load, report).map_err(refused)?))
    }

    fn drawn(&self) -> Drawn {
        Drawn::Hexagon(self.n)
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load.
fn measured(load: f64, found: harts::Found) -> Measured {
    let (latency, error) = estimate(&found.latencies());
    let (delivery, _) = estimate(&found.delivery_times());
    let broadcasts = found.broadcasts.len() as u64;
    let mut latencies = Histogram::default();
    found.broadcasts.iter().for_each(|delivered| latencies.add(delivered.latency));
    let largest = found.broadcasts.iter().map(|delivered| delivered.latency).max();
    let point = Point {
        load: Some(load),
        latency: finite(latency),
        half_width: finite(BAND * error),
        largest,
        percentiles: Percentiles::of(&latencies, largest.unwrap_or(0)),
        copy_latency: finite(delivery),
        messages: broadcasts,
        copies: Some(found.broadcasts.iter().map(|delivered| u64::from(delivered.copies)).sum()),
        unicast_latency: found.regular.mean_latency(),
        unicasts: Some(found.regular.messages),
        accepted: None,
        hops: found.regular.hops,
        link_use: finite(found.link_use),
        paused: None,
        cycles: found.clocks,
        ending: match found.ending {
            harts::Ending::Complete => Ending::Complete,
            harts::Ending::Saturated => Ending::Saturated,
        },
    };
    Measured { point, latencies, record: found.record }
}

/// Says what to type instead of something that cannot run.
fn refused(cause: RunError) -> Error {
    let (kind, hint) = match &cause {
        RunError::Range { what: "n", .. } => (Kind::BadInput, "try --n 5"),
        RunError::Range { what: "message length", .. } => (Kind::BadInput, "try --length 16"),
        RunError::Range { .. } => (Kind::BadInput, "try --measured 1000"),
        RunError::Load { .. } => (Kind::BadInput, "try --load 0.1"),
        RunError::Faulty { .. } => (Kind::BadInput, "try --algorithm k-bcast --faulty 5"),
        RunError::Broken { .. } => (Kind::Internal, OURS),
    };
    Error::new(kind, cause).hint(hint)
}

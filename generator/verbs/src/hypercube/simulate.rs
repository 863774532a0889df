//! `teecast simulate hypercube`: the emitted routers of the hypercube, clock by clock.

use teecast_model::hypercube::clocked::{
    self as mhu, Cast, Failure, MhuConfig, MhuError, MhuRunError,
};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::run::Measurement;
use teecast_model::simulate::sweep::{self, Job};
use teecast_model::traffic::Pattern;
use teecast_spec::hypercube::{CLASSES, LAN, M, VOTE};
use teecast_spec::option::N;
use teecast_spec::{FAMILY, Family, HypercubeSpec, RawConfig, Vote};

use super::DIMENSION;
use crate::simulation::network::{
    FLITS, OURS, Options, Simulated, Units, hint_of, refused as refused_anywhere,
};
use crate::simulation::options::{Destinations, Effort, Given, LoadOptions, Mix, Runs, WHOLE};
use crate::simulation::places::Drawn;
use crate::simulation::point::{Answer, Measured, Point, Size};
use crate::simulation::progress::Progress;
use crate::simulation::trace::{self, Line};
use crate::simulation::value::Faults;
use crate::simulation::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind};
use crate::terminal::value::{bounded, one_of, within};

/// Simulates the emitted routers of a hypercube, clock by clock
///
/// Loads are flits that a node sends in a cycle, headers included; times are cycles. In a trace a
/// destination is one node, several with blanks between them, or all.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, next_help_heading = "Network")]
#[group(id = "question", args = ["load", "saturation", "trace"], required = true, multiple = true)]
struct Args {
    #[command(flatten)]
    router: Router,
    #[command(flatten)]
    asked: LoadOptions,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    destinations: Destinations,
    #[command(flatten)]
    mix: Mix,
    #[command(flatten)]
    messages: Messages,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    runs: Runs,
}

const EXAMPLES: &str = "\
Examples:
  teecast simulate hypercube --n 6 --m 8 --vote nca --destinations 8 --length 4 --load 0.05,0.1
  teecast simulate hypercube --n 4 --m 4 --destinations 6 --unicasts --load 0.02
      a frame for each destination instead of copies
  teecast simulate hypercube --n 4 --m 4 --broadcasts 100 --faulty 3 --load 0.02 --format json
  teecast simulate hypercube --n 4 --m 4 --faulty 5@10000 --load 0.02 --messages messages.csv
      node 5 fails in cycle 10000";

/// The cube and its routers, as `gen` has them.
#[derive(clap::Args)]
struct Router {
    #[arg(long, value_name = DIMENSION.value_name, help = DIMENSION.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&DIMENSION))]
    n: u32,

    #[arg(long, value_name = M.value_name, help = M.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&M))]
    m: u32,

    #[arg(long, value_name = VOTE.value_name, help = VOTE.help())]
    #[arg(value_parser = one_of(&Vote::ALL, Vote::name))]
    vote: Option<Vote>,

    #[arg(long, value_name = CLASSES.value_name, help = CLASSES.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&CLASSES))]
    classes: Option<u32>,

    #[arg(long, value_name = LAN.value_name, help = LAN.help, default_value = LAN.default)]
    #[arg(num_args = 0..=1, default_missing_value = "true", hide_possible_values = true)]
    #[arg(action = clap::ArgAction::Set)]
    lan: bool,

    /// Faulty nodes, comma-separated, possibly empty; of NODE@CYCLE, the node fails in that cycle:
    /// sources pause until the network is empty, then it knows of the failure
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    faulty: Option<Faults>,
}

impl Router {
    /// Returns the configuration as `gen` has it.
    ///
    /// # Errors
    /// Bad input: a number out of range, an option without effect.
    fn spec(&self) -> Result<HypercubeSpec, Error> {
        let mut raw = RawConfig::default().with(&N, self.n).with(&M, self.m).with(&LAN, self.lan);
        raw = self.vote.into_iter().fold(raw, |raw, vote| raw.with(&VOTE, vote.name()));
        raw = self.classes.into_iter().fold(raw, |raw, count| raw.with(&CLASSES, count));
        let spec = raw.with(&FAMILY, vec![Family::Hypercube.name()]).validate()?;
        Ok(spec.hypercube().expect("the family is chosen").clone())
    }
}

/// To how many nodes messages go.
#[derive(clap::Args)]
#[command(next_help_heading = "Traffic")]
struct Messages {
    /// Destinations of a message
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = within(1..=65_534u32))]
    #[arg(conflicts_with = "trace")]
    destinations: u32,

    /// Sends every destination a message of its own
    #[arg(long)]
    unicasts: bool,

    /// Broadcasts among the messages, in parts of 1000
    #[arg(long, value_name = "SHARE", default_value_t = 0, value_parser = within(0..=WHOLE))]
    #[arg(conflicts_with = "trace")]
    broadcasts: u32,
}

/// What is simulated.
type Setup = mhu::MhuSetup;

/// The verb.
pub const VERB: SimulateVerb = SimulateVerb::new::<Args>();

impl Options for Args {
    type Setup = Setup;

    fn setup(&self) -> Result<Setup, Error> {
        let Messages { destinations, unicasts, broadcasts } = self.messages;
        let pattern = self.destinations.pattern()?;
        if self.given.trace.is_none() {
            if unicasts && destinations == 1 {
                return Err(Error::bad_input("--unicasts has no effect on one destination")
                    .hint("try --destinations 4"));
            }
            let chosen = destinations > 1 || unicasts || pattern != Pattern::Uniform;
            if broadcasts == WHOLE && chosen {
                let what = "--destinations, --unicasts and --traffic have no effect on broadcasts";
                return Err(Error::bad_input(what).hint("try --broadcasts 100"));
            }
        }
        let n = self.router.n;
        let HypercubeSpec { m, vote, classes, lan, .. } = self.router.spec()?;
        let Faults { first, later } = self.router.faulty.clone().unwrap_or_default();
        let failures = later.into_iter().map(|(cycle, node)| Failure { cycle, node }).collect();
        let router = MhuConfig {
            m,
            vote,
            classes,
            lan,
            pattern,
            destinations,
            unicasts,
            broadcasts,
            faulty: first.into_iter().collect(),
            failures,
        };
        let (lengths, plan) = (self.mix.lengths(), self.effort.plan()?);
        Ok(Setup { n, router, lengths, plan, seed: self.runs.seed })
    }

    fn asked(&self) -> &LoadOptions {
        &self.asked
    }

    fn runs(&self) -> &Runs {
        &self.runs
    }

    fn given(&self, noted: bool, progress: &Progress) -> Option<Result<Measured, Error>> {
        let path = self.given.trace.as_ref()?;
        Some(self.setup().and_then(|setup| {
            let Setup { n, router, lengths, .. } = &setup;
            let spec = router.spec(*n, lengths.longest()).map_err(|cause| refused(cause.into()))?;
            let checked = |line| {
                let Line { cycle, source, destinations, length } = line;
                let cast = Cast { cycle, source, destinations, length };
                match router.check_cast(&spec, &cast) {
                    Ok(()) => Ok(cast),
                    Err(cause) => Err(cause.to_string()),
                }
            };
            let casts = trace::read(path, checked)?;
            let measured = progress.single(|report| mhu::drain(*n, router, casts, noted, report));
            let measured = measured.map_err(refused)?;
            let cycles = measured.cycles;
            Ok(Point::of_messages(None, measured, cycles, size(*n)))
        }))
    }
}

impl Simulated for Setup {
    const KIND: &'static str = "hypercube";

    fn units(&self) -> Units {
        Units { load: FLITS, time: "cycles", measured: "messages" }
    }

    fn check(&self, job: Job) -> Result<(), Error> {
        Setup::check(self, job).map_err(refused)
    }

    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error> {
        match Setup::answer(self, job, report).map_err(refused)? {
            sweep::Answer::Point(sweep::Point { load, measured }) => {
                Ok(Answer::Point(Box::new(of_load(self, load, measured))))
            }
            found => Ok(Answer::Saturation(found.into())),
        }
    }

    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error> {
        Ok(of_load(self, load, Setup::noted(self, load, report).map_err(refused)?))
    }

    fn drawn(&self) -> Drawn {
        Drawn::Cube(self.n)
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load.
fn of_load(setup: &Setup, load: f64, measured: Measurement) -> Measured {
    let cycles = measured.batches.len() as u64 * setup.plan.batch;
    Point::of_messages(Some(load), measured, cycles, size(setup.n))
}

fn size(n: u32) -> Size {
    Size { nodes: 1 << n, links: u64::from(n) << n }
}

/// Says what to type instead of something that cannot run.
fn refused(cause: MhuRunError) -> Error {
    let (kind, hint) = match &cause {
        MhuRunError::Mhu(MhuError::Faults) => (Kind::BadInput, "try --faulty 0 --classes 3"),
        MhuRunError::Mhu(MhuError::Pattern(cause)) => (Kind::BadInput, hint_of(cause)),
        MhuRunError::Mhu(MhuError::Fixed(_)) => (Kind::BadInput, "try --destinations 1"),
        MhuRunError::Mhu(MhuError::ToFaulty(_)) => {
            (Kind::BadInput, "choose other nodes, or --traffic uniform")
        }
        MhuRunError::Mhu(_) => (Kind::BadInput, "try --n 6 --m 8 --classes 3 --destinations 4"),
        MhuRunError::Deadlock { .. } => (Kind::Failed, "without --lan classes prevent that"),
        MhuRunError::Any(cause) => return refused_anywhere(cause.clone()),
        MhuRunError::Lost { .. } => (Kind::Internal, OURS),
    };
    Error::new(kind, cause).hint(hint)
}

//! `teecast simulate plain`: the plain router of meshes, tori and hypercubes.

use teecast_model::simulate::plain::{PlainConfig, PlainError};
use teecast_model::simulate::progress::Report;
use teecast_model::simulate::route::Layout;
use teecast_model::simulate::run::{self, Measurement, RunError};
use teecast_model::simulate::sweep::{self, Job};
use teecast_model::traffic::{Lengths, WorkloadMessage};
use teecast_spec::topology::TopologyError;

use super::network::{FLITS, Options, Simulated, Units, refused as refused_anywhere};
use super::options::{Destinations, Effort, Given, LoadOptions, Mix, NoFaults, Runs};
use super::places::Drawn;
use super::point::{Answer, Measured, Point, Size};
use super::progress::Progress;
use super::trace::{self, Line};
use super::value::Radices;
use super::verb::SimulateVerb;
use crate::terminal::error::{Error, Kind};
use crate::terminal::value::within;

/// Simulates plain virtual-channel routers in a mesh, torus or hypercube, flit by flit
///
/// Loads are flits for each node and cycle, times are cycles.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, next_help_heading = "Network")]
#[group(id = "question", args = ["load", "saturation", "trace"], required = true, multiple = true)]
struct Args {
    #[command(flatten)]
    shape: Shape,
    #[command(flatten)]
    router: Router,
    #[command(flatten)]
    no_faults: NoFaults,
    #[command(flatten)]
    asked: LoadOptions,
    #[command(flatten)]
    given: Given,
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
  teecast simulate plain --mesh 8x8 --load 0.1
  teecast simulate plain --hypercube 6 --load 0.1:0.9:0.1 --saturation --out curve
  teecast simulate plain --mesh 8x8 --load 0.1:0.4:0.1 --sweep vcs=1,2,4 --sweep buffer=4,8
      six curves in one chart
  teecast simulate plain --mesh 8x8 --load 0.3 --messages messages.csv --heat-map links.svg
      one run, message by message, and how much each link is used
  teecast simulate plain --torus 4x4 --traffic transpose --length 1:3,5:1 --load 0.2";

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
    #[arg(long, value_name = "N", value_parser = within(1..=20u32))]
    hypercube: Option<u32>,
}

/// What a router is made of.
#[derive(clap::Args)]
struct Router {
    /// Virtual channels of a link
    #[arg(long, default_value_t = 4, value_parser = within(1..=64u32))]
    vcs: u32,

    /// Buffer of a virtual channel, in flits
    #[arg(long, value_name = "FLITS", default_value_t = 8, value_parser = within(1..=255u32))]
    buffer: u32,

    /// Cycles until a router counts a credit that has come
    #[arg(long, value_name = "CYCLES", default_value_t = 1, value_parser = within(0..=8u32))]
    credit_delay: u32,

    /// Breaks the rings of a torus; without it a torus can deadlock
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    #[arg(conflicts_with_all = ["mesh", "hypercube"])]
    dateline: bool,
}

/// What is simulated.
type Setup = sweep::PlainSetup;

/// The verb.
pub const VERB: SimulateVerb = SimulateVerb::new::<Args>();

impl Shape {
    fn layout(&self) -> Layout {
        let radices = |radices: &Radices| radices.0.clone();
        match self {
            Shape { mesh: Some(mesh), .. } => Layout::Mesh(radices(mesh)),
            Shape { torus: Some(torus), .. } => Layout::Torus(radices(torus)),
            Shape { hypercube, .. } => Layout::Hypercube(hypercube.expect("one is required")),
        }
    }
}

impl Options for Args {
    type Setup = Setup;

    fn setup(&self) -> Result<Setup, Error> {
        let reason = "plain routers follow one route, and go around no fault";
        self.no_faults.check(reason, "teecast simulate hypercube has faulty nodes")?;
        let Router { vcs, buffer, credit_delay, dateline } = self.router;
        let router = PlainConfig { channels: vcs, buffer, dateline, credit_delay };
        Ok(Setup {
            topology: self.shape.layout(),
            router,
            pattern: self.destinations.pattern()?,
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

    fn given(&self, noted: bool, progress: &Progress) -> Option<Result<Measured, Error>> {
        let path = self.given.trace.as_ref()?;
        Some(self.setup().and_then(|setup| {
            let mut network = setup.network().map_err(refused)?;
            let size = size(&setup)?;
            let last = network.routes().nodes() as u32 - 1;
            let messages = trace::read(path, |line| unicast(&line, last))?;
            if noted {
                network.note(0);
            }
            let measured = progress.single(|report| run::drain(network, messages, report));
            let measured = measured.map_err(refused)?;
            let cycles = measured.cycles;
            Ok(Point::of_messages(None, measured, cycles, size))
        }))
    }
}

/// Returns a message to one node of a network whose last one is given.
fn unicast(line: &Line, last: u32) -> Result<WorkloadMessage, String> {
    let Line { cycle, source, ref destinations, length } = *line;
    let [destination] = destinations[..] else {
        return Err(
            "a plain router sends to one node; teecast simulate hypercube has others".into()
        );
    };
    if let Some(node) = [source, destination].into_iter().find(|node| *node > last) {
        return Err(format!("node {node} is not one of 0 to {last}"));
    }
    Lengths::fixed(length).map_err(|cause| cause.to_string())?;
    Ok(WorkloadMessage { cycle, source, destination, length })
}

impl Simulated for Setup {
    const KIND: &'static str = "plain";

    fn units(&self) -> Units {
        Units { load: FLITS, time: "cycles", measured: "messages" }
    }

    fn check(&self, job: Job) -> Result<(), Error> {
        Setup::check(self, job).map_err(refused)
    }

    fn answer(&self, job: Job, report: Report) -> Result<Answer, Error> {
        match Setup::answer(self, job, report).map_err(refused)? {
            sweep::Answer::Point(sweep::Point { load, measured }) => {
                Ok(Answer::Point(Box::new(of_load(self, load, measured)?)))
            }
            found => Ok(Answer::Saturation(found.into())),
        }
    }

    fn noted(&self, load: f64, report: Report) -> Result<Measured, Error> {
        of_load(self, load, Setup::noted(self, load, report).map_err(refused)?)
    }

    fn drawn(&self) -> Drawn {
        match &self.topology {
            Layout::Mesh(radices) => Drawn::Grid { radices: radices.clone(), wraps: false },
            Layout::Torus(radices) => Drawn::Grid { radices: radices.clone(), wraps: true },
            Layout::Hypercube(n) => Drawn::Cube(*n),
        }
    }

    fn zero_load_latency(&self) -> Result<f64, Error> {
        Setup::zero_load_latency(self).map_err(refused)
    }
}

/// Returns what was found under a load.
fn of_load(setup: &Setup, load: f64, measured: Measurement) -> Result<Measured, Error> {
    let cycles = measured.batches.len() as u64 * setup.plan.batch;
    Ok(Point::of_messages(Some(load), measured, cycles, size(setup)?))
}

/// Returns nodes and links of a network that is possible.
fn size(setup: &Setup) -> Result<Size, Error> {
    let nodes = setup.network().map_err(refused)?.routes().nodes() as u64;
    let links = match &setup.topology {
        // At the border of a mesh a dimension of r nodes has r - 1 links each way.
        Layout::Mesh(radices) => {
            let along = |radix: &u32| nodes / u64::from(*radix) * u64::from(radix - 1);
            2 * radices.iter().map(along).sum::<u64>()
        }
        Layout::Torus(radices) => 2 * nodes * radices.len() as u64,
        Layout::Hypercube(n) => nodes * u64::from(*n),
    };
    Ok(Size { nodes, links })
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
        RunError::Deadlock { .. } => (Kind::Failed, "a torus needs --dateline true"),
        _ => return refused_anywhere(cause),
    };
    Error::new(kind, cause).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_counted_both_ways() {
        let [mesh, torus, cube] = [["--mesh", "3x4"], ["--torus", "3x4"], ["--hypercube", "3"]]
            .map(|shape| {
                let words = ["plain", "--load", "0.1"].into_iter().chain(shape);
                let matches = <Args as clap::Args>::augment_args(clap::Command::new("plain"))
                    .try_get_matches_from(words)
                    .expect("permitted");
                let args = <Args as clap::FromArgMatches>::from_arg_matches(&matches);
                let setup = args.expect("permitted").setup().expect("permitted");
                size(&setup).expect("permitted").links
            });
        // 3 rows of 3 links and 4 columns of 2; all wrapped; 8 nodes of 3.
        assert_eq!([mesh, torus, cube], [2 * (3 * 3 + 4 * 2), 2 * 2 * 12, 24]);
    }
}

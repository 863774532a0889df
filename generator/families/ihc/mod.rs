//! The IHC family: what its layers have to do with each other.

use teecast_cosim::build::Recording;
use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::ihc::{IhcDevice, measure, replay};
use teecast_cosim::network_bench::{BenchError, NetworkBench};
use teecast_cosim::stimulus::Stimulus;
use teecast_model::flaw::Flaw;
use teecast_model::ihc::schedule::Schedule;
use teecast_model::ihc::{audit, round};
use teecast_spec::{Family, IhcSpec};
use teecast_verbs::ihc as verbs;

use super::claim::Claim;
use super::{Entry, Example, Registered, Sources};
use crate::emit::Header;
use crate::emit::ihc::proof;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    family: Family::Ihc,
    samples: SAMPLES,
    route: &[verbs::route::VERB],
    simulate: &[verbs::simulate::VERB],
    analyze: &[verbs::analyze::hamiltonian::VERB],
    commands: &[],
    examples: EXAMPLES,
};

const SAMPLES: &[&str] = &[
    "topology = 'hypercube'\nn = 2\nmax-data = 2",
    "topology = 'hypercube'\nn = 3\nmax-data = 2",
    "topology = 'hexmesh'\nn = 2\nwidth = 8\nmax-data = 3\nreception = 'majority'\nprefix = 'my_'",
    "topology = 'hypercube'\nn = 2\nwidth = 8\nmax-data = 2\nfilter = false\ntest-ports = true",
];

const EXAMPLES: &[Example] = &[
    Example { of: "", typed: "gen --family ihc --topology hypercube --n 4 --max-data 3" },
    Example { of: "route", typed: "route ihc --topology hexmesh --n 3 --mu 2 --source 7" },
    Example { of: "analyze", typed: "analyze hamiltonian --topology torus --sides 4x4" },
    Example {
        of: "simulate",
        typed: "simulate ihc --topology hypercube --n 4 --mu 2 --interleave 8 --length 2 \
                --load 0.1:0.7:0.2",
    },
    Example { of: "verify", typed: "verify --family ihc --topology hypercube --n 4 --max-data 3" },
    Example { of: "verify", typed: "verify --family ihc --topology torus --sides 4x4 --measure" },
];

/// Links times slots of the largest round that is executed for a claim.
const MOST_WORK: u64 = 100_000_000;

impl Registered for IhcSpec {
    fn size(&self) -> String {
        self.short_name()
    }

    /// The testbench of the network makes links faulty, too.
    fn device(&self, _tapped: bool) -> Option<Box<dyn Device>> {
        self.network.then(|| -> Box<dyn Device> { Box::new(IhcDevice::new(self)) })
    }

    fn audit(&self) -> Result<(), Flaw> {
        audit::directed(self.topology, &self.rings())
    }

    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
        proof::properties(self, header, modules, Schedule::of(self).starts())
    }

    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        Some(replay::trace(self, stimulus, seed))
    }

    fn claims(&self, prefix: &str) -> Vec<Claim> {
        let spec = self.clone();
        let alone = Claim {
            family: "ihc",
            module: format!("{prefix}ihc_network"),
            property: "no packet of a round meets another one",
            fault: "the second node of a cycle starts with the first one",
            holds: Box::new(move |spoiled| meetings(&spec, spoiled)),
        };
        let slots = u64::from(Schedule::of(self).slots());
        let work = u64::from(self.nodes() * self.cycles()) * slots;
        (work <= MOST_WORK).then_some(alone).into_iter().collect()
    }

    /// Measures the network.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        if !self.network {
            return Ok(Vec::new());
        }
        let Sources { prefix, files, simulator, work } = *sources;
        let device = IhcDevice::new(self);
        let bench = NetworkBench::build(&device, prefix, files, simulator, Recording::None, true)?;
        measure::measure(&device, &bench, work)
    }
}

/// Executes a round and says how many flits meet a start, if any do.
fn meetings(spec: &IhcSpec, spoiled: bool) -> Option<String> {
    let schedule = Schedule::of(spec);
    let early = |id: u32| if spoiled && id == 1 { 0 } else { id };
    let start = |id| schedule.starts()[early(id) as usize];
    let played = Schedule::staged(schedule.nodes(), schedule.mu(), start, 1);
    let displaced = round::execute(&spec.rings(), &played, |_| {}).displaced;
    (displaced > 0).then(|| format!("{displaced} flits meet the start of another packet"))
}

//! The region family: what its layers have to do with each other.

use teecast_cosim::build::Recording;
use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::network_bench::{BenchError, NetworkBench};
use teecast_cosim::region::{measure, replay};
use teecast_cosim::stimulus::Stimulus;
use teecast_model::region::ranking;
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::{Family, RegionSpec};
use teecast_verbs::region as verbs;

use super::claim::{Claim, described};
use super::{Entry, Example, Registered, Sources};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;
use crate::emit::region::proof;

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    family: Family::Region,
    samples: SAMPLES,
    route: &[verbs::route::VERB],
    simulate: &[verbs::simulate::VERB],
    analyze: &[],
    commands: &[],
    examples: EXAMPLES,
};

const SAMPLES: &[&str] = &[
    "mesh = '2x2'\nmax-data = 2",
    "mesh = '3x3'\nalgorithm = 'nearest-corner'\ndeliveries = 2\nmax-data = 15",
    "mesh = '4x2'\nprefix = 'my_'",
    "mesh = '3x2x2'\nalgorithm = 'mst'\nwidth = 8\nmax-data = 0",
    "mesh = '2x2'\nanswers = 'reply'\ntags = 2\nmax-data = 2",
];

const EXAMPLES: &[Example] = &[
    Example { of: "", typed: "gen --family region --mesh 4x4" },
    Example {
        of: "route",
        typed: "route region --mesh 16x16 --algorithm nearest-corner --source 5,7 \
                --region 2,3:9,12",
    },
    Example {
        of: "simulate",
        typed: "simulate region --mesh 16x16 --algorithm nearest-corner --length 8 \
                --load 0.004,0.008",
    },
    Example { of: "prove", typed: "prove --family region --mesh 3x3" },
    Example { of: "verify", typed: "verify --family region --mesh 4x4 --messages 1000" },
    Example { of: "verify", typed: "verify --family region --mesh 4x4 --measure" },
];

impl Registered for RegionSpec {
    fn size(&self) -> String {
        self.mesh_name()
    }

    fn device(&self, tapped: bool) -> Option<Box<dyn Device>> {
        (self.network && !tapped).then(|| -> Box<dyn Device> { Box::new(self.clone()) })
    }

    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
        proof::properties(self, header, modules)
    }

    /// The clocked model has no answers.
    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        (!self.answers.any()).then(|| replay::trace(self, stimulus, seed))
    }

    fn claims(&self, prefix: &str) -> Vec<Claim> {
        let spec = self.clone();
        let ranked = Claim {
            family: "region",
            module: format!("{prefix}region_network"),
            property: "a rank of channels and deliveries rises along every wait",
            fault: match self.algorithm {
                CornerAlgorithm::FixedCorner => "outputs in no fixed order",
                CornerAlgorithm::NearestCorner => "outputs by port, whatever the class is",
                CornerAlgorithm::Mst => "the delivery before the links",
            },
            holds: Box::new(move |spoiled| {
                ranking::wait_that_does_not_rise(&spec, spoiled).map(described)
            }),
        };
        (self.nodes() <= ranking::LARGEST).then_some(ranked).into_iter().collect()
    }

    /// Measures the network.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        if !self.network {
            return Ok(Vec::new());
        }
        let Sources { prefix, files, simulator, work } = *sources;
        let bench = NetworkBench::build(self, prefix, files, simulator, Recording::None, true)?;
        measure::measure(self, &bench, work)
    }
}

//! The ring-tree family: what its layers have to do with each other.

use teecast_cosim::build::Recording;
use teecast_cosim::device::{Device, Measurement};
use teecast_cosim::network_bench::{BenchError, NetworkBench};
use teecast_cosim::ring_tree::{RingTreeDevice, measure, replay};
use teecast_cosim::stimulus::Stimulus;
use teecast_model::flaw::Flaw;
use teecast_model::ring_tree::audit;
use teecast_spec::{Family, RingTreeSpec};
use teecast_verbs::ring_tree as verbs;

use super::{Entry, Example, Registered, Sources};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;
use crate::emit::ring_tree;

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    family: Family::RingTree,
    samples: SAMPLES,
    route: &[verbs::route::VERB],
    simulate: &[],
    analyze: &[verbs::analyze::VERB],
    commands: &[verbs::command::VERB],
    examples: EXAMPLES,
};

const SAMPLES: &[&str] = &[
    "graph = 'hypercube:2'\nring-size = 4",
    "graph = 'grid:3x2'\nring-size = 3\ntables = 'fixed'\nprefix = 'my_'",
    "graph = 'star:5'\nring-size = 3\nvirtual-nodes = 'max'\npayload = 33\ntest-ports = true",
];

const EXAMPLES: &[Example] = &[
    Example { of: "", typed: "gen --family ring-tree --graph hypercube:4" },
    Example { of: "route", typed: "route ring-tree --graph hypercube:4 --source 6 --dest 9" },
    Example { of: "analyze", typed: "analyze ring-tree --graph hexmesh:3" },
    Example { of: "verify", typed: "verify --family ring-tree --graph path:8 --measure" },
];

impl Registered for RingTreeSpec {
    fn size(&self) -> String {
        format!("{}, rings of {}", self.network, self.ring_size)
    }

    /// What the testbench makes faulty or garbles is no part of the design.
    fn device(&self, _tapped: bool) -> Option<Box<dyn Device>> {
        RingTreeDevice::new(self).map(|device| -> Box<dyn Device> { Box::new(device) })
    }

    fn audit(&self) -> Result<(), Flaw> {
        audit::first(&self.tree(), self.graph(), &self.faults, self.ring_size, self.walk)
    }

    fn properties(&self, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
        ring_tree::proof::properties(self, header, modules)
    }

    fn replay(&self, stimulus: &Stimulus, seed: u64) -> Option<String> {
        Some(replay::trace(self, stimulus, seed))
    }

    /// Measures the network.
    fn measure(&self, sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        let Some(device) = RingTreeDevice::new(self) else { return Ok(Vec::new()) };
        let Sources { prefix, files, simulator, work } = *sources;
        let bench = NetworkBench::build(&device, prefix, files, simulator, Recording::None, true)?;
        measure::measure(&device, &bench, work, ring_tree::TURN)
    }
}

//! The IHC family: what its layers have to do with each other.

mod analyze;
#[path = "../../emit/ihc/mod.rs"]
pub mod emit;
mod network;
mod route;

use teecast_cosim::device::Device;
use teecast_cosim::ihc::IhcDevice;
use teecast_spec::IhcSpec;

use super::{Entry, Example, Registered};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    route: &[route::VERB],
    simulate: &[],
    analyze: &[analyze::hamiltonian::VERB],
    examples: EXAMPLES,
};

const EXAMPLES: &[Example] = &[
    Example { of: "", typed: "gen --family ihc --topology hypercube --n 4 --max-data 3" },
    Example { of: "route", typed: "route ihc --topology hexmesh --n 3 --mu 2 --source 7" },
    Example { of: "analyze", typed: "analyze hamiltonian --topology torus --sides 4x4" },
    Example { of: "verify", typed: "verify --family ihc --topology hypercube --n 4 --max-data 3" },
];

impl Registered for IhcSpec {
    fn size(&self) -> String {
        self.short_name()
    }

    /// The testbench of the network makes links faulty, too.
    fn device(&self, _tapped: bool) -> Option<Box<dyn Device>> {
        self.network.then(|| -> Box<dyn Device> { Box::new(IhcDevice::new(self)) })
    }

    fn properties(&self, _: &Header, _: &Modules<'_>) -> Vec<Property> {
        Vec::new()
    }
}

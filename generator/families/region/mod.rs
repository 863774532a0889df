//! The region family: what its layers have to do with each other.

#[path = "../../emit/region/mod.rs"]
pub mod emit;
mod simulate;

use teecast_cosim::device::Device;
use teecast_cosim::hypercube::router::Measurement;
use teecast_cosim::network_bench::BenchError;
use teecast_spec::RegionSpec;

use super::claim::Claim;
use super::{Entry, Registered, Sources};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Statement;

/// The verbs of the family.
pub const ENTRY: Entry = Entry { route: &[], simulate: &[simulate::VERB] };

impl Registered for RegionSpec {
    fn size(&self) -> String {
        self.mesh_name()
    }

    fn device(&self, tapped: bool) -> Option<Box<dyn Device>> {
        (self.network && !tapped).then(|| -> Box<dyn Device> { Box::new(self.clone()) })
    }

    fn properties(&self, _header: &Header, _modules: &Modules<'_>) -> Vec<Statement> {
        Vec::new()
    }

    fn claims(&self, _prefix: &str) -> Vec<Claim> {
        Vec::new()
    }

    fn measure(&self, _sources: &Sources<'_>) -> Result<Vec<Measurement>, BenchError> {
        Ok(Vec::new())
    }
}

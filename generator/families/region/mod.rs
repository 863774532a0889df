//! The region family: what its layers have to do with each other.

#[path = "../../emit/region/mod.rs"]
pub mod emit;
mod simulate;

use teecast_cosim::device::Device;
use teecast_spec::RegionSpec;

use super::{Entry, Example, Registered};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;
use emit::proof;

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    route: &[],
    simulate: &[simulate::VERB],
    analyze: &[],
    examples: &[Example {
        of: "simulate",
        typed: "simulate region --mesh 16x16 --algorithm nearest-corner --length 8 \
                --load 0.004,0.008",
    }],
};

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
}

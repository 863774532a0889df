//! The region family: what its layers have to do with each other.

#[path = "../../emit/region/mod.rs"]
pub mod emit;
mod simulate;

use teecast_cosim::device::Device;
use teecast_model::region::ranking;
use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;

use super::claim::{Claim, described};
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
    examples: &[
        Example { of: "", typed: "gen --family region --mesh 4x4" },
        Example { of: "verify", typed: "verify --family region --mesh 3x3" },
        Example {
            of: "simulate",
            typed: "simulate region --mesh 16x16 --algorithm nearest-corner --length 8 \
                    --load 0.004,0.008",
        },
    ],
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
}

//! The ring-tree family: what its layers have to do with each other.

#[path = "../../emit/ring_tree/mod.rs"]
pub mod emit;

use teecast_cosim::device::Device;
use teecast_spec::RingTreeSpec;

use super::{Entry, Example, Registered};
use crate::emit::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::Property;

/// The family in the registry.
pub const ENTRY: Entry = Entry { route: &[], simulate: &[], analyze: &[], examples: EXAMPLES };

const EXAMPLES: &[Example] =
    &[Example { of: "", typed: "gen --family ring-tree --graph hypercube:4" }];

impl Registered for RingTreeSpec {
    fn size(&self) -> String {
        format!("{}, rings of {}", self.network, self.ring_size)
    }

    fn device(&self, _tapped: bool) -> Option<Box<dyn Device>> {
        None
    }

    fn properties(&self, _: &Header, _: &Modules<'_>) -> Vec<Property> {
        Vec::new()
    }
}

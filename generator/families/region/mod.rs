//! Broadcasts to regions of a mesh: simulated, without hardware.

mod simulate;

use super::Entry;

/// The family in the registry.
pub const ENTRY: Entry = Entry { route: &[], simulate: &[simulate::VERB] };

//! The hypercube family: what its layers have to do with each other.

pub(crate) mod route;
mod simulate;

use super::Entry;

/// The family in the registry.
pub const ENTRY: Entry = Entry { route: &[route::VERB], simulate: &[simulate::VERB] };

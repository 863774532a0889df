//! The HARTS family: what its layers have to do with each other.

mod route;
mod simulate;
mod torus;

use super::Entry;

/// The family in the registry.
pub const ENTRY: Entry = Entry { route: &[route::VERB, torus::VERB], simulate: &[simulate::VERB] };

//! The registry: the only room that sees all layers of a family.
//!
//! One folder a family joins its parameters, emitter, golden model and devices under test, and brings
//! its verbs of `route` and `simulate`. Commands ask the registry and name no family.

pub mod harts;
pub mod hypercube;
pub mod region;

use std::iter;

use crate::simulation::plain;
use crate::simulation::verb::SimulateVerb;
use crate::terminal::verb::Verb;

/// What a family brings; an empty list where it has nothing of a sort.
pub struct Entry {
    /// Verbs of `teecast route`.
    pub route: &'static [Verb],
    /// Verbs of `teecast simulate`.
    pub simulate: &'static [SimulateVerb],
}

/// The families, in the order in which help lists them.
const ENTRIES: &[&Entry] = &[&hypercube::ENTRY, &harts::ENTRY, &region::ENTRY];

/// Returns the verbs of `teecast route` of all families.
pub fn route_verbs() -> impl Iterator<Item = &'static Verb> {
    ENTRIES.iter().flat_map(|entry| entry.route)
}

/// Returns the verbs of `teecast simulate`: the plain routers, and those of all families.
pub fn simulate_verbs() -> impl Iterator<Item = &'static SimulateVerb> {
    iter::once(&plain::VERB).chain(ENTRIES.iter().flat_map(|entry| entry.simulate))
}

//! The IHC family: what its layers have to do with each other.

mod analyze;
mod network;
mod route;

use super::{Entry, Example};

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

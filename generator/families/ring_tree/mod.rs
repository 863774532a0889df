//! The ring-tree family: its verbs. The hardware is not emitted yet.

mod analyze;
mod command;
mod drawing;
mod network;
mod repair;
mod route;

use super::{Entry, Example};

/// The family in the registry.
pub const ENTRY: Entry = Entry {
    route: &[route::VERB],
    simulate: &[],
    analyze: &[analyze::VERB],
    commands: &[command::VERB],
    examples: EXAMPLES,
};

const EXAMPLES: &[Example] = &[
    Example { of: "route", typed: "route ring-tree --graph hypercube:4 --source 6 --dest 9" },
    Example { of: "analyze", typed: "analyze ring-tree --graph hexmesh:3" },
];

//! The verbs of `teecast route`: what is typed, the answer of the golden model, and its document.
//!
//! A folder a family. Nothing here reads the environment or prints, so that the command line and a
//! page in a browser give the same answers.

pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod region;
pub mod ring_tree;

use schemars::Schema;
use teecast_terminal::verb::Verb;

/// All verbs.
pub const VERBS: [&Verb; 6] = [
    &hypercube::VERB,
    &harts::VERB,
    &harts::torus::VERB,
    &region::VERB,
    &ihc::VERB,
    &ring_tree::VERB,
];

/// The name of a verb, and what makes the schema of its document.
pub type Described = (&'static str, fn() -> Schema);

/// The schemas of all documents.
pub const SCHEMAS: [Described; 6] = [
    ("hypercube", hypercube::schema),
    ("harts", harts::schema),
    ("torus", harts::torus::schema),
    ("region", region::schema),
    ("ihc", ihc::schema),
    ("ring-tree", ring_tree::schema),
];

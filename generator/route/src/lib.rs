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

/// The schemas of the documents, each with the name of its verb.
pub const SCHEMAS: [(&str, fn() -> Schema); 6] = [
    ("hypercube", hypercube::schema),
    ("harts", harts::schema),
    ("torus", harts::torus::schema),
    ("region", region::schema),
    ("ihc", ihc::schema),
    ("ring-tree", ring_tree::schema),
];

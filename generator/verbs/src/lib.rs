//! The verbs of `teecast route`: what is typed, the answer of the golden model, and its document.
//!
//! A folder a family. Nothing here reads the environment or prints, so that the command line and a
//! page in a browser give the same answers.
//!
//! # Examples
//! ```
//! use clap::Command;
//!
//! let route = teecast_route::VERBS.iter().fold(Command::new("route"), |all, verb| verb.below(all));
//! let words = "route hypercube --n 2 --algorithm unicast --source 0 --dest 3";
//! let typed = route.get_matches_from(words.split(' '));
//! let (name, options) = typed.subcommand().expect("a verb");
//! let verb = teecast_route::VERBS.iter().find(|verb| verb.name() == name).expect("a verb");
//! let report = verb.typed(options).run()?;
//! assert!(report.text.contains("traffic 2 links, 2 steps, 1 delivery"));
//! # Ok::<(), teecast_terminal::error::Error>(())
//! ```

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

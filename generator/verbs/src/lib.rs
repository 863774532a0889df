//! The verbs that families bring to `teecast`: what is typed, the answer of the golden model, and its
//! document, table or picture.
//!
//! A folder a family. The verbs of `route` neither read the environment nor print, so that the command line
//! and a page in a browser give the same answers; [`route`] is what they share. The feature `work` has the
//! other verbs, which take threads and show how far they are: those of `simulate`, on the [`simulation`] of a
//! network under loads, those of `analyze`, and `ring-tree repair`.
//!
//! # Examples
//! ```
//! use clap::Command;
//!
//! let route = teecast_verbs::ROUTES.iter().fold(Command::new("route"), |all, verb| verb.below(all));
//! let words = "route hypercube --n 2 --algorithm unicast --source 0 --dest 3";
//! let typed = route.get_matches_from(words.split(' '));
//! let (name, options) = typed.subcommand().expect("a verb");
//! let verb = teecast_verbs::ROUTES.iter().find(|verb| verb.name() == name).expect("a verb");
//! let report = verb.typed(options).run()?;
//! assert!(report.text.contains("traffic 2 links, 2 steps, 1 delivery"));
//! # Ok::<(), teecast_terminal::error::Error>(())
//! ```

pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod reason;
pub mod region;
pub mod ring_tree;
pub mod route;
#[cfg(feature = "work")]
pub mod simulation;

use reason::Reasoned;
use schemars::Schema;
use teecast_terminal as terminal;
use terminal::verb::Verb;

/// All verbs of `route`.
pub const ROUTES: [&Verb; 6] = [
    &hypercube::route::VERB,
    &harts::route::VERB,
    &harts::torus::VERB,
    &region::route::VERB,
    &ihc::route::VERB,
    &ring_tree::route::VERB,
];

/// Of every verb of `route`, why its nodes do what they do.
pub const REASONS: [Reasoned; 6] = [
    ("hypercube", hypercube::route::reasons),
    ("harts", harts::route::reasons),
    ("torus", harts::torus::reasons),
    ("region", region::route::reasons),
    ("ihc", ihc::route::reasons),
    ("ring-tree", ring_tree::route::reasons),
];

/// The name of a verb of `route`, and what makes the schema of its document.
pub type Described = (&'static str, fn() -> Schema);

/// The schemas of all documents of `route`.
pub const SCHEMAS: [Described; 6] = [
    ("hypercube", hypercube::route::schema),
    ("harts", harts::route::schema),
    ("torus", harts::torus::schema),
    ("region", region::route::schema),
    ("ihc", ihc::route::schema),
    ("ring-tree", ring_tree::route::schema),
];

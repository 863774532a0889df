//! Audits trees of rings, their repairs and the table writes, which the emitter and the model share.
//!
//! The audits are written from the definitions ([Sun98] and `docs/ring-tree.md`) and call no code that they audit:
//! of a tree they read the rings, the places and the tables, and compute links, distances and components anew.
//! [`tree()`] holds for every tree, [`first`] for the one of the construction, [`repair()`] for the one after faults,
//! [`writes()`] for the way from one to the next.

mod first;
mod network;
mod repair;
mod tables;
mod tree;
mod words;
mod writes;

pub use first::first;
pub use repair::repair;
pub use tree::tree;
pub use writes::writes;

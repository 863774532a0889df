//! What the simulator does alike for every kind of network: runs a sweep, keeps its answers, shows
//! them.
//!
//! A kind stands behind the traits of `network` and becomes a subcommand by `verb`; `plain` is the
//! kind that belongs to no family. `options` are the options that kinds share, with the values of
//! `value`. `setup` is what a sweep asks, `product` makes the setups of changing options, `sweep` makes the runs,
//! `progress` shows how far they are, `part` keeps answers on disk, `point` is a row of the results, `results` writes
//! tables, `curves` draws, `details` are those of one run, in which nodes have their `places`, `trace` reads given messages.

mod curves;
mod details;
pub mod network;
pub mod options;
pub mod part;
pub mod places;
pub mod plain;
pub mod point;
mod product;
pub mod progress;
pub mod results;
pub mod setup;
mod sweep;
pub mod trace;
pub mod value;
pub mod verb;

//! What nodes send: when, where to and how much, drawn from random numbers by counter.
//!
//! Every node has a sequence of its own, so that what it sends depends on nothing else. All draws
//! are whole-number comparisons: the same seed gives the same messages on every machine.

mod gaps;
mod lengths;
mod pattern;
mod workload;

pub use gaps::Gaps;
pub use lengths::{LengthError, Lengths};
pub use pattern::{Pattern, PatternError};
pub use workload::{Workload, WorkloadMessage};

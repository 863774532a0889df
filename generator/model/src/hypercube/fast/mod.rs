//! Fast golden paths for studies of millions of messages: only how many links a greedy tree takes
//! or whether the fault model holds, equal to the plain model on every input.
//!
//! All of this is the papers' rule without classes, seen from the source: node 0 sends.

pub mod faults;
pub mod rows;
pub mod words;

//! Questions about the hypercube that the golden model answers; one file a question.

pub mod choose_m;
pub mod optimal;

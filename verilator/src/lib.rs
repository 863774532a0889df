//! Finds the tools, builds simulations with a cache, plays vectors and compares with the model.

pub mod compare;
pub mod random;
pub mod scenario;
pub mod stimulus;
pub mod trace;

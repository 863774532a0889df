//! Finds the tools, builds simulations with a cache, plays vectors and compares with the model.

pub mod build;
pub mod cache;
pub mod compare;
pub mod coverage;
pub mod device;
pub mod error;
pub mod harts;
pub mod hypercube;
pub mod lint;
pub mod mutants;
pub mod network_bench;
pub mod process;
pub mod prove;
pub mod random;
mod replay;
pub mod scenario;
pub mod stimulus;
pub mod synth;
pub mod tools;
pub mod trace;
pub mod vector_bench;
pub mod vectors;
pub mod wave;

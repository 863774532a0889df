//! Finds the tools, builds simulations with a cache, plays vectors and compares with the model.

pub mod broadcaster_bench;
pub mod build;
pub mod cache;
pub mod compare;
pub mod error;
pub mod family;
pub mod harts;
pub mod hypercube;
pub mod lint;
pub mod mhu_bench;
pub mod multicaster_bench;
pub mod netlist;
pub mod network_bench;
pub mod process;
pub mod prove;
pub mod random;
pub mod relay_bench;
mod replay;
pub mod router_bench;
pub mod scenario;
pub mod stimulus;
pub mod tools;
pub mod trace;
pub mod vector_bench;
pub mod vectors;
pub mod wave;

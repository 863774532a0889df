//! Finds the tools, builds simulations with a cache, plays vectors and compares with the model.
//!
//! # Examples
//! A tool that is missing is skipped by name on a user's machine, and an error in CI:
//! ```
//! use teecast_cosim::tools::{self, Tool};
//!
//! if let Some(icarus) = tools::or_skipped(tools::find(Tool::Icarus))? {
//!     println!("{icarus} simulates");
//! }
//! # Ok::<(), teecast_cosim::error::ToolError>(())
//! ```

pub mod build;
pub mod cache;
pub mod compare;
pub mod device;
mod environment;
mod epoch;
pub mod error;
pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod lint;
pub mod netlist;
pub mod network_bench;
pub mod process;
pub mod prove;
pub mod region;
mod replay;
pub mod ring_tree;
pub mod scenario;
mod sight;
pub mod stimulus;
mod tool;
pub mod tools;
pub mod trace;
pub mod vector_bench;
pub mod vectors;
pub mod wave;

pub use teecast_model::random;

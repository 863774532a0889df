//! teecast: synthesizable Verilog for reliable collective communication, and its prediction.
//!
//! The pipeline: command line and TOML file -> `spec::RawConfig` -> `validate` ->
//! `spec::Spec` -> [`emit`] (Verilog text, pure) and [`model`] (golden reference, independent of
//! the emitter) -> [`output`] adds vectors, [`proofs`] prove what the modules do; the command line
//! writes files, the simulation harness plays and compares them.
//!
//! # Examples
//! All files of a small design, without touching the disk:
//! ```
//! use teecast::output;
//! use teecast::spec::{HypercubeSpec, Spec};
//!
//! let families = vec![HypercubeSpec::new(2, 2).into()];
//! let spec = Spec::new("small", families);
//! let files = output::files(&spec);
//! assert!(files.iter().any(|file| file.path == "hypercube/hypercube_network.v"));
//! ```

pub mod cli;
pub mod families;
pub mod output;
pub mod proofs;

pub use teecast_emit as emit;
pub use teecast_model as model;
pub use teecast_spec as spec;
use teecast_terminal as terminal;

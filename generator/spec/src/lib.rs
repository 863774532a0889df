//! The shared vocabulary of teecast: parameters and their bounds, topologies, frame layout.
//!
//! Vocabulary only: widths, offsets, port order, names, which node is whose neighbour. Behaviour
//! (routing, arbitration) lives in the golden model and, independently, in the emitted hardware.

pub mod config;
pub mod error;
pub mod flit;
pub mod harts;
pub mod hypercube;
mod identifier;
pub mod topology;

pub use config::{Family, RawConfig, Spec};
pub use error::SpecError;
pub use flit::Flit;
pub use harts::{HartsSpec, Interconnect, Reception};
pub use hypercube::{HypercubeSpec, Vote};

//! The shared vocabulary of teecast: parameters and their bounds, topologies, frame layout.
//!
//! Vocabulary only: widths, offsets, port order, names, which node is whose neighbour. Behaviour
//! (routing, arbitration) lives in the golden model and, independently, in the emitted hardware.
//!
//! # Examples
//! What is typed becomes a configuration, or a sentence that says why not:
//! ```
//! use teecast_spec::RawConfig;
//!
//! let raw = RawConfig::from_toml("family = [\"region\"]\nmesh = \"4x4\"")?;
//! assert_eq!(raw.validate()?.families.len(), 1);
//! let refused = RawConfig::from_toml("family = [\"region\"]\nmesh = \"4x1\"")?.validate();
//! assert!(refused.is_err());
//! # Ok::<(), teecast_spec::SpecError>(())
//! ```

pub mod config;
pub mod error;
pub mod family;
pub mod flit;
pub mod frame;
mod identifier;

pub mod option;
mod raw;
pub mod read;
pub mod reception;
pub mod stream;
pub mod style;
pub mod svg;
pub mod text;
pub use teecast_topology as topology;
pub mod verilog;

pub use error::SpecError;
pub use family::harts::Interconnect;
pub use family::hypercube::Vote;
pub use family::*;
pub use flit::{Flit, FlitBits};
pub use raw::RawConfig;
pub use reception::Reception;
pub use style::{RamStyle, Reset, Style};

//! Turns a valid configuration into Verilog text: pure functions, no file system, no model.
//!
//! What differs between families stands behind [`emitter::Emitter`]. The folder of a family belongs to its
//! entry in the registry, which declares it as a module.

pub mod bundle;
pub mod common;
pub mod datasheet;
pub mod design;
pub mod diagram;
pub(crate) mod dut;
pub mod emitter;
pub mod header;
pub mod manifest;
pub(crate) mod names;
pub mod package;
pub(crate) mod parts;
pub mod ports;
pub mod proof;
pub mod testbench;

pub use bundle::{Direction, Port, RtlBundle, RtlFile, Top};
pub use header::Header;

//! Turns a valid configuration into Verilog text: pure functions, no file system, no model.
//!
//! What differs between families stands behind [`emitter::Emitter`], a folder a family. The templates are in
//! `templates/` of the repository, the parts of testbenches in `sim-tb/`; links lead there.

pub mod bundle;
pub mod common;
pub mod datasheet;
pub mod design;
pub mod diagram;
pub(crate) mod dut;
pub mod emitter;
pub mod harts;
pub mod header;
pub mod hypercube;
pub mod ihc;
pub mod manifest;
pub mod measured;
pub(crate) mod names;
pub mod package;
pub(crate) mod parts;
pub mod ports;
pub mod proof;
pub mod region;
pub(crate) mod reset;
pub mod ring_tree;
pub mod testbench;
pub mod theorem;

pub use bundle::{Direction, Port, RtlBundle, RtlFile, Top};
pub use header::Header;

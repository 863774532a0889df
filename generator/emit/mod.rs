//! Turns a valid configuration into Verilog text: pure functions, no file system, no model.

pub mod bundle;
pub mod common;
pub mod datasheet;
pub mod design;
mod dut;
pub mod emitter;
pub mod harts;
pub mod header;
pub mod hypercube;
pub mod manifest;
mod names;
mod parts;
pub mod ports;
pub mod proof;
pub mod testbench;

pub use bundle::{Direction, Port, RtlBundle, RtlFile, Top};
pub use header::Header;

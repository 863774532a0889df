//! Turns a valid configuration into Verilog text: pure functions, no file system, no model.

pub mod bundle;

pub use bundle::{Direction, Port, RtlBundle, RtlFile, Top};

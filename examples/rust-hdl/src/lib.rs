//! Modules of teecast as blocks of rust-hdl, and a network that is joined in rust-hdl.
//!
//! `build.rs` writes the blocks from the manifest of a design; [`mesh`] is the example.

#![allow(missing_docs)] // the derive macro of rust-hdl writes items without documentation

pub mod mesh;

include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

/// Folder with the designs, one for each family.
pub const DESIGNS: &str = env!("OUT_DIR");

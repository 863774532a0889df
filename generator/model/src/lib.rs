//! The golden reference of teecast, written from the papers in the clearest form.
//!
//! One folder a family: its algorithms, its frames and, in `clocked`, the emitted hardware in every
//! cycle. [`simulate`] is the flit-level simulator, which names no family.

pub mod fields;
pub mod harts;
pub mod hypercube;
pub mod ihc;
pub mod random;
pub mod region;
pub mod relay;
pub mod ring_tree;
pub mod simulate;
pub mod stats;
pub mod torus;
pub mod traffic;
pub mod waits;

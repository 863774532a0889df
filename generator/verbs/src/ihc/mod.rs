//! The verbs of interleaved Hamiltonian cycles.

#[cfg(feature = "work")]
pub mod analyze;
pub mod network;
pub mod route;
#[cfg(feature = "work")]
pub mod simulate;

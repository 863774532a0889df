//! The verbs of the hypercube.

#[cfg(feature = "work")]
pub mod analyze;
pub mod route;
#[cfg(feature = "work")]
pub mod simulate;

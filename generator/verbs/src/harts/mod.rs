//! The verbs of the hexagonal mesh, and of the wrapped rectangular one.

pub mod route;
#[cfg(feature = "work")]
pub mod simulate;
pub mod torus;

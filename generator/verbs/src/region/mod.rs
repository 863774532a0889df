//! The verbs of region meshes.

mod reason;
pub mod route;
#[cfg(feature = "work")]
pub mod simulate;

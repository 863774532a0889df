//! The verbs of region meshes.

pub mod route;
#[cfg(feature = "work")]
pub mod simulate;

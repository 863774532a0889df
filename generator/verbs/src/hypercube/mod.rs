//! The verbs of the hypercube.

#[cfg(feature = "work")]
pub mod analyze;
mod reason;
pub mod route;
#[cfg(feature = "work")]
pub mod simulate;

use teecast_spec::option::{ConfigOption, N};

/// The dimension, where there is no hexagonal mesh beside the cube.
const DIMENSION: ConfigOption = ConfigOption { help: "Dimension of the hypercube, 2 to 16", ..N };

//! The verbs of the hexagonal mesh, and of the wrapped rectangular one.

pub mod route;
#[cfg(feature = "work")]
pub mod simulate;
pub mod torus;

use teecast_model::harts::route::LARGEST;
use teecast_spec::option::{ConfigOption, Kind, N};

/// The edge length: the model goes further than the emitted routers.
const EDGE: ConfigOption = ConfigOption {
    kind: Kind::Whole { least: 2, most: LARGEST },
    help: "Edge length of the hexagonal mesh, 2 to 64, of emitted routers to 16",
    ..N
};

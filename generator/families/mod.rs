//! The registry: the only room that sees all layers of a family.
//!
//! One folder a family joins its parameters, emitter, golden model and devices under test, and brings
//! its verbs of `route` and `simulate`. Commands ask the registry and name no family.

pub mod harts;
pub mod hypercube;

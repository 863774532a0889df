//! The verbs of trees of virtual rings.

#[cfg(feature = "work")]
pub mod analyze;
#[cfg(feature = "work")]
pub mod command;
mod drawing;
pub mod network;
#[cfg(feature = "work")]
mod repair;
pub mod route;

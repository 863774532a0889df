//! The golden reference of teecast, written from the papers in the clearest form.

pub mod harts;
pub mod hypercube;
pub mod network;
pub mod random;
pub mod region;
pub mod relay;
pub mod torus;
pub mod traffic;
pub mod waits;

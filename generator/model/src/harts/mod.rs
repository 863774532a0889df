//! The HARTS family ([KS91]): reliable broadcast on the C-wrapped hexagonal mesh.
//!
//! Algorithms: [`mesh`] the grid and its shortest ways, [`broadcast`] what processors send,
//! [`unicast`] regular messages; [`route`] runs one of them and returns the tree of hops.

pub mod broadcast;
pub mod mesh;
pub mod route;
pub mod unicast;

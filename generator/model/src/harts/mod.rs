//! The HARTS family ([KS91]): algorithms first, then the hardware's behaviour.
//!
//! Algorithms: [`way`] shortest ways in the hexagonal mesh, [`broadcast`] what processors send,
//! [`unicast`] regular messages; [`route`] runs one of them and returns the tree of hops.
//! Hardware: [`frame`] packs headers into flits, [`acceptance`] refuses, also by the
//! [`expected`] header, [`majority`] is its reception, [`network`] predicts what frames and forged packets do to all nodes,
//! with [`event`]s; [`byzantine`] nodes forge them. [`dependency`] checks for deadlock,
//! [`ranking`] shows that there is none; [`clocked`] is the emitted router in every cycle, [`simulation`] the hexagonal mesh under a load.

pub mod acceptance;
pub mod broadcast;
pub mod byzantine;
pub mod clocked;
pub mod dependency;
pub mod event;
pub mod expected;
pub mod frame;
pub mod majority;
pub mod network;
pub mod ranking;
pub mod route;
pub mod simulation;
pub mod unicast;
pub mod way;

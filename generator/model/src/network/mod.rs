//! The flit-level simulator: what latency a network has under a load, cycle by cycle.
//!
//! A [`topology`] gives nodes and links. A router model moves flits: [`plain`] is the common
//! virtual-channel router, with which the simulator is validated; [`harts`] are those of the
//! hexagonal mesh and [`region`] those that copy messages to part of a mesh, each with an engine of
//! its own; [`mhu`] and [`harts_router`] are the emitted routers, clock by clock. Work is done only
//! where a flit, a credit or a message is: routers without work are not looked at ([`bits`]), what
//! takes time is entered in a [`calendar`]. A [`run`] drives a network with a workload of
//! [`crate::traffic`] until its [`measure`]ments are precise enough, audits it at the end, and
//! reports its [`progress`]; a [`sweep`] is runs under many loads.

pub mod bits;
pub mod calendar;
pub mod harts;
pub mod harts_router;
pub mod measure;
pub mod mhu;
pub mod plain;
pub mod progress;
pub mod region;
pub mod run;
pub mod stuck;
pub mod sweep;
pub mod topology;
pub mod world;

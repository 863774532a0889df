//! The flit-level simulator: what latency a network has under a load, cycle by cycle.
//!
//! A [`route`] leads over the links of a topology. A router model moves flits: [`plain`] is the common
//! virtual-channel router, with which the simulator is validated; families bring their own. Work is
//! done only where a flit, a credit or a message is: routers without work are not looked at
//! ([`bits`]), what takes time is entered in a [`calendar`]; a [`world`] surrounds emitted routers.
//! A [`run`] follows its [`plan`]: it drives a network with a workload of [`crate::traffic`] until its [`measure`]ments are
//! precise enough, audits it at the end, and reports its [`progress`]; a [`record`] notes messages and links; a
//! [`sweep`] is runs under many loads.

pub mod bits;
pub mod calendar;
pub mod measure;
pub mod plain;
pub mod plan;
pub mod progress;
pub mod record;
pub mod route;
pub mod run;
pub mod stuck;
pub mod sweep;
pub mod world;

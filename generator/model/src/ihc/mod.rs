//! The IHC family ([LS94]): every node broadcasts to every other one, on Hamiltonian cycles.
//!
//! Algorithms: [`audit`] checks the cycles, which the emitter shares, [`schedule`] says when a node starts on a cycle,
//! [`round`] executes a schedule slot by slot, [`route`] follows the copies of one message, [`fault`]
//! counts those that faulty nodes and links leave. [`recursive`] and [`cost`] have the broadcasts that
//! the paper compares with; [`background`] plays other messages beside rounds. Hardware: [`frame`] packs headers into flits, [`majority`] compares
//! copies, [`reception`] predicts what a processor gets of a round, with [`event`]s; [`clocked`] is the
//! emitted network in every cycle.

pub mod audit;
pub mod background;
pub mod clocked;
pub mod cost;
pub mod event;
pub mod fault;
pub mod frame;
pub mod majority;
pub mod reception;
pub mod recursive;
pub mod round;
pub mod route;
pub mod schedule;

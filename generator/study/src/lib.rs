//! Studies with the golden model: every table and figure of the papers that needs no network
//! simulation, and the questions of a designer behind them.
//!
//! A study of the [`catalogue`] draws its messages from a [`random`] stream, counts them in a
//! [`tally`] and returns an [`outcome`]: tables, charts, drawings and measured numbers. An
//! [`experiment`] says what was reported and judges; [`report`] puts all on one page. Nothing here
//! reads or writes files; the same seed gives the same bytes with any number of threads.

pub mod catalogue;
pub mod chart;
pub mod choice;
pub mod drawing;
pub mod experiment;
pub mod outcome;
pub mod report;
pub mod studies;
pub mod tally;
pub mod traffic;

pub use teecast_model::random;

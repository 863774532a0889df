//! Studies with the golden model: the papers' tables and figures, and questions of a designer
//! that no paper answers.
//!
//! A study of the [`catalogue`] draws its messages from a [`random`] stream, counts them in a
//! [`tally`] and returns an [`outcome`]: tables, charts, drawings and measured numbers. An
//! [`experiment`] has the numbers to meet, [`verdict`] judges; [`report`] puts all on one page.
//! Nothing here reads or writes files; the same seed gives the same bytes with any number of
//! threads.
//!
//! # Examples
//! ```
//! use teecast_study::catalogue::Study;
//!
//! let finding = Study::named("lan88-fig5.2")[0].run(1, 1, &|_| ());
//! assert!(finding.verdicts.iter().all(|verdict| verdict.is_inside()));
//! ```

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
pub mod verdict;

pub use teecast_model::random;

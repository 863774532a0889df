//! The ring-tree family ([Sun98]): acknowledged all-to-all broadcast on a tree of virtual rings.
//!
//! [`network`] executes the algorithm step by step, on [`ring`]s of [`message`]s; `barrier` has the
//! tokens by which nodes agree that everything is everywhere; [`run`] plays whole operations,
//! [`survival`] those in which nodes and links fail. [`channels`] plays rings with several channels a
//! link, and [`clocked`] the emitted hardware in every cycle. [`audit`] checks trees, repairs and table
//! writes, which the emitter shares.

pub mod audit;
mod barrier;
pub mod channels;
pub mod clocked;
pub mod message;
pub mod network;
pub mod ring;
pub mod run;
pub mod survival;

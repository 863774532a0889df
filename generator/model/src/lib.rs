//! The golden reference of teecast, written from the papers in the clearest form.
//!
//! One folder a family: its algorithms, its frames and, in `clocked`, the emitted hardware in every
//! cycle. [`simulate`] is the flit-level simulator, which names no family.
//!
//! # Examples
//! The multicast of [Lan88] 5.3, around a faulty node:
//! ```
//! use teecast_model::hypercube::route::{Algorithm, RouteRequest, run};
//! use teecast_spec::Vote;
//!
//! let route = run(&RouteRequest {
//!     n: 5,
//!     algorithm: Algorithm::Multicast,
//!     vote: Vote::Greedy,
//!     source: 6,
//!     destinations: vec![7, 20, 29, 18, 1, 0],
//!     faulty: [4].into(),
//!     classes: None,
//!     fault_tolerant: true,
//! })?;
//! assert_eq!((route.traffic, route.deliveries.len()), (10, 6));
//! # Ok::<(), teecast_model::hypercube::route::RouteError>(())
//! ```

pub mod fields;
pub mod flaw;
pub mod harts;
pub mod histogram;
pub mod hypercube;
pub mod ihc;
pub mod random;
pub mod region;
pub mod relay;
pub mod ring_tree;
pub mod simulate;
pub mod stats;
pub mod torus;
pub mod traffic;
pub mod waits;

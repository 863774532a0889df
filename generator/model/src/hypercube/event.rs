//! Events: what a node reports about a message it could not serve as asked.

use serde::{Deserialize, Serialize};

/// k = 0, or a k above `max_list` that does not mean broadcast.
pub const BAD_COUNT: u32 = 1;
/// The frame ends inside its header.
pub const TRUNCATED: u32 = 2;
/// More data than `max_data` flits.
pub const OVERSIZE: u32 = 3;
/// A destination cannot be served from this node.
pub const UNROUTABLE: u32 = 4;
/// A broadcast may have missed fault-free nodes.
pub const INCOMPLETE: u32 = 5;

/// One event, with the values of the event ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Event {
    /// Node that reports.
    pub node: u32,
    /// Event code.
    pub code: u32,
    /// Source of the message; the node itself for codes 1 to 3.
    pub source: u32,
    /// Destination for code 4, else 0.
    pub address: u32,
}

//! Events: what a node reports about a frame or packet that it could not serve.

use serde::{Deserialize, Serialize};

/// A frame from the processor with a k or a destination that does not exist.
pub const ILLEGAL: u32 = 1;
/// The frame or packet ends inside its header.
pub const TRUNCATED: u32 = 2;
/// More data than `max_data` flits.
pub const OVERSIZE: u32 = 3;
/// Every direction that gets a regular message closer leads to a faulty node.
pub const UNROUTABLE: u32 = 4;
/// A distance, or routing tags, that no packet on a link has.
pub const DISTANCE: u32 = 5;
/// A k, step, letter or source that no packet on this link has.
pub const UNKNOWN: u32 = 6;
/// The header is not the one that the place of this node allows.
pub const UNEXPECTED: u32 = 7;
/// The in-link has accepted the broadcast before, or its copy has been counted in the open message.
pub const DUPLICATE: u32 = 8;
/// A packet came although its buffer was taken. Depends on time: never predicted.
pub const NO_ROOM: u32 = 9;
/// The link fell silent inside a packet.
pub const SILENT: u32 = 10;
/// A message had no majority.
pub const NO_MAJORITY: u32 = 11;
/// A copy came after its message had closed.
pub const LATE: u32 = 12;
/// Events of one source came faster than they left: instead of one of them, or more. Depends on time:
/// never predicted.
pub const LOST: u32 = 13;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Event {
    /// Node that reports.
    pub node: u32,
    /// Event code.
    pub code: u32,
}

//! Events: what a node reports about a frame, a packet or a message that did not come.

/// A packet ends inside its header.
pub const TRUNCATED: u32 = 2;
/// A frame from the processor has more data than `max_data` flits.
pub const OVERSIZE: u32 = 3;
/// A packet is not over after mu flits.
pub const TOO_LONG: u32 = 5;
/// A packet names the node itself or a node that does not exist as its source (without the filter).
pub const UNKNOWN: u32 = 6;
/// A packet is not the one that is due in its slot; without the filter, a second copy.
pub const NOT_DUE: u32 = 7;
/// A start cuts a packet that is relayed (without the filter).
pub const CUT: u32 = 9;
/// The link fell silent inside a packet.
pub const SILENT: u32 = 10;
/// A message had no majority.
pub const NO_MAJORITY: u32 = 11;
/// No good copy came of the message of a node.
pub const NO_MESSAGE: u32 = 13;
/// Events came faster than they left.
pub const LOST: u32 = 15;

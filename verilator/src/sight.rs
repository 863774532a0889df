//! What a testbench sees of a node besides its frames: copies on links, and events.

/// One copy that starts on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// Sending node.
    pub node: u32,
    /// Link among those of the node.
    pub index: u32,
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Event {
    /// Node that reports.
    pub node: u32,
    /// Bits of the report, the code highest.
    pub word: u64,
}

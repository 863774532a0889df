//! Messages, and what travels on a virtual link.

/// Which message: origin and number among the messages of the origin.
pub type Key = (u32, u32);

/// What a node holds of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Repairs before it was sent: what was sent before the last one counts no more.
    pub epoch: u32,
    /// It comes from its origin, or from the root for an origin out of reach.
    pub confirmed: bool,
    /// What the message says.
    pub payload: u64,
}

/// What a slot of a ring carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message.
    Data(Key, Stored),
    /// Nothing but a sign of life of its injector.
    Heartbeat,
    /// All members up to here, and what hangs on them, are ready.
    Collect,
    /// All nodes are ready.
    Release,
}

/// A slot of a ring that is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Position of the member that injected it.
    pub injector: usize,
    /// What it carries.
    pub kind: Kind,
}

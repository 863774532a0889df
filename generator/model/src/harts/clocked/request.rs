//! What a unit asks of its router in a cycle, and what the router tells it.

/// What the sender finds in a packet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SenderRequest {
    /// Directions whose copy is missing.
    pub due: u8,
    /// Directions in which it could go but for their transmitters.
    pub waits: u8,
    pub choice: Option<(u32, u32)>,
    /// All its directions are faulty.
    pub unroutable: bool,
}

/// What the router tells a unit in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct RouterAnswer {
    pub asked: Option<SenderRequest>,
    /// The transmitter that was asked for is granted; the reception is.
    pub granted: bool,
    pub delivers: bool,
    /// The reception has room for data.
    pub room: bool,
    /// The last flit of a packet is stored.
    pub stores: bool,
}

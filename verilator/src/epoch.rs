//! Messages that run together, as they are played and predicted.

use std::collections::BTreeSet;
use std::fmt;

use teecast_spec::Flit;

/// One message and the moment it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Number of the message, in the order of generation.
    pub id: u32,
    /// What it tries, for people.
    pub what: String,
    /// Stream that plays it: the node whose processor offers it, or a link that the bench plays.
    pub port: u32,
    /// Flits as offered, malformed allowed; the last one of a frame, and only it, has `last`.
    pub flits: Vec<Flit>,
    /// Idle cycles before each flit.
    ///
    /// **Shape**: one entry per flit. **Units**: clock cycles.
    pub gaps: Vec<u32>,
    /// Epoch in which it is first offered: its own, or an earlier one in which its node is faulty
    /// and must not accept it.
    pub offered: u32,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, what, port, flits, .. } = self;
        write!(f, "message {id} ({what}, port {port}, {} flits)", flits.len())
    }
}

/// Messages that run together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Epoch {
    /// Faulty nodes; empty without fault tolerance.
    pub faulty: BTreeSet<u32>,
    /// Nodes whose links the bench plays.
    pub tapped: BTreeSet<u32>,
    /// Share of cycles in which a processor refuses a delivery flit.
    ///
    /// **Units**: 256ths, 0..=255.
    pub low: u32,
    /// Messages; those of one node are offered in this order.
    pub messages: Vec<Message>,
}

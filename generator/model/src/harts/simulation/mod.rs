//! The hexagonal mesh under load: latency of broadcasts among regular messages.
//!
//! Time goes in clocks, in each of which a link carries one flit; with the bus a clock is a frame of
//! seven cycles. A node passes a packet on while it arrives, some clocks after its first flit, or
//! stores it whole and sends it when a transmitter is free; the store is never full. So a packet
//! crosses a link without pause, and the simulator moves whole packets: no flit would be anywhere
//! else. What happens in a clock happens in a fixed order ([`router`]).
//!
//! [`traffic`] draws messages, [`ledger`] checks that every node gets every copy once, [`run`]
//! measures; [`emitted`] gives the same messages to the emitted routers.
//!
//! **Source**: [KS91] 6. Ours where the paper is silent: the decision time, that stored packets are
//! taken in the order in which they were complete, and that the routing tags are tried in order.

pub mod emitted;
pub mod ledger;
pub mod router;
pub mod run;
pub mod traffic;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use teecast_spec::topology::{HexMesh, Topology};

use self::ledger::{Broken, Ledger};
use self::traffic::{HartsMessage, Receiver};
use crate::harts::broadcast;
use crate::simulate::measure::Counts;
use crate::simulate::record::{NotedMessage, Receivers, Record};

/// A network under load; time goes in clocks or in the cycles of the emitted routers.
pub trait SimulatedNetwork {
    /// Returns the time that has passed.
    fn now(&self) -> u64;

    /// Returns what was counted of regular messages; `hops` are the flits of all messages that
    /// crossed a link.
    fn regular(&self) -> &Counts;

    /// Returns the broadcasts.
    fn ledger(&self) -> &Ledger;

    /// Returns where messages and links are noted, if they are.
    fn record(&mut self) -> &mut Option<Box<Record>>;

    /// Returns the number of messages on their way.
    fn open(&self) -> u64;

    /// Plays up to the time of a message, and makes it; messages come in the order of time.
    ///
    /// # Errors
    /// A mistake of the simulator.
    fn make(&mut self, message: &HartsMessage) -> Result<(), Broken>;

    /// Plays until nothing moves, and audits: every message has been delivered, once.
    ///
    /// # Errors
    /// A mistake of the simulator.
    fn drain(&mut self) -> Result<(), Broken>;
}

/// Returns the copies that each node gets of a broadcast, by the golden model, if some nodes are faulty.
fn due(hexmesh: &HexMesh, copies: u32, source: u32, faulty: &BTreeSet<u32>) -> Option<Vec<u8>> {
    (!faulty.is_empty()).then(|| {
        let mut due = vec![0; hexmesh.nodes() as usize];
        let tree = broadcast::reliable(hexmesh, copies, source, faulty);
        tree.deliveries.iter().for_each(|copy| due[copy.node as usize] += 1);
        due
    })
}

/// Notes a message, a broadcast with so many copies over all nodes.
fn note(record: &mut Option<Box<Record>>, number: u32, message: &HartsMessage, copies: u32) {
    let Some(record) = record else { return };
    let HartsMessage { clock, source, receiver, length } = *message;
    let (receivers, due) = match receiver {
        Receiver::Node(node) => (Receivers::Node(node), 1),
        Receiver::All => (Receivers::All, copies),
    };
    record.made(number, NotedMessage::new(clock, source, receivers, length, due));
}

/// Names how broadcasts travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Broadcast {
    /// k copies by cut-through; SBCAST is k = 1.
    Reliable {
        /// Copies for every node, 1..=6.
        k: u32,
    },
    /// SFBCAST: the tree of SBCAST, every packet stored at every node.
    Stored,
    /// Algorithm A: once round the ring of direction 0, by cut-through.
    Ring,
}

impl Broadcast {
    /// Returns the number of copies that every node gets.
    pub fn copies(self) -> u32 {
        match self {
            Broadcast::Reliable { k } => k,
            Broadcast::Stored | Broadcast::Ring => 1,
        }
    }
}

impl fmt::Display for Broadcast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broadcast::Reliable { k: 1 } => f.write_str("SBCAST"),
            Broadcast::Reliable { k } => write!(f, "{k}-BCAST"),
            Broadcast::Stored => f.write_str("SFBCAST"),
            Broadcast::Ring => f.write_str("Algorithm A"),
        }
    }
}

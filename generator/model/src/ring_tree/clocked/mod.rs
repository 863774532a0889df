//! The emitted ring-tree network, clock by clock.
//!
//! Every module of `templates/ring_tree/rtl` that keeps something from one clock to the next has its
//! file here; `turns` is the arbiter, and `store` what the copies of the store have. In a cycle each node works with what its registers hold and
//! what is on its links; the registers change at the end of the cycle.
//!
//! **Source**: [Sun98] 3.2; the cycles are those of the emitted modules.

mod delivery;
mod event_queue;
mod inbox;
mod member;
mod node;
mod queue;
mod store;
mod turns;
mod update;

use std::collections::BTreeSet;

use teecast_spec::ring_tree::Tables;
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, NodeTable, words};
use teecast_spec::{Flit, FlitBits, RingTreeSpec};

use self::node::{Node, NodeInputs};
use crate::simulate::world::{OnLink, World};

/// Codes of events.
pub mod event {
    /// A slot came that belongs to another ring, or to no member.
    pub const REFUSED: u32 = 6;
    /// An own message came back with another payload.
    pub const DIFFERS: u32 = 13;
    /// What was due on a ring did not come.
    pub const BROKEN: u32 = 14;
    /// Events are lost.
    pub const LOST: u32 = 15;
}

/// What a message says: 64 bits a word, the highest first, so that the order is that of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Payload(FlitBits);

impl From<&Flit> for Payload {
    fn from(flit: &Flit) -> Self {
        let mut words = flit.bits;
        words.reverse();
        Self(words)
    }
}

impl From<Payload> for Flit {
    fn from(Payload(mut words): Payload) -> Self {
        words.reverse();
        Self { bits: words, last: true, bad: false }
    }
}

/// How much a copy of a message counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Its origin is out of reach, and no node knows whether the payload is right.
    #[default]
    Found,
    /// Its origin is out of reach; a node that was done had it so.
    Kept,
    /// It comes from its origin, or from the root for an origin out of reach.
    Confirmed,
}

/// What a store has of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word {
    pub rank: Rank,
    /// The rank counts in this epoch.
    pub epoch: u8,
    pub payload: Payload,
}

/// What the slot of a ring carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Data { origin: u32, word: Word },
    Heartbeat,
    Collect,
    Release,
}

impl Kind {
    /// Returns whether the next member takes it in any case.
    fn is_token(&self) -> bool {
        matches!(self, Kind::Collect | Kind::Release)
    }
}

/// A slot in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    ring: u16,
    /// Position of the member that injected it.
    injector: u32,
    /// That of its injector; what is of another one counts for nothing.
    epoch: u8,
    kind: Kind,
}

/// A message for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Node that it is from.
    pub origin: u32,
    /// What it says.
    pub payload: Payload,
    /// An earlier beat of this origin had another payload.
    pub again: bool,
}

/// What a node reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingTreeEvent {
    /// Reporting node.
    pub node: u32,
    /// One of [`event`].
    pub code: u32,
    /// Number of the ring that it is about.
    pub ring: u16,
}

/// All nodes of a network and the links between them.
#[derive(Clone, Debug)]
pub struct RingTreeNetwork {
    now: u64,
    nodes: Vec<Node>,
    /// Ends of the directed links: sender and its port.
    ///
    /// **Shape**: 2e is link e from its smaller end, 2e + 1 the way back.
    links: Vec<(u32, u32)>,
    /// Directed links by which slots come.
    ///
    /// **Shape**: by node and port.
    ways_in: Vec<Vec<usize>>,
    faults: Faults,
    expected: BTreeSet<u32>,
    next: bool,
    /// By node what its processor offers, until it is taken.
    offers: Vec<Option<Payload>>,
    /// What is XORed to the data on each directed link in the next cycle.
    garbles: Vec<Payload>,
    /// What the host writes in the next cycle, and to which node.
    write: Option<(u32, words::Word)>,
}

impl RingTreeNetwork {
    /// Returns an empty network after reset; all nodes are expected that are not faulty.
    pub fn new(spec: &RingTreeSpec) -> Self {
        let (graph, tree) = (spec.graph(), spec.tree());
        let port = |node, other| graph.port_to(node, other).expect("it is a link");
        let pairs = graph.pairs();
        let ends = |[low, high]: &[u32; 2]| [(*low, port(*low, *high)), (*high, port(*high, *low))];
        let links: Vec<(u32, u32)> = pairs.iter().flat_map(ends).collect();
        let mut ways_in: Vec<Vec<usize>> =
            (0..spec.nodes()).map(|node| vec![0; graph.degree(node) as usize]).collect();
        for (way, (node, port)) in links.iter().enumerate() {
            ways_in[*node as usize][*port as usize] = way ^ 1;
        }
        // Fixed tables have no use for more virtual nodes than the tree has.
        let is_writable = spec.tables == Tables::Writable;
        let virtual_nodes = spec.virtual_nodes(&tree);
        let origin_bits = spec.slot_fields()[4];
        let node = |(node, table): (u32, &NodeTable)| {
            let most = if is_writable { virtual_nodes[node as usize] } else { 0 };
            Node::new(node, table, most as usize, origin_bits)
        };
        Self {
            now: 0,
            nodes: (0..).zip(&tree.tables()).map(node).collect(),
            write: None,
            garbles: vec![Payload::default(); links.len()],
            links,
            ways_in,
            faults: Faults::default(),
            expected: tree.living().collect(),
            next: false,
            offers: vec![None; spec.nodes() as usize],
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Empties all nodes and links at the end of the next cycle, for another operation.
    pub fn start_next(&mut self) {
        self.next = true;
    }

    /// Changes whose messages belong to the operation, from the next cycle on.
    pub fn expect(&mut self, origins: BTreeSet<u32>) {
        self.expected = origins;
    }

    /// Offers the message of a node until it is taken.
    pub fn offer(&mut self, node: u32, payload: Payload) {
        self.offers[node as usize] = Some(payload);
    }

    /// Changes which nodes and links are faulty, from the next cycle on.
    pub fn set_faults(&mut self, faults: Faults) {
        self.faults = faults;
    }

    /// XORs bits to the data on a directed link, in the next cycle only.
    pub fn garble(&mut self, way: usize, bits: Payload) {
        self.garbles[way] = bits;
    }

    /// Writes a table entry of a node in the next cycle.
    pub fn write(&mut self, node: u32, word: words::Word) {
        self.write = Some((node, word));
    }

    /// Returns whether a node knows that all others have or will have all messages.
    pub fn is_done(&self, node: u32) -> bool {
        let is_dead = self.faults.nodes.contains(&node);
        self.nodes[node as usize].is_done() && !is_dead && !self.next
    }

    /// Returns what a node has of the message of another one, or of its own.
    pub fn held(&self, node: u32, origin: u32) -> Option<Payload> {
        self.nodes[node as usize].held(origin)
    }

    /// Returns whether the processor of a node is offered something in the next cycle.
    pub fn delivers(&self, node: u32) -> bool {
        self.faults.lives(node) && self.nodes[node as usize].offers().is_some()
    }

    /// Plays a cycle; a link that data are on is named by the port of its sender.
    pub fn step(&mut self, world: &mut impl World<Beat, RingTreeEvent>) {
        let links = self.carried(world);
        let next = std::mem::take(&mut self.next);
        let write = self.write.take();
        for (index, ways) in self.ways_in.iter().enumerate() {
            let (id, node) = (index as u32, &mut self.nodes[index]);
            let write = write.filter(|(node, _)| *node == id).map(|(_, word)| word);
            if self.faults.nodes.contains(&id) {
                node.fail();
                node.write(write);
                continue;
            }
            let takes = node.offers().filter(|_| world.takes(id));
            if let Some(beat) = takes {
                world.delivered(self.now, id, beat);
            }
            if let Some((code, ring)) = node.event() {
                world.event(self.now, RingTreeEvent { node: id, code, ring });
            }
            let offer = &mut self.offers[index];
            let taken = if node.accepts() && !next { offer.take() } else { None };
            if taken.is_some() {
                world.accepted(self.now, id);
            }
            let links = ways.iter().map(|way| links[*way].clone()).collect();
            let (now, expected, takes) = (self.now, &self.expected, takes.is_some());
            node.step(NodeInputs { now, next, expected, taken, takes, links, write });
        }
        self.now += 1;
    }

    /// Returns what comes out of all directed links in this cycle.
    fn carried(&mut self, world: &mut impl World<Beat, RingTreeEvent>) -> Vec<Option<Slot>> {
        let mut carried = Vec::new();
        for (way, (node, port)) in self.links.iter().enumerate() {
            let other = self.links[way ^ 1].0;
            // A slot to a dead node is on its way all the same.
            let is_cut = self.faults.links.contains(&[*node.min(&other), *node.max(&other)]);
            let works = self.faults.lives(*node) && !is_cut;
            let sends = self.nodes[*node as usize].sends(*port as usize).filter(|_| works);
            let mut slot = sends.cloned();
            let garble = std::mem::take(&mut self.garbles[way]);
            if let Some(Slot { kind: Kind::Data { origin, word }, .. }) = &mut slot {
                let words = word.payload.0.iter_mut().zip(garble.0);
                words.for_each(|(word, bits)| *word ^= bits);
                world.link_start(self.now, *node, *port);
                let (node, link, message) = (*node, *port, *origin);
                world.crossed(self.now, OnLink { node, link, message, last: true });
            }
            carried.push(slot);
        }
        carried
    }
}

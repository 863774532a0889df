//! The router of region meshes: copies of a message leave through several outputs at once.
//!
//! Output-buffered virtual cut-through. Every output port has virtual channels with a buffer; a buffer
//! belongs to one packet from its reservation until the tail has left. At the end of each link is a short
//! input buffer for each channel. A head moves when all outputs that it needs are reserved, and then
//! every flit goes to all of them in the same cycle; so do those of the source, which is an input
//! like others. A cycle lets every link carry one flit, then every head reserve, then flits cross;
//! what a flit reaches in a cycle it leaves in the next. A message of L flits that meets no other takes
//! 2 (hops + 1) + L - 1 cycles, that of its making included.
//!
//! **Source**: [Had] 3, 4 and 5; the cycle is ours, the paper does not tell it.

mod audit;
mod config;
mod counts;
pub mod demonstration;
mod emitted;
mod messages;
mod pass;
pub mod run;
mod workload;

use std::collections::VecDeque;

use teecast_spec::topology::{Grid, Topology};

use crate::region::route::Branch;
use crate::simulate::bits::NodeSet;
use crate::simulate::record::Record;

pub use audit::{Broken, RegionBuffer};
pub use config::{RegionConfig, RegionError, Reservation};
pub use counts::{Counts, Latencies};
pub use emitted::EmittedRegion;
pub use messages::Cast;
pub use workload::{RegionWorkload, Regions};

use messages::Messages;

/// Stands for no packet.
const NONE: u32 = u32::MAX;

/// A flit in an input buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Flit {
    packet: u32,
    tail: bool,
    spreading: bool,
}

/// An input channel, or the source.
#[derive(Clone, Debug, Default)]
struct Input {
    flits: VecDeque<Flit>,
    /// What the packet at the front needs; empty before its head was looked at.
    branches: Vec<Branch>,
    /// The output channels that it has, in the order of its branches.
    given: Vec<u8>,
    /// Whether its copies have been at the corner.
    spreading: bool,
}

/// An output channel with its buffer.
#[derive(Clone, Copy, Debug)]
struct Output {
    /// The packet that has it, or NONE.
    packet: u32,
    /// Flits that have come and gone.
    came: u32,
    went: u32,
    length: u32,
    spreading: bool,
    /// The input channel that the packet comes from.
    from: u8,
}

const FREE: Output =
    Output { packet: NONE, came: 0, went: 0, length: 0, spreading: false, from: 0 };

/// A flit that leaves an output channel.
#[derive(Clone, Copy, Debug)]
struct Move {
    router: u32,
    port: u8,
    channel: u8,
}

/// A mesh of region routers.
///
/// **Shape**: vectors hold router after router. Channel c of port p is number p * channels + c of its
/// router, an input channel being known by the port of the router before; the source is the last
/// input, after those of all links.
#[derive(Clone, Debug)]
pub struct RegionNetwork {
    mesh: Grid,
    config: RegionConfig,
    /// Ports of a router, the local one included.
    ports: usize,
    now: u64,
    /// For each port the router that it leads to; none for the local port.
    links: Vec<Option<u32>>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// For each port the channel that its round robin begins with.
    turns: Vec<u8>,

    // Routers: sets of channels.
    /// Inputs with a flit.
    loaded: Vec<u128>,
    /// Outputs with a flit.
    stored: Vec<u128>,
    /// Outputs that no packet has.
    free: Vec<u128>,
    active: NodeSet,
    moves: Vec<Move>,

    /// For each node the packets that wait to be sent, and the flits of the first that have left.
    queues: Vec<VecDeque<u32>>,
    sent: Vec<u32>,
    messages: Messages,
    counts: Counts,
}

impl RegionNetwork {
    /// Builds an empty network.
    ///
    /// # Errors
    /// More channels than a router can have, classes that look the same, an empty buffer.
    pub fn new(mesh: Grid, config: RegionConfig) -> Result<Self, RegionError> {
        let (nodes, ports) = (mesh.nodes() as usize, mesh.ports() as usize + 1);
        config.check(ports)?;
        let channels = config.channels as usize;
        let leads = |node: u32| (0..ports).map(move |port| (node, port));
        let all = (0..nodes as u32).flat_map(leads);
        let links = all.map(|(node, port)| mesh.neighbour(node, port as u32)).collect();
        let inputs = (ports - 1) * channels + 1;
        Ok(Self {
            ports,
            now: 0,
            links,
            inputs: vec![Input::default(); nodes * inputs],
            outputs: vec![FREE; nodes * ports * channels],
            turns: vec![0; nodes * ports],
            loaded: vec![0; nodes],
            stored: vec![0; nodes],
            free: vec![!0 >> (128 - ports * channels); nodes],
            active: NodeSet::new(nodes),
            moves: Vec::new(),
            queues: vec![VecDeque::new(); nodes],
            sent: vec![0; nodes],
            messages: Messages::default(),
            counts: Counts::default(),
            mesh,
            config,
        })
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Grid {
        &self.mesh
    }

    /// Returns the number of cycles that have passed.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns what was counted since the last call.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// Notes messages and links from now on, links from a cycle on.
    pub fn note(&mut self, since: u64) {
        self.messages.record = Some(Box::new(Record::new(&self.mesh, since, 1)));
    }

    /// Returns what was noted, if anything was.
    pub fn take_record(&mut self) -> Option<Box<Record>> {
        self.messages.record.take()
    }

    /// Returns whether every message is delivered.
    pub fn is_empty(&self) -> bool {
        self.messages.open() == 0
    }

    /// Queues a message at its source, in this cycle.
    pub fn add(&mut self, cast: &Cast) {
        self.counts.made += 1;
        let packets = self.messages.make(&self.mesh, &self.config, self.now, cast);
        packets.into_iter().for_each(|packet| self.enqueue(cast.source, packet));
    }

    fn enqueue(&mut self, node: u32, packet: u32) {
        let router = node as usize;
        self.queues[router].push_back(packet);
        self.loaded[router] |= 1 << (self.width() - 1);
        self.active.insert(router);
    }

    /// Returns the number of inputs of a router.
    fn width(&self) -> usize {
        (self.ports - 1) * self.channels() + 1
    }

    fn channels(&self) -> usize {
        self.config.channels as usize
    }

    /// Returns the input channel after an output channel; none at the local port.
    fn behind(&self, router: usize, port: usize, channel: usize) -> Option<usize> {
        let next = self.links[router * self.ports + port]?;
        Some(next as usize * self.width() + port * self.channels() + channel)
    }
}

//! The plain router: virtual channels, credits, dimension-order routes.
//!
//! A head that arrives in cycle t may get an output channel in t, its way through the switch in
//! t + 1, crosses it in t + 2, the link in t + 3 and arrives at the next router in t + 4; a body flit
//! asks for the switch in the cycle of its arrival. A flit that leaves a buffer sends a credit back,
//! which counts 2 cycles and the credit delay later. Sources and sinks are at the end of a link of
//! their own: a message of L flits that meets no other takes 4 R + 2 + L - 1 cycles over R routers.
//!
//! The pipeline and the separable, input-first, round-robin allocators are those of the usual model of
//! an input-queued router without speculation, with routes looked up one router ahead.

mod allocate;
mod audit;
mod source;

use serde::{Deserialize, Serialize};
use teecast_spec::topology::End;
use thiserror::Error;

use crate::simulate::bits::NodeSet;
use crate::simulate::calendar::Calendar;
use crate::simulate::measure::Counts;
use crate::simulate::record::{NotedMessage, Receivers, Record};
use crate::simulate::route::Routes;
use crate::traffic::{Workload, WorkloadMessage};

pub use audit::{Broken, InputBuffer};
use source::Sources;

/// Cycles from the grant of the switch to the arrival at the next router.
const FORWARD: u64 = 3;
/// Cycles from the grant of the switch until the credit is back, without the credit delay.
const BACK: u64 = 2;
/// Stands for no channel.
const NONE: u8 = u8::MAX;

/// What a plain router is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainConfig {
    /// Virtual channels of a link.
    pub channels: u32,
    /// Buffer of a channel.
    ///
    /// **Units**: flits.
    pub buffer: u32,
    /// Whether rings are broken by two sets of channels; without it a torus can deadlock.
    pub dateline: bool,
    /// Cycles that a router takes to count a credit that has come.
    pub credit_delay: u32,
}

/// Says why there is no such router.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlainError {
    /// The channels of a router are more than the bits of a word.
    #[error(
        "{ports} ports of {channels} virtual channels; permitted are 1 to 64 channels in a router"
    )]
    Channels {
        /// Ports of a router, the local one included.
        ports: usize,
        /// Channels of a port.
        channels: u32,
    },
    /// A buffer that holds nothing or too much.
    #[error("buffer is {0} flits; permitted is 1 to 255")]
    Buffer(u32),
    /// A torus whose rings cannot be broken.
    #[error("a torus with datelines needs an even number of virtual channels; there are {0}")]
    Dateline(u32),
    /// A delay beyond the calendar.
    #[error("credit delay is {0} cycles; permitted is 0 to 8")]
    CreditDelay(u32),
}

/// A flit as it travels: packet, whether it is first or last, and the label of its destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flit(u64);

impl Flit {
    const HEAD: u64 = 1 << 31;
    const TAIL: u64 = 1 << 30;

    fn new(packet: u32, label: u32, head: bool, tail: bool) -> Self {
        let marks = if head { Self::HEAD } else { 0 } | if tail { Self::TAIL } else { 0 };
        Self(u64::from(packet) << 32 | marks | u64::from(label))
    }

    fn packet(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn is_tail(self) -> bool {
        self.0 & Self::TAIL != 0
    }

    fn is_head(self) -> bool {
        self.0 & Self::HEAD != 0
    }

    fn label(self) -> u32 {
        (self.0 & (Self::TAIL - 1)) as u32
    }
}

/// A flit on a link.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    router: u32,
    /// Input channel among all of the network.
    channel: u32,
    flit: Flit,
}

/// Where an output port leads.
#[derive(Clone, Copy, Debug)]
struct Link {
    router: u32,
    /// The first input channel there, among all of the network.
    channel: u32,
}

/// Numbers that are the same for all routers.
///
/// **Shape**: channel c of port p is number p * channels + c within its router; a target is what a
/// head waits for: number 2 p for a port before, 2 p + 1 after the dateline (or without one).
#[derive(Clone, Debug)]
struct Shape {
    ports: usize,
    /// Channels of a port, and of all ports.
    channels: usize,
    width: usize,
    buffer: u8,
    delay: u64,
    dateline: bool,
    /// Port of each channel.
    port_of: Vec<u8>,
    /// Channels of each target.
    members: Vec<u64>,
}

/// A network of plain routers.
///
/// **Shape**: vectors of ports and channels hold router after router.
#[derive(Clone, Debug)]
pub struct Plain {
    routes: Routes,
    shape: Shape,
    now: u64,
    links: Vec<Option<Link>>,
    /// For each input port the first of the credit counters that its flits return to.
    returns: Vec<u32>,

    // Input channels.
    oldest: Vec<u8>,
    held: Vec<u8>,
    flits: Vec<Flit>,
    /// The output channel that the packet in the channel has, or NONE.
    given: Vec<u8>,
    /// The target for which the head in the channel waits.
    target: Vec<u8>,

    // Output channels, the channels of all sources after them.
    credits: Vec<u8>,
    /// The input channel whose packet has the output channel, or NONE.
    owner: Vec<u8>,

    // Routers: sets of channels.
    /// Output channels that no packet has.
    free: Vec<u64>,
    /// Input channels whose head waits for an output channel.
    waiting: Vec<u64>,
    /// Input channels with a flit that could cross the switch.
    ready: Vec<u64>,
    active: NodeSet,
    turns: allocate::Turns,
    scratch: allocate::Scratch,

    arrivals: Calendar<Arrival>,
    returned: Calendar<u32>,
    sources: Sources,
    counts: Counts,
    record: Option<Box<Record>>,
}

impl Plain {
    /// Builds an empty network.
    ///
    /// # Errors
    /// More channels than a router can have, a buffer or a delay out of range, a torus whose rings
    /// cannot be broken.
    pub fn new(routes: Routes, config: &PlainConfig) -> Result<Self, PlainError> {
        let shape = Shape::new(&routes, config)?;
        let (nodes, ports, channels) = (routes.nodes(), shape.ports, shape.channels);
        let all = nodes * shape.width;
        let local = ports - 1;
        let first = |node: u32, port: usize| (node as usize * shape.width + port * channels) as u32;
        let mut links = vec![None; nodes * ports];
        // Credits of flits from the local port go back to the source.
        let of_source = |index: usize| (all + index / ports * channels) as u32;
        let mut returns: Vec<u32> = (0..nodes * ports).map(of_source).collect();
        for node in 0..nodes as u32 {
            for port in 0..local {
                let peer = routes.topology().peer(End { node, port: port as u32 });
                let Some(End { node: router, port: entered }) = peer else { continue };
                let channel = first(router, entered as usize);
                links[node as usize * ports + port] = Some(Link { router, channel });
                returns[router as usize * ports + entered as usize] = first(node, port);
            }
        }
        Ok(Self {
            now: 0,
            links,
            returns,
            oldest: vec![0; all],
            held: vec![0; all],
            flits: vec![Flit::default(); all * usize::from(shape.buffer)],
            given: vec![NONE; all],
            target: vec![0; all],
            credits: vec![shape.buffer; all + nodes * channels],
            owner: vec![NONE; all],
            free: vec![shape.members.iter().fold(0, |all, some| all | some); nodes],
            waiting: vec![0; nodes],
            ready: vec![0; nodes],
            active: NodeSet::new(nodes),
            turns: allocate::Turns::new(nodes, &shape),
            scratch: allocate::Scratch::new(&shape),
            arrivals: Calendar::default(),
            returned: Calendar::default(),
            sources: Sources::new(nodes),
            counts: Counts::default(),
            record: None,
            routes,
            shape,
        })
    }

    /// Returns the routes of the network.
    pub fn routes(&self) -> &Routes {
        &self.routes
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
        self.record = Some(Box::new(Record::new(self.routes.topology(), since, 1)));
    }

    /// Returns what was noted, if anything was.
    pub fn take_record(&mut self) -> Option<Box<Record>> {
        self.record.take()
    }

    /// Returns whether no message is in the network or at a source.
    pub fn is_empty(&self) -> bool {
        self.sources.unfinished() == 0
    }

    /// Plays one cycle.
    pub fn step(&mut self, workload: &mut Workload) {
        self.take_credits();
        self.take_flits();
        workload.make(self.routes.topology(), self.now, |message| {
            self.counts.made(&message);
            let packet = self.sources.add(&message);
            if let Some(record) = &mut self.record {
                let to = Receivers::Node(message.destination);
                let WorkloadMessage { cycle, source, length, .. } = message;
                record.made(packet, NotedMessage::new(cycle, source, to, length, 1));
            }
        });
        self.send();
        for word in 0..self.active.words() {
            for router in self.active.of_word(word) {
                self.allocate(router);
                if self.waiting[router] | self.ready[router] == 0 {
                    self.active.remove(router);
                }
            }
        }
        self.now += 1;
    }

    fn take_credits(&mut self) {
        let day = self.returned.take(self.now);
        for &counter in &day {
            let counter = counter as usize;
            self.credits[counter] += 1;
            // The first credit wakes the packet that waits for it; sources look by themselves.
            if self.credits[counter] == 1 && counter < self.owner.len() {
                let router = counter / self.shape.width;
                let owner = self.owner[counter];
                if owner != NONE && self.held[router * self.shape.width + usize::from(owner)] > 0 {
                    self.ready[router] |= 1 << owner;
                    self.active.insert(router);
                }
            }
        }
        self.returned.reuse(self.now, day);
    }

    fn take_flits(&mut self) {
        let day = self.arrivals.take(self.now);
        for arrival in &day {
            let (router, channel) = (arrival.router as usize, arrival.channel as usize);
            let buffer = usize::from(self.shape.buffer);
            let (oldest, held) =
                (usize::from(self.oldest[channel]), usize::from(self.held[channel]));
            debug_assert!(held < buffer, "a credit stands for a free place");
            let place = oldest + held;
            let place = if place < buffer { place } else { place - buffer };
            self.flits[channel * buffer + place] = arrival.flit;
            self.held[channel] += 1;
            if held > 0 {
                continue;
            }
            let local = channel - router * self.shape.width;
            match self.given[channel] {
                NONE => self.make_wait(router, local, arrival.flit),
                given if self.credits[router * self.shape.width + usize::from(given)] > 0 => {
                    self.ready[router] |= 1 << local;
                }
                _ => continue,
            }
            self.active.insert(router);
        }
        self.arrivals.reuse(self.now, day);
    }

    /// Lets the head in a channel wait for an output channel.
    #[inline]
    fn make_wait(&mut self, router: usize, channel: usize, head: Flit) {
        debug_assert!(head.is_head(), "packets do not mix in a channel");
        let request = self.routes.route(self.routes.label(router), head.label());
        let after = !(request.crosses && self.shape.dateline);
        self.target[router * self.shape.width + channel] = 2 * request.port + u8::from(after);
        self.waiting[router] |= 1 << channel;
    }
}

impl Shape {
    fn new(routes: &Routes, config: &PlainConfig) -> Result<Self, PlainError> {
        let ports = routes.ports();
        let channels = config.channels as usize;
        if channels == 0 || ports.saturating_mul(channels) > 64 || ports > 32 {
            return Err(PlainError::Channels { ports, channels: config.channels });
        }
        let buffer = u8::try_from(config.buffer).ok().filter(|buffer| *buffer > 0);
        let buffer = buffer.ok_or(PlainError::Buffer(config.buffer))?;
        if config.credit_delay > 8 {
            return Err(PlainError::CreditDelay(config.credit_delay));
        }
        let dateline = config.dateline && routes.topology().wraps();
        if dateline && channels % 2 == 1 {
            return Err(PlainError::Dateline(config.channels));
        }
        let all = |port: usize| (!0u64 >> (64 - channels)) << (port * channels);
        let lower = |port: usize| (!0u64 >> (64 - channels / 2)) << (port * channels);
        let members = |target: usize| match (target / 2, target % 2) {
            // Every packet leaves at its destination: no ring goes through the local port.
            (port, _) if !dateline || port == ports - 1 => all(port),
            (port, 0) => lower(port),
            (port, _) => all(port) & !lower(port),
        };
        Ok(Self {
            ports,
            channels,
            width: ports * channels,
            buffer,
            delay: config.credit_delay.into(),
            dateline,
            port_of: (0..ports * channels).map(|channel| (channel / channels) as u8).collect(),
            members: (0..2 * ports).map(members).collect(),
        })
    }
}

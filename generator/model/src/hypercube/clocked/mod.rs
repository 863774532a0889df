//! The hypercube's router as it is emitted, clock by clock.
//!
//! Every module of `templates/hypercube/rtl` that keeps something from one clock to the next has its
//! file or its struct here, and does in a cycle what the hardware does between two edges: first all
//! that depends on registers alone, then what follows from it, then the registers. Flits carry no
//! bits: each names its packet, which knows the header; so a network of a thousand routers fits into
//! the caches. Units in which nothing happens are not looked at; what turns in them while they are
//! idle is overwritten by the next message, as in the hardware, or told by the time.
//!
//! **Source**: `docs/hypercube.md`, "Inside a message handling unit".

mod deadlock;
mod decision;
mod delivery;
mod gateway;
mod input;
mod output;
mod packet;
mod router;
mod run;
mod setup;
mod shape;
mod slots;
mod snapshot;
mod traffic;
mod unit;

use std::collections::BTreeSet;

use teecast_spec::HypercubeSpec;
use teecast_spec::topology;

use self::packet::{Flit, Kind, MessageCopies, MessageCopy};
use self::router::Router;
use self::shape::Shape;
use self::unit::Unit;
use crate::hypercube::event::Event;
use crate::hypercube::{all_dimensions, dimensions};
use crate::simulate::bits::{NodeSet, ones};
use crate::simulate::world::{OnLink, World};

pub use self::deadlock::MhuBuffer;
pub use self::packet::Beat;
pub use self::run::{Broken, MhuRun};
pub use self::setup::{MhuRunError, MhuSetup, drain};
pub use self::snapshot::{Credits, FilledBuffer, Snapshot, StandingFlit};
pub use self::traffic::{Cast, Failure, MhuConfig, MhuError};

/// A frame that a processor sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MhuOffer {
    /// Number of the message, for deliveries.
    pub message: u32,
    /// Its k field.
    pub count: u32,
    /// Destinations; as many as k says unless that means broadcast or is not permitted.
    pub destinations: Vec<u32>,
}

/// A slot that is free again, told to the other end of the link.
#[derive(Clone, Copy, Debug)]
struct Credit {
    node: u32,
    d: u8,
    class: u8,
}

/// All routers of a hypercube and the links between them.
#[derive(Clone, Debug)]
pub struct CubeRouters {
    shape: Shape,
    now: u64,
    routers: Vec<Router>,
    units: Vec<Unit>,
    packets: MessageCopies,
    /// What each processor offers, until it is taken.
    offers: Vec<Option<Flit>>,
    offering: NodeSet,
    active: NodeSet,
    faulty: BTreeSet<u32>,
    /// Credits on their way, and those that are sent in this cycle.
    pulses: Vec<Credit>,
    returned: Vec<Credit>,
}

impl CubeRouters {
    /// Returns an empty network after reset.
    pub fn new(spec: &HypercubeSpec) -> Self {
        let shape = Shape::new(spec);
        let nodes = spec.nodes() as usize;
        Self {
            now: 0,
            routers: vec![Router::new(&shape, 0); nodes],
            units: vec![Unit::new(); nodes * shape.units()],
            packets: MessageCopies::default(),
            offers: vec![None; nodes],
            offering: NodeSet::new(nodes),
            active: NodeSet::new(nodes),
            faulty: BTreeSet::new(),
            pulses: Vec::new(),
            returned: Vec::new(),
            shape,
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns whether nothing is on its way or offered.
    pub fn idle(&self) -> bool {
        self.active.is_empty() && self.offering.is_empty()
    }

    /// Returns the number of frames and copies whose buffers are not free yet.
    pub fn packets(&self) -> usize {
        self.packets.count()
    }

    /// Changes which nodes are faulty, while the network is empty; without fault tolerance none is.
    pub fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        if !self.shape.spec.fault_tolerant {
            return;
        }
        self.faulty.clone_from(faulty);
        for (node, router) in (0..).zip(&mut self.routers) {
            let neighbour = |j: &u32| faulty.contains(&topology::Cube::across(node, *j));
            let all = dimensions(all_dimensions(self.shape.spec.n));
            router.faulty = all.filter(neighbour).fold(0, |set, j| set | 1 << j);
        }
    }

    /// Begins a frame at a node; its flits are then offered one by one.
    pub fn begin(&mut self, node: u32, frame: MhuOffer) -> u32 {
        let MhuOffer { message, count, destinations } = frame;
        let shape = &self.shape;
        let kind = shape.kind(count);
        let header = shape.header(kind, count);
        let whole = shape.spec.header_flits(if kind == Kind::Broadcast { 0 } else { count });
        self.packets.begin(destinations, |rows| MessageCopy {
            message,
            source: node,
            control: all_dimensions(shape.spec.n),
            rows,
            kind,
            class: 0,
            header,
            over: whole - header,
            written: 0,
            end: None,
            bad: false,
            want: 0,
            rest: 0,
        })
    }

    /// Offers the next flit of a frame until it is taken.
    pub fn offer(&mut self, node: u32, packet: u32, last: bool) {
        // The unit itself finds out which flit is the first one.
        self.offers[node as usize] = Some(Flit { packet, first: false, last, bad: false });
        self.offering.insert(node as usize);
    }

    /// Plays a cycle.
    pub fn step(&mut self, world: &mut impl World<Beat, Event>) {
        self.cross(world);
        self.enter(world);
        let units = self.shape.units();
        let turn = (self.now % units as u64) as usize;
        for word in 0..self.active.words() {
            for node in self.active.of_word(word) {
                let router = &mut self.routers[node];
                router.step(
                    &self.shape,
                    (self.now, turn, node as u32),
                    &mut self.units[node * units..][..units],
                    &mut self.packets,
                    &mut self.returned,
                    world,
                );
                if router.idle() {
                    self.active.remove(node);
                }
            }
        }
        for Credit { node, d, class } in self.pulses.drain(..) {
            self.routers[node as usize].gateways.give_back(d.into(), class.into());
        }
        std::mem::swap(&mut self.pulses, &mut self.returned);
        self.now += 1;
    }

    /// Moves the flits on links into the units behind them, and those of processors out.
    fn cross(&mut self, world: &mut impl World<Beat, Event>) {
        let units = self.shape.units();
        for word in 0..self.active.words() {
            for node in self.active.of_word(word) {
                let router = &mut self.routers[node];
                router.gateways.begin();
                if let Some(beat) = router.delivery.standing()
                    && world.takes(node as u32)
                {
                    router.delivery.take();
                    world.delivered(self.now, node as u32, beat);
                }
                for d in ones(router.gateways.standing.into()) {
                    let gateways = &mut self.routers[node].gateways;
                    let flit = gateways.flit(d);
                    let there = topology::Cube::across(node as u32, d as u32) as usize;
                    let unit = &mut self.units[there * units + d];
                    if unit.ready(|| self.packets.get(flit.packet).class) {
                        let (node, link) = (node as u32, d as u32);
                        let message = self.packets.get(flit.packet).message;
                        let last = flit.last;
                        world.crossed(self.now, OnLink { node, link, message, last });
                        unit.arriving = Some(flit);
                        if gateways.pop(d) {
                            world.link_start(self.now + 1, node, link);
                        }
                        self.routers[there].active |= 1 << d;
                        self.active.insert(there);
                    }
                }
            }
        }
    }

    /// Moves the flits that processors offer into their units.
    fn enter(&mut self, world: &mut impl World<Beat, Event>) {
        let (n, units) = (self.shape.spec.n as usize, self.shape.units());
        for word in 0..self.offering.words() {
            for node in self.offering.of_word(word) {
                let unit = &mut self.units[node * units + n];
                if self.faulty.contains(&(node as u32)) || !unit.ready(|| 0) {
                    continue;
                }
                unit.arriving = self.offers[node].take();
                self.offering.remove(node);
                self.routers[node].active |= 1 << n;
                self.active.insert(node);
                world.accepted(self.now, node as u32);
            }
        }
    }
}

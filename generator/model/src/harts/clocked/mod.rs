//! The hexagonal mesh's router as it is emitted, clock by clock.
//!
//! Every module of `templates/harts/rtl` that keeps something from one clock to the next has its file or
//! its struct here, and does in a cycle what the hardware does between two edges: first all that
//! depends on registers alone, then what follows from it, then the registers. Flits carry no bits:
//! each names its packet, which knows the header. Nodes are correct, so that nothing is refused, and
//! a processor gets every copy; the filter, the duplicate check and the vote have no part in this.
//!
//! [`crate::harts::simulation`] is the same mesh in whole packets and with stores that are never full, as [KS91]
//! simulates it.
//!
//! **Source**: `docs/harts.md`, "Modules".

mod deliverer;
mod events;
mod injector;
mod packet;
mod parser;
mod receiver;
mod reception;
mod router;
mod sender;
mod shape;
mod transmitter;
mod turn;
mod unit;

use std::collections::BTreeSet;

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::Topology;

use self::packet::Flit;
use self::router::{Inputs, Router};
use self::shape::Shape;
use crate::harts::event::Event;
use crate::harts::frame::Injected;
use crate::simulate::bits::NodeSet;
use crate::simulate::world::World;

pub use self::reception::Beat;

/// A frame that a processor sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Number of the message, for deliveries.
    pub message: u32,
    /// Its header.
    pub header: Injected,
}

/// All routers of a mesh and the links between them.
#[derive(Clone, Debug)]
pub struct Routers {
    shape: Shape,
    now: u64,
    routers: Vec<Router>,
    active: NodeSet,
    /// What each processor offers, until it is taken.
    offers: Vec<Option<(Frame, bool)>>,
    faulty: BTreeSet<u32>,
    /// What is on each link, and what will be in the next cycle.
    ///
    /// **Shape**: link 6 v + d leads from node v in direction d.
    flits: [Vec<Option<Flit>>; 2],
    /// The credits that travel back over each link, and those of the next cycle.
    credits: [Vec<u128>; 2],
}

impl Routers {
    /// Returns an empty network after reset.
    pub fn new(spec: &HartsSpec) -> Self {
        let shape = Shape::new(spec);
        let nodes = spec.nodes() as usize;
        let links = nodes * DIRECTIONS as usize;
        let mut active = NodeSet::new(nodes);
        (0..nodes).for_each(|node| active.insert(node));
        Self {
            now: 0,
            routers: vec![Router::new(&shape, 0); nodes],
            active,
            offers: vec![None; nodes],
            faulty: BTreeSet::new(),
            flits: [vec![None; links], vec![None; links]],
            credits: [vec![0; links], vec![0; links]],
            shape,
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Tells whether nothing is on its way or offered.
    pub fn idle(&self) -> bool {
        let still = self.flits[0].iter().all(Option::is_none);
        self.active.is_empty() && still && self.offers.iter().all(Option::is_none)
    }

    /// Changes which nodes are faulty, while the network is empty.
    pub fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        // A faulty node stands still in reset.
        for &node in self.faulty.symmetric_difference(faulty) {
            self.routers[node as usize] = Router::new(&self.shape, self.now);
        }
        self.faulty.clone_from(faulty);
        for (node, router) in (0..).zip(&mut self.routers) {
            let mesh = &self.shape.mesh;
            let is_faulty = |d: &u32| faulty.contains(&mesh.ahead(node, *d));
            let around = (0..DIRECTIONS).filter(is_faulty).fold(0, |set, d| set | 1 << d);
            router.set_faulty(around, self.now);
            match faulty.contains(&node) {
                true => self.active.remove(node as usize),
                false => self.active.insert(node as usize),
            }
        }
    }

    /// Offers the next flit of a frame until it is taken.
    pub fn offer(&mut self, node: u32, frame: Frame, last: bool) {
        self.offers[node as usize] = Some((frame, last));
    }

    /// Plays a cycle.
    pub fn step(&mut self, world: &mut impl World<Beat, Event>) {
        for node in 0..self.shape.mesh.nodes() {
            let at = node as usize;
            if self.faulty.contains(&node) {
                continue;
            }
            let inputs = self.inputs(node);
            let links = at * DIRECTIONS as usize..(at + 1) * DIRECTIONS as usize;
            if !self.active.contains(at) && inputs.nothing() {
                self.flits[1][links].fill(None);
                continue;
            }
            let router = &mut self.routers[at];
            let outputs = router.step(&self.shape, self.now, node, &inputs, world);
            if outputs.accepted {
                self.offers[at] = None;
                world.accepted(self.now, node);
            }
            match router.idle(self.now) {
                true => self.active.remove(at),
                false => self.active.insert(at),
            }
            outputs.flits.iter().flatten().for_each(|_| world.crossed(self.now + 1));
            self.flits[1][links].copy_from_slice(&outputs.flits);
            for (d, credits) in (0..DIRECTIONS).zip(outputs.credits) {
                let back = self.link(self.shape.mesh.behind(node, d), d);
                self.credits[1][back] = credits;
            }
        }
        self.flits.swap(0, 1);
        self.credits.swap(0, 1);
        self.credits[1].fill(0);
        self.now += 1;
    }

    fn link(&self, node: u32, direction: u32) -> usize {
        (node * DIRECTIONS + direction) as usize
    }

    fn inputs(&self, node: u32) -> Inputs {
        let mut inputs = Inputs { offered: self.offers[node as usize], ..Inputs::default() };
        for d in 0..DIRECTIONS {
            let behind = self.shape.mesh.behind(node, d);
            inputs.flits[d as usize] = self.flits[0][self.link(behind, d)];
            inputs.credits[d as usize] = self.credits[0][self.link(node, d)];
        }
        inputs
    }
}

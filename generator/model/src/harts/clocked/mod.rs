//! The hexagonal mesh's router as it is emitted, clock by clock.
//!
//! Every module of `templates/harts/rtl` that keeps something from one clock to the next has its file or
//! its struct here, and does in a cycle what the hardware does between two edges: first all that
//! depends on registers alone, then what follows from it, then the registers. Flits carry no bits:
//! each names its packet, which knows the header. Nodes are correct, so that nothing is refused, and
//! a processor gets every copy; the filter, the duplicate check and the majority have no part in this.
//!
//! [`super::harts`] is the same hexagonal mesh in whole packets and with stores that are never full, as [KS91]
//! simulates it.
//!
//! **Source**: `docs/harts.md`, "Modules".

mod crossing;
mod deliverer;
mod events;
mod grants;
mod injector;
mod packet;
mod parser;
mod receiver;
mod reception;
mod request;
mod router;
mod sender;
mod shape;
mod transmitter;
mod turn;
mod unit;

use std::collections::BTreeSet;

use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

use self::crossing::Crossing;
use self::router::Router;
use self::shape::Shape;
use crate::harts::event::Event;
use crate::harts::frame::Injected;
use crate::simulate::bits::{NodeSet, ones};
use crate::simulate::world::{OnLink, World};

pub use self::reception::Beat;

/// A frame that a processor sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HartsOffer {
    /// Number of the message, for deliveries.
    pub message: u32,
    /// Its header.
    pub header: Injected,
}

/// Links of a node in each way.
const LINKS: usize = DIRECTIONS as usize;
/// Days of the calendar of routers, more than the cycles of a frame of the bus.
const DAYS: usize = 8;

/// All routers of a hexagonal mesh and the links between them.
///
/// A router is looked at when something comes to it, or when it said that something will happen.
#[derive(Clone, Debug)]
pub struct Routers {
    shape: Shape,
    now: u64,
    routers: Vec<Router>,
    /// Routers that are not idle.
    active: NodeSet,
    /// Routers to be looked at in each of the next cycles.
    due: [NodeSet; DAYS],
    /// What each processor offers, until it is taken.
    offers: Vec<Option<(HartsOffer, bool)>>,
    faulty: BTreeSet<u32>,
    /// **Shape**: by node the neighbours by direction.
    neighbours: Vec<[u32; LINKS]>,
    /// What comes to each node, and what will in the next cycle: flits from the neighbour before,
    /// credits from ahead.
    inputs: [Vec<Crossing>; 2],
    /// What the router that is played puts on its links.
    outputs: Crossing,
    /// Flits on links.
    flying: u32,
}

impl Routers {
    /// Returns an empty network after reset.
    pub fn new(spec: &HartsSpec) -> Self {
        let shape = Shape::new(spec);
        let nodes = spec.nodes() as usize;
        let mut all = NodeSet::new(nodes);
        (0..nodes).for_each(|node| all.insert(node));
        let around = |node| std::array::from_fn(|d| shape.hexmesh.ahead(node, d as u32));
        let mut due = [(); DAYS].map(|()| NodeSet::new(nodes));
        due[0].clone_from(&all);
        Self {
            now: 0,
            routers: vec![Router::new(&shape, 0); nodes],
            active: all,
            due,
            offers: vec![None; nodes],
            faulty: BTreeSet::new(),
            neighbours: (0..spec.nodes()).map(around).collect(),
            inputs: [vec![Crossing::NONE; nodes], vec![Crossing::NONE; nodes]],
            outputs: Crossing::NONE,
            flying: 0,
            shape,
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns whether nothing is on its way or offered.
    pub fn idle(&self) -> bool {
        self.active.is_empty() && self.flying == 0 && self.offers.iter().all(Option::is_none)
    }

    /// Changes which nodes are faulty, while the network is empty.
    pub fn set_faulty(&mut self, faulty: &BTreeSet<u32>) {
        self.faulty.clone_from(faulty);
        for (node, router) in self.routers.iter_mut().enumerate() {
            let around = self.neighbours[node].iter().enumerate();
            let around = around.filter(|(_, neighbour)| faulty.contains(neighbour));
            // A faulty node sees faults all around.
            let seen = match faulty.contains(&(node as u32)) {
                true => 0x3f,
                false => around.fold(0, |set, (d, _)| set | 1 << d),
            };
            router.set_faulty(seen, self.now);
            self.active.insert(node);
        }
        self.look_at_all();
    }

    /// Looks at every router in the next cycle, which changes nothing.
    pub fn look_at_all(&mut self) {
        let today = &mut self.due[self.now as usize % DAYS];
        (0..self.routers.len()).for_each(|node| today.insert(node));
    }

    /// Offers the next flit of a frame until it is taken.
    pub fn offer(&mut self, node: u32, frame: HartsOffer, last: bool) {
        self.offers[node as usize] = Some((frame, last));
        self.due[self.now as usize % DAYS].insert(node as usize);
    }

    /// Plays a cycle.
    pub fn step(&mut self, world: &mut impl World<Beat, Event>) {
        self.flying = 0;
        let today = self.now as usize % DAYS;
        for word in 0..self.active.words() {
            for node in self.due[today].take_word(word) {
                self.play(node, world);
                self.inputs[0][node].clear();
            }
        }
        self.inputs.swap(0, 1);
        self.now += 1;
    }

    /// Plays a cycle of a router.
    fn play(&mut self, node: usize, world: &mut impl World<Beat, Event>) {
        let (number, now) = (node as u32, self.now);
        let [inputs, next] = &mut self.inputs;
        let router = &mut self.routers[node];
        let offered = self.offers[node].filter(|_| !self.faulty.contains(&number));
        let (links, here) = (&mut self.outputs, router.here(&self.shape, now, number));
        let played = router.step(&self.shape, &here, &inputs[node], offered, links, world);
        if played.accepted {
            self.offers[node] = None;
            world.accepted(now, number);
        }
        match router.idle() {
            true => self.active.remove(node),
            false => self.active.insert(node),
        }
        if let Some(cycle) = played.next {
            self.due[cycle as usize % DAYS].insert(node);
        }
        let tomorrow = &mut self.due[(now as usize + 1) % DAYS];
        for d in ones(links.flying.into()) {
            let to = self.neighbours[node][d] as usize;
            let flit = links.flit(d).expect("it flies");
            let (message, last) = (flit.packet.message, flit.last);
            world.crossed(now + 1, OnLink { node: number, link: d as u32, message, last });
            self.flying += 1;
            next[to].send(d, flit);
            tomorrow.insert(to);
        }
        for d in ones(links.credited.into()) {
            let to = self.neighbours[node][(d + 3) % LINKS] as usize;
            next[to].give(d, links.credits(d));
            tomorrow.insert(to);
        }
    }
}

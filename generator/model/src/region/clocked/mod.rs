//! The emitted region network, clock by clock.
//!
//! Every module of `templates/region/rtl` that keeps something from one clock to the next has its file
//! or its struct here. In a cycle each router first moves flits, then grants outputs, all from what was
//! in its registers and from which queues of its neighbours had room; what comes to neighbours comes at
//! the end of the cycle. Flits carry no bits: each names its message, whose [`super::route::Route`]
//! says what a header asks for.
//!
//! [`super::simulation`] is the same mesh with the paper's router.
//!
//! **Source**: [Had] 2 to 4; the cycles are those of the emitted modules.

mod channels;
mod deadlock;
mod delivery;
mod fairness;
mod injector;
mod input;
mod output;
mod packet;
mod router;
mod shape;
#[cfg(test)]
mod tests;

use std::mem;

use teecast_spec::RegionSpec;

use self::channels::{Channels, only};
use self::fairness::Waits;
use self::packet::Packets;
use self::router::{Effects, Router, RouterCycle};
use self::shape::Shape;
use crate::simulate::bits::NodeSet;
use crate::simulate::world::World;

pub use self::deadlock::MeshChannel;
pub use self::fairness::Starved;
pub use self::packet::{Beat, RegionEvent, RegionOffer};

/// All routers of a mesh and the links between them.
///
/// A router is looked at while something is in it.
#[derive(Clone, Debug)]
pub struct MeshRouters {
    shape: Shape,
    now: u64,
    routers: Vec<Router>,
    active: NodeSet,
    /// By node the input channels whose queues have room at the start of a cycle, for a flit and for all of
    /// a further message.
    room: Vec<Channels>,
    vacant: Vec<Channels>,
    /// By node what its processor offers, until it is taken.
    offers: Vec<Option<(u32, bool)>>,
    packets: Packets,
    effects: Effects,
    waits: Waits,
}

impl MeshRouters {
    /// Returns an empty network after reset.
    pub fn new(spec: &RegionSpec) -> Self {
        let shape = Shape::new(spec);
        let nodes = spec.nodes() as usize;
        Self {
            now: 0,
            routers: (0..nodes).map(|node| Router::new(&shape, node)).collect(),
            active: NodeSet::new(nodes),
            room: vec![Channels::MAX; nodes],
            vacant: vec![Channels::MAX; nodes],
            offers: vec![None; nodes],
            packets: Packets::default(),
            effects: Effects::default(),
            waits: Waits::default(),
            shape,
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns whether nothing is on its way or offered.
    pub fn idle(&self) -> bool {
        self.packets.open() == 0 && self.offers.iter().all(Option::is_none)
    }

    /// Begins a frame; returns its number.
    pub fn begin(&mut self, offer: RegionOffer) -> u32 {
        self.packets.add(offer)
    }

    /// Offers the next flit of a frame until it is taken.
    pub fn offer(&mut self, node: u32, frame: u32, last: bool) {
        self.offers[node as usize] = Some((frame, last));
        self.active.insert(node as usize);
    }

    /// Returns the longest time from the first request of a header to its last grant.
    ///
    /// **Units**: cycles.
    pub fn longest_wait(&self) -> u64 {
        self.waits.longest
    }

    /// Checks that no header has waited for an output while another channel got it twice.
    ///
    /// # Errors
    /// The first one that has.
    pub fn fair(&self) -> Result<(), Starved> {
        self.waits.starved.clone().map_or(Ok(()), Err)
    }

    /// Plays a cycle.
    pub fn step(&mut self, world: &mut impl World<Beat, RegionEvent>) {
        for word in 0..self.active.words() {
            for node in self.active.of_word(word) {
                self.play(node, world);
            }
        }
        let Self { shape, routers, packets, effects, .. } = self;
        for (node, channel) in effects.popped.drain(..) {
            let (node, channel) = (node as usize, usize::from(channel));
            self.room[node] |= only(channel);
            if routers[node].is_vacant(shape, channel) {
                self.vacant[node] |= only(channel);
            }
        }
        for (node, channel, flit) in effects.pushed.drain(..) {
            let (node, channel) = (node as usize, usize::from(channel));
            routers[node].push(shape, packets, node, channel, flit);
            if routers[node].is_full(shape, channel) {
                self.room[node] &= !only(channel);
            }
            if !routers[node].is_vacant(shape, channel) {
                self.vacant[node] &= !only(channel);
            }
            self.active.insert(node);
        }
        // A begin is a register: it is seen at the other end a cycle later.
        for (node, channel) in effects.seen.drain(..) {
            routers[node as usize].begun(channel.into());
        }
        mem::swap(&mut effects.begun, &mut effects.seen);
        self.now += 1;
    }

    /// Plays a cycle of a router.
    fn play(&mut self, node: usize, world: &mut impl World<Beat, RegionEvent>) {
        let here = RouterCycle {
            now: self.now,
            node,
            room: self.around(node, &self.room),
            own_room: self.room[node] & only(self.shape.own()) != 0,
            vacant: self.around(node, &self.vacant),
            own_vacant: self.vacant[node] & only(self.shape.own()) != 0,
            offered: self.offers[node],
        };
        let (router, packets) = (&mut self.routers[node], &mut self.packets);
        let waits = &mut self.waits;
        if router.play(&self.shape, &here, packets, &mut self.effects, waits, world) {
            self.offers[node] = None;
            world.accepted(self.now, node as u32);
        }
        if router.idle() && self.offers[node].is_none() {
            self.active.remove(node);
        }
    }

    /// Returns the output channels of a router whose queues at the other end are in a set.
    fn around(&self, node: usize, queues: &[Channels]) -> u64 {
        let Shape { ports, lanes, .. } = self.shape;
        (0..ports).fold(0, |set, port| {
            let lanes = u64::MAX >> (64 - lanes) << (port * lanes);
            let ahead = self.shape.ahead(node, port);
            set | ahead.map_or(0, |next| queues[next] as u64 & lanes)
        })
    }
}

//! `hypercube_router`: the units of a node and the gateways between them and the channels.

use super::gateway::{Gateway, Room};
use super::output::Offer;
use super::packet::{Beat, Flit, Packets};
use super::shape::{Post, Shape};
use super::unit::{Grants, Unit};
use super::{Credit, World};
use crate::network::bits::ones;

/// The most channels of a router.
const MOST: usize = 17;

/// What a router has beside its units.
#[derive(Clone, Debug)]
pub(super) struct Router {
    pub links: Box<[Gateway<Flit>]>,
    pub processor: Gateway<Beat>,
    pub rooms: Box<[Room]>,
    /// Channels with a flit on them.
    pub standing: u32,
    /// Links without an owner.
    idle: u32,
    /// Units in which something may happen.
    pub active: u32,
    /// Dimensions whose neighbour is faulty.
    pub faulty: u32,
    /// The cycle in which the first unit is asked for events.
    pub since: u64,
}

impl Router {
    pub fn new(shape: &Shape, since: u64) -> Self {
        let n = shape.spec.n as usize;
        Self {
            links: vec![Gateway::default(); n].into(),
            processor: Gateway::default(),
            rooms: vec![Room::new(shape.spec.classes); n].into(),
            standing: 0,
            idle: (1 << n) - 1,
            active: 0,
            faulty: 0,
            since,
        }
    }

    /// Plays a cycle, after the flits that leave the channels in it have left.
    pub fn step(
        &mut self,
        shape: &Shape,
        (now, node): (u64, u32),
        units: &mut [Unit],
        packets: &mut Packets,
        credits: &mut Vec<Credit>,
        world: &mut impl World,
    ) {
        let n = shape.spec.n as usize;
        let ready = !self.standing;
        let delivery_ready = ready >> n & 1 == 1;
        let faulty = self.faulty;
        let post = |unit: usize| Post::new(shape, node, unit, faulty);
        let mut offers = [Offer::default(); MOST];
        let mut requests = [0u32; MOST];
        let mut moved: [Option<Flit>; MOST] = [None; MOST];
        let (mut busy, mut deliver, mut beat) = (0, 0, None);
        for u in ones(self.active.into()) {
            let (unit, post) = (&mut units[u], post(u));
            let rooms = &self.rooms;
            let offer = unit.offer(&post, ready, |d, class| rooms[d].fits(class));
            for d in ones(offer.transfer.into()) {
                moved[d] = Some(unit.flit(shape, &post, packets, &offer, d));
                if offer.first {
                    world.link_start(now + 1, node, d as u32);
                }
            }
            ones(offer.request.into()).for_each(|d| requests[d] |= 1 << u);
            busy |= offer.transfer | offer.request;
            beat = beat.or(unit.beat().filter(|_| delivery_ready));
            deliver |= u32::from(unit.delivers(delivery_ready)) << u;
            offers[u] = offer;
        }
        let mut grants = [0u32; MOST];
        let idle = self.idle;
        for d in ones(busy.into()) {
            self.standing |= u32::from(moved[d].is_some()) << d;
            let gateway = &mut self.links[d];
            if let Some(unit) = gateway.step(moved[d].map(|flit| (flit, flit.last)), requests[d]) {
                let unit = usize::from(unit);
                grants[unit] |= 1 << d;
                self.rooms[d].take(units[unit].hop(&post(unit), d));
            }
            self.idle = self.idle & !(1 << d) | u32::from(gateway.idle()) << d;
        }
        self.standing |= u32::from(beat.is_some()) << n;
        let delivering = self.processor.step(beat.map(|beat| (beat, beat.last)), deliver);
        let asked = ((now - self.since) % (n as u64 + 1)) as usize;
        for u in ones(self.active.into()) {
            let grants = Grants {
                idle,
                links: grants[u],
                delivery_ready,
                delivery: delivering == Some(u as u8),
                event: asked == u,
            };
            let credit = |class: usize| {
                if u < n {
                    let (d, class) = (u as u8, class as u8);
                    credits.push(Credit { node: node ^ 1 << u, d, class });
                }
            };
            let unit = &mut units[u];
            if let Some(event) = unit.step(shape, &post(u), packets, &offers[u], &grants, credit) {
                world.event(now + 1, event);
            }
            if unit.idle() {
                self.active &= !(1 << u);
            }
        }
    }
}

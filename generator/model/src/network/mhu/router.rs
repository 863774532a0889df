//! `hypercube_router`: the units of a node and the gateways between them and the channels.

use super::gateway::Gateways;
use super::packet::Packets;
use super::shape::{Post, Shape};
use super::unit::{Grants, Unit};
use super::{Credit, World};
use crate::network::bits::ones;

/// The most channels of a router.
const MOST: usize = 17;

/// What a router has beside its units.
#[derive(Clone, Debug)]
pub(super) struct Router {
    pub gateways: Gateways,
    /// Units in which something may happen.
    pub active: u32,
    /// Dimensions whose neighbour is faulty.
    pub faulty: u32,
    /// The cycle in which the first unit is asked for events.
    since: u64,
}

impl Router {
    pub fn new(shape: &Shape, since: u64) -> Self {
        Self { gateways: Gateways::new(shape), active: 0, faulty: 0, since }
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
        let (ready, idle) = (!self.gateways.standing, self.gateways.idle);
        let delivery_ready = ready >> n & 1 == 1;
        let faulty = self.faulty;
        let post = |unit: usize| Post::new(shape, node, unit, faulty);
        let mut requests = [0u32; MOST];
        let mut asked = 0;
        for u in ones(self.active.into()) {
            let unit = &mut units[u];
            let offer = unit.offer(packets, ready);
            if offer.transfer != 0 {
                if offer.first {
                    let d = offer.transfer.trailing_zeros();
                    let packet = unit.copy(shape, &post(u), packets, d as usize);
                    self.gateways.flits[d as usize].packet = packet;
                    world.link_start(now + 1, node, d);
                }
                for d in ones(offer.transfer.into()) {
                    let flit = &mut self.gateways.flits[d];
                    (flit.last, flit.bad) = (offer.last, offer.bad);
                }
                self.gateways.take(offer.transfer, offer.last);
            }
            let request = unit.requests(&post(u), |d, class| self.gateways.fits(d, class));
            ones(request.into()).for_each(|d| requests[d] |= 1 << u);
            asked |= request;
            if delivery_ready {
                if let Some(beat) = unit.beat() {
                    self.gateways.beat = beat;
                    self.gateways.take(1 << n, beat.last);
                }
            }
            if unit.delivers(delivery_ready) {
                requests[n] |= 1 << u;
                asked |= 1 << n;
            }
        }
        let mut grants = [0u32; MOST];
        for d in ones(asked.into()) {
            if let Some(unit) = self.gateways.grant(d, requests[d]) {
                grants[unit] |= 1 << d;
                if d < n {
                    self.gateways.reserve(d, units[unit].hop(&post(unit), d));
                }
            }
        }
        let collected = ((now - self.since) % (n as u64 + 1)) as usize;
        for u in ones(self.active.into()) {
            let unit = &mut units[u];
            let grants = Grants {
                idle,
                links: grants[u] & !(1 << n),
                delivery_ready,
                delivery: grants[u] >> n & 1 == 1,
                event: collected == u,
            };
            let credit = |class: usize| {
                if u < n {
                    let (d, class) = (u as u8, class as u8);
                    credits.push(Credit { node: node ^ 1 << u, d, class });
                }
            };
            if let Some(event) = unit.step(shape, &post(u), packets, &grants, credit) {
                world.event(now + 1, event);
            }
            if unit.idle() {
                self.active &= !(1 << u);
            }
        }
    }
}

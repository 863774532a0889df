//! `hypercube_router`: the units of a node and the gateways between them and the channels.

use teecast_spec::topology::Cube;

use super::gateway::Gateways;
use super::packet::MessageCopies;
use super::shape::{Post, Shape};
use super::unit::{Around, Unit};
use super::{Beat, Credit};
use crate::hypercube::event::Event;
use crate::simulate::bits::ones;
use crate::simulate::world::World;

/// What a router has beside its units.
#[derive(Clone, Debug)]
pub(super) struct Router {
    pub gateways: Gateways,
    /// Units in which something may happen.
    pub active: u32,
    /// Dimensions whose neighbour is faulty.
    pub faulty: u32,
    /// The unit whose events are collected in a cycle that is a multiple of the number of units.
    collected: usize,
}

impl Router {
    /// Returns an idle router whose first unit is asked for events in cycle `since`.
    pub fn new(shape: &Shape, since: u64) -> Self {
        let units = shape.units();
        let collected = (units - (since % units as u64) as usize) % units;
        Self { gateways: Gateways::new(shape), active: 0, faulty: 0, collected }
    }

    /// Plays a cycle, after the flits that leave the channels in it have left; `turn` is the cycle
    /// modulo the number of units.
    pub fn step(
        &mut self,
        shape: &Shape,
        (now, turn, node): (u64, usize, u32),
        units: &mut [Unit],
        packets: &mut MessageCopies,
        credits: &mut Vec<Credit>,
        world: &mut impl World<Beat, Event>,
    ) {
        let n = shape.spec.n as usize;
        let ready = !self.gateways.standing;
        let collected = turn + self.collected;
        let around = Around {
            idle: self.gateways.idle,
            delivery_ready: ready >> n & 1 == 1,
            collected: if collected > n { collected - n - 1 } else { collected },
        };
        let faulty = self.faulty;
        let post = |unit: usize| Post { shape, node, faulty, unit };
        let (mut asked, mut asking) = (0, 0);
        for u in ones(self.active.into()) {
            let (unit, post) = (&mut units[u], post(u));
            if !unit.sends() {
                continue;
            }
            let offer = unit.offer(packets, ready);
            if offer.links != 0 {
                if offer.first {
                    let d = offer.links.trailing_zeros();
                    self.gateways.flits[d as usize].packet = unit.copy(&post, packets, d as usize);
                    world.link_start(now + 1, node, d);
                }
                self.gateways.send(offer.links, offer.last, offer.bad);
            }
            if let Some(beat) = unit.beat().filter(|_| around.delivery_ready) {
                self.gateways.deliver(n, beat);
            }
            unit.ask(&post, &self.gateways, around.delivery_ready);
            asked |= unit.asks;
            asking |= u32::from(unit.asks != 0) << u;
        }
        for d in ones(asked.into()) {
            let asks = |u: &usize| units[*u].asks >> d & 1 == 1;
            let requests = ones(asking.into()).filter(asks).fold(0, |units, u| units | 1 << u);
            if let Some(u) = self.gateways.grant(d, requests) {
                units[u].granted |= 1 << d;
                if d < n {
                    self.gateways.reserve(d, units[u].hop(&post(u), d));
                }
            }
        }
        for u in ones(self.active.into()) {
            let unit = &mut units[u];
            let credit = |class: usize| {
                if u < n {
                    let (d, class) = (u as u8, class as u8);
                    credits.push(Credit { node: Cube::across(node, u as u32), d, class });
                }
            };
            if let Some(event) = unit.step(&post(u), packets, &around, credit) {
                world.event(now + 1, event);
            }
            if unit.idle() {
                self.active &= !(1 << u);
            }
        }
    }
}

//! `hypercube_router`: the units of a node and the outputs between them and the channels.

use teecast_spec::topology::Cube;

use super::delivery::Delivery;
use super::gateway::Gateways;
use super::output::Moving;
use super::packet::{Flit, MessageCopies};
use super::shape::{Post, Shape};
use super::unit::Unit;
use super::{Beat, Credit};
use crate::hypercube::event::Event;
use crate::simulate::bits::ones;
use crate::simulate::world::World;

/// What a router has beside its units.
#[derive(Clone, Debug)]
pub(super) struct Router {
    pub gateways: Gateways,
    pub delivery: Delivery,
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
        Self {
            gateways: Gateways::new(shape),
            delivery: Delivery::default(),
            active: 0,
            faulty: 0,
            collected,
        }
    }

    /// Returns whether nothing happens before a flit comes.
    pub fn idle(&self) -> bool {
        self.active | self.gateways.standing == 0 && self.delivery.idle()
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
        let faulty = self.faulty;
        let post = |unit: usize| Post { shape, node, faulty, unit };
        self.delivery.fetch();
        self.grant(units, post, n);
        let full = self.gateways.full();
        let collected = turn + self.collected;
        let collected = if collected > n { collected - n - 1 } else { collected };
        for u in ones(self.active.into()) {
            let (unit, post) = (&mut units[u], post(u));
            let moving = unit.moving(packets, full);
            if let Some(flit) = moving {
                self.send(&post, unit, packets, &flit, |d| world.link_start(now + 1, node, d));
            }
            let credit = |class: usize| {
                if u < n {
                    let (d, class) = (u as u8, class as u8);
                    credits.push(Credit { node: Cube::across(node, u as u32), d, class });
                }
            };
            if let Some(event) = unit.step(&post, packets, moving, collected == u, credit) {
                world.event(now + 1, event);
            }
            self.gateways.release(unit.released);
            unit.look(&post, &self.gateways);
            if unit.idle() {
                self.active &= !(1 << u);
            }
        }
        self.delivery.end();
    }

    /// Grants the outputs that units ask for.
    fn grant<'a>(&mut self, units: &mut [Unit], post: impl Fn(usize) -> Post<'a>, n: usize) {
        let processor = u32::from(!self.delivery.fits()) << n;
        let idle = self.gateways.idle() & !processor;
        let (mut asked, mut asking) = (0, 0);
        for u in ones(self.active.into()) {
            let asks = units[u].ask(&post(u), idle);
            asked |= asks;
            asking |= u32::from(asks != 0) << u;
        }
        for d in ones(asked.into()) {
            let asks = |u: &usize| units[*u].asks >> d & 1 == 1;
            let requests = ones(asking.into()).filter(asks).fold(0, |units, u| units | 1 << u);
            let u = self.gateways.grant(d, requests);
            units[u].granted |= 1 << d;
            if d == n {
                self.delivery.reserve();
            } else {
                self.gateways.reserve(d, units[u].hop(&post(u), d));
            }
        }
    }

    /// Moves a flit of a unit to its outputs; names the links on which a copy starts.
    fn send(
        &mut self,
        post: &Post,
        unit: &Unit,
        packets: &mut MessageCopies,
        flit: &Moving,
        mut starts: impl FnMut(u32),
    ) {
        let &Moving { targets, packet: of, index, last, bad, .. } = flit;
        let delivery = post.shape.delivery();
        let first = index == 0;
        for d in ones((targets & !delivery).into()) {
            if first {
                self.gateways.copies[d] = unit.copy(post, packets, d);
            }
            let packet = self.gateways.copies[d];
            let (kept, header) = (packets.get(packet).header, packets.get(of).header);
            if (kept..header).contains(&index) {
                continue;
            }
            let stands = self.gateways.push(d, Flit { packet, first, last, bad });
            if first && stands {
                starts(d as u32);
            }
        }
        if targets & delivery != 0 {
            self.delivery.write(packets.get(of), flit);
        }
    }
}

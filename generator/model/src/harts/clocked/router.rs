//! `harts_router`: receivers, transmitters and packet store of a node, joined by bus or crossbar.

use teecast_spec::topology::HexMesh;

use super::events::Events;
use super::injector::Injector;
use super::packet::{Flit, Stored};
use super::receiver::{Moved, Receiver};
use super::reception::Reception;
use super::shape::{Here, OWN_SLOT, Shape};
use super::transmitter::{Links, Transmitter};
use super::unit::{Told, Unit};
use super::{Beat, Frame};
use crate::harts::event::Event;
use crate::simulate::bits::ones;
use crate::simulate::world::World;

/// Buffers of the processor.
const OWN_BUFFERS: u32 = 2;

/// A router.
#[derive(Clone, Debug)]
pub(super) struct Router {
    receivers: [Receiver; 6],
    transmitters: [Transmitter; 6],
    units: Vec<Unit>,
    injector: Injector,
    reception: Reception,
    events: Events,
    /// Directions in which the neighbour is faulty.
    faulty: u8,
    /// The first cycle after the reset.
    since: u64,
}

/// What comes to a router in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inputs {
    /// By direction of travel.
    pub flits: [Option<Flit>; 6],
    /// Buffers behind each link that are free again.
    pub credits: [u128; 6],
    /// A flit of the processor; `true` for the last one of its frame.
    pub offered: Option<(Frame, bool)>,
}

/// What leaves a router in the next cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outputs {
    pub flits: [Option<Flit>; 6],
    pub credits: [u128; 6],
    pub accepted: bool,
}

impl Inputs {
    /// Tells whether nothing comes.
    pub fn nothing(&self) -> bool {
        let none = self.flits.iter().all(Option::is_none) && self.offered.is_none();
        none && self.credits == [0; 6]
    }
}

impl Router {
    pub fn new(shape: &Shape, since: u64) -> Self {
        let slots = |unit: u32| match unit {
            0 if shape.bus => 6 * shape.buffers + OWN_BUFFERS,
            OWN_SLOT => OWN_BUFFERS,
            _ => shape.buffers,
        };
        Self {
            receivers: std::array::from_fn(|d| Receiver::new(d as u32, since)),
            transmitters: std::array::from_fn(|d| Transmitter::new(shape, d as u32)),
            units: (0..).take(shape.units()).map(|unit| Unit::new(slots(unit))).collect(),
            injector: Injector::default(),
            reception: Reception::default(),
            events: Events::new(shape.units()),
            faulty: 0,
            since,
        }
    }

    /// Changes which neighbours are faulty, before cycle `now`: a receiver is held in reset while
    /// nothing can come to it.
    pub fn set_faulty(&mut self, faulty: u8, now: u64) {
        for direction in ones((self.faulty ^ faulty).into()) {
            let behind = HexMesh::opposite(direction as u32);
            self.receivers[behind as usize] = Receiver::new(behind, now);
        }
        self.faulty = faulty;
    }

    /// Tells whether nothing happens before something comes.
    pub fn idle(&self, now: u64) -> bool {
        self.receivers.iter().all(|receiver| receiver.idle(now))
            && self.transmitters.iter().all(Transmitter::idle)
            && self.units.iter().all(Unit::idle)
            && self.injector.idle()
            && self.reception.idle()
            && self.events.idle()
    }

    /// Plays a cycle.
    pub fn step(
        &mut self,
        shape: &Shape,
        now: u64,
        node: u32,
        inputs: &Inputs,
        world: &mut impl World<Beat, Event>,
    ) -> Outputs {
        let here = Here::new(shape, now, self.since, node, self.faulty);
        let mut outputs = Outputs::default();

        // What is asked of the transmitters, and what they grant.
        let links = Links::new(&self.transmitters, self.faulty);
        let received: [Option<(u32, u32)>; 6] =
            std::array::from_fn(|d| self.receivers[d].request(shape, &here, &links));
        let stored: Vec<_> = self.units.iter().map(|unit| unit.sender.request()).collect();
        let asked: Vec<_> =
            self.units.iter().map(|unit| unit.sender.asked(shape, &here, &links)).collect();
        let mut requests = [0u16; 6];
        for (source, request) in received.iter().chain(&stored).enumerate() {
            if let Some((direction, _)) = request {
                requests[*direction as usize] |= 1 << source;
            }
        }
        let waits = asked.iter().flatten().fold(0, |waits, asked| waits | asked.waits);
        let granted: [Option<u8>; 6] =
            std::array::from_fn(|d| self.transmitters[d].grant(shape, requests[d], now));
        let is_granted = |source: usize, request: &Option<(u32, u32)>| {
            let (direction, _) = request.as_ref()?;
            (granted[*direction as usize] == Some(source as u8)).then_some(*direction)
        };

        // What moves.
        let moved: [Option<Moved>; 6] =
            std::array::from_fn(|d| self.receivers[d].moves(shape, &here));
        let to_links =
            moved.iter().flatten().filter_map(|moved| Some((moved.direction?, moved.flit)));
        let sent = self.units.iter().filter_map(|unit| unit.sender.moves(&here));
        for (direction, flit) in to_links.chain(sent) {
            outputs.flits[direction as usize] = Some(flit);
        }
        let beat = self.reception.offered(shape);
        let taken = beat.filter(|_| world.takes(node));
        if let Some(beat) = taken {
            world.delivered(now, node, beat);
        }

        // Deliveries.
        let deliverers = self.units.iter().enumerate();
        let wishes =
            deliverers.fold(0, |set, (unit, at)| set | u16::from(at.deliverer.requests()) << unit);
        let head = self.reception.grant(wishes);
        let head = head.map(|unit| (unit, self.units[usize::from(unit)].deliverer.head()));
        let data = self.units.iter().find_map(|unit| unit.deliverer.data());
        let room = self.reception.room();
        self.reception.step(shape, taken.is_some(), head, data);

        // The end of the cycle.
        let mut freed = [0u128; 7];
        for (unit, at) in self.units.iter().enumerate() {
            for &slot in &at.freed {
                let (origin, buffer) = match shape.bus {
                    true => (slot / shape.buffers, slot % shape.buffers),
                    false => (unit as u32, slot),
                };
                freed[origin as usize] |= 1 << buffer;
            }
        }
        let done = self.injector.step(shape, &here, inputs.offered, freed[6] as u8);
        outputs.accepted = done.accepted;
        for d in 0..6 {
            let class = granted[d].map(|source| {
                let request = received.iter().chain(&stored).nth(source.into());
                let (_, class) = request.copied().flatten().expect("grants are answers");
                (source, class)
            });
            let flit = outputs.flits[d].as_ref();
            let wait = waits >> d & 1 == 1;
            let credits = inputs.credits[d];
            if self.transmitters[d].step(shape, &here, class, wait, flit, credits) {
                world.link_start(now + 1, node, d as u32);
            }
            if self.faulty >> HexMesh::opposite(d as u32) & 1 == 1 {
                continue;
            }
            let answer = is_granted(d, &received[d]);
            let (moved, flit) = (moved[d].as_ref(), inputs.flits[d]);
            self.receivers[d].step(shape, &here, moved, answer, flit, freed[d]);
            outputs.credits[d] = self.receivers[d].credits;
        }
        let whole = moved.iter().map(|moved| moved.and_then(|moved| moved.stored));
        let whole: Vec<Option<Stored>> = whole.chain([done.stored]).collect();
        let unroutable = asked.iter().enumerate().filter_map(|(unit, asked)| {
            asked.is_some_and(|asked| asked.unroutable).then_some((7 + unit, 4))
        });
        let codes = done.event.map(|code| (6, code)).into_iter().chain(unroutable);
        if let Some(code) = self.events.step(codes) {
            world.event(now + 1, Event { node, code });
        }
        for (unit, at) in self.units.iter_mut().enumerate() {
            let delivers = head.is_some_and(|(granted, _)| usize::from(granted) == unit);
            let granted = is_granted(6 + unit, &stored[unit]).is_some();
            let told = Told { asked: asked[unit], granted, delivers, room };
            let mine = if shape.bus { &whole[..] } else { &whole[unit..=unit] };
            at.step(shape, &here, &told, mine);
        }
        outputs
    }
}

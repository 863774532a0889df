//! `harts_router`: receivers, transmitters and packet store of a node, joined by bus or crossbar.
//!
//! What has nothing to do is not looked at: of each kind of part the router keeps a set of those that
//! are not idle.

use super::crossing::Crossing;
use super::events::Events;
use super::grants::Grants;
use super::injector::{Done, Injector};
use super::receiver::Receiver;
use super::reception::Reception;
use super::request::RouterAnswer;
use super::shape::{OWN_SLOT, RouterCycle, Shape};
use super::transmitter::{Links, Transmitter};
use super::unit::Unit;
use super::{Beat, HartsOffer, LINKS};
use crate::harts::event::Event;
use crate::simulate::bits::ones;
use crate::simulate::world::World;
use teecast_spec::topology::HexMesh;

/// Buffers of the processor.
const OWN_BUFFERS: u32 = 2;

/// A router.
#[derive(Clone, Debug)]
pub(super) struct Router {
    receivers: [Receiver; LINKS],
    transmitters: [Transmitter; LINKS],
    units: Vec<Unit>,
    injector: Injector,
    reception: Reception,
    events: Events,
    /// Receivers and units that are not idle.
    receiving: u8,
    storing: u8,
    /// Transmitters that a packet has, and those of which it leaves on its own.
    held: u8,
    lingering: u8,
    /// Directions in which the neighbour is faulty.
    faulty: u8,
    /// The first cycle after the reset.
    since: u64,
}

/// What a router did in a cycle.
#[derive(Debug)]
pub(super) struct Played {
    /// The flit of the processor is taken.
    pub accepted: bool,
    /// The next cycle in which something happens even if nothing comes; in the cycles between them
    /// the router stays as it is.
    pub next: Option<u64>,
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
            // A receiver grants its buffers after the reset.
            receiving: 0x3f,
            storing: 0,
            held: 0,
            lingering: 0,
            faulty: 0,
            since,
        }
    }

    /// Changes which neighbours are faulty, before cycle `now`: a receiver is held in reset while
    /// nothing can come to it.
    pub fn set_faulty(&mut self, faulty: u8, now: u64) {
        for direction in ones((self.faulty ^ faulty).into()) {
            let behind = HexMesh::opposite(direction as u32) as usize;
            self.receivers[behind] = Receiver::new(behind as u32, now);
            self.receiving |= 1 << behind;
        }
        self.faulty = faulty;
    }

    /// Returns whether nothing happens before something comes.
    pub fn idle(&self) -> bool {
        self.receiving | self.storing | self.held == 0
            && self.injector.idle()
            && self.reception.idle()
            && self.events.idle()
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes.
    ///
    /// `offered`: the processor offers a flit that was not taken.
    fn next(&self, here: &RouterCycle, offered: bool) -> Option<u64> {
        let soon = Some(here.now + 1);
        if self.lingering != 0 || self.reception.offers() || !self.events.idle() {
            return soon;
        }
        let mut first = self.injector.next(here, offered);
        for d in ones(self.receiving.into()) {
            first = earlier(first, self.receivers[d].next(here));
        }
        let room = self.reception.room();
        for unit in ones(self.storing.into()) {
            first = earlier(first, self.units[unit].next(here, room));
        }
        first
    }

    /// Returns the router's view of a cycle.
    pub fn here(&self, shape: &Shape, now: u64, node: u32) -> RouterCycle {
        RouterCycle::new(shape, now, self.since, node, self.faulty)
    }

    /// Plays a cycle, and says what is on its links in the next one.
    ///
    /// `offered` is a flit of the processor, `true` for the last one of its frame.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        inputs: &Crossing,
        offered: Option<(HartsOffer, bool)>,
        links: &mut Crossing,
        world: &mut impl World<Beat, Event>,
    ) -> Played {
        links.clear();
        let grants = self.asks().then(|| self.grants(shape, here));

        // What moves.
        let (mut moved, mut whole, mut stored) = ([None; LINKS], [None; 7], 0);
        for d in ones(self.receiving.into()) {
            let Some(flit) = self.receivers[d].moves(shape, here) else { continue };
            moved[d] = Some(flit.flit.last);
            if flit.stored.is_some() {
                whole[d] = flit.stored;
                stored |= 1 << d;
            }
            if let Some(to) = flit.direction {
                links.send(to as usize, flit.flit);
            }
        }
        for unit in ones(self.storing.into()) {
            if let Some((to, flit)) = self.units[unit].sender.moves(shape, here) {
                links.send(to as usize, flit);
            }
        }
        let (head, room) = self.deliver(shape, here, world);

        // The end of the cycle.
        let freed = self.freed(shape);
        let mut done = Done::default();
        if offered.is_some() || freed[6] != 0 || !self.injector.idle() {
            done = self.injector.step(shape, here, offered, freed[6] as u8);
        }
        if done.stored.is_some() {
            whole[6] = done.stored;
            stored |= 1 << 6;
        }
        self.transmit(shape, here, inputs, grants.as_ref(), links, world);
        let returned = (0..LINKS).fold(0, |set, d| set | u8::from(freed[d] != 0) << d);
        for d in ones((self.receiving | inputs.flying | returned).into()) {
            let receiver = &mut self.receivers[d];
            if self.faulty >> ((d + 3) % 6) & 1 == 0 {
                let answer = grants.as_ref().and_then(|grants| grants.answer(d));
                receiver.step(shape, here, moved[d], answer, inputs.flit(d), freed[d]);
                if receiver.credits != 0 {
                    links.give(d, receiver.credits);
                }
            }
            set(&mut self.receiving, d, !receiver.idle(here.now));
        }
        self.report(here, done.event, grants.as_ref(), world);
        let unit_of = |origin: usize| shape.store(origin as u32).0;
        let stores = ones(stored).fold(0_u8, |set, origin| set | 1 << unit_of(origin));
        for unit in ones(self.storing.into()) {
            let told = RouterAnswer {
                asked: grants.as_ref().and_then(|grants| grants.asked(unit)),
                granted: grants.as_ref().is_some_and(|grants| grants.answer(6 + unit).is_some()),
                delivers: head == Some(unit as u8),
                room,
                stores: stores >> unit & 1 == 1,
            };
            let at = &mut self.units[unit];
            at.step(shape, here, &told);
            set(&mut self.storing, unit, !at.idle());
        }
        for origin in ones(stored) {
            let stored = whole[origin].as_ref().expect("it is in the set");
            let unit = unit_of(origin);
            self.units[unit].store(shape, stored);
            self.storing |= 1 << unit;
        }
        let accepted = done.accepted;
        Played { accepted, next: self.next(here, offered.is_some() && !accepted) }
    }

    /// Returns whether a transmitter is asked for, or a sender looks for one.
    fn asks(&self) -> bool {
        ones(self.receiving.into()).any(|d| self.receivers[d].checks())
            || ones(self.storing.into()).any(|unit| self.units[unit].sender.asks())
    }

    /// Returns what is asked of the transmitters, and what they grant.
    fn grants(&self, shape: &Shape, here: &RouterCycle) -> Grants {
        let ending = ones(self.storing.into()).filter_map(|unit| self.units[unit].sender.ending());
        let ending = ending.fold(0, |set, direction| set | 1 << direction);
        let rooms = Links::new(&self.transmitters, self.faulty, here.now, ending);
        let mut grants = Grants::new();
        for d in ones(self.receiving.into()) {
            if let Some(wish) = self.receivers[d].request(shape, here, &rooms) {
                grants.ask(d, wish);
            }
        }
        for unit in ones(self.storing.into()) {
            let sender = &self.units[unit].sender;
            if let Some(wish) = sender.request() {
                grants.ask(LINKS + unit, wish);
            }
            if let Some(asked) = sender.asked(here, &rooms) {
                grants.look(unit, asked);
            }
        }
        for d in ones(grants.directions.into()) {
            grants.grant(d, self.transmitters[d].grant(shape, grants.sources(d), here.now));
        }
        grants
    }

    /// Hands a flit to the processor; returns the unit that delivers from now on, if it is another,
    /// and whether there is room for its data.
    fn deliver(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        world: &mut impl World<Beat, Event>,
    ) -> (Option<u8>, bool) {
        let taken = self.reception.offered(shape).filter(|_| world.takes(here.node));
        if let Some(beat) = taken {
            world.delivered(here.now, here.node, beat);
        }
        let (mut requests, mut data) = (0, None);
        for unit in ones(self.storing.into()) {
            let deliverer = &self.units[unit].deliverer;
            requests |= u16::from(deliverer.requests()) << unit;
            data = data.or(deliverer.data());
        }
        let unit = self.reception.grant(requests);
        let head = unit.map(|unit| (unit, self.units[usize::from(unit)].deliverer.head()));
        let room = self.reception.room();
        if taken.is_some() || head.is_some() || data.is_some() {
            self.reception.step(shape, taken.is_some(), head, data);
        }
        (unit, room)
    }

    /// Returns the buffers that are free again, by source.
    fn freed(&self, shape: &Shape) -> [u128; 7] {
        let mut freed = [0; 7];
        for unit in ones(self.storing.into()) {
            if let Some(slot) = self.units[unit].freed {
                let (origin, buffer) = match shape.bus {
                    true => ((slot / shape.buffers) as usize, slot % shape.buffers),
                    false => (unit, slot),
                };
                freed[origin] |= 1 << buffer;
            }
        }
        freed
    }

    /// Ends the cycle of the transmitters.
    fn transmit(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        inputs: &Crossing,
        grants: Option<&Grants>,
        links: &Crossing,
        world: &mut impl World<Beat, Event>,
    ) {
        let (waits, asked) = grants.map_or((0, 0), |grants| (grants.waits, grants.directions));
        let busy = links.flying | inputs.credited | self.lingering | self.faulty | waits | asked;
        for d in ones(busy.into()) {
            let transmitter = &mut self.transmitters[d];
            let (flit, waits) = (links.flit(d), waits >> d & 1 == 1);
            let granted = grants.and_then(|grants| grants.granted(d));
            let credits = inputs.credits(d);
            if transmitter.step(shape, here, granted, waits, flit.as_ref(), credits) {
                world.link_start(here.now + 1, here.node, d as u32);
            }
            set(&mut self.held, d, !transmitter.idle());
            set(&mut self.lingering, d, transmitter.lingers());
        }
    }

    /// Collects what the injector and the senders report, and reports an event.
    fn report(
        &mut self,
        here: &RouterCycle,
        injected: Option<u32>,
        grants: Option<&Grants>,
        world: &mut impl World<Beat, Event>,
    ) {
        let unroutable = |unit: &usize| {
            let asked = grants.and_then(|grants| grants.asked(*unit));
            asked.is_some_and(|asked| asked.unroutable)
        };
        if self.events.idle() && injected.is_none() && grants.is_none() {
            return;
        }
        let units = (0..7).filter(unroutable).map(|unit| (7 + unit, 4));
        let codes = injected.map(|code| (6, code)).into_iter().chain(units);
        if let Some(code) = self.events.step(codes) {
            world.event(here.now + 1, Event { node: here.node, code });
        }
    }
}

/// Puts one of few things into a set, or takes it out.
fn set(all: &mut u8, one: usize, inside: bool) {
    *all = *all & !(1 << one) | u8::from(inside) << one;
}

/// Returns the earlier one of two cycles.
fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}

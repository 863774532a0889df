//! `harts_router`: receivers, transmitters and packet store of a node, joined by bus or crossbar.
//!
//! What has nothing to do is not looked at: of each kind of part the router keeps a set of those that
//! are not idle.

use super::events::Events;
use super::injector::Injector;
use super::packet::Flit;
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
/// Receivers or transmitters, and with the units everything that asks for a transmitter.
const LINKS: usize = 6;
const SOURCES: usize = 13;

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

/// What crosses the links of a router in a cycle, by direction of travel.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Links with a flit, and with credits.
    pub flying: u8,
    pub credited: u8,
    flits: [Option<Flit>; LINKS],
    /// Buffers behind each link that are free again.
    credits: [u128; LINKS],
}

/// What a router did in a cycle.
#[derive(Debug)]
pub(super) struct Outputs {
    /// What crosses the links in the next cycle.
    pub links: Crossing,
    /// The flit of the processor is taken.
    pub accepted: bool,
    /// The next cycle in which something happens even if nothing comes; in the cycles between them
    /// the router stays as it is.
    pub next: Option<u64>,
}

/// What a router asks its transmitters for.
struct Wishes {
    /// **Shape**: by source direction and class.
    of: [(u32, u32); SOURCES],
    /// Sources that ask, by direction; directions that are asked for.
    sources: [u16; LINKS],
    directions: u8,
}

impl Wishes {
    fn add(&mut self, source: usize, wish: (u32, u32)) {
        self.of[source] = wish;
        self.sources[wish.0 as usize] |= 1 << source;
        self.directions |= 1 << wish.0;
    }
}

impl Crossing {
    /// Nothing.
    pub const NONE: Self =
        Self { flying: 0, credited: 0, flits: [None; LINKS], credits: [0; LINKS] };

    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.flying, self.credited) = (0, 0);
    }

    /// Returns the flit on a link.
    pub fn flit(&self, d: usize) -> Option<Flit> {
        self.flits[d].filter(|_| self.flying >> d & 1 == 1)
    }

    /// Returns the credits of a link.
    pub fn credits(&self, d: usize) -> u128 {
        if self.credited >> d & 1 == 1 { self.credits[d] } else { 0 }
    }

    /// Puts a flit on a link.
    pub fn send(&mut self, d: usize, flit: Flit) {
        self.flits[d] = Some(flit);
        self.flying |= 1 << d;
    }

    /// Gives credits to a link.
    pub fn give(&mut self, d: usize, credits: u128) {
        self.credits[d] = credits;
        self.credited |= 1 << d;
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
            let behind = (direction + 3) % 6;
            self.receivers[behind] = Receiver::new(behind as u32, now);
            self.receiving |= 1 << behind;
        }
        self.faulty = faulty;
    }

    /// Tells whether nothing happens before something comes.
    pub fn idle(&self) -> bool {
        self.receiving | self.storing | self.held == 0
            && self.injector.idle()
            && self.reception.idle()
            && self.events.idle()
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes.
    ///
    /// `offered`: the processor offers a flit that was not taken.
    fn next(&self, here: &Here, offered: bool) -> Option<u64> {
        let soon = here.now + 1;
        if self.lingering != 0 || self.reception.offers() || !self.events.idle() {
            return Some(soon);
        }
        let room = self.reception.room();
        let receivers = ones(self.receiving.into()).filter_map(|d| self.receivers[d].next(here));
        let units = ones(self.storing.into()).filter_map(|unit| self.units[unit].next(here, room));
        receivers.chain(units).chain(self.injector.next(here, offered)).min()
    }

    /// Plays a cycle.
    ///
    /// `offered` is a flit of the processor, `true` for the last one of its frame.
    pub fn step(
        &mut self,
        shape: &Shape,
        now: u64,
        node: u32,
        inputs: &Crossing,
        offered: Option<(Frame, bool)>,
        world: &mut impl World<Beat, Event>,
    ) -> Outputs {
        let here = Here::new(shape, now, self.since, node, self.faulty);
        let mut links = Crossing::NONE;

        // What is asked of the transmitters, and what they grant.
        let rooms = Links::new(&self.transmitters, self.faulty);
        let mut wishes = Wishes { of: [(0, 0); SOURCES], sources: [0; LINKS], directions: 0 };
        for d in ones(self.receiving.into()) {
            let wish = self.receivers[d].request(shape, &here, &rooms);
            wish.into_iter().for_each(|wish| wishes.add(d, wish));
        }
        let (mut asked, mut waits) = ([None; 7], 0);
        for unit in ones(self.storing.into()) {
            let sender = &self.units[unit].sender;
            sender.request().into_iter().for_each(|wish| wishes.add(LINKS + unit, wish));
            asked[unit] = sender.asked(&here, &rooms);
            waits |= asked[unit].map_or(0, |asked| asked.waits);
        }
        let (mut granted, mut answers) = ([None; LINKS], 0u16);
        for d in ones(wishes.directions.into()) {
            let source = self.transmitters[d].grant(shape, wishes.sources[d], now);
            granted[d] = source.map(|source| (source, wishes.of[usize::from(source)].1));
            answers |= source.map_or(0, |source| 1 << source);
        }
        let is_granted = |source: usize| answers >> source & 1 == 1;

        // What moves.
        let (mut moved, mut whole) = ([None; LINKS], [None; 7]);
        for d in ones(self.receiving.into()) {
            let Some(Moved { flit, direction, stored }) = self.receivers[d].moves(shape, &here)
            else {
                continue;
            };
            moved[d] = Some(flit.last);
            whole[d] = stored;
            direction.into_iter().for_each(|to| links.send(to as usize, flit));
        }
        for unit in ones(self.storing.into()) {
            let sent = self.units[unit].sender.moves(&here);
            sent.into_iter().for_each(|(to, flit)| links.send(to as usize, flit));
        }
        let taken = self.reception.offered(shape).filter(|_| world.takes(node));
        if let Some(beat) = taken {
            world.delivered(now, node, beat);
        }

        // Deliveries.
        let deliverer = |unit: usize| &self.units[unit].deliverer;
        let wanting = ones(self.storing.into()).filter(|unit| deliverer(*unit).requests());
        let head = self.reception.grant(wanting.fold(0, |set, unit| set | 1 << unit));
        let head = head.map(|unit| (unit, deliverer(unit.into()).head()));
        let data = ones(self.storing.into()).find_map(|unit| deliverer(unit).data());
        let room = self.reception.room();
        self.reception.step(shape, taken.is_some(), head, data);

        // The end of the cycle.
        let (mut freed, mut returned) = ([0u128; 7], 0);
        for unit in ones(self.storing.into()) {
            for &slot in &self.units[unit].freed {
                let (origin, buffer) = match shape.bus {
                    true => ((slot / shape.buffers) as usize, slot % shape.buffers),
                    false => (unit, slot),
                };
                freed[origin] |= 1 << buffer;
                returned |= 1 << origin;
            }
        }
        let done = self.injector.step(shape, &here, offered, freed[6] as u8);
        whole[6] = done.stored;
        let busy = links.flying | inputs.credited | self.lingering | self.faulty | waits;
        for d in ones((busy | wishes.directions).into()) {
            let transmitter = &mut self.transmitters[d];
            let (flit, wait) = (links.flit(d), waits >> d & 1 == 1);
            let credits = inputs.credits(d);
            if transmitter.step(shape, &here, granted[d], wait, flit.as_ref(), credits) {
                world.link_start(now + 1, node, d as u32);
            }
            let bit = 1 << d;
            self.held = self.held & !bit | u8::from(!transmitter.idle()) << d;
            self.lingering = self.lingering & !bit | u8::from(transmitter.lingers()) << d;
        }
        for d in ones((self.receiving | inputs.flying | returned & 0x3f).into()) {
            let receiver = &mut self.receivers[d];
            if self.faulty >> ((d + 3) % 6) & 1 == 0 {
                let answer = wishes.of[d].0;
                let answer = is_granted(d).then_some(answer);
                receiver.step(shape, &here, moved[d], answer, inputs.flit(d), freed[d]);
                if receiver.credits != 0 {
                    links.give(d, receiver.credits);
                }
            }
            self.receiving = self.receiving & !(1 << d) | u8::from(!receiver.idle(now)) << d;
        }
        let unroutable = asked.iter().enumerate().filter_map(|(unit, asked)| {
            asked.is_some_and(|asked| asked.unroutable).then_some((7 + unit, 4))
        });
        let codes = done.event.map(|code| (6, code)).into_iter().chain(unroutable);
        if let Some(code) = self.events.step(codes) {
            world.event(now + 1, Event { node, code });
        }
        for unit in ones(self.storing.into()) {
            let delivers = head.is_some_and(|(granted, _)| usize::from(granted) == unit);
            let granted = is_granted(LINKS + unit);
            let told = Told { asked: asked[unit], granted, delivers, room };
            let at = &mut self.units[unit];
            at.step(shape, &here, &told);
            self.storing = self.storing & !(1 << unit) | u8::from(!at.idle()) << unit;
        }
        for (origin, stored) in (0..).zip(&whole) {
            let Some(stored) = stored else { continue };
            let (unit, _) = shape.store(origin);
            self.units[unit].store(shape, stored);
            self.storing |= 1 << unit;
        }
        let accepted = done.accepted;
        let next = self.next(&here, offered.is_some() && !accepted);
        Outputs { links, accepted, next }
    }
}

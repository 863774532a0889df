//! `harts_receiver`: forwards and stores the packets of one direction of travel.
//!
//! It refuses nothing: every node is correct, and a packet comes only where it has room.

use super::packet::{ClockedPacket, Flit, Header, Row, Stored, after_hop, first, toward};
use super::parser::{Arrived, Parser};
use super::shape::{RouterCycle, Shape};
use super::transmitter::Links;
use crate::harts::broadcast::{HartsPacket, turned};
use crate::simulate::bits::ones;

/// Cycles after a reset in which the duplicate check forgets everything.
const SWEEP: u64 = 16;

/// A receiver.
#[derive(Clone, Debug)]
pub(super) struct Receiver {
    /// Direction of travel.
    direction: u32,
    parser: Parser,
    /// The header that is checked in this cycle.
    checked: Option<Arrived>,
    /// The packet that moves on, and whether it was decided in the cycle before.
    moving: Option<Moving>,
    decided: bool,
    /// Buffers in use, and those that are offered in this cycle.
    used: u128,
    pub credits: u128,
    /// The first cycle after the reset.
    since: u64,
}

/// A packet that moves on.
#[derive(Clone, Copy, Debug)]
struct Moving {
    packet: ClockedPacket,
    direction: Option<u32>,
    stored: bool,
    deliver: bool,
    empty: bool,
    buffer: u32,
    /// Header flits to go after the next one.
    left: u32,
    in_data: bool,
    /// Data flits that have gone.
    length: u32,
}

/// A flit that leaves a receiver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub flit: Flit,
    /// The transmitter that it goes to.
    pub direction: Option<u32>,
    /// With the last flit.
    pub stored: Option<Stored>,
}

impl Receiver {
    pub fn new(direction: u32, since: u64) -> Self {
        Self {
            direction,
            parser: Parser::default(),
            checked: None,
            moving: None,
            decided: false,
            used: 0,
            credits: 0,
            since,
        }
    }

    /// Returns whether nothing happens before a flit comes or a buffer is free.
    pub fn idle(&self, now: u64) -> bool {
        let still = self.checked.is_none() && self.moving.is_none() && !self.decided;
        still && self.credits == 0 && now > self.since + SWEEP
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes.
    pub fn next(&self, here: &RouterCycle) -> Option<u64> {
        let soon = self.checked.is_some() || self.decided || self.credits != 0;
        if soon || here.now <= self.since + SWEEP {
            return Some(here.now + 1);
        }
        let moving = self.moving.as_ref()?;
        let has_flit = !moving.in_data || self.parser.shown().is_some();
        has_flit.then(|| here.next(self.direction))
    }

    /// Returns whether a packet is checked in this cycle.
    pub fn checks(&self) -> bool {
        self.checked.is_some()
    }

    /// Returns the transmitter that the checked packet asks for, and the class after its link.
    pub fn request(&self, shape: &Shape, here: &RouterCycle, links: &Links) -> Option<(u32, u32)> {
        let Arrived { packet, .. } = self.checked.as_ref()?;
        let fits = |direction: &usize| {
            let class = shape.class(&ahead(&packet.header, *direction as u32));
            links.fit(*direction, class)
        };
        let wanted = ones(wanted(&packet.header, self.direction, here).into()).filter(fits);
        let direction = first(wanted.fold(0, |set, direction| set | 1 << direction))?;
        Some((direction, shape.class(&ahead(&packet.header, direction))))
    }

    /// Returns the flit that leaves in this cycle.
    pub fn moves(&self, shape: &Shape, here: &RouterCycle) -> Option<Moved> {
        let moving = self.moving.as_ref().filter(|_| here.tick(self.direction))?;
        let &Moving { packet, in_data, direction, .. } = moving;
        let last = if in_data { self.parser.shown()? } else { moving.empty && moving.left == 0 };
        let stored = (last && moving.stored).then(|| {
            let length = moving.length + u32::from(in_data);
            let row = Row { packet, origin: self.direction, length };
            let slot = shape.store(self.direction).1 + moving.buffer;
            Stored { slot, row, deliver: moving.deliver }
        });
        Some(Moved { flit: Flit { packet, last }, direction, stored })
    }

    /// Ends the cycle; `moved` is whether the flit that left, if any, was the last one.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        moved: Option<bool>,
        granted: Option<u32>,
        arriving: Option<Flit>,
        freed: u128,
    ) {
        let next = self.checked.take().map(|arrived| self.decide(shape, here, &arrived, granted));
        self.credits = freed;
        self.used &= !freed;
        if here.now == self.since + SWEEP {
            self.credits = u128::MAX >> (u128::BITS - shape.buffers);
        }
        if let (true, Some(Moving { buffer, stored, .. })) = (self.decided, &self.moving) {
            *if *stored { &mut self.used } else { &mut self.credits } |= 1 << buffer;
        }
        if let (Some(moving), Some(last)) = (&mut self.moving, moved) {
            if moving.in_data {
                self.parser.pop();
                moving.length += 1;
            } else if moving.left == 0 {
                moving.in_data = true;
            } else {
                moving.left -= 1;
            }
            if last {
                self.moving = None;
            }
        }
        self.decided = next.is_some();
        if self.decided {
            debug_assert!(self.moving.is_none(), "packets start three cycles apart");
            self.moving = next;
        }
        self.checked = arriving.and_then(|flit| self.parser.take(shape, flit));
    }

    /// Returns how a packet goes on whose transmitter, if any, is granted.
    fn decide(
        &self,
        shape: &Shape,
        here: &RouterCycle,
        arrived: &Arrived,
        granted: Option<u32>,
    ) -> Moving {
        let Arrived { packet, empty } = *arrived;
        let class = shape.class(&packet.header);
        let second = self.used >> class & 1 == 1;
        let buffer = if second { class + shape.classes } else { class };
        debug_assert!(buffer < shape.buffers && self.used >> buffer & 1 == 0, "it has room");
        let (header, stored, deliver) = match packet.header {
            Header::Broadcast { copies, fields, .. } => {
                let mark = wanted(&packet.header, self.direction, here) != 0 && granted.is_none();
                (Header::Broadcast { copies, fields: closer(fields), mark }, true, true)
            }
            Header::Regular { tags } => match granted {
                Some(direction) => {
                    (Header::Regular { tags: after_hop(tags, direction) }, false, false)
                }
                None => (packet.header, true, tags == [0; 3]),
            },
        };
        Moving {
            packet: ClockedPacket { header, ..packet },
            direction: granted,
            stored,
            deliver,
            empty,
            buffer,
            left: shape.header_flits(&header) - 1,
            in_data: false,
            length: 0,
        }
    }
}

/// Returns the directions in which a packet may go on at once: a shortest way never bends by more
/// than a sixth.
fn wanted(header: &Header, d: u32, here: &RouterCycle) -> u8 {
    let directions = match *header {
        Header::Broadcast { fields, .. } => u8::from(fields.distance > 1) << d,
        Header::Regular { tags } => {
            let near = [-1, 0, 1].map(|turn| 1 << turned(d, turn));
            toward(tags) & near.iter().sum::<u8>()
        }
    };
    directions & !here.faulty
}

/// Returns a header as it is on the next link.
fn ahead(header: &Header, direction: u32) -> Header {
    match *header {
        Header::Broadcast { copies, fields, mark } => {
            Header::Broadcast { copies, fields: closer(fields), mark }
        }
        Header::Regular { tags } => Header::Regular { tags: after_hop(tags, direction) },
    }
}

fn closer(fields: HartsPacket) -> HartsPacket {
    HartsPacket { distance: fields.distance - 1, ..fields }
}

//! `harts_transmitter`: gives a link to one packet at a time, and counts the room at its other end.

use super::packet::Flit;
use super::shape::{RouterCycle, Shape};
use super::turn::RoundRobin;
use crate::simulate::bits::ones;

/// Requests of receivers stand in front of those of the units.
const RECEIVERS: u16 = 0x3f;

/// A transmitter.
#[derive(Clone, Debug)]
pub(super) struct Transmitter {
    direction: u32,
    busy: bool,
    begun: bool,
    linger: bool,
    class: u32,
    /// Source of the packet, and that of the last one.
    owner: u8,
    last_owner: u8,
    /// The first cycle in which another source may follow.
    cooled: u64,
    /// Cycle of the last packet's first flit.
    started: Option<u64>,
    stored_waits: bool,
    received_last: bool,
    turn: RoundRobin,
    /// **Shape**: packets that fit at the other end of the link, by class.
    rooms: Box<[u8]>,
}

/// The transmitters as requesters see them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links<'a> {
    transmitters: &'a [Transmitter; 6],
    faulty: u8,
    now: u64,
    /// Directions in which the last flit of a stored packet moves.
    ending: u8,
}

impl<'a> Links<'a> {
    pub fn new(transmitters: &'a [Transmitter; 6], faulty: u8, now: u64, ending: u8) -> Self {
        Self { transmitters, faulty, now, ending }
    }

    /// Returns whether a packet of a class fits behind a link.
    pub fn room(&self, direction: usize, class: u32) -> bool {
        let transmitter = &self.transmitters[direction];
        // A room is taken in the cycle after the first flit.
        let taken_now = transmitter.started.is_some_and(|cycle| cycle + 1 == self.now);
        transmitter.rooms[class as usize] > 0 || (taken_now && transmitter.class == class)
    }

    /// Returns whether it can go at once.
    pub fn fit(&self, direction: usize, class: u32) -> bool {
        self.idle() >> direction & 1 == 1 && self.room(direction, class)
    }

    /// Returns whether a stored packet that asks in the next cycle can go.
    pub fn fit_soon(&self, direction: usize, class: u32) -> bool {
        let Transmitter { begun, started, .. } = &self.transmitters[direction];
        let taken = *begun && started.is_some_and(|cycle| cycle + 2 <= self.now);
        let ends = taken && self.ending >> direction & 1 == 1;
        let idle = self.idle() >> direction & 1 == 1;
        (idle || (ends && self.faulty >> direction & 1 == 0)) && self.room(direction, class)
    }

    /// Returns the directions whose transmitters are idle.
    fn idle(&self) -> u8 {
        let busy = self.transmitters.iter().rev().fold(0, |set, it| set << 1 | u8::from(it.busy));
        !busy & !self.faulty & 0x3f
    }
}

impl Transmitter {
    pub fn new(shape: &Shape, direction: u32) -> Self {
        Self {
            direction,
            busy: false,
            begun: false,
            linger: false,
            class: 0,
            owner: 0,
            last_owner: 0,
            cooled: 0,
            started: None,
            stored_waits: false,
            received_last: false,
            turn: RoundRobin::default(),
            rooms: vec![0; shape.classes as usize].into(),
        }
    }

    pub fn idle(&self) -> bool {
        !self.busy
    }

    /// Returns whether the next cycle changes something even if nothing comes.
    pub fn lingers(&self) -> bool {
        self.linger
    }

    /// Returns the source that gets the link, of those that ask.
    ///
    /// **Shape**: `requests` has a bit for each source, receivers 0 to 5, then the units.
    pub fn grant(&self, shape: &Shape, requests: u16, now: u64) -> Option<u8> {
        let requests = match now >= self.cooled {
            _ if self.busy => 0,
            true => requests,
            false if shape.spaced() => 0,
            false => requests & 1 << self.last_owner,
        };
        let yields = self.stored_waits && self.received_last;
        let received = if yields { 0 } else { requests & RECEIVERS };
        match received {
            0 => self.turn.pick(requests >> 6).map(|unit| unit + 6),
            _ => Some(received.trailing_zeros() as u8),
        }
    }

    /// Ends the cycle; returns whether a packet starts.
    ///
    /// `waits`: a stored packet could go but for this transmitter.
    pub fn step(
        &mut self,
        shape: &Shape,
        here: &RouterCycle,
        granted: Option<(u8, u32)>,
        waits: bool,
        moved: Option<&Flit>,
        credits: u128,
    ) -> bool {
        let starts = moved.is_some() && !self.begun;
        if starts {
            self.rooms[self.class as usize] -= 1;
            self.started = Some(here.now);
        }
        ones(credits as u64).for_each(|buffer| self.credit(shape, buffer));
        ones((credits >> 64) as u64).for_each(|buffer| self.credit(shape, buffer + 64));
        if here.faulty >> self.direction & 1 == 1 {
            self.rooms.fill(0);
        }
        let stored = granted.filter(|(source, _)| *source >= 6);
        if let Some((source, _)) = stored {
            self.turn.serve(source - 6);
        }
        self.stored_waits = stored.is_none() && (self.stored_waits || waits);
        let ends = moved.is_some_and(|flit| flit.last);
        if ends {
            self.cooled = here.now + shape.pause + 1;
            self.last_owner = self.owner;
        }
        // A packet of a single flit keeps the link for one more cycle.
        let leaves = self.linger || (ends && self.begun);
        self.linger = ends && !self.begun;
        self.begun |= moved.is_some();
        if leaves {
            self.busy = false;
        }
        if let Some((source, class)) = granted {
            self.received_last = source < 6;
            (self.owner, self.class) = (source, class);
            (self.busy, self.begun) = (true, false);
        }
        starts
    }

    fn credit(&mut self, shape: &Shape, buffer: usize) {
        self.rooms[buffer % shape.classes as usize] += 1;
    }
}

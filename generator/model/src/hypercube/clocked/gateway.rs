//! `hypercube_output_gateway` and `hypercube_credit_counter`: who sends on a channel, and the room
//! at its other end.

use super::packet::{Beat, Flit};
use super::shape::Shape;
use crate::simulate::bits::{next, ones};

/// The most links of a router.
const LINKS: usize = 16;

/// The gateways of a router, a bit each in the sets: channel j < n is dimension j, channel n the
/// processor. Each belongs to one unit at a time, round robin, and holds one flit.
#[derive(Clone, Debug)]
pub(super) struct Gateways {
    /// Channels with a flit on them.
    pub standing: u32,
    /// Channels without an owner.
    pub idle: u32,
    /// The flits on the links; the packet of the last one stays until the next one starts.
    pub flits: [Flit; LINKS],
    /// The flit for the processor.
    pub beat: Beat,
    /// The unit that is served first next.
    turns: [u8; LINKS + 1],
    rooms: [Room; LINKS],
}

impl Gateways {
    pub fn new(shape: &Shape) -> Self {
        Self {
            standing: 0,
            idle: !0 >> (u32::BITS as usize - shape.units()),
            flits: [Flit::default(); LINKS],
            beat: Beat::default(),
            turns: [0; LINKS + 1],
            rooms: [Room::new(shape.spec.classes); LINKS],
        }
    }

    /// Takes a flit that the owner of some links sends on them.
    #[inline]
    pub fn send(&mut self, links: u32, last: bool, bad: bool) {
        for link in ones(links.into()) {
            let flit = &mut self.flits[link];
            (flit.last, flit.bad) = (last, bad);
        }
        self.take(links, last);
    }

    /// Takes a flit for the processor, which is the last channel.
    #[inline]
    pub fn deliver(&mut self, channel: usize, beat: Beat) {
        self.beat = beat;
        self.take(1 << channel, beat.last);
    }

    fn take(&mut self, channels: u32, last: bool) {
        debug_assert!(channels & (self.standing | self.idle) == 0);
        self.standing |= channels;
        if last {
            self.idle |= channels;
        }
    }

    /// Grants a channel to one of the units that ask, if it has no owner.
    #[inline]
    pub fn grant(&mut self, channel: usize, requests: u32) -> Option<usize> {
        if self.idle >> channel & 1 == 0 || requests == 0 {
            return None;
        }
        let unit = next(requests.into(), self.turns[channel]);
        self.turns[channel] = unit as u8 + 1;
        self.idle &= !(1 << channel);
        Some(unit)
    }

    /// Returns whether a message of a class may start on a link.
    #[inline]
    pub fn fits(&self, link: usize, class: u32) -> bool {
        self.rooms[link].fits(class)
    }

    /// Returns the free buffers of a class at the other end of a link.
    pub fn free(&self, link: usize, class: u32) -> u32 {
        self.rooms[link].free(class)
    }

    /// Counts the room for a message that is granted a link.
    #[inline]
    pub fn reserve(&mut self, link: usize, class: u32) {
        self.rooms[link].take(class);
    }

    /// Counts a slot at the other end of a link that is free again.
    #[inline]
    pub fn give_back(&mut self, link: usize, class: u32) {
        self.rooms[link].give_back(class);
    }
}

/// Free message buffers at the other end of a link, two bits for each class.
#[derive(Clone, Copy, Debug)]
struct Room(u16);

impl Room {
    fn new(classes: u32) -> Self {
        Self((0..classes).fold(0, |room, class| room | 2 << (2 * class)))
    }

    /// Returns whether a message of a class fits; none fits of a class that does not exist.
    #[inline]
    fn fits(self, class: u32) -> bool {
        class < 8 && self.free(class) != 0
    }

    #[inline]
    fn free(self, class: u32) -> u32 {
        u32::from(self.0 >> (2 * class) & 3)
    }

    #[inline]
    fn take(&mut self, class: u32) {
        debug_assert!(self.fits(class));
        self.0 -= 1 << (2 * class);
    }

    #[inline]
    fn give_back(&mut self, class: u32) {
        debug_assert!(self.0 >> (2 * class) & 3 != 2);
        self.0 += 1 << (2 * class);
    }
}

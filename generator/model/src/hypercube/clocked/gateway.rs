//! `hypercube_link_output`, `tee_queue` and `hypercube_credit_counter`: who sends on an
//! output, the flits that wait for a link, and the room at its other end.

use super::packet::Flit;
use super::shape::Shape;
use crate::simulate::bits::next;

/// The most links of a router.
const LINKS: usize = 16;

/// The outputs of a router, a bit each in the sets: output j < n is dimension j, output n the
/// processor. Each belongs to one unit at a time, round robin; a link holds two flits.
#[derive(Clone, Debug)]
pub(super) struct Gateways {
    /// Links with a flit on them, and those with a second one after it.
    pub standing: u32,
    second: u32,
    /// Links that held two flits when the cycle began.
    full: u32,
    /// Outputs with an owner.
    busy: u32,
    /// Links that were granted in this cycle, and in the one before.
    granted: u32,
    before: u32,
    /// The flits of the links, the one that stands first.
    flits: [[Flit; 2]; LINKS],
    /// Packets of the copies that started on the links last.
    pub copies: [u32; LINKS],
    /// The unit that is served first next.
    turns: [u8; LINKS + 1],
    rooms: [Room; LINKS],
}

impl Gateways {
    pub fn new(shape: &Shape) -> Self {
        Self {
            standing: 0,
            second: 0,
            full: 0,
            busy: 0,
            granted: 0,
            before: 0,
            flits: [[Flit::default(); 2]; LINKS],
            copies: [0; LINKS],
            turns: [0; LINKS + 1],
            rooms: [Room::new(shape.spec.classes); LINKS],
        }
    }

    /// Begins a cycle, in which flits leave first.
    #[inline]
    pub fn begin(&mut self) {
        self.full = self.second;
        self.before = std::mem::take(&mut self.granted);
    }

    /// Returns the links that take no flit in this cycle.
    #[inline]
    pub fn full(&self) -> u32 {
        self.full
    }

    /// Returns the outputs that may be granted in this cycle, before flits are pushed.
    #[inline]
    pub fn idle(&self) -> u32 {
        !(self.busy | self.full | self.before)
    }

    /// Returns the flit that stands on a link.
    #[inline]
    pub fn flit(&self, link: usize) -> Flit {
        self.flits[link][0]
    }

    /// Removes the flit that stands on a link; returns whether the one after it starts a copy.
    #[inline]
    pub fn pop(&mut self, link: usize) -> bool {
        let bit = 1 << link;
        let follows = self.second & bit != 0;
        if follows {
            self.second &= !bit;
            self.flits[link][0] = self.flits[link][1];
        } else {
            self.standing &= !bit;
        }
        follows && self.flits[link][0].first
    }

    /// Takes a flit of the owner of a link; returns whether it stands on the link in the next cycle.
    #[inline]
    pub fn push(&mut self, link: usize, flit: Flit) -> bool {
        let bit = 1 << link;
        debug_assert!(self.busy & bit != 0 && (self.full | self.second) & bit == 0);
        let stands = self.standing & bit == 0;
        self.flits[link][usize::from(!stands)] = flit;
        if stands {
            self.standing |= bit;
        } else {
            self.second |= bit;
        }
        stands
    }

    /// Takes some outputs from their owners, whose last flit has moved.
    #[inline]
    pub fn release(&mut self, outputs: u32) {
        self.busy &= !outputs;
    }

    /// Grants an output without an owner to one of the units that ask.
    #[inline]
    pub fn grant(&mut self, output: usize, requests: u32) -> usize {
        debug_assert!(self.idle() >> output & 1 == 1);
        let unit = next(requests.into(), self.turns[output]);
        self.turns[output] = unit as u8 + 1;
        self.busy |= 1 << output;
        unit
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
        self.granted |= 1 << link;
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

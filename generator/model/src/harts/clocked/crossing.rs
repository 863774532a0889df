//! What is on the links of a router.

use super::packet::Flit;

/// What crosses the links of a router in a cycle, by direction of travel.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// Links with a flit, and with credits.
    pub flying: u8,
    pub credited: u8,
    flits: [Option<Flit>; 6],
    /// Buffers at the other end of each link that are free again.
    credits: [u128; 6],
}

impl Crossing {
    /// Nothing.
    pub const NONE: Self = Self { flying: 0, credited: 0, flits: [None; 6], credits: [0; 6] };

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

//! `output_gateway` and `link_credit`: who sends on a channel, and the room behind it.

use crate::network::bits::next;

/// Gives a channel to one unit at a time, round robin, and holds the flit on it.
#[derive(Clone, Debug)]
pub(super) struct Gateway<T> {
    owner: Option<u8>,
    turn: u8,
    pub standing: Option<T>,
}

impl<T> Default for Gateway<T> {
    fn default() -> Self {
        Self { owner: None, turn: 0, standing: None }
    }
}

impl<T> Gateway<T> {
    pub fn idle(&self) -> bool {
        self.owner.is_none()
    }

    /// Takes the flit that the owner sends in this cycle, with whether it is the last one, then
    /// grants one of the requests if the channel is free.
    #[inline]
    pub fn step(&mut self, moved: Option<(T, bool)>, requests: u32) -> Option<u8> {
        if let Some((flit, last)) = moved {
            debug_assert!(self.standing.is_none() && self.owner.is_some());
            self.standing = Some(flit);
            if last {
                self.owner = None;
            }
        }
        if self.owner.is_some() || requests == 0 {
            return None;
        }
        let unit = next(requests.into(), self.turn) as u8;
        self.turn = unit + 1;
        self.owner = Some(unit);
        self.owner
    }
}

/// Free message buffers behind a link, two bits for each class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(u16);

impl Room {
    pub fn new(classes: u32) -> Self {
        Self((0..classes).fold(0, |room, class| room | 2 << (2 * class)))
    }

    /// Tells whether a message of a class fits; none fits of a class that does not exist.
    #[inline]
    pub fn fits(self, class: u32) -> bool {
        class < 8 && self.0 >> (2 * class) & 3 != 0
    }

    #[inline]
    pub fn take(&mut self, class: u32) {
        debug_assert!(self.fits(class));
        self.0 -= 1 << (2 * class);
    }

    #[inline]
    pub fn give_back(&mut self, class: u32) {
        debug_assert!(self.0 >> (2 * class) & 3 != 2);
        self.0 += 1 << (2 * class);
    }
}

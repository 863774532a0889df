//! `hypercube_delivery_output`: the output to the processor, with memory for two messages.

use std::collections::VecDeque;

use super::output::Moving;
use super::packet::{Beat, MessageCopy};

/// The most messages that are held.
const MOST: u8 = 2;

/// The flits for the processor.
#[derive(Clone, Debug, Default)]
pub(super) struct Delivery {
    /// Flits that are not read yet.
    memory: VecDeque<Beat>,
    /// The flit that is offered to the processor.
    standing: Option<Beat>,
    /// Messages that have begun and whose last flit has not left when the cycle begins; one leaves in it.
    held: u8,
    leaves: bool,
}

impl Delivery {
    /// Returns whether nothing happens before a message is granted.
    #[inline]
    pub fn idle(&self) -> bool {
        self.standing.is_none() && self.memory.is_empty()
    }

    /// Returns whether there is room for one more message.
    #[inline]
    pub fn fits(&self) -> bool {
        self.held < MOST
    }

    /// Returns the flit that is offered to the processor.
    #[inline]
    pub fn standing(&self) -> Option<Beat> {
        self.standing
    }

    /// Gives the offered flit to the processor.
    #[inline]
    pub fn take(&mut self) {
        self.leaves = self.standing.take().is_some_and(|beat| beat.last);
    }

    /// Reads the next flit where none is offered, before this cycle writes.
    #[inline]
    pub fn fetch(&mut self) {
        if self.standing.is_none() {
            self.standing = self.memory.pop_front();
        }
    }

    /// Notes that a message is granted the output.
    pub fn reserve(&mut self) {
        self.held += 1;
    }

    /// Writes a flit of a message; of its header only the last flit, or the one that stands for all of
    /// it, which becomes Source.
    #[inline]
    pub fn write(&mut self, of: &MessageCopy, flit: &Moving) {
        let ends = flit.skips.then_some(0);
        let Some(index) = ends.or((flit.index + 1).checked_sub(of.header)) else { return };
        self.memory.push_back(Beat { message: of.message, index, last: flit.last, bad: flit.bad });
    }

    /// Ends the cycle.
    #[inline]
    pub fn end(&mut self) {
        self.held -= u8::from(std::mem::take(&mut self.leaves));
    }
}

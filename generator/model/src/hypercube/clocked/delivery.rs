//! `mhu_delivery`: sends messages to the local processor.

use super::packet::{Beat, MessageCopies};
use super::slots::Slots;

/// The message that is delivered, and the flit that waits for the gateway.
#[derive(Clone, Debug, Default)]
pub(super) struct Delivery {
    active: bool,
    slot: u8,
    next: u8,
    address: u32,
    standing: Option<Beat>,
}

impl Delivery {
    #[inline]
    pub fn idle(&self) -> bool {
        self.standing.is_none()
    }

    /// Returns the flit that is handed to a gateway that is ready.
    #[inline]
    pub fn standing(&self) -> Option<Beat> {
        self.standing
    }

    fn waits(&self, slots: &Slots) -> bool {
        slots.deliver() >> self.next & 1 == 1 && !(self.active && self.next == self.slot)
    }

    /// Returns whether the processor's gateway is asked for.
    #[inline]
    pub fn requests(&self, slots: &Slots, ready: bool) -> bool {
        slots.deliver() != 0
            && !self.active
            && (self.standing.is_none() || ready)
            && self.waits(slots)
    }

    /// Ends the cycle; returns the slot whose delivery has left.
    #[inline]
    pub fn step(
        &mut self,
        slots: &Slots,
        packets: &MessageCopies,
        ready: bool,
        granted: bool,
    ) -> Option<u8> {
        if self.standing.is_none() && slots.deliver() == 0 {
            // Where the pointer stands is set anew with the next header.
            return None;
        }
        let waits = self.waits(slots);
        let mut left = None;
        if self.standing.is_none() || ready {
            self.standing = None;
            if granted {
                let of = slots.get(packets, self.next);
                (self.slot, self.address, self.active) = (self.next, of.header, !of.no_data);
                let bad = of.no_data && of.bad;
                self.standing = Some(Beat { message: of.message, index: 0, last: of.no_data, bad });
                left = of.no_data.then_some(self.slot);
            } else if self.active {
                let of = slots.get(packets, self.slot);
                let complete = slots.complete(self.slot);
                if complete || self.address != of.written {
                    let last = complete && self.address == of.end;
                    let index = self.address - of.header + 1;
                    let bad = last && of.bad;
                    self.standing = Some(Beat { message: of.message, index, last, bad });
                    self.address += 1;
                    self.active = !last;
                    left = last.then_some(self.slot);
                }
            }
        }
        if !waits {
            self.next = slots.after(self.next);
        }
        left
    }

    /// Asks a slot next: an empty unit does so with the message that arrives.
    pub fn turn_to(&mut self, slot: u8) {
        self.next = slot;
    }
}

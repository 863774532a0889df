//! `mhu_slots`: what each buffered message still waits for; what is known of it is in its packet.

use super::packet::{MessageCopies, MessageCopy};

/// The most slots of a unit: two of each class.
const MOST: usize = 16;

/// What a frame that arrives does to its slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrived {
    pub slot: u8,
    /// The header is complete: the frame waits for its decision.
    pub header: bool,
    /// The frame is thrown away.
    pub drop: bool,
    pub complete: bool,
}

/// A message that is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub slot: u8,
    /// The outputs that get a copy.
    pub want: u32,
    /// It is a multicast of which only some branches are decided.
    pub early: bool,
}

/// Flags of all slots of a unit, a bit each; class c has the slots 2c and 2c + 1.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    used: u16,
    complete: u16,
    open: u16,
    new: u16,
    rest: u16,
    packets: [u32; MOST],
}

/// The first slot of each class.
const FIRSTS: u16 = 0x5555;

impl Slots {
    pub fn new() -> Self {
        Self { used: 0, complete: 0, open: 0, new: 0, rest: 0, packets: [0; MOST] }
    }

    /// Returns the number of the packet that fills a slot.
    #[inline]
    pub fn packet(&self, slot: u8) -> u32 {
        self.packets[usize::from(slot)]
    }

    /// Returns the packet that fills a slot.
    #[inline]
    pub fn get<'a>(&self, packets: &'a MessageCopies, slot: u8) -> &'a MessageCopy {
        packets.get(self.packet(slot))
    }

    /// Fills a slot.
    pub fn fill(&mut self, slot: u8, packet: u32) {
        self.packets[usize::from(slot)] = packet;
    }

    /// Returns the slots that hold a message.
    pub fn used(&self) -> u16 {
        self.used
    }

    pub fn empty(&self) -> bool {
        self.used == 0
    }

    /// Returns the free slot of a class that is filled next.
    pub fn free(&self, class: u8) -> Option<u8> {
        let pair = self.used >> (2 * class) & 3;
        (pair != 3).then_some(2 * class + (pair & 1) as u8)
    }

    /// Returns the slots with outputs to be asked for.
    #[inline]
    pub fn waiting(&self) -> u16 {
        self.new | self.rest
    }

    /// Returns the outputs that a slot wants.
    pub fn want(&self, packets: &MessageCopies, slot: u8) -> u32 {
        let of = self.get(packets, slot);
        if self.new >> slot & 1 == 1 { of.want } else { of.rest }
    }

    /// Returns the slots that become free with the end of the cycle, when it begins.
    #[inline]
    pub fn done(&self) -> u16 {
        let idle = self.used & self.complete & !self.open;
        // One slot of a class returns a cycle, so that a credit is one pulse.
        idle & !(idle << 1 & !FIRSTS)
    }

    /// Frees some slots.
    pub fn release(&mut self, slots: u16) {
        self.used &= !slots;
    }

    /// Notes that some outputs are granted to a slot, and which it wants still.
    pub fn granted(&mut self, packets: &mut MessageCopies, slot: u8, rest: u32) {
        packets.get_mut(self.packet(slot)).rest = rest;
        self.new &= !(1 << slot);
        self.rest &= !(1 << slot);
        self.rest |= u16::from(rest != 0) << slot;
    }

    /// Notes that the last flit of a slot left the buffer.
    pub fn ended(&mut self, slot: u8) {
        if self.rest >> slot & 1 == 0 {
            self.open &= !(1 << slot);
        }
    }

    /// Notes which outputs a slot wants.
    pub fn decided(&mut self, packets: &mut MessageCopies, Decided { slot, want, .. }: Decided) {
        packets.get_mut(self.packet(slot)).want = want;
        if want == 0 {
            self.open &= !(1 << slot);
        } else {
            self.new |= 1 << slot;
        }
    }

    /// Notes what a flit that arrived did.
    #[inline]
    pub fn arrived(&mut self, arrived: &Arrived) {
        let bit = 1 << arrived.slot;
        if arrived.header || arrived.drop {
            self.used |= bit;
            self.complete &= !bit;
        }
        if arrived.header {
            self.open |= bit;
        }
        if arrived.drop || arrived.complete {
            self.complete |= bit;
        }
    }
}

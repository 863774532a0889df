//! `mhu_output`: sends the copies of a message to the outputs, all that are granted at once.

use super::packet::{Kind, MessageCopies};
use super::slots::{Decided, Slots};

/// The message that asks for outputs or streams to those that were granted.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    asking: bool,
    streaming: bool,
    /// The message that asks was granted nothing, and makes place for the next one.
    rotate: bool,
    /// The message that asks is a multicast whose last branches are not known yet.
    early: bool,
    /// Outputs that were granted to it early; they have its first flit.
    held: u32,
    /// A flit stands before the outputs.
    valid: bool,
    slot: u8,
    /// Outputs that are asked for, or those that get the flits.
    want: u32,
    /// The flit of the slot after the one that stands.
    address: u32,
    /// The slot that is looked at next whether it waits.
    next: u8,
}

/// A flit that moves to some outputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub targets: u32,
    pub packet: u32,
    /// Number of the flit in its frame; 0 starts a copy.
    pub index: u32,
    /// It stands for the whole header.
    pub skips: bool,
    pub last: bool,
    pub bad: bool,
}

impl Output {
    /// Returns whether nothing happens before a message is decided.
    #[inline]
    pub fn idle(&self) -> bool {
        !self.asking && !self.streaming
    }

    /// Returns the outputs that are asked for where they have room.
    #[inline]
    pub fn asks(&self) -> u32 {
        if self.asking && !self.rotate { self.want } else { 0 }
    }

    /// Returns the outputs that the message wants which asks.
    #[inline]
    pub fn wants(&self) -> u32 {
        if self.asking { self.want } else { 0 }
    }

    /// Returns the slot whose message asks or streams.
    #[inline]
    pub fn slot(&self) -> u8 {
        self.slot
    }

    /// Returns the flit that moves: to the outputs that are granted in this cycle, or to those granted
    /// before, of which none may be `full`.
    #[inline]
    pub fn moving(
        &self,
        slots: &Slots,
        packets: &MessageCopies,
        granted: u32,
        full: u32,
    ) -> Option<Moving> {
        let advance = self.valid && self.want & full == 0;
        let targets = match self.asking {
            true => granted,
            false if advance => self.want,
            false => 0,
        };
        (targets != 0).then(|| {
            let packet = slots.packet(self.slot);
            let of = packets.get(packet);
            let index = if self.asking { 0 } else { self.address - 1 };
            let skips = self.asking && self.address > 1;
            let last = of.end == Some(index);
            Moving { targets, packet, index, skips, last, bad: last && of.bad }
        })
    }

    /// Ends a cycle in which a flit may have moved and a message may be decided; `slots` are as when it
    /// began, `packets` know the flit that arrived. A message that is decided `early` asks again with
    /// each branch, and is not counted as granted. Returns the outputs that the message leaves.
    #[inline]
    pub fn step(
        &mut self,
        slots: &mut Slots,
        packets: &mut MessageCopies,
        moving: Option<Moving>,
        decided: Option<Decided>,
        delivery: u32,
    ) -> u32 {
        let decided = decided.filter(|decided| decided.want != 0);
        self.held |= moving.filter(|_| self.asking).map_or(0, |flit| flit.targets);
        let granted = self.asking && !self.early && self.held != 0;
        let done = match self.asking {
            true => granted && slots.get(packets, self.slot).end == Some(0),
            false => moving.is_some_and(|flit| flit.last),
        };
        let free = if self.asking { self.rotate || self.early } else { done || !self.streaming };
        let waiting = slots.waiting();
        let own = self.asking && self.next == self.slot;
        let next_waits = waiting >> self.next & 1 == 1;
        let eligible = next_waits && !own && !self.early;
        let waits = (free && eligible).then(|| Decided {
            slot: self.next,
            want: slots.want(packets, self.next),
            early: false,
        });
        self.rotate = self.asking && !self.rotate && !granted && eligible;
        let load = waits.or(decided.filter(|_| free));
        if !next_waits || waits.is_some() || own {
            let waiting = waiting & !(u16::from(self.asking) << self.slot);
            let above = waiting & u16::MAX.checked_shl(u32::from(self.next) + 1).unwrap_or(0);
            let candidates = if above == 0 { waiting } else { above };
            if candidates != 0 {
                self.next = candidates.trailing_zeros() as u8;
            }
        }
        if granted {
            let held = std::mem::take(&mut self.held);
            slots.granted(packets, self.slot, self.want & !held);
            (self.asking, self.streaming, self.want) = (false, true, held);
        }
        let released = if done { self.want } else { 0 };
        if done {
            slots.ended(self.slot);
            (self.streaming, self.valid) = (false, false);
        }
        if let Some(Decided { slot, want, early }) = load {
            // A multicast that only the processor wants leaves out its header after the first flit.
            let of = slots.get(packets, slot);
            let lonely = of.kind == Kind::Multicast && want == delivery;
            let skips = lonely && of.end != Some(of.header - 1);
            let address = if skips { of.header } else { 1 };
            (self.asking, self.valid, self.address) = (true, true, address);
            (self.slot, self.want, self.early) = (slot, want, early);
        } else if self.streaming && (granted || moving.is_some() || !self.valid) {
            self.valid = self.address < slots.get(packets, self.slot).written;
            self.address += u32::from(self.valid);
        }
        released
    }
}

//! `mhu_slots`: what each buffered message still waits for, and what is known of it.

use super::packet::Kind;
use crate::hypercube::vote::Branch;

/// What a slot holds; flits are counted from the start of its header.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub packet: u32,
    pub kind: Kind,
    pub header: u32,
    /// Flits in the data buffer.
    pub written: u32,
    /// The last flit, once the frame is complete.
    pub end: u32,
    pub no_data: bool,
    pub bad: bool,
    /// Branches of a multicast in the order of decision.
    pub decision: Vec<Branch>,
    /// Links as decided, and links left after the first grant.
    pub branches: u32,
    pub rest: u32,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            packet: 0,
            kind: Kind::Bad,
            header: 0,
            written: 0,
            end: 0,
            no_data: false,
            bad: false,
            decision: Vec::new(),
            branches: 0,
            rest: 0,
        }
    }
}

impl Slot {
    /// Returns where copies read first: those of a list read its header too.
    pub fn start(&self) -> u32 {
        if self.kind == Kind::List { 0 } else { self.header }
    }

    /// Returns the rows that leave by a dimension.
    pub fn rows(&self, dimension: u32) -> &[usize] {
        let of = |branch: &&Branch| branch.dimension == dimension;
        self.decision.iter().find(of).map_or(&[], |branch| &branch.rows)
    }
}

/// What a frame that arrives does to its slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrived {
    pub slot: u8,
    /// The frame waits for branches and, perhaps, for its delivery.
    pub header: bool,
    /// The frame is thrown away.
    pub drop: bool,
    pub complete: bool,
    /// It is for the local processor.
    pub local: bool,
}

/// What the decisions do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decided {
    pub slot: u8,
    /// The branch of this cycle.
    pub branch: Option<u32>,
    /// All so far.
    pub branches: u32,
    pub finish: bool,
}

/// What the output port does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    /// The slot that asks, and what it wants beyond the grants.
    pub asked: Option<(u8, u32)>,
    pub granted: bool,
    /// The slot whose last flit left the buffer.
    pub ended: Option<u8>,
}

/// Flags of all slots of a unit, a bit each; class c has the slots 2c and 2c + 1.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    used: u32,
    complete: u32,
    open: u32,
    new: u32,
    rest: u32,
    deliver: u32,
    pub all: Box<[Slot]>,
}

/// The first slot of each class.
const FIRSTS: u32 = 0x5555;

impl Slots {
    pub fn new(classes: u32) -> Self {
        let all = vec![Slot::default(); 2 * classes as usize].into_boxed_slice();
        Self { used: 0, complete: 0, open: 0, new: 0, rest: 0, deliver: 0, all }
    }

    pub fn get(&self, slot: u8) -> &Slot {
        &self.all[usize::from(slot)]
    }

    pub fn count(&self) -> u8 {
        self.all.len() as u8
    }

    pub fn empty(&self) -> bool {
        self.used == 0
    }

    /// Returns the free slot of a class that is filled next.
    pub fn free(&self, class: u32) -> Option<u8> {
        let pair = self.used >> (2 * class) & 3;
        (pair != 3).then_some((2 * class + (pair & 1)) as u8)
    }

    pub fn complete(&self, slot: u8) -> bool {
        self.complete >> slot & 1 == 1
    }

    /// Returns the slots with links to be asked for.
    pub fn waiting(&self) -> u32 {
        self.new | self.rest
    }

    /// Returns the slots to be delivered.
    pub fn deliver(&self) -> u32 {
        self.deliver
    }

    /// Returns the links that a slot wants.
    pub fn want(&self, slot: u8) -> u32 {
        let of = self.get(slot);
        if self.new >> slot & 1 == 1 { of.branches } else { of.rest }
    }

    /// Ends the cycle; returns the slots that become free.
    #[inline]
    pub fn step(
        &mut self,
        arrived: &Arrived,
        decided: &Decided,
        sent: &Sent,
        delivered: Option<u8>,
    ) -> u32 {
        let idle = self.used & self.complete & !self.open & !self.deliver;
        // One slot of a class returns a cycle, so that a credit is one pulse.
        let free = idle & !(idle << 1 & !FIRSTS);
        self.used &= !free;
        if let Some(slot) = sent.ended.filter(|slot| self.rest >> slot & 1 == 0) {
            self.open &= !(1 << slot);
        }
        if let Some((slot, rest)) = sent.asked {
            self.all[usize::from(slot)].rest = rest;
            if sent.granted {
                self.new &= !(1 << slot);
                self.rest &= !(1 << slot);
                self.rest |= u32::from(rest != 0) << slot;
            }
        }
        if decided.finish {
            self.all[usize::from(decided.slot)].branches = decided.branches;
            if decided.branches == 0 {
                self.open &= !(1 << decided.slot);
            } else {
                self.new |= 1 << decided.slot;
            }
        }
        if let Some(slot) = delivered {
            self.deliver &= !(1 << slot);
        }
        let bit = 1 << arrived.slot;
        if arrived.header || arrived.drop {
            self.used |= bit;
            self.complete &= !bit;
        }
        if arrived.header {
            self.open |= bit;
            self.deliver |= u32::from(arrived.local) << arrived.slot;
        }
        if arrived.drop || arrived.complete {
            self.complete |= bit;
        }
        free
    }
}

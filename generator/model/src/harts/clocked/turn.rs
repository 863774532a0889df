//! `tee_round_robin_arbiter`, a round robin, and `harts_slot_choice`.

use crate::simulate::bits::{self, NodeSet};

/// The requester that is served next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// The first one that goes before all below it.
    from: u8,
}

impl Turn {
    /// Picks one of the requests.
    pub fn pick(&self, requests: u16) -> Option<u8> {
        (requests != 0).then(|| bits::next(requests.into(), self.from) as u8)
    }

    /// What was picked is served.
    pub fn serve(&mut self, pick: u8) {
        self.from = pick + 1;
    }
}

/// `harts_slot_choice`: the slots of a store in groups of eight, which have their turns round robin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlotChoice {
    group: usize,
    /// Slots of the group that have not been taken, a bit each.
    row: u8,
}

impl SlotChoice {
    /// Returns the slot that is offered in a cycle in which `held`, if any, is not.
    pub fn offered(&self, held: Option<u32>) -> Option<u32> {
        let row = self.row & !of_group(self.group, held);
        (row != 0).then(|| 8 * self.group as u32 + row.trailing_zeros())
    }

    /// Ends the cycle; `taken` is whether the offered slot was.
    pub fn step(&mut self, waiting: &NodeSet, held: Option<u32>, taken: bool) {
        self.row &= !of_group(self.group, held);
        if taken {
            self.row &= self.row - 1;
        }
        if let (0, Some(next)) = (self.row, waiting.next(8 * (self.group + 1))) {
            self.group = next / 8;
            self.row = waiting.group(self.group) & !of_group(self.group, held);
        }
    }

    /// Returns whether the next cycle changes something even if nothing is taken.
    pub fn changes(&self, waiting: &NodeSet) -> bool {
        self.row == 0 && !waiting.is_empty()
    }
}

/// Returns the bit of a slot in a group.
fn of_group(group: usize, slot: Option<u32>) -> u8 {
    slot.filter(|slot| *slot as usize / 8 == group).map_or(0, |slot| 1 << (slot % 8))
}

//! `tee_round_robin_arbiter`: a round robin.

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

/// The slot of a store that is served next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlotTurn {
    from: usize,
}

impl SlotTurn {
    /// Picks and serves one of the slots.
    pub fn take(&mut self, slots: &NodeSet) -> Option<u32> {
        let pick = slots.next(self.from)?;
        self.from = pick + 1;
        Some(pick as u32)
    }
}

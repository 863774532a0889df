//! `tee_round_robin_arbiter`, a round robin.

use crate::simulate::bits;

/// The requester that is served next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundRobin {
    /// The first one that goes before all below it.
    from: u8,
}

impl RoundRobin {
    /// Picks one of the requests.
    pub fn pick(&self, requests: u16) -> Option<u8> {
        (requests != 0).then(|| bits::next(requests.into(), self.from) as u8)
    }

    /// What was picked is served.
    pub fn serve(&mut self, pick: u8) {
        self.from = pick + 1;
    }
}

//! Sets of the input channels of a router, and `tee_round_robin_arbiter` over them.

/// A set of input channels: a router has up to 65.
pub(super) type Channels = u128;

/// Returns the set of one channel.
#[inline]
pub(super) fn only(channel: usize) -> Channels {
    1 << channel
}

/// Goes through the channels of a set, lowest first.
#[inline]
pub(super) fn each(mut set: Channels) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rest = set & set.checked_sub(1)?;
        let channel = set.trailing_zeros() as usize;
        set = rest;
        Some(channel)
    })
}

/// A round robin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundRobin {
    /// The first one that goes before all below it.
    from: u8,
    /// How often in a row that one was served.
    served: u16,
}

impl RoundRobin {
    /// Picks and serves one of the requests.
    ///
    /// **Shape**: there is a request.
    #[inline]
    pub fn take(&mut self, requests: Channels) -> usize {
        self.take_share(requests, |_| 1)
    }

    /// Picks and serves one of the requests, which goes first again until it was served as often in a row as its
    /// share says.
    ///
    /// **Shape**: there is a request.
    #[inline]
    pub fn take_share(&mut self, requests: Channels, share: impl Fn(usize) -> u16) -> usize {
        let pick = self.pick(requests);
        let served = 1 + if usize::from(self.from) == pick { self.served } else { 0 };
        let again = served < share(pick);
        self.from = pick as u8 + u8::from(!again);
        self.served = if again { served } else { 0 };
        pick
    }

    /// Picks one of the requests.
    ///
    /// **Shape**: there is a request.
    #[inline]
    pub fn pick(&self, requests: Channels) -> usize {
        let later = requests >> self.from << self.from;
        (if later == 0 { requests } else { later }).trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_goes_around() {
        let mut turn = RoundRobin::default();
        let requests = only(1) | only(5) | only(64);
        assert_eq!([(); 4].map(|()| turn.take(requests)), [1, 5, 64, 1]);
        assert_eq!(turn.take(only(0)), 0);
        assert!(each(requests).eq([1, 5, 64]));
    }

    #[test]
    fn a_share_is_taken_in_a_row() {
        let mut turn = RoundRobin::default();
        let share = |channel| if channel == 1 { 3 } else { 1 };
        let mut take = |requests| turn.take_share(requests, share);
        let both = only(1) | only(5);
        assert_eq!([(); 5].map(|()| take(both)), [1, 1, 1, 5, 1]);
        // Who leaves the row begins with a whole share.
        assert_eq!(take(only(5)), 5);
        assert_eq!([(); 4].map(|()| take(both)), [1, 1, 1, 5]);
    }
}

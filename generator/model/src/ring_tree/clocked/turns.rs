//! `tee_round_robin_arbiter`: which of the requests goes next.

use std::collections::BTreeSet;

/// Requests by origin, and the one that was served last.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns {
    requests: BTreeSet<u32>,
    last: Option<u32>,
}

impl Turns {
    /// Returns the request that goes next: above the last one, or else the lowest.
    pub fn next(&self) -> Option<u32> {
        let above = self.last.map_or(0, |last| last + 1);
        self.requests.range(above..).next().or(self.requests.first()).copied()
    }

    /// Serves a request.
    pub fn serve(&mut self, origin: u32) {
        self.requests.remove(&origin);
        self.last = Some(origin);
    }

    pub fn insert(&mut self, origins: &BTreeSet<u32>) {
        self.requests.extend(origins);
    }

    pub fn contains(&self, origin: u32) -> bool {
        self.requests.contains(&origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_served_in_turn() {
        let mut turns = Turns::default();
        turns.insert(&BTreeSet::from([1, 3, 5]));
        let mut served = Vec::new();
        for _ in 0..5 {
            let next = turns.next().expect("there are requests");
            turns.serve(next);
            turns.insert(&BTreeSet::from([1, 3]));
            served.push(next);
        }
        assert_eq!(served, [1, 3, 5, 1, 3]);
    }
}

//! `tee_round_robin_arbiter`: which of the requests goes next.

/// The request that was served last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turns {
    last: Option<usize>,
}

impl Turns {
    /// Returns the request that goes next: above the last one, or else the lowest.
    ///
    /// **Shape**: by rising number.
    pub fn next(self, requests: &[usize]) -> Option<usize> {
        let above = requests.iter().find(|it| self.last.is_some_and(|last| **it > last));
        above.or(requests.first()).copied()
    }

    pub fn serve(&mut self, request: usize) {
        self.last = Some(request);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_served_in_turn() {
        let mut turns = Turns::default();
        let mut served = Vec::new();
        for requests in [&[1, 3, 5][..], &[1, 3, 5], &[1, 3, 5], &[1, 3], &[1, 3]] {
            let next = turns.next(requests).expect("there are requests");
            turns.serve(next);
            served.push(next);
        }
        assert_eq!(served, [1, 3, 5, 1, 3]);
    }
}

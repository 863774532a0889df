//! Which copies of which broadcast have come, and when.

use thiserror::Error;

/// Says what the simulator lost or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// A copy too many.
    #[error("broadcast {broadcast} came to node {node} a second time in direction {direction}")]
    Twice {
        /// Number of the broadcast.
        broadcast: usize,
        /// Where.
        node: u32,
        /// Direction of travel.
        direction: u32,
    },
    /// All copies are there, but not everywhere as many.
    #[error("broadcast {broadcast} has come to node {node} {found} times instead of {copies}")]
    Copies {
        /// Number of the broadcast.
        broadcast: usize,
        /// Where.
        node: u32,
        /// Copies there.
        found: u32,
        /// Copies that should be there.
        copies: u32,
    },
    /// A regular message ended at the wrong node.
    #[error("a message for node {destination} came to node {node}")]
    Astray {
        /// Where it came to.
        node: u32,
        /// Whom it is for.
        destination: u32,
    },
    /// Something is left where nothing moves any more.
    #[error("{messages} regular messages and {broadcasts} broadcasts are not delivered")]
    Left {
        /// Regular messages.
        messages: u64,
        /// Broadcasts.
        broadcasts: usize,
    },
}

/// A broadcast that every node has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// Clock in which it was made.
    pub made: u64,
    /// **Units**: flits.
    pub length: u32,
    /// Clocks until the last copy had come.
    pub latency: u64,
    /// Sum over all copies of the clocks until it had come.
    pub sum: u64,
    /// Copies.
    pub copies: u32,
}

/// A broadcast on its way, or at its end.
#[derive(Clone, Debug)]
struct Entry {
    source: u32,
    /// Copies that have not come.
    left: u32,
    delivered: Delivered,
    /// Directions of the copies that each node has; none when all have come.
    seen: Vec<u8>,
    /// Copies that each node is to get, where some nodes are faulty.
    due: Option<Vec<u8>>,
}

/// All broadcasts of a run in the order of their making.
#[derive(Clone, Debug)]
pub struct Ledger {
    nodes: u32,
    copies: u32,
    entries: Vec<Entry>,
    /// The first broadcast that is open.
    settled: usize,
    open: usize,
}

impl Ledger {
    /// Returns a ledger of broadcasts that bring every node a number of copies.
    pub fn new(nodes: u32, copies: u32) -> Self {
        Self { nodes, copies, entries: Vec::new(), settled: 0, open: 0 }
    }

    /// Enters a broadcast and returns its number; `due` are the copies of each node, if they are not as
    /// many everywhere.
    ///
    /// **Units**: `length` is in flits.
    pub fn made(&mut self, clock: u64, source: u32, length: u32, due: Option<Vec<u8>>) -> usize {
        let everywhere = self.copies * (self.nodes - 1);
        let copies =
            due.as_ref().map_or(everywhere, |due| due.iter().copied().map(u32::from).sum());
        self.entries.push(Entry {
            source,
            left: copies,
            delivered: Delivered { made: clock, length, latency: 0, sum: 0, copies },
            seen: vec![0; self.nodes as usize],
            due,
        });
        self.open += 1;
        self.entries.len() - 1
    }

    /// Enters a copy.
    ///
    /// # Errors
    /// The copy has come before, or the last one shows that some node has another number of them.
    pub fn came(
        &mut self,
        clock: u64,
        broadcast: usize,
        node: u32,
        direction: u32,
    ) -> Result<(), Broken> {
        let entry = &mut self.entries[broadcast];
        let twice = Broken::Twice { broadcast, node, direction };
        let seen = entry.seen.get_mut(node as usize).ok_or(twice)?;
        if *seen & 1 << direction != 0 {
            return Err(twice);
        }
        *seen |= 1 << direction;
        entry.delivered.latency = clock - entry.delivered.made;
        entry.delivered.sum += entry.delivered.latency;
        entry.left -= 1;
        if entry.left > 0 {
            return Ok(());
        }
        let due = entry.due.take();
        for (node, seen) in (0..).zip(std::mem::take(&mut entry.seen)) {
            let copies = match &due {
                Some(due) => due[node as usize].into(),
                None if node == entry.source => 0,
                None => self.copies,
            };
            let found = seen.count_ones();
            if found != copies {
                return Err(Broken::Copies { broadcast, node, found, copies });
            }
        }
        self.open -= 1;
        while self.entries.get(self.settled).is_some_and(|entry| entry.left == 0) {
            self.settled += 1;
        }
        Ok(())
    }

    /// Returns the number of broadcasts on their way.
    pub fn open(&self) -> usize {
        self.open
    }

    /// Returns the broadcasts made in a clock or later, up to the first that is still open.
    pub fn since(&self, clock: u64) -> impl ExactSizeIterator<Item = Delivered> {
        let settled = &self.entries[..self.settled];
        let first = settled.partition_point(|entry| entry.delivered.made < clock);
        settled[first..].iter().map(|entry| entry.delivered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broadcast_is_settled_when_every_copy_has_come() {
        let mut ledger = Ledger::new(3, 2);
        assert_eq!((ledger.made(10, 1, 4, None), ledger.made(11, 0, 4, None)), (0, 1));
        for (clock, node, direction) in [(14, 0, 0), (15, 2, 3), (15, 0, 5)] {
            assert_eq!(ledger.came(clock, 0, node, direction), Ok(()));
        }
        assert_eq!((ledger.since(0).len(), ledger.open()), (0, 2));
        assert_eq!(ledger.came(17, 0, 2, 4), Ok(()));
        let delivered =
            Delivered { made: 10, length: 4, latency: 7, sum: 4 + 5 + 5 + 7, copies: 4 };
        assert_eq!(ledger.since(10).collect::<Vec<_>>(), [delivered]);
        assert_eq!((ledger.since(11).len(), ledger.open()), (0, 1));
    }

    #[test]
    fn nodes_may_be_due_different_numbers_of_copies() {
        let mut ledger = Ledger::new(3, 2);
        for (last, came) in [(2, true), (1, false)] {
            let broadcast = ledger.made(0, 0, 1, Some(vec![0, 1, 2]));
            assert_eq!(ledger.came(1, broadcast, 1, 0), Ok(()));
            assert_eq!(ledger.came(2, broadcast, 2, 1), Ok(()));
            assert_eq!(ledger.came(3, broadcast, last, 4).is_ok(), came);
        }
        assert_eq!(ledger.since(0).next().map(|delivered| delivered.copies), Some(3));
    }

    #[test]
    fn wrong_copies_are_noticed() {
        let mut ledger = Ledger::new(3, 1);
        let broadcast = ledger.made(0, 0, 1, None);
        assert_eq!(ledger.came(1, broadcast, 1, 2), Ok(()));
        let twice = |node, direction| Err(Broken::Twice { broadcast, node, direction });
        assert_eq!(ledger.came(2, broadcast, 1, 2), twice(1, 2));
        let copies = Broken::Copies { broadcast, node: 1, found: 2, copies: 1 };
        assert_eq!(ledger.came(2, broadcast, 1, 3), Err(copies));
        assert_eq!(ledger.came(2, broadcast, 1, 3), twice(1, 3));
    }
}

//! `ring_tree_queue`: messages that wait to leave, round robin.

use std::collections::BTreeSet;

use super::Word;
use super::store::Store;

/// Origins that wait, and the message that leaves next.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// Bits of the place of an origin in its row.
    place_bits: u32,
    pending: BTreeSet<u32>,
    /// The row that is served, and its first place that is not served yet.
    row: u32,
    place: u32,
    /// Read from the store, with what it had then.
    next: Option<(u32, Word, bool)>,
}

/// What a queue sees of its node in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueInputs<'a> {
    pub store: &'a Store,
    /// The store may change a word: nothing is read.
    pub holds: bool,
    /// An origin that is queued.
    pub set: Option<u32>,
    /// What is queued anew.
    pub again: &'a BTreeSet<u32>,
    /// What is shown leaves.
    pub takes: bool,
}

impl Queue {
    /// Returns an empty queue for origins of so many bits.
    pub fn new(origin_bits: u32) -> Self {
        let place_bits = origin_bits.div_ceil(2);
        Self { place_bits, pending: BTreeSet::new(), row: 0, place: 0, next: None }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.row, self.place, self.next) = (0, 0, None);
        self.pending.clear();
    }

    /// Returns the message that leaves next: origin, word, mark.
    pub fn next(&self) -> Option<(u32, Word, bool)> {
        self.next
    }

    pub fn is_pending(&self, origin: u32) -> bool {
        self.pending.contains(&origin)
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.next.is_none()
    }

    fn row_of(&self, origin: u32) -> u32 {
        origin >> self.place_bits
    }

    /// Ends a cycle.
    pub fn step(&mut self, turn: QueueInputs<'_>) {
        let base = self.row << self.place_bits;
        let end = base + (1 << self.place_bits);
        let mut left = self.pending.range(base + self.place..end).copied();
        let (first, more) = (left.next(), left.next().is_some());
        drop(left);
        // As it was when the cycle began.
        let mut rows: BTreeSet<u32> = self.pending.iter().map(|it| self.row_of(*it)).collect();
        rows.remove(&self.row);
        let reads = first.filter(|_| (self.next.is_none() || turn.takes) && !turn.holds);
        if turn.takes {
            self.next = None;
        }
        if let Some(origin) = reads {
            self.pending.remove(&origin);
            let (word, mark) = turn.store.marked(origin).expect("what is queued is held");
            self.next = Some((origin, word, mark));
            self.place = origin - base + 1;
        }
        if first.is_none() || (reads.is_some() && !more) {
            let next = rows.range(self.row..).next().or(rows.first()).copied();
            let set = turn.set.map(|origin| self.row_of(origin));
            self.row = next.or(set).unwrap_or(self.row);
            self.place = 0;
        }
        self.pending.extend(turn.set);
        self.pending.extend(turn.again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NONE: BTreeSet<u32> = BTreeSet::new();

    fn turn(store: &Store, set: Option<u32>) -> QueueInputs<'_> {
        QueueInputs { store, holds: false, set, again: &NONE, takes: true }
    }

    /// A store that has all of 16 origins.
    fn store() -> Store {
        let mut store = Store::default();
        for origin in 0..16 {
            store.write(origin, Word::default(), origin == 9);
        }
        store
    }

    fn shown(queue: &Queue) -> Option<u32> {
        queue.next().map(|(origin, ..)| origin)
    }

    /// Queues origins while nothing is read.
    fn queue_of(store: &Store, origins: &[u32]) -> Queue {
        let mut queue = Queue::new(4);
        for origin in origins {
            queue.step(QueueInputs { holds: true, ..turn(store, Some(*origin)) });
        }
        assert_eq!(queue.next(), None);
        queue
    }

    #[test]
    fn origins_leave_in_turn_row_by_row() {
        let store = store();
        let mut queue = Queue::new(4);
        let all = (0..16).collect();
        queue.step(QueueInputs { again: &all, ..turn(&store, None) });
        let mut left = Vec::new();
        for cycle in 0..19 {
            // One of a row that was served comes again.
            queue.step(turn(&store, (cycle == 6).then_some(1)));
            left.extend(shown(&queue));
        }
        let all: Vec<u32> = (0..16).chain([1]).collect();
        assert_eq!(left, all);
        assert!(queue.is_empty());
    }

    #[test]
    fn what_is_set_meanwhile_comes_after_the_row_and_the_rows_above() {
        let store = store();
        // Queued, set in the first cycle, and what leaves, one each cycle.
        let cases: [(&[u32], u32, &[u32]); 5] = [
            (&[1, 2, 9], 0, &[1, 2, 9, 0]),
            (&[1, 9], 4, &[1, 9, 4]),
            (&[1, 9], 5, &[1, 9, 5]),
            (&[2, 3], 1, &[2, 3, 1]),
            (&[2, 3], 2, &[2, 3, 2]),
        ];
        for (queued, set, leave) in cases {
            let mut queue = queue_of(&store, queued);
            let mut left = Vec::new();
            for cycle in 0..leave.len() {
                queue.step(turn(&store, (cycle == 0).then_some(set)));
                left.extend(shown(&queue));
            }
            assert_eq!(left, leave, "{queued:?}, then {set}");
            assert!(!queue.is_empty());
            queue.step(turn(&store, None));
            assert!(queue.is_empty());
        }
    }

    #[test]
    fn the_last_of_a_row_may_be_followed_by_what_is_set_with_it() {
        let store = store();
        let mut queue = queue_of(&store, &[1]);
        queue.step(turn(&store, Some(6)));
        assert_eq!(shown(&queue), Some(1));
        queue.step(turn(&store, None));
        assert_eq!(shown(&queue), Some(6));
    }

    #[test]
    fn a_message_stays_until_it_is_taken_and_none_is_read_while_words_change() {
        let store = store();
        let mut queue = queue_of(&store, &[1, 2, 9]);
        for takes in [true, false, false] {
            queue.step(QueueInputs { takes, ..turn(&store, None) });
            assert_eq!(queue.next().map(|(origin, _, mark)| (origin, mark)), Some((1, false)));
        }
        queue.step(turn(&store, None));
        assert_eq!(shown(&queue), Some(2));
        queue.step(QueueInputs { holds: true, ..turn(&store, None) });
        assert_eq!(shown(&queue), None);
        assert!(!queue.is_empty() && queue.is_pending(9));
        queue.step(turn(&store, None));
        assert_eq!(queue.next().map(|(origin, _, mark)| (origin, mark)), Some((9, true)));
        assert!(!queue.is_empty() && !queue.is_pending(9));
    }

    #[test]
    fn a_queue_that_is_cleared_begins_with_the_first_row() {
        let store = store();
        let mut queue = queue_of(&store, &[5, 6, 7]);
        queue.step(turn(&store, None));
        assert_eq!(shown(&queue), Some(5));
        queue.clear();
        assert!(queue.is_empty() && queue.next().is_none());
        let all = (0..16).collect();
        queue.step(QueueInputs { again: &all, ..turn(&store, None) });
        queue.step(turn(&store, None));
        assert_eq!(shown(&queue), Some(0));
    }

    #[test]
    fn an_empty_queue_reads_what_is_set_in_the_next_cycle() {
        let store = store();
        let mut queue = Queue::new(4);
        queue.step(turn(&store, Some(9)));
        assert_eq!(queue.next(), None);
        assert!(!queue.is_empty());
        queue.step(turn(&store, None));
        assert_eq!(shown(&queue), Some(9));
    }
}

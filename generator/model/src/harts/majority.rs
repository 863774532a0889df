//! Reception by majority: collects the copies of a broadcast and takes what most of them say.

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::Flit;
use teecast_spec::harts::CLOSED_MESSAGES;

/// Names a broadcast: source, k and sequence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    /// Source.
    pub source: u32,
    /// Copies of each node.
    pub copies: u32,
    /// Sequence number.
    pub sequence: u32,
}

/// The copies of one broadcast that one node has so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMessage {
    /// Broadcast.
    pub identity: Identity,
    /// Data of the copies, in the order of arrival.
    copies: Vec<Vec<Flit>>,
    links: BTreeSet<u32>,
}

/// What the copies of a message say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Data of the earliest copy of the largest group, of the earliest such group.
    pub data: Vec<Flit>,
    /// Copies in that group.
    pub agreeing: u32,
    /// They are more than half of k.
    pub majority: bool,
}

impl OpenMessage {
    /// Opens a message.
    pub fn new(identity: Identity) -> Self {
        Self { identity, copies: Vec::new(), links: BTreeSet::new() }
    }

    /// Counts a copy, unless one has come over its link before; returns whether all of them have come.
    pub fn count(&mut self, in_direction: u32, data: Vec<Flit>) -> bool {
        if self.links.insert(in_direction) {
            self.copies.push(data);
        }
        self.links.len() == self.identity.copies as usize
    }

    /// Closes the message, which has a copy.
    ///
    /// Copies agree if they have the same number of data flits and the same first one; the others
    /// are not compared.
    pub fn close(self) -> Verdict {
        let key = |copy: &Vec<Flit>| (copy.len(), copy.first().map(|flit| flit.bits));
        let agreeing =
            |copy: &Vec<Flit>| self.copies.iter().filter(|other| key(other) == key(copy)).count();
        let largest = self.copies.iter().map(agreeing).max().unwrap_or(0);
        let first = self.copies.iter().position(|copy| agreeing(copy) == largest);
        let data = first.map_or_else(Vec::new, |first| self.copies[first].clone());
        let agreeing = u32::try_from(largest).expect("at most one copy an in-link");
        Verdict { data, agreeing, majority: 2 * agreeing > self.identity.copies }
    }
}

/// Says why a copy is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The message has closed.
    Late,
    /// A copy has come over the same link before.
    Again,
}

/// The messages of which one node collects copies.
#[derive(Clone, Debug, Default)]
pub struct OpenMessages {
    now: u64,
    /// Oldest first, with the time of opening.
    open: VecDeque<(u64, OpenMessage)>,
    /// The last ones, in their order, with the time of closing.
    closed: VecDeque<(Identity, u64)>,
}

impl OpenMessages {
    /// Counts a copy and returns the messages that close: the oldest one if a new one needs its place
    /// among `limit`, and that of the copy if it was the last.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn count(
        &mut self,
        identity: Identity,
        in_direction: u32,
        data: Vec<Flit>,
        limit: usize,
    ) -> Result<Vec<(Identity, Verdict)>, Refusal> {
        if self.closed.iter().any(|(closed, _)| *closed == identity) {
            return Err(Refusal::Late);
        }
        let mut closed = Vec::new();
        let known = self.open.iter().position(|(_, message)| message.identity == identity);
        if known.is_some_and(|place| self.open[place].1.links.contains(&in_direction)) {
            return Err(Refusal::Again);
        }
        let place = known.unwrap_or_else(|| {
            if self.open.len() == limit {
                closed.extend(self.close(0));
            }
            self.open.push_back((self.now, OpenMessage::new(identity)));
            self.open.len() - 1
        });
        if self.open[place].1.count(in_direction, data) {
            closed.extend(self.close(place));
        }
        Ok(closed)
    }

    /// Lets time pass until `now`: closes the messages that have been open for `timeout` by then, and
    /// forgets those that have been closed for as long.
    ///
    /// **Units**: clock cycles.
    pub fn advance(&mut self, now: u64, timeout: u64) -> Vec<(Identity, Verdict)> {
        let mut closed = Vec::new();
        let end = |messages: &Self| messages.open.front().map(|(opened, _)| opened + timeout);
        while let Some(end) = end(self).filter(|end| *end <= now) {
            self.now = end;
            closed.extend(self.close(0));
        }
        self.now = now;
        self.closed.retain(|(_, closed)| *closed + timeout > now);
        closed
    }

    /// Closes all messages, as time does, and forgets them.
    pub fn close_all(&mut self) -> Vec<(Identity, Verdict)> {
        let closed = (0..self.open.len()).filter_map(|_| self.close(0)).collect();
        self.closed.clear();
        closed
    }

    fn close(&mut self, place: usize) -> Option<(Identity, Verdict)> {
        let (_, message) = self.open.remove(place)?;
        if self.closed.len() == CLOSED_MESSAGES as usize {
            self.closed.pop_front();
        }
        self.closed.push_back((message.identity, self.now));
        Some((message.identity, message.close()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdict on copies of some data flits each.
    fn verdict(k: u32, copies: &[&[u64]]) -> (Vec<u64>, u32, bool) {
        let mut message = OpenMessage::new(Identity { source: 3, copies: k, sequence: 9 });
        for (copy, link) in copies.iter().zip(0..) {
            let data = copy.iter().map(|&value| Flit::new(value, false)).collect();
            assert_eq!(message.count(link, data), link + 1 == k);
        }
        let Verdict { data, agreeing, majority } = message.close();
        (data.iter().map(|flit| flit.bits[0]).collect(), agreeing, majority)
    }

    #[test]
    fn the_majority_wins_wherever_it_stands() {
        assert_eq!(verdict(5, &[&[7], &[7], &[1], &[1], &[1]]), (vec![1], 3, true));
        assert_eq!(verdict(5, &[&[1], &[7], &[1], &[7], &[1]]), (vec![1], 3, true));
        assert_eq!(verdict(1, &[&[4]]), (vec![4], 1, true));
    }

    #[test]
    fn half_of_the_copies_are_no_majority_and_the_earliest_group_breaks_a_tie() {
        assert_eq!(verdict(6, &[&[7], &[1], &[1], &[7], &[1], &[7]]), (vec![7], 3, false));
        assert_eq!(verdict(5, &[&[2], &[1], &[1]]), (vec![1], 2, false));
        assert_eq!(verdict(5, &[&[2], &[1], &[1], &[1]]), (vec![1], 3, true));
    }

    #[test]
    fn copies_are_compared_by_length_and_first_flit() {
        assert_eq!(verdict(3, &[&[5, 1], &[5, 2], &[5, 2]]), (vec![5, 1], 3, true));
        assert_eq!(verdict(3, &[&[5], &[5, 2], &[5, 3]]), (vec![5, 2], 2, true));
        assert_eq!(verdict(2, &[&[], &[0]]), (vec![], 1, false));
        assert_eq!(verdict(2, &[&[], &[]]), (vec![], 2, true));
    }

    #[test]
    fn a_link_counts_once() {
        let identity = Identity { source: 0, copies: 3, sequence: 0 };
        let forged = || vec![Flit::new(9, false)];
        let mut message = OpenMessage::new(identity);
        assert!(!message.count(4, forged()));
        assert!(!message.count(4, forged()));
        assert!(!message.count(2, vec![]));
        assert!(message.count(1, vec![]));
        assert_eq!(message.close(), Verdict { data: vec![], agreeing: 2, majority: true });
        let mut messages = OpenMessages::default();
        assert_eq!(messages.count(identity, 4, forged(), 2), Ok(vec![]));
        assert_eq!(messages.count(identity, 4, forged(), 2), Err(Refusal::Again));
    }

    #[test]
    fn of_many_closed_messages_the_last_64_are_known() {
        let mut messages = OpenMessages::default();
        let mut count = |sequence| {
            let identity = Identity { source: 1, copies: 1, sequence };
            messages.count(identity, 0, vec![], 8).map(|closed| closed.len())
        };
        assert!((0..64).all(|sequence| count(sequence) == Ok(1)));
        assert_eq!(count(0), Err(Refusal::Late));
        assert_eq!((count(64), count(1)), (Ok(1), Err(Refusal::Late)));
        assert_eq!((count(0), count(1)), (Ok(1), Ok(1)));
    }

    #[test]
    fn time_closes_messages_and_forgets_them_later() {
        let named = |sequence| Identity { source: 1, copies: 3, sequence };
        let names = |closed: Vec<(Identity, Verdict)>| {
            closed.into_iter().map(|(identity, _)| identity.sequence).collect::<Vec<_>>()
        };
        let mut messages = OpenMessages::default();
        for (now, sequence) in [(10, 0), (15, 1), (18, 2)] {
            assert_eq!(names(messages.advance(now, 10)), [0; 0]);
            assert_eq!(messages.count(named(sequence), 0, vec![], 8), Ok(vec![]));
        }
        assert_eq!(names(messages.advance(19, 10)), [0; 0]);
        assert_eq!(names(messages.advance(26, 10)), [0, 1]);
        assert_eq!(messages.count(named(1), 1, vec![], 8), Err(Refusal::Late));
        // The first one was closed at 20, the second at 25.
        assert_eq!(names(messages.advance(34, 10)), [2]);
        assert_eq!(messages.count(named(0), 0, vec![], 8), Ok(vec![]));
        assert_eq!(messages.count(named(1), 1, vec![], 8), Err(Refusal::Late));
        messages.advance(35, 10);
        assert_eq!(messages.count(named(1), 0, vec![], 8), Ok(vec![]));
    }

    #[test]
    fn the_oldest_message_makes_room_and_its_further_copies_are_late() {
        let named = |sequence| Identity { source: 1, copies: 3, sequence };
        let mut messages = OpenMessages::default();
        let mut count = |sequence, link| {
            let closed = messages.count(named(sequence), link, vec![], 2);
            closed.map(|messages| messages.iter().map(|(id, _)| id.sequence).collect::<Vec<_>>())
        };
        assert_eq!((count(0, 0), count(1, 0)), (Ok(vec![]), Ok(vec![])));
        // A further copy does not make the message younger.
        assert_eq!(count(0, 1), Ok(vec![]));
        assert_eq!(count(2, 0), Ok(vec![0]));
        assert_eq!(count(0, 2), Err(Refusal::Late));
        assert_eq!((count(1, 1), count(1, 2)), (Ok(vec![]), Ok(vec![1])));
        assert_eq!(count(1, 3), Err(Refusal::Late));
        assert_eq!(messages.close_all().len(), 1);
        assert_eq!(messages.count(named(0), 0, vec![], 2), Ok(vec![]));
    }
}

//! `ring_tree_inbox`: messages that came on one ring and that the store has not taken yet.

use std::collections::VecDeque;

use super::{Rank, Word};

/// Messages in their order; an origin waits at most once. What comes later takes the place of what waits,
/// unless it counts less.
#[derive(Clone, Debug, Default)]
pub(super) struct Inbox {
    shown: Option<(u32, Word)>,
    /// Read from the memory, behind what is shown.
    next: Option<(u32, Word)>,
    waiting: VecDeque<(u32, Word)>,
}

impl Inbox {
    /// Returns the message that the store takes next.
    pub fn shown(&self) -> Option<(u32, Word)> {
        self.shown
    }

    pub fn is_empty(&self) -> bool {
        self.shown.is_none() && self.next.is_none() && self.waiting.is_empty()
    }

    /// Ends a cycle in which the store takes what is shown or not, and in which something comes.
    pub fn step(&mut self, taken: bool, came: Option<(u32, Word)>) {
        let free = self.shown.is_none() || taken;
        let is_direct = free && self.next.is_none() && self.waiting.is_empty();
        let keeps = came.filter(|_| !is_direct);
        let oldest = self.waiting.front().copied();
        // A word is not read while another one takes its place.
        let is_read = oldest
            .filter(|_| self.next.is_none() || free)
            .filter(|(origin, _)| keeps.is_none_or(|(other, _)| other != *origin));
        if free {
            self.shown = self.next.take().or(came.filter(|_| is_direct));
        }
        if is_read.is_some() {
            self.waiting.pop_front();
            self.next = is_read;
        }
        if let Some((origin, word)) = keeps {
            match self.waiting.iter_mut().find(|(other, _)| *other == origin) {
                Some((_, waiting)) if word.rank > Rank::Found => *waiting = word,
                Some(_) => {}
                None => self.waiting.push_back((origin, word)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring_tree::clocked::Payload;

    fn word(number: u8) -> Word {
        Word { rank: Rank::Confirmed, epoch: number, payload: Payload::default() }
    }

    #[test]
    fn what_comes_again_takes_the_place_of_what_waits() {
        let mut inbox = Inbox::default();
        for (origin, version) in [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (1, 1)] {
            inbox.step(false, Some((origin, word(version))));
        }
        let mut taken = Vec::new();
        while let Some((origin, word)) = inbox.shown() {
            taken.push((origin, word.epoch));
            inbox.step(true, None);
        }
        assert_eq!(taken, [(1, 0), (2, 0), (3, 0), (4, 1), (1, 1)]);
        assert!(inbox.is_empty());
    }

    #[test]
    fn what_counts_less_does_not_take_the_place_of_what_waits() {
        let of = |rank, epoch| Word { rank, epoch, payload: Payload::default() };
        let (found, kept) = (of(Rank::Found, 1), of(Rank::Kept, 2));
        for (words, last) in [([kept, found], kept), ([found, kept], kept)] {
            let mut inbox = Inbox::default();
            inbox.step(false, Some((9, found)));
            words.into_iter().for_each(|word| inbox.step(false, Some((1, word))));
            inbox.step(false, None);
            inbox.step(true, None);
            assert_eq!(inbox.shown(), Some((1, last)));
        }
    }

    /// Plays cycles: whether what is shown is taken, and what comes. Returns what is shown after each.
    fn played(inbox: &mut Inbox, cycles: &[(bool, Option<(u32, u8)>)]) -> Vec<Option<(u32, u8)>> {
        let step = |(taken, came): &(bool, Option<(u32, u8)>)| {
            inbox.step(*taken, came.map(|(origin, version)| (origin, word(version))));
            let shown = inbox.shown().map(|(origin, word)| (origin, word.epoch));
            // Nothing in these plays leaves it empty before the end.
            assert!(!inbox.is_empty());
            shown
        };
        cycles.iter().map(step).collect()
    }

    fn is_emptied(inbox: &mut Inbox) -> bool {
        inbox.step(true, None);
        inbox.is_empty()
    }

    #[test]
    fn a_message_is_shown_at_once_or_after_those_before_it() {
        let mut inbox = Inbox::default();
        let cycles = [(false, Some((1, 0))), (false, Some((2, 0))), (true, None), (false, None)];
        // The memory takes a cycle.
        let shown = [Some((1, 0)), Some((1, 0)), None, Some((2, 0))];
        assert_eq!(played(&mut inbox, &cycles), shown);
        assert!(is_emptied(&mut inbox));
    }

    #[test]
    fn nothing_overtakes_what_waits() {
        let mut inbox = Inbox::default();
        let cycles = [
            (false, Some((1, 0))),
            (false, Some((2, 0))),
            (true, Some((3, 0))),
            (false, None),
            (true, Some((4, 0))),
            (true, None),
            (false, None),
        ];
        let before = [Some((1, 0)), Some((1, 0)), None, Some((2, 0)), Some((3, 0))];
        let shown = [&before[..], &[None, Some((4, 0))]].concat();
        assert_eq!(played(&mut inbox, &cycles), shown);
        assert!(is_emptied(&mut inbox));
        // What was read is shown before what comes then.
        let cycles = [
            (false, Some((1, 0))),
            (false, Some((2, 0))),
            (true, None),
            (false, Some((3, 0))),
            (true, None),
            (true, None),
        ];
        let shown = [Some((1, 0)), Some((1, 0)), None, Some((2, 0)), None, Some((3, 0))];
        assert_eq!(played(&mut inbox, &cycles), shown);
        assert!(is_emptied(&mut inbox));
    }

    #[test]
    fn a_word_is_not_read_while_a_later_one_takes_its_place() {
        let mut inbox = Inbox::default();
        let cycles = [
            (false, Some((1, 0))),
            (false, Some((2, 0))),
            (true, Some((2, 1))),
            (false, None),
            (false, None),
        ];
        let shown = [Some((1, 0)), Some((1, 0)), None, None, Some((2, 1))];
        assert_eq!(played(&mut inbox, &cycles), shown);
        assert!(is_emptied(&mut inbox));
    }
}

//! `ring_tree_inbox`: messages that came on one ring and that the store has not taken yet.

use std::collections::VecDeque;

use super::Word;

/// Messages in their order; an origin waits at most once.
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
                Some((_, waiting)) => *waiting = word,
                None => self.waiting.push_back((origin, word)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring_tree::clocked::Payload;

    fn word(version: u8) -> Word {
        Word { version, payload: Payload::default() }
    }

    #[test]
    fn what_comes_again_takes_the_place_of_what_waits() {
        let mut inbox = Inbox::default();
        for (origin, version) in [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (1, 1)] {
            inbox.step(false, Some((origin, word(version))));
        }
        let mut taken = Vec::new();
        while let Some((origin, word)) = inbox.shown() {
            taken.push((origin, word.version));
            inbox.step(true, None);
        }
        assert_eq!(taken, [(1, 0), (2, 0), (3, 0), (4, 1), (1, 1)]);
        assert!(inbox.is_empty());
    }
}

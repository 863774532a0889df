//! `ring_tree_event_queue`: keeps the events of a cycle together and shows them one by one.

use std::collections::VecDeque;

use super::event;

/// Cycles with events that the queue keeps.
const DEPTH: usize = 16;

/// A code, and a ring.
pub(super) type Report = (u32, u16);

/// Events that have not been shown.
#[derive(Clone, Debug, Default)]
pub(super) struct EventQueue {
    /// By cycle, the oldest first; none is empty.
    words: VecDeque<VecDeque<Report>>,
}

impl EventQueue {
    /// Returns the event at the port.
    pub fn shown(&self) -> Option<Report> {
        self.words.front().map(|word| word[0])
    }

    /// Ends a cycle with the events that were found in it.
    pub fn step(&mut self, found: VecDeque<Report>) {
        let used = self.words.len();
        if let Some(word) = self.words.front_mut() {
            word.pop_front();
            if word.is_empty() {
                self.words.pop_front();
            }
        }
        if !found.is_empty() && used < DEPTH {
            let lost = used == DEPTH - 1;
            self.words.push_back(if lost { [(event::LOST, 0)].into() } else { found });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_place_says_that_events_are_lost() {
        let mut queue = EventQueue::default();
        let mut shown = Vec::new();
        for cycle in 0..90 {
            shown.extend(queue.shown());
            let found = if cycle < 40 { vec![(6, cycle), (14, cycle)] } else { Vec::new() };
            queue.step(found.into());
        }
        assert_eq!(queue.shown(), None);
        assert_eq!(shown[..3], [(6, 0), (14, 0), (6, 1)]);
        let lost = shown.iter().position(|it| *it == (event::LOST, 0)).expect("they are many");
        assert!(lost >= DEPTH && shown[lost - 1].0 == 14, "{lost}");
    }
}

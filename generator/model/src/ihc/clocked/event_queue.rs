//! `ihc_event_queue`: keeps the events of a cycle together and shows them one by one.

use std::collections::VecDeque;

use crate::ihc::event;

/// Cycles with events that the queue keeps.
const DEPTH: usize = 16;

/// A code, and a source.
pub(super) type Report = (u32, u32);

/// Events that have not been shown.
#[derive(Clone, Debug, Default)]
pub(super) struct EventQueue {
    /// By cycle, the oldest first; none is empty but one that leaves.
    words: VecDeque<VecDeque<Report>>,
    /// All of the oldest word has been chosen: it leaves.
    leaves: bool,
    /// The event that is shown next.
    chosen: Option<Report>,
    shown: Option<Report>,
}

impl EventQueue {
    /// Returns whether a delivery may report something.
    pub fn has_room(&self) -> bool {
        self.words.len() < DEPTH - 1
    }

    /// Returns whether nothing is left to show.
    pub fn idle(&self) -> bool {
        self.words.is_empty() && self.chosen.is_none() && self.shown.is_none()
    }

    /// Returns the event at the port.
    pub fn shown(&self) -> Option<Report> {
        self.shown
    }

    /// Ends a cycle with the events that were reported in it.
    pub fn step(&mut self, reported: VecDeque<Report>) {
        let used = self.words.len();
        self.shown = self.chosen.take();
        if self.leaves {
            self.words.pop_front();
            self.leaves = false;
        } else if let Some(word) = self.words.front_mut() {
            self.chosen = word.pop_front();
            self.leaves = word.is_empty();
        }
        if !reported.is_empty() && used < DEPTH {
            let lost = used == DEPTH - 1;
            self.words.push_back(if lost { [(event::LOST, 0)].into() } else { reported });
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
            let reported = if cycle < 40 { vec![(7, cycle), (5, cycle)] } else { Vec::new() };
            queue.step(reported.into());
        }
        assert!(queue.idle());
        assert_eq!(shown[..4], [(7, 0), (5, 0), (7, 1), (5, 1)]);
        // A word of two events leaves after three cycles: the last place is reached after about 23.
        let lost = shown.iter().position(|it| *it == (event::LOST, 0)).expect("they are many");
        assert_eq!(shown[lost - 1].0, 5);
        assert!(lost >= DEPTH - 1, "{lost}");
    }
}

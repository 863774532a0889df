//! `tee_event_queue` and `tee_event_collector`: one event leaves a router in a cycle.

use std::collections::VecDeque;

use super::turn::RoundRobin;
use crate::harts::event::LOST;

/// Events of one source that wait.
const WAITING: usize = 16;

/// The events of a router.
#[derive(Clone, Debug)]
pub(super) struct Events {
    /// **Shape**: codes by source: receivers, the injector, then the units.
    waiting: Vec<VecDeque<u32>>,
    /// Sources with an event that waits.
    requests: u16,
    turn: RoundRobin,
}

impl Events {
    pub fn new(units: usize) -> Self {
        Self { waiting: vec![VecDeque::new(); 7 + units], requests: 0, turn: RoundRobin::default() }
    }

    pub fn idle(&self) -> bool {
        self.requests == 0
    }

    /// Ends the cycle; returns the event that shows in the next one.
    pub fn step(&mut self, new: impl Iterator<Item = (usize, u32)>) -> Option<u32> {
        let pick = self.turn.pick(self.requests);
        for (source, code) in new {
            self.requests |= 1 << source;
            let queue = &mut self.waiting[source];
            match WAITING - queue.len() {
                0 => {}
                1 => queue.push_back(LOST),
                _ => queue.push_back(code),
            }
        }
        let pick = pick?;
        self.turn.serve(pick);
        let queue = &mut self.waiting[usize::from(pick)];
        let code = queue.pop_front();
        self.requests &= !(u16::from(queue.is_empty()) << pick);
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_event_that_waits_says_that_others_may_be_lost() {
        let mut events = Events::new(1);
        // Two sources, each with an event every other cycle: their queues grow by one in two cycles.
        let mut told: Vec<u32> = Vec::new();
        for _ in 0..2 * WAITING + 10 {
            told.extend(events.step([(0, 2), (1, 3)].into_iter()));
        }
        assert!(!told.contains(&LOST), "{told:?}");
        let waiting = told.len();
        while !events.idle() {
            told.extend(events.step(std::iter::empty()));
        }
        // Both are full, except the one that reported last.
        assert_eq!(told.len() - waiting, 2 * WAITING - 1);
        assert_eq!(told[told.len() - 2..], [LOST; 2]);
    }
}

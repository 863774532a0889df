//! Messages that wait for each other for ever, found from what each of them needs.

use std::collections::BTreeMap;
use std::fmt;

use crate::waits::{Verdict, WaitGraph};

/// What must move before a message can: one place of each list.
pub type Needs<P> = Vec<Vec<P>>;

/// Messages that wait for each other for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock<P> {
    /// Places whose messages will never move.
    pub stuck: usize,
    /// A shortest deadlock cycle of them; each waits for the next, the last for the first.
    pub cycle: Vec<P>,
}

impl<P: fmt::Display> fmt::Display for Deadlock<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = self.cycle.len();
        write!(f, "{} places are stuck, {of} of them in a deadlock cycle:", self.stuck)?;
        self.cycle.iter().try_for_each(|place| write!(f, "\n  {place}"))
    }
}

impl<P: Ord + Copy> Deadlock<P> {
    /// Looks for places that are stuck, also when others still move; `waiting` are those whose
    /// messages need something.
    ///
    /// A least fixed point over the waits: first every place that waits for no other can move, then
    /// every one with one that can among each of its needs. What is left is stuck: no false alarm.
    pub fn find(waiting: impl Iterator<Item = (P, Needs<P>)>) -> Option<Self> {
        let mut stuck: BTreeMap<P, Needs<P>> = waiting.collect();
        loop {
            let can_move = |needs: &Needs<P>| {
                needs.iter().all(|any| any.iter().any(|place| !stuck.contains_key(place)))
            };
            let freed: Vec<P> = stuck
                .iter()
                .filter(|(_, needs)| can_move(needs))
                .map(|(place, _)| *place)
                .collect();
            if freed.is_empty() {
                break;
            }
            freed.iter().for_each(|place| {
                stuck.remove(place);
            });
        }
        let mut graph = WaitGraph::default();
        for (&place, needs) in &stuck {
            let held_up =
                needs.iter().filter(|any| any.iter().all(|other| stuck.contains_key(other)));
            held_up.flatten().for_each(|other| graph.wait(place, *other));
        }
        match graph.verdict() {
            Verdict::Cycle(cycle) => Some(Self { stuck: stuck.len(), cycle }),
            Verdict::Acyclic(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_another_way_or_waits_for_one_who_has_is_not_stuck() {
        let waiting = |third: &[u32]| {
            [(1, vec![vec![2]]), (2, vec![vec![3], vec![9, 1]]), (3, vec![third.to_vec()])]
        };
        assert_eq!(Deadlock::find(waiting(&[1, 9]).into_iter()), None);
        let found = Deadlock::find(waiting(&[1]).into_iter());
        assert_eq!(found, Some(Deadlock { stuck: 3, cycle: vec![1, 2, 3] }));
        // 1 and 2 wait for each other, but 1 also for 3, which goes on before all others.
        let freed = [(1, vec![vec![2, 3]]), (2, vec![vec![1]]), (3, vec![vec![4, 9]])];
        assert_eq!(Deadlock::find(freed.into_iter().chain([(4, vec![vec![1]])])), None);
        // Who waits for them is stuck, too, without being in the deadlock cycle.
        let more = waiting(&[1]).into_iter().chain([(4, vec![vec![9], vec![2]])]);
        assert_eq!(Deadlock::find(more), Some(Deadlock { stuck: 4, cycle: vec![1, 2, 3] }));
    }
}

//! Deadlock check: what waits for what, and in what order or deadlock cycle.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::{self, Display};

/// Returns whether resources can wait in a deadlock cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<R> {
    /// Every resource in use, each before all that it waits for: no deadlock.
    Acyclic(Vec<R>),
    /// A shortest deadlock cycle; each waits for the next, the last for the first.
    Cycle(Vec<R>),
}

impl<R: Display> Display for Verdict<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resources = match self {
            Verdict::Acyclic(order) => {
                writeln!(f, "acyclic: {} in use, each waits only for later ones", order.len())?;
                order
            }
            Verdict::Cycle(cycle) => {
                let length = cycle.len();
                writeln!(f, "cycle of {length}, each waits for the next one around")?;
                cycle
            }
        };
        resources.iter().try_for_each(|resource| writeln!(f, "  {resource}"))
    }
}

/// The waits found so far: for each resource in use those that its holder may wait for.
#[derive(Clone, Debug)]
pub struct WaitGraph<R> {
    waits: BTreeMap<R, BTreeSet<R>>,
}

impl<R> Default for WaitGraph<R> {
    fn default() -> Self {
        Self { waits: BTreeMap::new() }
    }
}

impl<R: Ord + Copy> WaitGraph<R> {
    /// Adds a resource that is in use.
    pub fn add(&mut self, resource: R) {
        self.waits.entry(resource).or_default();
    }

    /// Adds that the holder of one resource may wait for another.
    pub fn wait(&mut self, held: R, wanted: R) {
        self.add(wanted);
        self.waits.entry(held).or_default().insert(wanted);
    }

    /// Returns what the holder of a resource may wait for.
    #[cfg(test)]
    pub(crate) fn waits(&self, held: &R) -> &BTreeSet<R> {
        &self.waits[held]
    }

    /// Returns all waits: what is held, and what its holder may wait for.
    pub fn edges(&self) -> impl Iterator<Item = (R, R)> {
        self.waits.iter().flat_map(|(held, wanted)| wanted.iter().map(|wanted| (*held, *wanted)))
    }

    /// Orders all resources in use; what no order can hold contains a deadlock cycle.
    pub fn verdict(&self) -> Verdict<R> {
        let mut waited_by: BTreeMap<R, usize> =
            self.waits.keys().map(|resource| (*resource, 0)).collect();
        for next in self.waits.values().flatten() {
            *waited_by.entry(*next).or_default() += 1;
        }
        let free =
            waited_by.iter().filter(|(_, count)| **count == 0).map(|(resource, _)| *resource);
        let mut ready: VecDeque<R> = free.collect();
        let mut order = Vec::new();
        while let Some(resource) = ready.pop_front() {
            order.push(resource);
            waited_by.remove(&resource);
            for next in &self.waits[&resource] {
                let count =
                    waited_by.get_mut(next).expect("a resource follows all that wait for it");
                *count -= 1;
                if *count == 0 {
                    ready.push_back(*next);
                }
            }
        }
        let shortest =
            waited_by.keys().filter_map(|start| self.cycle_through(*start)).min_by_key(Vec::len);
        shortest.map_or(Verdict::Acyclic(order), Verdict::Cycle)
    }

    /// Returns a shortest deadlock cycle through `start`, if there is one.
    fn cycle_through(&self, start: R) -> Option<Vec<R>> {
        let mut came_from: BTreeMap<R, R> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(resource) = waiting.pop_front() {
            for &next in &self.waits[&resource] {
                if next == start {
                    let back = |at: &R| came_from.get(at).copied();
                    let mut cycle: Vec<R> = std::iter::successors(Some(resource), back).collect();
                    cycle.reverse();
                    return Some(cycle);
                }
                if let Entry::Vacant(unseen) = came_from.entry(next) {
                    unseen.insert(resource);
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

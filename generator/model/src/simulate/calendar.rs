//! What happens in one of the next few cycles.

/// Cycles that a calendar looks ahead.
const AHEAD: usize = 16;

/// A ring of days, each with what happens on it in the order of entry.
#[derive(Clone, Debug)]
pub struct Calendar<T> {
    days: [Vec<T>; AHEAD],
}

impl<T> Default for Calendar<T> {
    fn default() -> Self {
        Self { days: std::array::from_fn(|_| Vec::new()) }
    }
}

impl<T> Calendar<T> {
    /// Enters what happens in a cycle, at most 15 from now.
    #[inline]
    pub fn enter(&mut self, cycle: u64, event: T) {
        self.days[cycle as usize % AHEAD].push(event);
    }

    /// Takes what happens now; the memory is given back with [`Calendar::reuse`].
    #[inline]
    pub fn take(&mut self, now: u64) -> Vec<T> {
        std::mem::take(&mut self.days[now as usize % AHEAD])
    }

    /// Gives back the memory of a day that is over.
    #[inline]
    pub fn reuse(&mut self, now: u64, mut day: Vec<T>) {
        day.clear();
        self.days[now as usize % AHEAD] = day;
    }

    /// Returns all that is entered.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.days.iter().flatten()
    }
}

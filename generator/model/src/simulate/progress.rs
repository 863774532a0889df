//! How far a run is, for whoever watches it.

use std::cell::Cell;

use super::plan::Plan;

/// Takes the part of a run that is done, from 0 to 1, now and then; the part may also shrink, when a
/// run turns out to be longer. What it does must not take long, and has no effect on the run.
pub type Report<'a> = &'a dyn Fn(f64);

/// A run among the cycles that it is expected to last.
pub(crate) struct Course<'a> {
    report: Report<'a>,
    cycles: Cell<f64>,
}

impl<'a> Course<'a> {
    /// Returns the course of a run that is expected to use up all batches of its plan.
    pub fn new(plan: &Plan, report: Report<'a>) -> Self {
        let cycles = Cell::new(plan.cycles(plan.most.into()));
        Self { report, cycles }
    }

    /// Reports how far the run is before a cycle.
    pub fn at(&self, cycle: u64) {
        (self.report)((cycle as f64 / self.cycles.get()).min(1.0));
    }

    /// Expects as many batches as make the mean precise: a mean of four times as many is twice as
    /// precise.
    pub fn expect(&self, plan: &Plan, count: u32, mean: f64, half_width: f64) {
        let missing = half_width / (plan.precision * mean);
        let batches = f64::from(count) * missing * missing;
        self.cycles.set(plan.cycles(batches.clamp(plan.least.into(), plan.most.into())));
    }
}

impl Plan {
    /// Returns the cycles of a run with some batches.
    fn cycles(&self, batches: f64) -> f64 {
        self.warm_up as f64 + self.batch as f64 * batches
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_run_is_expected_to_end_when_its_mean_is_precise() {
        let plan =
            Plan { warm_up: 1024, batch: 1024, least: 2, most: 31, precision: 0.1, limit: 3.0 };
        let told = RefCell::new(Vec::new());
        let report = |done: f64| told.borrow_mut().push(done);
        let course = Course::new(&plan, &report);
        course.at(0);
        course.at(4096);
        // An interval twice as wide as it may be after 3 batches: 12 of them are needed.
        course.expect(&plan, 3, 10.0, 2.0);
        course.at(4096);
        // The mean is precise, or there is none yet.
        course.expect(&plan, 3, 10.0, 0.1);
        course.at(2048);
        course.at(1 << 20);
        course.expect(&plan, 1, 10.0, f64::INFINITY);
        course.at(2048);
        let expected = [0.0, 4.0 / 32.0, 4.0 / 13.0, 2.0 / 3.0, 1.0, 2.0 / 32.0];
        assert_eq!(*told.borrow(), expected);
    }
}

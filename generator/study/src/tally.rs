//! Samples on all cores, and what is kept of them: whole numbers, so that the order of adding
//! does not matter.

use rayon::prelude::*;

use crate::random::Stream;

/// Runs that one thread does at a stretch.
const BLOCK: u64 = 64;

/// Sums of one quantity over all samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of samples.
    pub count: u64,
    sum: i64,
    squares: i64,
    /// The largest sample, not below 0.
    pub largest: i64,
}

impl Tally {
    /// Counts one sample.
    pub fn add(&mut self, value: i64) {
        self.merge(&Self { count: 1, sum: value, squares: value * value, largest: value.max(0) });
    }

    /// Counts the samples of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.largest = self.largest.max(other.largest);
    }

    /// Returns the mean; 0 without samples.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// Returns the standard deviation of the samples.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        (self.squares as f64 / self.count.max(1) as f64 - mean * mean).max(0.0).sqrt()
    }

    /// Returns the standard error of the mean.
    pub fn error(&self) -> f64 {
        self.deviation() / (self.count.max(1) as f64).sqrt()
    }
}

/// What a study is asked for, and what it reports its progress to.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Samples per point.
    pub runs: u64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Name of the study as a number: no two studies draw the same numbers.
    pub study: u64,
    /// Receives every block of samples that is done, from any thread.
    pub tick: &'a (dyn Fn(u64) + Sync),
}

impl Context<'_> {
    /// Takes `runs` samples of `N` quantities at once, the same with any number of threads.
    ///
    /// **Shape**: `point` distinguishes the points of a study.
    pub fn sample<const N: usize>(
        &self,
        point: u64,
        one: impl Fn(&mut Stream) -> [i64; N] + Sync,
    ) -> [Tally; N] {
        self.sample_many(self.runs, point, one)
    }

    /// Takes another number of samples than `runs`.
    pub fn sample_many<const N: usize>(
        &self,
        runs: u64,
        point: u64,
        one: impl Fn(&mut Stream) -> [i64; N] + Sync,
    ) -> [Tally; N] {
        let block = |start: u64| {
            let mut tallies = [Tally::default(); N];
            let end = (start + BLOCK).min(runs);
            for run in start..end {
                let values = one(&mut Stream::new(self.seed, [self.study, point, run]));
                tallies.iter_mut().zip(values).for_each(|(tally, value)| tally.add(value));
            }
            (self.tick)(end - start);
            tallies
        };
        let merged = |mut sum: [Tally; N], part: [Tally; N]| {
            sum.iter_mut().zip(&part).for_each(|(sum, part)| sum.merge(part));
            sum
        };
        let starts = (0..runs.div_ceil(BLOCK)).into_par_iter().map(|index| index * BLOCK);
        starts.map(block).reduce(|| [Tally::default(); N], merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_deviation_are_those_of_the_samples() {
        let mut tally = Tally::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|value| tally.add(value));
        assert_eq!((tally.mean(), tally.deviation(), tally.largest), (5.0, 2.0, 9));
        assert!((tally.error() - 2.0 / 8f64.sqrt()).abs() < 1e-12);
        assert_eq!(Tally::default().mean(), 0.0);
    }

    #[test]
    fn one_thread_and_many_find_the_same() {
        let sampled = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let context = Context { runs: 1000, seed: 3, study: 1, tick: &|_| () };
            let one = |stream: &mut Stream| [i64::from(stream.below(100))];
            pool.expect("threads").install(|| context.sample(0, one))
        };
        assert_eq!(sampled(1), sampled(7));
        assert_eq!(sampled(1)[0].count, 1000);
    }
}

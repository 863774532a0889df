//! Samples on all cores, counted in whole numbers, so that the order of adding does not matter.

use rayon::prelude::*;
use teecast_model::stats::Tally;

use crate::random::Random;

/// Runs that one thread does at a stretch.
const BLOCK: u64 = 64;

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
        one: impl Fn(&mut Random) -> [i64; N] + Sync,
    ) -> [Tally; N] {
        self.sample_many(self.runs, point, one)
    }

    /// Takes another number of samples than `runs`.
    pub fn sample_many<const N: usize>(
        &self,
        runs: u64,
        point: u64,
        one: impl Fn(&mut Random) -> [i64; N] + Sync,
    ) -> [Tally; N] {
        let block = |start: u64| {
            let mut tallies = [Tally::default(); N];
            let end = (start + BLOCK).min(runs);
            for run in start..end {
                let values = one(&mut Random::keyed(self.seed, [self.study, point, run]));
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
    fn one_thread_and_many_find_the_same() {
        let sampled = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let context = Context { runs: 1000, seed: 3, study: 1, tick: &|_| () };
            let one = |stream: &mut Random| [i64::from(stream.below(100))];
            pool.expect("threads").install(|| context.sample(0, one))
        };
        assert_eq!(sampled(1), sampled(7));
        assert_eq!(sampled(1)[0].count, 1000);
    }
}

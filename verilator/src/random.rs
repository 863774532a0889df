//! The random numbers of stimuli: splitmix64, so that a seed means the same everywhere.

use std::ops::RangeInclusive;

/// Produces 64-bit numbers from a seed (splitmix64, Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the sequence of `seed`; sequences of neighbouring seeds are unrelated.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next number.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number of the range, all nearly equally likely.
    pub fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        let (low, high) = (u64::from(*range.start()), u64::from(*range.end()));
        let span = high - low + 1;
        u32::try_from(low + self.bits() % span).expect("the range is one of u32")
    }

    /// Returns true in `percent` of 100 calls.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.within(0..=99) < percent
    }

    /// Returns one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.bits() as usize % items.len()]
    }

    /// Returns `count` different numbers below `bound`, in random order.
    pub fn distinct(&mut self, count: u32, bound: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..bound).collect();
        for i in 0..count.min(bound) {
            let j = self.within(i..=bound - 1);
            all.swap(i as usize, j as usize);
        }
        all.truncate(count as usize);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1234567);
        assert_eq!(random.bits(), 6457827717110365317);
        assert_eq!(random.bits(), 3203168211198807973);
    }

    #[test]
    fn distinct_numbers_are_distinct_and_below_the_bound() {
        let mut random = Random::new(1);
        let mut numbers = random.distinct(7, 8);
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 7);
        assert!(numbers.iter().all(|&number| number < 8));
    }
}

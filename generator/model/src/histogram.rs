//! How often which whole number came: exact for small ones, in narrow ranges for large ones.
//!
//! Counts are whole numbers, so that those of parts add up to those of the whole, in any order.

use serde::{Deserialize, Serialize};

/// Ranges between a power of two and the next, in bits.
const BITS: u32 = 7;
/// Numbers up to here have a range of their own.
const EXACT: u64 = 1 << (BITS + 1);
/// All ranges.
const RANGES: usize = ((u64::BITS - BITS) as usize + 1) << BITS;

/// Counts of whole numbers, from which percentiles follow.
///
/// **Shape**: in files a list of pairs, the number of a range and how many are in it.
///
/// # Examples
/// ```
/// use teecast_model::histogram::Histogram;
///
/// let mut latencies = Histogram::default();
/// (1..=1000).for_each(|latency| latencies.add(latency));
/// assert_eq!(latencies.percentile(500), Some(501)); // 500, by at most 1/256
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(usize, u64)>", into = "Vec<(usize, u64)>")]
pub struct Histogram {
    /// How many are in each range; the last is never 0.
    ranges: Vec<u64>,
}

impl Histogram {
    /// The most by which a percentile differs from the exact one, as a part of it.
    pub const ERROR: f64 = 1.0 / EXACT as f64;

    /// Counts a number.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.add_to(range_of(value), 1);
    }

    fn add_to(&mut self, range: usize, count: u64) {
        if range >= self.ranges.len() {
            self.ranges.resize(range + 1, 0);
        }
        self.ranges[range] += count;
    }

    /// Adds what another histogram has counted.
    pub fn merge(&mut self, other: &Self) {
        other.pairs().for_each(|(range, count)| self.add_to(range, count));
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, u64)> {
        self.ranges.iter().copied().enumerate().filter(|(_, count)| *count > 0)
    }

    /// Returns the middle of each range in which there are numbers, ascending, and how many.
    pub fn middles(&self) -> impl Iterator<Item = (u64, u64)> {
        self.pairs().map(|(range, count)| (middle(range), count))
    }

    /// Returns how many numbers were counted.
    pub fn count(&self) -> u64 {
        self.ranges.iter().sum()
    }

    /// Returns the smallest number that at least a part of all numbers does not exceed, with an error
    /// of at most [`Histogram::ERROR`]; up to 255 it is exact.
    ///
    /// **Units**: `part` is in 1000.
    pub fn percentile(&self, part: u32) -> Option<u64> {
        let rank = (u128::from(self.count()) * u128::from(part)).div_ceil(1000).max(1);
        let mut passed = 0;
        let reached = |(_, count): &(u64, u64)| {
            passed += u128::from(*count);
            passed >= rank
        };
        self.middles().find(reached).map(|(value, _)| value)
    }
}

impl From<Histogram> for Vec<(usize, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.pairs().collect()
    }
}

impl TryFrom<Vec<(usize, u64)>> for Histogram {
    type Error = String;

    fn try_from(pairs: Vec<(usize, u64)>) -> Result<Self, String> {
        let mut histogram = Self::default();
        for (range, count) in pairs {
            if range >= RANGES || count == 0 {
                return Err(format!("{count} numbers in range {range}"));
            }
            histogram.add_to(range, count);
        }
        Ok(histogram)
    }
}

/// Returns the range of a number.
#[inline]
fn range_of(value: u64) -> usize {
    let coarse = (value | 1 << BITS).ilog2() - BITS;
    ((coarse as usize) << BITS) + (value >> coarse) as usize
}

/// Returns the number in the middle of a range.
fn middle(range: usize) -> u64 {
    if range < EXACT as usize {
        return range as u64;
    }
    let coarse = (range >> BITS) - 1;
    let lowest = ((range & ((1 << BITS) - 1)) as u64 | 1 << BITS) << coarse;
    lowest + (1 << coarse) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_near_the_middle_of_its_range() {
        let powers = (0..64).flat_map(|power| {
            let near = 1u64 << power;
            [near - 1, near, near + near / 3]
        });
        for value in (0..5000).chain(powers).chain([u64::MAX]) {
            let range = range_of(value);
            assert!(range < RANGES);
            let error = middle(range).abs_diff(value) as f64;
            assert!(error <= value as f64 * Histogram::ERROR, "{value} is {}", middle(range));
            assert!(value >= EXACT || error == 0.0, "{value}");
        }
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_numbers() {
        let values: Vec<u64> = (0..2000u64).map(|i| i * i * 7919 % 100_003).collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let mut histogram = Histogram::default();
        values.iter().for_each(|value| histogram.add(*value));
        for part in [1, 500, 950, 990, 999, 1000] {
            let exact = sorted[(values.len() * part as usize).div_ceil(1000) - 1] as f64;
            let found = histogram.percentile(part).expect("numbers were counted") as f64;
            assert!((found - exact).abs() <= exact * Histogram::ERROR, "{part}: {found}, {exact}");
        }
        assert_eq!(Histogram::default().percentile(500), None);
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let part = |values: &[u64]| {
            let mut part = Histogram::default();
            values.iter().for_each(|value| part.add(*value));
            part
        };
        let all = [5, 70_000, 1, 5, 300, u64::MAX];
        let (mut one, mut other) = (part(&all[..2]), part(&all[2..]));
        let first = one.clone();
        one.merge(&other);
        other.merge(&first);
        assert_eq!((&one, &other), (&part(&all), &part(&all)));
        let text = serde_json::to_string(&one).expect("numbers");
        assert_eq!(serde_json::from_str::<Histogram>(&text).expect("as written"), one);
        for wrong in ["[[7424,1]]", "[[5,0]]", "[[9999999999,1]]"] {
            assert!(serde_json::from_str::<Histogram>(wrong).is_err(), "{wrong}");
        }
    }
}

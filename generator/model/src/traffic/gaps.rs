//! Time between the messages of a node.

use crate::random::Random;

/// Cycles that one table covers.
const SPAN: usize = 256;

/// Gaps of a node that sends with a fixed probability in every cycle.
///
/// One number is drawn for a gap, whatever its length, so that waiting costs nothing.
#[derive(Clone, Debug)]
pub struct Gaps {
    /// Probability that the next message comes later than `index` cycles from now, in parts of
    /// 2^64; falling.
    later: [u64; SPAN + 1],
}

impl Gaps {
    /// The smallest probability; it takes time to draw a gap that is longer.
    pub const LEAST: f64 = 1e-9;

    /// Returns the gaps for a probability to send in a cycle, from [`Gaps::LEAST`] to 1.
    pub fn new(probability: f64) -> Self {
        let mut silent = 1.0;
        let later = std::array::from_fn(|_| {
            let parts = (silent * 2f64.powi(64)) as u64;
            silent *= 1.0 - probability;
            parts
        });
        Self { later }
    }

    /// Draws the cycles from one message to the next, at least 1.
    pub fn draw(&self, stream: &mut Random) -> u64 {
        let mut passed = 0;
        loop {
            let word = stream.word();
            // The first cycle is certain to come: it is none of the comparisons.
            let gap = 1 + self.later[1..].partition_point(|later| word < *later) as u64;
            if gap <= SPAN as u64 {
                return passed + gap;
            }
            // Nothing within the table: it begins again, the past does not matter.
            passed += SPAN as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_have_the_mean_and_the_spread_of_a_fixed_probability() {
        for probability in [1.0, 0.7, 0.05, 0.001] {
            let gaps = Gaps::new(probability);
            let mut stream = Random::keyed(3, [0; 3]);
            let draws: Vec<f64> = (0..40_000).map(|_| gaps.draw(&mut stream) as f64).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let squares = draws.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>();
            let deviation = (squares / draws.len() as f64).sqrt();
            let expected = (1.0 - probability).sqrt() / probability;
            assert!((mean * probability - 1.0).abs() < 0.02, "{probability}: mean {mean}");
            assert!((deviation - expected).abs() <= 0.03 * expected, "{probability}: {deviation}");
        }
    }
}

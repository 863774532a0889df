//! Statistics of samples and of runs: means, deviations and 95 % intervals.

/// Quantile of the normal distribution at 97.5 %: half of a 95 % interval in standard errors.
pub const BAND: f64 = 1.96;
/// Batches into which [`estimate`] divides values that may depend on their neighbours.
const BATCHES: usize = 20;

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

/// Quantiles of Student's t at 97.5 % for 1, 2, 3.. degrees of freedom.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// Returns half the width of the 95 % interval of a mean, from the means of batches; infinite with
/// fewer than two.
pub fn half_width(means: &[f64]) -> f64 {
    let freedom = means.len().saturating_sub(1);
    // Beyond the table the normal quantile with its first correction.
    let beyond = || BAND + 2.4 / freedom as f64;
    let student = STUDENT.get(freedom.wrapping_sub(1)).copied().unwrap_or_else(beyond);
    student * error(means)
}

/// Returns mean and standard error of values in the order of time, neighbours of which may depend on
/// each other; the error is infinite with fewer than two values.
pub fn estimate(values: &[f64]) -> (f64, f64) {
    let batch = values.len().div_ceil(BATCHES).max(1);
    let means: Vec<f64> = values.chunks(batch).map(mean).collect();
    (mean(values), error(&means))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the standard error of the mean of independent values; infinite with fewer than two.
fn error(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return f64::INFINITY;
    }
    let (count, mean) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
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
    fn intervals_are_those_of_students_t() {
        // Two values 2 apart: deviation sqrt(2), standard error 1.
        assert!((half_width(&[9.0, 11.0]) - 12.706).abs() < 1e-9);
        assert_eq!(half_width(&[5.0]), f64::INFINITY);
        assert_eq!(half_width(&[5.0; 4]), 0.0);
        // 100 degrees of freedom: 1.984.
        let many: Vec<f64> = (0..101).map(|index| f64::from(index % 2)).collect();
        let deviation = (101.0f64 * (50.0 / 101.0) * (51.0 / 101.0) / 100.0).sqrt();
        assert!((half_width(&many) / (deviation / 101f64.sqrt()) - 1.984).abs() < 0.001);
    }

    #[test]
    fn the_error_is_that_of_batches() {
        let (mean, error) = estimate(&[1.0, 3.0]);
        assert!((mean - 2.0).abs() < 1e-12 && (error - 1.0).abs() < 1e-12);
        // Pairs that are alike count as one.
        let twice: Vec<f64> = (0..40).map(|index| f64::from(index / 2 % 2)).collect();
        let (mean, error) = estimate(&twice);
        assert!(
            (mean - 0.5).abs() < 1e-12 && (error - 0.25f64.sqrt() / 19f64.sqrt()).abs() < 1e-12
        );
        assert_eq!(estimate(&[5.0]).1, f64::INFINITY);
    }
}

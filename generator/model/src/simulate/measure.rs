//! What is counted, and how sure the means are.
//!
//! Everything is a whole number, so that the counts of parts add up to those of the whole.

use serde::{Deserialize, Serialize};

use crate::traffic::WorkloadMessage;

/// What happened in some cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Messages and flits that the nodes made.
    pub messages_made: u64,
    /// Flits of these messages.
    pub flits_made: u64,
    /// Messages delivered in full.
    pub messages: u64,
    /// Flits delivered.
    pub flits: u64,
    /// Flits that crossed the switch towards a link between two routers.
    pub hops: u64,
    /// Sum of the latencies: from the making of a message to the delivery of its last flit.
    ///
    /// **Units**: cycles.
    pub latency: u64,
    /// The largest latency.
    ///
    /// **Units**: cycles.
    pub largest: u64,
    /// Copies delivered to one destination of many.
    pub copies: u64,
    /// Sum of their latencies.
    ///
    /// **Units**: cycles.
    pub copy_latency: u64,
}

impl Counts {
    /// Counts a message that is made.
    #[inline]
    pub fn made(&mut self, message: &WorkloadMessage) {
        self.messages_made += 1;
        self.flits_made += u64::from(message.length);
    }

    /// Counts a flit that is delivered.
    #[inline]
    pub fn flit_delivered(&mut self) {
        self.flits += 1;
    }

    /// Counts a message that is delivered in full.
    #[inline]
    pub fn delivered(&mut self, latency: u64) {
        self.messages += 1;
        self.latency += latency;
        self.largest = self.largest.max(latency);
    }

    /// Counts a copy that is delivered in full to one of many destinations.
    #[inline]
    pub fn copy_delivered(&mut self, latency: u64) {
        self.copies += 1;
        self.copy_latency += latency;
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.messages_made += other.messages_made;
        self.flits_made += other.flits_made;
        self.messages += other.messages;
        self.flits += other.flits;
        self.hops += other.hops;
        self.latency += other.latency;
        self.largest = self.largest.max(other.largest);
        self.copies += other.copies;
        self.copy_latency += other.copy_latency;
    }

    /// Returns the mean latency, if a message was delivered.
    ///
    /// **Units**: cycles.
    pub fn mean_latency(&self) -> Option<f64> {
        (self.messages > 0).then(|| self.latency as f64 / self.messages as f64)
    }

    /// Returns the mean latency of copies to each of many destinations, if one was delivered.
    ///
    /// **Units**: cycles.
    pub fn mean_copy_latency(&self) -> Option<f64> {
        (self.copies > 0).then(|| self.copy_latency as f64 / self.copies as f64)
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
    let count = means.len() as f64;
    let Some(freedom) = means.len().checked_sub(1).filter(|freedom| *freedom > 0) else {
        return f64::INFINITY;
    };
    let mean = means.iter().sum::<f64>() / count;
    let squares: f64 = means.iter().map(|value| (value - mean).powi(2)).sum();
    // Beyond the table the normal quantile with its first correction.
    let student = STUDENT.get(freedom - 1).copied().unwrap_or(1.96 + 2.4 / freedom as f64);
    student * (squares / freedom as f64 / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn parts_add_up_to_the_whole() {
        let one = |latency| {
            let mut counts = Counts::default();
            counts.made(&WorkloadMessage { cycle: 0, source: 0, destination: 1, length: 3 });
            counts.delivered(latency);
            counts
        };
        let mut whole = one(10);
        whole.add(&one(20));
        assert_eq!((whole.messages, whole.flits_made, whole.largest), (2, 6, 20));
        assert_eq!(whole.mean_latency(), Some(15.0));
        assert_eq!(Counts::default().mean_latency(), None);
    }
}

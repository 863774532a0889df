//! What is counted, and how sure the means are.
//!
//! Everything is a whole number, so that the counts of parts add up to those of the whole.

use serde::{Deserialize, Serialize};

use crate::histogram::Histogram;
use crate::traffic::WorkloadMessage;

/// What is counted in a batch of a run.
pub trait Batch: Default {
    /// Adds other counts.
    fn add(&mut self, other: &Self);

    /// Returns the mean of the latency that a run is about, if such a message was delivered.
    fn mean(&self) -> Option<f64>;
}

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
    /// All latencies.
    ///
    /// **Units**: cycles.
    pub latencies: Histogram,
    /// Copies delivered to one destination of many.
    pub copies: u64,
    /// Sum of their latencies.
    ///
    /// **Units**: cycles.
    pub copy_latency: u64,
    /// Cycles in which sources paused, until the network was empty and knew of a failure.
    pub paused: u64,
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
        self.latencies.add(latency);
    }

    /// Counts a copy that is delivered in full to one of many destinations.
    #[inline]
    pub fn copy_delivered(&mut self, latency: u64) {
        self.copies += 1;
        self.copy_latency += latency;
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

impl Batch for Counts {
    fn add(&mut self, other: &Self) {
        self.messages_made += other.messages_made;
        self.flits_made += other.flits_made;
        self.messages += other.messages;
        self.flits += other.flits;
        self.hops += other.hops;
        self.latency += other.latency;
        self.largest = self.largest.max(other.largest);
        self.latencies.merge(&other.latencies);
        self.copies += other.copies;
        self.copy_latency += other.copy_latency;
        self.paused += other.paused;
    }

    fn mean(&self) -> Option<f64> {
        self.mean_latency()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(whole.latencies.middles().collect::<Vec<_>>(), [(10, 1), (20, 1)]);
        assert_eq!(Counts::default().mean_latency(), None);
    }
}

//! What is counted, as whole numbers: counts of parts add up to those of the whole.

use serde::{Deserialize, Serialize};

use crate::histogram::Histogram;
use crate::simulate::measure::Batch;

/// Latencies of messages that every destination has got.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latencies {
    /// Messages.
    pub messages: u64,
    /// Sum of the latencies until the last destination.
    ///
    /// **Units**: cycles.
    pub last: u64,
    /// The largest of them.
    ///
    /// **Units**: cycles.
    pub largest: u64,
    /// All of them.
    ///
    /// **Units**: cycles.
    pub all: Histogram,
    /// Their destinations.
    pub copies: u64,
    /// Sum of the latencies of all copies.
    ///
    /// **Units**: cycles.
    pub sum: u64,
}

/// What happened in some cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Messages made.
    pub made: u64,
    /// Unicasts delivered.
    pub unicasts: Latencies,
    /// Broadcasts delivered to all their destinations.
    pub broadcasts: Latencies,
    /// Flits that left a source for its router.
    pub injected: u64,
    /// Flits that left the network, each copy counted.
    pub ejected: u64,
    /// Flits that crossed a link.
    pub hops: u64,
}

impl Latencies {
    /// Counts a message with the sum of the latencies of its copies, and that of the last.
    pub fn add(&mut self, sum: u64, copies: u64, last: u64) {
        self.messages += 1;
        self.last += last;
        self.largest = self.largest.max(last);
        self.all.add(last);
        self.copies += copies;
        self.sum += sum;
    }

    fn merge(&mut self, other: &Self) {
        self.messages += other.messages;
        self.last += other.last;
        self.largest = self.largest.max(other.largest);
        self.all.merge(&other.all);
        self.copies += other.copies;
        self.sum += other.sum;
    }

    /// Returns the mean latency over all copies.
    ///
    /// **Units**: cycles.
    pub fn to_each(&self) -> f64 {
        self.sum as f64 / self.copies.max(1) as f64
    }

    /// Returns the mean latency until the last destination.
    ///
    /// **Units**: cycles.
    pub fn to_last(&self) -> f64 {
        self.last as f64 / self.messages.max(1) as f64
    }
}

impl Counts {
    /// Returns the latencies of all messages.
    pub fn all(&self) -> Latencies {
        let mut all = self.unicasts.clone();
        all.merge(&self.broadcasts);
        all
    }
}

impl Batch for Counts {
    fn add(&mut self, other: &Self) {
        self.made += other.made;
        self.unicasts.merge(&other.unicasts);
        self.broadcasts.merge(&other.broadcasts);
        self.injected += other.injected;
        self.ejected += other.ejected;
        self.hops += other.hops;
    }

    /// Returns the mean latency of broadcasts until their last node.
    fn mean(&self) -> Option<f64> {
        (self.broadcasts.messages > 0).then(|| self.broadcasts.to_last())
    }
}

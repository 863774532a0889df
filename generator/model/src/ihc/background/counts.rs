//! What happened in some slots, to rounds and to other messages.

use crate::histogram::Histogram;
use crate::simulate::measure::Batch;

/// What happened in some slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Background messages delivered.
    pub messages: u64,
    /// Flits of these messages.
    pub flits: u64,
    /// Sum of their latencies: from the slot in which a message is made to the one after its last
    /// flit has arrived.
    ///
    /// **Units**: slots.
    pub latency: u64,
    /// The largest latency.
    ///
    /// **Units**: slots.
    pub largest: u64,
    /// All latencies.
    ///
    /// **Units**: slots.
    pub latencies: Histogram,
    /// Flits of background messages that crossed a link.
    pub hops: u64,
    /// Flits of rounds that crossed a link.
    pub round_flits: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// Copies of rounds that arrived.
    pub copies: u64,
    /// Sum of their latencies: from the first slot of the source to the one after the last flit has
    /// arrived.
    ///
    /// **Units**: slots.
    pub copy_latency: u64,
}

impl Counts {
    pub(super) fn delivered(&mut self, latency: u64, flits: u32) {
        self.messages += 1;
        self.flits += u64::from(flits);
        self.latency += latency;
        self.largest = self.largest.max(latency);
        self.latencies.add(latency);
    }

    /// Returns the mean latency of background messages, if one was delivered.
    ///
    /// **Units**: slots.
    pub fn mean_latency(&self) -> Option<f64> {
        (self.messages > 0).then(|| self.latency as f64 / self.messages as f64)
    }

    /// Returns the mean latency of the copies of rounds, if one arrived.
    ///
    /// **Units**: slots.
    pub fn mean_copy_latency(&self) -> Option<f64> {
        (self.copies > 0).then(|| self.copy_latency as f64 / self.copies as f64)
    }
}

impl Batch for Counts {
    fn add(&mut self, other: &Self) {
        self.messages += other.messages;
        self.flits += other.flits;
        self.latency += other.latency;
        self.largest = self.largest.max(other.largest);
        self.latencies.merge(&other.latencies);
        self.hops += other.hops;
        self.round_flits += other.round_flits;
        self.rounds += other.rounds;
        self.copies += other.copies;
        self.copy_latency += other.copy_latency;
    }

    fn mean(&self) -> Option<f64> {
        self.mean_latency()
    }
}

//! `region_input`: the messages of one channel, and what the first of them asks for.

use std::collections::VecDeque;

use super::channels::Channels;
use super::packet::ClockedFlit;

/// An input channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    pub flits: VecDeque<ClockedFlit>,
    /// Of the messages that have not begun the first one, and the others.
    pub header: Header,
    pub later: VecDeque<Header>,
    pub stream: Stream,
}

/// The message that has not begun.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Header {
    /// Requests that were not granted: one bit each, asked for from the lowest on.
    pub missing: u32,
    /// What it has got.
    pub outputs: u64,
    pub buffer: Option<u8>,
    /// Whether its copies have been at the corner.
    pub spreading: bool,
    /// The cycle in which it asked first, if it did.
    pub since: Option<u64>,
    /// How often other channels got the output for which it waits, by channel [`Shape::share_bits`] bits.
    ///
    /// [`Shape::share_bits`]: super::shape::Shape::share_bits
    pub passed: Channels,
}

/// The message that leaves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stream {
    /// Output channels that it has.
    pub outputs: u64,
    pub buffer: Option<u8>,
    pub spreading: bool,
    /// A flit has left.
    pub moved: bool,
}

impl Input {
    /// The waiting message has all its outputs; returns whether another one waits.
    pub fn begin(&mut self) -> bool {
        let Header { outputs, buffer, spreading, .. } = self.header;
        self.stream = Stream { outputs, buffer, spreading, moved: false };
        let next = self.later.pop_front();
        let waits = next.is_some();
        self.header = next.unwrap_or_default();
        waits
    }
}

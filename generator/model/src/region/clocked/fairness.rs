//! How long headers wait, and whether any other channel goes before one of them more often than its share.

use thiserror::Error;

use super::channels::{Channels, each, only};
use super::input::{Header, Input};
use super::shape::Shape;

/// A header waits for an output while another channel gets it more often than its share.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "node {node}: the header of input channel {channel} waits for output {request}, which channel \
     {other} gets more often than its share"
)]
pub struct Starved {
    /// Router.
    pub node: usize,
    /// Channel of the header.
    pub channel: usize,
    /// Output: the links in class 0, the links in class 1, the delivery.
    pub request: usize,
    /// The channel that goes before it.
    pub other: usize,
}

/// What is known about the waits of all headers.
#[derive(Clone, Debug, Default)]
pub(super) struct Waits {
    /// The longest time from the first request of a header to its last grant.
    ///
    /// **Units**: cycles.
    pub longest: u64,
    /// The first header that the same channel passed more often than its share.
    pub starved: Option<Starved>,
}

impl Waits {
    /// A channel gets an output for which some ask.
    #[inline]
    pub fn granted(
        &mut self,
        shape: &Shape,
        inputs: &mut [Input],
        node: usize,
        request: usize,
        granted: usize,
        asks: Channels,
    ) {
        inputs[granted].header.passed = 0;
        let (bits, share) = (shape.share_bits(), shape.share(node, granted).max(1));
        let low = granted * bits;
        for channel in each(asks & !only(granted)) {
            let passed = &mut inputs[channel].header.passed;
            let before = *passed >> low & (only(bits) - 1);
            if before >= share.into() {
                let other = granted;
                self.starved.get_or_insert(Starved { node, channel, request, other });
            } else {
                *passed += only(low);
            }
        }
    }

    /// A message begins.
    #[inline]
    pub fn begun(&mut self, now: u64, header: &Header) {
        let since = header.since.expect("it has asked");
        self.longest = self.longest.max(now - since);
    }
}

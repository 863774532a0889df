//! `ring_tree_delivery`: hands each message of another node to the processor, and its corrections.

use super::Beat;
use super::queue::{Queue, QueueInputs};

/// The deliveries of a node.
#[derive(Clone, Debug)]
pub(super) struct Delivery {
    queue: Queue,
}

impl Delivery {
    pub fn new(origin_bits: u32) -> Self {
        Self { queue: Queue::new(origin_bits) }
    }

    pub fn clear(&mut self) {
        self.queue.clear();
    }

    /// Returns the beat at the port.
    pub fn offered(&self) -> Option<Beat> {
        let (origin, word, again) = self.queue.next()?;
        Some(Beat { origin, payload: word.payload, again })
    }

    pub fn is_pending(&self, origin: u32) -> bool {
        self.queue.is_pending(origin)
    }

    /// Ends a cycle in which the processor takes what is offered or not.
    pub fn step(&mut self, turn: QueueInputs<'_>) {
        self.queue.step(turn);
    }
}

//! `ring_tree_delivery`: hands each message of another node to the processor, and its corrections.

use std::collections::BTreeSet;

use super::store::Store;
use super::turns::Turns;
use super::{Beat, Word};

/// The deliveries of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Delivery {
    changed: Turns,
    /// Origins whose message has been offered.
    told: BTreeSet<u32>,
    offered: Option<Beat>,
}

impl Delivery {
    /// Returns the beat at the port.
    pub fn offered(&self) -> Option<&Beat> {
        self.offered.as_ref()
    }

    /// Ends a cycle in which the processor takes what is offered or not, and in which payloads of
    /// some origins change; the store is that of before.
    pub fn step(&mut self, taken: bool, store: &Store, changed: &BTreeSet<u32>) {
        if taken {
            self.offered = None;
        }
        let next = self.changed.next().filter(|_| self.offered.is_none());
        if let Some(origin) = next {
            self.changed.serve(origin);
            let Word { payload, .. } = *store.word(origin).expect("it has come");
            let again = !self.told.insert(origin);
            self.offered = Some(Beat { origin, payload, again });
        }
        self.changed.insert(changed);
    }
}

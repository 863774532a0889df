//! Random messages of the ring-tree family.

use std::collections::BTreeSet;

use teecast_spec::topology::ring_tree::RingTree;
use teecast_spec::{Flit, RingTreeSpec};

use crate::device::{self, Traffic, Wish};
use crate::random::Random;

/// Makes messages of one flit, the payload.
pub struct OperationTraffic<'a> {
    /// Configuration.
    pub spec: &'a RingTreeSpec,
    /// Its tree.
    pub tree: &'a RingTree,
}

impl Traffic for OperationTraffic<'_> {
    /// Returns no node: one that fails comes back only with a reset.
    fn fault_set(&mut self, _: &mut Random) -> BTreeSet<u32> {
        BTreeSet::new()
    }

    fn sends(&self, node: u32) -> bool {
        self.tree.faults().lives(node)
    }

    fn message(
        &mut self,
        random: &mut Random,
        id: u32,
        _node: u32,
        _wish: Wish,
        _faulty: &BTreeSet<u32>,
    ) -> (String, Vec<Flit>) {
        let mut data = device::data(random, id, 1, self.spec.payload);
        data[0].last = true;
        ("a message".to_string(), data)
    }
}

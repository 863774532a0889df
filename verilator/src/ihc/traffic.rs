//! Random messages of the IHC family.

use std::collections::BTreeSet;

use teecast_spec::{Flit, IhcSpec};

use crate::device::{self, Traffic, Wish};
use crate::random::Random;

/// Most faulty nodes.
const MOST_FAULTY: u32 = 3;

/// Makes messages of all lengths.
pub struct RoundTraffic<'a> {
    /// Configuration.
    pub spec: &'a IhcSpec,
}

impl Traffic for RoundTraffic<'_> {
    /// Returns up to three nodes; one of them is the usual case.
    fn fault_set(&mut self, random: &mut Random) -> BTreeSet<u32> {
        let nodes = self.spec.nodes();
        let count = if random.chance(50) { 1 } else { random.within(0..=MOST_FAULTY) };
        random.distinct(count.min(nodes - 2), nodes).into_iter().collect()
    }

    fn message(
        &mut self,
        random: &mut Random,
        id: u32,
        _node: u32,
        wish: Wish,
        _faulty: &BTreeSet<u32>,
    ) -> (String, Vec<Flit>) {
        let IhcSpec { width, max_data, .. } = *self.spec;
        let malformed = matches!(wish, Wish::Alone | Wish::Any) && random.chance(10);
        let (what, flits) = match wish {
            _ if malformed => ("an oversize frame", max_data + random.within(1..=3)),
            Wish::Heavy => ("a message", max_data),
            _ => ("a message", device::some_data(random, max_data).max(1)),
        };
        let mut data = device::data(random, id, flits, width);
        if let Some(last) = data.last_mut() {
            last.last = true;
        }
        (what.to_string(), data)
    }
}

//! The barrier: tokens by which all nodes learn that all of them are ready.
//!
//! [Sun98] names its time, T_b, and leaves it to the computer; it is ours.

use teecast_spec::topology::ring_tree::Place;

use super::message::Kind;
use super::network::Network;

impl Network {
    /// Returns whether a node holds everything and has everything acknowledged.
    fn is_ready(&self, node: u32) -> bool {
        let member = |place: &Place| &self.rings[place.ring].members[place.position];
        let mut members = self.tree.places(node).iter().map(member);
        let state = &self.nodes[node as usize];
        state.store.len() == self.expected && members.all(|it| it.unacknowledged.is_empty())
    }

    /// Returns whether COLLECT is back on all rings that hang on a node.
    fn is_collected(&self, node: u32) -> bool {
        self.tree.places(node).iter().all(|place| {
            let ring = &self.rings[place.ring];
            ring.gate != place.position || ring.collected
        })
    }

    /// Starts the tokens that can start in this step.
    pub(super) fn move_tokens(&mut self) {
        for index in 0..self.rings.len() {
            let ring = &self.rings[index];
            let node = ring.nodes[ring.gate];
            if !ring.collecting && self.is_ready(node) {
                let ring = &mut self.rings[index];
                ring.collecting = true;
                ring.members[ring.gate].collect = true;
            }
        }
        for node in 0..self.nodes.len() as u32 {
            let state = &self.nodes[node as usize];
            let is_new = state.lives && state.released.is_none();
            if self.is_root(node) && is_new && self.is_ready(node) && self.is_collected(node) {
                self.release(node, self.now - 1);
            }
        }
    }

    /// Lets a node know that all nodes are ready; it starts RELEASE on the rings that hang on it.
    fn release(&mut self, node: u32, now: u64) {
        self.nodes[node as usize].released = Some(now);
        for place in self.tree.places(node) {
            let ring = &mut self.rings[place.ring];
            if ring.gate == place.position {
                ring.members[place.position].release = true;
            }
        }
    }

    /// Takes a token that has come to a member.
    pub(super) fn take_token(&mut self, index: usize, position: usize, kind: Kind) {
        let ring = &mut self.rings[index];
        let node = ring.nodes[position];
        match kind {
            Kind::Collect if position == ring.gate => ring.collected = true,
            Kind::Collect => ring.members[position].collect = true,
            Kind::Release if position != ring.gate => {
                ring.members[position].release = true;
                self.release(node, self.now);
            }
            _ => {}
        }
    }

    /// Returns whether a member may send the COLLECT that it has.
    pub(super) fn may_collect(&self, index: usize, position: usize) -> bool {
        let ring = &self.rings[index];
        let node = ring.nodes[position];
        position == ring.gate || (self.is_ready(node) && self.is_collected(node))
    }
}

//! Acknowledged all-to-all on a tree of virtual rings.

use std::collections::BTreeSet;

use teecast_model::ring_tree::clocked::{Beat, Payload, RingTreeEvent, RingTreeNetwork};
use teecast_spec::RingTreeSpec;
use teecast_spec::topology::ring_tree::Faults;
use teecast_spec::topology::{Graph, Topology};

use super::{ClockedNetwork, DeliveredFlit, Frame, Message, NodeEvent, Watch, check};

/// The clocked network.
pub struct Tree<'a> {
    spec: &'a RingTreeSpec,
    graph: Graph,
    network: RingTreeNetwork,
    /// Nodes that send.
    origins: BTreeSet<u32>,
}

impl<'a> Tree<'a> {
    /// Returns an empty network.
    pub fn new(spec: &'a RingTreeSpec) -> Self {
        let (graph, mut network) = (spec.graph().clone(), RingTreeNetwork::new(spec));
        network.set_faults(Faults { nodes: spec.faults.nodes.clone(), ..Faults::default() });
        network.expect(BTreeSet::new());
        Self { spec, graph, network, origins: BTreeSet::new() }
    }
}

impl ClockedNetwork for Tree<'_> {
    type Offer = Payload;

    const BY_SOURCE: bool = true;

    fn frame(&mut self, _: u32, message: &Message) -> Result<Frame<Payload>, String> {
        check(message, self.spec.nodes(), 1)?;
        if message.to != "all" {
            return Err("every message goes to all".into());
        }
        if !self.spec.faults.lives(message.source) {
            return Err(format!("node {} is faulty", message.source));
        }
        self.origins.insert(message.source);
        self.network.expect(self.origins.clone());
        let living = (0..self.spec.nodes()).filter(|node| self.spec.faults.lives(*node));
        Ok(Frame { flits: 1, copies: living.count() as u32 - 1, what: Payload::default() })
    }

    fn offer(&mut self, node: u32, frame: &Payload, _: bool) {
        self.network.offer(node, *frame);
    }

    fn ahead(&self, node: u32, link: u32) -> u32 {
        self.graph.neighbour(node, link).expect("slots cross links only")
    }

    fn step(&mut self, watch: &mut Watch, _: bool) {
        self.network.step(watch);
    }

    fn now(&self) -> u64 {
        self.network.now()
    }

    /// All nodes are done: what is sent after that are heartbeats.
    fn idle(&self) -> bool {
        let mut living = (0..self.spec.nodes()).filter(|node| self.spec.faults.lives(*node));
        living.all(|node| self.network.is_done(node) && !self.network.delivers(node))
    }
}

impl DeliveredFlit for Beat {
    fn shown(&self) -> (u32, bool) {
        (self.origin, true)
    }
}

impl NodeEvent for RingTreeEvent {
    fn told(&self) -> (u32, u32) {
        (self.node, self.code)
    }
}

//! The emitted IHC network, clock by clock.
//!
//! Every module of `templates/ihc/rtl` that keeps something from one clock to the next has its file
//! here. In a cycle each node works with what its registers hold and what is on its links; the
//! registers change at the end of the cycle. Flits carry their bits, since a filter and a majority
//! look at them.
//!
//! **Source**: [LS94] IV; the cycles are those of the emitted modules.

mod delivery;
mod event_queue;
mod injector;
mod node;
mod relay;
mod schedule;
mod store;

use std::mem;

use teecast_spec::{Flit, IhcSpec};

use self::node::{Node, NodeInputs};
use self::schedule::Rounds;
use super::reception::Faults;
use crate::simulate::world::{OnLink, World};

/// A flit on a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkFlit {
    /// A packet begins with it.
    pub first: bool,
    /// Its bits, and whether the packet ends with it.
    pub flit: Flit,
}

/// What a node reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IhcEvent {
    /// Reporting node.
    pub node: u32,
    /// One of [`super::event`].
    pub code: u32,
    /// Node that is named as the source.
    pub source: u32,
}

/// All nodes of a network and the links between them.
#[derive(Clone, Debug)]
pub struct IhcNetwork {
    spec: IhcSpec,
    now: u64,
    rounds: Rounds,
    nodes: Vec<Node>,
    faults: Faults,
    /// A round is asked for in the next cycle.
    asked: bool,
    /// By node what its processor offers, until it is taken.
    offers: Vec<Option<Flit>>,
    /// By node what stands on its links instead of what it sends.
    lies: Vec<Option<Vec<Option<LinkFlit>>>>,
    /// By link the source of the packet on it, as its first flit says.
    carried: Vec<u32>,
}

impl IhcNetwork {
    /// Returns an empty network after reset.
    pub fn new(spec: &IhcSpec) -> Self {
        let nodes = spec.nodes();
        Self {
            now: 0,
            rounds: Rounds::new(spec),
            nodes: (0..nodes).map(|node| Node::new(spec, node)).collect(),
            faults: Faults::default(),
            asked: false,
            offers: vec![None; nodes as usize],
            lies: vec![None; nodes as usize],
            carried: vec![0; (nodes * spec.cycles()) as usize],
            spec: spec.clone(),
        }
    }

    /// Returns the cycle that is played next.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns whether a round that is asked for in the next cycle begins.
    pub fn round_ready(&self) -> bool {
        self.rounds.ready(self.now)
    }

    /// Asks for a round in the next cycle; without effect if the network is not ready.
    pub fn start_round(&mut self) {
        self.asked = true;
    }

    /// Offers the next flit of a frame until it is taken.
    pub fn offer(&mut self, node: u32, flit: Flit) {
        self.offers[node as usize] = Some(flit);
    }

    /// Returns whether a flit that the processor of a node offers in the next cycle is taken.
    pub fn accepts(&self, node: u32) -> bool {
        !self.faults.nodes.contains(&node) && self.nodes[node as usize].accepts()
    }

    /// Changes which nodes and links are faulty, from the next cycle on.
    ///
    /// The contract of the hardware permits it between rounds only.
    pub fn set_faults(&mut self, faults: Faults) {
        self.faults = faults;
    }

    /// Replaces what a node sends from the next cycle on, or lets it send again.
    ///
    /// **Shape**: by directed cycle.
    pub fn lie(&mut self, node: u32, flits: Option<Vec<Option<LinkFlit>>>) {
        self.lies[node as usize] = flits;
    }

    /// Returns what a node sends on a directed cycle in the next cycle.
    pub fn on_link(&self, node: u32, cycle: u32) -> Option<&LinkFlit> {
        match &self.lies[node as usize] {
            Some(flits) => flits[cycle as usize].as_ref(),
            None => self.nodes[node as usize].sends(cycle),
        }
    }

    /// Returns the flit that the processor of a node is offered in the next cycle.
    pub fn delivers(&self, node: u32) -> Option<&Flit> {
        let faulty = self.faults.nodes.contains(&node);
        self.nodes[node as usize].delivers().filter(|_| !faulty)
    }

    /// Returns whether no round runs, and nothing is left to deliver or to report.
    pub fn idle(&self) -> bool {
        self.rounds.idle(self.now) && self.nodes.iter().all(Node::idle)
    }

    /// Plays a cycle.
    pub fn step(&mut self, world: &mut impl World<Flit, IhcEvent>) {
        let begins = mem::take(&mut self.asked) && self.round_ready();
        let moment = self.rounds.moment(self.now, begins);
        let links = self.links();
        let mut free = true;
        for node in 0..self.spec.nodes() {
            for cycle in 0..self.spec.cycles() {
                if let Some(flit) = &links[self.link(node, cycle)] {
                    let place = self.link(node, cycle);
                    if flit.first {
                        let [source_bits, _] = self.spec.link_fields();
                        self.carried[place] = flit.flit.field(0, source_bits);
                    }
                    let (message, last) = (self.carried[place], flit.flit.last);
                    world.crossed(self.now, OnLink { node, link: cycle, message, last });
                    if flit.first {
                        world.link_start(self.now, node, cycle);
                    }
                }
            }
            let arrives = self.arriving(node, &links);
            let here = &mut self.nodes[node as usize];
            if self.faults.nodes.contains(&node) {
                here.fail();
                continue;
            }
            free &= here.is_free(moment.number);
            let offer = &mut self.offers[node as usize];
            let rounds = &self.rounds;
            here.step(
                NodeInputs { spec: &self.spec, now: self.now, moment, rounds, arrives },
                offer,
                world,
            );
        }
        self.rounds.end(self.now, &moment, free);
        self.now += 1;
    }

    /// Returns what is on all links.
    fn links(&self) -> Vec<Option<LinkFlit>> {
        let links = (0..self.spec.nodes())
            .flat_map(|node| (0..self.spec.cycles()).map(move |cycle| (node, cycle)));
        links.map(|(node, cycle)| self.on_link(node, cycle).cloned()).collect()
    }

    /// Returns what comes to a node.
    ///
    /// **Shape**: by directed cycle.
    fn arriving<'a>(&self, node: u32, links: &'a [Option<LinkFlit>]) -> Vec<Option<&'a LinkFlit>> {
        let arrives = |cycle| {
            let from = self.rounds.rings.previous(cycle, node);
            let faulty = self.faults.links.contains(&(from, cycle));
            links[self.link(from, cycle)].as_ref().filter(|_| !faulty)
        };
        (0..self.spec.cycles()).map(arrives).collect()
    }

    fn link(&self, node: u32, cycle: u32) -> usize {
        (node * self.spec.cycles() + cycle) as usize
    }
}

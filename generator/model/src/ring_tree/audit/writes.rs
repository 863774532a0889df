//! Table writes after a repair: played on the tables before, they lead to those after, in the order that keeps
//! what is whole at work, and no virtual node is ever doubled or left without its ring.

use std::collections::{BTreeMap, BTreeSet};

use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{
    Entry, NodeTable, Output, Repair, RingTree, Step, VirtualNode,
};

use super::network::Healthy;
use super::words::words;
use crate::flaw::{Flaw, hold};

/// What the host does, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Off,
    Disable,
    Wait,
    Tables,
    Forgiven,
    Restart,
    Gates,
    On,
}

impl Phase {
    fn of(step: &Step) -> Self {
        let Step::Write { entry, .. } = step else { return Phase::Wait };
        match entry {
            Entry::Barrier { on: false, .. } => Phase::Off,
            Entry::Disable { .. } => Phase::Disable,
            Entry::Place(_) | Entry::Output { .. } => Phase::Tables,
            Entry::Forgiven { .. } => Phase::Forgiven,
            Entry::Restart { .. } => Phase::Restart,
            Entry::Gate { .. } => Phase::Gates,
            Entry::Barrier { on: true, .. } => Phase::On,
        }
    }
}

/// What the hardware of a node holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Held {
    /// **Shape**: by index; the gate is that of the table, the flag says that the ring is a root.
    virtual_nodes: BTreeMap<u32, (VirtualNode, bool)>,
    outputs: Vec<Output>,
    forgiven: BTreeSet<u32>,
}

impl Held {
    /// Returns what the nodes hold when the tables of a tree are written, by node; of faulty ones, nothing.
    fn of(tree: &RingTree) -> Vec<Self> {
        let network = Healthy::new(tree.graph(), tree.faults());
        let mut held = vec![Held::default(); network.lives.len()];
        let roots: BTreeSet<u16> =
            tree.rings().iter().zip(tree.roots()).filter(|it| it.1).map(|it| it.0.id).collect();
        for (held, NodeTable { virtual_nodes, outputs }) in held.iter_mut().zip(tree.tables()) {
            let of = |it: VirtualNode| (it.index, (it, roots.contains(&it.ring)));
            held.virtual_nodes = virtual_nodes.into_iter().map(of).collect();
            held.outputs = outputs;
        }
        for part in network.parts() {
            let apart: BTreeSet<u32> =
                (0..held.len() as u32).filter(|node| !part.contains(node)).collect();
            part.iter().for_each(|node| held[*node as usize].forgiven.clone_from(&apart));
        }
        held
    }

    /// Returns the same without gates and roots, which have their own writes.
    fn without_gates(&self) -> (Vec<VirtualNode>, &[Output]) {
        let of = |(it, _): &(VirtualNode, bool)| VirtualNode { gate: false, ..*it };
        (self.virtual_nodes.values().map(of).collect(), &self.outputs)
    }
}

/// Audits the writes that a host makes after a repair which is right, and their addresses and bits.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn writes(before: &RingTree, made: &Repair, steps: &[Step]) -> Result<(), Flaw> {
    let phases = steps.iter().map(Phase::of);
    hold(phases.is_sorted(), || "writes are not in the order of the phases")?;
    let mut host = Host::new(before, made);
    for phase in steps.chunk_by(|one, other| Phase::of(one) == Phase::of(other)) {
        for step in phase {
            host.step(step)?;
        }
        host.ends(Phase::of(&phase[0]))?;
    }
    host.is_there()?;
    words(steps, before.graph().nodes())
}

/// The tables on their way from one tree to the next.
struct Host<'a> {
    made: &'a Repair,
    /// What the nodes hold, now and in the end.
    held: Vec<Held>,
    wanted: Vec<Held>,
    /// Links that whole rings use, by node and port.
    whole: BTreeSet<(u32, u32)>,
    lives: Vec<bool>,
    /// Nodes whose barrier was switched off, and on.
    off: BTreeSet<u32>,
    on: BTreeSet<u32>,
    /// Nodes and their virtual nodes that were restarted.
    restarted: BTreeSet<(u32, u32)>,
    /// **Units**: clocks.
    waited: u32,
}

impl<'a> Host<'a> {
    fn new(before: &RingTree, made: &'a Repair) -> Self {
        let network = Healthy::new(before.graph(), made.tree.faults());
        let rings = before.rings().iter().filter(|ring| network.carries(&ring.nodes));
        let pairs = rings.flat_map(|ring| ring.nodes.windows(2));
        let both = pairs.flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
        let whole = both.filter_map(|(node, other)| Some((node, network.port(node, other)?)));
        Self {
            held: Held::of(before),
            wanted: Held::of(&made.tree),
            whole: whole.collect(),
            lives: network.lives,
            made,
            off: BTreeSet::new(),
            on: BTreeSet::new(),
            restarted: BTreeSet::new(),
            waited: 0,
        }
    }

    /// Returns the living nodes.
    fn living(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.lives).filter(|(_, lives)| **lives).map(|(node, _)| node)
    }

    /// Takes a step.
    fn step(&mut self, step: &Step) -> Result<(), Flaw> {
        let (node, entry) = match step {
            Step::Wait { clocks } => {
                self.waited += clocks;
                return Ok(());
            }
            Step::Write { node, entry } => (*node, entry),
        };
        let lives = self.lives.get(node as usize) == Some(&true);
        hold(lives, || format!("a write goes to node {node}, which is faulty"))?;
        let is_new = |ring: u16| self.made.new.contains(&ring);
        let held = &mut self.held[node as usize];
        let is_right = match entry {
            Entry::Barrier { epoch, on } => {
                let set = if *on { &mut self.on } else { &mut self.off };
                set.insert(node) && *epoch == self.made.tree.epoch()
            }
            Entry::Disable { virtual_node } => {
                let gone = held.virtual_nodes.remove(virtual_node);
                gone.is_some_and(|(it, _)| self.made.removed.contains(&it.ring))
            }
            Entry::Place(it) => {
                let is_free = held.virtual_nodes.insert(it.index, (*it, false)).is_none();
                is_free && is_new(it.ring) && !it.gate
            }
            Entry::Output { port, from } => {
                let is_placed = match from {
                    Output::VirtualNode(index) => held.virtual_nodes.contains_key(index),
                    _ => true,
                };
                let output = held.outputs.get_mut(*port as usize);
                let is_changed = output.is_some_and(|it| std::mem::replace(it, *from) != *from);
                is_placed && is_changed && !self.whole.contains(&(node, *port))
            }
            Entry::Forgiven { origins } => {
                let origins: BTreeSet<u32> = origins.iter().copied().collect();
                std::mem::replace(&mut held.forgiven, origins.clone()) != origins
            }
            Entry::Restart { virtual_node } => {
                let ring = held.virtual_nodes.get(virtual_node).map(|(it, _)| it.ring);
                ring.is_some_and(is_new) && self.restarted.insert((node, *virtual_node))
            }
            Entry::Gate { virtual_node, gate, root } => {
                let it = held.virtual_nodes.get_mut(virtual_node);
                it.map(|it| (it.0.gate, it.1) = (*gate, *root)).is_some()
            }
        };
        hold(is_right, || format!("node {node} gets {entry:?}, which does not fit what it holds"))
    }

    /// Audits what has to be when a phase ends.
    fn ends(&self, phase: Phase) -> Result<(), Flaw> {
        let living: Vec<u32> = self.living().collect();
        match phase {
            Phase::Off | Phase::On => {
                let set = if phase == Phase::Off { &self.off } else { &self.on };
                let is_all = set.iter().eq(&living);
                hold(is_all, || format!("barrier {phase:?} does not go to every living node"))
            }
            Phase::Wait => {
                let clocks = 2 * self.made.tree.ring_size();
                hold(self.waited == clocks, || format!("{} clocks, not {clocks}", self.waited))?;
                let rings =
                    living.iter().flat_map(|it| self.held[*it as usize].virtual_nodes.values());
                let left = rings.map(|(it, _)| it.ring).find(|it| self.made.removed.contains(it));
                hold(left.is_none(), || format!("ring {left:?} is gone, and not switched off"))
            }
            Phase::Tables => self.tables(),
            Phase::Restart => {
                let new = living.iter().flat_map(|node| {
                    let all = self.wanted[*node as usize].virtual_nodes.values();
                    let new = all.filter(|(it, _)| self.made.new.contains(&it.ring));
                    new.map(move |(it, _)| (*node, it.index))
                });
                let is_all = self.restarted == new.collect();
                hold(is_all, || "a new virtual node is not started")
            }
            Phase::Disable | Phase::Forgiven | Phase::Gates => Ok(()),
        }
    }

    /// Audits that the tables of all living nodes are those after the repair, but for gates.
    fn tables(&self) -> Result<(), Flaw> {
        let differs = |node: &u32| {
            let (held, wanted) = (&self.held[*node as usize], &self.wanted[*node as usize]);
            held.without_gates() != wanted.without_gates()
        };
        let node = self.living().find(differs);
        hold(node.is_none(), || format!("tables of node {node:?} are not those of the new tree"))
    }

    /// Audits that the nodes hold what the new tree needs, and that every phase was played that has to be.
    fn is_there(&self) -> Result<(), Flaw> {
        for phase in [Phase::Off, Phase::Wait, Phase::Tables, Phase::Restart, Phase::On] {
            self.ends(phase)?;
        }
        let differs = |node: &u32| self.held[*node as usize] != self.wanted[*node as usize];
        let node = self.living().find(differs);
        hold(node.is_none(), || format!("gates or forgiven origins of node {node:?} are wrong"))
    }
}

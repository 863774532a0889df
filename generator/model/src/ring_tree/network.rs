//! The algorithm on a tree of rings, step by step ([Sun98] figures 3.2 and 3.8).

use std::collections::BTreeMap;

use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Faults, Place, RingTree};

use super::message::{Key, Kind, Slot, Stored};
use super::ring::{Ring, Timing};

/// When a node injects after it has taken an own message off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Injection {
    /// At once, into the same slot.
    Greedy,
    /// One step later: the slot stays empty once.
    Fair,
}

/// How a member without anything under way makes sure that its ring is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heartbeats {
    /// Not at all.
    None,
    /// By a heartbeat in an empty slot, which has to come back.
    Plain,
    /// By a heartbeat that data of others may replace: any slot in use has to come instead.
    Replaceable,
}

/// The variant of the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How long a virtual link takes.
    pub timing: Timing,
    /// When a node injects again.
    pub injection: Injection,
    /// How members notice that a ring is broken.
    pub heartbeats: Heartbeats,
    /// Nodes agree by tokens that everything is everywhere.
    pub barrier: bool,
}

impl Rules {
    /// The steps of the paper, without faults.
    pub const PAPER: Rules = Rules {
        timing: Timing::Steps,
        injection: Injection::Greedy,
        heartbeats: Heartbeats::None,
        barrier: false,
    };
}

/// What a node has to remember.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node is not faulty.
    pub lives: bool,
    /// The messages that it holds.
    pub store: BTreeMap<Key, Stored>,
    /// Step in which it learnt that all nodes are ready.
    pub released: Option<u64>,
}

/// What has happened so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Step of the last first delivery of a message at a node.
    pub delivered: u64,
    /// Step of the last acknowledgement.
    pub acknowledged: u64,
    /// Virtual links that messages crossed.
    pub transfers: u64,
    /// Longest queue of a virtual node.
    pub queue: usize,
    /// Messages that had to wait in a node with one ring, or with more, by number of its rings.
    pub contention: BTreeMap<usize, u64>,
    /// Messages that came back changed.
    pub resends: u64,
}

/// All rings and nodes.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) rules: Rules,
    pub(super) tree: RingTree,
    /// **Shape**: by index of the ring in the tree.
    pub(super) rings: Vec<Ring>,
    /// **Shape**: by node.
    pub(super) nodes: Vec<Node>,
    /// Steps that are over.
    pub(super) now: u64,
    pub(super) tally: Tally,
    /// Messages that a node has to hold before it is ready.
    pub(super) expected: usize,
    /// Repairs so far.
    epoch: u32,
    /// By node, its component since the last repair.
    parts: Vec<usize>,
}

impl Network {
    /// Returns the network of a tree with nothing to send.
    pub fn new(tree: &RingTree, rules: Rules) -> Self {
        let gates = tree.gates();
        let ring = |(ring, gate): (&teecast_spec::topology::ring_tree::Ring, usize)| {
            Ring::new(ring.id, &ring.nodes, gate, rules.timing)
        };
        let node = |node| Node {
            lives: tree.faults().lives(node),
            store: BTreeMap::new(),
            released: None,
        };
        Self {
            rules,
            rings: tree.rings().iter().zip(gates).map(ring).collect(),
            nodes: (0..tree.graph().nodes()).map(node).collect(),
            tree: tree.clone(),
            now: 0,
            tally: Tally::default(),
            expected: 0,
            epoch: 0,
            parts: vec![0; tree.graph().nodes() as usize],
        }
    }

    /// Gives a node a message of its own; it injects it on all its rings from the next step on.
    pub fn send(&mut self, key: Key, payload: u64) {
        self.expected += 1;
        self.nodes[key.0 as usize]
            .store
            .insert(key, Stored { epoch: self.epoch, confirmed: true, payload });
        self.queue(key.0, key, |_| true);
    }

    /// Returns what has happened so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the rings.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// Returns the tree of rings.
    pub fn tree(&self) -> &RingTree {
        &self.tree
    }

    /// Returns the number of steps that are over.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns whether every living member has everything acknowledged.
    pub fn is_quiet(&self) -> bool {
        self.living_members().all(|(ring, position)| {
            let member = &self.rings[ring].members[position];
            member.queue.is_empty() && member.unacknowledged.is_empty()
        })
    }

    /// Returns the members of all rings whose nodes live.
    fn living_members(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rings.iter().enumerate().flat_map(move |(index, ring)| {
            let lives = |(_, node): &(usize, &u32)| self.nodes[**node as usize].lives;
            let positions = ring.nodes.iter().enumerate().filter(lives);
            positions.map(move |(position, _)| (index, position))
        })
    }

    /// Queues a message at those virtual nodes of a node whose ring is chosen.
    pub(super) fn queue(&mut self, node: u32, key: Key, chosen: impl Fn(usize) -> bool) {
        for &Place { ring, position, .. } in self.tree.places(node) {
            if !chosen(ring) {
                continue;
            }
            let member = &mut self.rings[ring].members[position];
            member.unacknowledged.insert(key);
            if !member.queue.contains(&key) {
                member.queue.push_back(key);
            }
            self.tally.queue = self.tally.queue.max(member.queue.len());
        }
    }

    /// Goes on by a step; `garble` may change what crosses a virtual link.
    pub fn step(&mut self, mut garble: impl FnMut(&mut Stored)) {
        self.now += 1;
        if self.rules.barrier {
            self.move_tokens();
        }
        let mut arrivals = Vec::new();
        for index in 0..self.rings.len() {
            let length = self.rings[index].nodes.len();
            for position in 0..length {
                let mut out = self.sent(index, position);
                if let Some(Slot { kind: Kind::Data(_, stored), .. }) = &mut out {
                    self.tally.transfers += 1;
                    garble(stored);
                }
                let arrived = self.rings[index].shift(position, out);
                arrivals.push((index, (position + 1) % length, arrived));
            }
        }
        for (index, position, slot) in arrivals {
            self.arrive(index, position, slot);
        }
    }

    /// Returns what a member sends in this step.
    fn sent(&mut self, index: usize, position: usize) -> Option<Slot> {
        let may_collect = self.rules.barrier && self.may_collect(index, position);
        let ring = &mut self.rings[index];
        let node = ring.nodes[position];
        let round_trip = ring.round_trip();
        let member = &mut ring.members[position];
        let came = member.arrived.take();
        let returned = std::mem::take(&mut member.returned);
        if !self.nodes[node as usize].lives {
            return None;
        }
        let is_heartbeat = came.is_some_and(|slot| slot.kind == Kind::Heartbeat);
        let is_replaceable = is_heartbeat && self.rules.heartbeats == Heartbeats::Replaceable;
        let is_free = came.is_none() || (is_replaceable && !member.queue.is_empty());
        if !is_free || (returned && self.rules.injection == Injection::Fair) {
            if !member.queue.is_empty() {
                *self.tally.contention.entry(self.tree.places(node).len()).or_default() += 1;
            }
            return came;
        }
        let kind = if let Some(key) = member.queue.pop_front() {
            let is_lost = self.parts[key.0 as usize] != self.parts[node as usize];
            let stored = self.nodes[node as usize].store[&key];
            let confirmed = ring.gate == position || !is_lost;
            Kind::Data(key, Stored { epoch: self.epoch, confirmed, ..stored })
        } else if may_collect && std::mem::take(&mut member.collect) {
            Kind::Collect
        } else if std::mem::take(&mut member.release) {
            Kind::Release
        } else if self.rules.heartbeats != Heartbeats::None && member.under_way.is_empty() {
            Kind::Heartbeat
        } else {
            return None;
        };
        if matches!(kind, Kind::Data(..) | Kind::Heartbeat) {
            // It leaves in this step, and takes the last one of its way in the last one.
            let due = self.now + round_trip - 1;
            let key = if let Kind::Data(key, _) = kind { Some(key) } else { None };
            member.under_way.push_back((due, key));
        }
        Some(Slot { injector: position, kind })
    }

    /// Takes what has come to a member in this step.
    fn arrive(&mut self, index: usize, position: usize, slot: Option<Slot>) {
        let ring = &mut self.rings[index];
        let node = ring.nodes[position];
        if !self.nodes[node as usize].lives {
            return;
        }
        let member = &mut ring.members[position];
        let is_own = slot.is_some_and(|slot| slot.injector == position);
        if let Some(&(due, key)) = member.under_way.front()
            && due == self.now
        {
            member.under_way.pop_front();
            let is_replaceable = self.rules.heartbeats == Heartbeats::Replaceable;
            let is_alive = is_own || (key.is_none() && is_replaceable && slot.is_some());
            if !is_alive {
                member.alarm.get_or_insert(self.now);
            }
        }
        let Some(slot) = slot else { return };
        match slot.kind {
            Kind::Data(key, stored) if is_own => {
                member.returned = true;
                self.take_back(index, position, key, stored);
            }
            Kind::Data(key, stored) => {
                member.arrived = Some(slot);
                self.receive(index, position, key, stored);
            }
            Kind::Heartbeat => member.arrived = Some(slot).filter(|_| !is_own),
            Kind::Collect | Kind::Release => self.take_token(index, position, slot.kind),
        }
    }

    /// Takes a message of another member.
    ///
    /// What is confirmed comes to a node by one ring, from one member and in the order in which that one
    /// sent it: the node takes it as it comes. The first one after a repair, and a new payload, go on to all
    /// other rings. Copies of an origin out of reach go up, from gate to gate; the root confirms the first one
    /// that it has, and sends it down. What is confirmed takes no other copy from below.
    fn receive(&mut self, index: usize, position: usize, key: Key, came: Stored) {
        let ring = &self.rings[index];
        let node = ring.nodes[position];
        if came.epoch != self.epoch || !(came.confirmed || ring.gate == position) {
            return;
        }
        let is_root = self.is_root(node);
        let state = &mut self.nodes[node as usize];
        let old = state.store.get(&key).copied();
        let is_confirmed = old.is_some_and(|old| old.confirmed && old.epoch == self.epoch);
        let is_changed = old.is_none_or(|old| old.payload != came.payload);
        let counts =
            if came.confirmed { is_changed || !is_confirmed } else { is_changed && !is_confirmed };
        if key.0 == node || !counts {
            return;
        }
        state.store.insert(key, Stored { confirmed: came.confirmed || is_root, ..came });
        if old.is_none() {
            self.tally.delivered = self.now;
        }
        match came.confirmed {
            true => self.queue(node, key, |ring| ring != index),
            false if is_root => self.queue(node, key, |_| true),
            false => self.queue_up(node, key),
        }
    }

    /// Returns whether all rings of a node hang on it.
    pub(super) fn is_root(&self, node: u32) -> bool {
        let mut places = self.tree.places(node).iter();
        places.all(|place| self.rings[place.ring].gate == place.position)
    }

    /// Queues a message on the rings that do not hang on a node.
    fn queue_up(&mut self, node: u32, key: Key) {
        let places = self.tree.places(node).iter();
        let up = places.filter(|place| self.rings[place.ring].gate != place.position);
        let up: Vec<usize> = up.map(|place| place.ring).collect();
        self.queue(node, key, |ring| up.contains(&ring));
    }

    /// Takes an own message off the ring and compares it, if no later copy of it is queued or under way.
    fn take_back(&mut self, index: usize, position: usize, key: Key, came: Stored) {
        let node = self.rings[index].nodes[position];
        let stored = self.nodes[node as usize].store[&key];
        let member = &mut self.rings[index].members[position];
        let is_last = member.under_way.iter().all(|(_, later)| *later != Some(key));
        if came.epoch != self.epoch || member.queue.contains(&key) || !is_last {
            return;
        }
        if came.payload != stored.payload {
            self.tally.resends += 1;
            self.queue(node, key, |ring| ring == index);
        } else if member.unacknowledged.remove(&key) {
            self.tally.acknowledged = self.now;
        }
    }

    /// Lets nodes and links fail from the next step on; what is on cut virtual links is lost.
    pub fn fail(&mut self, faults: &Faults) {
        let now = self.now + 1;
        for node in &faults.nodes {
            self.nodes[*node as usize].lives = false;
        }
        let carries = |one: u32, other: u32| {
            let is_whole = self.tree.faults().carries(one, other) && faults.carries(one, other);
            is_whole && self.nodes[one as usize].lives && self.nodes[other as usize].lives
        };
        self.rings.iter_mut().for_each(|ring| ring.cut(now, carries));
    }

    /// Takes the tree after a repair: whole rings go on, what is under way counts no more. Every node sends
    /// its own message again; what it holds of origins out of reach goes up, and from the root down.
    pub fn take_tree(&mut self, tree: &RingTree) {
        let gates = tree.gates();
        let mut old: BTreeMap<u16, Ring> =
            std::mem::take(&mut self.rings).into_iter().map(|ring| (ring.id, ring)).collect();
        for (ring, gate) in tree.rings().iter().zip(gates) {
            let idle = || Ring::new(ring.id, &ring.nodes, gate, self.rules.timing);
            let mut ring = old.remove(&ring.id).unwrap_or_else(idle);
            ring.gate = gate;
            for member in &mut ring.members {
                member.queue.clear();
                member.unacknowledged.clear();
            }
            self.rings.push(ring);
        }
        self.tree = tree.clone();
        self.epoch += 1;
        // A faulty node is no part of any component.
        self.parts.fill(usize::MAX);
        for (part, component) in tree.components().iter().enumerate() {
            component.iter().for_each(|node| self.parts[*node as usize] = part);
        }
        for node in tree.living() {
            let keys: Vec<Key> = self.nodes[node as usize].store.keys().copied().collect();
            for key in keys {
                let is_lost = self.parts[key.0 as usize] != self.parts[node as usize];
                if key.0 == node || (is_lost && self.is_root(node)) {
                    let stored = self.nodes[node as usize].store.get_mut(&key).expect("it is held");
                    (stored.epoch, stored.confirmed) = (self.epoch, true);
                    self.queue(node, key, |_| true);
                } else if is_lost {
                    self.queue_up(node, key);
                }
            }
        }
    }
}

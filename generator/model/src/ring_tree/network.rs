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
    /// No repair so far: the messages of an origin come to a node by one ring.
    trusts: bool,
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
            trusts: true,
        }
    }

    /// Gives a node a message of its own; it injects it on all its rings from the next step on.
    pub fn send(&mut self, key: Key, payload: u64) {
        self.expected += 1;
        self.nodes[key.0 as usize].store.insert(key, Stored { version: 0, payload });
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
            Kind::Data(key, self.nodes[node as usize].store[&key])
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
            member.under_way.push_back((due, kind == Kind::Heartbeat));
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
        if let Some(&(due, is_heartbeat)) = member.under_way.front()
            && due == self.now
        {
            member.under_way.pop_front();
            let is_replaceable = self.rules.heartbeats == Heartbeats::Replaceable;
            let is_alive = is_own || (is_heartbeat && is_replaceable && slot.is_some());
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
                self.receive(index, node, key, stored);
            }
            Kind::Heartbeat => member.arrived = Some(slot).filter(|_| !is_own),
            Kind::Collect | Kind::Release => self.take_token(index, position, slot.kind),
        }
    }

    /// Takes a message of another member.
    ///
    /// A new payload goes on to all other rings. Where a copy is still under way, its version is old
    /// from now on and does not count when it comes back: the message is queued there again. The origin
    /// keeps its payload, and answers another one with a version of its own.
    ///
    /// Until a repair, the messages of an origin come to a node by one ring, from one member and in the
    /// order in which that one sent them. The node takes each of them as it comes, whatever its version
    /// is: its own versions tell its own copies apart, and never fall.
    fn receive(&mut self, index: usize, node: u32, key: Key, came: Stored) {
        let store = &mut self.nodes[node as usize].store;
        let Some(old) = store.get_mut(&key) else {
            store.insert(key, came);
            self.tally.delivered = self.now;
            return self.queue(node, key, |ring| ring != index);
        };
        let is_changed = came.payload != old.payload;
        if key.0 == node && is_changed && !old.is_newer(&came) {
            old.version = came.version.wrapping_add(1);
            self.queue(node, key, |_| true);
        } else if came.replaces(old) || (self.trusts && is_changed) {
            let keeps = !self.trusts || came.is_newer(old);
            let version = if keeps { came.version } else { old.version.wrapping_add(1) };
            *old = Stored { version, ..came };
            let waiting = self.unacknowledged_rings(node, key);
            self.queue(node, key, |ring| (is_changed && ring != index) || waiting.contains(&ring));
        } else if is_changed {
            self.queue(node, key, |ring| ring == index);
        }
    }

    /// Returns the rings of a node on which a message is not acknowledged.
    fn unacknowledged_rings(&self, node: u32, key: Key) -> Vec<usize> {
        let is_waiting = |place: &&Place| {
            self.rings[place.ring].members[place.position].unacknowledged.contains(&key)
        };
        self.tree.places(node).iter().filter(is_waiting).map(|place| place.ring).collect()
    }

    /// Takes an own message off the ring and compares it.
    fn take_back(&mut self, index: usize, position: usize, key: Key, came: Stored) {
        let node = self.rings[index].nodes[position];
        let stored = self.nodes[node as usize].store.get_mut(&key).expect("it was injected");
        if came.version != stored.version {
            return;
        }
        if came.payload == stored.payload {
            let member = &mut self.rings[index].members[position];
            if !member.queue.contains(&key) && member.unacknowledged.remove(&key) {
                self.tally.acknowledged = self.now;
            }
        } else {
            stored.version = stored.version.wrapping_add(1);
            self.tally.resends += 1;
            let waiting = self.unacknowledged_rings(node, key);
            self.queue(node, key, |ring| ring == index || waiting.contains(&ring));
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

    /// Takes the tree after a repair: intact rings go on, members of new rings send all they hold.
    pub fn take_tree(&mut self, tree: &RingTree) {
        self.trusts = false;
        let gates = tree.gates();
        let mut old: BTreeMap<u16, Ring> =
            std::mem::take(&mut self.rings).into_iter().map(|ring| (ring.id, ring)).collect();
        let mut new = Vec::new();
        for (index, (ring, gate)) in tree.rings().iter().zip(gates).enumerate() {
            let kept = old.remove(&ring.id);
            new.extend(kept.is_none().then_some(index));
            let idle = || Ring::new(ring.id, &ring.nodes, gate, self.rules.timing);
            let mut ring = kept.unwrap_or_else(idle);
            ring.gate = gate;
            self.rings.push(ring);
        }
        self.tree = tree.clone();
        for index in new {
            for node in tree.rings()[index].nodes.clone() {
                let keys: Vec<Key> = self.nodes[node as usize].store.keys().copied().collect();
                keys.into_iter().for_each(|key| self.queue(node, key, |ring| ring == index));
            }
        }
    }
}

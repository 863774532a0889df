//! `ring_tree_node`: virtual nodes, their common store, and the ways through.

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::topology::ring_tree::words::{self, Field, INDEX_BITS, Table};
use teecast_spec::topology::ring_tree::{NodeTable, Output, VirtualNode};

use super::delivery::Delivery;
use super::event;
use super::event_queue::{EventQueue, Report};
use super::member::{Arrival, Member, Sight};
use super::store::Store;
use super::{Beat, Payload, Slot, Word};

/// What a node keeps.
#[derive(Clone, Debug)]
pub(super) struct Node {
    node: u32,
    outputs: Vec<Output>,
    members: Vec<Member>,
    /// What came in the cycle before.
    ///
    /// **Shape**: by port.
    came: Vec<Option<Slot>>,
    store: Store,
    delivery: Delivery,
    events: EventQueue,
    done: bool,
    /// RELEASE of this epoch began here.
    began: bool,
    /// No repair began in this operation.
    trusts: bool,
    forgiven: BTreeSet<u32>,
    barrier: Barrier,
}

/// What a node knows of the barrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    /// Tokens of another one are dropped.
    pub epoch: u8,
    /// Tokens may leave.
    pub on: bool,
}

/// A cycle, as a node sees it.
#[derive(Clone, Debug)]
pub(super) struct Here<'a> {
    pub now: u64,
    pub next: bool,
    pub expected: &'a BTreeSet<u32>,
    /// What the processor offers and the node takes.
    pub taken: Option<Payload>,
    /// The processor takes what it is offered.
    pub takes: bool,
    /// **Shape**: by port.
    pub links: Vec<Option<Slot>>,
    /// What the host writes.
    pub write: Option<words::Word>,
}

impl Node {
    /// Returns a node after reset; virtual nodes that its table lacks are off.
    pub fn new(node: u32, table: &NodeTable, most: usize) -> Self {
        let mut places = table.virtual_nodes.clone();
        for index in places.len()..most {
            let nowhere = VirtualNode { index: index as u32, ..OFF };
            places.push(nowhere);
        }
        Self {
            node,
            outputs: table.outputs.clone(),
            members: places.into_iter().map(Member::new).collect(),
            came: vec![None; table.outputs.len()],
            store: Store::default(),
            delivery: Delivery::default(),
            events: EventQueue::default(),
            done: false,
            began: false,
            trusts: true,
            forgiven: BTreeSet::new(),
            barrier: Barrier { epoch: 0, on: true },
        }
    }

    /// Returns what leaves by a port.
    pub fn sends(&self, port: usize) -> Option<&Slot> {
        match self.outputs[port] {
            Output::None => None,
            Output::VirtualNode(index) => self.members.get(index as usize)?.sends(),
            Output::Through(from) => self.came.get(from as usize)?.as_ref(),
        }
    }

    pub fn offers(&self) -> Option<&Beat> {
        self.delivery.offered()
    }

    pub fn event(&self) -> Option<Report> {
        self.events.shown()
    }

    /// Returns whether the message of the processor can be taken: a node off all rings takes none.
    pub fn accepts(&self) -> bool {
        !self.members.is_empty() && self.store.word(self.node).is_none()
    }

    pub fn is_done(&self) -> bool {
        self.done
    }

    pub fn held(&self, origin: u32) -> Option<Payload> {
        self.store.word(origin).map(|word| word.payload)
    }

    /// Forgets all but the tables and the events.
    fn clear(&mut self) {
        self.members.iter_mut().for_each(Member::clear);
        self.came.fill(None);
        (self.store, self.delivery) = Default::default();
        (self.done, self.began, self.trusts) = (false, false, true);
    }

    /// Forgets all but the tables.
    pub fn fail(&mut self) {
        self.clear();
        self.events = EventQueue::default();
    }

    /// Plays a cycle.
    pub fn step(&mut self, here: Here<'_>) {
        let slot = |member: &Member| slot_at(&here.links, member);
        let look = |member: &Member| member.look(self.node, self.trusts, &self.store, slot(member));
        let mut arrivals: Vec<Arrival> = self.members.iter().map(look).collect();
        let started = here.write.and_then(|word| index_in(words::RESTART, word));
        let queued = self.queued(&mut arrivals, here.taken.is_some(), started);
        let forgets = here.write.is_some_and(|word| {
            index_in(words::BARRIER, word) == Some(0) && field(words::BARRIER, "on", word) == 0
        });
        let idle = self.members.iter().all(|member| member.waiting().is_empty());
        let ready = idle && self.store.holds(&(here.expected - &self.forgiven));
        let children = self.members.iter().all(Member::is_collected);
        let is_root = self.members.iter().all(|member| member.place.gate || !member.is_on());
        let epoch = self.barrier.epoch;
        let gets = |member: &Member| member.gets_release(slot(member), epoch);
        let released = self.members.iter().any(gets);
        let starts = is_root && ready && children && self.barrier.on && !self.began;
        let releases = starts || released;
        self.done |= releases && !self.members.is_empty();
        self.began = !forgets && (self.began || starts);
        self.trusts &= !forgets;
        let mut found = VecDeque::new();
        for ((member, arrival), queued) in self.members.iter_mut().zip(&arrivals).zip(&queued) {
            let Here { now, .. } = here;
            let (store, barrier) = (&self.store, self.barrier);
            let sight = Sight { now, store, ready, children, releases, barrier, forgets, queued };
            let breaks = member.step(sight, slot_at(&here.links, member));
            let codes = [
                (arrival.refused, event::REFUSED),
                (arrival.differs, event::DIFFERS),
                (breaks, event::BROKEN),
            ];
            let reports = codes.iter().filter(|(is_so, _)| *is_so);
            found.extend(reports.map(|(_, code)| (*code, member.place.ring)));
        }
        self.events.step(found);
        let of_others = arrivals.iter().filter(|arrival| arrival.origin != self.node);
        let news = of_others.filter(|arrival| arrival.writes.is_some() && arrival.changed);
        self.delivery.step(here.takes, &self.store, &news.map(|it| it.origin).collect());
        for arrival in arrivals {
            if let Some(word) = arrival.writes {
                self.store.write(arrival.origin, word);
            }
        }
        if let Some(payload) = here.taken {
            self.store.write(self.node, Word { version: 0, payload });
        }
        self.came = here.links;
        self.write(here.write);
        if here.next {
            self.clear();
            self.forgiven.clear();
        }
    }

    /// Takes what the host writes; an entry that is not here is not written.
    pub fn write(&mut self, word: Option<words::Word>) {
        let Some(word) = word else { return };
        let of = |table| index_in(table, word);
        if of(words::BARRIER) == Some(0) {
            let epoch = field(words::BARRIER, "epoch", word) as u8;
            self.barrier = Barrier { epoch, on: field(words::BARRIER, "on", word) == 1 };
        } else if let Some(index) = of(words::FORGIVEN) {
            let origins = 32 * index as u32..32 * (index as u32 + 1);
            for (bit, origin) in origins.enumerate() {
                if word.data >> bit & 1 == 1 {
                    self.forgiven.insert(origin);
                } else {
                    self.forgiven.remove(&origin);
                }
            }
        } else if let Some(port) = of(words::OUTPUT) {
            let source = field(words::OUTPUT, "source", word);
            let output = match source {
                _ if source % 2 == 1 => Output::VirtualNode(source / 2),
                _ if source as usize == 2 * port => Output::None,
                _ => Output::Through(source / 2),
            };
            if let Some(it) = self.outputs.get_mut(port) {
                *it = output;
            }
        }
        let member = |table| of(table).filter(|index| *index < self.members.len());
        if let Some(index) = member(words::PLACE) {
            let member = &mut self.members[index];
            member.place.ring = field(words::PLACE, "ring", word) as u16;
            member.place.position = field(words::PLACE, "position", word);
            member.place.length = field(words::PLACE, "length", word);
            member.runs = false;
        } else if let Some(index) = member(words::IN_PORT) {
            self.members[index].place.in_port = field(words::IN_PORT, "port", word);
        } else if let Some(index) = member(words::GATE) {
            self.members[index].place.gate = field(words::GATE, "gate", word) == 1;
        } else if let Some(index) = member(words::RESTART) {
            self.members[index].runs = true;
        }
    }

    /// Returns what is queued on each ring. Of two rings that write one message one does, first those
    /// by which it came from another member, then the lower one; the other one gets that as an answer.
    /// A ring that starts queues all that is held.
    fn queued(
        &self,
        arrivals: &mut [Arrival],
        takes: bool,
        started: Option<usize>,
    ) -> Vec<BTreeSet<u32>> {
        let own = takes.then_some(self.node);
        let mut queued: Vec<BTreeSet<u32>> = vec![own.into_iter().collect(); self.members.len()];
        if let Some(queued) = started.and_then(|ring| queued.get_mut(ring)) {
            queued.extend(self.store.origins());
        }
        let mut written = BTreeSet::new();
        let (back, came): (Vec<&mut Arrival>, Vec<&mut Arrival>) =
            arrivals.iter_mut().partition(|arrival| arrival.differs);
        for arrival in came.into_iter().chain(back).filter(|arrival| arrival.writes.is_some()) {
            if !written.insert(arrival.origin) {
                arrival.writes = None;
                arrival.here = true;
            }
        }
        for (index, arrival) in arrivals.iter().enumerate() {
            for (ring, (member, queued)) in self.members.iter().zip(&mut queued).enumerate() {
                let is_waiting = arrival.waiting && member.waiting().contains(&arrival.origin);
                let chosen = if ring == index { arrival.here } else { arrival.others };
                if chosen || is_waiting {
                    queued.insert(arrival.origin);
                }
            }
        }
        queued
    }
}

/// A virtual node that is off.
const OFF: VirtualNode =
    VirtualNode { index: 0, ring: 0, position: 0, length: 0, in_port: 0, out_port: 0, gate: false };

/// Returns what comes to a virtual node; from a port that is not here, nothing.
fn slot_at<'a>(links: &'a [Option<Slot>], member: &Member) -> Option<&'a Slot> {
    links.get(member.place.in_port as usize)?.as_ref()
}

/// Returns the index of what is written, if it is in this table.
fn index_in(table: Table, word: words::Word) -> Option<usize> {
    let index = word.address & ((1 << INDEX_BITS) - 1);
    (word.address - index == table.address).then_some(index.into())
}

/// Returns a field of what is written.
fn field(table: Table, name: &str, word: words::Word) -> u32 {
    let Field { low, bits, .. } =
        *table.fields.iter().find(|field| field.name == name).expect("a field of the table");
    word.data >> low & ((1 << bits) - 1)
}

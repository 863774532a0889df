//! `ring_tree_node`: virtual nodes, their common store, and the ways through.

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::topology::ring_tree::words::{self, Field, INDEX_BITS, Table};
use teecast_spec::topology::ring_tree::{NodeTable, Output, VirtualNode};

use super::delivery::Delivery;
use super::event;
use super::event_queue::{EventQueue, Report};
use super::inbox::Inbox;
use super::member::{Arrival, Barrier, Member, MemberInputs};
use super::queue::QueueInputs;
use super::store::Store;
use super::update::{Inputs, Update};
use super::{Beat, Payload, Rank, Slot, Word};

/// What a node keeps.
#[derive(Clone, Debug)]
pub(super) struct Node {
    node: u32,
    outputs: Vec<Output>,
    members: Vec<Member>,
    /// Of each member.
    inboxes: Vec<Inbox>,
    /// What came in the cycle before.
    ///
    /// **Shape**: by port.
    came: Vec<Option<Slot>>,
    store: Store,
    update: Update,
    delivery: Delivery,
    events: EventQueue,
    done: bool,
    /// RELEASE of this epoch began here.
    began: bool,
    /// RELEASE is here, and the store is not ready for it.
    called: bool,
    /// A repair began in this operation.
    repaired: bool,
    /// All that is out of reach is here; the root confirms it.
    confirms: bool,
    /// Messages that are confirmed in this epoch.
    confirmed: BTreeSet<u32>,
    forgiven: BTreeSet<u32>,
    barrier: Barrier,
}

/// A cycle, as a node sees it.
#[derive(Clone, Debug)]
pub(super) struct NodeInputs<'a> {
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
    pub fn new(node: u32, table: &NodeTable, most: usize, origin_bits: u32) -> Self {
        let mut places = table.virtual_nodes.clone();
        for index in places.len()..most {
            let nowhere = VirtualNode { index: index as u32, ..OFF };
            places.push(nowhere);
        }
        Self {
            node,
            outputs: table.outputs.clone(),
            inboxes: vec![Inbox::default(); places.len()],
            members: places.into_iter().map(|it| Member::new(it, origin_bits)).collect(),
            came: vec![None; table.outputs.len()],
            store: Store::default(),
            update: Update::default(),
            delivery: Delivery::new(origin_bits),
            events: EventQueue::default(),
            done: false,
            began: false,
            called: false,
            repaired: false,
            confirms: false,
            confirmed: BTreeSet::new(),
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

    pub fn offers(&self) -> Option<Beat> {
        self.delivery.offered()
    }

    pub fn event(&self) -> Option<Report> {
        self.events.shown()
    }

    /// Returns whether the message of the processor can be taken: a node off all rings takes none.
    pub fn accepts(&self) -> bool {
        let is_free = self.store.word(self.node).is_none() && self.update.is_idle();
        !self.members.is_empty() && is_free
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
        self.inboxes.fill(Inbox::default());
        (self.store, self.update) = Default::default();
        self.delivery.clear();
        (self.done, self.began, self.called) = (false, false, false);
        (self.repaired, self.confirms) = (false, false);
        self.confirmed.clear();
    }

    /// Forgets all but the tables.
    pub fn fail(&mut self) {
        self.clear();
        self.events = EventQueue::default();
    }

    /// Plays a cycle.
    pub fn step(&mut self, here: NodeInputs<'_>) {
        let slot = |member: &Member| slot_at(&here.links, member);
        let epoch = self.barrier.epoch;
        let look = |member: &Member| member.look(slot(member), epoch);
        let arrivals: Vec<Arrival> = self.members.iter().map(look).collect();
        let barrier = here.write.filter(|word| index_in(words::BARRIER, *word) == Some(0));
        let barrier = barrier.map(|word| field(words::BARRIER, "on", word) == 1);
        let (resumes, forgets) = (barrier == Some(true), barrier == Some(false));
        let (done, confirms) = (self.done, self.confirms);
        let settled = self.update.is_idle() && self.inboxes.iter().all(Inbox::is_empty);
        let idle = settled && !self.members.iter().any(Member::waits);
        let mut awaited = here.expected.difference(&self.forgiven);
        let ready = idle && awaited.all(|origin| self.confirmed.contains(origin));
        let children = self.members.iter().all(Member::is_collected);
        let is_root = self.members.iter().all(|member| member.place.gate || !member.is_on());
        let released = self.members.iter().any(|it| it.gets_release(slot(it), epoch));
        let starts = is_root && ready && children && self.barrier.on && !self.began;
        let called = self.called || starts || released;
        let releases = called && settled;
        self.done |= releases && !self.members.is_empty();
        self.began = !forgets && (self.began || starts);
        self.confirms = !forgets && starts && self.repaired;
        self.repaired |= forgets;
        self.called = !forgets && called && !settled;
        let holds = self.update.holds();
        let outcome = self.update.step(&Inputs {
            node: self.node,
            store: &self.store,
            taken: here.taken.map(|payload| Word { rank: Rank::Confirmed, epoch, payload }),
            came: self.inboxes.iter().map(Inbox::shown).collect(),
            wrong: self.members.iter().map(Member::wrong).collect(),
            gates: self.members.iter().map(|member| member.place.gate).collect(),
            epoch,
            confirmed: &self.confirmed,
            done,
            delivery: &self.delivery,
        });
        if forgets {
            self.confirmed.retain(|origin| *origin == self.node);
        }
        // What came from another node in this cycle is of the epoch before.
        self.confirmed.extend(
            outcome.origin.filter(|_| outcome.confirms && (!forgets || here.taken.is_some())),
        );
        let held = |origin: &u32| self.store.word(*origin).is_some();
        let own = Some(self.node).filter(|origin| resumes && held(origin));
        let lost: BTreeSet<u32> = self.forgiven.iter().copied().filter(held).collect();
        let mut found = VecDeque::new();
        for (index, (member, arrival)) in self.members.iter_mut().zip(&arrivals).enumerate() {
            let goes = confirms || (resumes && !member.place.gate);
            let again = own.into_iter().chain(lost.iter().copied().filter(|_| goes)).collect();
            let findings = member.step(
                MemberInputs {
                    now: here.now,
                    store: &self.store,
                    holds,
                    queued: outcome.origin.filter(|_| outcome.queue.contains(&index)),
                    again: &again,
                    node: self.node,
                    done,
                    wrong_taken: outcome.wrong_on == Some(index),
                    ready,
                    children,
                    settled: settled && !confirms,
                    releases,
                    barrier: self.barrier,
                    forgets,
                },
                slot_at(&here.links, member),
            );
            let codes = [
                (arrival.refused, event::REFUSED),
                (findings.differs, event::DIFFERS),
                (findings.breaks, event::BROKEN),
            ];
            let reports = codes.iter().filter(|(is_so, _)| *is_so);
            found.extend(reports.map(|(_, code)| (*code, member.place.ring)));
            self.inboxes[index].step(outcome.came_from == Some(index), arrival.came);
        }
        self.events.step(found);
        if forgets {
            self.inboxes.fill(Inbox::default());
            self.update.forget();
        }
        let (store, set) = (&self.store, outcome.origin.filter(|_| outcome.delivers));
        let again = &BTreeSet::new();
        self.delivery.step(QueueInputs { store, holds, set, again, takes: here.takes });
        if let (Some(origin), Some((word, mark))) = (outcome.origin, outcome.write) {
            self.store.write(origin, word, mark);
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

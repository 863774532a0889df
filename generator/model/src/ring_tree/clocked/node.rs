//! `ring_tree_node`: virtual nodes, their common store, and the ways through.

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::topology::ring_tree::{NodeTable, Output};

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
}

impl Node {
    pub fn new(node: u32, table: &NodeTable) -> Self {
        Self {
            node,
            outputs: table.outputs.clone(),
            members: table.virtual_nodes.iter().copied().map(Member::new).collect(),
            came: vec![None; table.outputs.len()],
            store: Store::default(),
            delivery: Delivery::default(),
            events: EventQueue::default(),
            done: false,
        }
    }

    /// Returns what leaves by a port.
    pub fn sends(&self, port: usize) -> Option<&Slot> {
        match self.outputs[port] {
            Output::None => None,
            Output::VirtualNode(index) => self.members[index as usize].sends(),
            Output::Through(from) => self.came[from as usize].as_ref(),
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

    /// Forgets all but the tables and the events.
    fn clear(&mut self) {
        self.members.iter_mut().for_each(|member| *member = Member::new(member.place));
        self.came.fill(None);
        (self.store, self.delivery) = Default::default();
        self.done = false;
    }

    /// Forgets all but the tables.
    pub fn fail(&mut self) {
        self.clear();
        self.events = EventQueue::default();
    }

    /// Plays a cycle.
    pub fn step(&mut self, here: Here<'_>) {
        let slot = |member: &Member| here.links[member.place.in_port as usize].as_ref();
        let look = |member: &Member| member.look(self.node, &self.store, slot(member));
        let mut arrivals: Vec<Arrival> = self.members.iter().map(look).collect();
        let queued = self.queued(&mut arrivals, here.taken.is_some());
        let idle = self.members.iter().all(|member| member.waiting().is_empty());
        let ready = idle && self.store.holds(here.expected);
        let children = self.members.iter().all(Member::is_collected);
        let is_root = self.members.iter().all(|member| member.place.gate);
        let released = self.members.iter().any(|member| member.gets_release(slot(member)));
        let starts = is_root && ready && children && !self.done && !self.members.is_empty();
        let releases = starts || released;
        self.done |= releases;
        let mut found = VecDeque::new();
        for ((member, arrival), queued) in self.members.iter_mut().zip(&arrivals).zip(&queued) {
            let Here { now, .. } = here;
            let sight = Sight { now, store: &self.store, ready, children, releases, queued };
            let breaks = member.step(sight, here.links[member.place.in_port as usize].as_ref());
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
        if here.next {
            self.clear();
        }
    }

    /// Returns what is queued on each ring. Of two rings that write one message the lower one does;
    /// the other one gets that as an answer.
    fn queued(&self, arrivals: &mut [Arrival], takes: bool) -> Vec<BTreeSet<u32>> {
        let own = takes.then_some(self.node);
        let mut queued: Vec<BTreeSet<u32>> = vec![own.into_iter().collect(); self.members.len()];
        let mut written = BTreeSet::new();
        for (index, arrival) in arrivals.iter_mut().enumerate() {
            if arrival.writes.is_some() && !written.insert(arrival.origin) {
                arrival.writes = None;
                arrival.here = true;
            }
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

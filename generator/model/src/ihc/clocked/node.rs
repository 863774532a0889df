//! `ihc_node`: a processor's injector and deliveries, and relay and store of each directed cycle.

use std::collections::VecDeque;

use teecast_spec::{Flit, IhcSpec};

use super::delivery::{Delivery, DeliveryInputs};
use super::event_queue::EventQueue;
use super::injector::Injector;
use super::relay::{Gate, Relay};
use super::schedule::{Moment, Rounds};
use super::store::Store;
use super::{IhcEvent, LinkFlit};
use crate::ihc::event;
use crate::simulate::world::World;

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    node: u32,
    injector: Injector,
    /// **Shape**: both by directed cycle.
    relays: Vec<Relay>,
    stores: Vec<Store>,
    delivery: Delivery,
    events: EventQueue,
}

/// What comes to a node in a cycle.
#[derive(Clone, Debug)]
pub(super) struct NodeInputs<'a> {
    pub spec: &'a IhcSpec,
    pub now: u64,
    pub moment: Moment,
    pub rounds: &'a Rounds,
    /// **Shape**: by directed cycle.
    pub arrives: Vec<Option<&'a LinkFlit>>,
}

impl Node {
    pub fn new(spec: &IhcSpec, node: u32) -> Self {
        let cycles = spec.cycles() as usize;
        Self {
            node,
            injector: Injector::default(),
            relays: vec![Relay::default(); cycles],
            stores: vec![Store::new(spec); cycles],
            delivery: Delivery::default(),
            events: EventQueue::default(),
        }
    }

    /// Returns whether a flit of the processor is taken.
    pub fn accepts(&self) -> bool {
        self.injector.accepts()
    }

    /// Returns what is on the link of a directed cycle.
    pub fn sends(&self, cycle: u32) -> Option<&LinkFlit> {
        self.relays[cycle as usize].sends()
    }

    /// Returns the flit that the processor is offered.
    pub fn delivers(&self) -> Option<&Flit> {
        self.delivery.shown()
    }

    /// Returns whether the store of a round is free.
    pub fn is_free(&self, number: u8) -> bool {
        self.delivery.is_free(number)
    }

    /// Returns whether nothing is left to relay, to deliver or to report.
    pub fn idle(&self) -> bool {
        let Self { injector, relays, delivery, events, .. } = self;
        relays.iter().all(Relay::idle) && delivery.idle() && events.idle() && !injector.oversize()
    }

    /// Plays a cycle of a faulty node: it is as in reset.
    pub fn fail(&mut self) {
        self.injector.fail();
        self.relays.fill(Relay::default());
        self.stores.iter_mut().for_each(|store| [0, 1].into_iter().for_each(|it| store.clear(it)));
        self.delivery = Delivery::default();
        self.events = EventQueue::default();
    }

    /// Plays a cycle.
    pub fn step(
        &mut self,
        here: NodeInputs<'_>,
        offer: &mut Option<Flit>,
        world: &mut impl World<Flit, IhcEvent>,
    ) {
        let NodeInputs { spec, now, moment, .. } = here;
        let node = self.node;
        if let Some((code, source)) = self.events.shown() {
            world.event(now, IhcEvent { node, code, source });
        }
        let mut taken = false;
        if let Some(flit) = self.delivery.shown()
            && world.takes(node)
        {
            taken = true;
            world.delivered(now, node, flit.clone());
        }
        let free = self.delivery.is_free(moment.number);
        let delivered = self.delivery.step(&DeliveryInputs {
            spec,
            node,
            stores: &self.stores,
            room: self.events.has_room(),
            taken,
            ended: moment.ends.then_some(moment.number),
        });
        let mut reported = self.relay(&here, free);
        reported.extend(self.injector.oversize().then_some((event::OVERSIZE, node)));
        reported.extend(delivered);
        self.events.step(reported);
        let accepted = if self.injector.accepts() { offer.take() } else { None };
        if accepted.is_some() {
            world.accepted(now, node);
        }
        self.injector.step(spec, node, &moment, accepted);
        if moment.begins && !spec.filter {
            self.stores.iter_mut().for_each(|store| store.clear(moment.number));
        }
    }

    /// Plays a cycle of all relays; returns what they report.
    fn relay(&mut self, here: &NodeInputs<'_>, free: bool) -> VecDeque<(u32, u32)> {
        let NodeInputs { spec, moment, rounds, arrives, .. } = here;
        let node = self.node;
        let mut reported = VecDeque::new();
        let lanes = self.relays.iter_mut().zip(&mut self.stores).zip(arrives);
        for (cycle, ((relay, store), arrives)) in (0..).zip(lanes) {
            let due = |slot| rounds.due(node, cycle, slot);
            let gate = Gate {
                spec,
                node,
                next: rounds.rings.next(cycle, node),
                number: moment.number,
                due: moment.carries.filter(|_| spec.filter).and_then(due),
                free,
                ends: moment.ends,
            };
            let since = |slot: u32| slot.checked_sub(rounds.start(node, cycle));
            let own = moment.makes.and_then(since).and_then(|slot| self.injector.own(slot));
            reported.extend(relay.step(&gate, *arrives, own, store));
        }
        reported
    }
}

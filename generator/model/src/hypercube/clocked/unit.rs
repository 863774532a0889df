//! `mhu`: everything that one input channel of a router does.

use super::decision::Decision;
use super::gateway::Gateways;
use super::input::Input;
use super::output::{Moving, Output};
use super::packet::{Flit, Kind, MessageCopies, MessageCopy};
use super::shape::Post;
use super::slots::Slots;
use crate::hypercube::event::Event;
use crate::hypercube::{broadcast, frame};
use crate::simulate::bits::ones;

/// A message handling unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    input: Input,
    decision: Decision,
    slots: Slots,
    output: Output,
    /// The flit that is taken in this cycle.
    pub arriving: Option<Flit>,
    /// Links with room for the message that asks.
    fits: u32,
    /// Outputs that are asked for in this cycle, those that are granted, and those that are left.
    pub asks: u32,
    pub granted: u32,
    pub released: u32,
}

impl Unit {
    pub fn new() -> Self {
        Self {
            input: Input::default(),
            decision: Decision::default(),
            slots: Slots::new(),
            output: Output::default(),
            arriving: None,
            fits: 0,
            asks: 0,
            granted: 0,
            released: 0,
        }
    }

    /// Returns whether a flit of a frame of some class would be taken.
    #[inline]
    pub fn ready(&self, class: impl FnOnce() -> u8) -> bool {
        self.input.ready(&self.slots, class, self.decision.ready())
    }

    /// Returns the messages that are buffered.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Returns whether nothing happens before a flit comes.
    #[inline]
    pub fn idle(&self) -> bool {
        self.slots.empty()
            && self.output.idle()
            && self.input.event().is_none()
            && !self.decision.reports()
    }

    /// Asks for outputs: those that are idle, links if there was room for the message.
    #[inline]
    pub fn ask(&mut self, post: &Post, idle: u32) -> u32 {
        self.asks = self.output.asks() & idle & (self.fits | post.shape.delivery());
        self.asks
    }

    /// Looks for room on links for the message that asks in the next cycle.
    #[inline]
    pub fn look(&mut self, post: &Post, gateways: &Gateways) {
        let links = self.output.wants() & !post.shape.delivery();
        let fits = |d: &usize| gateways.fits(*d, self.hop(post, *d));
        self.fits = ones(links.into()).filter(fits).fold(0, |set, d| set | 1 << d);
    }

    /// Returns the class in which the message that asks goes over a link.
    pub fn hop(&self, post: &Post, d: usize) -> u32 {
        u32::from(self.output.slot() / 2) + (post.turns() >> d & 1)
    }

    /// Returns the flit that moves in this cycle, in which some links are full.
    #[inline]
    pub fn moving(&mut self, packets: &MessageCopies, full: u32) -> Option<Moving> {
        let granted = std::mem::take(&mut self.granted);
        self.output.moving(&self.slots, packets, granted, full)
    }

    /// Makes the packet of the copy for a link and returns its number.
    pub fn copy(&self, post: &Post, packets: &mut MessageCopies, d: usize) -> u32 {
        let number = self.slots.packet(self.output.slot());
        let packet = *packets.get(number);
        let Post { shape, node, faulty, .. } = *post;
        let dimension = d as u32;
        let (mut kind, mut header) = (packet.kind, packet.header);
        let (control, rows) = match packet.kind {
            Kind::Multicast => {
                let rows = packets.rows(number, dimension);
                // What comes after the last destination's flit is left out, where data follow.
                let near = shape.header(Kind::Unicast, 1);
                let shortens = header == near || packet.end != Some(header - 1);
                if shortens && packets.end_before(rows, frame::near_places(&shape.spec)) {
                    header = near;
                    if rows.count() == 1 {
                        kind = Kind::Unicast;
                    }
                }
                (packet.control, rows)
            }
            Kind::Unicast => (packet.control, packet.rows),
            _ => {
                let order = broadcast::Order::of(&shape.rule.classes);
                let control = packet.control;
                let kept = broadcast::control_of_branch(order, node, faulty, control, dimension);
                (kept, packet.rows)
            }
        };
        let class = packet.class + (post.turns() >> d & 1) as u8;
        packets.add(MessageCopy {
            class,
            control,
            rows,
            kind,
            header,
            over: 0,
            written: 0,
            end: None,
            bad: false,
            ..packet
        })
    }

    /// Ends the cycle in which a flit may have moved; hands the classes of the slots that become free
    /// to `credit`, and returns the event that is collected if it is its turn.
    #[inline]
    pub fn step(
        &mut self,
        post: &Post,
        packets: &mut MessageCopies,
        moving: Option<Moving>,
        collected: bool,
        mut credit: impl FnMut(usize),
    ) -> Option<Event> {
        let event = if collected { self.report(post.node) } else { None };
        let done = self.slots.done();
        let mut decided = self.decision.step(packets);
        let arrived =
            self.arriving.take().map(|flit| self.input.take(post, &mut self.slots, packets, flit));
        if let Some(arrived) = arrived.filter(|arrived| arrived.header) {
            let packet = self.slots.packet(arrived.slot);
            decided = self.decision.begin(post, packets, (arrived.slot, packet));
        }
        self.released =
            self.output.step(&mut self.slots, packets, moving, decided, post.shape.delivery());
        if let Some(arrived) = arrived {
            self.slots.arrived(&arrived);
        }
        if let Some(decided) = decided.filter(|decided| !decided.early) {
            self.slots.decided(packets, decided);
        }
        if done != 0 {
            self.slots.release(done);
            for slot in ones(done.into()) {
                packets.remove(self.slots.packet(slot as u8));
                credit(slot / 2);
            }
        }
        event
    }

    /// Makes the next report, if there is one.
    fn report(&mut self, node: u32) -> Option<Event> {
        if let Some(code) = self.input.event() {
            self.input.reported();
            return Some(Event { node, code, source: node, address: 0 });
        }
        self.decision.reports().then(|| self.decision.report(node))
    }
}

//! `mhu`: everything that one input channel of a router does.

use super::decision::Decision;
use super::delivery::Delivery;
use super::input::Input;
use super::output::{Around, Offer, Output};
use super::packet::{Beat, Flit, Packets};
use super::shape::{Post, Shape};
use super::slots::{Arrived, Slots};
use crate::hypercube::event::Event;
use crate::network::bits::ones;

/// A message handling unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    input: Input,
    decision: Decision,
    slots: Slots,
    output: Output,
    delivery: Delivery,
    /// The flit that is taken in this cycle.
    pub arriving: Option<Flit>,
}

/// What happens around a unit in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grants {
    /// Links without an owner when the cycle begins.
    pub idle: u32,
    /// Links that are granted.
    pub links: u32,
    /// The processor takes a flit, is granted.
    pub delivery_ready: bool,
    pub delivery: bool,
    /// Events of this unit are collected.
    pub event: bool,
}

impl Unit {
    pub fn new(classes: u32) -> Self {
        Self {
            input: Input::default(),
            decision: Decision::default(),
            slots: Slots::new(classes),
            output: Output::default(),
            delivery: Delivery::default(),
            arriving: None,
        }
    }

    /// Tells whether a flit of a frame of some class would be taken.
    #[inline]
    pub fn ready(&self, class: impl FnOnce() -> u8) -> bool {
        self.input.ready(&self.slots, class, self.decision.ready())
    }

    /// Returns the messages that are buffered.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Tells whether nothing happens before a flit comes.
    #[inline]
    pub fn idle(&self) -> bool {
        self.slots.empty()
            && self.output.idle()
            && self.delivery.idle()
            && self.input.event().is_none()
            && !self.decision.reports()
    }

    /// Returns what is offered to the links, of which some are ready.
    #[inline]
    pub fn offer(&mut self, packets: &Packets, ready: u32) -> Offer {
        self.output.offer(packets, &self.slots, ready)
    }

    /// Returns the links that are asked for after that.
    #[inline]
    pub fn requests(&self, post: &Post, fits: impl Fn(usize, u32) -> bool) -> u32 {
        self.output.requests(post, fits)
    }

    /// Returns the class in which the candidate goes over a link.
    pub fn hop(&self, post: &Post, d: usize) -> u32 {
        self.output.hop(post, d)
    }

    /// Makes the packet of the copy for a link and returns its number.
    pub fn copy(&self, shape: &Shape, post: &Post, packets: &mut Packets, d: usize) -> u32 {
        self.output.copy(shape, post, &self.slots, packets, d)
    }

    /// Returns the flit that waits for the processor's gateway.
    #[inline]
    pub fn beat(&self) -> Option<Beat> {
        self.delivery.standing()
    }

    /// Tells whether the processor's gateway is asked for.
    #[inline]
    pub fn delivers(&self, ready: bool) -> bool {
        self.delivery.requests(&self.slots, ready)
    }

    /// Ends the cycle; hands the classes of the slots that become free to `credit`, and returns the
    /// event that is collected.
    #[inline]
    pub fn step(
        &mut self,
        shape: &Shape,
        post: &Post,
        packets: &mut Packets,
        grants: &Grants,
        mut credit: impl FnMut(usize),
    ) -> Option<Event> {
        let (mut event, mut stalls) = (None, false);
        if grants.event {
            if let Some(code) = self.input.event() {
                self.input.reported();
                event = Some(Event { node: post.node, code, source: post.node, address: 0 });
            } else if self.decision.reports() {
                stalls = self.decision.reports_row();
                event = Some(self.decision.report(post.node));
            }
        }
        let decided = self.decision.look(packets);
        let around = Around { idle: grants.idle, granted: grants.links, stalls };
        let sent = self.output.step(shape, &self.slots, packets, &decided, &around);
        self.decision.step(&decided);
        let delivered =
            self.delivery.step(&self.slots, packets, grants.delivery_ready, grants.delivery);
        let mut arrived = Arrived::default();
        if let Some(flit) = self.arriving.take() {
            arrived = self.input.take(shape, post, &mut self.slots, packets, flit);
        }
        if arrived.header {
            if self.slots.deliver() == 0 {
                self.delivery.turn_to(arrived.slot);
            }
            let packet = self.slots.packet(arrived.slot);
            self.decision.begin(shape, post, packets, (arrived.slot, packet));
        }
        let free = self.slots.step(packets, &arrived, &decided, &sent, delivered);
        for slot in ones(free.into()) {
            packets.remove(self.slots.packet(slot as u8));
            credit(slot / 2);
        }
        event
    }
}

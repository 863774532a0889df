//! `mhu`: everything that one input channel of a router does.

use super::decision::Decision;
use super::delivery::Delivery;
use super::gateway::Gateways;
use super::input::Input;
use super::output::{Offer, Output};
use super::packet::{Beat, Flit, MessageCopies};
use super::shape::Post;
use super::slots::Slots;
use crate::hypercube::event::Event;
use crate::simulate::bits::ones;

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
    /// Channels that are asked for in this cycle, and those that are granted.
    pub asks: u32,
    pub granted: u32,
}

/// What a unit sees of its router when a cycle begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// Links without an owner.
    pub idle: u32,
    /// The processor takes a flit.
    pub delivery_ready: bool,
    /// The unit whose events are collected.
    pub collected: usize,
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
            asks: 0,
            granted: 0,
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
            && self.delivery.idle()
            && self.input.event().is_none()
            && !self.decision.reports()
    }

    /// Returns whether something is offered or asked for.
    #[inline]
    pub fn sends(&self) -> bool {
        !self.output.idle() || !self.delivery.idle() || self.slots.deliver() != 0
    }

    /// Returns what is offered to the links, of which some are ready.
    #[inline]
    pub fn offer(&mut self, packets: &MessageCopies, ready: u32) -> Offer {
        self.output.offer(packets, &self.slots, ready)
    }

    /// Asks for channels after that, the processor's too where it is ready.
    #[inline]
    pub fn ask(&mut self, post: &Post, gateways: &Gateways, delivery_ready: bool) {
        let links = self.output.requests(post, gateways);
        let processor = self.delivery.requests(&self.slots, delivery_ready);
        self.asks = links | u32::from(processor) << post.shape.spec.n;
    }

    /// Returns the class in which the candidate goes over a link.
    pub fn hop(&self, post: &Post, d: usize) -> u32 {
        self.output.hop(post, d)
    }

    /// Makes the packet of the copy for a link and returns its number.
    pub fn copy(&self, post: &Post, packets: &mut MessageCopies, d: usize) -> u32 {
        self.output.copy(post, &self.slots, packets, d)
    }

    /// Returns the flit that waits for the processor's gateway.
    #[inline]
    pub fn beat(&self) -> Option<Beat> {
        self.delivery.standing()
    }

    /// Ends the cycle; hands the classes of the slots that become free to `credit`, and returns the
    /// event that is collected.
    #[inline]
    pub fn step(
        &mut self,
        post: &Post,
        packets: &mut MessageCopies,
        around: &Around,
        mut credit: impl FnMut(usize),
    ) -> Option<Event> {
        let (mut event, mut stalls) = (None, false);
        if around.collected == post.unit {
            if let Some(code) = self.input.event() {
                self.input.reported();
                event = Some(Event { node: post.node, code, source: post.node, address: 0 });
            } else if self.decision.reports() {
                stalls = self.decision.reports_row();
                event = Some(self.decision.report(post.node));
            }
        }
        let done = self.slots.done();
        if self.streams() {
            if let Some(slot) = self.output.stream(&self.slots, packets) {
                self.slots.ended(slot);
            }
        } else {
            self.branch(post, packets, around.idle, stalls);
        }
        let granted = std::mem::take(&mut self.granted) >> post.shape.spec.n & 1 == 1;
        let delivered = self.delivery.step(&self.slots, packets, around.delivery_ready, granted);
        if let Some(flit) = self.arriving.take() {
            self.arrive(post, packets, flit);
        }
        if let Some(slot) = delivered {
            self.slots.delivered(slot);
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

    /// Returns whether no branch is decided, asked for or begun.
    #[inline]
    fn streams(&self) -> bool {
        self.output.streams() && self.slots.waiting() == 0 && self.decision.idle()
    }

    /// Ends a cycle in which branches are decided, asked for or begun.
    fn branch(&mut self, post: &Post, packets: &mut MessageCopies, idle: u32, stalls: bool) {
        let decided = self.decision.look(packets);
        let links = self.granted & !(1 << post.shape.spec.n);
        let sent =
            self.output.step(post.shape, &self.slots, packets, &decided, (idle, links, stalls));
        self.decision.step(&decided);
        if let Some(slot) = sent.ended {
            self.slots.ended(slot);
        }
        if let Some((slot, rest)) = sent.asked {
            self.slots.asked(packets, slot, rest, links != 0);
        }
        if decided.finish {
            self.slots.decided(packets, decided.slot, decided.branches);
        }
    }

    /// Takes a flit.
    #[inline]
    fn arrive(&mut self, post: &Post, packets: &mut MessageCopies, flit: Flit) {
        let arrived = self.input.take(post, &mut self.slots, packets, flit);
        if arrived.header {
            if self.slots.deliver() == 0 {
                self.delivery.turn_to(arrived.slot);
            }
            let packet = self.slots.packet(arrived.slot);
            self.decision.begin(post, packets, (arrived.slot, packet));
        }
        self.slots.arrived(&arrived);
    }
}

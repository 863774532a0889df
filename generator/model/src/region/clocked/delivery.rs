//! `region_delivery`: gives the buffers before the processor to messages, and sends them.

use std::collections::VecDeque;

use super::packet::ClockedFlit;
use super::shape::Shape;

/// A buffer of one largest message.
#[derive(Clone, Debug, Default)]
struct Buffer {
    flits: VecDeque<ClockedFlit>,
    /// A message has it whose tail has not left for the register.
    busy: bool,
    /// Flits of the message are still to come: after the tail, those of its header.
    comes: bool,
}

/// The buffers in a ring, and the register at the port.
#[derive(Clone, Debug)]
pub(super) struct Delivery {
    buffers: Vec<Buffer>,
    /// The buffer that is granted next, and the one that leaves.
    next: usize,
    first: usize,
    shown: Option<ClockedFlit>,
    /// The register takes a flit in this cycle.
    loads: bool,
    /// Flits in all buffers.
    flits: usize,
}

impl Delivery {
    pub fn new(shape: &Shape) -> Self {
        Self {
            buffers: vec![Buffer::default(); shape.deliveries],
            next: 0,
            first: 0,
            shown: None,
            loads: false,
            flits: 0,
        }
    }

    /// Returns whether nothing happens before something comes.
    pub fn idle(&self) -> bool {
        self.shown.is_none() && self.flits == 0
    }

    /// Returns the flit that the processor is offered.
    pub fn offered(&self) -> Option<ClockedFlit> {
        self.shown
    }

    /// Begins a cycle in which the processor takes what it is offered or not: the oldest flit leaves
    /// for the register if that has room.
    pub fn begin(&mut self, taken: bool) {
        self.loads = self.shown.is_none() || taken;
        if self.loads {
            self.shown = self.buffers[self.first].flits.pop_front();
            self.flits -= usize::from(self.shown.is_some());
        }
    }

    /// A flit comes to a buffer; it goes around an empty one.
    pub fn come(&mut self, shape: &Shape, buffer: usize, flit: ClockedFlit) {
        if flit.last {
            self.buffers[buffer].comes = false;
        }
        let Some(index) = shape.delivered(flit.index.into()) else { return };
        let is_tail = flit.empty && index + 1 == shape.delivery_flits;
        let (last, bad) = (flit.last || is_tail, flit.bad && (flit.last || is_tail));
        let flit = ClockedFlit { last, bad, ..flit };
        if self.loads && buffer == self.first && self.shown.is_none() {
            self.shown = Some(flit);
        } else {
            self.buffers[buffer].flits.push_back(flit);
            self.flits += 1;
        }
    }

    /// Ends the moves of a cycle: the buffer whose tail has left for the register is free.
    pub fn end(&mut self) {
        if self.loads && self.shown.is_some_and(|flit| flit.last) {
            self.buffers[self.first].busy = false;
            self.first = (self.first + 1) % self.buffers.len();
        }
    }

    /// Returns whether the next buffer can be granted.
    pub fn is_free(&self) -> bool {
        let next = &self.buffers[self.next];
        !next.busy && !next.comes
    }

    /// Returns the buffer that is granted next.
    pub fn next(&self) -> u8 {
        self.next as u8
    }

    /// Grants the next buffer.
    pub fn grant(&mut self) -> usize {
        let granted = self.next;
        let Buffer { busy, comes, .. } = &mut self.buffers[granted];
        (*busy, *comes) = (true, true);
        self.next = (granted + 1) % self.buffers.len();
        granted
    }
}

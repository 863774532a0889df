//! `harts_link_parser`: finds header and data of each packet.
//!
//! Routers of a hexagonal mesh send well-formed packets only, so that none is cut, lost or refused here.

use super::packet::{ClockedPacket, Flit};
use super::shape::Shape;

/// Data flits that wait.
const QUEUE: u8 = 16;

/// A packet whose header has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived {
    pub packet: ClockedPacket,
    /// There is no data.
    pub empty: bool,
}

/// The place inside the packet, and data flits that have not gone on.
#[derive(Clone, Debug, Default)]
pub(super) struct Parser {
    /// Header flits that have come.
    index: u32,
    in_data: bool,
    /// Which of the waiting flits end a packet, the next one in the lowest bit.
    lasts: u16,
    waiting: u8,
}

impl Parser {
    /// Takes the flit on the link; returns the packet whose header it completes.
    pub fn take(&mut self, shape: &Shape, flit: Flit) -> Option<Arrived> {
        if self.in_data {
            debug_assert!(self.waiting < QUEUE, "the queue keeps every flit");
            self.lasts |= u16::from(flit.last) << self.waiting;
            self.waiting += 1;
            self.in_data = !flit.last;
            return None;
        }
        self.index += 1;
        if self.index != shape.header_flits(&flit.packet.header) {
            return None;
        }
        self.index = 0;
        self.in_data = !flit.last;
        Some(Arrived { packet: flit.packet, empty: flit.last })
    }

    /// Returns whether the next data flit ends its packet, if there is one.
    pub fn shown(&self) -> Option<bool> {
        (self.waiting > 0).then_some(self.lasts & 1 == 1)
    }

    /// The next data flit goes on.
    pub fn pop(&mut self) {
        self.lasts >>= 1;
        self.waiting -= 1;
    }
}

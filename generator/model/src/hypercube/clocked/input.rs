//! `mhu_input`: parses frames into message slots.

use super::packet::{Flit, Kind, MessageCopies, MessageCopy};
use super::shape::Post;
use super::slots::{Arrived, Slots};
use crate::hypercube::event::{BAD_COUNT, OVERSIZE, TRUNCATED};

/// What the next flit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    First,
    Header,
    Data,
    Discard,
}

/// Place inside the frame that arrives.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    state: State,
    slot: u8,
    /// Header flits that have come.
    heard: u32,
    /// Code of the event that waits.
    event: Option<u32>,
}

impl Input {
    /// Returns whether the next flit is taken, of a frame of some class.
    #[inline]
    pub fn ready(&self, slots: &Slots, class: impl FnOnce() -> u8, decides: bool) -> bool {
        match self.state {
            State::First => decides && self.event.is_none() && slots.free(class()).is_some(),
            State::Header | State::Data | State::Discard => true,
        }
    }

    /// Returns the event that waits.
    #[inline]
    pub fn event(&self) -> Option<u32> {
        self.event
    }

    /// Forgets the event.
    pub fn reported(&mut self) {
        self.event = None;
    }

    /// Takes a flit that is offered while the input is ready.
    #[inline]
    pub fn take(
        &mut self,
        post: &Post,
        slots: &mut Slots,
        packets: &mut MessageCopies,
        flit: Flit,
    ) -> Arrived {
        match self.state {
            State::First => {
                let packet = packets.get_mut(flit.packet);
                self.slot = slots.free(packet.class).expect("the input is ready");
                slots.fill(self.slot, flit.packet);
                self.heard = 0;
                self.header(post, packets, flit, flit.packet)
            }
            State::Header => self.header(post, packets, flit, slots.packet(self.slot)),
            State::Data => {
                let packet = packets.get_mut(slots.packet(self.slot));
                packet.written += 1;
                let complete = self.data(post, packet, flit);
                Arrived { slot: self.slot, complete, ..Arrived::default() }
            }
            State::Discard => {
                if flit.last {
                    self.state = State::First;
                }
                Arrived::default()
            }
        }
    }

    /// Takes a flit that may end the header.
    fn header(
        &mut self,
        post: &Post,
        packets: &mut MessageCopies,
        flit: Flit,
        number: u32,
    ) -> Arrived {
        let packet = packets.get_mut(number);
        self.heard += 1;
        // What is left over of a processor's header is not stored.
        packet.written += u32::from(self.heard <= packet.header);
        let inside = self.heard < packet.header + packet.over;
        let slot = self.slot;
        if packet.kind == Kind::Bad || (flit.last && inside) {
            let refuse = packet.kind == Kind::Bad;
            self.event = Some(if refuse { BAD_COUNT } else { TRUNCATED });
            self.state = if flit.last { State::First } else { State::Discard };
            return Arrived { slot, drop: true, ..Arrived::default() };
        }
        if inside {
            self.state = State::Header;
            return Arrived { slot, ..Arrived::default() };
        }
        self.state = State::Data;
        let complete = self.data(post, packet, flit);
        Arrived { slot, header: true, drop: false, complete }
    }

    /// Notes how far a message has come, whose header is complete; returns whether it is complete.
    #[inline]
    fn data(&mut self, post: &Post, packet: &mut MessageCopy, flit: Flit) -> bool {
        let oversize = !flit.last && packet.written == packet.header + post.shape.spec.max_data;
        if oversize {
            self.event = Some(OVERSIZE);
            self.state = State::Discard;
        } else if flit.last {
            self.state = State::First;
        }
        let complete = flit.last || oversize;
        if complete {
            packet.end = Some(packet.written - 1);
            packet.bad = oversize || flit.bad;
        }
        complete
    }
}

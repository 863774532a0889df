//! `mhu_input`: parses frames into message slots.

use super::packet::{Flit, Kind, Packet, Packets};
use super::shape::{Post, Shape};
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
    /// Flits of the frame that have been taken, up to its end.
    taken: u32,
    /// Code of the event that waits.
    event: Option<u32>,
}

impl Input {
    /// Tells whether the next flit is taken, of a frame of `class`.
    pub fn ready(&self, slots: &Slots, class: u32, decides: bool) -> bool {
        match self.state {
            State::First => decides && self.event.is_none() && slots.free(class).is_some(),
            State::Header => decides,
            State::Data | State::Discard => true,
        }
    }

    /// Returns the event that waits.
    pub fn event(&self) -> Option<u32> {
        self.event
    }

    /// Forgets the event.
    pub fn reported(&mut self) {
        self.event = None;
    }

    /// Takes a flit that is offered while the input is ready.
    pub fn take(
        &mut self,
        shape: &Shape,
        post: &Post,
        slots: &mut Slots,
        packets: &Packets,
        flit: Flit,
    ) -> Arrived {
        let max_data = shape.spec.max_data;
        let first = self.state == State::First;
        let in_header = first || self.state == State::Header;
        if self.state == State::Discard {
            if flit.last {
                self.state = State::First;
            }
            return Arrived::default();
        }
        let packet = packets.get(flit.packet);
        if first {
            self.slot = slots.free(packet.class).expect("the input is ready");
            self.taken = 0;
        }
        self.taken += 1;
        let slot = &mut slots.all[usize::from(self.slot)];
        if first {
            (slot.packet, slot.kind, slot.header) =
                (flit.packet, packet.kind, shape.header(packet));
        }
        slot.written = self.taken;
        let refuse = first && packet.kind == Kind::Bad;
        let header_end = self.taken == slot.header;
        let truncated = in_header && !refuse && flit.last && !header_end;
        let header = in_header && !refuse && header_end;
        let oversize = !flit.last && !refuse && self.taken == slot.header + max_data;
        if refuse {
            self.event = Some(BAD_COUNT);
        } else if truncated {
            self.event = Some(TRUNCATED);
        } else if oversize {
            self.event = Some(OVERSIZE);
        }
        let complete = ((header || !in_header) && flit.last) || oversize;
        if header {
            slot.no_data = flit.last || max_data == 0;
        }
        if complete {
            slot.end = self.taken - 1;
        }
        if header || complete {
            slot.bad = oversize || (flit.last && flit.bad);
        }
        self.state = match () {
            () if flit.last => State::First,
            () if refuse || oversize => State::Discard,
            () if header => State::Data,
            () if first => State::Header,
            () => self.state,
        };
        Arrived {
            slot: self.slot,
            header,
            drop: refuse || truncated,
            complete,
            local: local(post, packet),
        }
    }
}

/// Tells whether a message is for the local processor.
fn local(post: &Post, packet: &Packet) -> bool {
    match packet.kind {
        Kind::Broadcast => post.arrival.is_some(),
        _ => packet.destinations.contains(&post.node),
    }
}

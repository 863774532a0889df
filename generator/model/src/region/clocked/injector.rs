//! `region_injector`: turns the frames of the processor into messages.

use super::packet::{ClockedFlit, Packets};
use super::shape::Shape;
use crate::region::frame::FrameError;

/// What comes next of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The header; so many flits of it have come.
    #[default]
    Header,
    /// A gathered header is checked and sent.
    Send,
    Data,
    /// The rest is taken and forgotten.
    Discard,
}

/// An injector.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Injector {
    state: State,
    packet: u32,
    /// Header flits that have come, and header flits that have been sent.
    index: u32,
    sent: u32,
    /// The frame ended with its header.
    ended: bool,
    /// Data flits that have come.
    length: u32,
    /// Messages that have not begun.
    waits: u32,
}

/// The channel into the router: whether it takes a flit, and all flits of a further message, and whether a message in
/// it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channel {
    pub room: bool,
    pub vacant: bool,
    pub begins: bool,
}

/// What an injector did in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Injected {
    pub accepted: bool,
    pub flit: Option<ClockedFlit>,
    pub event: Option<FrameError>,
}

impl Injector {
    /// Returns whether nothing happens before something is offered.
    pub fn idle(&self) -> bool {
        self.state != State::Send
    }

    /// Plays a cycle in which a flit of a packet may be offered, `true` for the last one of a frame.
    pub fn step(
        &mut self,
        shape: &Shape,
        packets: &mut Packets,
        offered: Option<(u32, bool)>,
        Channel { room, vacant, begins }: Channel,
    ) -> Injected {
        let mut done = Injected::default();
        let waits = self.waits == shape.heads || (self.waits > 0 && !vacant);
        self.waits -= u32::from(begins);
        let direct = shape.link_flits == 1;
        match (self.state, offered) {
            (State::Send, _) => self.send(shape, packets, room, waits, &mut done),
            (State::Header, Some((packet, last))) if direct => {
                if !room || waits {
                    return done;
                }
                done.accepted = true;
                (self.packet, self.ended) = (packet, last);
                match packets.offer(packet).route {
                    Ok(_) => self.header(shape, 0, &mut done),
                    Err(error) => self.refuse(packets, error, &mut done),
                }
            }
            (State::Header, Some((packet, last))) => {
                done.accepted = true;
                (self.packet, self.ended) = (packet, last);
                self.index += 1;
                if self.index == shape.injected_flits {
                    self.index = 0;
                    self.sent = 0;
                    self.state = State::Send;
                } else if last {
                    self.index = 0;
                    self.refuse(packets, FrameError::ShortHeader, &mut done);
                }
            }
            (State::Data, Some((_, last))) if room => {
                done.accepted = true;
                self.length += 1;
                let cut = self.length == shape.max_data && !last;
                let index = shape.link_flits + self.length - 1;
                done.flit = Some(self.flit(index, last || cut, cut));
                if cut {
                    done.event = Some(FrameError::TooLong);
                    self.state = State::Discard;
                } else if last {
                    self.state = State::Header;
                }
            }
            (State::Discard, Some((_, last))) => {
                done.accepted = true;
                if last {
                    self.state = State::Header;
                }
            }
            _ => {}
        }
        done
    }

    /// Sends the next flit of a gathered header.
    fn send(
        &mut self,
        shape: &Shape,
        packets: &mut Packets,
        room: bool,
        waits: bool,
        done: &mut Injected,
    ) {
        if self.sent == 0 {
            if let Err(error) = packets.offer(self.packet).route {
                self.refuse(packets, error, done);
                return;
            }
            if waits {
                return;
            }
        }
        if room {
            self.header(shape, self.sent, done);
            self.sent += 1;
        }
    }

    /// Sends a flit of the link header.
    fn header(&mut self, shape: &Shape, index: u32, done: &mut Injected) {
        self.waits += u32::from(index == 0);
        let ends = index + 1 == shape.link_flits;
        let cut = !self.ended && shape.max_data == 0;
        let empty = self.ended || cut;
        done.flit = Some(ClockedFlit { empty, ..self.flit(index, ends && empty, cut) });
        if !ends {
            return;
        }
        self.length = 0;
        self.state = match (self.ended, cut) {
            (true, _) => State::Header,
            (_, true) => State::Discard,
            _ => State::Data,
        };
        if cut {
            done.event = Some(FrameError::TooLong);
        }
    }

    /// Forgets a frame and what still comes of it.
    fn refuse(&mut self, packets: &mut Packets, error: FrameError, done: &mut Injected) {
        packets.remove(self.packet);
        done.event = Some(error);
        self.state = if self.ended { State::Header } else { State::Discard };
    }

    fn flit(&self, index: u32, last: bool, bad: bool) -> ClockedFlit {
        let (packet, index) = (self.packet, index as u16);
        ClockedFlit { packet, index, last, bad, ..ClockedFlit::default() }
    }
}

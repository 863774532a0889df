//! `harts_deliverer`: hands stored packets to the reception.

use std::collections::VecDeque;

use super::packet::{Departures, Row};
use super::reception::Head;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Pick,
    Request,
    Send,
}

/// A deliverer.
#[derive(Clone, Debug, Default)]
pub(super) struct Deliverer {
    state: State,
    slot: u32,
    row: Option<Row>,
    /// Data flits that have been read.
    read: u32,
    /// The flit that was read last goes in this cycle; it is the last one.
    valid: bool,
    last: bool,
    /// Slots that wait for their delivery.
    queue: VecDeque<u32>,
}

impl Deliverer {
    pub fn idle(&self) -> bool {
        self.state == State::Pick
    }

    /// A packet comes to a slot at the end of a cycle.
    pub fn store(&mut self, slot: u32) {
        self.queue.push_back(slot);
    }

    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// Returns whether the reception is asked for.
    pub fn requests(&self) -> bool {
        self.state == State::Request
    }

    /// Returns the head of the packet that is asked for.
    pub fn head(&self) -> Head {
        let row = self.row.as_ref().expect("it has looked");
        Head { message: row.packet.message, origin: row.origin, empty: row.length == 0 }
    }

    /// Returns whether the data flit that goes in this cycle is the last one, if one goes.
    pub fn data(&self) -> Option<bool> {
        self.valid.then_some(self.last)
    }

    /// Returns whether something happens in the next cycle even if nothing comes.
    pub fn works(&self, room: bool) -> bool {
        match self.state {
            State::Pick => !self.queue.is_empty(),
            State::Request => true,
            State::Send => self.valid || self.reads(room).is_some(),
        }
    }

    /// Returns the number of the data flit that it wants to read.
    pub fn reads(&self, room: bool) -> Option<u32> {
        let sending = self.state == State::Send && room;
        let length = self.row.as_ref().map_or(0, |row| row.length);
        (sending && self.read != length).then_some(self.read)
    }

    /// Ends the cycle; returns whether the packet has been delivered.
    ///
    /// `looks`: it may read a row; `reads`: it reads a flit.
    pub fn step(
        &mut self,
        granted: bool,
        looks: bool,
        reads: bool,
        rows: &[Option<(Row, Departures)>],
    ) -> bool {
        let ends = match self.state {
            State::Request => granted && self.head().empty,
            _ => self.valid && self.last,
        };
        match self.state {
            State::Pick if looks => {
                if let Some(slot) = self.queue.pop_front() {
                    self.slot = slot;
                    self.row = rows[slot as usize].map(|(row, _)| row);
                    self.read = 0;
                    self.state = State::Request;
                }
            }
            State::Pick => {}
            State::Request if granted => {
                self.state = if ends { State::Pick } else { State::Send };
            }
            State::Request => {}
            State::Send if ends => self.state = State::Pick,
            State::Send => {}
        }
        self.valid = reads;
        if reads {
            self.read += 1;
            self.last = self.row.is_some_and(|row| row.length == self.read);
        }
        ends
    }
}

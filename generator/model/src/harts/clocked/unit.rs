//! `harts_buffer_unit`: packet store, with its sender and its deliverer.

use super::deliverer::Deliverer;
use super::packet::{Departures, Row, Stored};
use super::request::RouterAnswer;
use super::sender::{Sender, ways};
use super::shape::{RouterCycle, Shape};
use crate::simulate::bits::NodeSet;

/// A buffer unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub sender: Sender,
    pub deliverer: Deliverer,
    rows: Vec<Option<(Row, Departures)>>,
    /// Slots that have to be sent, and delivered.
    send: NodeSet,
    deliver: NodeSet,
    /// A slot that is delivered, until its flag is looked at; the sender goes first.
    delivered: Option<u32>,
    /// The slot that is free again since this cycle.
    pub freed: Option<u32>,
}

impl Unit {
    pub fn new(slots: u32) -> Self {
        Self {
            sender: Sender::default(),
            deliverer: Deliverer::default(),
            rows: vec![None; slots as usize],
            send: NodeSet::new(slots as usize),
            deliver: NodeSet::new(slots as usize),
            delivered: None,
            freed: None,
        }
    }

    pub fn idle(&self) -> bool {
        let empty = self.send.is_empty() && self.deliver.is_empty();
        empty && self.freed.is_none() && self.sender.idle() && self.deliverer.idle()
    }

    /// Returns the first cycle after this one in which something happens even if nothing comes.
    ///
    /// `room`: the reception has room for data.
    pub fn next(&self, here: &RouterCycle, room: bool) -> Option<u64> {
        let works = self.sender.picks() || self.deliverer.works(room);
        match works || self.delivered.is_some() || self.freed.is_some() {
            true => Some(here.now + 1),
            false => self.sender.next(here),
        }
    }

    /// Stores a packet at the end of a cycle.
    pub fn store(&mut self, shape: &Shape, stored: &Stored) {
        let &Stored { slot, row, deliver } = stored;
        self.rows[slot as usize] = Some((row, ways(shape, &row)));
        self.send.insert(slot as usize);
        self.sender.store(slot);
        if deliver {
            self.deliver.insert(slot as usize);
            self.deliverer.store(slot);
        }
    }

    /// Ends the cycle.
    pub fn step(&mut self, shape: &Shape, here: &RouterCycle, told: &RouterAnswer) {
        let sends = self.sender.reads(here);
        // Of a bus there is one memory, of a crossbar one for odd flits and one for even ones.
        let free = |flit: u32| sends.is_none_or(|other| !shape.bus && (other ^ flit) & 1 == 1);
        let reads = self.deliverer.reads(told.room).is_some_and(free);
        let (slot, served) = (self.sender.slot(), self.deliverer.slot());
        let sent = self.sender.step(shape, here, told, &self.rows);
        if self.deliverer.step(told.delivers, !sent.looks, reads, &self.rows) {
            self.delivered = Some(served);
        }
        let (set, done) = match sent.dropped {
            true => (&mut self.send, Some(slot)),
            false => (&mut self.deliver, self.delivered.take()),
        };
        if let Some(slot) = done {
            set.remove(slot as usize);
        }
        let due =
            |slot: u32| [&self.send, &self.deliver].iter().any(|set| set.contains(slot as usize));
        self.freed = done.filter(|slot| !due(*slot));
    }
}

//! `harts_buffer_unit`: packet store, with its sender and its deliverer.

use std::collections::BTreeSet;

use super::deliverer::Deliverer;
use super::packet::{Row, Stored};
use super::sender::{Asked, Sender};
use super::shape::{Here, Shape};

/// A buffer unit.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub sender: Sender,
    pub deliverer: Deliverer,
    rows: Vec<Option<Row>>,
    /// Slots that have to be sent, and delivered.
    send: BTreeSet<u32>,
    deliver: BTreeSet<u32>,
    /// Slots of which nothing is due any more since this cycle.
    pub freed: Vec<u32>,
}

/// What the router tells a unit in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub asked: Option<Asked>,
    /// The transmitter that was asked for is granted; the reception is.
    pub granted: bool,
    pub delivers: bool,
    /// The reception has room for data.
    pub room: bool,
}

impl Unit {
    pub fn new(slots: u32) -> Self {
        Self {
            sender: Sender::default(),
            deliverer: Deliverer::default(),
            rows: vec![None; slots as usize],
            send: BTreeSet::new(),
            deliver: BTreeSet::new(),
            freed: Vec::new(),
        }
    }

    pub fn idle(&self) -> bool {
        let empty = self.send.is_empty() && self.deliver.is_empty() && self.freed.is_empty();
        empty && self.sender.idle() && self.deliverer.idle()
    }

    /// Ends the cycle.
    pub fn step(&mut self, shape: &Shape, here: &Here, told: &Told, stored: &[Option<Stored>]) {
        let sends = self.sender.reads(here);
        // Of a bus there is one memory, of a crossbar one for odd flits and one for even ones.
        let free = |flit: u32| sends.is_none_or(|other| !shape.bus && (other ^ flit) & 1 == 1);
        let reads = self.deliverer.reads(told.room).is_some_and(free);
        let looks = !self.sender.looks();
        let (slot, served) = (self.sender.slot(), self.deliverer.slot());
        let sent = self.sender.step(
            shape,
            here,
            told.asked.as_ref(),
            told.granted,
            &self.send,
            &self.rows,
        );
        let delivered = self.deliverer.step(told.delivers, looks, reads, &self.deliver, &self.rows);
        if let (Some(directions), Some(row)) = (sent.sent, &mut self.rows[slot as usize]) {
            row.sent = directions;
        }
        self.freed.clear();
        if sent.dropped {
            self.send.remove(&slot);
            self.freed.push(slot);
        }
        if delivered {
            self.deliver.remove(&served);
            self.freed.push(served);
        }
        self.freed.retain(|slot| !self.send.contains(slot) && !self.deliver.contains(slot));
        self.freed.dedup();
        for &Stored { slot, row, deliver } in stored.iter().flatten() {
            self.rows[slot as usize] = Some(row);
            self.send.insert(slot);
            if deliver {
                self.deliver.insert(slot);
            }
        }
    }
}

//! `harts_reception` and `harts_delivery_port`: one packet at a time to the processor.

use std::collections::VecDeque;

use super::shape::Shape;
use super::turn::RoundRobin;

/// Data flits with which no more are fetched.
const CROWDED: usize = 13;

/// The packet that is handed over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub message: u32,
    /// In-link, or 6 for the processor.
    pub origin: u32,
    pub empty: bool,
}

/// A flit that is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Number of the message.
    pub message: u32,
    /// Direction of travel of the last hop, 6 from the node itself.
    pub origin: u32,
    /// Flit of the frame.
    pub index: u32,
    /// It is the last one.
    pub last: bool,
}

/// Reception and delivery port.
#[derive(Clone, Debug, Default)]
pub(super) struct Reception {
    turn: RoundRobin,
    busy: bool,
    head: Option<Head>,
    /// Flits of the head that have left.
    index: u32,
    in_data: bool,
    data: VecDeque<Beat>,
    /// The packet whose data come, and how many have.
    coming: Option<Head>,
    count: u32,
}

impl Reception {
    pub fn idle(&self) -> bool {
        !self.busy && self.head.is_none() && self.data.is_empty()
    }

    /// Returns whether a flit is offered to the processor.
    pub fn offers(&self) -> bool {
        if self.in_data { !self.data.is_empty() } else { self.head.is_some() }
    }

    /// Returns the unit that delivers next, of those that ask.
    pub fn grant(&self, requests: u16) -> Option<u8> {
        let free = !self.busy && self.head.is_none();
        self.turn.pick(requests).filter(|_| free)
    }

    /// Returns whether data flits may be fetched.
    pub fn room(&self) -> bool {
        self.data.len() < CROWDED
    }

    /// Returns the flit that is offered to the processor.
    pub fn offered(&self, shape: &Shape) -> Option<Beat> {
        if self.in_data {
            return self.data.front().copied();
        }
        let Head { message, origin, empty } = self.head?;
        let last = empty && self.index + 1 == shape.delivery_flits;
        Some(Beat { message, origin, index: self.index, last })
    }

    /// Ends the cycle.
    ///
    /// `data` is whether the data flit that comes is the last one.
    pub fn step(
        &mut self,
        shape: &Shape,
        taken: bool,
        granted: Option<(u8, Head)>,
        data: Option<bool>,
    ) {
        if taken && self.in_data {
            let beat = self.data.pop_front().expect("a flit was offered");
            self.in_data = !beat.last;
        } else if taken {
            self.index += 1;
            if self.index == shape.delivery_flits {
                self.index = 0;
                self.in_data = self.head.take().is_some_and(|head| !head.empty);
            }
        }
        if let Some(last) = data {
            let Head { message, origin, .. } = self.coming.expect("the head came first");
            let index = shape.delivery_flits + self.count;
            self.data.push_back(Beat { message, origin, index, last });
            self.count += 1;
            self.busy = !last;
        }
        if let Some((unit, head)) = granted {
            self.turn.serve(unit);
            self.busy = !head.empty;
            (self.head, self.coming, self.count) = (Some(head), Some(head), 0);
        }
    }
}

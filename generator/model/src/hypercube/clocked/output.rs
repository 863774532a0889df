//! `mhu_output`: sends the copies of a message to the links.

use super::gateway::Gateways;
use super::packer::{Load, Packer};
use super::packet::{Kind, MessageCopies, MessageCopy};
use super::shape::{Post, Shape};
use super::slots::{Decided, Sent, Slots};
use crate::hypercube::{all_dimensions, broadcast};
use crate::simulate::bits::ones;

/// The copies that leave now (the job), and the message that asks next (the candidate).
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    /// A job is under way; its headers leave first.
    active: bool,
    heading: bool,
    slot: u8,
    targets: u32,
    /// Headers of the job that the packer has not seen.
    pending: u32,
    /// A candidate asks; an early one is still being decided; it makes place for the next one.
    candidate: bool,
    early: bool,
    rotate: bool,
    pack_slot: u8,
    pack_want: u32,
    /// The slot that is asked next whether it waits.
    next: u8,
    /// Flit of the slot that is read next.
    address: u32,
    /// The flit that was read, if it has not left: last, bad.
    data: Option<(bool, bool)>,
    packer: Packer,
    /// All links that the offered flit goes to are ready.
    advance: bool,
}

/// What a unit offers to the gateways in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offer {
    /// Links that get a flit.
    pub links: u32,
    pub first: bool,
    pub last: bool,
    pub bad: bool,
}

impl Output {
    /// Returns whether nothing will happen before the next branch.
    #[inline]
    pub fn idle(&self) -> bool {
        !self.active && !self.candidate && self.data.is_none()
    }

    /// Returns what is offered; `ready` are the links that take a flit.
    #[inline]
    pub fn offer(&mut self, packets: &MessageCopies, slots: &Slots, ready: u32) -> Offer {
        let offer = if self.heading {
            self.packer.flit().map_or_else(Offer::default, |flit| {
                // A copy without data ends with its header.
                let ends = flit.end && slots.get(packets, self.slot).no_data;
                let bad = ends && slots.get(packets, self.slot).bad;
                Offer { links: 1 << flit.dimension, first: flit.first, last: ends, bad }
            })
        } else {
            self.data.map_or_else(Offer::default, |(last, bad)| Offer {
                links: self.targets,
                first: false,
                last,
                bad,
            })
        };
        self.advance = offer.links & !ready == 0;
        if self.advance { offer } else { Offer::default() }
    }

    /// Returns the links that are asked for after the offer of this cycle.
    #[inline]
    pub fn requests(&self, post: &Post, gateways: &Gateways) -> u32 {
        // A link is asked for only when a granted message could start in the next cycle.
        let asking = self.candidate && !self.early && !self.rotate && !self.active;
        if !asking || (self.data.is_some() && !self.advance) {
            return 0;
        }
        let fitting = |d: &usize| gateways.fits(*d, self.hop(post, *d));
        ones(self.pack_want.into()).filter(fitting).fold(0, |links, d| links | 1 << d)
    }

    /// Returns the class in which the candidate would go over a link.
    pub fn hop(&self, post: &Post, d: usize) -> u32 {
        u32::from(self.pack_slot / 2) + (post.turns() >> d & 1)
    }

    /// Makes the packet of the copy for a link and returns its number.
    pub fn copy(&self, post: &Post, slots: &Slots, packets: &mut MessageCopies, d: usize) -> u32 {
        let shape = post.shape;
        let number = slots.packet(self.slot);
        let packet = *packets.get(number);
        let dimension = d as u32;
        let (control, rows) = match packet.kind {
            Kind::Multicast => (all_dimensions(shape.spec.n), packets.rows(number, dimension)),
            _ => {
                let order = broadcast::Order::of(&shape.rule.classes);
                let Post { node, faulty, .. } = *post;
                let control = packet.control;
                let kept = broadcast::control_of_branch(order, node, faulty, control, dimension);
                (kept, packet.rows)
            }
        };
        let class = packet.class + (post.turns() >> d & 1) as u8;
        packets.add(MessageCopy { class, control, rows, written: 0, bad: false, ..packet })
    }

    /// Returns whether nothing but data moves, if no slot waits and nothing is decided: what else moves
    /// then is set anew with the next branch or with the end of the decisions.
    #[inline]
    pub fn streams(&self) -> bool {
        !self.heading && !self.candidate
    }

    /// Ends a cycle in which only data moves; returns the slot whose last flit left the buffer.
    #[inline]
    pub fn stream(&mut self, slots: &Slots, packets: &MessageCopies) -> Option<u8> {
        let turn = self.data.is_none() || self.advance;
        self.read(slots, packets, turn).then_some(self.slot)
    }

    /// Reads the next flit of the job when it is its `turn`; returns whether it was the last one.
    #[inline]
    fn read(&mut self, slots: &Slots, packets: &MessageCopies, turn: bool) -> bool {
        if self.active && turn {
            let job = slots.get(packets, self.slot);
            let complete = slots.complete(self.slot);
            if complete || self.address != job.written {
                let last = complete && self.address == job.end;
                self.data = Some((last, last && job.bad));
                self.address += 1;
                self.active = !last;
                return last;
            }
        }
        if self.advance {
            self.data = None;
        }
        false
    }

    /// Ends the cycle; `idle` are links without an owner when it began, `links` those that are
    /// granted, and `stalls` tells whether a report reads the store.
    pub fn step(
        &mut self,
        shape: &Shape,
        slots: &Slots,
        packets: &MessageCopies,
        decided: &Decided,
        (idle, links, stalls): (u32, u32, bool),
    ) -> Sent {
        let active = self.active;
        let granted = links != 0;
        let flit = self.packer.flit().filter(|_| self.heading && self.advance);
        let taken = flit.is_some();
        let own = self.heading && !self.candidate;
        let packed = self.packer.look(shape, taken, stalls, own);
        let packing = self.packer.busy();
        let headers_done =
            flit.is_some_and(|flit| flit.end) && self.pending == 0 && (!packing || self.candidate);
        let no_data = active && slots.get(packets, self.slot).no_data;
        let turn = match self.heading {
            true => headers_done && !no_data,
            false => self.data.is_none() || self.advance,
        };
        if packed.read {
            self.address += 1;
        }
        let last = self.read(slots, packets, turn);
        let job_end = last || (headers_done && no_data);

        let free = (!packing || packed.finish) && !self.candidate;
        let more = self.pending != 0;
        let next = self.next;
        let next_waiting = slots.waiting() >> next & 1 == 1;
        let direct = decided.branch.filter(|_| !more && !next_waiting);
        let open = free || self.rotate;

        let sent = Sent {
            asked: (self.candidate && !active).then_some((self.pack_slot, self.pack_want & !links)),
            ended: job_end.then_some(self.slot),
        };
        let starts = links >> self.packer.dimension() & 1 == 1;
        let rotate = self.rotate;
        self.rotate = self.candidate
            && !self.early
            && !rotate
            && !active
            && !granted
            && next_waiting
            && next != self.pack_slot;
        let bypass = direct.is_some() && free;
        if decided.finish && slots.waiting() == 0 {
            self.next = decided.slot;
        } else if !next_waiting || (self.candidate && next == self.pack_slot) {
            self.next = slots.after(next);
        }
        if self.early {
            self.pack_want = decided.branches;
        }
        let mut load = None;
        if open && (more || next_waiting || direct.is_some()) {
            let (slot, dimension) = match direct {
                Some(dimension) => {
                    self.pack_want = decided.branches;
                    (decided.slot, dimension)
                }
                None if more => (self.slot, self.pending.trailing_zeros()),
                None => {
                    self.pack_want = slots.want(packets, next);
                    let idle = self.pack_want & idle;
                    let pool = if idle != 0 { idle } else { self.pack_want };
                    (next, pool.trailing_zeros())
                }
            };
            self.pack_slot = slot;
            load = Some(loaded(slots, packets, slot, dimension));
        }
        if granted {
            self.slot = self.pack_slot;
            self.targets = links;
            self.pending = links & !(1 << self.packer.dimension());
        } else if free && more {
            self.pending &= self.pending - 1;
        }
        if granted || (free && more) {
            self.address = slots.get(packets, self.slot).start();
        }
        self.candidate =
            (free && !more && next_waiting) || rotate || bypass || (self.candidate && !granted);
        self.early = (bypass || self.early) && !decided.finish;
        self.active = granted || (active && !job_end);
        self.heading = granted || (self.heading && !headers_done);
        self.packer.step(&packed, taken, rotate || (granted && !starts), load);
        sent
    }
}

/// Returns the header that a slot sends over a dimension.
fn loaded(slots: &Slots, packets: &MessageCopies, slot: u8, dimension: u32) -> Load {
    let number = slots.packet(slot);
    let of = packets.get(number);
    let (rows, list) = match of.kind {
        Kind::Multicast => (packets.rows(number, dimension).count(), 0),
        Kind::List => (0, of.header),
        _ => (0, 0),
    };
    Load { dimension, rows, list }
}

//! `mhu_output`: sends the copies of a message to the links.

use super::packer::{Load, Packer};
use super::packet::{Flit, Kind, Packet, Packets};
use super::shape::{Post, Shape};
use super::slots::{Decided, Sent, Slots};
use crate::hypercube::{all_dimensions, broadcast};
use crate::network::bits::ones;

/// The most dimensions of a hypercube.
const MOST: usize = 16;

/// The copies that leave now (the job), and the message that asks next (the candidate).
#[derive(Clone, Debug)]
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
    no_data: bool,
    bad: bool,
    /// The flit that was read, if it has not left: last, bad.
    data: Option<(bool, bool)>,
    packer: Packer,
    /// Packets of the copies, by dimension.
    copies: [u32; MOST],
}

/// What a unit offers to the gateways in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offer {
    /// All links that the next flit goes to are ready.
    advance: bool,
    /// Links that get a flit.
    pub transfer: u32,
    pub first: bool,
    pub last: bool,
    pub bad: bool,
    /// Links that are asked for.
    pub request: u32,
}

/// What the rest of a router shows to an output port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// Links without an owner when the cycle begins.
    pub idle: u32,
    /// Links that are granted to this unit.
    pub granted: u32,
    /// A report reads the store.
    pub stalls: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            active: false,
            heading: false,
            slot: 0,
            targets: 0,
            pending: 0,
            candidate: false,
            early: false,
            rotate: false,
            pack_slot: 0,
            pack_want: 0,
            next: 0,
            address: 0,
            no_data: false,
            bad: false,
            data: None,
            packer: Packer::default(),
            copies: [0; MOST],
        }
    }
}

impl Output {
    /// Tells whether nothing will happen before the next branch.
    pub fn idle(&self) -> bool {
        !self.active && !self.candidate && self.data.is_none()
    }

    /// Returns what is offered; `ready` are the links that take a flit, `fits` tells whether a
    /// message of a class may start on a link.
    pub fn offer(&self, post: &Post, ready: u32, fits: impl Fn(usize, u32) -> bool) -> Offer {
        if self.idle() {
            return Offer::default();
        }
        let flit = self.packer.flit().filter(|_| self.heading);
        let targets =
            if self.heading { flit.map_or(0, |flit| 1 << flit.dimension) } else { self.targets };
        let advance = targets & !ready == 0;
        let leaves = advance && (if self.heading { flit.is_some() } else { self.data.is_some() });
        let (last, bad) = match flit {
            Some(flit) => (flit.end && self.no_data, flit.end && self.no_data && self.bad),
            None => self.data.unwrap_or_default(),
        };
        let mut offer = Offer {
            advance,
            transfer: if leaves { targets } else { 0 },
            first: flit.is_some_and(|flit| flit.first),
            last,
            bad,
            request: 0,
        };
        // A link is asked for only when a granted message could start in the next cycle.
        let asking = self.candidate && !self.early && !self.rotate && !self.active;
        if asking && (self.data.is_none() || advance) {
            let class = u32::from(self.pack_slot / 2);
            let wanted = ones(self.pack_want.into());
            let fitting = wanted.filter(|d| fits(*d, class + (post.turns >> d & 1)));
            offer.request = fitting.fold(0, |request, d| request | 1 << d);
        }
        offer
    }

    /// Returns the class in which the candidate would go over a link.
    pub fn hop(&self, post: &Post, d: usize) -> u32 {
        u32::from(self.pack_slot / 2) + (post.turns >> d & 1)
    }

    /// Returns the flit for a link that an offer transfers to; the first one of a copy makes its
    /// packet.
    pub fn flit(
        &mut self,
        shape: &Shape,
        post: &Post,
        slots: &Slots,
        packets: &mut Packets,
        offer: &Offer,
        d: usize,
    ) -> Flit {
        if offer.first {
            let slot = slots.get(self.slot);
            let Packet { message, kind, class, source, control, ref destinations } =
                *packets.get(slot.packet);
            let dimension = d as u32;
            let (control, destinations) = match kind {
                Kind::Multicast => {
                    let rows = slot.rows(dimension).iter();
                    (all_dimensions(shape.spec.n), rows.map(|row| destinations[*row]).collect())
                }
                _ => {
                    let order = broadcast::Order::of(&shape.rule.classes);
                    let Post { node, faulty, .. } = *post;
                    let kept =
                        broadcast::control_of_branch(order, node, faulty, control, dimension);
                    (kept, destinations.clone())
                }
            };
            let class = class + (post.turns >> d & 1);
            let copy = Packet { message, kind, class, source, control, destinations };
            self.copies[d] = packets.add(copy);
        }
        Flit { packet: self.copies[d], last: offer.last, bad: offer.bad }
    }

    /// Ends the cycle.
    pub fn step(
        &mut self,
        shape: &Shape,
        slots: &Slots,
        decided: &Decided,
        offer: &Offer,
        around: &Around,
    ) -> Sent {
        if self.idle() && slots.waiting() == 0 && decided.branch.is_none() && !decided.finish {
            // What still turns is set anew with the next branch or with the end of the decisions.
            return Sent::default();
        }
        let granted = around.granted != 0;
        let flit = self.packer.flit().filter(|_| self.heading && offer.advance);
        let taken = flit.is_some();
        let own = self.heading && !self.candidate;
        let packed = self.packer.look(shape, taken, around.stalls, own);
        let packing = self.packer.busy();
        let headers_done =
            flit.is_some_and(|flit| flit.end) && self.pending == 0 && (!packing || self.candidate);
        let job = slots.get(self.slot);
        let complete = slots.complete(self.slot);
        let turn = match self.heading {
            true => headers_done && !self.no_data,
            false => self.data.is_none() || offer.advance,
        };
        let reads = self.active && turn && (complete || self.address != job.written);
        let last = complete && self.address == job.end;
        let job_end = (headers_done && self.no_data) || (reads && last);

        let free = (!packing || packed.finish) && !self.candidate;
        let more = self.pending != 0;
        let next_waiting = slots.waiting() >> self.next & 1 == 1;
        let direct = decided.branch.filter(|_| !more && !next_waiting);
        let open = free || self.rotate;
        let (load_slot, want) = match more {
            true => (self.slot, 0),
            false => (self.next, if open { slots.want(self.next) } else { 0 }),
        };
        let idle = want & around.idle;
        let pool = if more {
            self.pending
        } else if idle != 0 {
            idle
        } else {
            want
        };
        let load = match direct {
            _ if !open => None,
            Some(dimension) => Some(loaded(slots, decided.slot, dimension)),
            None => (more || next_waiting).then(|| loaded(slots, load_slot, pool.trailing_zeros())),
        };

        let sent = Sent {
            asked: (self.candidate && !self.active)
                .then_some((self.pack_slot, self.pack_want & !around.granted)),
            granted,
            ended: job_end.then_some(self.slot),
        };
        let starts = around.granted >> self.packer.dimension() & 1 == 1;
        let rotate = self.rotate;
        self.rotate = self.candidate
            && !self.early
            && !rotate
            && !self.active
            && !granted
            && next_waiting
            && self.next != self.pack_slot;
        let bypass = direct.is_some() && free;
        if open || self.early {
            let undecided = direct.is_some() || self.early;
            self.pack_want = if undecided { decided.branches } else { want };
        }
        if !self.active || (free && more) {
            self.address = slots.get(self.pack_slot).start();
        } else if packed.read || reads {
            self.address += 1;
        }
        if granted {
            self.targets = around.granted;
            self.pending = around.granted & !(1 << self.packer.dimension());
        } else if free && more {
            self.pending &= self.pending - 1;
        }
        if !self.active {
            let slot = slots.get(self.pack_slot);
            (self.slot, self.no_data, self.bad) = (self.pack_slot, slot.no_data, slot.bad);
        }
        if decided.finish && slots.waiting() == 0 {
            self.next = decided.slot;
        } else if !next_waiting || (self.candidate && self.next == self.pack_slot) {
            self.next = (self.next + 1) % slots.count();
        }
        if open {
            self.pack_slot = if direct.is_some() { decided.slot } else { load_slot };
        }
        self.candidate =
            (free && !more && next_waiting) || rotate || bypass || (self.candidate && !granted);
        self.early = (bypass || self.early) && !decided.finish;
        if reads {
            self.data = Some((last, last && job.bad));
        } else if offer.advance {
            self.data = None;
        }
        self.active = granted || (self.active && !job_end);
        self.heading = granted || (self.heading && !headers_done);
        self.packer.step(&packed, taken, rotate || (granted && !starts), load);
        sent
    }
}

/// Returns the header that a slot sends over a dimension.
fn loaded(slots: &Slots, slot: u8, dimension: u32) -> Load {
    let of = slots.get(slot);
    let (rows, list) = match of.kind {
        Kind::Multicast => (of.rows(dimension).len() as u32, 0),
        Kind::List => (0, of.header),
        _ => (0, 0),
    };
    Load { dimension, rows, list }
}

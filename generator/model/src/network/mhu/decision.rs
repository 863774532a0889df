//! `mhu_controller` and `mhu_voter`: branch decisions of the newest message, and its reports.
//!
//! All branches are found when the header comes, and then given out in the cycles in which the
//! hardware finds them.

use std::collections::VecDeque;

use teecast_spec::Vote;

use super::packet::{Kind, Packet};
use super::shape::{Post, Shape};
use super::slots::{Decided, Slot, Slots};
use crate::hypercube::event::{self, Event};
use crate::hypercube::{broadcast, dimensions, vote};

/// The message that is decided, and what is to be reported of it afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision {
    deciding: bool,
    slot: u8,
    multicast: bool,
    /// One destination: nothing more to decide behind the first branch.
    single: bool,
    /// Merges that come before the first branch.
    merges: u32,
    /// Branches that have been chosen, allowed or not.
    chosen: usize,
    /// Those that are sent; of a broadcast all at once.
    branches: u32,
    forbidden: u32,
    source: u32,
    left: VecDeque<u32>,
    incomplete: bool,
}

impl Decision {
    /// Tells whether the next header may be taken.
    pub fn ready(&self) -> bool {
        !self.deciding && !self.reports()
    }

    /// Tells whether there is something to report.
    pub fn reports(&self) -> bool {
        !self.deciding && (!self.left.is_empty() || self.incomplete)
    }

    /// Tells whether the report reads a destination from the store.
    pub fn reports_row(&self) -> bool {
        !self.deciding && self.multicast && !self.left.is_empty()
    }

    /// Returns what is decided in this cycle.
    pub fn look(&self, slots: &Slots) -> Decided {
        if !self.deciding {
            return Decided::default();
        }
        let sofar = Decided { slot: self.slot, branches: self.branches, ..Decided::default() };
        if !self.multicast {
            return Decided { finish: true, ..sofar };
        }
        if self.merges > 0 {
            return sofar;
        }
        match slots.get(self.slot).decision.get(self.chosen) {
            None => Decided { finish: true, ..sofar },
            Some(branch) => {
                let allowed = self.forbidden >> branch.dimension & 1 == 0;
                Decided {
                    branch: allowed.then_some(branch.dimension),
                    branches: self.branches | u32::from(allowed) << branch.dimension,
                    finish: self.single,
                    ..sofar
                }
            }
        }
    }

    /// Ends a cycle in which [`Decision::look`] said `decided`.
    pub fn step(&mut self, decided: &Decided) {
        if !self.deciding {
            return;
        }
        if self.merges > 0 {
            self.merges -= 1;
        } else {
            self.chosen += 1;
        }
        self.branches = decided.branches;
        self.deciding = !decided.finish;
    }

    /// Makes the next report of node `node`.
    pub fn report(&mut self, node: u32) -> Event {
        let event = |code, address| Event { node, code, source: self.source, address };
        match self.left.front().copied() {
            Some(destination) => {
                self.left.pop_front();
                event(event::UNROUTABLE, destination)
            }
            None => {
                self.incomplete = false;
                event(event::INCOMPLETE, 0)
            }
        }
    }

    /// Takes a header; the first branch is decided in the next cycle.
    pub fn begin(&mut self, shape: &Shape, post: &Post, packet: &Packet, slot: (u8, &mut Slot)) {
        debug_assert!(self.ready());
        let turns = if packet.class + 1 == shape.spec.classes { post.turns } else { 0 };
        *self = Self {
            deciding: true,
            slot: slot.0,
            multicast: packet.kind == Kind::Multicast,
            single: packet.destinations.len() == 1,
            forbidden: post.own | turns,
            source: packet.source,
            left: std::mem::take(&mut self.left),
            ..Self::default()
        };
        if self.multicast {
            self.multicast(shape, post, packet, slot.1);
        } else {
            self.broadcast(shape, post, packet);
        }
    }

    fn multicast(&mut self, shape: &Shape, post: &Post, packet: &Packet, slot: &mut Slot) {
        let out = match (shape.spec.fault_tolerant, shape.votes_forbidden) {
            (false, _) => 0,
            (true, false) => self.forbidden,
            (true, true) => post.own,
        };
        let place = post.place(packet.class);
        let list = &packet.destinations;
        let vote = |to: &u32| shape.rule.row(&place, to ^ post.node, post.faulty) & !out;
        let votes: Vec<u32> = list.iter().map(vote).collect();
        let preferred = shape.rule.classes.preferred(&place);
        slot.decision = vote::branches(shape.rule.vote, &votes, preferred);
        if shape.rule.vote == Vote::Nca {
            let voting = votes.iter().filter(|vote| **vote != 0).count();
            self.merges = (voting - slot.decision.len()) as u32;
        }
        let stranded = |row: &usize| votes[*row] == 0 && list[*row] != post.node;
        let mut left: Vec<usize> = (0..list.len()).filter(stranded).collect();
        for branch in &slot.decision {
            if self.forbidden >> branch.dimension & 1 == 1 {
                left.extend(&branch.rows);
            }
        }
        left.sort_unstable();
        self.left.extend(left.iter().map(|row| list[*row]));
    }

    fn broadcast(&mut self, shape: &Shape, post: &Post, packet: &Packet) {
        let (n, relative) = (shape.spec.n, packet.source ^ post.node);
        let send = match (shape.spec.fault_tolerant, shape.spec.lan) {
            (true, _) => packet.control & !post.faulty,
            (false, true) => broadcast::by_relative_address(n, relative),
            (false, false) => broadcast::by_relative_address_negative_first(n, post.node, relative),
        };
        self.branches = send & !self.forbidden;
        if shape.spec.fault_tolerant {
            let blocked = packet.control & post.faulty;
            self.incomplete = blocked.count_ones() > 1 || send & self.forbidden != 0;
            let missed = dimensions(blocked).map(|j| post.node ^ 1 << j);
            self.left.extend(missed.filter(|node| packet.destinations.contains(node)));
        }
    }
}

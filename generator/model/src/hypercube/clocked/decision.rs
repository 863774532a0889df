//! `mhu_controller` and `mhu_voter`: branch decisions of the newest message, and its reports.
//!
//! All branches are found when the header comes, and then given out in the cycles in which the
//! hardware finds them.

use teecast_spec::Vote;
use teecast_spec::topology::Cube;

use super::packet::{Ballot, Branch, Kind, MessageCopies, MessageCopy};
use super::shape::Post;
use super::slots::Decided;
use crate::hypercube::event::{self, Event};
use crate::hypercube::{broadcast, dimensions, vote};

/// The message that is decided, and what is to be reported of it afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision {
    deciding: bool,
    slot: u8,
    packet: u32,
    multicast: bool,
    /// One destination: nothing more to decide after the first branch.
    single: bool,
    /// Merges that come before the first branch.
    merges: u32,
    /// Branches that have been chosen, allowed or not.
    chosen: u32,
    /// Those that are sent; of a broadcast all at once.
    branches: u32,
    forbidden: u32,
    source: u32,
    /// Destinations to be reported, the first one last.
    left: Vec<u32>,
    incomplete: bool,
}

impl Decision {
    /// Returns whether nothing is decided.
    #[inline]
    pub fn idle(&self) -> bool {
        !self.deciding
    }

    /// Returns whether the next header may be taken.
    #[inline]
    pub fn ready(&self) -> bool {
        !self.deciding && !self.reports()
    }

    /// Returns whether there is something to report.
    #[inline]
    pub fn reports(&self) -> bool {
        !self.deciding && (!self.left.is_empty() || self.incomplete)
    }

    /// Returns whether the report reads a destination from the store.
    pub fn reports_row(&self) -> bool {
        !self.deciding && self.multicast && !self.left.is_empty()
    }

    /// Returns what is decided in this cycle.
    #[inline]
    pub fn look(&self, packets: &MessageCopies) -> Decided {
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
        match packets.branches(self.packet).get(self.chosen as usize) {
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
    #[inline]
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
        match self.left.pop() {
            Some(destination) => event(event::UNROUTABLE, destination),
            None => {
                self.incomplete = false;
                event(event::INCOMPLETE, 0)
            }
        }
    }

    /// Takes the header of the packet in a slot; the first branch is decided in the next cycle.
    pub fn begin(&mut self, post: &Post, packets: &mut MessageCopies, (slot, number): (u8, u32)) {
        debug_assert!(self.ready());
        let shape = post.shape;
        let packet = *packets.get(number);
        let turns =
            if u32::from(packet.class) + 1 == shape.spec.classes { post.turns() } else { 0 };
        *self = Self {
            deciding: true,
            slot,
            packet: number,
            multicast: packet.kind == Kind::Multicast,
            single: packet.rows.count() == 1,
            forbidden: post.own() | turns,
            source: packet.source,
            left: std::mem::take(&mut self.left),
            ..Self::default()
        };
        if self.multicast {
            self.multicast(post, packets, packet.class);
        } else {
            self.broadcast(post, packets, &packet);
        }
    }

    fn multicast(&mut self, post: &Post, packets: &mut MessageCopies, class: u8) {
        let shape = post.shape;
        let out = match (shape.spec.fault_tolerant, shape.votes_forbidden) {
            (false, _) => 0,
            (true, false) => self.forbidden,
            (true, true) => post.own(),
        };
        let place = post.place(class);
        let vote = |to: &u32| shape.rule.row(&place, to ^ post.node, post.faulty) & !out;
        let preferred = shape.rule.classes.preferred(&place);
        let rule = shape.rule.vote;
        packets.divide(self.packet, |list, Ballot { votes, order, .. }| {
            votes.extend(list.iter().map(vote));
            vote::divide(rule, votes, preferred, |dimension, row| order.push((dimension, row)));
            // What is neither sent nor here is reported.
            votes.fill(0);
            let sent = order.iter().filter(|(dimension, _)| self.forbidden >> dimension & 1 == 0);
            sent.for_each(|(_, row)| votes[*row] = 1);
            let stay = list.iter().zip(votes).filter(|(to, sent)| **sent == 0 && **to != post.node);
            self.left.extend(stay.rev().map(|(to, _)| *to));
        });
        if rule == Vote::Nca {
            let branches = packets.branches(self.packet);
            let merged = |branch: &Branch| branch.rows.count() - 1;
            self.merges = branches.iter().map(merged).sum();
        }
    }

    fn broadcast(&mut self, post: &Post, packets: &MessageCopies, packet: &MessageCopy) {
        let shape = post.shape;
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
            let list = packets.destinations(packet);
            let missed = dimensions(blocked).map(|j| Cube::across(post.node, j));
            self.left.extend(missed.filter(|node| list.contains(node)));
            self.left.reverse();
        }
    }
}

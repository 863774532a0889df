//! `mhu_controller` and `mhu_voter`: branch decisions of the newest message, and its reports.
//!
//! All branches are found when the header comes, and then given out in the cycles in which the
//! hardware finds them.

use teecast_spec::Vote;

use super::packet::{Kind, Packet, Packets};
use super::shape::{Post, Shape};
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
    /// One destination: nothing more to decide behind the first branch.
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
    /// Tells whether the next header may be taken.
    #[inline]
    pub fn ready(&self) -> bool {
        !self.deciding && !self.reports()
    }

    /// Tells whether there is something to report.
    #[inline]
    pub fn reports(&self) -> bool {
        !self.deciding && (!self.left.is_empty() || self.incomplete)
    }

    /// Tells whether the report reads a destination from the store.
    pub fn reports_row(&self) -> bool {
        !self.deciding && self.multicast && !self.left.is_empty()
    }

    /// Returns what is decided in this cycle.
    #[inline]
    pub fn look(&self, packets: &Packets) -> Decided {
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
    pub fn begin(
        &mut self,
        shape: &Shape,
        post: &Post,
        packets: &mut Packets,
        (slot, number): (u8, u32),
    ) {
        debug_assert!(self.ready());
        let packet = *packets.get(number);
        let turns = if u32::from(packet.class) + 1 == shape.spec.classes { post.turns } else { 0 };
        *self = Self {
            deciding: true,
            slot,
            packet: number,
            multicast: packet.kind == Kind::Multicast,
            single: packet.rows.count() == 1,
            forbidden: post.own | turns,
            source: packet.source,
            left: std::mem::take(&mut self.left),
            ..Self::default()
        };
        if self.multicast {
            self.multicast(shape, post, packets, packet.class);
        } else {
            self.broadcast(shape, post, packets, &packet);
        }
    }

    fn multicast(&mut self, shape: &Shape, post: &Post, packets: &mut Packets, class: u8) {
        let out = match (shape.spec.fault_tolerant, shape.votes_forbidden) {
            (false, _) => 0,
            (true, false) => self.forbidden,
            (true, true) => post.own,
        };
        let place = post.place(class);
        let vote = |to: &u32| shape.rule.row(&place, to ^ post.node, post.faulty) & !out;
        let preferred = shape.rule.classes.preferred(&place);
        let list = packets.destinations(packets.get(self.packet));
        if let [to] = list {
            let vote = vote(to);
            let dimension = vote::alone(shape.rule.vote, vote, preferred);
            let forbidden = dimension.is_some_and(|j| self.forbidden >> j & 1 == 1);
            if forbidden || (vote == 0 && *to != post.node) {
                self.left.push(*to);
            }
            return packets.divide(self.packet, dimension.map(|j| (j, 0)).into_iter());
        }
        let votes: Vec<u32> = list.iter().map(vote).collect();
        let branches = vote::branches(shape.rule.vote, &votes, preferred);
        if shape.rule.vote == Vote::Nca {
            let voting = votes.iter().filter(|vote| **vote != 0).count();
            self.merges = (voting - branches.len()) as u32;
        }
        let stranded = |row: &usize| votes[*row] == 0 && list[*row] != post.node;
        let mut left: Vec<usize> = (0..list.len()).filter(stranded).collect();
        for branch in &branches {
            if self.forbidden >> branch.dimension & 1 == 1 {
                left.extend(&branch.rows);
            }
        }
        left.sort_unstable();
        self.left.extend(left.iter().rev().map(|row| list[*row]));
        let rows = branches
            .iter()
            .flat_map(|vote::Branch { dimension, rows }| rows.iter().map(|row| (*dimension, *row)));
        packets.divide(self.packet, rows);
    }

    fn broadcast(&mut self, shape: &Shape, post: &Post, packets: &Packets, packet: &Packet) {
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
            let missed = dimensions(blocked).map(|j| post.node ^ 1 << j);
            self.left.extend(missed.filter(|node| list.contains(node)));
            self.left.reverse();
        }
    }
}

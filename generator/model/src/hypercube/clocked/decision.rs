//! `mhu_controller`, `mhu_unicast` and `mhu_voter`: where the newest message goes, and its reports.
//!
//! All branches of a multicast are found when its header comes, and then counted in the cycles in
//! which the hardware finds them. Other messages are decided in the cycle of the last header flit.

use teecast_spec::Vote;
use teecast_spec::topology::Cube;

use super::packet::{Ballot, Kind, MessageCopies, MessageCopy};
use super::shape::Post;
use super::slots::Decided;
use crate::hypercube::event::{self, Event};
use crate::hypercube::{broadcast, dimensions, vote};

/// The multicast that is decided, and what is to be reported of the newest message.
#[derive(Clone, Debug, Default)]
pub(super) struct Decision {
    deciding: bool,
    slot: u8,
    packet: u32,
    /// Merges that come before the first branch.
    merges: u32,
    /// Branches that have been chosen, sent or not.
    chosen: usize,
    /// Outputs that get a copy in the end, and those known in this cycle.
    want: u32,
    known: u32,
    /// The delivery, if the processor gets a copy.
    local: u32,
    source: u32,
    /// Destinations to be reported, the first one last.
    left: Vec<u32>,
    incomplete: bool,
}

impl Decision {
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

    /// Plays a cycle; returns the multicast whose branches were all chosen before or, early, one with
    /// those links that were.
    #[inline]
    pub fn step(&mut self, packets: &MessageCopies) -> Option<Decided> {
        if !self.deciding {
            return None;
        }
        let (slot, known) = (self.slot, self.known);
        if self.merges > 0 {
            self.merges -= 1;
        } else if let Some(branch) = packets.branches(self.packet).get(self.chosen) {
            self.chosen += 1;
            self.known |= self.want & 1 << branch.dimension;
        } else {
            self.deciding = false;
            return Some(Decided { slot, want: self.want, early: false });
        }
        (known != self.local).then_some(Decided { slot, want: known, early: true })
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

    /// Takes the header of the packet in a slot; returns the decision unless it is a multicast, whose
    /// first branch is chosen in the next cycle.
    pub fn begin(
        &mut self,
        post: &Post,
        packets: &mut MessageCopies,
        (slot, number): (u8, u32),
    ) -> Option<Decided> {
        debug_assert!(self.ready());
        let packet = *packets.get(number);
        self.source = packet.source;
        let list = packets.destinations(&packet);
        let local = match packet.kind {
            Kind::Broadcast => post.arrival().is_some(),
            _ => list.contains(&post.node),
        };
        let delivery = u32::from(local) * post.shape.delivery();
        let links = match packet.kind {
            Kind::Unicast => self.unicast(post, packets, number),
            Kind::Multicast => self.multicast(post, packets, number),
            _ => self.broadcast(post, packets, &packet),
        };
        let want = links | delivery;
        if packet.kind == Kind::Multicast {
            (self.deciding, self.slot, self.packet) = (true, slot, number);
            (self.chosen, self.want, self.known, self.local) = (0, want, delivery, delivery);
            return None;
        }
        Some(Decided { slot, want, early: false })
    }

    /// Returns the link of a unicast: the branch of the only row.
    fn unicast(&mut self, post: &Post, packets: &MessageCopies, number: u32) -> u32 {
        let packet = packets.get(number);
        let to = packets.destinations(packet)[0];
        let (rule, place) = (&post.shape.rule, post.place(packet.class));
        let vote = rule.row(&place, to ^ post.node, post.faulty) & !barred(post, packet.class);
        let mut link = 0;
        let preferred = rule.classes.preferred(&place);
        vote::divide(rule.vote, &mut [vote], preferred, |dimension, _| link = 1 << dimension);
        link &= !forbidden(post, packet.class);
        if link == 0 && to != post.node {
            self.left.push(to);
        }
        link
    }

    /// Finds the branches of a multicast; returns the links of those that are sent.
    fn multicast(&mut self, post: &Post, packets: &mut MessageCopies, number: u32) -> u32 {
        let class = packets.get(number).class;
        let (rule, place) = (&post.shape.rule, post.place(class));
        let (barred, forbidden) = (barred(post, class), forbidden(post, class));
        let vote = |to: &u32| rule.row(&place, to ^ post.node, post.faulty) & !barred;
        let preferred = rule.classes.preferred(&place);
        packets.divide(number, |list, Ballot { votes, order, .. }| {
            votes.extend(list.iter().map(vote));
            vote::divide(rule.vote, votes, preferred, |dimension, row| {
                order.push((dimension, row))
            });
            // What is neither sent nor here is reported.
            votes.fill(0);
            let sent = order.iter().filter(|(dimension, _)| forbidden >> dimension & 1 == 0);
            sent.for_each(|(_, row)| votes[*row] = 1);
            let stay = list.iter().zip(votes).filter(|(to, sent)| **sent == 0 && **to != post.node);
            self.left.extend(stay.rev().map(|(to, _)| *to));
        });
        let branches = packets.branches(number);
        let merged = if rule.vote == Vote::Nca {
            branches.iter().map(|branch| branch.count() - 1).sum()
        } else {
            0
        };
        self.merges = merged;
        branches.iter().fold(0, |links, branch| links | 1 << branch.dimension) & !forbidden
    }

    /// Returns the links of a broadcast or of a list.
    fn broadcast(&mut self, post: &Post, packets: &MessageCopies, packet: &MessageCopy) -> u32 {
        let shape = post.shape;
        let (n, relative) = (shape.spec.n, packet.source ^ post.node);
        let send = match (shape.spec.fault_tolerant, shape.spec.lan) {
            (true, _) => packet.control & !post.faulty,
            (false, true) => broadcast::by_relative_address(n, relative),
            (false, false) => broadcast::by_relative_address_negative_first(n, post.node, relative),
        };
        let forbidden = forbidden(post, packet.class);
        if shape.spec.fault_tolerant {
            let blocked = packet.control & post.faulty;
            self.incomplete = blocked.count_ones() > 1 || send & forbidden != 0;
            let list = packets.destinations(packet);
            let missed = dimensions(blocked).map(|j| Cube::across(post.node, j));
            self.left.extend(missed.filter(|node| list.contains(node)));
            self.left.reverse();
        }
        send & !forbidden
    }
}

/// Returns the dimensions over which no copy is sent: back, and those that need one class too many.
fn forbidden(post: &Post, class: u8) -> u32 {
    let turns = u32::from(class) + 1 == post.shape.spec.classes;
    post.own() | if turns { post.turns() } else { 0 }
}

/// Returns the dimensions that no row votes for.
fn barred(post: &Post, class: u8) -> u32 {
    if post.shape.votes_forbidden { post.own() } else { forbidden(post, class) }
}

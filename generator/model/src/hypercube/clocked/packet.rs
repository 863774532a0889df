//! Messages on their way: one packet for each copy, and the flits that name it.
//!
//! Nothing is allocated for a copy. The copies of a message share the memory of its destinations:
//! where a node decides, it puts those of a branch side by side, so that a copy carries a part of the
//! list, and the node at the other end of the link may sort that part again.

use std::ops::Range;

/// What kind of message the k field announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One destination.
    Unicast,
    /// Two to m destinations: the multicaster's work.
    Multicast,
    /// More of them: the broadcaster's, with the list unchanged.
    List,
    /// Every other node.
    Broadcast,
    /// No permitted number of destinations.
    Bad,
}

/// Some destinations of a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    message: u32,
    first: u16,
    count: u16,
}

impl Rows {
    /// Returns the number of destinations.
    pub fn count(self) -> u16 {
        self.count
    }

    fn range(self) -> Range<usize> {
        let first = usize::from(self.first);
        first..first + usize::from(self.count)
    }
}

/// One copy of a message, from its first flit until the slot that it fills is free again; flits are
/// counted from the start of its header.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageCopy {
    /// The message that it is a copy of, as the processors count them.
    pub message: u32,
    pub source: u32,
    pub control: u32,
    pub rows: Rows,
    pub kind: Kind,
    pub class: u8,
    /// Flits of the header on a link, and those that only the frame of a processor has.
    pub header: u32,
    pub over: u32,
    /// Flits that have come.
    pub written: u32,
    /// The last flit, once it has come; the frame is marked bad.
    pub end: Option<u32>,
    pub bad: bool,
    /// Outputs as decided, and those left after the first grant.
    pub want: u32,
    pub rest: u32,
}

/// A branch of a multicast: the rows that leave by a dimension.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub dimension: u32,
    pub rows: Rows,
}

impl Branch {
    /// Returns the number of destinations.
    pub fn count(&self) -> u32 {
        self.rows.count.into()
    }
}

/// The destinations of a message, as long as there are copies of it.
#[derive(Clone, Debug, Default)]
struct List {
    destinations: Vec<u32>,
    /// Where each stands in the header.
    places: Vec<u16>,
    copies: u32,
}

/// All packets of a network; those of messages that are gone are used again.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageCopies {
    all: Vec<MessageCopy>,
    /// Branches of each packet in the order of decision, if it is a multicast.
    branches: Vec<Vec<Branch>>,
    unused: Vec<u32>,
    lists: Vec<List>,
    unused_lists: Vec<u32>,
    ballot: Ballot,
}

/// Memory of a node that divides a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Ballot {
    /// The vote of each row.
    pub votes: Vec<u32>,
    /// Dimensions and rows that leave by them, branch by branch in the order of decision.
    pub order: Vec<(u32, usize)>,
    /// The destinations in this order.
    sorted: Vec<u32>,
    /// Their places.
    places: Vec<u16>,
}

impl MessageCopies {
    /// Enters the packet of a new message and returns its number; `packet` makes it of its rows.
    pub fn begin(
        &mut self,
        destinations: Vec<u32>,
        packet: impl FnOnce(Rows) -> MessageCopy,
    ) -> u32 {
        let count = u16::try_from(destinations.len()).expect("fewer than there are nodes");
        let list = List { destinations, places: (0..count).collect(), copies: 0 };
        let message = match self.unused_lists.pop() {
            Some(number) => {
                self.lists[number as usize] = list;
                number
            }
            None => {
                self.lists.push(list);
                self.lists.len() as u32 - 1
            }
        };
        self.add(packet(Rows { message, first: 0, count }))
    }

    /// Enters a copy and returns its number.
    pub fn add(&mut self, packet: MessageCopy) -> u32 {
        self.lists[packet.rows.message as usize].copies += 1;
        match self.unused.pop() {
            Some(number) => {
                self.all[number as usize] = packet;
                number
            }
            None => {
                self.all.push(packet);
                self.branches.push(Vec::new());
                self.all.len() as u32 - 1
            }
        }
    }

    #[inline]
    pub fn get(&self, number: u32) -> &MessageCopy {
        &self.all[number as usize]
    }

    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut MessageCopy {
        &mut self.all[number as usize]
    }

    /// Returns the destinations of a packet.
    pub fn destinations(&self, packet: &MessageCopy) -> &[u32] {
        &self.lists[packet.rows.message as usize].destinations[packet.rows.range()]
    }

    /// Divides the destinations of a packet into branches: `decide` puts their votes and then the order
    /// in which they leave into an empty ballot. Those that do not leave are gone.
    pub fn divide(&mut self, number: u32, decide: impl FnOnce(&[u32], &mut Ballot)) {
        let rows = self.all[number as usize].rows;
        let List { destinations, places, .. } = &mut self.lists[rows.message as usize];
        let (list, places) = (&mut destinations[rows.range()], &mut places[rows.range()]);
        let branches = &mut self.branches[number as usize];
        let ballot = &mut self.ballot;
        ballot.votes.clear();
        ballot.order.clear();
        ballot.sorted.clear();
        ballot.places.clear();
        branches.clear();
        decide(list, ballot);
        for &(dimension, row) in &ballot.order {
            match branches.last_mut() {
                Some(branch) if branch.dimension == dimension => branch.rows.count += 1,
                _ => {
                    let first = rows.first + ballot.sorted.len() as u16;
                    branches.push(Branch { dimension, rows: Rows { first, count: 1, ..rows } });
                }
            }
            ballot.sorted.push(list[row]);
            ballot.places.push(places[row]);
        }
        list[..ballot.sorted.len()].copy_from_slice(&ballot.sorted);
        places[..ballot.sorted.len()].copy_from_slice(&ballot.places);
    }

    /// Returns the branches of a multicast.
    #[inline]
    pub fn branches(&self, number: u32) -> &[Branch] {
        &self.branches[number as usize]
    }

    /// Returns the rows of a multicast that leave by a dimension.
    pub fn rows(&self, number: u32, dimension: u32) -> Rows {
        let of = |branch: &&Branch| branch.dimension == dimension;
        self.branches(number).iter().find(of).expect("the branch was decided").rows
    }

    /// Returns whether all these destinations stand before a place of the list.
    pub fn end_before(&self, rows: Rows, place: usize) -> bool {
        let places = &self.lists[rows.message as usize].places[rows.range()];
        places.iter().all(|other| usize::from(*other) < place)
    }

    /// Forgets a packet.
    pub fn remove(&mut self, number: u32) {
        self.unused.push(number);
        let message = self.all[number as usize].rows.message;
        let list = &mut self.lists[message as usize];
        list.copies -= 1;
        if list.copies == 0 {
            self.unused_lists.push(message);
        }
    }

    /// Returns the number of packets on their way.
    pub fn count(&self) -> usize {
        self.all.len() - self.unused.len()
    }
}

/// A flit on a link.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flit {
    pub packet: u32,
    pub first: bool,
    pub last: bool,
    pub bad: bool,
}

/// A flit that a processor receives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// The message.
    pub message: u32,
    /// 0 for the header flit with Source, from 1 on the data.
    pub index: u32,
    /// The last flit of the frame.
    pub last: bool,
    /// The frame is marked bad.
    pub bad: bool,
}

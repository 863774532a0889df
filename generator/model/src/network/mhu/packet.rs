//! Messages on their way: one packet for each copy, and the flits that name it.

/// What kind of message the k field announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Up to m destinations: the multicaster's work.
    Multicast,
    /// More of them: the broadcaster's, with the list unchanged.
    List,
    /// Every other node.
    Broadcast,
    /// No permitted number of destinations.
    Bad,
}

/// One copy of a message, from its first flit until the slot that it fills is free again.
#[derive(Clone, Debug)]
pub(super) struct Packet {
    /// The message that it is a copy of, as the processors count them.
    pub message: u32,
    pub kind: Kind,
    pub class: u32,
    pub source: u32,
    pub control: u32,
    pub destinations: Vec<u32>,
}

/// All packets of a network; those of messages that are gone are used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Packets {
    all: Vec<Packet>,
    unused: Vec<u32>,
}

impl Packets {
    /// Enters a packet and returns its number.
    pub fn add(&mut self, packet: Packet) -> u32 {
        match self.unused.pop() {
            Some(number) => {
                self.all[number as usize] = packet;
                number
            }
            None => {
                self.all.push(packet);
                self.all.len() as u32 - 1
            }
        }
    }

    pub fn get(&self, number: u32) -> &Packet {
        &self.all[number as usize]
    }

    /// Forgets a packet.
    pub fn remove(&mut self, number: u32) {
        self.unused.push(number);
    }

    /// Returns the number of packets on their way.
    pub fn count(&self) -> usize {
        self.all.len() - self.unused.len()
    }
}

/// A flit on a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flit {
    pub packet: u32,
    pub last: bool,
    pub bad: bool,
}

/// A flit that a processor receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

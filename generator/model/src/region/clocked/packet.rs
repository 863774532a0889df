//! Flits without bits, and the messages that they name.

use crate::region::frame::FrameError;
use crate::region::route::Route;

/// A frame that a processor sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionOffer {
    /// Number of the message, for deliveries.
    pub message: u32,
    /// Its route, or what is wrong with its header; of a frame that ends inside its header nothing is
    /// looked at.
    pub route: Result<Route, FrameError>,
}

/// A flit on its way to a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// Number of the message.
    pub message: u32,
    /// Number of the flit in the delivered frame.
    pub index: u32,
    /// It is the last one.
    pub last: bool,
    /// The message was cut.
    pub bad: bool,
}

/// What a node reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionEvent {
    /// Where.
    pub node: u32,
    /// What is wrong with a frame of its processor.
    pub error: FrameError,
}

/// A flit of a copy.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockedFlit {
    /// Number among the packets.
    pub packet: u32,
    /// Number in the message, its link header included.
    pub index: u16,
    pub last: bool,
    /// The message is its header alone.
    pub empty: bool,
    pub bad: bool,
    /// Whether the copy has been at the corner.
    pub spreading: bool,
}

/// A message that some processor has not got.
#[derive(Clone, Debug)]
struct Packet {
    offer: RegionOffer,
    /// Copies on their way.
    copies: u32,
}

/// The messages on their way by number; numbers are used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Packets {
    packets: Vec<Packet>,
    unused: Vec<u32>,
}

impl Packets {
    /// Adds a message with one copy.
    pub fn add(&mut self, offer: RegionOffer) -> u32 {
        let packet = Packet { offer, copies: 1 };
        match self.unused.pop() {
            Some(number) => {
                self.packets[number as usize] = packet;
                number
            }
            None => {
                self.packets.push(packet);
                self.packets.len() as u32 - 1
            }
        }
    }

    pub fn offer(&self, packet: u32) -> &RegionOffer {
        &self.packets[packet as usize].offer
    }

    /// A copy becomes some.
    pub fn split(&mut self, packet: u32, copies: usize) {
        self.packets[packet as usize].copies += copies as u32 - 1;
    }

    /// A copy has come to its end.
    pub fn remove(&mut self, packet: u32) {
        let copies = &mut self.packets[packet as usize].copies;
        *copies -= 1;
        if *copies == 0 {
            self.unused.push(packet);
        }
    }

    /// Returns the number of messages on their way.
    pub fn open(&self) -> usize {
        self.packets.len() - self.unused.len()
    }
}

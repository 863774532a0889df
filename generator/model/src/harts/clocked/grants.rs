//! What is asked of the transmitters of a router in a cycle, and what they grant.

use super::LINKS;
use super::request::SenderRequest;

/// Everything that asks for a transmitter: receivers, then units.
const SOURCES: usize = 13;

/// Requests and grants of a cycle.
#[derive(Debug)]
pub(super) struct Grants {
    /// **Shape**: by source the direction that it asks for, and the class after that link.
    wishes: [(u32, u32); SOURCES],
    /// **Shape**: by direction the sources that ask for it, a bit each.
    sources: [u16; LINKS],
    /// Directions that are asked for.
    pub directions: u8,
    granted: [Option<u8>; LINKS],
    /// **Shape**: by unit what its sender finds.
    asked: [Option<SenderRequest>; 7],
    /// Directions in which a stored packet could go but for their transmitters.
    pub waits: u8,
}

impl Grants {
    pub fn new() -> Self {
        Self {
            wishes: [(0, 0); SOURCES],
            sources: [0; LINKS],
            directions: 0,
            granted: [None; LINKS],
            asked: [None; 7],
            waits: 0,
        }
    }

    /// A source asks for a direction, and a class behind its link.
    pub fn ask(&mut self, source: usize, wish: (u32, u32)) {
        self.wishes[source] = wish;
        self.sources[wish.0 as usize] |= 1 << source;
        self.directions |= 1 << wish.0;
    }

    /// The sender of a unit looks for a direction.
    pub fn look(&mut self, unit: usize, asked: SenderRequest) {
        self.asked[unit] = Some(asked);
        self.waits |= asked.waits;
    }

    /// Returns the sources that ask for a direction.
    pub fn sources(&self, d: usize) -> u16 {
        self.sources[d]
    }

    /// A transmitter decides.
    pub fn grant(&mut self, d: usize, source: Option<u8>) {
        self.granted[d] = source;
    }

    /// Returns the source that gets a transmitter, and the class of its packet.
    pub fn granted(&self, d: usize) -> Option<(u8, u32)> {
        let source = self.granted[d]?;
        Some((source, self.wishes[usize::from(source)].1))
    }

    /// Returns the direction that a source gets.
    pub fn answer(&self, source: usize) -> Option<u32> {
        let direction = self.wishes[source].0;
        (self.granted[direction as usize] == Some(source as u8)).then_some(direction)
    }

    /// Returns what the sender of a unit found.
    pub fn asked(&self, unit: usize) -> Option<SenderRequest> {
        self.asked[unit]
    }
}

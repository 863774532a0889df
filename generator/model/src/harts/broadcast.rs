//! What processors send in a k-reliable broadcast, as one rule for all k, and in Algorithm A.
//!
//! **Source**: [KS91] 3 and 4. The listing of 6-BCAST has lost its lines 10 and 12; they are straight
//! on and tag C: no other turn brings every node six copies.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::harts::DIRECTIONS;
use teecast_spec::topology::{HexMesh, Topology};

use crate::relay::{self, Pattern, Tree};

/// A packet of the hexagonal mesh.
pub type HartsPacket = relay::RelayPacket<Letter>;
/// A packet of the hexagonal mesh and its first direction.
pub type Start = relay::Start<Letter>;

/// Names the rule of a packet in step 2.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema,
)]
pub enum Letter {
    /// No rule.
    #[default]
    #[serde(rename = "none")]
    None,
    /// Turns right at every node but the last.
    A,
    /// Turns left at every node but the last.
    B,
    /// Sends one hop left at every node but the last.
    C,
    /// Sends one hop right at every node but the last.
    D,
}

impl Letter {
    /// All letters, by the value of the header field.
    pub const ALL: [Letter; 5] = [Letter::None, Letter::A, Letter::B, Letter::C, Letter::D];

    /// Returns the value of the header field.
    pub fn code(self) -> u32 {
        self as u32
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Letter::None => f.write_str("none"),
            letter => write!(f, "{letter:?}"),
        }
    }
}

/// Returns the direction after `turn` sixths to the left.
pub fn turned(direction: u32, turn: i32) -> u32 {
    (direction + turn.rem_euclid(6).unsigned_abs()) % DIRECTIONS
}

/// Returns what the source of a broadcast sends.
pub fn initial(n: u32) -> Vec<Start> {
    let packet = HartsPacket { step: 1, tag: Letter::None, distance: n - 1 };
    (0..DIRECTIONS).map(|direction| Start { direction, packet }).collect()
}

/// Returns what a node sends when it gets a packet that travels in `direction`.
///
/// **Shape**: k is 1..=6; the distance is that at the node.
pub fn sends(n: u32, k: u32, direction: u32, packet: &HartsPacket) -> Vec<Start> {
    use Letter::{A, B, C, D, None};
    let &HartsPacket { step, tag, distance } = packet;
    let (end, neighbour, full) = (distance == 0, distance == n - 2, n - 1);
    let sent: Vec<(i32, u32, Letter)> = match (step, k) {
        (1, 1) if !end => vec![(1, distance, None)],
        (1, 2) if !end => vec![(1, distance, None), (-1, distance, None)],
        (1, 2) => vec![(-1, full, None)],
        (1, 3) => vec![(1, full, None), (-1, if end { full } else { distance }, None)],
        (1, 4..=6) => {
            let mut sent = match (end, neighbour) {
                (true, _) => match k {
                    4 => vec![(1, full, None)],
                    5 => vec![(1, full, None), (-1, full, B)],
                    _ => vec![(1, full, A), (-1, full, B), (0, full, None)],
                },
                (false, true) => vec![(1, full, C), (-1, full, D)],
                (false, false) => vec![(1, full, None), (-1, full, None)],
            };
            if neighbour {
                // In the hexagonal mesh of edge 2 a node is end and neighbour.
                sent.extend([(2, 1, None), (-2, 1, None)]);
            }
            sent
        }
        (2, 4..=6) if !end => match tag {
            A => vec![(-1, distance, A)],
            B => vec![(1, distance, B)],
            C => vec![(1, 1, C)],
            D => vec![(-1, 1, D)],
            None => vec![],
        },
        _ => vec![],
    };
    let start = |(turn, distance, tag)| Start {
        direction: turned(direction, turn),
        packet: HartsPacket { step: step + 1, tag, distance },
    };
    sent.into_iter().map(start).collect()
}

/// The k-reliable broadcast.
#[derive(Clone, Debug)]
struct Reliable<'a> {
    hexmesh: &'a HexMesh,
    k: u32,
}

impl Pattern for Reliable<'_> {
    type Tag = Letter;

    fn neighbour(&self, node: u32, direction: u32) -> u32 {
        self.hexmesh.ahead(node, direction)
    }

    fn initial(&self) -> Vec<Start> {
        initial(self.hexmesh.edge())
    }

    fn sends(&self, direction: u32, packet: &HartsPacket) -> Vec<Start> {
        sends(self.hexmesh.edge(), self.k, direction, packet)
    }
}

/// Algorithm A: once round the ring of direction 0.
#[derive(Clone, Debug)]
struct Ring<'a>(&'a HexMesh);

impl Pattern for Ring<'_> {
    type Tag = Letter;

    fn neighbour(&self, node: u32, direction: u32) -> u32 {
        self.0.ahead(node, direction)
    }

    fn initial(&self) -> Vec<Start> {
        let packet = HartsPacket { step: 1, tag: Letter::None, distance: self.0.nodes() - 1 };
        vec![Start { direction: 0, packet }]
    }

    fn sends(&self, _: u32, _: &HartsPacket) -> Vec<Start> {
        Vec::new()
    }
}

/// Broadcasts k copies to every node; k is 1..=6.
pub fn reliable(hexmesh: &HexMesh, k: u32, source: u32, faulty: &BTreeSet<u32>) -> Tree<Letter> {
    relay::grow(&Reliable { hexmesh, k }, hexmesh.nodes(), source, faulty)
}

/// Broadcasts by Algorithm A.
///
/// **Source**: [KS91] 5.
pub fn ring(hexmesh: &HexMesh, source: u32, faulty: &BTreeSet<u32>) -> Tree<Letter> {
    relay::grow(&Ring(hexmesh), hexmesh.nodes(), source, faulty)
}

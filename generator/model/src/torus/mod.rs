//! The wrapped rectangular mesh and its 4-reliable broadcast.
//!
//! The drawing of the paper's pattern is lost; its text asks for four rotated copies of one pattern
//! that do not interfere. Both of these are such patterns; [`Pattern::Comb`] has exactly the longest
//! path that the text names.
//!
//! **Source**: [KS91] 6 and fig. 15.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::topology::{Grid, Orthogonal, Topology};

use crate::relay::{self, Tree};

/// A packet of the torus.
pub type TorusPacket = relay::RelayPacket<Tag>;
/// A packet of the torus and its first direction.
pub type Start = relay::Start<Tag>;

/// Directions of a node, counter-clockwise: x + 1, y + 1, x - 1, y - 1.
const DIRECTIONS: u32 = 4;

/// Names the way in which the four trees interlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pattern {
    /// The first node of each axis fills one side, the others carry on across it.
    Comb,
    /// Half an axis with teeth to both sides, as in 6-BCAST; equal sides only.
    Pinwheel,
}

impl Pattern {
    /// Both, in the order of the command line.
    pub const ALL: [Pattern; 2] = [Pattern::Comb, Pattern::Pinwheel];

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Comb => "comb",
            Pattern::Pinwheel => "pinwheel",
        }
    }
}

/// Names the rules of a packet in step 2; two letters mean both rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
pub enum Tag {
    /// No rule.
    #[serde(rename = "none")]
    None,
    /// Comb: fills a side, right along the axis and one hop left.
    P,
    /// Comb: one hop right.
    Q,
    /// Comb: one hop left.
    R,
    /// Comb: one hop to both sides.
    QR,
    /// Pinwheel: one hop left.
    C,
    /// Pinwheel: right across half the ring.
    A,
    /// Pinwheel: both.
    CA,
    /// Pinwheel: one hop right.
    D,
    /// Pinwheel: left across half the ring.
    B,
    /// Pinwheel: both.
    DB,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tag::None => f.write_str("none"),
            tag => write!(f, "{tag:?}"),
        }
    }
}

/// Says why a torus does not have a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TorusError {
    /// A side is too short, or longer than permitted.
    #[error("the {side} is {value}; permitted is 3 to {LONGEST}")]
    Side {
        /// Which side.
        side: &'static str,
        /// Value given.
        value: u32,
    },
    /// The pinwheel turns: all sides are alike.
    #[error("the pinwheel needs equal sides; these are {width} and {height}")]
    Unequal {
        /// Nodes along x.
        width: u32,
        /// Nodes along y.
        height: u32,
    },
    /// A node number is out of range.
    #[error("{role} {node} is not a node of the torus; permitted is 0 to {last}")]
    Node {
        /// What the number was given as.
        role: &'static str,
        /// Value given.
        node: u32,
        /// The largest node number.
        last: u32,
    },
    /// The source is faulty.
    #[error("the source {source_node} is among the faulty nodes")]
    SourceFaulty {
        /// The source.
        source_node: u32,
    },
}

/// The longest side.
pub const LONGEST: u32 = 128;

/// Returns the port of the torus that leads in a direction, 0..=3 counter-clockwise from x.
pub const fn port(direction: u32) -> u32 {
    let up = 2 * (direction % 2);
    if direction < 2 { up } else { Grid::opposite(up) }
}

/// Broadcasts four copies to every node of the torus with `sides` nodes along x and y; node = y *
/// width + x.
///
/// # Errors
/// Every [`TorusError`].
pub fn broadcast(
    sides: [u32; 2],
    pattern: Pattern,
    source: u32,
    faulty: &BTreeSet<u32>,
) -> Result<Tree<Tag>, TorusError> {
    let [width, height] = sides;
    for (side, value) in [("width", width), ("height", height)] {
        if !(3..=LONGEST).contains(&value) {
            return Err(TorusError::Side { side, value });
        }
    }
    if pattern == Pattern::Pinwheel && width != height {
        return Err(TorusError::Unequal { width, height });
    }
    let torus = Grid::torus(&sides).expect("the sides were checked");
    let nodes = torus.nodes();
    let last = nodes - 1;
    let named =
        std::iter::once(("source", &source)).chain(faulty.iter().map(|v| ("faulty node", v)));
    if let Some((role, &node)) = named.into_iter().find(|(_, node)| **node > last) {
        return Err(TorusError::Node { role, node, last });
    }
    if faulty.contains(&source) {
        return Err(TorusError::SourceFaulty { source_node: source });
    }
    Ok(relay::grow(&Broadcast { torus, pattern }, nodes, source, faulty))
}

/// A broadcast in one pattern.
struct Broadcast {
    torus: Grid,
    pattern: Pattern,
}

/// Turns: quarters to the left.
const LEFT: u32 = 1;
const RIGHT: u32 = 3;

impl Broadcast {
    /// Returns the length of the ring that a direction runs along.
    fn ring(&self, direction: u32) -> u32 {
        self.torus.radices()[direction as usize % 2]
    }
}

impl relay::Pattern for Broadcast {
    type Tag = Tag;

    fn neighbour(&self, node: u32, direction: u32) -> u32 {
        self.torus.neighbour(node, port(direction)).expect("a torus has no border")
    }

    fn initial(&self) -> Vec<Start> {
        let packet = |direction| {
            let distance = self.ring(direction) - 1;
            TorusPacket { step: 1, tag: Tag::None, distance }
        };
        (0..DIRECTIONS).map(|direction| Start { direction, packet: packet(direction) }).collect()
    }

    fn sends(&self, direction: u32, packet: &TorusPacket) -> Vec<Start> {
        let (along, across) = (self.ring(direction), self.ring(direction + 1));
        let sends = match (self.pattern, packet.step) {
            (Pattern::Comb, 1) => comb(along, across, along - 1 - packet.distance),
            // The tree's axis runs across a tooth.
            (Pattern::Comb, 2) => comb_tooth(across, packet.tag),
            (Pattern::Pinwheel, 1) => pinwheel(along, along - 1 - packet.distance),
            (Pattern::Pinwheel, 2) => pinwheel_tooth(along, packet.tag),
            _ => Vec::new(),
        };
        let start = |(turn, distance, tag)| Start {
            direction: (direction + turn) % DIRECTIONS,
            packet: TorusPacket { step: packet.step + 1, tag, distance },
        };
        sends.into_iter().map(start).collect()
    }
}

/// Returns what the node `a` hops along an axis sends: (turn, distance, tag).
///
/// **Shape**: rings of `along` nodes along the axis and `across` nodes across it.
fn comb(along: u32, across: u32, a: u32) -> Vec<(u32, u32, Tag)> {
    let mut sends = Vec::new();
    if a == 1 {
        sends.push((LEFT, across - 2, Tag::P));
    }
    if a <= along - 2 {
        let tag = match (a == 1, a == along - 2) {
            (true, true) => Tag::QR,
            (true, false) => Tag::Q,
            (false, true) => Tag::R,
            (false, false) => Tag::None,
        };
        sends.push((RIGHT, 1, tag));
    }
    sends
}

/// Returns what a node beside an axis of `along` nodes sends.
fn comb_tooth(along: u32, tag: Tag) -> Vec<(u32, u32, Tag)> {
    let sends: &[(u32, u32)] = match tag {
        Tag::P => &[(RIGHT, along - 2), (LEFT, 1)],
        Tag::Q => &[(RIGHT, 1)],
        Tag::R => &[(LEFT, 1)],
        Tag::QR => &[(RIGHT, 1), (LEFT, 1)],
        _ => &[],
    };
    sends.iter().map(|&(turn, distance)| (turn, distance, Tag::None)).collect()
}

/// Returns what the node `a` hops along an axis sends, in rings of `m` nodes.
fn pinwheel(m: u32, a: u32) -> Vec<(u32, u32, Tag)> {
    let half = m / 2;
    // An even ring has no node opposite the source to share out twice.
    let (left, right, last_right) =
        if m % 2 == 1 { (half, half, half) } else { (half - 1, half, half - 1) };
    let tag = |last: u32, first, end, both| match (a == 1, a == last) {
        (true, true) => both,
        (true, false) => first,
        (false, true) => end,
        (false, false) => Tag::None,
    };
    let mut sends = Vec::new();
    if a <= half {
        sends.push((LEFT, left, tag(half, Tag::C, Tag::A, Tag::CA)));
    }
    if a <= last_right {
        sends.push((RIGHT, right, tag(last_right, Tag::D, Tag::B, Tag::DB)));
    }
    sends
}

/// Returns what every node of a tooth sends, in rings of `m` nodes.
fn pinwheel_tooth(m: u32, tag: Tag) -> Vec<(u32, u32, Tag)> {
    let half = m / 2;
    let far = if m % 2 == 1 { half } else { half - 1 };
    let (a, b, c, d) = ((RIGHT, far), (LEFT, half), (LEFT, 1), (RIGHT, 1));
    let sends = match tag {
        Tag::C => vec![c],
        Tag::A => vec![a],
        Tag::CA => vec![c, a],
        Tag::D => vec![d],
        Tag::B => vec![b],
        Tag::DB => vec![d, b],
        _ => vec![],
    };
    sends.into_iter().map(|(turn, distance)| (turn, distance, Tag::None)).collect()
}

//! RELAY: packets that run straight on and the ones that their receivers start, as a tree of hops.
//!
//! What a pattern starts where is its own matter; this is what all of them share.
//!
//! **Source**: [KS91] 2.

use std::collections::{BTreeSet, VecDeque};

use schemars::JsonSchema;
use serde::Serialize;

/// The header fields of a broadcast packet that guide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelayPacket<T> {
    /// Sends of processors on the way, this one included.
    pub step: u32,
    /// Chooses among the rules of a step.
    pub tag: T,
    /// Nodes still to go: on a link all that it will reach, at a node those after it.
    pub distance: u32,
}

/// A packet that a processor sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start<T> {
    /// Direction of travel.
    pub direction: u32,
    /// The packet as it is on the first link.
    pub packet: RelayPacket<T>,
}

/// A reliable broadcast: a grid and what its processors send.
pub trait Pattern {
    /// Tag of a packet.
    type Tag: Copy;

    /// Returns the neighbour of a node in a direction.
    fn neighbour(&self, node: u32, direction: u32) -> u32;

    /// Returns what the source sends (BCAST_INIT).
    fn initial(&self) -> Vec<Start<Self::Tag>>;

    /// Returns what a processor sends when it gets a packet.
    ///
    /// **Shape**: `direction` is that of travel; the distance is that at the node.
    fn sends(&self, direction: u32, packet: &RelayPacket<Self::Tag>) -> Vec<Start<Self::Tag>>;
}

/// Names how a packet got onto a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Switching {
    /// From the store of the sending node.
    Send,
    /// Straight from the link before, while it arrives.
    CutThrough,
}

impl Switching {
    /// Returns the name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Switching::Send => "send",
            Switching::CutThrough => "cut-through",
        }
    }
}

/// What a packet carries to guide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Carried<T> {
    /// A broadcast.
    Relayed {
        /// Distance at the receiving node.
        distance: u32,
        /// Tag.
        tag: T,
        /// Direction of the first packet that this one descends from.
        origin_direction: u32,
    },
    /// A regular message.
    Routed {
        /// Signed hops along directions 0, 1 and 2 still to go from the receiving node.
        tags: [i32; 3],
    },
}

/// One packet on one link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Send<T> {
    /// Step field of a broadcast; hops from the source of a regular message.
    pub step: u32,
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
    /// Direction of travel.
    pub channel: u32,
    /// How the packet got onto the link.
    pub switching: Switching,
    /// Header of the packet.
    #[serde(flatten)]
    pub carried: Carried<T>,
    /// Index of the send that brought the packet, or what made its sender send it; `None` at the
    /// source.
    #[serde(skip)]
    pub parent: Option<usize>,
}

/// One copy for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Arrived {
    /// Where.
    pub node: u32,
    /// That of the send that brought it.
    pub step: u32,
    /// Direction of travel on the last link.
    pub in_direction: u32,
    /// Index of the send that brought it; `None` for a message to its own source.
    #[serde(skip)]
    pub send: Option<usize>,
}

/// One node that a message did not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Unroutable {
    /// Where a regular message stopped; the source of a broadcast.
    pub node: u32,
    /// Whom it did not reach.
    pub destination: u32,
}

/// Holds all hops of one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tree<T> {
    /// Packets on links; a packet stands after the one that brought it.
    pub sends: Vec<Send<T>>,
    /// Copies by (step, node, in_direction).
    pub deliveries: Vec<Arrived>,
    /// Nodes left over.
    pub unroutable: Vec<Unroutable>,
    /// Number of sends.
    pub traffic: usize,
    /// The largest step.
    pub steps: u32,
}

impl<T> Tree<T> {
    /// Returns the tree of some sends, with its sums.
    pub(crate) fn new(
        sends: Vec<Send<T>>,
        mut deliveries: Vec<Arrived>,
        unroutable: Vec<Unroutable>,
    ) -> Self {
        deliveries.sort_by_key(|copy| (copy.step, copy.node, copy.in_direction));
        let steps = sends.iter().map(|send| send.step).max().unwrap_or(0);
        Self { traffic: sends.len(), sends, deliveries, unroutable, steps }
    }

    /// Returns the sends that brought a copy, from the last to the first.
    pub fn path(&self, copy: &Arrived) -> impl Iterator<Item = &Send<T>> {
        let at = |index: usize| &self.sends[index];
        std::iter::successors(copy.send.map(at), move |send| send.parent.map(at))
    }

    /// Returns (sends, cut-throughs) of the path with most sends, then most cut-throughs.
    pub fn longest(&self) -> (u32, u32) {
        let length = |copy: &Arrived| {
            self.path(copy).fold((0, 0), |(sends, through), send| match send.switching {
                Switching::Send => (sends + 1, through),
                Switching::CutThrough => (sends, through + 1),
            })
        };
        self.deliveries.iter().map(length).max().unwrap_or_default()
    }
}

/// Broadcasts from a source in a grid of `nodes` nodes; faulty ones get nothing.
pub fn grow<P: Pattern>(
    pattern: &P,
    nodes: u32,
    source: u32,
    faulty: &BTreeSet<u32>,
) -> Tree<P::Tag> {
    struct PendingStart<T> {
        from: u32,
        start: Start<T>,
        switching: Switching,
        origin_direction: u32,
        parent: Option<usize>,
    }
    let due = |start: Start<P::Tag>| PendingStart {
        from: source,
        start,
        switching: Switching::Send,
        origin_direction: start.direction,
        parent: None,
    };
    let mut waiting: VecDeque<PendingStart<P::Tag>> =
        pattern.initial().into_iter().map(due).collect();
    let (mut sends, mut deliveries) = (Vec::new(), Vec::new());
    while let Some(PendingStart { from, start, switching, origin_direction, parent }) =
        waiting.pop_front()
    {
        let Start { direction, packet: RelayPacket { step, tag, distance } } = start;
        let to = pattern.neighbour(from, direction);
        if faulty.contains(&to) {
            continue;
        }
        let here = RelayPacket { step, tag, distance: distance - 1 };
        let send = sends.len();
        let carried = Carried::Relayed { distance: here.distance, tag, origin_direction };
        sends.push(Send { step, from, to, channel: direction, switching, carried, parent });
        deliveries.push(Arrived { node: to, step, in_direction: direction, send: Some(send) });
        let follows = |start, switching| PendingStart {
            from: to,
            start,
            switching,
            origin_direction,
            parent: Some(send),
        };
        if here.distance != 0 {
            let straight = Start { direction, packet: here };
            waiting.push_back(follows(straight, Switching::CutThrough));
        }
        let started = pattern.sends(direction, &here).into_iter();
        waiting.extend(started.map(|start| follows(start, Switching::Send)));
    }
    let reached: BTreeSet<u32> = deliveries.iter().map(|copy| copy.node).collect();
    let missed = |node: &u32| *node != source && !faulty.contains(node) && !reached.contains(node);
    let left_over = |destination| Unroutable { node: source, destination };
    let unroutable = (0..nodes).filter(missed).map(left_over).collect();
    Tree::new(sends, deliveries, unroutable)
}

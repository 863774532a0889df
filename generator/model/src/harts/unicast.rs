//! Regular messages: a shortest way by routing tags, around faulty neighbours where the tags allow.

use teecast_spec::topology::HexMesh;

use std::collections::BTreeSet;

use super::broadcast::Letter;
use super::way::{self, Tags};
use crate::relay::{Arrived, Carried, Send, Switching, Tree, Unroutable};

/// Says what a node does with a regular message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// All tags are 0: it is delivered here.
    Here,
    /// It goes on.
    On {
        /// Direction of travel.
        direction: u32,
        /// Tags on the link.
        tags: Tags,
    },
    /// Every direction that gets closer leads to a faulty node.
    Stuck,
}

/// Decides one hop: the tags are tried in order.
pub fn next_hop(hexmesh: &HexMesh, faulty: &BTreeSet<u32>, node: u32, tags: Tags) -> Hop {
    if tags == [0; 3] {
        return Hop::Here;
    }
    let open = tags.iter().zip(0..).filter(|(tag, _)| **tag != 0).find_map(|(tag, axis)| {
        let direction = if *tag > 0 { axis } else { HexMesh::opposite(axis) };
        (!faulty.contains(&hexmesh.ahead(node, direction))).then_some((axis as usize, direction))
    });
    match open {
        Some((axis, direction)) => {
            let mut tags = tags;
            tags[axis] -= tags[axis].signum();
            Hop::On { direction, tags }
        }
        None => Hop::Stuck,
    }
}

/// Routes a message to one node.
pub fn route(
    hexmesh: &HexMesh,
    source: u32,
    destination: u32,
    faulty: &BTreeSet<u32>,
) -> Tree<Letter> {
    let mut node = source;
    let mut tags = way::tags(hexmesh, source, destination);
    let mut sends: Vec<Send<Letter>> = Vec::new();
    loop {
        let parent = sends.len().checked_sub(1);
        match next_hop(hexmesh, faulty, node, tags) {
            Hop::On { direction, tags: left } => {
                let to = hexmesh.ahead(node, direction);
                sends.push(Send {
                    step: parent.map_or(1, |last| sends[last].step + 1),
                    from: node,
                    to,
                    channel: direction,
                    switching: parent.map_or(Switching::Send, |_| Switching::CutThrough),
                    carried: Carried::Routed { tags: left },
                    parent,
                });
                (node, tags) = (to, left);
            }
            Hop::Here => {
                let arrived = Arrived {
                    node,
                    step: parent.map_or(0, |last| sends[last].step),
                    in_direction: parent
                        .map_or(teecast_spec::harts::OWN, |last| sends[last].channel),
                    send: parent,
                };
                return Tree::new(sends, vec![arrived], Vec::new());
            }
            Hop::Stuck => {
                return Tree::new(sends, Vec::new(), vec![Unroutable { node, destination }]);
            }
        }
    }
}

/// Returns whether a message gets through whatever order its hops are made in: no shortest way meets
/// a faulty node.
pub fn promised(hexmesh: &HexMesh, source: u32, destination: u32, faulty: &BTreeSet<u32>) -> bool {
    let distance = way::distance(hexmesh, source, destination);
    let on_a_way = |node: &u32| {
        way::distance(hexmesh, source, *node) + way::distance(hexmesh, *node, destination)
            == distance
    };
    !faulty.iter().any(on_a_way)
}

//! What is faulty in a network, and what is left of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{Graph, Topology};

/// Faulty nodes and links of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faults {
    /// Nodes that do nothing.
    pub nodes: BTreeSet<u32>,
    /// Links that carry nothing in either direction, from the smaller node to the larger one.
    pub links: BTreeSet<[u32; 2]>,
}

impl Faults {
    /// Returns whether a node is not faulty.
    pub fn lives(&self, node: u32) -> bool {
        !self.nodes.contains(&node)
    }

    /// Returns whether a link carries slots: it and both its nodes are not faulty.
    pub fn carries(&self, one: u32, other: u32) -> bool {
        let link = [one.min(other), one.max(other)];
        self.lives(one) && self.lives(other) && !self.links.contains(&link)
    }

    /// Returns the neighbours of a node to which a link carries slots, ascending.
    pub fn around(&self, graph: &Graph, node: u32) -> Vec<u32> {
        let mut around: Vec<u32> = graph.neighbours(node).collect();
        around.retain(|other| self.carries(node, *other));
        around.sort_unstable();
        around
    }

    /// Adds other faults.
    pub fn extend(&mut self, other: &Faults) {
        self.nodes.extend(&other.nodes);
        self.links.extend(&other.links);
    }

    /// Returns the first faulty node or link that the network does not have, as it is typed.
    pub fn unknown(&self, graph: &Graph) -> Option<String> {
        let node = self.nodes.iter().find(|node| **node >= graph.nodes());
        let has = |[one, other]: &[u32; 2]| {
            one < other && *one < graph.nodes() && graph.neighbours(*one).any(|node| node == *other)
        };
        let link = self.links.iter().find(|link| !has(link));
        let link = || link.map(|[one, other]| format!("{one}-{other}"));
        node.map(u32::to_string).or_else(link)
    }

    /// Returns the lowest living node that no healthy way joins with the first living one.
    pub fn apart(&self, graph: &Graph) -> Option<u32> {
        let first = (0..graph.nodes()).find(|node| self.lives(*node))?;
        let distances = self.distances(graph, first);
        (first..graph.nodes()).find(|node| self.lives(*node) && distances[*node as usize].is_none())
    }

    /// Returns the hops from a node on healthy links.
    ///
    /// **Shape**: by node; of a node that no healthy way leads to, none.
    pub fn distances(&self, graph: &Graph, from: u32) -> Vec<Option<u32>> {
        let mut distances = vec![None; graph.nodes() as usize];
        distances[from as usize] = Some(0);
        let mut ring = vec![from];
        for distance in 1.. {
            let mut next = Vec::new();
            for node in ring {
                for other in self.around(graph, node) {
                    if distances[other as usize].is_none() {
                        distances[other as usize] = Some(distance);
                        next.push(other);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            ring = next;
        }
        distances
    }
}

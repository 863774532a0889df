//! A network as audits see it: lists of neighbours, and what is healthy.

use std::collections::VecDeque;

use teecast_spec::topology::ring_tree::Faults;
use teecast_spec::topology::{Graph, Topology};

/// Neighbours of all nodes, with and without what is faulty.
pub struct Healthy {
    /// **Shape**: by node, its neighbours, ascending: the ports of the hardware.
    pub ports: Vec<Vec<u32>>,
    /// **Shape**: by node, the neighbours that healthy links lead to, ascending.
    pub around: Vec<Vec<u32>>,
    /// **Shape**: by node.
    pub lives: Vec<bool>,
}

impl Healthy {
    /// Returns the network of a list of links with some faults.
    pub fn new(graph: &Graph, faults: &Faults) -> Self {
        let nodes = graph.nodes() as usize;
        let lives: Vec<bool> =
            (0..graph.nodes()).map(|node| !faults.nodes.contains(&node)).collect();
        let (mut ports, mut around) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
        for link in graph.pairs() {
            let is_healthy =
                !faults.links.contains(&link) && link.iter().all(|node| lives[*node as usize]);
            for [node, other] in [link, [link[1], link[0]]] {
                ports[node as usize].push(other);
                around[node as usize].extend(is_healthy.then_some(other));
            }
        }
        ports.iter_mut().chain(&mut around).for_each(|row| row.sort_unstable());
        Self { ports, around, lives }
    }

    /// Returns whether a healthy link joins two nodes.
    pub fn joins(&self, one: u32, other: u32) -> bool {
        self.around[one as usize].contains(&other)
    }

    /// Returns whether the links of a path are healthy.
    pub fn carries(&self, path: &[u32]) -> bool {
        path.windows(2).all(|pair| self.joins(pair[0], pair[1]))
    }

    /// Returns the living nodes, ascending.
    pub fn living(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.lives).filter(|(_, lives)| **lives).map(|(node, _)| node)
    }

    /// Returns the port of a node that leads to another one.
    pub fn port(&self, node: u32, other: u32) -> Option<u32> {
        self.ports[node as usize].iter().position(|it| *it == other).map(|port| port as u32)
    }

    /// Returns the hops from a node.
    ///
    /// **Shape**: by node; of a node that no healthy way leads to, none.
    pub fn distances(&self, from: u32) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.lives.len()];
        distances[from as usize] = Some(0);
        let mut waiting = VecDeque::from([(from, 0)]);
        while let Some((node, distance)) = waiting.pop_front() {
            for &other in &self.around[node as usize] {
                if distances[other as usize].is_none() {
                    distances[other as usize] = Some(distance + 1);
                    waiting.push_back((other, distance + 1));
                }
            }
        }
        distances
    }

    /// Returns the living nodes that healthy ways join, each part ascending, in the order of their first.
    pub fn parts(&self) -> Vec<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for node in self.living() {
            if !parts.iter().any(|part| part.contains(&node)) {
                let distances = self.distances(node);
                parts.push(self.living().filter(|it| distances[*it as usize].is_some()).collect());
            }
        }
        parts
    }
}

/// Parts of a network that grow together: a number a node.
pub struct Parts(Vec<u32>);

impl Parts {
    /// Returns the parts with every node alone.
    pub fn new(nodes: usize) -> Self {
        Self((0..nodes as u32).collect())
    }

    /// Returns whether two nodes are of one part.
    pub fn same(&self, one: u32, other: u32) -> bool {
        self.0[one as usize] == self.0[other as usize]
    }

    /// Joins the parts of two nodes; returns whether they were two.
    pub fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.0[one as usize], self.0[other as usize]);
        self.0.iter_mut().filter(|part| **part == other).for_each(|part| *part = one);
        one != other
    }
}

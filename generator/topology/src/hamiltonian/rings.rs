//! The directed Hamiltonian cycles of a network, and the places of its nodes on them.

use super::{Network, decompose};

/// The directed cycles of a network: 2i goes along cycle i of [`decompose`], 2i + 1 runs it backwards.
///
/// **Source**: [LS94] IV; node 0 is its N_0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rings {
    /// **Shape**: by undirected cycle, its nodes from node 0 on.
    cycles: Vec<Vec<u32>>,
    /// **Shape**: by undirected cycle and node, the place of the node.
    places: Vec<Vec<u32>>,
}

impl Rings {
    /// Returns the directed cycles of a network.
    pub fn new(network: Network) -> Self {
        let cycles = decompose(network);
        let places = cycles.iter().map(|cycle| {
            let mut places = vec![0; cycle.len()];
            for (place, &node) in (0..).zip(cycle) {
                places[node as usize] = place;
            }
            places
        });
        Self { places: places.collect(), cycles }
    }

    /// Returns the undirected cycles.
    ///
    /// **Shape**: by cycle, its nodes from node 0 on.
    pub fn cycles(&self) -> &[Vec<u32>] {
        &self.cycles
    }

    /// Returns the number of directed cycles, gamma.
    pub fn count(&self) -> u32 {
        2 * self.cycles.len() as u32
    }

    /// Returns the number of nodes, N.
    pub fn nodes(&self) -> u32 {
        self.cycles.first().map_or(0, |cycle| cycle.len() as u32)
    }

    /// Returns ID_j(v): the hops from node 0 to node v along directed cycle j.
    #[inline]
    pub fn id(&self, j: u32, v: u32) -> u32 {
        Self::turned(j, self.places[j as usize / 2][v as usize], self.nodes())
    }

    /// Returns the node whose ID on directed cycle j is `id`, modulo N.
    #[inline]
    pub fn node(&self, j: u32, id: u32) -> u32 {
        let cycle = &self.cycles[j as usize / 2];
        let nodes = cycle.len() as u32;
        cycle[Self::turned(j, id % nodes, nodes) as usize]
    }

    /// Returns the node after v on directed cycle j.
    #[inline]
    pub fn next(&self, j: u32, v: u32) -> u32 {
        self.node(j, self.id(j, v) + 1)
    }

    /// Returns the node before v on directed cycle j.
    #[inline]
    pub fn previous(&self, j: u32, v: u32) -> u32 {
        self.node(j, self.id(j, v) + self.nodes() - 1)
    }

    /// Returns a place on the undirected cycle from one on directed cycle j, or the other way round.
    #[inline]
    fn turned(j: u32, place: u32, nodes: u32) -> u32 {
        if j % 2 == 0 || place == 0 { place } else { nodes - place }
    }
}

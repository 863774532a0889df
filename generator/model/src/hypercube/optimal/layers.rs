//! The optimum by layers: from the farthest nodes inwards, the fewest nodes of each distance so
//! that every node further out has a neighbour among them.

use std::collections::BTreeSet;

use crate::hypercube::dimensions;

/// The largest dimension: a layer of Q_6 has at most 20 nodes.
pub const LARGEST: u32 = 6;
/// No request takes fewer steps.
pub const LEAST_STEPS: u64 = 300;

/// Marks a choice that leaves a destination without a parent.
const IMPOSSIBLE: u8 = u8::MAX;

/// The nodes of one distance from node 0 that a tree may or must contain.
#[derive(Default)]
struct Layer {
    /// Destinations; node 0 in layer 0.
    wanted: Vec<u32>,
    /// Nodes that may be chosen: not destinations, not faulty, on the way to one.
    free: Vec<u32>,
}

/// A set of nodes of the next layer: chosen free ones from bit 0 up, then wanted ones.
type Reach = u32;

/// Holds the layers of one request.
pub struct Layers(Vec<Layer>);

/// Holds the fewest nodes for every choice in every layer.
pub struct Solved {
    layers: Vec<Layer>,
    /// The best choice within each set of free nodes of a layer.
    ///
    /// **Shape**: per layer 2^free bytes. **Units**: free nodes from this layer outwards.
    best: Vec<Vec<u8>>,
}

impl Layers {
    /// Sorts the nodes of Q_n by distance, n at most 6.
    ///
    /// **Shape**: `terminals` are distinct, usable and not 0; `usable` has an entry per node.
    pub fn new(n: u32, terminals: &[u32], usable: &[bool]) -> Self {
        let wanted = terminals.iter().fold(1u64, |set, node| set | 1 << node);
        let mut onward = wanted;
        for node in (1..1u32 << n).rev() {
            if onward >> node & 1 == 1 {
                onward = dimensions(node).fold(onward, |set, j| set | 1 << (node ^ 1 << j));
            }
        }
        let mut layers: Vec<Layer> = (0..=n).map(|_| Layer::default()).collect();
        for node in (0..1u32 << n).filter(|&node| onward >> node & 1 == 1 && usable[node as usize])
        {
            let layer = &mut layers[node.count_ones() as usize];
            let list = if wanted >> node & 1 == 1 { &mut layer.wanted } else { &mut layer.free };
            list.push(node);
        }
        Self(layers)
    }

    /// Returns about how many steps a solution takes.
    pub fn steps(&self) -> u64 {
        self.0.iter().map(|layer| 2u64 << layer.free.len()).sum::<u64>() + LEAST_STEPS
    }

    /// Finds the fewest nodes.
    pub fn solve(self) -> Solved {
        let mut best: Vec<Vec<u8>> = Vec::new();
        let nothing = (Layer::default(), vec![0]);
        for (distance, layer) in self.0.iter().enumerate().rev() {
            let outer = self.0.get(distance + 1).unwrap_or(&nothing.0);
            let beyond = best.last().unwrap_or(&nothing.1);
            best.push(chosen(layer, outer, beyond));
        }
        best.reverse();
        Solved { layers: self.0, best }
    }
}

impl Solved {
    /// Returns the number of links: each node but node 0 has one.
    pub fn links(&self) -> u32 {
        let wanted: usize = self.layers.iter().map(|layer| layer.wanted.len()).sum();
        u32::from(self.best[0][0]) + u32::try_from(wanted - 1).expect("node 0 is among them")
    }

    /// Returns the nodes of an optimal tree, without node 0.
    pub fn nodes(&self) -> BTreeSet<u32> {
        let mut nodes = BTreeSet::from([0]);
        for (inner, (layer, best)) in
            self.layers.iter().zip(self.layers.iter().zip(&self.best).skip(1))
        {
            let chosen =
                inner.wanted.iter().chain(&inner.free).filter(|node| nodes.contains(*node));
            let reach = chosen.fold(0, |reach, node| reach | reach_of(*node, layer));
            // What the choice within reach does not need goes.
            let mut set = reach as usize & (best.len() - 1);
            for index in 0..layer.free.len() {
                if best[set & !(1 << index)] == best[set] {
                    set &= !(1 << index);
                }
            }
            let free = layer.free.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
            nodes.extend(free.map(|(_, node)| node).chain(&layer.wanted));
        }
        nodes.remove(&0);
        nodes
    }
}

/// Returns which nodes of the next layer are neighbours of `node`.
fn reach_of(node: u32, outer: &Layer) -> Reach {
    let near = |other: &u32| *other & node == node;
    let members = outer.free.iter().chain(&outer.wanted).enumerate();
    members.filter(|(_, other)| near(other)).fold(0, |reach, (index, _)| reach | 1 << index)
}

/// Returns the fewest nodes from `layer` outwards, for every set of its free nodes to choose from.
///
/// **Shape**: `beyond` is the result for `outer`, the next layer.
fn chosen(layer: &Layer, outer: &Layer, beyond: &[u8]) -> Vec<u8> {
    let own = layer.wanted.iter().fold(0, |reach, node| reach | reach_of(*node, outer));
    let mut reaches: Vec<Reach> = Vec::with_capacity(1 << layer.free.len());
    let mut best: Vec<u8> = Vec::with_capacity(1 << layer.free.len());
    reaches.push(own);
    best.push(0);
    for node in &layer.free {
        let reach = reach_of(*node, outer);
        reaches.extend_from_within(..);
        best.extend_from_within(..);
        let half = best.len() / 2;
        reaches[half..].iter_mut().for_each(|with| *with |= reach);
        best[half..].iter_mut().for_each(|with| *with += 1);
    }
    let all_wanted: Reach = (1 << outer.wanted.len()) - 1;
    for (nodes, reach) in best.iter_mut().zip(&reaches) {
        let outwards = match reach >> outer.free.len() == all_wanted {
            true => beyond[*reach as usize & (beyond.len() - 1)],
            false => IMPOSSIBLE,
        };
        *nodes = nodes.saturating_add(outwards);
    }
    // The best choice within a set is the set itself or within the set without one member.
    for index in 0..layer.free.len() {
        for pair in best.chunks_exact_mut(2 << index) {
            let (without, with) = pair.split_at_mut(1 << index);
            for (with, without) in with.iter_mut().zip(without) {
                *with = (*with).min(*without);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_nodes_take_a_link_each_and_none_take_none() {
        let all: Vec<u32> = (1..64).collect();
        let solved = Layers::new(6, &all, &[true; 64]).solve();
        assert_eq!((solved.links(), solved.nodes().len()), (63, 63));
        assert_eq!(Layers::new(6, &[], &[true; 64]).solve().links(), 0);
    }

    #[test]
    fn a_faulty_ancestor_is_gone_around() {
        let mut usable = [true; 16];
        assert_eq!(Layers::new(4, &[0b0111, 0b1011], &usable).solve().links(), 4);
        usable[0b0011] = false;
        assert_eq!(Layers::new(4, &[0b0111, 0b1011], &usable).solve().links(), 5);
    }
}

//! The exact optimum: the fewest links of a tree of shortest paths to any destination set.
//!
//! Here the destinations are looked at from the source and the method is chosen: `subsets`
//! merges destinations two and two, `layers` chooses the nodes of each distance, `anchored`
//! merges around faulty nodes. Each returns the nodes of a tree; which links join them is
//! settled here.
//!
//! **Source**: [Lan88] 4.2 defines the optimal multicast tree; the methods are our own.

mod anchored;
mod layers;
mod subsets;

use std::collections::{BTreeMap, BTreeSet};

use teecast_spec::topology::Cube;

use super::all_dimensions;

/// The most destinations that are merged two and two: 3^20 / 2 steps.
const MOST_MERGED: usize = 20;
/// The most steps around faulty nodes.
const MOST_STEPS: u64 = 1 << 28;

/// Says that no method finds the optimum in seconds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the optimum to {destinations} nodes of Q_{n} takes too long; permitted are n up to 6, or up \
     to {MOST_MERGED} nodes, with faulty nodes fewer"
)]
pub struct TooLong {
    /// Dimension of the cube.
    pub n: u32,
    /// Number of distinct destinations other than the source.
    pub destinations: usize,
}

/// Holds an optimal tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The node before each node of the tree but the source.
    parents: BTreeMap<u32, u32>,
    /// Destinations that no shortest path without a faulty node leads to, ascending.
    pub unreached: BTreeSet<u32>,
}

impl Optimum {
    /// Returns the number of links.
    pub fn links(&self) -> usize {
        self.parents.len()
    }

    /// Returns the dimension of the next hop from `here` to a node further down the tree.
    pub fn hop(&self, here: u32, to: u32) -> u32 {
        let mut below = to;
        loop {
            let parent = *self.parents.get(&below).expect("the way to the source ends there");
            if parent == here {
                return (here ^ below).trailing_zeros();
            }
            below = parent;
        }
    }
}

/// Returns an optimal tree.
///
/// # Errors
/// [`TooLong`] where the methods end.
///
/// # Examples
/// ```
/// use teecast_model::hypercube::optimal;
///
/// let tree = optimal::tree(5, 6, &[7, 20, 29, 18, 1, 0], &[].into())?;
/// assert_eq!(tree.links(), 9);
/// # Ok::<(), teecast_model::hypercube::optimal::TooLong>(())
/// ```
pub fn tree(
    n: u32,
    source: u32,
    destinations: &[u32],
    faulty: &BTreeSet<u32>,
) -> Result<Optimum, TooLong> {
    let usable = usable(n, source, faulty);
    let relative: BTreeSet<u32> = destinations.iter().map(|node| node ^ source).collect();
    let (terminals, unreached): (Vec<u32>, Vec<u32>) =
        relative.into_iter().filter(|node| *node != 0).partition(|node| usable[*node as usize]);
    let too_long = TooLong { n, destinations: terminals.len() };
    let merges = (faulty.is_empty() && terminals.len() <= MOST_MERGED)
        .then(|| subsets::steps(terminals.len()));
    let nodes = if n <= layers::LARGEST {
        let layers = layers::Layers::new(n, &terminals, &usable);
        match merges.filter(|steps| *steps < layers.steps()) {
            Some(_) => subsets::Merges::new(&terminals).nodes(),
            None => layers.solve().nodes(),
        }
    } else if merges.is_some() {
        subsets::Merges::new(&terminals).nodes()
    } else if !faulty.is_empty() && anchored::steps(&terminals) <= MOST_STEPS {
        anchored::Anchored::new(&terminals, &usable).nodes()
    } else {
        return Err(too_long);
    };
    // Every node of a shortest tree has a neighbour in it that is closer to the source; any does.
    let closer = |node: u32| {
        super::dimensions(node)
            .map(|dimension| Cube::across(node, dimension))
            .find(|parent| *parent == 0 || nodes.contains(parent))
            .expect("a node of the tree has a parent")
    };
    Ok(Optimum {
        parents: nodes.iter().map(|&node| (node ^ source, closer(node) ^ source)).collect(),
        unreached: unreached.into_iter().map(|node| node ^ source).collect(),
    })
}

/// Returns only the number of links of an optimal tree from node 0 without faulty nodes.
///
/// **Shape**: `terminals` are distinct and not 0.
///
/// # Errors
/// [`TooLong`] where the methods end.
pub fn links(n: u32, terminals: &[u32]) -> Result<u32, TooLong> {
    let merges = (terminals.len() <= MOST_MERGED).then(|| subsets::steps(terminals.len()));
    if n <= layers::LARGEST && merges.is_none_or(|steps| steps > layers::LEAST_STEPS) {
        let usable = vec![true; 1 << n];
        let layers = layers::Layers::new(n, terminals, &usable);
        if merges.is_none_or(|steps| steps >= layers.steps()) {
            return Ok(layers.solve().links());
        }
    }
    match merges {
        Some(_) => Ok(subsets::Merges::new(terminals).links()),
        None => Err(TooLong { n, destinations: terminals.len() }),
    }
}

/// Tells of each node, by its relative address, whether a shortest path without a faulty node
/// leads to it.
fn usable(n: u32, source: u32, faulty: &BTreeSet<u32>) -> Vec<bool> {
    let mut usable = vec![false; 1 << n];
    for node in 0..=all_dimensions(n) {
        let reached =
            node == 0 || super::dimensions(node).any(|j| usable[Cube::across(node, j) as usize]);
        usable[node as usize] = reached && !faulty.contains(&(node ^ source));
    }
    usable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_source_among_the_destinations_and_equal_ones_cost_nothing() {
        let tree = tree(3, 5, &[5, 7, 7], &[].into()).expect("small");
        assert_eq!((tree.links(), tree.hop(5, 7)), (1, 1));
    }

    #[test]
    fn what_only_faulty_nodes_lead_to_is_unreached() {
        let tree = tree(3, 0, &[3, 4, 1], &[1, 2].into()).expect("small");
        assert_eq!(tree.unreached, [1, 3].into());
        assert_eq!(tree.links(), 1);
    }

    #[test]
    fn the_methods_agree() {
        for seed in 0..300 {
            let n = 3 + u32::try_from(seed % 4).expect("small");
            let mut random = Random::new(seed);
            let mut draw = |count: u64| -> BTreeSet<u32> {
                (0..count).map(|_| random.below(1 << n)).collect()
            };
            let faulty = &draw(seed % 3) - &[0].into();
            let usable = usable(n, 0, &faulty);
            let mut terminals: Vec<u32> = draw(1 + seed % 9).into_iter().collect();
            terminals.retain(|node| *node != 0 && usable[*node as usize]);
            let layered = layers::Layers::new(n, &terminals, &usable).solve();
            let anchored = anchored::Anchored::new(&terminals, &usable).nodes();
            let place = format!("n = {n}, {terminals:?}, faulty {faulty:?}");
            assert_eq!(layered.nodes().len(), layered.links() as usize, "{place}");
            assert_eq!(layered.nodes().len(), anchored.len(), "{place}");
            if faulty.is_empty() {
                let merges = subsets::Merges::new(&terminals);
                assert_eq!(merges.links(), layered.links(), "{place}");
                assert_eq!(merges.nodes().len(), anchored.len(), "{place}");
            }
        }
    }

    #[test]
    fn large_requests_are_refused() {
        let many: Vec<u32> = (1..=21).collect();
        let refused = TooLong { n: 7, destinations: 21 };
        assert_eq!(links(7, &many), Err(refused.clone()));
        assert_eq!(tree(7, 0, &many, &[].into()), Err(refused.clone()));
        assert_eq!(tree(7, 0, &many, &[127].into()), Err(refused));
        assert!(links(7, &many[..9]).is_ok() && links(6, &many).is_ok());
    }
}

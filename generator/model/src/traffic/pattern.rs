//! Where messages go.

use serde::{Deserialize, Serialize};
use teecast_spec::topology::Orthogonal;
use thiserror::Error;

use crate::random::Random;

/// All messages, in the unit of a share.
const WHOLE: u32 = 1000;

/// Names how destinations are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Every node as likely, the sender included.
    Uniform,
    /// Every node but the sender as likely.
    Others,
    /// Every other node, with a probability proportional to one over its distance.
    DistanceInverse,
    /// Some nodes get a share of all messages, the rest is uniform.
    Hotspot {
        /// The nodes, all as likely.
        nodes: Vec<u32>,
        /// **Units**: parts of 1000.
        share: u32,
    },
    /// The upper half of the coordinates changes places with the lower.
    Transpose,
    /// Every coordinate is counted from the other end; in a hypercube every bit is inverted.
    BitComplement,
}

/// Says why a pattern does not fit a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The halves of the coordinates are not alike.
    #[error("transpose needs an even number of dimensions and halves of equal radices")]
    Transpose,
    /// No hot node, or one that is not there.
    #[error("hot nodes are {nodes:?}; permitted are one or more of 0 to {last}")]
    HotNodes {
        /// The nodes.
        nodes: Vec<u32>,
        /// The last node of the network.
        last: u32,
    },
    /// A share above all.
    #[error("the share of hot nodes is {0} of 1000; permitted is 0 to 1000")]
    Share(u32),
}

impl Pattern {
    /// Checks that a network has what the pattern needs.
    ///
    /// # Errors
    /// Radices that cannot be exchanged, hot nodes that do not exist, a share above all.
    pub fn check(&self, topology: &dyn Orthogonal) -> Result<(), PatternError> {
        let last = topology.nodes() - 1;
        match self {
            Pattern::Transpose => {
                let radices = topology.radices();
                let (low, high) = radices.split_at(radices.len() / 2);
                if low == high { Ok(()) } else { Err(PatternError::Transpose) }
            }
            Pattern::Hotspot { nodes, .. }
                if nodes.is_empty() || nodes.iter().any(|node| *node > last) =>
            {
                Err(PatternError::HotNodes { nodes: nodes.clone(), last })
            }
            Pattern::Hotspot { share, .. } if *share > WHOLE => Err(PatternError::Share(*share)),
            _ => Ok(()),
        }
    }

    /// Returns whether every node has one destination.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Pattern::Transpose | Pattern::BitComplement)
    }

    /// Draws the destinations of a message to several nodes, all different, permitted, and others
    /// than its sender; a fixed pattern gives the one it has.
    ///
    /// They are drawn one after another, each as if it were the only one, among those that are left;
    /// hot nodes get their share as long as any of them is left. There must be enough.
    pub fn draw_several(
        &self,
        topology: &dyn Orthogonal,
        source: u32,
        count: usize,
        permitted: impl Fn(u32) -> bool,
        stream: &mut Random,
    ) -> Vec<u32> {
        if self.is_fixed() {
            return vec![self.draw(topology, source, stream)];
        }
        let mut list = Vec::new();
        while list.len() < count {
            let is_left = |node: &u32| *node != source && permitted(*node) && !list.contains(node);
            let node = match self {
                Pattern::Hotspot { nodes, share } => {
                    let hot = stream.below(WHOLE) < *share;
                    let left: Vec<u32> =
                        nodes.iter().copied().filter(|node| hot && is_left(node)).collect();
                    match left[..] {
                        [] => stream.below(topology.nodes()),
                        _ => left[stream.below(left.len() as u32) as usize],
                    }
                }
                _ => self.draw(topology, source, stream),
            };
            if is_left(&node) {
                list.push(node);
            }
        }
        list
    }

    /// Draws the destination of a message.
    pub fn draw(&self, topology: &dyn Orthogonal, source: u32, stream: &mut Random) -> u32 {
        let nodes = topology.nodes();
        match self {
            Pattern::Uniform => stream.below(nodes),
            Pattern::Others => {
                let node = stream.below(nodes - 1);
                node + u32::from(node >= source)
            }
            Pattern::DistanceInverse => loop {
                // A node at distance d is taken once in d times that it is drawn.
                let node = stream.below(nodes);
                let distance = topology.distance(source, node);
                if distance > 0 && stream.below(distance) == 0 {
                    return node;
                }
            },
            Pattern::Hotspot { nodes: hot, share } => {
                if stream.below(WHOLE) < *share {
                    hot[stream.below(hot.len() as u32) as usize]
                } else {
                    stream.below(nodes)
                }
            }
            Pattern::Transpose => {
                let mut digits = topology.coordinates(source);
                let half = digits.len() / 2;
                digits.rotate_left(half);
                topology.node_at(&digits)
            }
            Pattern::BitComplement => {
                let digits = topology.coordinates(source);
                let mirrored: Vec<u32> = topology
                    .radices()
                    .iter()
                    .zip(digits)
                    .map(|(radix, digit)| radix - 1 - digit)
                    .collect();
                topology.node_at(&mirrored)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::{Grid, Topology};

    fn mesh(radices: &[u32]) -> Grid {
        Grid::mesh(radices).expect("permitted")
    }

    fn counts(pattern: &Pattern, grid: &Grid, source: u32, draws: u32) -> Vec<u32> {
        let mut stream = Random::keyed(5, [0; 3]);
        let mut seen = vec![0; grid.nodes() as usize];
        (0..draws).for_each(|_| seen[pattern.draw(grid, source, &mut stream) as usize] += 1);
        seen
    }

    #[test]
    fn near_nodes_are_as_much_likelier_as_they_are_nearer() {
        // A row of 4 seen from its end: weights 1, 1/2, 1/3 of 11/6.
        let seen = counts(&Pattern::DistanceInverse, &mesh(&[4]), 0, 22_000);
        for (node, expected) in [(0, 0u32), (1, 12_000), (2, 6000), (3, 4000)] {
            assert!(seen[node].abs_diff(expected) < 300, "{seen:?}");
        }
    }

    #[test]
    fn all_others_are_as_likely_and_the_sender_is_none_of_them() {
        let seen = counts(&Pattern::Others, &mesh(&[4]), 2, 12_000);
        for (node, expected) in [(0, 4000u32), (1, 4000), (2, 0), (3, 4000)] {
            assert!(seen[node].abs_diff(expected) < 300, "{seen:?}");
        }
    }

    #[test]
    fn hot_nodes_get_their_share_and_part_of_the_rest() {
        let pattern = Pattern::Hotspot { nodes: vec![1, 2], share: 200 };
        let seen = counts(&pattern, &mesh(&[4]), 0, 20_000);
        for (node, expected) in [(0, 4000u32), (1, 6000), (2, 6000), (3, 4000)] {
            assert!(seen[node].abs_diff(expected) < 300, "{seen:?}");
        }
    }

    #[test]
    fn several_destinations_are_different_and_permitted() {
        let grid = mesh(&[4, 2]);
        let mut stream = Random::keyed(2, [0; 3]);
        let mut several = |pattern: &Pattern, count| {
            let mut list = pattern.draw_several(&grid, 2, count, |node| node != 5, &mut stream);
            list.sort_unstable();
            list
        };
        let hot = |share| Pattern::Hotspot { nodes: vec![1, 2, 6], share };
        for pattern in [Pattern::Uniform, Pattern::DistanceInverse, hot(1000), hot(0)] {
            assert_eq!(several(&pattern, 6), [0, 1, 3, 4, 6, 7], "{pattern:?}");
        }
        // Hot nodes first; the sender is none of them.
        let list = several(&hot(1000), 3);
        assert!(list.contains(&1) && list.contains(&6), "{list:?}");
        let near = (0..9000).filter(|_| several(&Pattern::DistanceInverse, 1) == [3]).count();
        // Distances 2, 1, 0, 1 in one row, and one more each in the other without node 5: of 11/2.
        let all = 1.0 / 2.0 + 1.0 + 1.0 + 1.0 / 3.0 + 1.0 + 1.0 / 2.0;
        assert!((near as f64 / 9000.0 * all - 1.0).abs() < 0.1, "{near}");
        assert_eq!(several(&Pattern::BitComplement, 1), [5]);
    }

    #[test]
    fn permutations_are_those_of_their_names() {
        let grid = mesh(&[4, 4]);
        let mut stream = Random::keyed(1, [0; 3]);
        // Node 6 is (2, 1).
        assert_eq!(Pattern::Transpose.draw(&grid, 6, &mut stream), 9);
        assert_eq!(Pattern::BitComplement.draw(&grid, 6, &mut stream), 9);
        assert_eq!(Pattern::BitComplement.draw(&grid, 5, &mut stream), 10);
        assert_eq!(Pattern::Transpose.draw(&grid, 5, &mut stream), 5);
    }

    #[test]
    fn what_a_network_cannot_do_is_refused() {
        assert_eq!(Pattern::Transpose.check(&mesh(&[4, 4, 4])), Err(PatternError::Transpose));
        assert_eq!(Pattern::Transpose.check(&mesh(&[4, 3])), Err(PatternError::Transpose));
        assert_eq!(Pattern::Transpose.check(&mesh(&[4, 3, 4, 3])), Ok(()));
        let hot = |nodes: &[u32], share| Pattern::Hotspot { nodes: nodes.to_vec(), share };
        assert_eq!(hot(&[3], 1001).check(&mesh(&[4])), Err(PatternError::Share(1001)));
        assert!(
            hot(&[4], 10).check(&mesh(&[4])).is_err() && hot(&[], 1).check(&mesh(&[4])).is_err()
        );
    }
}

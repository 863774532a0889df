//! Fault sets: the fault vector of a node and the fault model of [Lan88] 7.2.

use std::collections::BTreeSet;

use teecast_spec::topology::Cube;

/// Returns the fault vector of `node`: bit j is 1 iff its neighbour in dimension j is faulty.
pub fn vector(n: u32, faulty: &BTreeSet<u32>, node: u32) -> u32 {
    (0..n).filter(|j| faulty.contains(&Cube::across(node, *j))).fold(0, |f, j| f | 1 << j)
}

/// Returns whether every fault-free node has at most one faulty neighbour.
///
/// **Source**: [Lan88] 7.2, condition 4.
pub fn model_holds(n: u32, faulty: &BTreeSet<u32>) -> bool {
    // Only a neighbour of a faulty node can break the model.
    faulty
        .iter()
        .flat_map(|f| (0..n).map(move |j| Cube::across(*f, j)))
        .filter(|node| !faulty.contains(node))
        .all(|node| vector(n, faulty, node).count_ones() <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faults_of_the_broadcast_example_satisfy_the_model() {
        let faulty = BTreeSet::from([0b0011, 0b0111, 0b1000, 0b1100]);
        assert!(model_holds(4, &faulty));
        assert_eq!(vector(4, &faulty, 0b0001), 0b0010);
        assert_eq!(vector(4, &faulty, 0b0000), 0b1000);
    }

    #[test]
    fn two_faulty_neighbours_of_one_node_break_the_model() {
        assert!(!model_holds(4, &BTreeSet::from([1, 2])));
        assert!(model_holds(4, &BTreeSet::from([0, 15])));
    }
}

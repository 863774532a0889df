//! Checks a Hamiltonian decomposition against its definition.

use std::collections::BTreeSet;

use teecast_spec::topology::hamiltonian::Network;

/// Says what is wrong with a decomposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A cycle visits some node twice, or not at all.
    #[error("cycle {cycle} does not visit every node once")]
    Visits {
        /// Cycle.
        cycle: usize,
    },
    /// Two nodes follow each other without a link between them.
    #[error("cycle {cycle} goes from node {from} to node {to}, and no link joins them")]
    NoLink {
        /// Cycle.
        cycle: usize,
        /// A node.
        from: u32,
        /// The next one.
        to: u32,
    },
    /// A link belongs to two cycles.
    #[error("cycle {cycle} goes from node {from} to node {to}, and so does another cycle")]
    Shared {
        /// The later cycle.
        cycle: usize,
        /// A node.
        from: u32,
        /// The next one.
        to: u32,
    },
    /// Some links are left over at a node, too many or too few.
    #[error("node {node} has {links} links that no cycle uses")]
    Left {
        /// Node.
        node: u32,
        /// Links left over.
        links: usize,
    },
}

/// Returns the links that no cycle uses: none, or in a network of odd degree one a node.
///
/// **Shape**: each link once, its lower node first; the links in order.
///
/// # Errors
/// [`Flaw`], the first one.
pub fn unused(network: Network, cycles: &[Vec<u32>]) -> Result<Vec<[u32; 2]>, Flaw> {
    let topology = network.topology();
    let mut left: BTreeSet<[u32; 2]> = BTreeSet::new();
    for node in 0..topology.nodes() {
        let beside = (0..topology.ports()).filter_map(|port| topology.neighbour(node, port));
        left.extend(beside.map(|other| [node.min(other), node.max(other)]));
    }
    let links = left.clone();
    for (cycle, visited) in cycles.iter().enumerate() {
        let all: BTreeSet<u32> = visited.iter().copied().collect();
        if !all.into_iter().eq(0..topology.nodes()) || visited.len() as u32 != topology.nodes() {
            return Err(Flaw::Visits { cycle });
        }
        for (place, &from) in visited.iter().enumerate() {
            let to = visited[(place + 1) % visited.len()];
            let link = [from.min(to), from.max(to)];
            if !links.contains(&link) {
                return Err(Flaw::NoLink { cycle, from, to });
            }
            if !left.remove(&link) {
                return Err(Flaw::Shared { cycle, from, to });
            }
        }
    }
    let mut at_node = vec![0; topology.nodes() as usize];
    left.iter().flatten().for_each(|node| at_node[*node as usize] += 1);
    let expected = topology.ports() as usize % 2;
    match (0..).zip(at_node).find(|(_, links)| *links != expected) {
        Some((node, links)) => Err(Flaw::Left { node, links }),
        None => Ok(left.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use teecast_spec::topology::hamiltonian::decompose;

    use super::*;

    #[test]
    fn decompositions_leave_nothing_or_a_perfect_matching() {
        for n in 2..=8 {
            let network = Network::Cube(n);
            let left = unused(network, &decompose(network)).expect("a decomposition");
            assert_eq!(left.len() as u32, (n % 2) << (n - 1), "{n}");
        }
        for network in [Network::Torus([5, 4]), Network::Hexmesh(4)] {
            assert_eq!(unused(network, &decompose(network)), Ok(Vec::new()));
        }
    }

    #[test]
    fn each_flaw_is_found() {
        let network = Network::Cube(4);
        let good = decompose(network);
        let spoiled = |spoil: fn(&mut Vec<Vec<u32>>)| {
            let mut cycles = good.clone();
            spoil(&mut cycles);
            unused(network, &cycles).expect_err("a flaw")
        };
        let twice = spoiled(|cycles| cycles[1][3] = cycles[1][4]);
        assert_eq!(twice, Flaw::Visits { cycle: 1 });
        assert_eq!(spoiled(|cycles| cycles[0].truncate(9)), Flaw::Visits { cycle: 0 });
        let apart = spoiled(|cycles| cycles[0].swap(3, 4));
        assert!(matches!(apart, Flaw::NoLink { cycle: 0, .. }), "{apart}");
        let shared = spoiled(|cycles| cycles[1] = cycles[0].clone());
        assert!(matches!(shared, Flaw::Shared { cycle: 1, .. }), "{shared}");
        assert_eq!(spoiled(|cycles| cycles.truncate(1)), Flaw::Left { node: 0, links: 2 });
    }
}

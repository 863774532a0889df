//! Audits Hamiltonian decompositions, which the emitter and the model share: every cycle visits every node
//! once along links, no two cycles share a link, and the directed cycles run along them.
//!
//! It is written from the definitions ([LS94] III, IV) and calls no code that it audits, not even for links.

use std::collections::BTreeSet;

use teecast_spec::topology::hamiltonian::{Network, Rings};

use crate::flaw::{Flaw, hold};

/// A link, its lower node first.
type Link = [u32; 2];

/// Returns the number of nodes, from the definition of the network.
fn nodes(network: Network) -> u32 {
    match network {
        Network::Cube(n) => 1 << n,
        Network::Torus([width, height]) => width * height,
        Network::Hexmesh(edge) => 3 * edge * (edge - 1) + 1,
    }
}

/// Returns the nodes that links join with a node, from the definition of the network.
fn beside(network: Network, node: u32) -> Vec<u32> {
    match network {
        Network::Cube(n) => (0..n).map(|bit| node ^ (1 << bit)).collect(),
        Network::Torus([width, height]) => {
            let (x, y) = (node % width, node / width);
            let at = |x: u32, y: u32| x % width + y % height * width;
            vec![at(x + 1, y), at(x + width - 1, y), at(x, y + 1), at(x, y + height - 1)]
        }
        Network::Hexmesh(edge) => {
            let (nodes, steps) = (nodes(network), [1, 3 * edge - 1, 3 * edge - 2]);
            let both = steps.iter().flat_map(|step| [node + step, node + nodes - step]);
            both.map(|other| other % nodes).collect()
        }
    }
}

/// Returns the links that no cycle uses: none, or in a network of odd degree one a node.
///
/// **Shape**: the links in order.
///
/// # Errors
/// [`Flaw`]: a cycle does not visit every node once along links from node 0 on; two cycles share a link; a node
/// has too many links left, or too few.
pub fn unused(network: Network, cycles: &[Vec<u32>]) -> Result<Vec<Link>, Flaw> {
    let nodes = nodes(network);
    let link = |one: u32, other: u32| [one.min(other), one.max(other)];
    let links: BTreeSet<Link> = (0..nodes)
        .flat_map(|node| beside(network, node).into_iter().map(move |other| link(node, other)))
        .collect();
    let mut left = links.clone();
    for (cycle, visited) in cycles.iter().enumerate() {
        let all: BTreeSet<u32> = visited.iter().copied().collect();
        let is_once = visited.len() as u32 == nodes && all.into_iter().eq(0..nodes);
        hold(is_once, || format!("cycle {cycle} does not visit every node once"))?;
        hold(visited[0] == 0, || format!("cycle {cycle} begins at node {}, not at 0", visited[0]))?;
        for (place, &from) in visited.iter().enumerate() {
            let to = visited[(place + 1) % visited.len()];
            let goes = || format!("cycle {cycle} goes from node {from} to node {to}");
            hold(links.contains(&link(from, to)), || goes() + ", and no link joins them")?;
            hold(left.remove(&link(from, to)), || goes() + ", and so does another cycle")?;
        }
    }
    let mut at_node = vec![0; nodes as usize];
    left.iter().flatten().for_each(|node| at_node[*node as usize] += 1);
    let expected = beside(network, 0).len() % 2;
    for (node, links) in at_node.into_iter().enumerate() {
        hold(links == expected, || format!("node {node} has {links} links that no cycle uses"))?;
    }
    Ok(left.into_iter().collect())
}

/// Audits the directed cycles of a network: 2i goes along undirected cycle i, 2i + 1 runs it backwards, and IDs
/// count the hops from node 0 on.
///
/// # Errors
/// [`Flaw`]: the undirected cycles are none, as in [`unused`]; a directed one does not run along its cycle.
pub fn directed(network: Network, rings: &Rings) -> Result<(), Flaw> {
    let (cycles, nodes) = (rings.cycles(), nodes(network) as usize);
    unused(network, cycles)?;
    let counts = [rings.nodes(), rings.count(), network.nodes(), 2 * network.cycles()];
    let wanted = [nodes as u32, 2 * cycles.len() as u32].repeat(2);
    hold(counts[..] == wanted, || format!("nodes and cycles are {counts:?}, not {wanted:?}"))?;
    for j in 0..rings.count() {
        let mut along = cycles[j as usize / 2].clone();
        if j % 2 == 1 {
            along[1..].reverse();
        }
        for (id, &node) in along.iter().enumerate() {
            let (next, previous) = (along[(id + 1) % nodes], along[(id + nodes - 1) % nodes]);
            let found = [rings.id(j, node), rings.node(j, id as u32), rings.next(j, node)];
            let back = rings.previous(j, node);
            let is_right = found == [id as u32, node, next] && back == previous;
            hold(is_right, || format!("node {node} has a wrong place on directed cycle {j}"))?;
        }
    }
    Ok(())
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
            unused(network, &cycles).expect_err("a flaw").to_string()
        };
        let twice = spoiled(|cycles| cycles[1][3] = cycles[1][4]);
        assert_eq!(twice, "cycle 1 does not visit every node once");
        let short = spoiled(|cycles| cycles[0].truncate(9));
        assert_eq!(short, "cycle 0 does not visit every node once");
        let turned = spoiled(|cycles| cycles[0].rotate_left(1));
        assert!(turned.starts_with("cycle 0 begins at node "), "{turned}");
        let apart = spoiled(|cycles| cycles[0].swap(3, 4));
        assert!(apart.ends_with(", and no link joins them"), "{apart}");
        let shared = spoiled(|cycles| cycles[1] = cycles[0].clone());
        assert!(shared.ends_with(", and so does another cycle"), "{shared}");
        let few = spoiled(|cycles| cycles.truncate(1));
        assert_eq!(few, "node 0 has 2 links that no cycle uses");
    }
}

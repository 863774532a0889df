//! Faulty nodes and links: which copies pass through them, and how many are left.
//!
//! The gamma paths from a source to a node share no link. They share nodes: every cycle visits all
//! nodes, and each other node lies on one of the two arcs of every undirected cycle. [LS94] I calls the
//! paths of its algorithms node-disjoint; those of IHC are not.

use teecast_spec::topology::hamiltonian::Rings;

/// A set of copies: bit j for that on directed cycle j.
pub type CopySet = u32;

/// Returns the copies from a source to a node that a third node relays.
///
/// Exactly half of them. **Shape**: the three nodes differ.
pub fn through_node(rings: &Rings, source: u32, node: u32, relay: u32) -> CopySet {
    let passes = |j: u32| hops(rings, j, source, relay) < hops(rings, j, source, node);
    set(rings, passes)
}

/// Returns the copies from a source to a node that cross a link, either way: one or none.
///
/// **Shape**: `link` is its two nodes in any order; a link that no cycle has is crossed by none.
pub fn through_link(rings: &Rings, source: u32, node: u32, link: [u32; 2]) -> CopySet {
    let [one, other] = link;
    let crosses = |j: u32| {
        let from = [(one, other), (other, one)].into_iter().find(|(a, b)| rings.next(j, *a) == *b);
        from.is_some_and(|(a, _)| hops(rings, j, source, a) < hops(rings, j, source, node))
    };
    set(rings, crosses)
}

/// Counts the cases of some faulty nodes by the copies that are left, over all sources, all other nodes
/// and all sets of so many further nodes.
///
/// **Shape**: by number of copies left, 0..=gamma.
pub fn left_by_nodes(rings: &Rings, faulty: usize) -> Vec<u64> {
    let mut cases = vec![0; rings.count() as usize + 1];
    let nodes = rings.nodes();
    for source in 0..nodes {
        for node in (0..nodes).filter(|node| *node != source) {
            let others = (0..nodes).filter(|other| ![source, node].contains(other));
            let lost: Vec<CopySet> =
                others.map(|relay| through_node(rings, source, node, relay)).collect();
            unions(&lost, faulty, 0, &mut |lost| {
                cases[(rings.count() - lost.count_ones()) as usize] += 1;
            });
        }
    }
    cases
}

/// Visits the union of every choice of some sets.
fn unions(sets: &[CopySet], chosen: usize, union: CopySet, visit: &mut impl FnMut(CopySet)) {
    if chosen == 0 {
        return visit(union);
    }
    for (place, set) in sets.iter().enumerate() {
        unions(&sets[place + 1..], chosen - 1, union | set, visit);
    }
}

/// Returns the hops from a node to another one along directed cycle j.
fn hops(rings: &Rings, j: u32, from: u32, to: u32) -> u32 {
    (rings.id(j, to) + rings.nodes() - rings.id(j, from)) % rings.nodes()
}

fn set(rings: &Rings, has: impl Fn(u32) -> bool) -> CopySet {
    (0..rings.count()).map(|j| CopySet::from(has(j)) << j).sum()
}

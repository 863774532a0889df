//! The first tree of a network: paths level by level, cut into rings ([Sun98] figures 3.6 and 3.7).

use super::{Base, Faults, Ring, RingTree, Walk};
use crate::{Graph, Topology};

/// Builds the tree of rings of at most `ring_size` nodes on what is healthy in a network.
///
/// Level 0 is a diameter: of the pairs of nodes with the largest distance the smallest one, of the
/// shortest ways between them the lexicographically smallest. The nodes of a level, by ring and
/// position, are the roots of the next one; each walks once, to the smallest uncovered neighbour again
/// and again. **Source**: [Sun98] 3.2.2; a root of a level is a root again on the next one, without
/// which a star would not be covered.
///
/// The caller keeps `ring_size` at 2 or more, the healthy part connected and of two nodes or more.
///
/// # Examples
/// ```
/// use teecast_topology::ring_tree::{Faults, Walk, build};
/// use teecast_topology::{Cube, Graph};
///
/// let cube = Graph::of(&Cube::new(2)?)?;
/// let tree = build(&cube, &Faults::default(), 2, Walk::Deep);
/// let rings: Vec<_> = tree.rings().iter().map(|ring| &ring.nodes[..]).collect();
/// assert_eq!(rings, [[0, 1], [1, 3], [0, 2]]);
/// # Ok::<(), teecast_topology::TopologyError>(())
/// ```
pub fn build(graph: &Graph, faults: &Faults, ring_size: u32, walk: Walk) -> RingTree {
    let graph = graph.ascending();
    let around: Vec<_> = (0..graph.nodes()).map(|node| faults.around(&graph, node)).collect();
    let mut covered: Vec<bool> = (0..graph.nodes()).map(|node| !faults.lives(node)).collect();
    let mut rings: Vec<Ring> = Vec::new();
    let mut paths = vec![diameter(&graph, faults, &around)];
    let mut level = 0;
    while !paths.is_empty() {
        let first = rings.len();
        for path in &paths {
            path.iter().for_each(|node| covered[*node as usize] = true);
            for nodes in cut(path, ring_size as usize) {
                let id = rings.len() as u16;
                rings.push(Ring { id, level: Some(level), nodes: nodes.to_vec() });
            }
        }
        paths = Vec::new();
        let mut roots: Vec<u32> = Vec::new();
        let mut is_root = vec![false; covered.len()];
        for &node in rings[first..].iter().flat_map(|ring| &ring.nodes) {
            if !std::mem::replace(&mut is_root[node as usize], true) {
                roots.push(node);
            }
        }
        for root in roots {
            let path = walked(root, &around, &mut covered, walk);
            paths.extend((path.len() > 1).then_some(path));
        }
        level += 1;
    }
    let next_id = rings.len() as u32;
    let base = Base { graph, faults: faults.clone(), ring_size, next_id, epoch: 0 };
    RingTree::new(base, rings, None)
}

/// Returns the smallest of the longest shortest ways.
fn diameter(graph: &Graph, faults: &Faults, around: &[Vec<u32>]) -> Vec<u32> {
    let farthest = farthest(around, |node| faults.lives(node));
    let longest = farthest.iter().copied().max().unwrap_or(0);
    let find = |distances: Vec<Option<u32>>| {
        let place = distances.iter().position(|distance| *distance == Some(longest));
        place.map_or(0, |node| node as u32)
    };
    // The other end of a way from the smallest node is larger.
    let from = find(farthest.into_iter().map(Some).collect());
    let ends = (from, find(faults.distances(graph, from)));
    let left = faults.distances(graph, ends.1);
    let mut path = vec![ends.0];
    while let Some(rest) = left[path[path.len() - 1] as usize].filter(|rest| *rest > 0) {
        let here = path[path.len() - 1] as usize;
        let next = around[here].iter().find(|node| left[**node as usize] == Some(rest - 1));
        path.push(*next.expect("a shortest way goes on"));
    }
    path
}

/// Returns the distance of each node from the node that is farthest from it.
///
/// The searches from 64 nodes go on together, a bit for each: near nodes reach the same ones at about
/// the same time.
fn farthest(around: &[Vec<u32>], lives: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut farthest = vec![0; around.len()];
    let living: Vec<u32> = (0..around.len() as u32).filter(|node| lives(*node)).collect();
    for sources in neighbouring(around, &living).chunks(64) {
        let mut seen = vec![0u64; around.len()];
        let (mut here, mut next) = (seen.clone(), seen.clone());
        for (bit, &source) in sources.iter().enumerate() {
            seen[source as usize] = 1 << bit;
            here[source as usize] = 1 << bit;
        }
        let mut front = sources.to_vec();
        for distance in 1.. {
            let mut reached = Vec::new();
            for node in front {
                let bits = std::mem::take(&mut here[node as usize]);
                for &other in &around[node as usize] {
                    let new = bits & !seen[other as usize];
                    if new != 0 && next[other as usize] == 0 {
                        reached.push(other);
                    }
                    next[other as usize] |= new;
                }
            }
            let mut came = 0;
            for &node in &reached {
                let new = std::mem::take(&mut next[node as usize]);
                seen[node as usize] |= new;
                here[node as usize] = new;
                came |= new;
            }
            while came != 0 {
                farthest[sources[came.trailing_zeros() as usize] as usize] = distance;
                came &= came - 1;
            }
            if reached.is_empty() {
                break;
            }
            front = reached;
        }
    }
    farthest
}

/// Returns nodes in an order in which most stand beside a neighbour.
fn neighbouring(around: &[Vec<u32>], nodes: &[u32]) -> Vec<u32> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut is_taken = vec![false; around.len()];
    let mut waiting: Vec<u32> = nodes.iter().rev().copied().collect();
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut is_taken[node as usize], true) {
            order.push(node);
            waiting.extend(around[node as usize].iter().rev());
        }
    }
    order
}

/// Returns the nodes that a root walks to, itself first, and covers them.
fn walked(root: u32, around: &[Vec<u32>], covered: &mut [bool], walk: Walk) -> Vec<u32> {
    let mut path = vec![root];
    loop {
        let here = path[path.len() - 1];
        let mut open = around[here as usize].iter().filter(|node| !covered[**node as usize]);
        let Some(&next) = open.next() else { return path };
        if walk == Walk::Branch && here != root && open.next().is_some() {
            return path;
        }
        covered[next as usize] = true;
        path.push(next);
    }
}

/// Cuts a path into rings of at most `size` nodes, each of which begins where the one before ends.
fn cut(path: &[u32], size: usize) -> impl Iterator<Item = &[u32]> {
    let starts = (0..path.len() - 1).step_by(size - 1);
    starts.map(move |start| &path[start..path.len().min(start + size)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn searches_that_go_on_together_find_what_each_finds_alone() {
        // More nodes than searches in a group, and a dead one.
        let graph = Graph::of(&Grid::mesh(&[11, 9]).expect("a mesh")).expect("it is connected");
        let faults = Faults { nodes: [12].into(), ..Faults::default() };
        let around: Vec<_> = (0..graph.nodes()).map(|node| faults.around(&graph, node)).collect();
        let alone = |node| match faults.lives(node) {
            true => faults.distances(&graph, node).into_iter().flatten().max().unwrap_or(0),
            false => 0,
        };
        let alone: Vec<u32> = (0..graph.nodes()).map(alone).collect();
        assert_eq!(farthest(&around, |node| faults.lives(node)), alone);
    }
}

//! Trees of virtual rings: table of sizes.

use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};

fn tree(network: &str, w: u32, walk: Walk) -> RingTree {
    let network = Network::named(network).expect(network);
    build(network.graph(), &Faults::default(), w, walk)
}

/// Returns the largest T_L: twice the nodes of all rings on the way of a message.
fn longest(tree: &RingTree) -> usize {
    let mut most = 0;
    for from in tree.living() {
        for to in tree.living() {
            let route = tree.route(from, to).expect("one component");
            let rings = route.iter().map(|hop| tree.rings()[hop[0].ring].nodes.len());
            most = most.max(2 * rings.sum::<usize>());
        }
    }
    most
}

#[test]
fn trees_of_known_networks() {
    use Walk::{Branch, Deep};
    // Network, w, walk; rings, levels, largest number of virtual nodes, largest T_L.
    for (network, w, walk, expected) in [
        ("hypercube:4", 4, Deep, [6, 2, 2, 42]),
        ("hypercube:4", 4, Branch, [11, 3, 3, 24]),
        ("hypercube:6", 8, Deep, [10, 2, 2, 146]),
        ("hypercube:6", 8, Branch, [55, 5, 5, 50]),
        ("hypercube:8", 8, Deep, [41, 3, 2, 556]),
        ("hypercube:8", 8, Branch, [240, 8, 7, 64]),
        ("hexmesh:3", 4, Deep, [7, 2, 2, 50]),
        ("hexmesh:3", 4, Branch, [14, 4, 4, 30]),
        ("hexmesh:5", 8, Deep, [9, 2, 2, 138]),
        ("hexmesh:7", 8, Branch, [110, 8, 4, 68]),
    ] {
        let tree = tree(network, w, walk);
        let found = [
            tree.rings().len(),
            tree.levels() as usize,
            tree.most_virtual_nodes() as usize,
            longest(&tree),
        ];
        assert_eq!(found, expected, "{network}, w = {w}, {walk:?}");
    }
}

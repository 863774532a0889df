//! The first tree of a network, the ways on it, and trees in files.

use std::collections::BTreeMap;

use teecast_model::ring_tree::audit;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build, repair};
use teecast_spec::topology::{Graph, Topology};

use super::{links, network, nodes, tree};

/// Builds a tree, and asserts that it is the one of the rules.
fn check_first(graph: &Graph, faults: &Faults, w: u32, walk: Walk) -> RingTree {
    let tree = build(graph, faults, w, walk);
    let found = audit::first(&tree, graph, faults, w, walk);
    assert_eq!(found, Ok(()), "{:?}, {faults:?}, w = {w}, {walk:?}", graph.pairs());
    tree
}

/// Asserts that the ways on a tree go over neighbouring rings to every node of a part, each once.
fn check_ways(tree: &RingTree) {
    for part in tree.components() {
        for &from in &part {
            // By node that is reached: the rings of the way, and what they add to T_L.
            let mut ways = BTreeMap::from([(from, (Vec::new(), 0))]);
            for hop in tree.hops(from) {
                let ring = &tree.rings()[hop.entry.ring];
                let at = [hop.entry.position, hop.exit.position].map(|it| ring.nodes[it]);
                assert_eq!((at, hop.exit.ring), ([hop.from, hop.to], hop.entry.ring));
                for (node, place) in [(hop.from, hop.entry), (hop.to, hop.exit)] {
                    assert!(tree.places(node).contains(&place), "{hop:?}");
                }
                let (mut used, t_l) = ways[&hop.from].clone();
                assert!(!used.contains(&hop.entry.ring), "{hop:?}");
                used.push(hop.entry.ring);
                let t_l = t_l + 2 * ring.nodes.len();
                assert!(ways.insert(hop.to, (used, t_l)).is_none(), "{hop:?}");
            }
            assert!(ways.keys().eq(&part), "{from}");
            assert!(ways.values().all(|(_, t_l)| *t_l <= tree.most_t_l()), "{from}");
            for (to, (used, _)) in ways {
                let route = tree.route(from, to).expect("a way");
                assert!(route.iter().map(|hop| hop.entry.ring).eq(used), "{from} to {to}");
            }
        }
    }
}

#[test]
fn all_small_networks_are_covered() {
    let mut builds = 0;
    for n in 2..=5 {
        for graph in Graph::all(n) {
            for (w, walk) in (2..=n).flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
                check_ways(&check_first(&graph, &Faults::default(), w, walk));
                builds += 1;
            }
        }
    }
    assert_eq!(builds, 6070);
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
        let tree = check_first(&self::network(network), &Faults::default(), w, walk);
        let found = [
            tree.rings().len(),
            tree.levels() as usize,
            tree.most_virtual_nodes() as usize,
            tree.most_t_l(),
        ];
        assert_eq!(found, expected, "{network}, w = {w}, {walk:?}");
    }
}

#[test]
fn larger_networks_and_static_faults_are_covered() {
    let names = ["grid:16x16", "torus:5x4", "path:30", "star:12", "hypercube:7", "hexmesh:7"];
    for name in names {
        let graph = network(name);
        for (w, walk) in [2, 4, 8, 64].into_iter().flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            check_first(&graph, &Faults::default(), w, walk);
            let mut faults = Faults::default();
            // Every third node and link, as long as the rest hangs together.
            for node in (1..graph.nodes()).step_by(3) {
                faults.nodes.insert(node);
                if faults.apart(&graph).is_some() {
                    faults.nodes.remove(&node);
                }
            }
            for link in graph.pairs().into_iter().step_by(3) {
                faults.links.insert(link);
                if faults.apart(&graph).is_some() {
                    faults.links.remove(&link);
                }
            }
            check_first(&graph, &faults, w, walk);
        }
    }
    // The centre of a star is on all rings but the first one's second half.
    assert_eq!(tree("star:12", 4, Walk::Deep).most_virtual_nodes(), 10);
}

#[test]
fn a_route_names_rings_in_order() {
    // Rings 0-1-2, 2-3-4, 4-5.
    let path = tree("path:6", 3, Walk::Deep);
    let route = path.route(1, 5).expect("one component");
    let found: Vec<_> = route.iter().map(|hop| (hop.entry.ring, hop.from, hop.to)).collect();
    assert_eq!(found, [(0, 1, 2), (1, 2, 4), (2, 4, 5)]);
    let cut = repair(&path, &links(&[[2, 3]])).expect("a repair").tree;
    assert_eq!((cut.route(1, 5), cut.route(3, 3)), (None, Some(Vec::new())));
    assert_eq!(cut.components(), [vec![0, 1, 2], vec![3, 4, 5]]);
}

#[test]
fn trees_travel_in_files() {
    let fresh = tree("grid:3x3", 3, Walk::Deep);
    for tree in [fresh.clone(), repair(&fresh, &nodes(&[4])).expect("a repair").tree] {
        let text = serde_json::to_string(&tree).expect("plain keys");
        assert_eq!(serde_json::from_str::<RingTree>(&text).expect("the same tree"), tree);
    }
    let text = serde_json::to_string(&fresh).expect("plain keys");
    for (from, to, expected) in [
        ("\"ring_size\":3", "\"ring_size\":2", "is not a path of 2 to 2 nodes"),
        ("\"ring_size\":3", "\"ring_size\":1", "ring_size is 1; permitted is 2 or more"),
        ("\"links\":[[0,1]", "\"links\":[[0,9]", "a link names node 9"),
        (
            "\"links\":[]",
            "\"links\":[[1,0]]",
            "the network has no node or link 1-0, which is faulty",
        ),
        ("\"links\":[]", "\"links\":[[0,1]]", "ring 0 is not a path"),
        ("\"id\":1", "\"id\":0", "ring 0 is out of order"),
        ("[0,3,4]", "[0,3,8]", "ring 2 is not a path"),
        ("[0,3,4]", "[0,3]", "a healthy link joins nodes 1 and 4, and no rings do"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let refused = serde_json::from_str::<RingTree>(&changed).expect_err(to).to_string();
        assert!(refused.starts_with(expected) || refused.contains(expected), "{refused}");
    }
}

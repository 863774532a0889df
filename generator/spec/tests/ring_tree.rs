//! Trees of virtual rings: their invariants, known sizes, tables of nodes, repairs, files.

use std::collections::BTreeSet;

use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::{
    Faults, Output, RepairError, RingTree, Walk, build, repair,
};
use teecast_spec::topology::{End, Graph, Topology};

fn network(name: &str) -> Graph {
    Network::named(name).expect(name).graph().clone()
}

fn tree(name: &str, w: u32, walk: Walk) -> RingTree {
    build(&network(name), &Faults::default(), w, walk)
}

fn rings(tree: &RingTree) -> Vec<(u16, &[u32])> {
    tree.rings().iter().map(|ring| (ring.id, &ring.nodes[..])).collect()
}

/// Asserts what every tree promises: rings are paths of healthy links and share none; in each
/// component, nodes and rings are a tree; components are those of the healthy network.
fn check(tree: &RingTree) {
    let graph = tree.graph();
    let mut links = BTreeSet::new();
    for ring in tree.rings() {
        assert!((2..=tree.ring_size() as usize).contains(&ring.nodes.len()), "{ring:?}");
        for pair in ring.nodes.windows(2) {
            assert!(graph.port_to(pair[0], pair[1]).is_some(), "{pair:?}");
            assert!(tree.faults().carries(pair[0], pair[1]), "{pair:?}");
            assert!(links.insert([pair[0].min(pair[1]), pair[0].max(pair[1])]), "{pair:?} twice");
        }
    }
    let (living, components) = (tree.living().count(), tree.components());
    let places: usize = tree.rings().iter().map(|ring| ring.nodes.len()).sum();
    assert_eq!(places + components.len(), tree.rings().len() + living);
    for component in &components {
        let distances = tree.faults().distances(graph, component[0]);
        let reached = tree.living().filter(|node| distances[*node as usize].is_some());
        assert_eq!(&reached.collect::<Vec<_>>(), component);
    }
    for node in 0..graph.nodes() {
        assert!(tree.places(node).len() as u32 <= graph.degree(node), "node {node}");
    }
    check_tables(tree);
}

/// Asserts that slots that follow the tables reach the next position, after one link or around the
/// end of the path.
fn check_tables(tree: &RingTree) {
    let (graph, tables) = (tree.graph(), tree.tables());
    for (node, table) in (0..).zip(&tables) {
        assert_eq!(table.outputs.len() as u32, graph.degree(node));
        for it in &table.virtual_nodes {
            let ring = tree.rings().iter().find(|ring| ring.id == it.ring).expect("a ring");
            assert_eq!(ring.nodes[it.position as usize], node);
            assert_eq!(it.length as usize, ring.nodes.len());
            // Follow a slot from here.
            let (mut here, mut port, mut hops) = (node, it.out_port, 0);
            let next = (it.position + 1) % it.length;
            loop {
                hops += 1;
                let end: End = graph.peer(End { node: here, port }).expect("a link");
                let table = &tables[end.node as usize];
                let through =
                    table.outputs.iter().position(|output| *output == Output::Through(end.port));
                let mine = table.virtual_nodes.iter().find(|it| it.in_port == end.port);
                match (mine, through) {
                    (Some(reached), None) => {
                        assert_eq!((reached.ring, reached.position), (it.ring, next));
                        break;
                    }
                    (None, Some(port_on)) => (here, port) = (end.node, port_on as u32),
                    both => panic!("{both:?}"),
                }
            }
            assert_eq!(hops, if next == 0 { it.length - 1 } else { 1 });
        }
        // Every virtual node sends by one port.
        let sends = table.outputs.iter().filter(|output| matches!(output, Output::VirtualNode(_)));
        assert_eq!(sends.count(), table.virtual_nodes.len());
    }
    // One gate a ring; of each other node of a component, all rings but one hang on it.
    for component in tree.components() {
        let gateless = component.iter().filter(|node| {
            let places = &tables[**node as usize].virtual_nodes;
            match places.iter().filter(|it| !it.gate).count() {
                0 => true,
                others => {
                    assert_eq!(others, 1, "node {node}");
                    false
                }
            }
        });
        assert_eq!(gateless.count(), 1);
    }
}

/// Asserts what only the first tree promises.
fn check_fresh(tree: &RingTree) {
    check(tree);
    assert!(tree.gates().iter().all(|gate| *gate == 0));
    let mut older: BTreeSet<u32> = BTreeSet::new();
    for (index, ring) in tree.rings().iter().enumerate() {
        let of_older = ring.nodes.iter().map(|node| older.contains(node));
        let expected = (0..ring.nodes.len()).map(|position| index > 0 && position == 0);
        assert!(of_older.eq(expected), "{ring:?}");
        older.extend(&ring.nodes);
    }
}

#[test]
fn all_small_networks_are_covered() {
    let mut builds = 0;
    for n in 2..=5 {
        for graph in Graph::all(n) {
            for (w, walk) in (2..=n).flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
                check_fresh(&build(&graph, &Faults::default(), w, walk));
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
        let tree = tree(network, w, walk);
        let found = [
            tree.rings().len(),
            tree.levels() as usize,
            tree.most_virtual_nodes() as usize,
            tree.most_t_l(),
        ];
        assert_eq!(found, expected, "{network}, w = {w}, {walk:?}");
        check_fresh(&tree);
    }
}

#[test]
fn larger_networks_and_static_faults_are_covered() {
    let names = ["grid:16x16", "torus:5x4", "path:30", "star:12", "hypercube:7", "hexmesh:7"];
    for name in names {
        let graph = network(name);
        for (w, walk) in [2, 4, 8, 64].into_iter().flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            check_fresh(&build(&graph, &Faults::default(), w, walk));
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
            check_fresh(&build(&graph, &faults, w, walk));
        }
    }
    // The centre of a star is on all rings but the first one's second half.
    assert_eq!(tree("star:12", 4, Walk::Deep).most_virtual_nodes(), 10);
}

fn links(links: &[[u32; 2]]) -> Faults {
    Faults { links: links.iter().copied().collect(), ..Faults::default() }
}

fn nodes(nodes: &[u32]) -> Faults {
    Faults { nodes: nodes.iter().copied().collect(), ..Faults::default() }
}

#[test]
fn a_segment_takes_in_a_neighbour_or_hangs_on_a_ring_of_two() {
    // One ring along a row of a cycle of six: the halves meet around the other side.
    let cycle = Graph::new(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]).expect("a cycle");
    let fresh = build(&cycle, &Faults::default(), 4, Walk::Deep);
    assert_eq!(rings(&fresh), [(0, &[0, 1, 2, 3][..]), (1, &[0, 5, 4])]);
    let repaired = repair(&fresh, &links(&[[1, 2]])).expect("a repair");
    // Segments 0-1 and 2-3: 0-1 has no neighbour elsewhere, since 3-4 was no ring's link.
    assert_eq!((&repaired.removed[..], &repaired.intact[..]), (&[0][..], &[1][..]));
    assert_eq!(rings(&repaired.tree), [(1, &[0, 5, 4][..]), (2, &[0, 1]), (3, &[2, 3, 4])]);
    check(&repaired.tree);
    // With rings of two there is no room.
    let small = build(&cycle, &Faults::default(), 2, Walk::Deep);
    let repaired = repair(&small, &nodes(&[0])).expect("a repair").tree;
    check(&repaired);
    assert_eq!(repaired.components(), [[1, 2, 3, 4, 5]]);
}

/// The example on which the paper's algorithm fails: only a node outside the segment sees the way.
#[test]
fn the_last_resort_finds_a_link_of_no_segment() {
    let list = [(0, 1), (0, 4), (1, 2), (1, 5), (2, 3), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7)];
    let graph = Graph::new(8, &list).expect("a network");
    let fresh = build(&graph, &Faults::default(), 2, Walk::Branch);
    let repaired = repair(&fresh, &links(&[[2, 3]])).expect("a repair").tree;
    check(&repaired);
    assert_eq!(repaired.rings().last().map(|ring| &ring.nodes[..]), Some(&[7, 6][..]));
}

#[test]
fn every_pair_of_faults_is_repaired_one_after_the_other() {
    for name in ["grid:3x3", "hypercube:3", "star:5", "path:6"] {
        let graph = network(name);
        let of_nodes = (0..graph.nodes()).map(|node| nodes(&[node]));
        let all: Vec<Faults> =
            of_nodes.chain(graph.pairs().into_iter().map(|link| links(&[link]))).collect();
        for (w, walk) in [2, 3, 8].into_iter().flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            let fresh = build(&graph, &Faults::default(), w, walk);
            for first in &all {
                let once = repair(&fresh, first).expect("a repair");
                check(&once.tree);
                for second in &all {
                    let twice = repair(&once.tree, second).expect("a repair");
                    check(&twice.tree);
                    let old = once.tree.rings().iter().map(|ring| ring.id);
                    let (gone, kept) = (&twice.removed, &twice.intact);
                    assert!(
                        old.eq(BTreeSet::from_iter(gone.iter().chain(kept)).into_iter().copied())
                    );
                }
            }
        }
    }
}

#[test]
fn a_repair_can_need_more_than_there_is() {
    let fresh = tree("hypercube:3", 2, Walk::Deep);
    let repaired = repair(&fresh, &nodes(&[0])).expect("a repair");
    let most = repaired.tree.most_virtual_nodes();
    assert_eq!(repaired.check(&[most; 8]), Ok(()));
    let refused = repaired.check(&[most - 1; 8]).expect_err("one node has too few");
    assert!(matches!(refused, RepairError::VirtualNodes { needed, .. } if needed == most));
    let unknown = repair(&fresh, &links(&[[0, 7]])).expect_err("no such link");
    assert_eq!(unknown.to_string(), "the network has no node or link 0-7");
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
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        let refused = serde_json::from_str::<RingTree>(&changed).expect_err(to).to_string();
        assert!(refused.starts_with(expected) || refused.contains(expected), "{refused}");
    }
}

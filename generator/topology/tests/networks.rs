//! Topologies: laws that hold for all of them, then what each one is.

use std::collections::BTreeSet;

use teecast_topology::{
    Cube, End, Graph, Grid, HexMesh, MOST_NODES, Orthogonal, Topology, TopologyError,
};

/// Node 0..5 are a ring, 5..10 a star with five points, and each node is joined with its like.
fn petersen() -> Graph {
    let ring = (0..5).map(|i| (i, (i + 1) % 5));
    let star = (0..5).map(|i| (5 + i, 5 + (i + 2) % 5));
    let links: Vec<(u32, u32)> = ring.chain((0..5).map(|i| (i, i + 5))).chain(star).collect();
    Graph::new(10, &links).expect("a graph")
}

/// A topology, its number of nodes, and its number of links, each way counted.
type Case = (String, Box<dyn Topology>, u32, u32);

/// Returns topologies of every kind.
fn all() -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for n in 1..=7 {
        let cube = Cube::new(n).expect("permitted");
        all.push((format!("{n}-cube"), Box::new(cube), 1 << n, n << n));
    }
    for n in 2..=9 {
        let nodes = 3 * n * (n - 1) + 1;
        all.push((format!("hexmesh {n}"), Box::new(HexMesh::new(n)), nodes, 6 * nodes));
    }
    let meshes: [(&[u32], u32, u32); 5] = [
        (&[2], 2, 2),
        (&[7], 7, 12),
        (&[3, 5, 2], 30, 118),
        (&[16, 16], 256, 960),
        (&[4, 4, 4, 4], 256, 1536),
    ];
    for (radices, nodes, links) in meshes {
        let mesh = Grid::mesh(radices).expect("permitted");
        all.push((format!("mesh {radices:?}"), Box::new(mesh), nodes, links));
    }
    for radices in [&[3][..], &[4, 3, 5], &[3, 3, 3, 3]] {
        let torus = Grid::torus(radices).expect("permitted");
        let nodes = radices.iter().product();
        let links = nodes * 2 * radices.len() as u32;
        all.push((format!("torus {radices:?}"), Box::new(torus), nodes, links));
    }
    let path = Graph::new(4, &[(2, 3), (1, 0), (1, 2)]).expect("a graph");
    let chord = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 4)];
    let chord = Graph::new(6, &chord).expect("a graph");
    all.push(("Petersen graph".to_string(), Box::new(petersen()), 10, 30));
    all.push(("path".to_string(), Box::new(path), 4, 6));
    all.push(("ring with a chord".to_string(), Box::new(chord), 6, 14));
    all
}

/// Goes through all ends of links.
fn ends(topology: &dyn Topology) -> impl Iterator<Item = (End, End)> {
    let of_node = |node| (0..topology.ports()).map(move |port| End { node, port });
    let all = (0..topology.nodes()).flat_map(of_node);
    all.filter_map(|end| Some((end, topology.peer(end)?)))
}

#[test]
fn links_lead_to_another_node_and_back() {
    for (name, topology, ..) in all() {
        let mut seen = BTreeSet::new();
        for (end, peer) in ends(&*topology) {
            assert!(peer.node < topology.nodes() && peer.port < topology.ports(), "{name}");
            assert_ne!(end.node, peer.node, "{name}");
            assert_eq!(topology.peer(peer), Some(end), "{name}");
            assert_eq!(topology.neighbour(end.node, end.port), Some(peer.node), "{name}");
            assert_eq!(topology.reverse(end.node, end.port), Some(peer.port), "{name}");
            assert!(seen.insert((end.node, peer.node)), "{name}: two links join {end:?}");
        }
    }
}

#[test]
fn nodes_and_links_are_counted() {
    for (name, topology, nodes, links) in all() {
        assert_eq!((topology.nodes(), topology.links()), (nodes, links), "{name}");
        assert_eq!(ends(&*topology).count() as u32, links, "{name}");
    }
}

#[test]
fn ports_have_names_of_their_own_and_there_are_no_others() {
    for (name, topology, ..) in all() {
        let names: BTreeSet<String> =
            (0..topology.ports()).map(|p| topology.port_name(p)).collect();
        assert_eq!(names.len() as u32, topology.ports(), "{name}");
        for node in 0..topology.nodes() {
            assert_eq!(topology.neighbour(node, topology.ports()), None, "{name}");
        }
    }
}

#[test]
fn every_node_is_reached() {
    for (name, topology, ..) in all() {
        let mut reached = BTreeSet::from([0]);
        while let Some((_, peer)) = ends(&*topology)
            .find(|(end, peer)| reached.contains(&end.node) && !reached.contains(&peer.node))
        {
            reached.insert(peer.node);
        }
        assert_eq!(reached.len() as u32, topology.nodes(), "{name}");
    }
}

#[test]
fn every_node_of_a_cube_a_torus_or_a_hexagonal_mesh_has_every_port() {
    for (name, topology, nodes, _) in all() {
        let regular =
            ["cube", "hexmesh", "torus", "Petersen"].iter().any(|kind| name.contains(kind));
        let lacks = |node: &u32| topology.degree(*node) < topology.ports();
        assert_eq!((0..nodes).any(|node| lacks(&node)), !regular, "{name}");
    }
}

#[test]
fn in_a_cube_port_j_changes_bit_j() {
    let cube = Cube::new(4).expect("permitted");
    for (end, peer) in ends(&cube) {
        assert_eq!((end.node ^ peer.node, end.port), (1 << end.port, peer.port));
        assert_eq!(
            (Cube::across(end.node, end.port), cube.distance(end.node, peer.node)),
            (peer.node, 1)
        );
    }
    assert_eq!(cube.around(0b0110).collect::<Vec<_>>(), [0b0111, 0b0100, 0b0010, 0b1110]);
    assert_eq!((cube.coordinates(0b0110), cube.node_at(&[0, 1, 1, 0])), (vec![0, 1, 1, 0], 0b0110));
}

#[test]
fn borders_of_a_mesh_lack_ports_where_a_torus_wraps() {
    let radices = [4, 3, 5];
    let (mesh, torus) = (Grid::mesh(&radices), Grid::torus(&radices));
    let (mesh, torus) = (mesh.expect("permitted"), torus.expect("permitted"));
    for (end, peer) in ends(&torus) {
        let (dimension, up) = (Grid::dimension(end.port), Grid::is_up(end.port));
        assert_eq!(end.port, if up { torus.up(dimension) } else { torus.down(dimension) });
        assert_eq!(peer.port, Grid::opposite(end.port));
        let (i, mut to) = (dimension as usize, torus.at(end.node).to_vec());
        let step = if up { 1 } else { radices[i] - 1 };
        let border = if up { radices[i] - 1 } else { 0 };
        assert_eq!(mesh.peer(end), Some(peer).filter(|_| to[i] != border), "{end:?}");
        to[i] = (to[i] + step) % radices[i];
        assert_eq!((peer.node, torus.at(peer.node)), (torus.node_at(&to), &to[..]));
    }
}

#[test]
fn distances_are_those_of_a_search() {
    let cube = Cube::new(5).expect("permitted");
    let mesh = Grid::mesh(&[5, 2, 3]).expect("permitted");
    let torus = Grid::torus(&[4, 5, 3]).expect("permitted");
    let all: [&dyn Orthogonal; 3] = [&cube, &mesh, &torus];
    for topology in all {
        for from in 0..topology.nodes() {
            let (mut reached, mut counted) = (BTreeSet::from([from]), 0);
            for distance in 0.. {
                let rim: Vec<u32> = (0..topology.nodes())
                    .filter(|to| topology.distance(from, *to) == distance)
                    .collect();
                assert!(rim.iter().all(|node| reached.contains(node)));
                if rim.is_empty() {
                    break;
                }
                counted += rim.len() as u32;
                let near = |node: &u32| {
                    let node = *node;
                    (0..topology.ports()).filter_map(move |port| topology.neighbour(node, port))
                };
                let next: Vec<u32> = rim.iter().flat_map(near).collect();
                assert!(
                    next.iter().all(|node| topology.distance(from, *node).abs_diff(distance) <= 1)
                );
                reached.extend(next);
            }
            assert_eq!(counted, topology.nodes());
        }
    }
}

#[test]
fn opposite_directions_lead_back_and_a_turn_is_a_multiplication() {
    for n in 2..=16 {
        let hexmesh = HexMesh::new(n);
        let offsets = hexmesh.offsets();
        for d in 0..6 {
            assert_eq!(HexMesh::opposite(d), (d + 3) % 6);
            assert_eq!(hexmesh.behind(hexmesh.ahead(5, d), d), 5);
            assert_eq!(hexmesh.reverse(5, d), Some((d + 3) % 6));
            let turned = offsets[d as usize] * (3 * n - 1) % hexmesh.nodes();
            assert_eq!(offsets[(d as usize + 1) % 6], turned);
        }
        // It looks the same from every node.
        let offset = |(end, peer): (End, End)| (end.port, hexmesh.relative(end.node, peer.node));
        assert_eq!(ends(&hexmesh).map(offset).collect::<BTreeSet<_>>().len(), 6);
    }
}

#[test]
fn neighbours_in_a_hexagonal_mesh_are_those_of_the_paper() {
    for n in 2..=20 {
        let hexmesh = HexMesh::new(n);
        assert_eq!((hexmesh.edge(), hexmesh.nodes()), (n, 3 * n * (n - 1) + 1));
        let listed = [
            1,
            3 * n - 1,
            3 * n - 2,
            3 * n * (n - 1),
            3 * n * n + 2 - 6 * n,
            3 * n * n + 3 - 6 * n,
        ];
        for node in [0, 1, hexmesh.nodes() - 1] {
            let expected = listed.map(|offset| (node + offset) % hexmesh.nodes());
            let found: Vec<u32> = (0..6).map(|d| hexmesh.ahead(node, d)).collect();
            assert_eq!(found, expected, "n = {n}, node {node}");
        }
    }
}

#[test]
fn ports_of_a_graph_are_in_the_order_of_its_links() {
    let graph = Graph::new(4, &[(2, 3), (1, 0), (1, 2)]).expect("a graph");
    let around = |node| [0, 1].map(|port| graph.neighbour(node, port));
    assert_eq!([1, 2].map(around), [[Some(0), Some(2)], [Some(3), Some(1)]]);
    assert_eq!((graph.neighbour(3, 0), graph.neighbour(3, 1)), (Some(2), None));
}

#[test]
fn impossible_networks_are_refused() {
    let refused = |error: TopologyError| error.to_string();
    let torus = |radices: &[u32]| refused(Grid::torus(radices).expect_err("impossible"));
    let mesh = |radices: &[u32]| refused(Grid::mesh(radices).expect_err("impossible"));
    let cube = |n| refused(Cube::new(n).expect_err("impossible"));
    assert_eq!(torus(&[2]), "radix is 2; permitted is 3 or more");
    assert_eq!(mesh(&[4, 1]), "radix is 1; permitted is 2 or more");
    assert!(mesh(&[]).starts_with("the network has 1 nodes"));
    assert!(mesh(&[1 << 10, 1 << 11]).starts_with("the network has 2097152 nodes"));
    assert!(mesh(&[u32::MAX; 9]).starts_with("the network has"));
    assert!(Grid::mesh(&[MOST_NODES]).is_ok());
    assert!(cube(0).starts_with("the network has 1 nodes"));
    let large = "dimension of the hypercube is 21; permitted is 1 to 20";
    assert_eq!(cube(21), large);
    assert_eq!(cube(u32::MAX).len(), large.len() + 8);
    assert!(Cube::new(20).is_ok());
}

#[test]
fn lists_of_links_that_are_no_network_are_refused() {
    let refused =
        |nodes, links: &[(u32, u32)]| Graph::new(nodes, links).expect_err("impossible").to_string();
    assert_eq!(refused(3, &[(0, 1), (2, 2)]), "a link joins node 2 with itself");
    let doubled = "two links join nodes 1 and 0; permitted is one";
    assert_eq!(refused(2, &[(0, 1), (1, 0)]), doubled);
    assert_eq!(refused(2, &[(0, 1), (1, 2)]), "a link names node 2; permitted is 0 to 1");
    assert_eq!(refused(4, &[(0, 1), (2, 3)]), "no way leads from node 0 to node 2");
    assert!(refused(1, &[]).starts_with("the network has 1 nodes"));
    assert!(refused(MOST_NODES + 1, &[]).starts_with("the network has 1048577 nodes"));
}

//! Times of operations without faults: known numbers, exact formulas, bounds.

use teecast_model::random::Random;
use teecast_model::ring_tree::network::{Heartbeats, Injection, Rules};
use teecast_model::ring_tree::ring::Timing;
use teecast_model::ring_tree::run::{all_to_all, lone};
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{Graph, Topology};

use super::{graph, some_graph, some_walk, tree};

const BARRIER: Rules = Rules { barrier: true, ..Rules::PAPER };
const PHYS: Rules = Rules { timing: Timing::Phys, ..Rules::PAPER };
const FAIR: Rules = Rules { injection: Injection::Fair, ..Rules::PAPER };

#[test]
fn times_of_known_networks() {
    use Walk::{Branch, Deep};
    // Network, w, walk; T_deliver, T_total.
    for (network, w, walk, expected) in [
        ("hypercube:4", 4, Deep, [24, 40]),
        ("hypercube:4", 4, Branch, [19, 29]),
        ("hypercube:6", 8, Deep, [113, 185]),
        ("hypercube:6", 8, Branch, [74, 95]),
        ("hypercube:8", 8, Deep, [432, 640]),
        ("hypercube:8", 8, Branch, [268, 291]),
        ("hexmesh:3", 4, Deep, [31, 55]),
        ("hexmesh:3", 4, Branch, [23, 33]),
        ("hexmesh:5", 8, Deep, [109, 181]),
        ("hexmesh:7", 8, Branch, [139, 162]),
    ] {
        let times = all_to_all(&tree(network, w, walk), BARRIER, 1);
        assert_eq!([times.deliver, times.total], expected, "{network}, w = {w}, {walk:?}");
    }
    for (network, w, acknowledge) in
        [("path:7", 6, 16), ("hypercube:4", 16, 37), ("path:30", 29, 85)]
    {
        let times = all_to_all(&tree(network, w, Deep), PHYS, 1);
        assert_eq!(times.acknowledge, acknowledge, "{network}, w = {w}");
    }
}

#[test]
fn a_single_ring_has_exact_times() {
    for n in 2..=23 {
        let ring = tree(&format!("path:{n}"), n, Walk::Deep);
        for messages in 1..=3 {
            let times = all_to_all(&ring, Rules::PAPER, messages);
            let whole = u64::from(messages * n);
            assert_eq!([times.deliver, times.acknowledge], [whole - 1, whole], "{n}, {messages}");
        }
        if n >= 3 {
            let times = all_to_all(&ring, PHYS, 1);
            let n = u64::from(n);
            assert_eq!([times.deliver, times.acknowledge], [2 * n - 3, 2 * n - 2], "{n}");
        }
    }
}

/// Returns the most steps that COLLECT and RELEASE take when everybody is ready: around all rings from
/// a leaf to the root, and along them from the root to a node.
fn barrier_bounds(tree: &RingTree) -> [u64; 2] {
    let root = tree.rings()[0].nodes[0];
    let mut sums = vec![[0; 2]; tree.graph().nodes() as usize];
    for hop in tree.hops(root) {
        let length = tree.rings()[hop.entry.ring].nodes.len();
        let forward = (hop.exit.position + length - hop.entry.position) % length;
        let [around, along] = sums[hop.from as usize];
        sums[hop.to as usize] = [around + length as u64, along + forward as u64];
    }
    [0, 1].map(|which| sums.iter().map(|sums| sums[which]).max().unwrap_or(0))
}

/// Plays an operation by each rule; asserts what holds on every tree.
fn check(tree: &RingTree) {
    let (n, r) = (tree.living().count() as u64, tree.rings().len() as u64);
    let times = all_to_all(tree, BARRIER, 1);
    assert_eq!(times.tally.transfers, n * (n - 1 + r));
    assert_eq!((times.acknowledge, times.tally.resends), (times.deliver + 1, 0));
    assert!((n..=2 * (n - 1)).contains(&times.acknowledge), "{tree:?}");
    let [collect, release] = barrier_bounds(tree);
    let barrier = times.total - times.acknowledge;
    assert!(barrier <= collect + release, "{barrier} on {tree:?}");
    assert!(100 * times.tally.queue as u64 <= 64 * n || n < 4, "{} of {n}", times.tally.queue);
    // No message waits at a node with a single ring.
    assert_eq!(times.tally.contention.get(&1), None);
    let fair = all_to_all(tree, FAIR, 1);
    assert!(fair.acknowledge >= n && 100 * fair.acknowledge <= 216 * n, "{}", fair.acknowledge);
    // Heartbeats that data may replace cost no data a step.
    let alive = Rules { heartbeats: Heartbeats::Replaceable, ..Rules::PAPER };
    let alive = all_to_all(tree, alive, 1);
    assert_eq!([alive.deliver, alive.acknowledge], [times.deliver, times.acknowledge]);
    let phys = all_to_all(tree, PHYS, 1);
    assert_eq!(phys.tally.transfers, n * (n - 1 + r));
    assert!(phys.acknowledge < 3 * n, "{} of {n}", phys.acknowledge);
}

fn check_all_walks(graph: &Graph) {
    for (w, walk) in (2..=graph.nodes()).flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
        check(&build(graph, &Faults::default(), w, walk));
    }
}

#[test]
fn all_networks_of_five_nodes_keep_the_bounds() {
    (2..=5).flat_map(Graph::all).for_each(|graph| check_all_walks(&graph));
}

/// Some with static faults.
#[test]
fn random_networks_keep_the_bounds() {
    for run in 0..300 {
        let random = &mut Random::keyed(27, [1, 0, run]);
        let graph = some_graph(random);
        let mut faults = Faults::default();
        for _ in 0..random.below(4) {
            let before = faults.clone();
            faults.links.insert(*random.pick(&graph.pairs()));
            faults.nodes.insert(random.below(8));
            let is_large =
                faults.unknown(&graph).is_none() && faults.nodes.len() as u32 + 3 < graph.nodes();
            if !is_large || faults.apart(&graph).is_some() {
                faults = before;
            }
        }
        let w = random.within(2..=16);
        check(&build(&graph, &faults, w, some_walk(random)));
    }
}

#[test]
fn the_slowest_tree_is_a_path_with_one_node_on_a_second_ring() {
    for n in 3..=24 {
        let times = all_to_all(&tree(&format!("path:{n}"), n - 1, Walk::Deep), Rules::PAPER, 1);
        assert_eq!(times.acknowledge, 2 * (u64::from(n) - 1));
    }
}

#[test]
fn a_lone_message_takes_the_distances_on_its_rings() {
    for (name, w) in [("hypercube:4", 4), ("hexmesh:3", 5), ("grid:5x4", 3), ("star:9", 4)] {
        for walk in Walk::ALL {
            let tree = build(&graph(name), &Faults::default(), w, walk);
            for origin in tree.living() {
                let latencies = lone(&tree, Rules::PAPER, origin);
                for to in tree.living().filter(|to| *to != origin) {
                    let (mut latency, mut t_l) = (0, 0);
                    for hop in tree.route(origin, to).expect("one component") {
                        let length = tree.rings()[hop.entry.ring].nodes.len();
                        let forward = hop.exit.position + length - hop.entry.position;
                        latency += (forward % length) as u64;
                        t_l += 2 * length as u64;
                    }
                    assert_eq!(latencies[to as usize], Some(latency), "{name}: {origin} to {to}");
                    assert!(2 * latency < t_l);
                }
            }
        }
    }
}

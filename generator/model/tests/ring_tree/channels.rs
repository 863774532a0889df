//! Rings with several channels a link, beside the model that has one.

use teecast_model::random::Random;
use teecast_model::ring_tree::channels;
use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::run::{all_to_all, lone};
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{Graph, Topology};

use super::{some_graph, some_walk, tree};

/// Returns trees of small networks, and of some random ones.
fn some_trees() -> Vec<RingTree> {
    let mut trees = Vec::new();
    for graph in (2..=4).flat_map(Graph::all) {
        for (w, walk) in (2..=graph.nodes()).flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            trees.push(build(&graph, &Faults::default(), w, walk));
        }
    }
    for run in 0..40 {
        let random = &mut Random::keyed(31, [1, 0, run]);
        let graph = some_graph(random);
        trees.push(build(&graph, &Faults::default(), random.within(2..=8), some_walk(random)));
    }
    trees
}

#[test]
fn one_channel_is_the_other_model() {
    for tree in some_trees() {
        let times = all_to_all(&tree, Rules::PAPER, 1);
        let found = channels::all_to_all(&tree, |_, _| 1);
        let (deliver, acknowledge) = (times.deliver, times.acknowledge);
        assert_eq!([found.deliver, found.acknowledge], [deliver, acknowledge], "{tree:?}");
        // The other model counts a wait only where something else takes the slot.
        for (rings, waits) in times.tally.contention {
            assert!(found.waits[&rings] >= waits, "{tree:?}");
        }
        assert!(!found.waits.contains_key(&1), "{tree:?}");
    }
}

#[test]
fn with_a_channel_for_each_message_all_travel_as_if_alone() {
    for tree in some_trees() {
        let nodes = tree.graph().nodes();
        let found = channels::all_to_all(&tree, |_, _| nodes as usize);
        let latencies = (0..nodes).flat_map(|origin| lone(&tree, Rules::PAPER, origin));
        assert_eq!(Some(found.deliver), latencies.flatten().max(), "{tree:?}");
        assert!(found.waits.is_empty() && found.places.is_empty());
    }
}

#[test]
fn what_passes_through_waits_where_links_get_narrower() {
    // A ring of 5; node 4 has a second ring, and three channels to and from it on the first one.
    let tree = tree("path:6", 5, Walk::Deep);
    let found = channels::all_to_all(&tree, |ring, from| if ring == 0 && from < 3 { 1 } else { 3 });
    assert!(found.waits.contains_key(&1), "{found:?}");
    assert!(!channels::all_to_all(&tree, |_, _| 1).waits.contains_key(&1));
}

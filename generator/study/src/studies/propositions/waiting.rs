//! [Sun98] propositions 8, 10 and 11: where messages wait for virtual channels.

use teecast_model::ring_tree::channels::{Waiting, all_to_all};
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{Graph, Topology};

use super::drawing::Drawing;
use super::{MOST_NODES, Proposition, counterexample, every_tree, verdict};
use crate::outcome::Outcome;

/// Plays a tree with so many further channels on the virtual links to and from the virtual nodes of
/// convergent points, the nodes on `rings` rings or more.
fn with_channels(tree: &RingTree, rings: usize, further: usize) -> Waiting {
    all_to_all(tree, |ring, from| {
        let nodes = &tree.rings()[ring].nodes;
        let ends = [nodes[from], nodes[(from + 1) % nodes.len()]];
        let is_wide = ends.iter().any(|node| tree.places(*node).len() >= rings);
        if is_wide { 1 + further } else { 1 }
    })
}

/// Returns whether a tree has a node on so many rings.
fn converges(tree: &RingTree, rings: usize) -> bool {
    tree.living().any(|node| tree.places(node).len() >= rings)
}

/// Draws a tree with the nodes at which messages wait.
fn drawn(tree: RingTree, found: &Waiting) -> Drawing {
    Drawing { marked: found.places.clone(), ..Drawing::of(tree) }
}

/// Proposition 8: only at nodes on three rings.
pub fn eighth(outcome: &mut Outcome) -> Proposition {
    let (mut at_one, mut at_two, mut smallest) = (0, 0, None);
    for tree in every_tree() {
        let found = with_channels(&tree, 1, 0);
        at_one += u32::from(found.waits.contains_key(&1));
        if found.waits.contains_key(&2) {
            at_two += 1;
            smallest.get_or_insert((tree, found));
        }
    }
    outcome.exact("8: trees in which messages wait at a node on one ring", at_one);
    outcome.exact("8: trees in which messages wait at a node on two rings", at_two);
    let (tree, found) = smallest.expect("proposition 8 fails");
    outcome.exact("8: waiting of the smallest such tree", found.waits[&2] as f64);
    Proposition {
        number: 8,
        statement: "messages wait only at convergent points, where three virtual nodes meet",
        executed: format!("all trees on networks of up to {MOST_NODES} nodes"),
        verdict: verdict(
            at_two == 0,
            format!("fails: {at_two} trees; smallest: {}", counterexample(&tree))
                + if at_one == 0 { "; two rings or more is right" } else { "" },
        ),
        drawing: drawn(tree, &found),
    }
}

/// Proposition 10: with two channels more, nowhere.
pub fn tenth(outcome: &mut Outcome) -> Proposition {
    let readings = [(3, "three"), (2, "two"), (1, "one")];
    let mut counts = [0; 3];
    let mut smallest = [const { None }; 3];
    for tree in every_tree().filter(|tree| converges(tree, 2)) {
        for (index, (rings, _)) in readings.iter().enumerate() {
            let found = with_channels(&tree, *rings, 2);
            if !found.waits.is_empty() {
                counts[index] += 1;
                smallest[index].get_or_insert((tree.clone(), found));
            }
        }
    }
    for ((_, word), count) in readings.iter().zip(counts) {
        outcome.exact(format!("10: trees in which messages wait, nodes on {word}"), count);
    }
    let names = [0, 1, 2].map(|index| {
        smallest[index].as_ref().map_or("none".to_string(), |(tree, _)| counterexample(tree))
    });
    // Beside a convergent point, the wait moves to the next link with one channel.
    let links = [(0, 2), (0, 4), (1, 2), (2, 3)];
    let graph = Graph::new(5, &links).expect("the links are a tree");
    let moved = build(&graph, &Faults::default(), 2, Walk::Deep);
    let found = with_channels(&moved, 3, 2);
    outcome.exact("10: rings of node 2, links 02 04 12 23, w = 2", moved.places(2).len() as f64);
    let wait = |found: &Waiting| found.waits.values().sum::<u64>() as f64;
    outcome.exact("10: waiting there with one channel", wait(&with_channels(&moved, 3, 0)));
    outcome.exact("10: waiting there with three channels", wait(&found));
    let [first, second, third] = counts;
    let [of_first, of_second, of_third] = names;
    Proposition {
        number: 10,
        statement: "with two further channels on the links of convergent points, nothing waits",
        executed: format!(
            "all trees on networks of up to {MOST_NODES} nodes, with three channels at nodes on \
             three, on two, and on one ring or more"
        ),
        verdict: verdict(
            counts == [0; 3],
            format!(
                "fails: {first}, {second} and {third} trees; smallest: {of_first}; {of_second}; \
                 {of_third}. In the picture, messages wait at the next link with one channel"
            ),
        ),
        drawing: drawn(moved, &found),
    }
}

/// Returns whether some cycle visits every node of a network once.
fn is_hamiltonian(tree: &RingTree) -> bool {
    fn goes_on(tree: &RingTree, path: &mut Vec<u32>) -> bool {
        let graph = tree.graph();
        let here = path[path.len() - 1];
        if path.len() as u32 == graph.nodes() {
            return path.len() > 2 && graph.neighbours(here).any(|node| node == path[0]);
        }
        graph.neighbours(here).any(|node| {
            if path.contains(&node) {
                return false;
            }
            path.push(node);
            let found = goes_on(tree, path);
            path.pop();
            found
        })
    }
    goes_on(tree, &mut vec![0])
}

/// Proposition 11, which has no end: what can be executed of it.
pub fn eleventh(outcome: &mut Outcome) -> Proposition {
    let (mut all, mut short, mut waiting) = (0, 0, 0);
    let mut smallest = None;
    for tree in every_tree().filter(is_hamiltonian) {
        all += 1;
        let level = tree.rings().iter().filter(|ring| ring.level == Some(0));
        let nodes = 1 + level.map(|ring| ring.nodes.len() as u32 - 1).sum::<u32>();
        if nodes < tree.graph().nodes() {
            short += 1;
            smallest.get_or_insert(tree.clone());
        }
        waiting += u32::from(!with_channels(&tree, 2, 1).waits.is_empty());
    }
    outcome.exact("11: trees on Hamiltonian networks", all);
    outcome.exact("11: trees whose level 0 leaves nodes out", short);
    outcome.exact("11: trees in which messages wait with one channel more", waiting);
    Proposition {
        number: 11,
        statement: "in a Hamiltonian network, one further channel on the links of convergent points",
        executed: format!("all trees on Hamiltonian networks of up to {MOST_NODES} nodes"),
        verdict: format!(
            "undecided: the sentence has no end. Level 0 is a diameter, and leaves nodes out in \
             {short} of {all} trees, as in the picture; with one channel more at nodes on two rings \
             or more, messages still wait in {waiting}"
        ),
        drawing: Drawing::of(smallest.expect("a triangle has a diameter of one link")),
    }
}

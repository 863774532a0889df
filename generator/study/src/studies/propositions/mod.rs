//! [Sun98] propositions 1 to 13, executed: which of them hold.
//!
//! This file has those on rings and trees that cover a network. The verdicts follow from the numbers of
//! the run.

mod attachment;
mod drawing;
mod faults;
mod times;
mod waiting;

use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::run::all_to_all;
use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build};
use teecast_spec::topology::{Graph, Topology};

use self::drawing::Drawing;
use crate::outcome::{Outcome, Picture, Table};
use crate::tally::Context;

/// Most nodes of the networks of which all are tried.
const MOST_NODES: u32 = 5;

/// A proposition and the result of its execution.
struct Proposition {
    number: u32,
    /// What it says, in our words.
    statement: &'static str,
    executed: String,
    verdict: String,
    /// What was executed, or the smallest counterexample.
    drawing: Drawing,
}

/// Returns that a proposition holds, or else a verdict.
fn verdict(holds: bool, otherwise: String) -> String {
    if holds { "holds".to_string() } else { otherwise }
}

fn tree(name: &str, w: u32, walk: Walk) -> RingTree {
    let network = Network::named(name).expect("a name of ours");
    build(network.graph(), &Faults::default(), w, walk)
}

/// Returns a single ring.
fn ring(nodes: u32) -> RingTree {
    tree(&format!("path:{nodes}"), nodes, Walk::Deep)
}

/// Returns the trees of all small networks with all w and both walks, the smallest networks first.
fn every_tree() -> impl Iterator<Item = RingTree> {
    (2..=MOST_NODES).flat_map(Graph::all).flat_map(|graph| {
        let choices = (2..=graph.nodes()).flat_map(|w| Walk::ALL.map(|walk| (w, walk)));
        choices.map(move |(w, walk)| build(&graph, &Faults::default(), w, walk))
    })
}

/// Names a tree by its links and w.
fn counterexample(tree: &RingTree) -> String {
    let links = tree.graph().pairs().into_iter().map(|[one, other]| format!("{one}-{other}"));
    format!("links {}, w = {}", links.collect::<Vec<_>>().join(" "), tree.ring_size())
}

/// Returns whether every living node is on a ring, and rings join all of them.
fn covers(tree: &RingTree) -> bool {
    tree.living().all(|node| !tree.places(node).is_empty()) && tree.components().len() == 1
}

/// Proposition 1. An operation without an end stops the study.
fn first(outcome: &mut Outcome) -> Proposition {
    let ended = (3..=23).filter(|n| all_to_all(&ring(*n), Rules::PAPER, 1).acknowledge > 0).count();
    outcome.exact("1: rings that end", ended as f64);
    Proposition {
        number: 1,
        statement: "on a ring of more than 2 nodes there is no deadlock",
        executed: "rings of 3 to 23 nodes".to_string(),
        verdict: verdict(ended == 21, format!("fails for {}", 21 - ended)),
        drawing: Drawing::of(ring(5)),
    }
}

/// Propositions 3 and 5, on all trees.
fn all_trees(outcome: &mut Outcome) -> [Proposition; 2] {
    let (mut all, mut uncovered, mut unended) = (0, 0, 0);
    for tree in every_tree() {
        all += 1;
        uncovered += u32::from(!covers(&tree));
        let (nodes, rings) = (u64::from(tree.graph().nodes()), tree.rings().len() as u64);
        let crossed = all_to_all(&tree, Rules::PAPER, 1).tally.transfers;
        unended += u32::from(crossed != nodes * (nodes - 1 + rings));
    }
    outcome.exact("3: trees", all);
    outcome.exact("3: trees with a node on no ring", uncovered);
    outcome.exact("5: operations that do not end", unended);
    let executed = format!("the {all} trees on networks of up to {MOST_NODES} nodes");
    let proposition = |number, statement, failed: u32, drawing| Proposition {
        number,
        statement,
        executed: executed.clone(),
        verdict: verdict(failed == 0, format!("fails for {failed}")),
        drawing: Drawing::of(drawing),
    };
    let [star, path] = [tree("star:5", 3, Walk::Deep), tree("grid:3x2", 3, Walk::Deep)];
    [
        proposition(3, "a tree of rings covers all nodes of a network", uncovered, star),
        proposition(5, "on a tree of rings there is no deadlock", unended, path),
    ]
}

/// Proposition 4: the construction walks to each node once.
fn fourth(outcome: &mut Outcome) -> Proposition {
    let cube = tree("hypercube:6", 8, Walk::Deep);
    let walked: usize = cube.rings().iter().map(|ring| ring.nodes.len() - 1).sum();
    outcome.exact("4: steps of the walks, Q_6", walked as f64);
    Proposition {
        number: 4,
        statement: "the construction takes N steps",
        executed: "Q_6; the picture has Q_3".to_string(),
        verdict: verdict(walked <= 64, format!("fails: {walked} steps")),
        drawing: Drawing::of(tree("hypercube:3", 4, Walk::Deep)),
    }
}

/// Executes the propositions.
pub fn executed(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let single = [
        first,
        times::second,
        fourth,
        faults::sixth,
        faults::seventh,
        waiting::eighth,
        times::ninth,
        waiting::tenth,
        waiting::eleventh,
        times::twelfth,
        faults::thirteenth,
    ];
    let mut all: Vec<Proposition> = single.iter().map(|execute| execute(&mut outcome)).collect();
    all.extend(all_trees(&mut outcome));
    all.sort_by_key(|proposition| proposition.number);
    let mut table = Table::new("verdicts", &["proposition", "statement", "executed", "verdict"]);
    for Proposition { number, statement, executed, verdict, drawing } in all {
        table.push([&number.to_string(), statement, &executed, &verdict]);
        outcome.pictures.push(Picture {
            name: format!("proposition{number}"),
            caption: format!(
                "Proposition {number}: {statement}. Executed: {executed}. Verdict: {verdict}.{}",
                drawing.key()
            ),
            svg: drawing.svg(),
        });
    }
    outcome.tables.push(table);
    outcome
}

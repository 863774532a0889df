//! [Sun98] propositions 1 to 13, executed: which of them hold.

use std::fmt::Write;

use teecast_model::ring_tree::network::{Heartbeats, Rules};
use teecast_model::ring_tree::run::all_to_all;
use teecast_model::ring_tree::survival::{repair_delay, survive};
use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build, repair};
use teecast_spec::topology::{Graph, Topology};

use crate::outcome::{Outcome, Picture, Table};
use crate::tally::Context;

/// Most nodes of the networks of which all are tried.
const MOST_NODES: u32 = 4;
/// Proposition, what it says, what was executed, and what came out.
const VERDICTS: [[&str; 4]; 13] = [
    ["1", "a ring of more than 2 nodes has no deadlock", "rings of 3 to 23 nodes", "holds"],
    [
        "2",
        "a ring takes chi (N - 1)",
        "a ring of 10, chi = 1 and 3",
        "corrected: delivery chi N - 1",
    ],
    ["3", "a tree of rings covers all nodes", "all networks of up to 4 nodes", "holds"],
    ["4", "the construction takes N steps", "Q_6", "holds"],
    ["5", "no deadlock on a tree of rings", "all networks of up to 4 nodes", "holds"],
    ["6", "static faults are tolerated", "Q_3, every two faulty nodes that do not cut it", "holds"],
    [
        "7",
        "dynamic faults are tolerated",
        "Q_3, every faulty node, our repair",
        "corrected: our repair",
    ],
    ["8", "messages wait only at three virtual nodes", "path 1-0-2, w = 2", "fails"],
    ["9", "the time is at most the largest T_L", "star of 10, w = 4", "fails"],
    ["10", "two more channels end all waiting", "nothing: one channel in the model", "open"],
    ["11", "an incomplete sentence", "nothing", "no statement"],
    ["12", "a message crosses n - 1 links", "Q_4, w = 4", "corrected: n - 1 + r"],
    [
        "13",
        "a fault is removed in 4w + 2 steps",
        "Q_4, w = 4, its detection",
        "holds for detection",
    ],
];

fn tree(name: &str, w: u32) -> RingTree {
    let network = Network::named(name).expect("a name of ours");
    build(network.graph(), &Faults::default(), w, Walk::Deep)
}

/// Returns all connected networks of `n` labelled nodes.
fn all_networks(n: u32) -> impl Iterator<Item = Graph> {
    let pairs: Vec<_> = (0..n).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    (0u32..1 << pairs.len()).filter_map(move |set| {
        let links = pairs.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
        Graph::new(n, &links.map(|(_, link)| *link).collect::<Vec<_>>()).ok()
    })
}

/// Returns whether every living node is on a ring, and rings join all of them.
fn covers(tree: &RingTree) -> bool {
    tree.living().all(|node| !tree.places(node).is_empty()) && tree.components().len() == 1
}

/// Returns the sets of one or two nodes of Q_3 whose loss leaves it connected.
fn losses(graph: &Graph) -> Vec<Faults> {
    let sets = (0..8).flat_map(|one| (one..8).map(move |other| [one, other]));
    let faults = sets.map(|nodes| Faults { nodes: nodes.into(), ..Faults::default() });
    faults.filter(|faults| faults.apart(graph).is_none()).collect()
}

/// Executes the propositions.
pub fn executed(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let count = |number: usize| number as f64;
    // An operation without an end stops the study.
    let ring = |n: u32, chi| all_to_all(&tree(&format!("path:{n}"), n), Rules::PAPER, chi);
    let ended = (3..=23).filter(|n| ring(*n, 1).acknowledge > 0).count();
    outcome.exact("1: rings that end", count(ended));
    outcome.exact("2: delivery, ring of 10, chi = 1", ring(10, 1).deliver as f64);
    outcome.exact("2: acknowledgement, ring of 10, chi = 1", ring(10, 1).acknowledge as f64);
    outcome.exact("2: delivery, ring of 10, chi = 3", ring(10, 3).deliver as f64);
    let (mut uncovered, mut unended) = (0, 0);
    for graph in (2..=MOST_NODES).flat_map(all_networks) {
        for (w, walk) in (2..=graph.nodes()).flat_map(|w| Walk::ALL.map(|walk| (w, walk))) {
            let tree = build(&graph, &Faults::default(), w, walk);
            uncovered += u32::from(!covers(&tree));
            let all = u64::from(graph.nodes()) - 1 + tree.rings().len() as u64;
            let times = all_to_all(&tree, Rules::PAPER, 1);
            unended += u32::from(times.tally.transfers != u64::from(graph.nodes()) * all);
        }
    }
    outcome.exact("3: networks with a node on no ring", uncovered);
    let walked = tree("hypercube:6", 8).rings().iter().map(|ring| ring.nodes.len() - 1).sum();
    outcome.exact("4: steps of the walks, Q_6", count(walked));
    outcome.exact("5: operations that do not end", unended);
    let cube = tree("hypercube:3", 4);
    let losses = losses(cube.graph());
    let is_bare = |faults: &&Faults| !covers(&build(cube.graph(), faults, 4, Walk::Deep));
    let bare = losses.iter().filter(is_bare).count();
    outcome.exact("6: trees with a node on no ring, two faulty nodes", count(bare));
    let is_apart = |faults: &&Faults| {
        let repaired = repair(&cube, faults).expect("nodes of the cube");
        repaired.tree.components().len() > 1
    };
    outcome.exact("7: repairs that leave parts", count(losses.iter().filter(is_apart).count()));
    let star = tree("star:3", 2);
    let waiting = all_to_all(&star, Rules::PAPER, 1).tally.contention.get(&2).copied();
    outcome.exact(
        "8: messages that wait at two virtual nodes, path 1-0-2",
        waiting.unwrap_or(0) as f64,
    );
    let star = all_to_all(&tree("star:10", 4), Rules::PAPER, 1);
    outcome.exact("9: delivery beyond the largest T_L, star of 10, w = 4", star.deliver as f64);
    let cube = tree("hypercube:4", 4);
    let transfers = all_to_all(&cube, Rules::PAPER, 1).tally.transfers / 16;
    outcome.exact("12: virtual links of a message, Q_4, w = 4", transfers as f64);
    let alive = Rules { heartbeats: Heartbeats::Plain, ..Rules::PAPER };
    let mut late = 0;
    for node in 0..16 {
        let fault = Faults { nodes: [node].into(), ..Faults::default() };
        let survival = survive(&cube, alive, &[(5, fault)], |_| {}).expect("a node of the cube");
        let is_late = |detection: &u64| *detection > repair_delay(4);
        late += survival.detections.iter().map(|it| it.last).filter(is_late).count();
    }
    outcome.exact("13: breaks noticed after 4w + 2 steps, Q_4, w = 4", count(late));
    let mut table = Table::new("verdicts", &["proposition", "statement", "executed", "verdict"]);
    VERDICTS.iter().for_each(|row| table.push(row));
    outcome.tables.push(table);
    let caption = "Proposition 8: node 0 is on two rings, and messages wait there.";
    outcome.pictures.push(star_picture("proposition8", caption, 3));
    let caption =
        "Proposition 9: a star of 10 with w = 4 takes 11 steps, and the largest T_L is 10.";
    outcome.pictures.push(star_picture("proposition9", caption, 10));
    outcome
}

/// Draws a star with node 0 in the middle.
fn star_picture(name: &str, caption: &str, nodes: u32) -> Picture {
    let place = |node: u32| {
        let angle = std::f64::consts::TAU * f64::from(node) / f64::from(nodes - 1);
        let radius = if node == 0 { 0.0 } else { 80.0 };
        (110.0 + radius * angle.cos(), 110.0 + radius * angle.sin())
    };
    let mut svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"220\" height=\"220\" \
                   viewBox=\"0 0 220 220\" font-family=\"sans-serif\" font-size=\"11\" \
                   text-anchor=\"middle\">\n"
        .to_string();
    let mut put = |line: std::fmt::Arguments| {
        writeln!(svg, "{line}").expect("memory takes every line");
    };
    for (x, y) in (1..nodes).map(place) {
        put(format_args!(
            "<line x1=\"110\" y1=\"110\" x2=\"{x:.1}\" y2=\"{y:.1}\" stroke=\"#666\"/>"
        ));
    }
    for node in 0..nodes {
        let (x, y) = place(node);
        put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"12\" fill=\"white\" stroke=\"black\"/>"
        ));
        put(format_args!("<text x=\"{x:.1}\" y=\"{:.1}\">{node}</text>", y + 4.0));
    }
    Picture { name: name.to_string(), caption: caption.to_string(), svg: svg + "</svg>\n" }
}

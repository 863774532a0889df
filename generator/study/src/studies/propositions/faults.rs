//! [Sun98] propositions 6, 7 and 13: what faults leave.

use teecast_model::ring_tree::network::{Heartbeats, Rules};
use teecast_model::ring_tree::survival::{repair_delay, survive};
use teecast_spec::topology::ring_tree::{Faults, RingTree, Walk, build, repair};
use teecast_spec::topology::{Graph, Topology};

use super::attachment::{Attached, Choice, attach};
use super::drawing::Drawing;
use super::{MOST_NODES, Proposition, counterexample, covers, every_tree, tree, verdict};
use crate::outcome::Outcome;

/// Steps in which the faults of proposition 13 come: everything is acknowledged before the last of them.
const STEPS: u64 = 40;

/// Returns the sets of one or two nodes of a network whose loss leaves it connected.
fn losses(graph: &Graph) -> Vec<Faults> {
    let nodes = graph.nodes();
    let sets = (0..nodes).flat_map(|one| (one..nodes).map(move |other| [one, other]));
    let faults = sets.map(|nodes| Faults { nodes: nodes.into(), ..Faults::default() });
    faults.filter(|faults| faults.apart(graph).is_none()).collect()
}

/// Returns every node and every link of a network.
fn singles(graph: &Graph) -> impl Iterator<Item = Faults> {
    let nodes = (0..graph.nodes()).map(|node| Faults { nodes: [node].into(), ..Faults::default() });
    let links = graph.pairs().into_iter();
    nodes.chain(links.map(|link| Faults { links: [link].into(), ..Faults::default() }))
}

/// Returns whether a fault breaks a ring.
fn breaks(tree: &RingTree, faults: &Faults) -> bool {
    let mut links = tree.rings().iter().flat_map(|ring| ring.nodes.windows(2));
    links.any(|pair| !faults.carries(pair[0], pair[1]))
}

/// Proposition 6: static faults.
pub fn sixth(outcome: &mut Outcome) -> Proposition {
    let cube = tree("hypercube:3", 4, Walk::Deep);
    let losses = losses(cube.graph());
    let built = |faults: &Faults| build(cube.graph(), faults, 4, Walk::Deep);
    let bare = losses.iter().filter(|faults| !covers(&built(faults))).count();
    outcome.exact("6: sets of one or two faulty nodes of Q_3", losses.len() as f64);
    outcome.exact("6: trees with a node on no ring", bare as f64);
    let faults = losses[losses.len() / 2].clone();
    Proposition {
        number: 6,
        statement: "static faults are tolerated if and only if the network is still connected",
        executed: format!(
            "the {} losses of one or two nodes that leave Q_3 connected",
            losses.len()
        ),
        verdict: verdict(bare == 0, format!("fails for {bare}")),
        drawing: Drawing { faults: faults.clone(), ..Drawing::of(built(&faults)) },
    }
}

/// Proposition 7: the algorithm of figure 3.10, and our repair.
pub fn seventh(outcome: &mut Outcome) -> Proposition {
    let (mut all, mut first, mut every, mut cyclic, mut ours) = (0, 0, 0, 0, 0);
    let mut smallest = None;
    for tree in every_tree() {
        let connected = |faults: &Faults| faults.apart(tree.graph()).is_none();
        for faults in singles(tree.graph()).filter(connected) {
            if !breaks(&tree, &faults) {
                continue;
            }
            all += 1;
            let Attached { parts, cycles } = attach(&tree, &faults, Choice::First);
            first += u32::from(parts > 1);
            cyclic += u32::from(cycles > 0);
            if attach(&tree, &faults, Choice::All).parts > 1 {
                every += 1;
                smallest.get_or_insert((tree.clone(), faults.clone()));
            }
            let repaired = repair(&tree, &faults).expect("the fault is of the network");
            ours += u32::from(repaired.tree.components().len() > 1);
        }
    }
    outcome.exact("7: single faults that break a ring", all);
    outcome.exact("7: faults after which figure 3.10 leaves parts", first);
    outcome.exact("7: the same, whichever neighbours segments take", every);
    outcome.exact("7: faults after which its rings close a cycle", cyclic);
    outcome.exact("7: faults after which our repair leaves parts", ours);
    let (tree, faults) = smallest.expect("figure 3.10 fails");
    let what = match faults.links.first() {
        Some([one, other]) => format!("link {one}-{other}"),
        None => format!("node {}", faults.nodes.first().expect("a fault")),
    };
    Proposition {
        number: 7,
        statement: "figure 3.10 repairs dynamic faults if and only if the network is still connected",
        executed: format!(
            "the algorithm by the letter and our repair, after each of {all} single faults on all \
             trees of up to {MOST_NODES} nodes"
        ),
        verdict: verdict(
            first == 0,
            format!(
                "fails: {first} faults leave parts, {every} of them whichever neighbours segments \
                 take; smallest: {}, {what} fails; and rings close a cycle after {cyclic}",
                counterexample(&tree)
            ) + if ours == 0 { ". Our repair joins all" } else { "" },
        ),
        drawing: Drawing { faults, ..Drawing::of(tree) },
    }
}

/// Proposition 13: how late a fault is noticed.
pub fn thirteenth(outcome: &mut Outcome) -> Proposition {
    let cube = tree("hypercube:4", 4, Walk::Deep);
    let alive = Rules { heartbeats: Heartbeats::Plain, ..Rules::PAPER };
    let (mut late, mut all, mut last) = (0, 0, 0);
    let faults = singles(cube.graph()).filter(|faults| breaks(&cube, faults));
    for (fault, step) in faults.flat_map(|fault| (1..=STEPS).map(move |step| (fault.clone(), step)))
    {
        let survival = survive(&cube, alive, &[(step, fault)], |_| {}).expect("a part of the cube");
        for detection in survival.detections {
            all += 1;
            late += u32::from(detection.last > repair_delay(4));
            last = last.max(detection.last);
        }
    }
    outcome.exact("13: breaks of rings, Q_4, w = 4", all);
    outcome.exact("13: breaks noticed after 4w + 2 steps, Q_4, w = 4", late);
    outcome.exact("13: steps until the last member notices", last as f64);
    Proposition {
        number: 13,
        statement: "a dynamic fault is noticed and removed within 4w + 2 steps",
        executed: format!(
            "the detection, with heartbeats, of each node and link of Q_4 whose loss breaks a ring, \
             w = 4, in each of the first {STEPS} steps: {all} breaks"
        ),
        verdict: verdict(late == 0, format!("fails for {late}"))
            + &format!(
                " for the detection, which took up to {last} steps. Not executed: the messages of \
                 figure 3.10. The model takes 4w + 2 steps for the whole repair"
            ),
        drawing: Drawing {
            faults: Faults { nodes: [5].into(), ..Faults::default() },
            ..Drawing::of(cube)
        },
    }
}

//! Lying nodes: with the acceptance filter f of them spoil at most f copies, without it they win.

use std::collections::BTreeMap;

use teecast_model::harts::byzantine::{Lie, forgeries};
use teecast_model::harts::frame::{self, Injected};
use teecast_model::harts::majority::Identity;
use teecast_model::harts::network::{HartsNetwork, Injection, Outcome};
use teecast_spec::{Flit, HartsSpec, Reception};

const TRUE: u64 = 0x71;
const FALSE: u64 = 0x0f;
const SOURCE: u32 = 0;

fn data(value: u64) -> Vec<Flit> {
    vec![Flit::new(value, false), Flit::new(!value & 0xff, false)]
}

/// What a node may do instead of its duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Lies(Lie),
    /// It is dead, and its neighbours know it.
    Dead,
}

/// Broadcasts in a network with some wrong nodes; the lies come first.
fn play(spec: &HartsSpec, k: u32, wrong: &[(u32, Fault)]) -> Outcome {
    let identity = Identity { source: SOURCE, copies: k, sequence: 77 };
    let (dead, tapped): (Vec<_>, Vec<_>) =
        wrong.iter().partition(|(_, fault)| *fault == Fault::Dead);
    let nodes = |of: Vec<(u32, Fault)>| of.into_iter().map(|(node, _)| node).collect();
    let mut network = HartsNetwork::new(spec, &nodes(dead), &nodes(tapped));
    let mut outcome = Outcome::default();
    for &(liar, fault) in wrong {
        let Fault::Lies(lie) = fault else { continue };
        for forgery in forgeries(spec, liar, lie, identity, &data(FALSE)) {
            outcome.append(network.forge(&forgery));
        }
    }
    let header = Injected { broadcast: true, copies: k, destination: 0, sequence: 77 };
    let flits = frame::injection(spec, &header, &data(TRUE));
    outcome.append(network.inject(&Injection { node: SOURCE, flits }));
    outcome.append(network.settle());
    outcome
}

/// Returns all pairs of nodes that are not the source.
fn pairs(spec: &HartsSpec) -> Vec<[u32; 2]> {
    let nodes = spec.nodes();
    (1..nodes).flat_map(|a| (a + 1..nodes).map(move |b| [a, b])).collect()
}

/// Returns (good, bad) copies of the k-broadcast of each correct node.
fn copies(spec: &HartsSpec, k: u32, wrong: &[(u32, Fault)]) -> BTreeMap<u32, (u32, u32)> {
    let mut counts = BTreeMap::new();
    for delivery in play(spec, k, wrong).deliveries {
        // Another k is another broadcast.
        if delivery.header.copies == k {
            let count: &mut (u32, u32) = counts.entry(delivery.node).or_default();
            match delivery.data[0].bits[0] {
                TRUE => count.0 += 1,
                _ => count.1 += 1,
            }
        }
    }
    counts
}

/// Returns the correct nodes whose majority for the k-broadcast is right, and those whose is not.
fn majorities(spec: &HartsSpec, k: u32, wrong: &[(u32, Fault)]) -> (Vec<u32>, Vec<u32>) {
    let spec = HartsSpec { reception: Reception::Majority, ..spec.clone() };
    let messages = play(&spec, k, wrong).deliveries;
    let messages: Vec<_> =
        messages.into_iter().filter(|message| message.header.copies == k).collect();
    let (mut right, mut misled) = (Vec::new(), Vec::new());
    for message in &messages {
        let good = !message.bad && message.data == data(TRUE);
        if good { &mut right } else { &mut misled }.push(message.node);
    }
    let mut nodes: Vec<u32> = messages.iter().map(|message| message.node).collect();
    nodes.sort();
    let correct = |node: &u32| *node != SOURCE && wrong.iter().all(|(other, _)| other != node);
    assert_eq!(nodes, (0..spec.nodes()).filter(correct).collect::<Vec<_>>(), "one message a node");
    (right, misled)
}

#[test]
fn with_the_filter_a_liar_spoils_at_most_one_copy_of_each_node() {
    for n in [2, 3] {
        let spec = HartsSpec { width: 64, ..HartsSpec::new(n) };
        for k in 1..=6 {
            for liar in 1..spec.nodes() {
                for lie in Lie::ALL {
                    let counts = copies(&spec, k, &[(liar, Fault::Lies(lie))]);
                    let bad: u32 = counts.values().map(|(_, bad)| *bad).sum();
                    assert!(lie != Lie::Drop || bad == 0);
                    for node in (1..spec.nodes()).filter(|node| *node != liar) {
                        let (good, bad) = counts.get(&node).copied().unwrap_or_default();
                        let place = format!("n = {n}, k = {k}, {liar} does {lie:?}, node {node}");
                        assert!(good + 1 >= k && bad <= 1 && good + bad <= k, "{place}");
                    }
                }
            }
        }
    }
}

#[test]
fn five_copies_outnumber_any_two_liars_where_impossible_headers_are_refused() {
    let spec = HartsSpec { width: 64, ..HartsSpec::new(3) };
    let pairs = pairs(&spec);
    assert_eq!(pairs.len(), 153);
    for liars in pairs {
        for lie in Lie::ALL {
            let liars = liars.map(|liar| (liar, Fault::Lies(lie)));
            let (right, wrong) = majorities(&spec, 5, &liars);
            assert_eq!((right.len(), wrong.len()), (16, 0), "{liars:?}");
        }
        let mixed = [(liars[0], Fault::Lies(Lie::Corrupt)), (liars[1], Fault::Dead)];
        assert!(majorities(&spec, 5, &mixed).1.is_empty(), "{mixed:?}");
    }
}

#[test]
fn two_liars_are_outnumbered_in_a_larger_hexmesh_too() {
    let spec = HartsSpec { width: 64, ..HartsSpec::new(4) };
    for liars in pairs(&spec).into_iter().step_by(71) {
        let (right, wrong) =
            majorities(&spec, 5, &liars.map(|liar| (liar, Fault::Lies(Lie::Forge))));
        assert_eq!((right.len(), wrong.len()), (34, 0), "{liars:?}");
    }
}

#[test]
fn without_the_filter_any_two_liars_win_somewhere() {
    let spec = HartsSpec { width: 64, filter: false, ..HartsSpec::new(3) };
    for liars in pairs(&spec) {
        let (_, wrong) = majorities(&spec, 5, &liars.map(|liar| (liar, Fault::Lies(Lie::Replay))));
        assert!(!wrong.is_empty(), "{liars:?}");
    }
    // One neighbour of the source is enough.
    let (right, wrong) = majorities(&spec, 5, &[(1, Fault::Lies(Lie::Replay))]);
    assert!(wrong.len() >= 14, "right {right:?}, wrong {wrong:?}");
}

#[test]
fn too_few_copies_do_not_outnumber_two_liars() {
    // k has to be at least 2f + 1.
    let spec = HartsSpec { width: 64, ..HartsSpec::new(3) };
    let wrong = |k| {
        let spoilt = |liars: &[u32; 2]| {
            !majorities(&spec, k, &liars.map(|liar| (liar, Fault::Lies(Lie::Corrupt)))).1.is_empty()
        };
        pairs(&spec).iter().filter(|liars| spoilt(liars)).count()
    };
    assert!(wrong(4) > 0 && wrong(3) > 0);
    assert_eq!(wrong(5), 0);
}

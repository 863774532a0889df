//! Freedom from deadlock by a rank that rises along every wait of one message buffer for another.
//!
//! [`super::dependency`] finds the waits; the ranks are computed here and share nothing with it. Each
//! claim can be spoiled: under a rule that is known to be wrong a contradiction must be found.

use std::collections::BTreeSet;
use std::fmt;

use teecast_spec::{HypercubeSpec, Vote};

use super::class::{ClassRule, RoutePlace};
use super::dependency::{Buffer, DependencyRequest, Kind, Method, waits};
use super::multicast::Rule;

/// Largest cube whose messages are followed one by one.
const EVERY_SET: u32 = 3;

/// Largest cube in which every way of a single destination is followed.
const EVERY_WAY: u32 = 8;

/// A message that cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Its destination.
    pub to: u32,
    /// Where it is.
    pub at: RoutePlace,
    /// The faulty node, if there is one.
    pub faulty: Option<u32>,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { to, at: RoutePlace { node, class, .. }, faulty } = self;
        let faulty = faulty.map_or("none".to_string(), |node| node.to_string());
        write!(f, "to {to}: stuck at node {node} in class {class}, faulty: {faulty}")
    }
}

/// Ranks the buffer that a hop enters: inside a class a way descends, then ascends.
fn rank(buffer: &Buffer) -> (u32, bool, u32) {
    let ascended = buffer.node >> buffer.dimension & 1 == 1;
    let height = buffer.node.count_ones();
    (buffer.class, ascended, if ascended { height } else { u32::BITS - height })
}

/// Returns a wait along which the rank (class, phase, height) does not rise: what is held, and what its
/// holder waits for.
///
/// Looks at every hop that the classes permit, which is more than any vote makes under any faults; in
/// small cubes also at every message. `spoiled` takes the papers' rule, one class.
pub fn wait_that_does_not_rise(spec: &HypercubeSpec, spoiled: bool) -> Option<(Buffer, Buffer)> {
    let classes = if spoiled { ClassRule::Unlimited } else { ClassRule::of(spec) };
    let falls = |(held, wanted): &(Buffer, Buffer)| rank(held) >= rank(wanted);
    let permitted = every_hop(spec.n, spec.classes, classes).find(falls);
    if permitted.is_some() || spec.n > EVERY_SET {
        return permitted;
    }
    let request = DependencyRequest {
        n: spec.n,
        rule: Rule { vote: spec.vote, classes },
        faulty: BTreeSet::new(),
        kinds: vec![Kind::Unicast, Kind::Multicast, Kind::Broadcast],
        method: Method::Sets,
    };
    let faulty = (0..spec.nodes()).map(|node| BTreeSet::from([node]));
    let mut faults = faulty.filter(|_| spec.fault_tolerant).chain([BTreeSet::new()]);
    faults.find_map(|faulty| {
        let graph = waits(&DependencyRequest { faulty, ..request.clone() });
        graph.edges().find(falls)
    })
}

/// Lists all waits of one buffer for another that a hop can cause.
fn every_hop(n: u32, classes: u32, rule: ClassRule) -> impl Iterator<Item = (Buffer, Buffer)> {
    let all = move |class| (0..1 << n).flat_map(move |node| (0..n).map(move |d| (class, node, d)));
    (0..classes).flat_map(all).flat_map(move |(class, node, arrival)| {
        let place = RoutePlace { node, arrival: Some(arrival), class };
        let held = Buffer { node, dimension: arrival, class };
        // Nothing returns over the link it came by.
        let dimensions = (0..n).filter(move |dimension| *dimension != arrival);
        dimensions.filter_map(move |dimension| {
            let class = rule.hop(&place, dimension)?;
            Some((held, Buffer { node: node ^ 1 << dimension, dimension, class }))
        })
    })
}

/// Returns whether [`lost_message`] has an answer for a cube: whether some class votes freely, and the cube
/// is small enough.
pub fn can_follow_every_way(spec: &HypercubeSpec) -> bool {
    spec.n <= EVERY_WAY && spec.unrestricted_classes() >= 1
}

/// Returns a message that cannot go on although the fault model holds.
///
/// `spoiled` follows a message of Q_6 from node 42 to node 21 past the faulty node 5, with votes that are
/// restricted one class later.
pub fn lost_message(spec: &HypercubeSpec, spoiled: bool) -> Option<Stuck> {
    if spoiled {
        let classes = ClassRule::Limited { classes: 3, unrestricted: 2 };
        return stuck(6, &Rule { vote: Vote::Greedy, classes }, Some(5), 21, Some(42));
    }
    let rule = Rule::of(spec);
    // The rule treats all dimensions alike: one faulty node of each weight stands for all.
    let faults = (0..=spec.n).filter(|_| spec.fault_tolerant).map(|weight| Some((1 << weight) - 1));
    faults.chain([None]).find_map(|faulty| {
        (0..spec.nodes())
            .filter(|to| Some(*to) != faulty)
            .find_map(|to| stuck(spec.n, &rule, faulty, to, None))
    })
}

/// Follows all ways to one destination, from one source or from all.
fn stuck(n: u32, rule: &Rule, faulty: Option<u32>, to: u32, from: Option<u32>) -> Option<Stuck> {
    let healthy = (0..1 << n).filter(|node| Some(*node) != faulty);
    let sources = healthy.filter(|node| from.is_none_or(|from| from == *node));
    let mut waiting: Vec<RoutePlace> = sources.map(RoutePlace::source).collect();
    let mut seen: BTreeSet<RoutePlace> = waiting.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        if at.node == to {
            continue;
        }
        let apart = faulty.map_or(0, |faulty| faulty ^ at.node);
        let vector = if apart.count_ones() == 1 { apart } else { 0 };
        let vote = rule.row(&at, to ^ at.node, vector);
        let hops = (0..n).filter(|dimension| vote >> dimension & 1 == 1);
        let next: Option<Vec<RoutePlace>> =
            hops.map(|hop| Some(at.after(hop, rule.classes.hop(&at, hop)?))).collect();
        let Some(next) = next.filter(|next| !next.is_empty()) else {
            return Some(Stuck { to, at, faulty });
        };
        waiting.extend(next.into_iter().filter(|place| seen.insert(*place)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_rises_in_every_cube_with_classes() {
        for n in 2..=5 {
            let free =
                HypercubeSpec { fault_tolerant: false, classes: 2, ..HypercubeSpec::new(n, 2) };
            for spec in [HypercubeSpec::new(n, 2), free] {
                assert_eq!(wait_that_does_not_rise(&spec, false), None, "n = {n}");
            }
        }
    }

    #[test]
    fn with_one_class_a_message_waits_for_a_buffer_of_lower_rank() {
        for n in 2..=6 {
            let found = wait_that_does_not_rise(&HypercubeSpec::new(n, 2), true);
            let (held, wanted) = found.expect("the papers' rule has no order");
            assert!(held.class == 0 && wanted.class == 0, "{held}, {wanted}");
            // A descent after an ascent is what the classes are for.
            let ascended = held.node >> held.dimension & 1 == 1;
            assert!(ascended && wanted.node < held.node, "{held}, {wanted}");
        }
    }

    #[test]
    fn a_way_descends_and_then_ascends_within_a_class() {
        let buffer = |node, dimension, class| Buffer { node, dimension, class };
        // 111 -> 101 -> 001 -> 011 -> 111, then down again in the next class.
        let way = [(0b101, 1, 0), (0b001, 2, 0), (0b011, 1, 0), (0b111, 2, 0), (0b110, 0, 1)];
        let ranks = way.map(|(node, dimension, class)| rank(&buffer(node, dimension, class)));
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
    }

    #[test]
    fn no_message_is_lost_unless_votes_are_restricted_a_class_too_late() {
        for n in 2..=5 {
            let spec = HypercubeSpec::new(n, 2);
            assert!(can_follow_every_way(&spec));
            assert_eq!(lost_message(&spec, false), None, "n = {n}");
        }
        let lost = lost_message(&HypercubeSpec::new(2, 2), true).expect("the rule is wrong");
        assert_eq!(lost.to_string(), "to 21: stuck at node 23 in class 2, faulty: 5");
    }

    #[test]
    fn without_a_class_that_votes_freely_no_way_is_followed() {
        let tight = HypercubeSpec { classes: 2, ..HypercubeSpec::new(4, 2) };
        assert!(!can_follow_every_way(&tight) && !can_follow_every_way(&HypercubeSpec::new(9, 2)));
    }
}

//! Deadlock: a rank that rises along every wait of one message buffer for another.
//!
//! The waits come from the golden model; the ranks are computed here, and are not the model's.

use std::collections::BTreeSet;

use teecast_model::harts::dependency::{self as mesh, Discipline, Messages, Resource};
use teecast_model::hypercube::class::{ClassRule, Place};
use teecast_model::hypercube::dependency::{Buffer, DependencyRequest, Kind, Method, waits};
use teecast_model::hypercube::multicast::Rule;
use teecast_spec::topology::Cube;
use teecast_spec::{HypercubeSpec, Spec, Vote};

/// Largest cube whose messages are followed one by one.
const EVERY_SET: u32 = 3;
/// Largest cube in which every way of a single destination is followed.
const EVERY_WAY: u32 = 8;
/// Largest mesh whose waits are enumerated.
const MESH: u32 = 8;

/// A claim about a network, as it is and spoiled.
pub struct Claim {
    /// Folder of the family.
    pub family: &'static str,
    /// Module of the network.
    pub module: String,
    /// What holds, in one phrase.
    pub property: &'static str,
    /// What was changed for the control.
    pub fault: &'static str,
    holds: Box<dyn Fn(bool) -> Option<String> + Sync>,
}

impl Claim {
    /// Returns what contradicts the claim; with `spoiled`, under the rule of the control.
    pub fn contradiction(&self, spoiled: bool) -> Option<String> {
        (self.holds)(spoiled)
    }
}

/// Returns the claims about the networks of a configuration.
pub fn claims(spec: &Spec) -> Vec<Claim> {
    let mut claims = Vec::new();
    for cube in spec.hypercube.iter().filter(|cube| !cube.lan).cloned() {
        let module = format!("{}hypercube_network", spec.prefix);
        let loses_nothing = cube.n <= EVERY_WAY && cube.unrestricted_classes() >= 1;
        let lossless = cube.clone();
        claims.push(Claim {
            family: "hypercube",
            module: module.clone(),
            property: "(class, phase, height) rises along every wait",
            fault: "the papers' rule: one class",
            holds: Box::new(move |spoiled| rising(&cube, spoiled)),
        });
        if loses_nothing {
            claims.push(Claim {
                family: "hypercube",
                module,
                property: "no message needs a class too many while the fault model holds",
                fault: "votes restricted one class later; Q_6, 42 to 21, node 5 faulty",
                holds: Box::new(move |spoiled| lost(&lossless, spoiled)),
            });
        }
    }
    for mesh in spec.harts.iter().filter(|mesh| mesh.n <= MESH) {
        let n = mesh.n;
        claims.push(Claim {
            family: "harts",
            module: format!("{}hexmesh_network", spec.prefix),
            property: "the class rises along every wait, liars' packets included",
            fault: "one class for all packets",
            holds: Box::new(move |spoiled| rising_class(n, spoiled)),
        });
    }
    claims
}

/// Ranks the buffer that a hop enters: inside a class a way descends, then ascends.
fn rank(buffer: &Buffer) -> (u32, bool, u32) {
    let ascended = buffer.node >> buffer.dimension & 1 == 1;
    let height = buffer.node.count_ones();
    (buffer.class, ascended, if ascended { height } else { u32::BITS - height })
}

/// Returns a wait along which the rank does not rise.
fn rising(spec: &HypercubeSpec, spoiled: bool) -> Option<String> {
    let classes = if spoiled { ClassRule::Unlimited } else { ClassRule::of(spec) };
    let falls = |(held, wanted): &(Buffer, Buffer)| rank(held) >= rank(wanted);
    let told = |(held, wanted): (Buffer, Buffer)| format!("{held} waits for {wanted}");
    // Every hop that the classes permit: more than any vote makes under any faults.
    let permitted = every_hop(spec.n, spec.classes, classes).find(falls);
    if permitted.is_some() || spec.n > EVERY_SET {
        return permitted.map(told);
    }
    let request = DependencyRequest {
        n: spec.n,
        rule: Rule { vote: spec.vote, classes },
        faulty: BTreeSet::new(),
        kinds: vec![Kind::Unicast, Kind::Multicast, Kind::Broadcast],
        method: Method::Sets,
    };
    let faulty = (0..spec.nodes()).map(|node| BTreeSet::from([node]));
    let faults = faulty.filter(|_| spec.fault_tolerant).chain([BTreeSet::new()]);
    faults
        .flat_map(|faulty| {
            let graph = waits(&DependencyRequest { faulty, ..request.clone() });
            graph.edges().find(falls)
        })
        .next()
        .map(told)
}

/// Lists all waits of one buffer for another that a hop can cause.
fn every_hop(n: u32, classes: u32, rule: ClassRule) -> impl Iterator<Item = (Buffer, Buffer)> {
    let all = move |class| (0..1 << n).flat_map(move |node| (0..n).map(move |d| (class, node, d)));
    (0..classes).flat_map(all).flat_map(move |(class, node, arrival)| {
        let place = Place { node, arrival: Some(arrival), class };
        let held = Buffer { node, dimension: arrival, class };
        // Nothing returns over the link it came by.
        let dimensions = (0..n).filter(move |dimension| *dimension != arrival);
        dimensions.filter_map(move |dimension| {
            let class = rule.hop(&place, dimension)?;
            Some((held, Buffer { node: Cube::across(node, dimension), dimension, class }))
        })
    })
}

/// Returns a way on which a message cannot go on although the fault model holds.
fn lost(spec: &HypercubeSpec, spoiled: bool) -> Option<String> {
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
fn stuck(n: u32, rule: &Rule, faulty: Option<u32>, to: u32, from: Option<u32>) -> Option<String> {
    let healthy = (0..1 << n).filter(|node| Some(*node) != faulty);
    let sources = healthy.filter(|node| from.is_none_or(|from| from == *node));
    let mut waiting: Vec<Place> = sources.map(Place::source).collect();
    let mut seen: BTreeSet<Place> = waiting.iter().copied().collect();
    while let Some(place) = waiting.pop() {
        if place.node == to {
            continue;
        }
        let apart = faulty.map_or(0, |faulty| faulty ^ place.node);
        let vector = if apart.count_ones() == 1 { apart } else { 0 };
        let vote = rule.row(&place, to ^ place.node, vector);
        let hops = (0..n).filter(|dimension| vote >> dimension & 1 == 1);
        let next: Option<Vec<Place>> = hops
            .map(|dimension| Some(place.after(dimension, rule.classes.hop(&place, dimension)?)))
            .collect();
        let Some(next) = next.filter(|next| !next.is_empty()) else {
            let faulty = faulty.map_or("none".to_string(), |node| node.to_string());
            let Place { node, class, .. } = place;
            return Some(format!(
                "to {to}: stuck at node {node} in class {class}, faulty: {faulty}"
            ));
        };
        waiting.extend(next.into_iter().filter(|place| seen.insert(*place)));
    }
    None
}

/// Returns a wait of the mesh along which the class does not rise.
fn rising_class(n: u32, spoiled: bool) -> Option<String> {
    let discipline = if spoiled { Discipline::OneClass } else { Discipline::Structured };
    let graph = mesh::waits(n, Messages::Accepted, discipline);
    let falls = |(held, wanted): &(Resource, Resource)| match (held, wanted) {
        (Resource::Buffer { class, .. }, Resource::Buffer { class: next, .. }) => class >= next,
        // A transmitter that was granted waits for nothing.
        (Resource::Transmitter { .. }, _) => true,
        (_, Resource::Transmitter { .. }) => false,
    };
    graph.edges().find(falls).map(|(held, wanted)| format!("{held} waits for {wanted}"))
}

//! All-to-all on ring trees, beside the rivals on the same networks: time, choice of w, and what faults
//! from the beginning leave.
//!
//! Times are those of clocked models, each node having one message of one data flit. What rivals
//! deliver in spite of faults is counted on their algorithms ([`all_to_all`]).

use std::collections::BTreeSet;

use rayon::prelude::*;
use teecast_model::ring_tree::clocked::{Beat, Payload, RingTreeEvent, RingTreeNetwork};
use teecast_model::simulate::world::World;
use teecast_model::stats::Tally;
use teecast_spec::topology::hamiltonian::Network;
use teecast_spec::topology::ring_tree::{Faults, Walk};
use teecast_spec::topology::{Graph, Topology};
use teecast_spec::{Flit, Interconnect, Reception, RingTreeSpec, ring_tree};

use super::all_to_all::{self, Scheme, name};
use super::clocked_rounds::{Taken, cube, hexmesh, round};
use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::random::Random;
use crate::tally::Context;

/// Networks of the study.
const NETWORKS: [Network; 6] = [
    Network::Cube(3),
    Network::Cube(4),
    Network::Cube(6),
    Network::Torus([4, 4]),
    Network::Torus([8, 8]),
    Network::Hexmesh(3),
];
/// Ring sizes that are tried, as far as the network has so many nodes.
const SIZES: [u32; 13] = [2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64];
/// The most faults.
const FAULTS: u64 = 5;
/// Points of the study: networks, kinds of faults, numbers of faults.
pub const POINTS: u64 = NETWORKS.len() as u64 * 2 * (FAULTS + 1);
/// Operations of ring trees that are played at each point.
const PLAYED: u64 = 8;
/// Data flits of a message: 32 bits, the payload of a slot of a ring tree.
const LENGTH: u32 = 1;

/// What an operation of a ring tree takes.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    /// Until the last message at a processor.
    last: u64,
    /// Until the last node is done: it knows that all others have or will have everything.
    done: u64,
    /// Messages at processors.
    delivered: u64,
    /// Links that messages crossed.
    hops: u64,
    /// Messages that came back changed, and rings that seemed broken.
    events: u64,
}

impl World<Beat, RingTreeEvent> for Played {
    fn accepted(&mut self, _: u64, _: u32) {}

    fn delivered(&mut self, cycle: u64, _: u32, _: Beat) {
        self.last = cycle;
        self.delivered += 1;
    }

    fn link_start(&mut self, _: u64, _: u32, _: u32) {
        self.hops += 1;
    }

    fn event(&mut self, _: u64, _: RingTreeEvent) {
        self.events += 1;
    }
}

/// Plays an operation of the emitted network, in which every healthy node has a message.
fn play(spec: &RingTreeSpec) -> Played {
    let mut network = RingTreeNetwork::new(spec);
    network.set_faults(spec.faults.clone());
    let healthy: Vec<u32> = spec.tree().living().collect();
    for &node in &healthy {
        network.offer(node, Payload::from(&Flit::new(node.into(), true)));
    }
    let mut played = Played::default();
    let bound = 100 * u64::from(spec.nodes());
    // A processor takes a message a cycle: after as many cycles as nodes it has what has come.
    let mut left = spec.nodes();
    while left > 0 {
        assert!(network.now() < bound, "the operation does not end");
        network.step(&mut played);
        let is_over = healthy.iter().all(|node| network.is_done(*node));
        if is_over && played.done == 0 {
            played.done = network.now();
        }
        left -= u32::from(is_over);
    }
    played
}

/// Returns a design on what is healthy in a network.
fn design(network: Network, faults: &Faults, ring_size: u32, walk: Walk) -> RingTreeSpec {
    let place = name(network);
    let graph = Graph::of(&*network.topology()).expect("the network is connected");
    let network = ring_tree::Network::of_graph(&place, &graph).expect("the network is small");
    RingTreeSpec { ring_size, walk, faults: faults.clone(), ..RingTreeSpec::new(network) }
}

/// Measures all ring sizes on a network; returns the fastest design, the one with the fewest virtual
/// nodes of those.
fn choose(network: Network, table: &mut Table, outcome: &mut Outcome) -> (RingTreeSpec, Played) {
    let place = name(network);
    let mut chart = Chart::new("nodes of a ring, w", "cycles");
    let mut best: Option<(RingTreeSpec, Played)> = None;
    let rank = |(spec, played): &(RingTreeSpec, Played)| {
        (played.done, spec.tree().most_virtual_nodes(), spec.ring_size)
    };
    for walk in Walk::ALL {
        let sizes = SIZES.into_iter().filter(|size| *size <= network.nodes());
        let designs = sizes.map(|w| design(network, &Faults::default(), w, walk));
        let designs: Vec<RingTreeSpec> = designs.collect();
        let played: Vec<Played> = designs.par_iter().with_max_len(1).map(play).collect();
        let mut curves = [Vec::new(), Vec::new()];
        for (spec, played) in designs.into_iter().zip(played) {
            let (w, tree) = (spec.ring_size, spec.tree());
            let cells = [w, tree.rings().len() as u32, tree.most_virtual_nodes()];
            let cells = cells.map(|cell| cell.to_string()).into_iter();
            let times = [played.last, played.done].map(|time| time.to_string());
            let head = [place.clone(), walk.name().to_string()];
            table.push(head.into_iter().chain(cells).chain(times));
            curves[0].push((w.into(), played.last as f64, 0.0));
            curves[1].push((w.into(), played.done as f64, 0.0));
            let found = (spec, played);
            if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
                best = Some(found);
            }
        }
        for (curve, what) in curves.into_iter().zip(["last delivery", "all done"]) {
            chart.curve(&format!("{}, {what}", walk.name()), curve);
        }
    }
    let caption = format!("All-to-all on ring trees of {place} against w, for both walks.");
    outcome.pictures.push(chart.picture(&format!("w-{}", place.to_lowercase()), &caption));
    best.expect("at least one size")
}

/// A rival: its name, the copies that a node gets, and what it takes.
type Rival = (String, u32, Taken);

/// Returns the rivals on a network: those that have a clocked model.
fn rivals(network: Network) -> Vec<Rival> {
    let gamma = 2 * network.cycles();
    let mut rivals = vec![
        ("IHC, copies".to_string(), gamma, round(network, Reception::Copies, LENGTH)),
        ("IHC, majority".to_string(), gamma, round(network, Reception::Majority, LENGTH)),
    ];
    match network {
        Network::Cube(n) => {
            let taken = cube(n, None, &BTreeSet::new(), LENGTH);
            rivals.push(("broadcasts".to_string(), 1, taken));
        }
        Network::Hexmesh(edge) => {
            for copies in [1, 3, 6] {
                let taken = hexmesh(edge, Interconnect::Crossbar, copies, false, LENGTH);
                rivals.push((format!("{copies}-broadcasts"), copies, taken));
            }
        }
        Network::Torus(_) => {}
    }
    rivals
}

/// The kinds of faults.
const KINDS: [&str; 2] = ["nodes", "links"];

/// Returns some of all, drawn at random.
fn some<T: Ord>(stream: &mut Random, mut all: Vec<T>, count: u64) -> BTreeSet<T> {
    stream.choose(&mut all, count as usize);
    all.into_iter().take(count as usize).collect()
}

/// Draws faults of a kind that leave a network connected, and a healthy node; counts the sets before
/// that cut it.
fn draw(stream: &mut Random, graph: &Graph, kind: &str, count: u64) -> (Faults, u32, i64) {
    let mut cuts = 0;
    loop {
        let mut faults = Faults::default();
        match kind {
            "nodes" => faults.nodes = some(stream, (0..graph.nodes()).collect(), count),
            _ => faults.links = some(stream, graph.pairs(), count),
        }
        if faults.apart(graph).is_none() {
            let healthy: Vec<u32> = (0..graph.nodes()).filter(|node| faults.lives(*node)).collect();
            return (faults, *stream.pick(&healthy), cuts);
        }
        cuts += 1;
    }
}

/// What faults from the beginning leave on a network, by every way.
struct Survey<'a> {
    context: &'a Context<'a>,
    /// The first of the points of the network: no two points draw the same faults.
    first_point: u64,
    place: String,
    /// The fastest ring tree without faults, and its time.
    best: (RingTreeSpec, Played),
    ways: Vec<Scheme>,
}

impl Survey<'_> {
    /// Takes the samples of one point: **Shape**: of up to three ways, copies and messages without one;
    /// at the end, sets that cut the network.
    fn copies(&self, point: u64, kind: &str, count: u64) -> [Tally; 7] {
        self.context.sample(point, |stream| {
            let (faults, source, cuts) = draw(stream, self.best.0.graph(), kind, count);
            let mut sums = [0; 7];
            for (sums, way) in sums.chunks_mut(2).zip(&self.ways) {
                for left in (way.left)(source, &faults) {
                    sums[0] += i64::from(left);
                    sums[1] += i64::from(left == 0);
                }
            }
            sums[6] = cuts;
            sums
        })
    }

    /// Plays ring trees on what the first faults of a point leave: **Shape**: cycles to the last delivery
    /// and until all are done, messages that do not come, events.
    fn rebuilt(&self, point: u64, kind: &str, count: u64) -> [Tally; 4] {
        let silent = Context { tick: &|_| (), ..*self.context };
        silent.sample_many(PLAYED, point, |stream| {
            let (faults, ..) = draw(stream, self.best.0.graph(), kind, count);
            let healthy = i64::from(self.best.0.nodes()) - faults.nodes.len() as i64;
            let played = play(&RingTreeSpec { faults, ..self.best.0.clone() });
            let missing = healthy * (healthy - 1) - played.delivered as i64;
            [played.last as i64, played.done as i64, missing, played.events as i64]
        })
    }

    /// Measures all points of the network.
    fn measure(&self, [left, times]: [&mut Table; 2], outcome: &mut Outcome) {
        let place = &self.place;
        let mut lost = Chart::new("faults", "messages without a copy [%]");
        let mut slow = Chart::new("faults", "cycles until all nodes are done");
        let mut missing = vec![(0.0, 0.0, 0.0); FAULTS as usize + 1];
        let mut wrong = 0.0;
        for (index, kind) in KINDS.into_iter().enumerate() {
            let mut curves = vec![Vec::new(); self.ways.len()];
            let mut slow_curve = Vec::new();
            for count in 0..=FAULTS {
                let point = self.first_point + index as u64 * (FAULTS + 1) + count;
                let dead = if kind == "nodes" { count as f64 } else { 0.0 };
                let others = f64::from(self.best.0.nodes()) - dead - 1.0;
                let mut row = |way: &str, copies: f64, none: f64, error: f64| {
                    let cells = [place.as_str(), way, kind].map(str::to_string);
                    let numbers = [count as f64, copies, none, error].map(number);
                    left.push(cells.into_iter().chain(numbers));
                };
                let found = self.copies(point, kind, count);
                for ((way, tallies), curve) in
                    self.ways.iter().zip(found.chunks(2)).zip(&mut curves)
                {
                    let share = |value: f64| 100.0 * value / others;
                    let (none, error) = (share(tallies[1].mean()), share(tallies[1].error()));
                    row(way.name, tallies[0].mean() / others, none, error);
                    curve.push((count as f64, none, error));
                    let what = format!("{place}, {}, {count} faulty {kind}", way.name);
                    outcome.estimate(format!("{what}: messages without a copy"), none, error);
                }
                let [last, done, lacking, events] = self.rebuilt(point, kind, count);
                let none = lacking.mean() / (others * (others + 1.0));
                row("ring tree, rebuilt", 1.0 - none, 100.0 * none, 0.0);
                let sum = missing[count as usize].1 + 100.0 * none;
                missing[count as usize] = (count as f64, sum, 0.0);
                wrong += lacking.mean() + events.mean();
                slow_curve.push((count as f64, done.mean(), done.error()));
                let numbers =
                    [count as f64, last.mean(), done.mean(), done.error(), found[6].mean()];
                let cells = [place.as_str(), kind].map(str::to_string).into_iter();
                times.push(cells.chain(numbers.map(number)));
                let whole = self.best.1.done as f64;
                let what = format!("{place}, ring tree, {count} faulty {kind}: time, times whole");
                outcome.estimate(what, done.mean() / whole, done.error() / whole);
            }
            for (way, curve) in self.ways.iter().zip(curves) {
                lost.curve(&format!("{}, {kind}", way.name), curve);
            }
            slow.curve(&format!("faulty {kind}"), slow_curve);
        }
        lost.curve("ring tree, rebuilt", missing);
        outcome.exact(format!("{place}, ring tree: messages missing, and events"), wrong);
        let low = place.to_lowercase();
        let caption =
            format!("Messages of {place} without a copy at a node, against faulty nodes or links.");
        outcome.pictures.push(lost.picture(&format!("lost-{low}"), &caption));
        let caption = format!("Time of ring trees on what is healthy of {place}.");
        outcome.pictures.push(slow.picture(&format!("faults-{low}"), &caption));
    }
}

/// Executes the study.
pub fn measured(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let head = ["network", "walk", "w", "rings", "virtual nodes", "last delivery", "all done"];
    let mut choice = Table::new("choice", &head);
    let head =
        ["network", "way", "copies at a node", "cycles", "all done", "flits or slots on links"];
    let mut beside = Table::new("rivals", &head);
    let head = ["network", "way", "faulty", "faults", "copies left", "without a copy [%]", "error"];
    let mut left = Table::new("faults", &head);
    let head = [
        "network",
        "faulty",
        "faults",
        "last delivery",
        "all done",
        "error",
        "sets that cut, drawn again",
    ];
    let mut times = Table::new("rebuilt", &head);
    for (index, network) in NETWORKS.into_iter().enumerate() {
        let place = name(network);
        let (best, played) = choose(network, &mut choice, &mut outcome);
        let (w, walk) = (best.ring_size, best.walk.name());
        let way = format!("ring tree, w = {w}, {walk}");
        let cells = [1, played.last, played.done, played.hops].map(|cell| cell.to_string());
        beside.push([place.clone(), way].into_iter().chain(cells));
        outcome.exact(format!("{place}: fastest w"), w);
        outcome.exact(format!("{place}: bits of a slot"), best.slot_fields().iter().sum::<u32>());
        outcome.exact(format!("{place}, ring tree: cycles"), played.last as f64);
        outcome.exact(format!("{place}, ring tree: cycles until all are done"), played.done as f64);
        outcome.exact(format!("{place}, ring tree: slots on links"), played.hops as f64);
        for (way, copies, taken) in rivals(network) {
            let ratio = taken.cycles as f64 / played.last as f64;
            outcome.exact(format!("{place}, {way}: cycles, times ring tree"), ratio);
            let cells = [taken.cycles.to_string(), "none".to_string(), taken.hops.to_string()];
            beside.push([place.clone(), way, copies.to_string()].into_iter().chain(cells));
        }
        let ways = all_to_all::ways(network);
        let first_point = index as u64 * 2 * (FAULTS + 1);
        let faulty = Survey { context, first_point, place, best: (best, played), ways };
        faulty.measure([&mut left, &mut times], &mut outcome);
    }
    outcome.tables.extend([choice, beside, left, times]);
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_comes_and_crosses_a_spanning_tree() {
        let node = Faults { nodes: [5].into(), ..Faults::default() };
        let link = Faults { links: [[0, 1]].into(), ..Faults::default() };
        for (faults, healthy) in [(Faults::default(), 8), (node, 7), (link, 8)] {
            for walk in Walk::ALL {
                let played = play(&design(Network::Cube(3), &faults, 3, walk));
                let delivered = healthy * (healthy - 1);
                assert_eq!([played.delivered, played.hops], [delivered, 2 * delivered]);
                assert!(played.last < played.done && played.events == 0, "{played:?}");
            }
        }
    }

    #[test]
    fn faults_that_are_drawn_leave_the_network_connected() {
        let spec = design(Network::Cube(3), &Faults::default(), 2, Walk::Deep);
        let mut cuts = 0;
        for run in 0..100 {
            let stream = &mut Random::keyed(1, [2, 3, run]);
            for (kind, expected) in KINDS.into_iter().zip([[5, 0], [0, 5]]) {
                let (faults, source, again) = draw(stream, spec.graph(), kind, 5);
                assert_eq!([faults.nodes.len(), faults.links.len()], expected);
                assert!(faults.lives(source) && faults.apart(spec.graph()).is_none());
                cuts += again;
            }
        }
        assert!(cuts > 0, "five faults can cut Q_3");
    }

    #[test]
    fn a_faulty_link_takes_what_goes_over_it() {
        for network in [Network::Cube(3), Network::Torus([4, 4]), Network::Hexmesh(3)] {
            let links = Graph::of(&*network.topology()).expect("connected").pairs();
            for way in all_to_all::ways(network) {
                let lost = |link: &[u32; 2]| {
                    let faults = Faults { links: [*link].into(), ..Faults::default() };
                    let left = (way.left)(0, &faults);
                    assert!(
                        left.iter().all(|copies| (way.copies - 1..=way.copies).contains(copies))
                    );
                    left.iter().map(|copies| way.copies - copies).sum::<u32>()
                };
                // Without a fault a message crosses each of its links with all that lies beyond.
                let sum: u32 = links.iter().map(lost).sum();
                assert!(sum >= way.copies * (network.nodes() - 1), "{}: {sum}", way.name);
            }
        }
    }
}

//! [LS94] VI, executed: what all-to-all reliable broadcasts take, and what faults leave of them.

use std::collections::{BTreeMap, BTreeSet};

use teecast_model::harts::broadcast;
use teecast_model::hypercube::route::{Algorithm, Route, RouteRequest, run};
use teecast_model::ihc::cost::{self, Cost};
use teecast_model::ihc::fault::{through_link, through_node};
use teecast_model::ihc::recursive::{self, Redirection};
use teecast_model::ihc::round::execute;
use teecast_model::ihc::schedule::Schedule;
use teecast_model::relay::{Arrived, Tree};
use teecast_model::torus::{self, Pattern};
use teecast_spec::Vote;
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::HexMesh;
use teecast_spec::topology::hamiltonian::{Network, Rings};
use teecast_spec::topology::ring_tree::Faults;

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::random::Random;
use crate::tally::Context;

/// FIFO buffers that a packet fills, as in [LS94] table III.
const MU: u32 = 2;
/// Networks of the tables.
const NETWORKS: [Network; 11] = [
    Network::Cube(4),
    Network::Cube(6),
    Network::Cube(8),
    Network::Cube(10),
    Network::Torus([4, 4]),
    Network::Torus([8, 8]),
    Network::Torus([16, 16]),
    Network::Hexmesh(3),
    Network::Hexmesh(4),
    Network::Hexmesh(6),
    Network::Hexmesh(8),
];

/// Returns the name of a network: Q_n, SQ_m or H_m.
pub(super) fn name(network: Network) -> String {
    match network {
        Network::Cube(n) => format!("Q_{n}"),
        Network::Torus([m, _]) => format!("SQ_{m}"),
        Network::Hexmesh(m) => format!("H_{m}"),
    }
}

/// A time: start-ups, and cut-throughs at mu a start-up.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Time {
    /// **Units**: tau_S.
    startups: f64,
    /// **Units**: alpha.
    cuts: f64,
}

impl From<Cost> for Time {
    fn from(Cost { stored, cut }: Cost) -> Self {
        let (stored, cut) = (stored as f64, cut as f64);
        Self { startups: stored, cuts: stored * f64::from(MU) + cut }
    }
}

/// An algorithm on a network: its name, the time of table III, and the executed one.
type Row = (&'static str, Time, Time);

/// Returns the round of IHC.
fn ihc(network: Network) -> Row {
    let nodes = network.nodes();
    let schedule = Schedule::new(nodes, MU, Interleave::Minimal);
    let execution = execute(&Rings::new(network), &schedule, |_| ());
    let formula = Time { startups: f64::from(MU), cuts: f64::from(MU * (MU + nodes - 2)) };
    let executed = Time { startups: schedule.stages().into(), cuts: execution.slots.into() };
    ("IHC", formula, executed)
}

/// Returns the other algorithms of table III on a network.
fn others(network: Network) -> Vec<Row> {
    let nodes = f64::from(network.nodes());
    let mu = f64::from(MU);
    let in_turn =
        |sends: f64, cuts: f64| Time { startups: nodes * sends, cuts: nodes * (sends * mu + cuts) };
    match network {
        Network::Cube(n) => {
            let once = recursive::longest(n, Redirection::OneByOne);
            let all: Cost = (0..network.nodes()).map(|_| once).sum();
            let loads = recursive::loads(n, false);
            let most = |step: &Vec<u32>| step.iter().max().copied().unwrap_or(0);
            let messages: u32 = loads.iter().map(most).sum();
            let (n, steps) = (f64::from(n), loads.len() as f64);
            let frs = Time { startups: n + 1.0, cuts: (nodes - 1.0) * mu };
            let executed = Time { startups: steps, cuts: f64::from(messages) * mu };
            vec![("VRS-ATA", in_turn(n - 1.0, 2.0), all.into()), ("FRS", frs, executed)]
        }
        Network::Torus([side, _]) => {
            let executed = cost::torus(side).expect("sides are in range");
            vec![("VSQ-ATA", in_turn(3.0, 2.0 * nodes.sqrt() - 6.0), executed.into())]
        }
        Network::Hexmesh(edge) => {
            let bound = 2.0 * ((nodes - 1.0) / 3.0).sqrt() - 5.0;
            vec![("KS-ATA", in_turn(3.0, bound), cost::hexmesh(edge).into())]
        }
    }
}

/// Table III on networks up to Q_10, SQ_16 and H_8: the formulas beside their execution.
pub fn executed(_: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let head = [
        "network",
        "nodes",
        "algorithm",
        "start-ups, formula",
        "start-ups, executed",
        "cut-throughs, formula",
        "cut-throughs, executed",
    ];
    let mut table = Table::new("times", &head);
    let mut curves: BTreeMap<&str, Vec<(f64, f64, f64)>> = BTreeMap::new();
    for network in NETWORKS {
        for (algorithm, formula, executed) in [vec![ihc(network)], others(network)].concat() {
            let nodes = network.nodes();
            let times = [formula.startups, executed.startups, formula.cuts, executed.cuts];
            let row = [name(network), nodes.to_string(), algorithm.to_string()];
            table.push(row.into_iter().chain(times.map(number)));
            let place = format!("{}, {algorithm}", name(network));
            outcome.exact(format!("{place}: start-ups"), executed.startups);
            outcome.exact(format!("{place}: cut-throughs"), executed.cuts);
            if let Network::Cube(n) = network {
                let for_each = executed.cuts / f64::from(nodes);
                curves.entry(algorithm).or_default().push((n.into(), for_each, 0.0));
            }
        }
    }
    let mut chart = Chart::new("dimension of the cube", "cut-throughs for each node [alpha]");
    for (algorithm, curve) in curves {
        chart.curve(algorithm, curve);
    }
    outcome.tables.push(table);
    let caption = "Executed time of all-to-all reliable broadcasts in Q_n, without start-ups, divided by the number of nodes; mu = 2.";
    outcome.pictures.push(chart.picture("times", caption));
    outcome
}

/// What a broadcast leaves: by healthy node other than the source, the copies it gets.
type Copies = Vec<u32>;

/// Tells what faults leave of the message of a source.
type CopiesLeft = dyn Fn(u32, &Faults) -> Copies + Sync;

/// A way to bring every node's message to all others, on one network.
pub(super) struct Scheme {
    pub(super) name: &'static str,
    /// Copies that a node gets without faults.
    pub(super) copies: u32,
    /// **Units**: slots for the messages of all nodes, without start-ups.
    slots: u64,
    /// Link crossings for one message.
    traffic: u64,
    pub(super) left: Box<CopiesLeft>,
}

/// Networks of [`survivors`].
const FAULTY: [Network; 5] = [
    Network::Cube(4),
    Network::Cube(6),
    Network::Torus([8, 8]),
    Network::Hexmesh(3),
    Network::Hexmesh(5),
];
/// Number of points of [`survivors`].
pub const POINTS: u64 = 5 + 7 + 5 + 7 + 7;

/// Counts what each node gets.
fn counted(nodes: u32, source: u32, faults: &Faults, got: impl Iterator<Item = u32>) -> Copies {
    let mut copies: BTreeMap<u32, u32> = (0..nodes)
        .filter(|node| *node != source && faults.lives(*node))
        .map(|node| (node, 0))
        .collect();
    for node in got {
        if let Some(count) = copies.get_mut(&node) {
            *count += 1;
        }
    }
    copies.into_values().collect()
}

/// Returns the nodes to which a tree brings copies over whole links, one for each copy.
fn arrived<T>(tree: &Tree<T>, faults: &Faults) -> impl Iterator<Item = u32> {
    let is_whole = |copy: &&Arrived| tree.path(copy).all(|send| faults.carries(send.from, send.to));
    tree.deliveries.iter().filter(is_whole).map(|copy| copy.node)
}

/// Returns the slots of one broadcast after another, a send of `MU` slots for each stored one.
fn slots(nodes: u32, longest: Cost) -> u64 {
    u64::from(nodes) * (longest.stored * u64::from(MU) + longest.cut)
}

/// Returns all-to-all by IHC, and by its rivals on the same network.
pub(super) fn ways(network: Network) -> Vec<Scheme> {
    let (nodes, rings) = (network.nodes(), Rings::new(network));
    let all = u64::from(nodes - 1);
    let gamma = rings.count();
    let schedule = Schedule::new(nodes, MU, Interleave::Minimal);
    let cycles = Scheme {
        name: "IHC",
        copies: gamma,
        slots: schedule.slots().into(),
        traffic: u64::from(gamma) * all,
        left: Box::new(move |source, faults| {
            let healthy = (0..nodes).filter(|node| *node != source && faults.lives(*node));
            let left = |node| {
                let relays = faults.nodes.iter();
                let relayed = relays.map(|relay| through_node(&rings, source, node, *relay));
                let links = faults.links.iter();
                let crossed = links.map(|link| through_link(&rings, source, node, *link));
                gamma - relayed.chain(crossed).fold(0, |all, lost| all | lost).count_ones()
            };
            healthy.map(left).collect()
        }),
    };
    let rivals = match network {
        Network::Cube(n) => {
            let tree = hypercube(n, 0, &BTreeSet::new());
            let longest = Cost { stored: 1, cut: u64::from(tree.steps) - 1 };
            vec![
                Scheme {
                    name: "n-reliable (VRS)",
                    copies: n,
                    slots: slots(nodes, recursive::longest(n, Redirection::OneByOne)),
                    traffic: u64::from(n) * all,
                    left: Box::new(move |source, faults| {
                        let sends = recursive::broadcast(n, source);
                        let arrives = |index: &usize| {
                            let path = recursive::path(&sends, *index);
                            path.windows(2).all(|pair| faults.carries(pair[0], pair[1]))
                        };
                        let came = (0..sends.len()).filter(arrives).map(|index| sends[index].to);
                        counted(nodes, source, faults, came)
                    }),
                },
                Scheme {
                    name: "broadcast around faults",
                    copies: 1,
                    slots: slots(nodes, longest),
                    traffic: tree.traffic as u64,
                    left: Box::new(move |source, faults| {
                        let Route { sends, deliveries, .. } = hypercube(n, source, &faults.nodes);
                        // It knows faulty nodes; what it sends over a faulty link is lost.
                        let mut reached = BTreeSet::from([source]);
                        for send in sends {
                            if reached.contains(&send.from) && faults.carries(send.from, send.to) {
                                reached.insert(send.to);
                            }
                        }
                        let came = deliveries.into_iter().map(|copy| copy.node);
                        let came = came.filter(|node| reached.contains(node));
                        counted(nodes, source, faults, came)
                    }),
                },
            ]
        }
        Network::Torus(sides) => {
            let tree = move |source, faulty: &BTreeSet<u32>| {
                torus::broadcast(sides, Pattern::Comb, source, faulty).expect("healthy sources")
            };
            let whole = tree(0, &BTreeSet::new());
            vec![Scheme {
                name: "4-reliable (VSQ)",
                copies: 4,
                slots: slots(nodes, Cost::longest(&whole)),
                traffic: whole.traffic as u64,
                left: Box::new(move |source, faults| {
                    counted(nodes, source, faults, arrived(&tree(source, &faults.nodes), faults))
                }),
            }]
        }
        Network::Hexmesh(edge) => {
            let tree = move |source, faulty: &BTreeSet<u32>| {
                broadcast::reliable(&HexMesh::new(edge), 6, source, faulty)
            };
            let whole = tree(0, &BTreeSet::new());
            vec![Scheme {
                name: "6-reliable (KS)",
                copies: 6,
                slots: slots(nodes, Cost::longest(&whole)),
                traffic: whole.traffic as u64,
                left: Box::new(move |source, faults| {
                    counted(nodes, source, faults, arrived(&tree(source, &faults.nodes), faults))
                }),
            }]
        }
    };
    std::iter::once(cycles).chain(rivals).collect()
}

/// Broadcasts in the cube, around faulty nodes.
fn hypercube(n: u32, source: u32, faulty: &BTreeSet<u32>) -> Route {
    let request = RouteRequest {
        n,
        algorithm: Algorithm::Broadcast,
        vote: Vote::Greedy,
        source,
        destinations: Vec::new(),
        faulty: faulty.clone(),
        classes: None,
        fault_tolerant: true,
    };
    run(&request).expect("sources are healthy")
}

/// Draws a healthy source and some faulty nodes.
fn draw(stream: &mut Random, nodes: u32, faults: usize) -> (u32, BTreeSet<u32>) {
    let mut all: Vec<u32> = (0..nodes).collect();
    stream.choose(&mut all, faults + 1);
    (all[0], all[1..].iter().copied().collect())
}

/// All-to-all on the same networks by IHC, by reliable broadcasts and by broadcasts in the cube: time,
/// links, and what random faulty nodes leave.
pub fn survivors(context: &Context) -> Outcome {
    let mut outcome = Outcome::default();
    let mut costs =
        Table::new("costs", &["network", "way", "copies", "slots of all nodes", "links a message"]);
    let head = [
        "network",
        "way",
        "faulty nodes",
        "copies left",
        "standard error",
        "nodes without a copy [%]",
        "nodes without a majority of all copies [%]",
    ];
    let mut table = Table::new("survivors", &head);
    for network in FAULTY {
        let (nodes, place) = (network.nodes(), name(network));
        let ways = ways(network);
        let mut chart = Chart::new("faulty nodes", "nodes without a copy [%]");
        let mut curves = vec![Vec::new(); ways.len()];
        for way in &ways {
            let cells = [way.copies.into(), way.slots, way.traffic].map(|cell| cell.to_string());
            costs.push([place.clone(), way.name.to_string()].into_iter().chain(cells));
            outcome.exact(format!("{place}, {}: slots", way.name), way.slots as f64);
            outcome.exact(format!("{place}, {}: links a message", way.name), way.traffic as f64);
        }
        for faults in 0..=2 * network.cycles() as usize {
            let point = u64::from(nodes) << 32 | faults as u64;
            // Of up to three ways: copies left, nodes without one, nodes without a majority.
            let tallies = context.sample(point, |stream| {
                let (source, nodes) = draw(stream, nodes, faults);
                let faulty = Faults { nodes, ..Faults::default() };
                let mut sums = [0; 9];
                for (sums, way) in sums.chunks_mut(3).zip(&ways) {
                    for left in (way.left)(source, &faulty) {
                        sums[0] += i64::from(left);
                        sums[1] += i64::from(left == 0);
                        sums[2] += i64::from(2 * left <= way.copies);
                    }
                }
                sums
            });
            let others = f64::from(nodes - 1) - faults as f64;
            for (index, (way, tallies)) in ways.iter().zip(tallies.chunks(3)).enumerate() {
                let [copies, none, minority] =
                    [0, 1, 2].map(|which| tallies[which].mean() / others);
                let error = tallies[0].error() / others;
                let cells = [place.clone(), way.name.to_string(), faults.to_string()];
                let numbers = [copies, error, 100.0 * none, 100.0 * minority].map(number);
                table.push(cells.into_iter().chain(numbers));
                let place = format!("{place}, {}, f = {faults}", way.name);
                outcome.estimate(format!("{place}: copies left"), copies, error);
                let error = 100.0 * tallies[1].error() / others;
                outcome.estimate(format!("{place}: nodes without a copy"), 100.0 * none, error);
                let lost = 100.0 * tallies[2].error() / others;
                outcome.estimate(format!("{place}: no majority"), 100.0 * minority, lost);
                curves[index].push((faults as f64, 100.0 * none, error));
            }
        }
        for (way, curve) in ways.iter().zip(curves) {
            chart.curve(way.name, curve);
        }
        let caption = format!(
            "Healthy nodes of {place} that get no copy of a message, against random faulty nodes."
        );
        outcome.pictures.push(chart.picture(&format!("lost-{}", place.to_lowercase()), &caption));
    }
    outcome.tables.push(costs);
    outcome.tables.push(table);
    outcome
}

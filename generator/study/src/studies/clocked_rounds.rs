//! Rounds of IHC in the clocked model of the emitted network, beside the clocked models of the other
//! families and beside background messages.

use std::collections::BTreeSet;

use rayon::prelude::*;
use teecast_model::harts::simulation::SimulatedNetwork;
use teecast_model::harts::simulation::emitted::EmittedHarts;
use teecast_model::harts::simulation::traffic::{HartsMessage, Receiver};
use teecast_model::hypercube::clocked::{Cast, MhuConfig, drain};
use teecast_model::ihc::background::BackgroundSetup;
use teecast_model::ihc::clocked::{IhcEvent, IhcNetwork};
use teecast_model::ihc::reception::Faults;
use teecast_model::ihc::schedule::Schedule;
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::sweep::Answer;
use teecast_model::simulate::world::{OnLink, World};
use teecast_model::stats::BAND;
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::ihc::Interleave;
use teecast_spec::topology::hamiltonian::Network;
use teecast_spec::{Flit, IhcSpec, Interconnect, Reception, Vote};

use super::all_to_all::name;
use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// Networks of [`rates`].
const NETWORKS: [Network; 6] = [
    Network::Cube(4),
    Network::Cube(6),
    Network::Torus([4, 4]),
    Network::Torus([8, 8]),
    Network::Hexmesh(3),
    Network::Hexmesh(6),
];
/// Data flits of a message in [`rates`]: mu = 5.
const DATA: u32 = 4;
/// Rounds that are played, the last two of them without a pause.
const ROUNDS: usize = 5;
/// **Units**: MHz.
const CLOCK: f64 = 100.0;

/// Writes down what processors get.
struct Watch {
    accepted: Vec<u32>,
    /// Flits that crossed a link, and the cycle of the last one.
    crossed: u64,
    busy: u64,
    /// Cycle of the last flit that a processor got.
    last: u64,
    /// By node the frames that its processor got.
    frames: Vec<u32>,
}

impl World<Flit, IhcEvent> for Watch {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.push(node);
    }

    fn delivered(&mut self, cycle: u64, node: u32, flit: Flit) {
        self.last = cycle;
        self.frames[node as usize] += u32::from(flit.last);
    }

    fn crossed(&mut self, cycle: u64, _: OnLink) {
        self.crossed += 1;
        self.busy = cycle;
    }

    fn event(&mut self, _: u64, _: IhcEvent) {}
}

/// Plays rounds as soon as they may start, in which every healthy node sends a message of the longest
/// kind; returns the cycles in which they start, and what was seen.
fn play(spec: &IhcSpec, rounds: usize, faulty: &BTreeSet<u32>) -> (Vec<u64>, Watch) {
    let nodes = spec.nodes();
    let mut network = IhcNetwork::new(spec);
    network.set_faults(Faults { nodes: faulty.clone(), ..Faults::default() });
    let frames = vec![0; nodes as usize];
    let mut watch = Watch { accepted: Vec::new(), crossed: 0, busy: 0, last: 0, frames };
    let all = rounds as u32 * spec.max_data;
    // By node the flits that are taken.
    let mut taken = vec![0; nodes as usize];
    let offer = |network: &mut IhcNetwork, node: u32, taken: u32| {
        if taken < all {
            network.offer(node, Flit::new(0, (taken + 1) % spec.max_data == 0));
        }
    };
    let healthy = || (0..nodes).filter(|node| !faulty.contains(node));
    healthy().for_each(|node| offer(&mut network, node, 0));
    let mut starts = Vec::new();
    while starts.len() < rounds || !network.idle() {
        let due = (starts.len() as u32 + 1) * spec.max_data;
        let settled = starts.len() < rounds && healthy().all(|node| taken[node as usize] >= due);
        if settled && network.round_ready() {
            starts.push(network.now());
            network.start_round();
        }
        network.step(&mut watch);
        for node in std::mem::take(&mut watch.accepted) {
            taken[node as usize] += 1;
            offer(&mut network, node, taken[node as usize]);
        }
    }
    (starts, watch)
}

/// Returns a design of the family.
fn design(network: Network, reception: Reception, max_data: u32) -> IhcSpec {
    IhcSpec { reception, max_data, ..IhcSpec::new(network) }
}

/// Messages and bits a second, from the cycles of rounds without a pause.
pub fn rates(_: &Context) -> Outcome {
    let head = [
        "network",
        "nodes",
        "gamma",
        "slots of a round",
        "cycles on the links",
        "reception",
        "cycles of a round",
        "messages [million/s]",
        "data to each processor [Mbit/s]",
    ];
    let mut table = Table::new("rates", &head);
    let receptions = [(Reception::Copies, "copies"), (Reception::Majority, "majority")];
    let designs = NETWORKS.iter().flat_map(|network| receptions.map(|which| (*network, which)));
    let designs: Vec<_> = designs.collect();
    let steady = |(network, (reception, _)): &(Network, (Reception, &str))| {
        let (starts, _) = play(&design(*network, *reception, DATA), ROUNDS, &BTreeSet::new());
        [starts[1] - starts[0], starts[ROUNDS - 1] - starts[ROUNDS - 2]]
    };
    let found: Vec<[u64; 2]> = designs.par_iter().with_max_len(1).map(steady).collect();
    let mut outcome = Outcome::default();
    for ((network, (reception, word)), [links, cycles]) in designs.iter().zip(found) {
        let spec = design(*network, *reception, DATA);
        let slots = Schedule::of(&spec).slots();
        let nodes = f64::from(spec.nodes());
        let messages = nodes * CLOCK / cycles as f64;
        let bits = (nodes - 1.0) * f64::from(DATA * spec.width) * CLOCK / cycles as f64;
        let place = name(*network);
        let numbers = [spec.nodes(), spec.cycles(), slots].map(|number| number.to_string());
        let cells = [place.clone()].into_iter().chain(numbers);
        let cells = cells.chain([links.to_string(), word.to_string(), cycles.to_string()]);
        table.push(cells.chain([messages, bits].map(number)));
        if *reception == Reception::Copies {
            outcome.exact(format!("{place}: cycles on the links"), links as f64);
        }
        outcome.exact(format!("{place}, {word}: cycles of a round"), cycles as f64);
    }
    outcome.tables.push(table);
    outcome
}

/// Data flits of a message in [`rivals`]: mu = 4.
const LENGTH: u32 = 3;

/// What all-to-all takes.
pub(super) struct Taken {
    /// Until the last flit at a processor, from the first one of a processor.
    pub(super) cycles: u64,
    /// Flits that crossed a link.
    pub(super) hops: u64,
}

/// One round of IHC; here and below, a message has `length` data flits.
pub(super) fn round(network: Network, reception: Reception, length: u32) -> Taken {
    let (_, watch) = play(&design(network, reception, length), 1, &BTreeSet::new());
    Taken { cycles: watch.last, hops: watch.crossed }
}

/// The emitted routers of a cube: a broadcast of every healthy node, or `copies` messages from every
/// node to every other one, all at once.
pub(super) fn cube(n: u32, copies: Option<u32>, faulty: &BTreeSet<u32>, length: u32) -> Taken {
    let config = MhuConfig {
        m: n,
        vote: Vote::Greedy,
        classes: 3,
        lan: false,
        pattern: Pattern::Uniform,
        destinations: 1,
        unicasts: false,
        broadcasts: 0,
        faulty: faulty.clone(),
        failures: Vec::new(),
    };
    let cast = |source, destinations| Cast { cycle: 0, source, destinations, length };
    let healthy = (0..1 << n).filter(|node| !faulty.contains(node));
    let casts: Vec<Cast> = match copies {
        None => healthy.map(|source| cast(source, Vec::new())).collect(),
        Some(copies) => {
            let others = (1..1 << n).flat_map(|way| (0..copies).map(move |_| way));
            let others: Vec<u32> = others.collect();
            let all = healthy.flat_map(|source| others.iter().map(move |way| (source, way)));
            all.map(|(source, way)| cast(source, vec![source ^ way])).collect()
        }
    };
    let found = drain(n, &config, casts, false, &|_| ()).expect("the routers lose nothing").total();
    Taken { cycles: found.largest, hops: found.hops }
}

/// The emitted routers of the hexagonal mesh: a broadcast of `copies` copies of every node, or as many
/// messages from every node to every other one, all at once.
pub(super) fn hexmesh(
    edge: u32,
    interconnect: Interconnect,
    copies: u32,
    unicasts: bool,
    length: u32,
) -> Taken {
    let mut hexmesh = EmittedHarts::new(edge, interconnect, copies, length, 0);
    let nodes = Network::Hexmesh(edge).nodes();
    let mut send = |source, receiver| {
        let message = HartsMessage { clock: 0, source, receiver, length };
        hexmesh.make(&message).expect("the routers lose nothing");
    };
    for source in 0..nodes {
        match unicasts {
            false => send(source, Receiver::All),
            true => (1..nodes).for_each(|way| {
                (0..copies).for_each(|_| send(source, Receiver::Node((source + way) % nodes)));
            }),
        }
    }
    hexmesh.drain().expect("the routers lose nothing");
    let broadcasts = hexmesh.ledger().since(0).map(|delivered| delivered.latency).max();
    let cycles = broadcasts.unwrap_or(0).max(hexmesh.regular().largest);
    Taken { cycles, hops: hexmesh.regular().hops }
}

/// A way to bring a message of every node to all others.
type Scheme = (String, u32, Box<dyn Fn() -> Taken + Sync>);

/// Returns IHC and its rivals on a network, with the copies that each node gets.
fn ways(network: Network) -> Vec<Scheme> {
    let gamma = 2 * network.cycles();
    let mut ways: Vec<Scheme> = vec![
        (
            "IHC, copies".to_string(),
            gamma,
            Box::new(move || round(network, Reception::Copies, LENGTH)),
        ),
        (
            "IHC, majority".to_string(),
            gamma,
            Box::new(move || round(network, Reception::Majority, LENGTH)),
        ),
    ];
    match network {
        Network::Cube(n) => {
            let none = BTreeSet::new;
            ways.push((
                "broadcasts".to_string(),
                1,
                Box::new(move || cube(n, None, &none(), LENGTH)),
            ));
            let all = Box::new(move || cube(n, Some(gamma), &none(), LENGTH));
            ways.push((format!("{gamma} unicasts to each node"), gamma, all));
        }
        Network::Hexmesh(edge) => {
            let crossbar = Interconnect::Crossbar;
            for copies in [1, 3, 6] {
                let all = Box::new(move || hexmesh(edge, crossbar, copies, false, LENGTH));
                ways.push((format!("{copies}-broadcasts"), copies, all));
            }
            let bus = Box::new(move || hexmesh(edge, Interconnect::Bus, 6, false, LENGTH));
            ways.push(("6-broadcasts, bus".to_string(), 6, bus));
            let all = Box::new(move || hexmesh(edge, crossbar, gamma, true, LENGTH));
            ways.push((format!("{gamma} unicasts to each node"), gamma, all));
        }
        Network::Torus(_) => {}
    }
    ways
}

/// All-to-all in the clocked models of three families, on the same graphs.
pub fn rivals(_: &Context) -> Outcome {
    let head = [
        "network",
        "way",
        "copies at a node",
        "cycles to the last flit at a processor",
        "times IHC with copies",
        "flits on links",
        "times IHC with copies",
    ];
    let mut table = Table::new("rivals", &head);
    let mut outcome = Outcome::default();
    for network in [Network::Cube(3), Network::Cube(4), Network::Hexmesh(3)] {
        let ways = ways(network);
        let found: Vec<Taken> = ways.par_iter().map(|(_, _, take)| take()).collect();
        let (place, first) = (name(network), &found[0]);
        let (starts, watch) =
            play(&design(network, Reception::Copies, LENGTH), 1, &BTreeSet::new());
        let on_links = (watch.busy - starts[0]) as f64;
        outcome.exact(format!("{place}, IHC: cycles to the last flit on a link"), on_links);
        for ((way, copies, _), taken) in ways.iter().zip(&found) {
            let times = |value: u64, of: u64| value as f64 / of as f64;
            let cycles = times(taken.cycles, first.cycles);
            let (hops, ratio) = (taken.hops.to_string(), times(taken.hops, first.hops));
            let cells = [place.clone(), way.clone(), copies.to_string(), taken.cycles.to_string()];
            table.push(cells.into_iter().chain([number(cycles), hops, number(ratio)]));
            outcome.exact(format!("{place}, {way}: flits on links"), taken.hops as f64);
            outcome.exact(format!("{place}, {way}: cycles, times IHC with copies"), cycles);
        }
    }
    outcome.tables.push(table);
    let crashed = crashed(&mut outcome);
    outcome.tables.push(crashed);
    outcome
}

/// What each single faulty node leaves, counted at the processors of the clocked models.
fn crashed(outcome: &mut Outcome) -> Table {
    let mut table = Table::new("crashed", &["network", "way", "faulty nodes", "copies at a node"]);
    for network in [Network::Cube(3), Network::Cube(4), Network::Hexmesh(3)] {
        let (nodes, place) = (network.nodes(), name(network));
        let spec = design(network, Reception::Copies, LENGTH);
        let left = |faulty: u32| {
            let (_, watch) = play(&spec, 1, &BTreeSet::from([faulty]));
            let healthy = (0..nodes).filter(|node| *node != faulty);
            healthy.map(|node| watch.frames[node as usize]).collect::<Vec<_>>()
        };
        let left: Vec<u32> = (0..nodes).into_par_iter().flat_map_iter(left).collect();
        // Of the messages of all other healthy nodes.
        let mean = f64::from(left.iter().sum::<u32>()) / left.len() as f64 / f64::from(nodes - 2);
        table.push([place.clone(), "IHC".to_string(), "1".to_string(), number(mean)]);
        outcome.exact(format!("{place}, IHC, one faulty node: copies at a node"), mean);
        if let Network::Cube(n) = network {
            // The model ends only when every healthy node has every message.
            let drained = |faulty: u32| cube(n, None, &BTreeSet::from([faulty]), LENGTH).cycles > 0;
            let all = (0..nodes).into_par_iter().filter(|faulty| drained(*faulty)).count();
            let copies = all as f64 / f64::from(nodes);
            table.push([place.clone(), "broadcasts".to_string(), "1".to_string(), number(copies)]);
            outcome
                .exact(format!("{place}, broadcasts, one faulty node: copies at a node"), copies);
        }
    }
    table
}

/// Distances of [`background`]; mu = 2, so that the first one leaves least.
const DISTANCES: [u32; 4] = [2, 4, 8, 16];
/// **Units**: flits for each node and slot.
const LOADS: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
/// Points of the study.
pub const POINTS: u64 = (DISTANCES.len() * LOADS.len()) as u64;

/// Background messages beside rounds in a torus, with larger and larger distances.
pub fn background(context: &Context) -> Outcome {
    const TORUS: Network = Network::Torus([8, 8]);
    let setup = |eta: &u32| BackgroundSetup {
        network: TORUS,
        mu: 2,
        interleave: Interleave::Distance(*eta),
        lengths: Lengths::fixed(1).expect("a length is permitted"),
        plan: Plan {
            warm_up: 2000,
            batch: 4 * context.runs.max(300),
            least: 5,
            most: 5,
            precision: 0.5,
            limit: 20.0,
        },
        seed: context.seed,
    };
    let head = [
        "eta",
        "slots of a round",
        "links used by rounds [%]",
        "load [flits/node/slot]",
        "links used by messages [%]",
        "latency of messages [slots]",
        "half of the 95 % interval",
        "latency of copies [slots]",
    ];
    let mut table = Table::new("background", &head);
    let mut saturations = Table::new("saturation", &["eta", "load [flits/node/slot]", "half"]);
    let points = DISTANCES.iter().flat_map(|eta| LOADS.map(|load| (setup(eta), load)));
    let points: Vec<_> = points.collect();
    let play = |(setup, load): &(BackgroundSetup, f64)| {
        let found = setup.run(*load, &|_| ()).expect("nothing meets");
        (context.tick)(context.runs);
        found
    };
    let found: Vec<_> = points.par_iter().with_max_len(1).map(play).collect();
    let searched: Vec<_> = DISTANCES.par_iter().map(|eta| setup(eta).saturation(&|_| ())).collect();
    let mut outcome = Outcome::default();
    let mut chart = Chart::new("load [flits/node/slot]", "latency of messages [slots]");
    let mut found = points.iter().zip(&found);
    for (eta, searched) in DISTANCES.iter().zip(searched) {
        let mut curve = Vec::new();
        for ((setup, load), found) in found.by_ref().take(LOADS.len()) {
            let total = found.total();
            let slots =
                found.batches.len() as f64 * setup.plan.batch as f64 * setup.link_count() as f64;
            let share = |flits: u64| 100.0 * flits as f64 / slots;
            let latency = total.mean_latency().unwrap_or(f64::NAN);
            let copies = total.mean_copy_latency().unwrap_or(f64::NAN);
            let numbers = [
                share(total.round_flits),
                *load,
                share(total.hops),
                latency,
                found.half_width(),
                copies,
            ];
            let cells = [eta.to_string(), setup.round().to_string()];
            table.push(cells.into_iter().chain(numbers.map(number)));
            let place = format!("eta = {eta}, load {load}");
            let rounds = share(total.round_flits);
            outcome.exact(format!("{place}: links used by rounds"), rounds);
            outcome.exact(format!("{place}: latency of copies"), copies);
            curve.push((*load, latency, found.half_width() / BAND));
        }
        if let Ok(Answer::Saturation { load, half_width }) = searched {
            // What is saturated would hide the rest.
            curve.retain(|(offered, ..)| *offered < load);
            saturations.push([eta.to_string(), number(load), number(half_width)]);
            outcome.exact(format!("eta = {eta}: saturation"), load);
        }
        chart.curve(&format!("eta = {eta}"), curve);
    }
    outcome.tables.push(table);
    outcome.tables.push(saturations);
    let caption = "Latency of background messages of one flit beside rounds of IHC in SQ_8, mu = 2; \
                   below the saturation.";
    outcome.pictures.push(chart.picture("background", caption));
    outcome
}

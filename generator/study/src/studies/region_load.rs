//! Broadcasts to regions of meshes under load: [Had] figures 5 to 10.

use rayon::prelude::*;
use teecast_model::region::Algorithm;
use teecast_model::region::simulation::{
    Counts, RegionConfig, RegionNetwork, RegionWorkload, Regions,
};
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::topology::{Grid, Topology};

use crate::chart::Chart;
use crate::outcome::{Outcome, Table, number};
use crate::tally::Context;

/// **Units**: flits.
const LENGTH: u32 = 8;
/// Cycles before the first that counts.
const WARM_UP: u64 = 2000;
/// Cycles that count for each sample.
const CYCLES: u64 = 20;
/// A curve is beyond its knee where latency is this often that of its first load.
const KNEE: f64 = 2.0;
/// A curve is drawn up to where latency is this often that of its first load.
const DRAWN: f64 = 6.0;

const FIXED: Algorithm = Algorithm::FixedCorner;
const NEAREST: Algorithm = Algorithm::NearestCorner;
const SOFTWARE: Algorithm = Algorithm::RecursiveDoubling;

/// What a figure shows.
struct Figure {
    radices: &'static [u32],
    /// **Units**: parts of 1000 of the messages.
    broadcasts: u32,
    /// **Units**: messages for each node and cycle.
    loads: &'static [f64],
    /// Algorithm and virtual channels.
    curves: &'static [(Algorithm, u32)],
}

const PLANE: &[u32] = &[16, 16];
const SPACE: &[u32] = &[4, 4, 4, 4];
/// Loads of a tenth broadcasts, up to beyond the saturation.
const PLANE_FEW: &[f64] = &[0.002, 0.004, 0.006, 0.008, 0.01, 0.012, 0.014];
const SPACE_FEW: &[f64] = &[0.004, 0.008, 0.012, 0.016, 0.018, 0.02];
/// Loads of nine tenths broadcasts.
const PLANE_MANY: &[f64] = &[0.0005, 0.001, 0.00125, 0.0015, 0.00175, 0.002, 0.00225];
const SPACE_MANY: &[f64] = &[0.0005, 0.001, 0.0015, 0.002, 0.00225, 0.0025, 0.00275];
const BOTH: &[(Algorithm, u32)] = &[(FIXED, 4), (NEAREST, 4)];

const FIGURE_5: Figure = Figure { radices: PLANE, broadcasts: 100, loads: PLANE_FEW, curves: BOTH };
const FIGURE_6: Figure = Figure {
    radices: PLANE,
    broadcasts: 900,
    loads: PLANE_MANY,
    curves: &[(FIXED, 4), (NEAREST, 4), (SOFTWARE, 4)],
};
const FIGURE_7: Figure = Figure { radices: SPACE, broadcasts: 100, loads: SPACE_FEW, curves: BOTH };
const FIGURE_8: Figure =
    Figure { radices: SPACE, broadcasts: 900, loads: SPACE_MANY, curves: BOTH };
const FIGURE_9: Figure = Figure {
    radices: PLANE,
    broadcasts: 900,
    loads: PLANE_MANY,
    curves: &[(FIXED, 1), (FIXED, 4), (FIXED, 8)],
};
const FIGURE_10: Figure = Figure {
    radices: PLANE,
    broadcasts: 900,
    loads: PLANE_MANY,
    curves: &[(NEAREST, 4), (NEAREST, 8)],
};

impl Figure {
    const fn points(&self) -> u64 {
        (self.loads.len() * self.curves.len()) as u64
    }
}

/// Numbers of points of the figures, from 5 on.
pub const POINTS: [u64; 6] = [
    FIGURE_5.points(),
    FIGURE_6.points(),
    FIGURE_7.points(),
    FIGURE_8.points(),
    FIGURE_9.points(),
    FIGURE_10.points(),
];

/// What was found under one load.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// Mean over all copies, and until the last copy of a message.
    ///
    /// **Units**: cycles.
    each: f64,
    last: f64,
    /// Flits that a node sends and gets.
    ///
    /// **Units**: flits for each cycle.
    injected: f64,
    ejected: f64,
    /// Part of the cycles in which a link carries a flit.
    links: f64,
    /// Links that a delivered flit takes.
    per_flit: f64,
}

impl Found {
    fn new(mesh: &Grid, counts: &Counts, cycles: u64) -> Self {
        let all = counts.all();
        let node_cycles = f64::from(mesh.nodes()) * cycles as f64;
        Self {
            each: all.to_each(),
            last: all.to_last(),
            injected: counts.injected as f64 / node_cycles,
            ejected: counts.ejected as f64 / node_cycles,
            links: counts.hops as f64 / (f64::from(mesh.links()) * cycles as f64),
            per_flit: counts.hops as f64 / counts.ejected.max(1) as f64,
        }
    }
}

/// Plays one load.
fn play(context: &Context, figure: &Figure, curve: (Algorithm, u32), load: f64) -> Found {
    let mesh = Grid::mesh(figure.radices).expect("the meshes of the paper are possible");
    let (algorithm, channels) = curve;
    let config = RegionConfig::safe(algorithm, channels, LENGTH);
    let mut network =
        RegionNetwork::new(mesh.clone(), config).expect("the routers of the paper are possible");
    let lengths = Lengths::fixed(LENGTH).expect("a message has flits");
    // All curves of a figure get the same messages.
    let seed = [context.seed, context.study];
    let load = load * f64::from(LENGTH);
    let broadcasts = (figure.broadcasts, Regions::Random);
    let mut workload =
        RegionWorkload::new(&mesh, load, Pattern::Others, lengths, broadcasts, false, seed);
    let cycles = CYCLES * context.runs;
    for cycle in 0..WARM_UP + cycles {
        if cycle == WARM_UP {
            network.take_counts();
        }
        workload.make(&mesh, cycle, |cast| network.add(&cast));
        network.step();
    }
    let found = Found::new(&mesh, &network.take_counts(), cycles);
    network.audit().expect("the router loses nothing");
    assert_eq!(network.deadlock(), None, "the rules are safe");
    (context.tick)(context.runs);
    found
}

/// The curves of a figure with what was found.
struct Curves {
    figure: &'static Figure,
    /// **Shape**: curve after curve, each load after load.
    found: Vec<Vec<Found>>,
}

impl Curves {
    fn new(context: &Context, figure: &'static Figure) -> Self {
        let loads = figure.loads.len();
        let one = |point: usize| {
            play(context, figure, figure.curves[point / loads], figure.loads[point % loads])
        };
        // One by one: the points differ much in the time they take.
        let points = figure.points() as usize;
        let all: Vec<Found> = (0..points).into_par_iter().with_max_len(1).map(one).collect();
        Self { figure, found: all.chunks(loads).map(<[Found]>::to_vec).collect() }
    }

    /// Returns the loads, by number, at which no curve of two is beyond its knee.
    fn steady(&self, one: usize, other: usize) -> Vec<usize> {
        let below = |curve: &Vec<Found>, load: usize| curve[load].each < KNEE * curve[0].each;
        let both =
            |load: &usize| below(&self.found[one], *load) && below(&self.found[other], *load);
        (0..self.figure.loads.len()).filter(both).collect()
    }

    /// Returns what was found where most flits are delivered.
    fn saturated(&self, curve: usize) -> Found {
        let most = self.found[curve].iter().max_by(|a, b| a.ejected.total_cmp(&b.ejected));
        *most.expect("a curve has loads")
    }

    /// Returns tables and charts.
    fn outcome(&self) -> Outcome {
        let mut outcome = Outcome::default();
        let head = [
            "algorithm",
            "virtual channels",
            "load [messages/1000 nodes/cycle]",
            "latency [cycles]",
            "latency until the last node [cycles]",
            "injected [flits/node/cycle]",
            "ejected [flits/node/cycle]",
            "use of links",
        ];
        let mut table = Table::new("points", &head);
        let x = "load [messages/1000 nodes/cycle]";
        let mut latency = Chart::new(x, "latency [cycles]");
        let mut ejected = Chart::new(x, "ejected [% of a flit/node/cycle]");
        let mut links = Chart::new(x, "use of links [%]");
        for ((algorithm, channels), found) in self.figure.curves.iter().zip(&self.found) {
            let name = format!("{}, {channels} channels", algorithm.name());
            let points = || self.figure.loads.iter().map(|load| 1000.0 * load).zip(found);
            for (load, found) in self.figure.loads.iter().zip(found) {
                let Found { each, last, injected, ejected, links, .. } = *found;
                let cells = [1000.0 * load, each, last, injected, ejected, links].map(number);
                let row = [algorithm.name().to_string(), channels.to_string()];
                table.push(row.into_iter().chain(cells));
            }
            let drawn = points().filter(|(_, at)| at.each < DRAWN * found[0].each);
            latency.curve(&name, drawn.map(|(load, found)| (load, found.each, 0.0)));
            ejected.curve(&name, points().map(|(load, found)| (load, 100.0 * found.ejected, 0.0)));
            links.curve(&name, points().map(|(load, found)| (load, 100.0 * found.links, 0.0)));
        }
        outcome.tables.push(table);
        outcome.pictures = vec![
            latency.picture("latency", "Mean latency over all copies against load."),
            ejected.picture("ejected", "Flits delivered to a node, against load."),
            links.picture("links", "Use of links against load."),
        ];
        outcome
    }

    /// Adds by how much less of something the other curve needs than the one, where it is nearest.
    fn least_lead(
        &self,
        outcome: &mut Outcome,
        name: &str,
        [one, other]: [usize; 2],
        of: fn(&Found) -> f64,
    ) {
        let lead = |load: usize| 1.0 - of(&self.found[other][load]) / of(&self.found[one][load]);
        let leads = self.steady(one, other).into_iter().map(lead);
        outcome.exact(name, 100.0 * leads.fold(f64::NAN, f64::min));
    }

    /// Compares fixed and nearest corner, the first two curves.
    fn compare_corners(&self, outcome: &mut Outcome) {
        let corners = [0, 1];
        let name = "nearest-corner below fixed-corner: latency";
        self.least_lead(outcome, name, corners, |found| found.each);
        let name = "nearest-corner below fixed-corner: links for each delivered flit";
        self.least_lead(outcome, name, corners, |found| found.per_flit);
        outcome.exact("nearest-corner to fixed-corner: most delivered", self.most(1, 0));
        outcome.exact("loads below both knees", self.steady(0, 1).len() as f64);
    }

    /// Returns what a curve delivers at most.
    ///
    /// **Units**: per cent of that of another.
    fn most(&self, curve: usize, other: usize) -> f64 {
        100.0 * self.saturated(curve).ejected / self.saturated(other).ejected
    }
}

/// Figure 5: 16 x 16, a tenth broadcasts.
pub fn figure_5(context: &Context) -> Outcome {
    corners(context, &FIGURE_5)
}

/// Figure 7: 4 x 4 x 4 x 4, a tenth broadcasts.
pub fn figure_7(context: &Context) -> Outcome {
    corners(context, &FIGURE_7)
}

/// Figure 8: 4 x 4 x 4 x 4, nine tenths broadcasts.
pub fn figure_8(context: &Context) -> Outcome {
    corners(context, &FIGURE_8)
}

fn corners(context: &Context, figure: &'static Figure) -> Outcome {
    let curves = Curves::new(context, figure);
    let mut outcome = curves.outcome();
    curves.compare_corners(&mut outcome);
    outcome
}

/// Figure 6: 16 x 16, nine tenths broadcasts, and the same in software.
pub fn figure_6(context: &Context) -> Outcome {
    let curves = Curves::new(context, &FIGURE_6);
    let mut outcome = curves.outcome();
    curves.compare_corners(&mut outcome);
    for (curve, name) in [(0, "fixed-corner"), (1, "nearest-corner")] {
        let percent = 100.0 * curves.saturated(curve).links;
        outcome.exact(format!("{name}: use of links where most is delivered"), percent);
    }
    let name = "fixed-corner below software: links for each delivered flit";
    curves.least_lead(&mut outcome, name, [2, 0], |found| found.per_flit);
    outcome
}

/// Figure 9: virtual channels for the fixed corner.
pub fn figure_9(context: &Context) -> Outcome {
    let curves = Curves::new(context, &FIGURE_9);
    let mut outcome = curves.outcome();
    outcome.exact("4 channels to 1: most delivered", curves.most(1, 0));
    outcome.exact("4 channels to 8: most delivered", curves.most(1, 2));
    outcome
}

/// Figure 10: virtual channels for the nearest corner.
pub fn figure_10(context: &Context) -> Outcome {
    let curves = Curves::new(context, &FIGURE_10);
    let mut outcome = curves.outcome();
    outcome.exact("4 channels to 8: most delivered", curves.most(0, 1));
    outcome
}

//! Networks of the region family against the golden model: all regions, deadlocks, full networks.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use teecast::spec::region::CornerAlgorithm;
use teecast::spec::topology::{Grid, Orthogonal, Topology};
use teecast::spec::{Flit, RegionSpec, Spec};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::device::Measurement;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::random::Random;
use teecast_cosim::region::measure;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::{Epoch, Message, Stimulus};
use teecast_cosim::tools;
use teecast_cosim::trace::Trace;
use teecast_model::region::frame;

use super::cosim::written;
use crate::program::{scratch, succeed, teecast};

/// A network that is built and ready to play.
pub(super) struct Network {
    pub(super) spec: RegionSpec,
    mesh: Grid,
    folder: TempDir,
    bench: NetworkBench,
    ids: u32,
}

/// Two opposite corners of a region, by coordinates.
pub(super) type Corners = [Vec<u32>; 2];

impl Network {
    /// Builds a network; `None` without the simulator.
    pub(super) fn build(spec: &RegionSpec, simulator: Simulator) -> Option<Self> {
        let design = Spec::new("design", vec![spec.clone().into()]);
        let (folder, files) = written(&design);
        let built = NetworkBench::build(spec, "", &files, simulator, Recording::None, true);
        let bench = tools::or_skipped(built).expect("the network builds")?;
        Some(Self { spec: spec.clone(), mesh: spec.mesh(), folder, bench, ids: 0 })
    }

    /// Plays epochs; everything is as the model says.
    pub(super) fn play(&self, epochs: Vec<Epoch>, seed: u64) -> Trace {
        self.play_stimulus(&Stimulus::of(epochs), seed)
    }

    /// Plays what a scenario makes.
    pub(super) fn play_scenario(&self, scenario: Scenario, seed: u64, messages: u32) -> Trace {
        self.play_stimulus(&scenario::stimulus(&self.spec, scenario, seed, messages), seed)
    }

    fn play_stimulus(&self, stimulus: &Stimulus, seed: u64) -> Trace {
        let folder = self.folder.path();
        let played = self.bench.play(&self.spec, stimulus, seed, folder, None);
        let trace = played.expect("it plays");
        let (totals, difference) = compare(&self.spec, stimulus, &trace);
        if let Some(difference) = difference {
            panic!("{:?}, seed {seed}: {difference}", self.spec);
        }
        assert_eq!((totals.messages, totals.traffic), (stimulus.messages(), totals.model_traffic));
        trace
    }

    /// Returns a message with some data; its corners change places in some dimensions.
    pub(super) fn message(&mut self, from: u32, corners: &Corners, data: u32) -> Message {
        let id = self.ids;
        self.ids += 1;
        let [mut a, mut b] = corners.clone();
        for dimension in (0..a.len()).filter(|dimension| id >> dimension & 1 == 1) {
            std::mem::swap(&mut a[dimension], &mut b[dimension]);
        }
        let mask = u64::MAX >> (64 - self.spec.width.min(32));
        let data: Vec<Flit> =
            (0..data).map(|flit| Flit::new(u64::from(id + 257 * flit) & mask, false)).collect();
        let flits = frame::injection(&self.spec, [&a, &b], &data);
        let (what, gaps) = (format!("{from} to {a:?}..{b:?}"), vec![0; flits.len()]);
        Message { id, what, port: from, flits, gaps, offered: 0 }
    }

    /// Returns all regions.
    fn regions(&self) -> Vec<Corners> {
        let places: Vec<&[u32]> = (0..self.mesh.nodes()).map(|node| self.mesh.at(node)).collect();
        let pairs =
            places.iter().flat_map(|a| places.iter().map(move |b| [a.to_vec(), b.to_vec()]));
        pairs.filter(|[a, b]| a.iter().zip(b).all(|(a, b)| a <= b)).collect()
    }

    /// Plays every region from every source, each message alone; returns how many there were.
    pub(super) fn play_all_regions(&mut self) -> usize {
        let mut epochs = Vec::new();
        for corners in self.regions() {
            for from in 0..self.mesh.nodes() {
                let inside = |[a, b]: &Corners| {
                    let bounds = a.iter().zip(b);
                    self.mesh.at(from).iter().zip(bounds).all(|(x, (a, b))| (a..=b).contains(&x))
                };
                let unicast = corners[0] == corners[1];
                if self.spec.algorithm != CornerAlgorithm::Mst || unicast || inside(&corners) {
                    let message = self.message(from, &corners, self.ids % 3);
                    let message = limited(message, &self.spec);
                    epochs.push(Epoch { messages: vec![message], ..Epoch::default() });
                }
            }
        }
        let trace = self.play(epochs, 1);
        trace.epochs.len()
    }

    /// Plays a crafted case with each message later by a random time of up to 20 cycles, `rounds` times.
    ///
    /// **Units**: the messages have so many `flits` on a link.
    pub(super) fn play_shifted(&mut self, case: &Case, seed: u64, rounds: u32, flits: u32) {
        let mut random = Random::new(seed);
        let mut epochs = Vec::new();
        for round in 0..rounds {
            let mut epoch = Epoch::default();
            for (cycle, from, corners) in case {
                let [from, low, high] = [*from, corners[0], corners[1]];
                let corners = [low.to_vec(), high.to_vec()];
                let from = self.mesh.node_at(from);
                let mut message = self.message(from, &corners, flits - self.spec.link_flits());
                // The first round is the case as it is.
                let later = if round == 0 { 0 } else { random.within(0..=20) };
                message.gaps[0] = cycle + later;
                epoch.messages.push(message);
            }
            epochs.push(epoch);
        }
        let trace = self.play(epochs, seed);
        assert_eq!(trace.epochs.len() as u32, rounds);
    }

    /// Plays `each` messages of every node back to back, a share of them for regions, while processors
    /// refuse a share of the cycles; returns the longest time between two headers of a processor, and
    /// the cycles of the run.
    ///
    /// **Units**: `broadcasts` in parts of 100, `low` of 256.
    pub(super) fn play_full(
        &mut self,
        seed: u64,
        each: u32,
        broadcasts: u32,
        low: u32,
    ) -> (u64, u64) {
        let mut random = Random::new(seed);
        let data = self.spec.max_data.min(7);
        let mut epoch = Epoch { low, ..Epoch::default() };
        for _ in 0..each {
            for from in 0..self.mesh.nodes() {
                let radices = self.spec.radices.clone();
                let mut anywhere =
                    || radices.iter().map(|k| random.within(0..=k - 1)).collect::<Vec<_>>();
                let [mut a, mut b] = [anywhere(), anywhere()];
                if random.within(0..=99) >= broadcasts {
                    b = a.clone();
                } else if self.spec.algorithm == CornerAlgorithm::Mst {
                    let here = self.mesh.at(from);
                    for (dimension, x) in here.iter().enumerate() {
                        a[dimension] = a[dimension].min(*x);
                        b[dimension] = b[dimension].max(*x);
                    }
                }
                epoch.messages.push(self.message(from, &[a, b], data));
            }
        }
        let trace = self.play(vec![epoch], seed);
        let mut longest = 0;
        let mut last = vec![trace.epochs[0].start; self.mesh.nodes() as usize];
        for (cycle, node) in &trace.epochs[0].accepted {
            longest = longest.max(cycle - last[*node as usize]);
            last[*node as usize] = *cycle;
        }
        (longest, trace.cycles)
    }

    /// Plays into a network whose processors refuse everything for 2000 cycles: it fills, so that no
    /// processor sends any more, and then drains.
    fn play_held(&mut self, seed: u64) {
        let (free, _) = self.play_full(seed, 60, 90, 0);
        self.bench.simulation.arguments.push("hold=2000".to_string());
        let (held, _) = self.play_full(seed, 60, 90, 0);
        assert!(free < 1000 && held > 1000, "{free} and {held} cycles between two headers");
    }

    fn codes(trace: &Trace) -> BTreeSet<u64> {
        let events = trace.epochs.iter().flat_map(|epoch| &epoch.events);
        events.map(|(_, event)| event.word).collect()
    }
}

/// Leaves as much data as the configuration allows.
fn limited(mut message: Message, spec: &RegionSpec) -> Message {
    let most = (spec.injected_flits() + spec.max_data) as usize;
    if message.flits.len() > most {
        message.flits.truncate(most);
        message.flits[most - 1].last = true;
        message.gaps.truncate(most);
    }
    message
}

/// Messages that deadlock a router with a wrong rule: cycle, source, two corners.
pub(super) type Case = [(u32, &'static [u32], [&'static [u32]; 2])];

/// **Source**: [Had] figure 2: two messages by way of each other's corner.
pub(super) const FIGURE_2: &Case =
    &[(0, &[0, 0], [&[0, 0], &[0, 1]]), (0, &[0, 1], [&[0, 0], &[0, 1]])];

/// **Source**: [Had] figure 3: small buffers of outputs.
pub(super) const FIGURE_3: &Case = &[
    (2, &[0, 2], [&[0, 1], &[2, 2]]),
    (0, &[2, 1], [&[0, 2], &[1, 2]]),
    (9, &[1, 0], [&[0, 0], &[1, 2]]),
    (9, &[1, 1], [&[1, 1], &[2, 1]]),
];

/// **Source**: [Had] figure 4: outputs in an order that depends on the input.
pub(super) const FIGURE_4: &Case = &[
    (3, &[0, 0], [&[2, 0], &[2, 0]]),
    (1, &[1, 0], [&[0, 0], &[1, 1]]),
    (2, &[0, 1], [&[0, 0], &[1, 1]]),
];

/// Nearest corner with outputs in the order of ports, two virtual channels.
///
/// **Source**: [Had] 4.1c.
pub(super) const PORT_ORDER: &Case = &[
    (0, &[1, 0], [&[0, 0], &[2, 1]]),
    (0, &[1, 1], [&[0, 0], &[2, 1]]),
    (1, &[0, 0], [&[0, 1], &[1, 1]]),
    (1, &[0, 1], [&[0, 0], &[1, 0]]),
];

/// Flits of a message of a crafted case, as the simulator plays it.
pub(super) const CRAFTED: u32 = 8;

/// Buffers of 16 flits hold one largest message and no more.
const FULL: u32 = 15;

/// The mesh of 9 nodes with the fixed corner.
pub(super) fn nine() -> RegionSpec {
    RegionSpec { max_data: FULL, ..RegionSpec::new(&[3, 3]) }
}

/// The mesh of 4 x 2 nodes with the nearest corner.
pub(super) fn eight() -> RegionSpec {
    let algorithm = CornerAlgorithm::NearestCorner;
    RegionSpec { algorithm, virtual_channels: 2, max_data: FULL, ..RegionSpec::new(&[4, 2]) }
}

/// The cube of 8 nodes with spanning trees.
pub(super) fn cube() -> RegionSpec {
    let algorithm = CornerAlgorithm::Mst;
    RegionSpec { algorithm, max_data: 1, deliveries: 2, ..RegionSpec::new(&[2, 2, 2]) }
}

fn assert_measured(network: &Network) {
    let numbers = measure::measure(&network.spec, &network.bench, network.folder.path());
    let numbers: Vec<Measurement> = numbers.expect("it plays");
    assert!(numbers.len() >= 4 && numbers.iter().all(|number| number.passed), "{numbers:#?}");
}

#[test]
fn the_fixed_corner_in_a_square_mesh() {
    let Some(mut network) = Network::build(&nine(), Simulator::Verilator) else { return };
    assert_eq!(network.play_all_regions(), 36 * 9);
    for (seed, case) in (1..).zip([FIGURE_2, FIGURE_3, FIGURE_4]) {
        network.play_shifted(case, seed, 50, CRAFTED);
    }
    network.play_scenario(Scenario::All, 4, 600);
    network.play_full(5, 60, 50, 128);
    assert_measured(&network);
    network.play_held(6);
}

#[test]
fn the_nearest_corner_with_two_classes() {
    let Some(mut network) = Network::build(&eight(), Simulator::Verilator) else { return };
    assert_eq!(network.play_all_regions(), 30 * 8);
    for (seed, case) in (1..).zip([FIGURE_2, PORT_ORDER]) {
        network.play_shifted(case, seed, 50, CRAFTED);
    }
    network.play_scenario(Scenario::All, 3, 600);
    network.play_full(4, 60, 90, 179);
    assert_measured(&network);
    network.play_held(5);
}

#[test]
fn spanning_trees_in_three_dimensions_and_sources_outside() {
    let Some(mut network) = Network::build(&cube(), Simulator::Verilator) else { return };
    // 27 regions, 8 nodes of which also from outside.
    assert_eq!(network.play_all_regions(), 64 + 8 * 7);
    let trace = network.play_scenario(Scenario::All, 1, 600);
    assert_eq!(Network::codes(&trace), BTreeSet::from([3, 4]));
    network.play_full(2, 60, 50, 128);
    // An outside source is reported, however much data the frame has.
    let outside = [vec![0, 0, 0], vec![0, 1, 1]];
    let message = network.message(7, &outside, 5);
    let trace = network.play(vec![Epoch { messages: vec![message], ..Epoch::default() }], 3);
    assert_eq!(Network::codes(&trace), BTreeSet::from([4]));
}

#[test]
fn a_row_of_nodes_with_headers_of_several_flits() {
    let spec = RegionSpec { width: 8, max_data: 5, ..RegionSpec::new(&[17]) };
    let Some(mut network) = Network::build(&spec, Simulator::Verilator) else { return };
    let trace = network.play_scenario(Scenario::All, 1, 600);
    assert_eq!(Network::codes(&trace), BTreeSet::from([1, 2, 3]));
    assert_measured(&network);
    // Data flits, corners, flits of the header that are cut off, and the event.
    let wrong: [(u32, [u32; 2], bool, u64); 7] = [
        (2, [17, 3], false, 1),
        (0, [3, 31], false, 1),
        (9, [20, 20], false, 1),
        (0, [17, 3], true, 2),
        (0, [2, 3], true, 2),
        (6, [2, 9], false, 3),
        (40, [4, 4], false, 3),
    ];
    let mut epochs = Vec::new();
    for (data, [a, b], cut, _) in wrong {
        let mut message = network.message(5, &[vec![a], vec![b]], data);
        if cut {
            message.flits.truncate(1);
            message.flits[0].last = true;
        }
        // What follows a wrong frame is as if it had not been.
        let next = network.message(5, &[vec![0], vec![16]], 5);
        epochs.push(Epoch { messages: vec![message, next], ..Epoch::default() });
    }
    let trace = network.play(epochs, 2);
    for ((.., code), seen) in wrong.iter().zip(&trace.epochs) {
        let codes: Vec<u64> = seen.events.iter().map(|(_, event)| event.word).collect();
        assert_eq!(codes, [*code]);
    }
    // The other simulator does the same in every cycle.
    let Some(other) = Network::build(&spec, Simulator::Icarus) else { return };
    let traces = [&network, &other].map(|network| network.play_scenario(Scenario::All, 3, 60));
    assert_eq!(traces[0], traces[1]);
}

#[test]
fn four_dimensions_with_wide_flits_and_no_data() {
    let spec = RegionSpec { width: 64, max_data: 0, ..RegionSpec::new(&[2, 2, 2, 2]) };
    let Some(mut network) = Network::build(&spec, Simulator::Verilator) else { return };
    let trace = network.play_scenario(Scenario::All, 1, 600);
    assert_eq!(Network::codes(&trace), BTreeSet::from([3]));
    network.play_full(2, 60, 90, 179);
}

#[test]
fn a_written_folder_says_what_it_is_and_verifies() {
    let folder = scratch();
    let toml = "family = [\"region\"]\nmesh = \"3x2\"\nalgorithm = \"nearest-corner\"\n\
                max_data = 2\nwidth = 8\n";
    fs::write(folder.path().join("mesh.toml"), toml).expect("writable");
    succeed(folder.path(), "gen --config mesh.toml");
    let design = folder.path().join("rtl-out/mesh3x2");
    let text = fs::read_to_string(design.join("manifest.json")).expect("gen wrote it");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let expected = json!({
        "mesh": [3, 2], "algorithm": "nearest-corner", "vcs": 2, "deliveries": 1,
        "header_flits": 1, "link_header_flits": 2, "delivery_header_flits": 1,
    });
    let derived = &manifest["derived"]["region"];
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&derived[key], value, "{key}");
    }
    let found = tools::or_skipped(tools::find(tools::Tool::Icarus)).expect("a usable simulator");
    if found.is_some() {
        let out = teecast(&design, "verify . --sim icarus --messages 40");
        assert_eq!(out.code, Some(0), "{out:?}");
    }
}

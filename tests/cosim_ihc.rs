//! Networks of the IHC family against the golden model: rounds to the cycle, faults, back-pressure.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use teecast::spec::ihc::Majority;
use teecast::spec::topology::hamiltonian::Network as Topology;
use teecast::spec::{Flit, IhcSpec, Reception, Spec};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::ihc::{IhcDevice, measure};
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::{Epoch, Message, Stimulus};
use teecast_cosim::tools;
use teecast_cosim::trace::{SeenEpoch, Trace};

use super::cosim::written;
use crate::program::{scratch, succeed, teecast};

/// A network that is built and ready to play.
pub(super) struct Network {
    pub(super) spec: IhcSpec,
    pub(super) device: IhcDevice,
    pub(super) folder: TempDir,
    pub(super) bench: NetworkBench,
}

impl Network {
    /// Builds a network; `None` without the simulator.
    pub(super) fn build(spec: &IhcSpec, simulator: Simulator) -> Option<Self> {
        let families = vec![spec.clone().into()];
        let design = Spec::new("design", families);
        let (folder, files) = written(&design);
        let device = IhcDevice::new(spec);
        let built = NetworkBench::build(&device, "", &files, simulator, Recording::None, true);
        let bench = tools::or_skipped(built).expect("the network builds")?;
        Some(Self { spec: spec.clone(), device, folder, bench })
    }

    /// Plays epochs; everything is as the model says, every link start in its cycle.
    pub(super) fn play(&self, epochs: Vec<Epoch>, seed: u64) -> Trace {
        self.play_stimulus(&Stimulus::of(epochs), seed)
    }

    /// Plays what a scenario makes.
    pub(super) fn play_scenario(&self, scenario: Scenario, seed: u64, messages: u32) -> Trace {
        self.play_stimulus(&scenario::stimulus(&self.device, scenario, seed, messages), seed)
    }

    fn play_stimulus(&self, stimulus: &Stimulus, seed: u64) -> Trace {
        let folder = self.folder.path();
        let played = self.bench.play(&self.device, stimulus, seed, folder, None);
        let trace = played.expect("it plays");
        let (totals, difference) = compare(&self.device, stimulus, &trace);
        if let Some(difference) = difference {
            panic!("{:?}, seed {seed}: {difference}", self.spec);
        }
        assert_eq!((totals.messages, totals.traffic), (stimulus.messages(), totals.model_traffic));
        trace
    }

    /// Returns a message of so many data flits.
    fn message(&self, port: u32, flits: u32) -> Message {
        let value = |flit: u32| u64::from((port + 17 * flit) & 0xff);
        let flits: Vec<Flit> = (0..flits).map(|f| Flit::new(value(f), f + 1 == flits)).collect();
        let gaps = vec![0; flits.len()];
        Message { id: port, what: "a message".to_string(), port, flits, gaps, offered: 0 }
    }

    /// Returns an epoch in which each healthy node sends some messages of so many data flits.
    fn full(&self, faulty: &[u32], messages: u32, flits: u32) -> Epoch {
        let nodes = (0..self.spec.nodes()).filter(|node| !faulty.contains(node));
        let messages = nodes.flat_map(|node| (0..messages).map(move |_| self.message(node, flits)));
        let (messages, faulty) = (messages.collect(), faulty.iter().copied().collect());
        Epoch { faulty, messages, ..Epoch::default() }
    }

    /// Plays epochs with each node faulty in one; returns the copies of a message that a node got.
    ///
    /// **Shape**: the counts that occurred, over all healthy sources and receivers.
    pub(super) fn copies_left_by_each_node(&self) -> BTreeSet<usize> {
        let epochs = (0..self.spec.nodes()).map(|node| self.full(&[node], 1, self.spec.max_data));
        let trace = self.play(epochs.collect(), 1);
        let mask = (1 << self.spec.source_bits()) - 1;
        let mut left = BTreeSet::new();
        for (faulty, seen) in (0..).zip(&trace.epochs) {
            let healthy = (0..self.spec.nodes()).filter(|node| *node != faulty);
            for (node, source) in healthy.clone().flat_map(|v| healthy.clone().map(move |s| (v, s)))
            {
                let frames = seen.deliveries.iter().filter(|frame| frame.node == node);
                let of_source = |flits: &[Flit]| flits[0].bits[0] & mask == u64::from(source);
                let copies = frames.filter(|frame| of_source(&frame.flits)).count();
                if node != source {
                    left.insert(copies);
                }
            }
        }
        left
    }

    fn codes(&self, trace: &Trace) -> BTreeSet<u64> {
        let events = trace.epochs.iter().flat_map(|epoch| &epoch.events);
        events.map(|(_, event)| event.word >> self.spec.source_bits()).collect()
    }

    /// Returns the first and the last cycle in which a flit was on a link.
    fn busy(&self, seen: &SeenEpoch) -> Option<(u64, u64)> {
        let turns =
            seen.links.iter().filter(|(_, link)| (link.node, link.index) == (self.spec.nodes(), 1));
        let cycles: Vec<u64> = turns.map(|(cycle, _)| *cycle).collect();
        Some((*cycles.first()?, *cycles.last()? - 1))
    }
}

pub(super) fn spec(topology: Topology, max_data: u32) -> IhcSpec {
    IhcSpec { max_data, ..IhcSpec::new(topology) }
}

#[test]
fn copies_in_the_cube_of_8_nodes() {
    let spec = spec(Topology::Cube(3), 3);
    let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
    let trace = network.play_scenario(Scenario::All, 1, 600);
    assert_eq!(network.codes(&trace), BTreeSet::from([3, 13]));
    network.play_scenario(Scenario::Links, 2, 300);
    // The numbers of rounds begin again after 256.
    let epochs = (0..5).map(|_| network.full(&[], 60, 1)).collect();
    network.play(epochs, 3);
    // The other simulator does the same in every cycle.
    let Some(other) = Network::build(&spec, Simulator::Icarus) else { return };
    let traces = [&network, &other].map(|network| network.play_scenario(Scenario::All, 3, 60));
    assert_eq!(traces[0], traces[1]);
}

#[test]
fn majorities_in_the_hexagonal_mesh_of_7_nodes() {
    let reception = Reception::Majority;
    let spec = IhcSpec { reception, majority: Majority::All, ..spec(Topology::Hexmesh(2), 5) };
    let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
    let trace = network.play_scenario(Scenario::All, 1, 400);
    // A faulty node leaves 3 of 6 copies, which is no majority of all.
    assert_eq!(network.codes(&trace), BTreeSet::from([3, 11, 13]));
    network.play_scenario(Scenario::Links, 2, 200);
}

#[test]
fn narrow_flits_in_a_torus() {
    let spec = IhcSpec { width: 8, ..spec(Topology::Torus([3, 3]), 4) };
    let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
    network.play_scenario(Scenario::All, 1, 400);
    network.play_scenario(Scenario::Links, 2, 200);
}

#[test]
fn a_round_of_the_cube_of_16_nodes_takes_72_slots_and_a_node_half_of_the_copies() {
    let spec = spec(Topology::Cube(4), 3);
    let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
    let trace = network.play(vec![network.full(&[], 2, 3)], 1);
    let seen = &trace.epochs[0];
    let starts = network.device.round_starts(seen);
    // The second message waits while the first one is sent: the rounds are a period apart.
    assert_eq!(starts.len(), 2);
    assert_eq!(starts[1] - starts[0], 75);
    let (first, last) = network
        .busy(&network.play(vec![network.full(&[], 1, 3)], 1).epochs[0])
        .expect("flits were sent");
    assert_eq!(last - first, 71);
    // One half is lost, where the faulty node lies between source and receiver.
    assert_eq!(network.copies_left_by_each_node(), BTreeSet::from([2]));
    network.play_scenario(Scenario::All, 2, 300);
}

#[test]
fn measured_rounds_take_what_the_formulas_say() {
    let spec = IhcSpec { reception: Reception::Majority, ..spec(Topology::Cube(2), 2) };
    for spec in [IhcSpec { reception: Reception::Copies, ..spec.clone() }, spec] {
        let Some(network) = Network::build(&spec, Simulator::Verilator) else { return };
        let folder = network.folder.path();
        let numbers = measure::measure(&network.device, &network.bench, folder);
        let numbers = numbers.expect("it plays");
        assert!(numbers.len() == 6 && numbers.iter().all(|number| number.passed), "{numbers:#?}");
    }
}

#[test]
fn a_written_folder_says_what_it_is_and_verifies() {
    let folder = scratch();
    let typed = "gen --family ihc --topology hypercube --n 2 --max-data 2";
    succeed(folder.path(), typed);
    let design = folder.path().join("rtl-out/ihc_q2");
    let text = fs::read_to_string(design.join("manifest.json")).expect("gen wrote it");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest["derived"]["ihc"]["tau"], 2);
    let found = tools::or_skipped(tools::find(tools::Tool::Icarus)).expect("a usable simulator");
    if found.is_some() {
        for scenario in ["all", "links"] {
            let typed = format!("verify . --sim icarus --messages 40 --scenario {scenario}");
            let out = teecast(&design, &typed);
            assert_eq!(out.code, Some(0), "{out:?}");
        }
    }
}

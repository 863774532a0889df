//! The clocked model of the ring-tree network against the hardware, as [`super::cycle_exact`] does it
//! for the hypercube; with faults and garbled slots, too.

use std::collections::BTreeSet;
use std::ops::Range;

use teecast::spec::ring_tree::{Network, Tables};
use teecast::spec::topology::ring_tree::Walk;
use teecast::spec::{Flit, RingTreeSpec, Spec};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::device::Device;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::ring_tree::{RingTreeDevice, measure, replay};
use teecast_cosim::scenario::{Scenario, stimulus};
use teecast_cosim::stimulus::{Epoch, Stimulus};
use teecast_cosim::tools;
use teecast_cosim::trace::{SeenEpoch, Trace};
use teecast_model::random::Random;
use tempfile::TempDir;

use super::cosim::written;
use super::cycle_exact::same_traces;

/// A network that is built and ready to play.
pub(super) struct Built {
    pub spec: RingTreeSpec,
    pub device: RingTreeDevice,
    folder: TempDir,
    bench: NetworkBench,
}

impl Built {
    /// Builds a network; `None` without the simulator.
    pub fn new(spec: &RingTreeSpec) -> Option<Self> {
        let families = vec![spec.clone().into()];
        let design = Spec::new("design", families);
        let (folder, files) = written(&design);
        let device = RingTreeDevice::new(spec).expect("deliveries fit");
        let built =
            NetworkBench::build(&device, "", &files, Simulator::Verilator, Recording::None, true);
        let bench = tools::or_skipped(built).expect("the network builds")?;
        Some(Self { spec: spec.clone(), device, folder, bench })
    }

    /// Plays a stimulus; hardware and model leave one trace.
    pub fn play(&self, stimulus: &Stimulus, seed: u64) -> Trace {
        let model = replay::trace(&self.spec, stimulus, seed);
        let folder = self.folder.path();
        same_traces((&self.device, &self.bench), stimulus, seed, folder, &model)
    }

    /// Plays random operations without faults: the outcome is as predicted, too.
    pub fn play_all(&self, messages: u32, seeds: Range<u64>) {
        for seed in seeds {
            let stimulus = stimulus(&self.device, Scenario::All, seed, messages);
            let trace = self.play(&stimulus, seed);
            let (totals, difference) = compare(&self.device, &stimulus, &trace);
            assert_eq!(difference.map(|it| it.to_string()), None, "{:?}, seed {seed}", self.spec);
            assert_eq!(totals.messages, stimulus.messages());
        }
    }

    /// Returns the links of the network.
    pub fn links(&self) -> u32 {
        self.spec.graph().pairs().len() as u32
    }

    /// Returns an operation of all nodes in which something fails after some cycles.
    fn failing(&self, fault: u32, cycles: usize) -> Epoch {
        let mut epoch = self.device.operation(0..self.spec.nodes());
        let mut faults = vec![None; cycles];
        faults.push(Some(fault));
        epoch.messages.push(self.device.faults(&faults));
        epoch
    }
}

fn spec(network: &str, ring_size: u32) -> RingTreeSpec {
    let network = Network::named(network).expect("it is a network");
    RingTreeSpec { ring_size, tables: Tables::Fixed, ..RingTreeSpec::new(network) }
}

fn codes(seen: &SeenEpoch) -> BTreeSet<u64> {
    seen.events.iter().map(|(_, event)| event.word >> 16).collect()
}

#[test]
fn a_path_that_is_one_ring_takes_what_the_formulas_say() {
    one_ring(&[4]);
}

#[test]
#[ignore = "minutes: make test-long"]
fn other_paths_that_are_one_ring_take_what_the_formulas_say() {
    one_ring(&[3, 6]);
}

/// Plays paths that are one ring.
fn one_ring(sizes: &[u32]) {
    for &nodes in sizes {
        let Some(built) = Built::new(&spec(&format!("path:{nodes}"), 8)) else { return };
        built.play_all(60, 1..3);
        let epoch = built.device.operation(0..nodes);
        let trace = built.play(&Stimulus::of(vec![epoch]), 1);
        let seen = &trace.epochs[0];
        let busy: Vec<u64> = seen
            .links
            .iter()
            .filter(|(_, link)| link.index + 1 < built.device.links())
            .map(|(cycle, _)| *cycle)
            .collect();
        let (first, last) = (busy.iter().min().expect("some"), busy.iter().max().expect("some"));
        // Every message is on some link in each cycle until its return: T_ack = 2n - 2.
        assert_eq!(last - first + 1, u64::from(2 * nodes - 2));
        assert_eq!(busy.len() as u32, 2 * (nodes - 1) * nodes);
        // A beat is offered three cycles after its slot was on a link, and others may stand before it.
        let delivered = || seen.deliveries.iter().map(|it| it.cycle);
        assert_eq!(delivered().min().expect("some") - first, 3);
        // The node has a message three cycles earlier: T_deliver = 2n - 3.
        let came = delivered().max().expect("some") - 3;
        assert_eq!(came - first + 1, u64::from(2 * nodes - 3));
        let done = seen.links.iter().filter(|(_, link)| link.index + 1 == built.device.links());
        assert_eq!(done.count() as u32, nodes);
    }
}

#[test]
fn measured_numbers_are_those_of_the_formulas_and_of_the_model() {
    // One ring, and a tree of three.
    for spec in [spec("path:4", 8), spec("grid:3x2", 3)] {
        let Some(Built { device, folder, bench, .. }) = Built::new(&spec) else { return };
        // A message goes on to the next ring after four cycles.
        let numbers = measure::measure(&device, &bench, folder.path(), 4).expect("it plays");
        assert!(numbers.len() == 10 && numbers.iter().all(|it| it.passed), "{numbers:#?}");
    }
}

#[test]
fn trees_of_rings() {
    trees(&[spec("star:6", 8), RingTreeSpec { payload: 100, ..spec("path:4", 2) }]);
}

#[test]
#[ignore = "minutes: make test-long"]
fn other_trees_of_rings() {
    trees(&[
        RingTreeSpec { walk: Walk::Branch, ..spec("hypercube:3", 4) },
        spec("grid:3x3", 4),
        RingTreeSpec { payload: 1, ..spec("hexmesh:2", 3) },
    ]);
}

/// Plays trees of several rings.
fn trees(specs: &[RingTreeSpec]) {
    for spec in specs {
        let Some(built) = Built::new(spec) else { return };
        built.play_all(150, 1..4);
    }
}

#[test]
fn links_and_nodes_fail_at_any_time() {
    // The builds are those of the measurements.
    let specs = [spec("path:4", 8), spec("grid:3x2", 3)];
    for spec in specs {
        let Some(built) = Built::new(&spec) else { return };
        let faults = 0..built.links() + spec.nodes();
        let runs = faults.flat_map(|fault| [2, 9].map(|at| built.failing(fault, at)));
        let traces = runs.map(|epoch| built.play(&Stimulus::of(vec![epoch]), 1));
        let broken = traces.filter(|trace| codes(&trace.epochs[0]).contains(&14)).count();
        // A link that no ring has breaks none.
        let rings = spec.tree();
        let used: usize = rings.rings().iter().map(|ring| ring.nodes.len() - 1).sum();
        assert_eq!(broken, 2 * (used + spec.nodes() as usize), "{:?}", spec.network);
    }
}

#[test]
fn garbled_slots_are_sent_again() {
    // On the last one, one slot in six is garbled as long as an operation takes.
    let specs = [(spec("grid:3x2", 3), 40), (spec("path:4", 2), 600)];
    for (spec, garbles) in specs {
        let spec = RingTreeSpec { test_ports: true, ..spec };
        let Some(built) = Built::new(&spec) else { return };
        let mut random = Random::new(5);
        let mut epochs = Vec::new();
        for _ in 0..20 {
            let mut epoch = built.device.operation(0..spec.nodes());
            // Garbles that cancel on one way round cannot be seen: they are wide.
            let mut garble = |_| {
                let way = random.within(0..=2 * built.links() - 1);
                (way, Flit::new(random.within(1..=u32::MAX).into(), false))
            };
            epoch
                .messages
                .push(built.device.garbles(&(0..garbles).map(&mut garble).collect::<Vec<_>>()));
            epochs.push(epoch);
        }
        let trace = built.play(&Stimulus::of(epochs), 1);
        let seen = trace.epochs.iter().filter(|seen| codes(seen).contains(&13)).count();
        assert!(seen > 10, "{seen}");
        // The last beat of an origin is right, and every node is done.
        let bits = spec.delivery_fields()[0];
        for seen in &trace.epochs {
            let done = seen.links.iter().filter(|(_, link)| link.index + 1 == built.device.links());
            assert_eq!(done.count() as u32, spec.nodes());
            for node in 0..spec.nodes() {
                for origin in (0..spec.nodes()).filter(|origin| *origin != node) {
                    let frames = seen.deliveries.iter().filter(|it| it.node == node);
                    let of_origin = |flit: &&Flit| flit.field(0, bits) == origin;
                    let last = frames.map(|it| &it.flits[0]).rfind(of_origin);
                    let payload = last.map(|flit| flit.field(bits, 32));
                    assert_eq!(payload, Some(origin + 1), "from {origin} at {node}");
                }
            }
        }
    }
}

#[test]
fn tables_are_written_with_anything() {
    let grid = spec("grid:3x2", 3);
    let spec = RingTreeSpec { payload: 8, test_ports: true, tables: Tables::Writable, ..grid };
    let Some(built) = Built::new(&spec) else { return };
    for seed in 1..=20 {
        built.play(&built.device.abused(seed, 4), seed);
        built.play(&built.device.turned(seed, 2), seed);
    }
}

//! Broken modules of the ring-tree family.

use teecast::spec::ring_tree::{Network, Tables};
use teecast::spec::{FamilySpec, RingTreeSpec};
use teecast_cosim::ring_tree::{RingTreeDevice, replay};
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::Stimulus;

use super::{Bench, Case, Run, Whole};

/// A network of nodes on a tree of virtual rings.
struct Rings(RingTreeSpec);

/// Returns the networks that are broken, with their names.
pub fn networks() -> [(&'static str, RingTreeSpec); 2] {
    let of = |network, ring_size, tables| {
        let network = Network::named(network).expect("it is a network");
        let base = RingTreeSpec::new(network);
        RingTreeSpec { ring_size, tables, payload: 8, test_ports: true, ..base }
    };
    [("written", of("grid:3x2", 3, Tables::Writable)), ("fixed", of("path:4", 4, Tables::Fixed))]
}

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let modules: [&'static [&'static str]; 2] = [
        &[
            "tee_memory",
            "tee_event_queue",
            "ring_tree_queue",
            "ring_tree_inbox",
            "ring_tree_update",
            "ring_tree_member",
            "ring_tree_delivery",
            "ring_tree_event_queue",
            "ring_tree_tables",
            "ring_tree_node",
            "ring_tree_network",
        ],
        &["ring_tree_event_queue", "ring_tree_node", "ring_tree_network"],
    ];
    let case = |((name, spec), modules)| Case { name, whole: Box::new(Rings(spec)), modules };
    networks().into_iter().zip(modules).map(case).collect()
}

/// Returns runs of a network with garbled slots, faults, and tables that are written, shorter ones first.
pub fn runs(spec: &RingTreeSpec) -> Vec<Run> {
    Rings(spec.clone()).benches().into_iter().flat_map(|bench| bench.runs).collect()
}

impl Whole for Rings {
    fn module(&self) -> &'static str {
        "ring_tree_network"
    }

    fn router(&self) -> &'static str {
        "ring_tree_node"
    }

    fn shares(&self) -> (u32, usize) {
        (60, 3)
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        let spec = &self.0;
        let bench = |is_long, messages: u32, seeds: &[u64], count: u32| {
            let device = RingTreeDevice::new(spec).expect("deliveries fit");
            let healthy = [(scenario::stimulus(&device, Scenario::All, 1, messages), 1)];
            let broken = seeds.iter().map(|seed| (device.abused(*seed, count), *seed));
            let run = |(stimulus, seed): (Stimulus, u64)| {
                let trace = replay::trace(spec, &stimulus, seed);
                Run { stimulus, seed, trace: Some(trace) }
            };
            let runs = healthy.into_iter().chain(broken).map(run).collect();
            Bench { family: Box::new(device), runs, is_long }
        };
        vec![bench(false, 50, &[2, 3, 4], 3), bench(true, 400, &[5, 6, 7, 8, 9, 10], 8)]
    }
}

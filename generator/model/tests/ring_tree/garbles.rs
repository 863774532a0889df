//! The clocked network with payloads garbled for ever: a node that is done has what was sent.

use std::ops::Range;

use teecast_model::random::Random;
use teecast_model::ring_tree::clocked::{Beat, Payload, RingTreeEvent, RingTreeNetwork};
use teecast_model::simulate::world::World;
use teecast_spec::ring_tree::Network;
use teecast_spec::topology::ring_tree::Walk;
use teecast_spec::{Flit, RingTreeSpec};

/// Cycles after the last node is done in which nothing may change.
const AFTER: u32 = 200;

/// What reaches the processors.
#[derive(Default)]
struct Processors {
    /// Messages that came back changed.
    resends: u64,
}

impl World<Beat, RingTreeEvent> for Processors {
    fn accepted(&mut self, _: u64, _: u32) {}

    fn delivered(&mut self, _: u64, _: u32, _: Beat) {}

    fn event(&mut self, _: u64, event: RingTreeEvent) {
        self.resends += u64::from(event.code == 13);
    }
}

pub(super) fn payload(origin: u32) -> Payload {
    Payload::from(&Flit::new(u64::from(origin) + 1, true))
}

/// Plays an operation in which some of 100 payloads are garbled on each link, for ever. Returns how
/// often a message was sent again.
///
/// # Errors
/// What is wrong: a node that is done lacks a message or has a wrong payload, in this cycle or later;
/// the operation does not end.
fn garbled(spec: &RingTreeSpec, percent: u32, seed: u64) -> Result<u64, String> {
    let nodes = spec.nodes();
    let ways = 2 * spec.graph().pairs().len();
    let mut random = Random::keyed(27, [5, seed, u64::from(percent)]);
    let mut network = RingTreeNetwork::new(spec);
    (0..nodes).for_each(|node| network.offer(node, payload(node)));
    let mut processors = Processors::default();
    let mut left = AFTER;
    while left > 0 {
        if network.now() > 100_000 {
            return Err("the operation does not end".to_string());
        }
        for way in 0..ways {
            if random.chance(percent) {
                // Garbles that cancel on one trip cannot be seen: they are wide.
                network.garble(way, Payload::from(&Flit::new(random.word() | 1, true)));
            }
        }
        network.step(&mut processors);
        for node in (0..nodes).filter(|node| network.is_done(*node)) {
            for origin in 0..nodes {
                if network.held(node, origin) != Some(payload(origin)) {
                    return Err(format!("cycle {}: {origin} at {node}", network.now()));
                }
            }
        }
        left -= u32::from((0..nodes).all(|node| network.is_done(node)));
    }
    Ok(processors.resends)
}

/// Plays operations on a network; returns how many fail, and the first of them.
fn failures(
    (name, ring_size, walk): (&str, u32, Walk),
    percent: u32,
    seeds: Range<u64>,
) -> (usize, Option<String>) {
    let network = Network::named(name).expect(name);
    let spec = RingTreeSpec { ring_size, walk, ..RingTreeSpec::new(network) };
    let failed = |seed| {
        let error = garbled(&spec, percent, seed).err()?;
        Some(format!("{name}, w = {ring_size}, {percent} %, seed {seed}: {error}"))
    };
    let failed: Vec<String> = seeds.filter_map(failed).collect();
    (failed.len(), failed.first().cloned())
}

/// Networks of one ring, of two, of many, and a node with many rings.
const NETWORKS: [(&str, u32, Walk); 6] = [
    ("path:3", 8, Walk::Deep),
    ("path:4", 2, Walk::Deep),
    ("star:5", 8, Walk::Deep),
    ("grid:2x2", 3, Walk::Deep),
    ("hypercube:3", 3, Walk::Branch),
    ("hypercube:3", 8, Walk::Deep),
];

#[test]
fn who_is_done_has_all_messages_where_many_are_garbled() {
    for network in NETWORKS {
        for percent in [2, 20] {
            let (_, first) = failures(network, percent, 0..40);
            assert_eq!(first, None);
        }
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn who_is_done_has_all_messages_in_ten_thousand_operations() {
    let larger = [("hypercube:4", 4, Walk::Deep), ("hexmesh:3", 4, Walk::Branch)];
    for network in NETWORKS.into_iter().chain(larger) {
        for percent in [2, 20] {
            let (failures, first) = failures(network, percent, 0..625);
            assert_eq!((failures, first), (0, None));
        }
    }
}

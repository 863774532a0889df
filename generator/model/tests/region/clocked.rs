//! The clocked model of the emitted routers: its latencies, everything delivered once at saturation,
//! and no header that others pass again and again.

use std::collections::BTreeSet;

use teecast_model::random::Random;
use teecast_model::region::clocked::{Beat, MeshRouters, RegionEvent, RegionOffer};
use teecast_model::region::route::Route;
use teecast_model::region::simulation::run::RegionSetup;
use teecast_model::region::simulation::{
    Cast, Counts, EmittedRegion, RegionConfig, RegionNetwork, Regions, Reservation,
};
use teecast_model::region::{Algorithm, Region};
use teecast_model::simulate::plan::Plan;
use teecast_model::simulate::world::World;
use teecast_model::traffic::{Lengths, Pattern};
use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Orthogonal, Topology};

/// Writes down what happens; processors take a flit in some of all cycles.
struct Watch {
    random: Random,
    /// **Units**: parts of 1000.
    ready: u32,
    accepted: Vec<(u64, u32)>,
    starts: Vec<(u64, u32, u32)>,
    delivered: Vec<(u64, u32, Beat)>,
}

impl Watch {
    fn new(ready: u32) -> Self {
        Self {
            random: Random::keyed(1, [0; 3]),
            ready,
            accepted: Vec::new(),
            starts: Vec::new(),
            delivered: Vec::new(),
        }
    }
}

impl World<Beat, RegionEvent> for Watch {
    fn accepted(&mut self, cycle: u64, node: u32) {
        self.accepted.push((cycle, node));
    }

    fn takes(&mut self, _: u32) -> bool {
        self.random.below(1000) < self.ready
    }

    fn delivered(&mut self, cycle: u64, node: u32, beat: Beat) {
        self.delivered.push((cycle, node, beat));
    }

    fn link_start(&mut self, cycle: u64, node: u32, port: u32) {
        self.starts.push((cycle, node, port));
    }

    fn event(&mut self, _: u64, event: RegionEvent) {
        panic!("{event:?}");
    }
}

fn route(spec: &RegionSpec, mesh: &Grid, source: u32, corners: [u32; 2]) -> RegionOffer {
    let region = Region::new(mesh, corners[0], corners[1]);
    let route = Ok(Route::new(spec.algorithm.into(), mesh, source, region));
    RegionOffer { message: 0, route }
}

/// Plays a message of one header flit and `data` flits alone.
fn alone(spec: &RegionSpec, source: u32, corners: [u32; 2], data: u32) -> Watch {
    let (mut routers, mut watch) = (MeshRouters::new(spec), Watch::new(1000));
    let frame = routers.begin(route(spec, &spec.mesh(), source, corners));
    for flit in 0..=data {
        routers.offer(source, frame, flit == data);
        while watch.accepted.len() <= flit as usize {
            routers.step(&mut watch);
        }
    }
    while !routers.idle() {
        routers.step(&mut watch);
    }
    watch
}

#[test]
fn a_hop_takes_one_cycle_or_three_and_then_a_branch_takes_one_more() {
    for (channels, hop, delivery, branches) in [(1, 1, 2, 0), (2, 3, 3, 2)] {
        let spec = RegionSpec { virtual_channels: channels, ..RegionSpec::new(&[4, 4]) };
        let unicast = alone(&spec, 0, [3, 3], 2);
        let first = hop;
        let starts: Vec<(u64, u32, u32)> =
            (0..3).map(|link| (first + hop * u64::from(link), link, 0)).collect();
        assert_eq!(unicast.starts, starts, "{channels} channels");
        // A grant and a move into the register, with several channels one after the other, and the processor
        // takes it.
        let (cycle, node, beat) = unicast.delivered[0];
        assert_eq!((cycle, node), (starts[2].0 + delivery, 3), "{channels} channels");
        assert!(beat.index == 0 && !beat.last);
        let last = unicast.delivered.last().expect("three flits");
        assert!(last.0 == cycle + 2 && last.2.last && last.2.index == 2);
        // The corner asks for two links and the delivery.
        let region = alone(&spec, 0, [0, 5], 0);
        let at_corner: BTreeSet<u64> =
            region.starts.iter().filter(|start| start.1 == 0).map(|start| start.0).collect();
        assert_eq!(at_corner, [hop + branches].into());
        assert_eq!(region.delivered.len(), 4);
    }
}

/// Plays messages of all nodes as fast as they are taken, nine of ten of them broadcasts, until all
/// are delivered; returns the longest wait of a header.
fn saturated(spec: &RegionSpec, messages: u32, seed: u64) -> u64 {
    let mesh = spec.mesh();
    let mut random = Random::keyed(seed, [0; 3]);
    let (mut routers, mut watch) = (MeshRouters::new(spec), Watch::new(300));
    let mut missing: Vec<BTreeSet<u32>> = Vec::new();
    // By node the frame and the flits that are left of it.
    let mut sending = vec![(0, 0); mesh.nodes() as usize];
    let mut left = messages;
    while left > 0 || !routers.idle() {
        for node in 0..mesh.nodes() {
            let (frame, flits) = &mut sending[node as usize];
            if *flits > 0 || left == 0 {
                continue;
            }
            left -= 1;
            let [one, other] = [(); 2].map(|()| random.below(mesh.nodes()));
            let unicast = random.below(10) == 0;
            let inside = spec.algorithm == CornerAlgorithm::Mst;
            let corners = if unicast { [one; 2] } else { [if inside { node } else { one }, other] };
            let region = Region::new(&mesh, corners[0], corners[1]);
            let message = missing.len() as u32;
            missing.push(region.nodes(&mesh).collect());
            *frame = routers.begin(RegionOffer { message, ..route(spec, &mesh, node, corners) });
            *flits = 1 + random.below(spec.max_data + 1);
            routers.offer(node, *frame, *flits == 1);
        }
        routers.step(&mut watch);
        assert!(routers.now() < 4000 + 200 * u64::from(messages), "it stands still");
        if routers.now() % 64 == 0 {
            assert_eq!(routers.deadlock(), None, "{spec:?}");
        }
        for (_, node) in watch.accepted.drain(..) {
            let (frame, flits) = &mut sending[node as usize];
            *flits -= 1;
            if *flits > 0 {
                routers.offer(node, *frame, *flits == 1);
            }
        }
        watch.starts.clear();
        for (_, node, beat) in watch.delivered.drain(..) {
            if beat.last {
                let fresh = missing[beat.message as usize].remove(&node);
                assert!(fresh, "message {} comes to node {node} by mistake", beat.message);
            }
        }
    }
    routers.fair().expect("no channel goes before a header twice");
    assert!(missing.iter().all(BTreeSet::is_empty), "something is lost");
    routers.longest_wait()
}

fn meshes() -> [RegionSpec; 5] {
    let spec = |radices: &[u32]| RegionSpec { max_data: 8, ..RegionSpec::new(radices) };
    let nearest = |radices: &[u32], virtual_channels| RegionSpec {
        algorithm: CornerAlgorithm::NearestCorner,
        virtual_channels,
        ..spec(radices)
    };
    let tree = RegionSpec { algorithm: CornerAlgorithm::Mst, ..spec(&[4, 4]) };
    [spec(&[4, 4]), nearest(&[4, 4], 2), tree, nearest(&[3, 3, 3], 4), spec(&[2, 2, 2, 2])]
}

#[test]
fn everything_comes_once_at_saturation() {
    for spec in meshes() {
        let longest = saturated(&spec, 600, 1);
        assert!((10..20_000).contains(&longest), "{spec:?}: {longest}");
    }
}

#[test]
#[ignore = "minutes: make test-long"]
fn a_hundred_thousand_messages_come_once_at_saturation() {
    for spec in meshes() {
        let longest = saturated(&spec, 100_000, 1);
        let (mesh, algorithm) = (spec.mesh_name(), spec.algorithm.name());
        println!("{mesh} {algorithm}: a header waits for at most {longest} cycles");
    }
}

/// With as many delivery buffers as channels, as the paper's router has them, both eject as many flits
/// where they are saturated.
#[test]
fn emitted_routers_saturate_where_the_papers_do() {
    let plan = Plan { warm_up: 1000, batch: 1000, least: 4, most: 4, precision: 0.9, limit: 20.0 };
    for (algorithm, loads) in
        [(Algorithm::FixedCorner, [0.22, 0.26]), (Algorithm::NearestCorner, [0.26, 0.3])]
    {
        let ejected = |emitted: Option<u32>, data: u32| {
            let setup = RegionSetup {
                radices: vec![8, 8],
                algorithm,
                channels: 4,
                emitted,
                share: 100,
                regions: Regions::Random,
                pattern: Pattern::Others,
                lengths: Lengths::fixed(data).expect("permitted"),
                plan: plan.clone(),
                seed: 1,
            };
            let under = |load: f64| {
                let found = setup.run(load).expect("possible");
                found.total().ejected as f64 / found.batches.len() as f64
            };
            loads.map(under).into_iter().fold(0.0, f64::max)
        };
        let ratio = ejected(Some(4), LENGTH - 1) / ejected(None, LENGTH);
        assert!((0.9..1.1).contains(&ratio), "{algorithm:?}: {ratio}");
    }
}

/// Messages of each of two streams.
const STREAM: u32 = 200;
/// **Units**: flits, the header of an emitted message included.
const LENGTH: u32 = 8;

/// Plays two streams of unicasts through the middle of a mesh, up to the right and upwards, and a
/// broadcast of the middle that needs both outputs; returns how many messages of the streams come
/// while the broadcast waits.
///
/// **Shape**: a cycle takes the messages that are made in it and returns what was counted.
fn passed(mesh: &Grid, mut cycle: impl FnMut(&[Cast]) -> Counts) -> u64 {
    let cast = |source: [u32; 2], low: [u32; 2], high: [u32; 2]| {
        let [source, low, high] = [source, low, high].map(|at| mesh.node_at(&at));
        Cast { source, region: Region::new(mesh, low, high), corner: None, length: LENGTH }
    };
    let right = vec![cast([0, 1], [2, 1], [2, 1]); STREAM as usize];
    let up = vec![cast([1, 0], [1, 2], [1, 2]); STREAM as usize];
    let middle = [cast([1, 1], [1, 1], [2, 2])];
    let mut came = 0;
    for now in 0.. {
        let made = match now {
            0 => &right[..],
            // The streams let go of their outputs half a message apart.
            4 => &up[..],
            100 => &middle[..],
            _ => &[],
        };
        let counts = cycle(made);
        if now >= 100 {
            came += counts.unicasts.messages;
        }
        if counts.broadcasts.messages > 0 {
            break;
        }
    }
    came
}

#[test]
fn a_header_with_two_outputs_starves_where_it_takes_all_or_nothing() {
    let spec = RegionSpec { max_data: LENGTH, ..RegionSpec::new(&[3, 3]) };
    let mesh = spec.mesh();
    let papers = |reservation| {
        let safe = RegionConfig::safe(Algorithm::FixedCorner, 1, LENGTH);
        let mut network =
            RegionNetwork::new(mesh.clone(), RegionConfig { reservation, ..safe }).expect("small");
        passed(&mesh, |made| {
            made.iter().for_each(|cast| network.add(cast));
            network.step();
            network.take_counts()
        })
    };
    // The broadcast comes when a stream has ended: the priority that rotates does not help.
    assert!(papers(Reservation::AllOrNothing) > u64::from(STREAM));
    assert!(papers(Reservation::Ordered) < 20);
    let mut emitted = EmittedRegion::new(&spec);
    let passed = passed(&mesh, |made| {
        for cast in made {
            emitted.add(&Cast { length: LENGTH - 1, ..cast.clone() });
        }
        emitted.step();
        emitted.take_counts()
    });
    assert!(passed < 20, "{passed} messages go before the broadcast");
    emitted.audit().expect("it is fair");
}

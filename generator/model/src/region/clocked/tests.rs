//! What waits in the emitted network while processors send as fast as they can: deadlocks, and the
//! waits that the ranking allows.

use std::collections::BTreeSet;

use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Topology};

use super::channels::{Channels, each};
use super::{Beat, MeshChannel, MeshRouters, RegionEvent, RegionOffer};
use crate::random::Random;
use crate::region::ranking::{self, Discipline, Resource};
use crate::region::route::Route;
use crate::region::{Algorithm, Region};
use crate::simulate::bits::ones;
use crate::simulate::stuck::Deadlock;
use crate::simulate::world::World;

/// Processors that accept in one of so many cycles.
struct Processors {
    random: Random,
    pause: u32,
    accepted: Vec<u32>,
}

impl World<Beat, RegionEvent> for Processors {
    fn accepted(&mut self, _: u64, node: u32) {
        self.accepted.push(node);
    }

    fn takes(&mut self, _: u32) -> bool {
        self.random.below(self.pause) == 0
    }

    fn delivered(&mut self, _: u64, _: u32, _: Beat) {}

    fn event(&mut self, _: u64, _: RegionEvent) {}
}

/// Plays random messages of 4 flits as fast as they are taken; returns the first thing that is found
/// after a cycle.
fn play<T>(
    spec: &RegionSpec,
    pause: u32,
    route: impl Fn(&Grid, &mut Random, u32) -> Route,
    mut find: impl FnMut(&MeshRouters) -> Option<T>,
) -> Option<T> {
    let (mesh, mut random) = (spec.mesh(), Random::keyed(1, [0; 3]));
    let mut routers = MeshRouters::new(spec);
    let mut world = Processors { random: Random::keyed(2, [0; 3]), pause, accepted: Vec::new() };
    let mut left = vec![(0, 0); spec.nodes() as usize];
    for _ in 0..6000 {
        for node in 0..spec.nodes() {
            let (frame, flits) = &mut left[node as usize];
            if *flits == 0 {
                let route = Ok(route(&mesh, &mut random, node));
                *frame = routers.begin(RegionOffer { message: 0, route });
                *flits = 4;
                routers.offer(node, *frame, false);
            }
        }
        routers.step(&mut world);
        for node in world.accepted.drain(..) {
            let (frame, flits) = &mut left[node as usize];
            *flits -= 1;
            if *flits > 0 {
                routers.offer(node, *frame, *flits == 1);
            }
        }
        if let found @ Some(_) = find(&routers) {
            return found;
        }
    }
    None
}

#[test]
fn corners_of_choice_deadlock_and_the_fixed_corner_does_not() {
    for virtual_channels in [1, 2] {
        let spec = RegionSpec { virtual_channels, max_data: 8, ..RegionSpec::new(&[4, 4]) };
        let found = |corner: fn(&Grid, u32, &Region) -> u32| -> Option<Deadlock<MeshChannel>> {
            let route = |mesh: &Grid, random: &mut Random, source: u32| {
                let mut any = || random.below(mesh.nodes());
                let region = Region::new(mesh, any(), any());
                let corner = corner(mesh, any(), &region);
                Route { corner, ..Route::new(Algorithm::FixedCorner, mesh, source, region) }
            };
            play(&spec, 1, route, |routers| match routers.now() % 16 {
                0 => routers.deadlock(),
                _ => None,
            })
        };
        assert_eq!(found(|mesh, _, region| region.lowest(mesh)), None);
        let deadlock = found(|mesh, near, region| region.nearest_corner(mesh, mesh.at(near)))
            .expect("messages turn back at their corners");
        assert!(deadlock.cycle.len() >= 2, "{deadlock}");
    }
}

impl MeshRouters {
    /// Returns what each waiting header holds, and what it asks for, as the ranking names them.
    fn waits_of_headers(&self) -> impl Iterator<Item = (Resource, Resource)> {
        let shape = &self.shape;
        let link = |node: usize, port: usize, class: usize| Resource::Channel {
            node: node as u32,
            port: port as u8,
            class: class as u8,
        };
        let output = move |node: usize, channel: usize| {
            link(node, channel / shape.lanes, channel % shape.lanes / shape.class_lanes)
        };
        let waits = self.routers.iter().enumerate().flat_map(move |(node, router)| {
            // The message before it in its channel has begun, and goes first.
            let first: Channels = router.waiting & !router.streaming;
            each(first).map(move |channel| {
                let header = &router.inputs[channel].header;
                let request = header.missing.trailing_zeros() as usize;
                let wanted = match request == shape.delivery() {
                    true => Resource::Delivery { node: node as u32 },
                    false => link(node, request % shape.ports, request / shape.ports),
                };
                let entered = match channel == shape.own() {
                    true => Resource::Injection { node: node as u32 },
                    false => output(shape.behind(node, channel / shape.lanes), channel),
                };
                let mut held = vec![entered];
                held.extend(ones(header.outputs).map(|channel| output(node, channel)));
                held.extend(header.buffer.map(|_| Resource::Delivery { node: node as u32 }));
                (held, wanted)
            })
        });
        waits.flat_map(|(held, wanted)| held.into_iter().map(move |held| (held, wanted)))
    }
}

/// Returns all waits of headers in a run.
fn seen(spec: &RegionSpec) -> BTreeSet<(Resource, Resource)> {
    let route = |mesh: &Grid, random: &mut Random, source: u32| {
        let mut any = || random.below(mesh.nodes());
        let one = any();
        let other = if any() % 2 == 0 { one } else { any() };
        let mut region = Region::new(mesh, one, other);
        if spec.algorithm == CornerAlgorithm::Mst && one != other {
            region = Region::new(mesh, source, other);
        }
        Route::new(Algorithm::from(spec.algorithm), mesh, source, region)
    };
    let mut seen = BTreeSet::new();
    let none: Option<()> = play(spec, 4, route, |routers| {
        seen.extend(routers.waits_of_headers());
        None
    });
    assert_eq!(none, None);
    seen
}

#[test]
fn every_wait_of_a_header_is_in_the_graph_of_the_ranking() {
    for algorithm in CornerAlgorithm::ALL {
        for virtual_channels in [1, 2, 4].into_iter().filter(|all| all % algorithm.classes() == 0) {
            for radices in [&[3, 3][..], &[2, 2, 2]] {
                let spec = RegionSpec {
                    algorithm,
                    virtual_channels,
                    max_data: 8,
                    ..RegionSpec::new(radices)
                };
                let graph = ranking::waits(&spec.mesh(), algorithm, Discipline::Emitted);
                let edges: BTreeSet<_> = graph.edges().collect();
                let seen = seen(&spec);
                let unexpected = seen.difference(&edges).next();
                assert_eq!(unexpected, None, "{radices:?} {algorithm:?} {virtual_channels}");
                // A run in which few headers wait would not show that an edge is absent.
                let most = 9 * edges.len() / 10;
                assert!(seen.len() >= most, "{} of {} waits", seen.len(), edges.len());
            }
        }
    }
}

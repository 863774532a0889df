//! Throughput and latency between ideal processors.
use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Topology};
use super::{Beat, MeshRouters, RegionEvent, RegionOffer};
use crate::random::Random;
use crate::region::route::Route;
use crate::region::{Algorithm, Region};
use crate::simulate::world::World;

#[derive(Default)]
struct Ideal { accepted: Vec<(u64, u32)>, delivered: Vec<(u64, u32, Beat)>, }
impl World<Beat, RegionEvent> for Ideal {
    fn accepted(&mut self, now: u64, node: u32) { self.accepted.push((now, node)); }
    fn takes(&mut self, _: u32) -> bool { true }
    fn delivered(&mut self, now: u64, node: u32, beat: Beat) { self.delivered.push((now, node, beat)); }
    fn event(&mut self, _: u64, _: RegionEvent) {}
}
#[derive(Clone, Copy, PartialEq)]
enum Kind { Unicast, Box, All }
fn route(spec: &RegionSpec, kind: Kind, mesh: &Grid, random: &mut Random, source: u32) -> Route {
    let n = mesh.nodes();
    let region = match kind {
        Kind::Unicast => { let other = (source + 1 + random.below(n - 1)) % n; Region::new(mesh, other, other) }
        Kind::All => Region::new(mesh, 0, n - 1),
        Kind::Box => loop {
            let mode = std::env::var("BOX").unwrap_or_default();
            let (mut a, mut b) = (random.below(n), random.below(n));
            match mode.as_str() {
                "big" => while mesh.at(a).iter().zip(mesh.at(b).iter()).any(|(x, y)| x == y) { a = random.below(n); b = random.below(n); },
                "multi" => while a == b { a = random.below(n); b = random.below(n); },
                "in" => while !Region::new(mesh, a, b).contains(mesh.at(source)) { a = random.below(n); b = random.below(n); },
                "in2" => while a == b || !Region::new(mesh, a, b).contains(mesh.at(source)) { a = random.below(n); b = random.below(n); },
                "pow" => {
                    let side = mesh.at(n - 1)[0] + 1;
                    let mut one = || loop { let size = 1 << random.below(4); if size <= side { let at = random.below(side / size) * size; break (at, at + size - 1) } };
                    let ((x0, x1), (y0, y1)) = (one(), one());
                    a = x0 + side * y0; b = x1 + side * y1;
                }
                "size" => {
                    let side = mesh.at(n - 1)[0] + 1;
                    let mut one = || { let size = 1 + random.below(side); let at = random.below(side - size + 1); (at, at + size - 1) };
                    let ((x0, x1), (y0, y1)) = (one(), one());
                    a = x0 + side * y0; b = x1 + side * y1;
                }
                _ => {}
            }
            let region = Region::new(mesh, a, b);
            if spec.algorithm != CornerAlgorithm::Mst || a == b || region.contains(mesh.at(source)) { break region }
        },
    };
    Route::new(Algorithm::from(spec.algorithm), mesh, source, region)
}
fn saturated(spec: &RegionSpec, kind: Kind, data: u32) -> (f64, f64) {
    let (mesh, mut random) = (spec.mesh(), Random::keyed(1, [0; 3]));
    let mut routers = MeshRouters::new(spec);
    let mut world = Ideal::default();
    let n = spec.nodes();
    let mut left = vec![(0u32, 0u32); n as usize];
    let mut count = vec![0u64; n as usize];
    let (warm, end) = (3000u64, 23000u64);
    let mut flits = 0u64;
    for now in 0..end {
        for node in 0..n {
            let (frame, rest) = &mut left[node as usize];
            if *rest == 0 {
                let route = Ok(route(spec, kind, &mesh, &mut random, node));
                *frame = routers.begin(RegionOffer { message: 0, route });
                *rest = 1 + data;
                routers.offer(node, *frame, *rest == 1);
            }
        }
        routers.step(&mut world);
        for (_, node) in world.accepted.drain(..) {
            let (frame, rest) = &mut left[node as usize];
            *rest -= 1;
            if *rest > 0 { routers.offer(node, *frame, *rest == 1); }
            else if now >= warm { count[node as usize] += 1; }
        }
        for (_, _, beat) in world.delivered.drain(..) {
            if now >= warm && beat.index >= 1 { flits += 1; }
        }
    }
    let least = *count.iter().min().unwrap() as f64;
    let most = *count.iter().max().unwrap() as f64;
    (flits as f64 / ((end - warm) * u64::from(n)) as f64, most / least.max(1.0))
}
/// Cycles from the cycle in which the header is offered to the first payload flit at the last destination.
fn idle(spec: &RegionSpec, route: Route, source: u32) -> u64 {
    let mut routers = MeshRouters::new(spec);
    let mut world = Ideal::default();
    let frame = routers.begin(RegionOffer { message: 0, route: Ok(route) });
    routers.offer(source, frame, false);
    let mut sent = 0;
    while !routers.idle() {
        routers.step(&mut world);
        for _ in world.accepted.drain(..) { sent += 1; if sent < 2 { routers.offer(source, frame, true); } }
    }
    world.delivered.iter().filter(|it| it.2.index == 1).map(|it| it.0).max().unwrap()
}
/// Cycles a message of one sender with so many data flits: to the next node.
fn alone(spec: &RegionSpec, data: u32) -> f64 {
    let mesh = spec.mesh();
    let mut routers = MeshRouters::new(spec);
    let mut world = Ideal::default();
    let mut left = 0; let mut frame = 0; let mut done = 0;
    for _ in 0..4000 {
        if left == 0 {
            let route = Ok(Route::new(Algorithm::from(spec.algorithm), &mesh, 0, Region::new(&mesh, 3, 3)));
            frame = routers.begin(RegionOffer { message: 0, route }); left = 1 + data;
            routers.offer(0, frame, left == 1);
        }
        routers.step(&mut world);
        for _ in world.accepted.drain(..) { left -= 1; if left > 0 { routers.offer(0, frame, left == 1); } else { done += 1; } }
    }
    4000.0 / f64::from(done)
}
#[test]
#[ignore = "prototype"]
fn table() {
    for side in if std::env::var("SMALL").is_ok() { vec![4] } else { vec![4, 8] } {
    for algorithm in CornerAlgorithm::ALL {
        let spec = RegionSpec { algorithm, virtual_channels: algorithm.classes(), max_data: 64, ..RegionSpec::new(&[side, side]) };
        let (mesh, mut random) = (spec.mesh(), Random::keyed(1, [0; 3]));
        let n = spec.nodes();
        let hop = |to: u32| idle(&spec, Route::new(Algorithm::from(algorithm), &mesh, 0, Region::new(&mesh, to, to)), 0);
        let all: u64 = (0..n).map(|v| { let r = route(&spec, Kind::All, &mesh, &mut random, v); idle(&spec, r, v) }).sum();
        let boxes: u64 = (0..300).map(|_| { let v = random.below(n); let r = route(&spec, Kind::Box, &mesh, &mut random, v); idle(&spec, r, v) }).sum();
        println!("{side}x{side} {algorithm:?}: unicast 1..3 hops {} {} {}; all {:.1}; boxes {:.1}; alone 0: {:.2} 1: {:.2}", hop(1), hop(2), hop(3), all as f64 / f64::from(n), boxes as f64 / 300.0, alone(&spec, 0), alone(&spec, 1));
        for data in [1, 4, 16, 64] {
            let cells: Vec<String> = [Kind::Unicast, Kind::Box, Kind::All].iter().map(|kind| { let (t, f) = saturated(&spec, *kind, data); format!("{t:.3} (1:{f:.1})") }).collect();
            println!("  L={data}: {}", cells.join("  "));
        }
    }}
}

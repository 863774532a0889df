//! Trees over all regions and sources of small meshes: exactly once, hops, traffic, messages.

use std::collections::BTreeMap;

use teecast_model::region::doubling::{self, Share};
use teecast_model::region::route::Route;
use teecast_model::region::tree::{self, Tree};
use teecast_model::region::{Algorithm, Region};
use teecast_model::simulate::route::{Layout, Routes};
use teecast_spec::topology::{Grid, Orthogonal, Topology};

use super::{mesh, node, regions};

const MESHES: [&[u32]; 6] = [&[7], &[4, 4], &[5, 3], &[4, 2, 3], &[2, 2, 2, 2], &[3, 2, 2, 2]];

/// Calls for every region and source; returns how many there were.
fn for_all(of: impl Fn(&Grid, &Region, u32)) -> usize {
    let mut cases = 0;
    for radices in MESHES {
        let mesh = mesh(radices);
        for region in regions(&mesh) {
            (0..mesh.nodes()).for_each(|source| of(&mesh, &region, source));
            cases += mesh.nodes() as usize;
        }
    }
    cases
}

/// Checks that every node of the region gets the message once, as many hops away as the way over
/// the corner is long, on as few links as that takes.
fn check(mesh: &Grid, region: &Region, source: u32, corner: u32, tree: &Tree) {
    let hops: BTreeMap<u32, u32> = tree.deliveries.iter().copied().collect();
    assert_eq!(hops.len(), tree.deliveries.len(), "twice: {region:?} from {source}");
    assert!(hops.keys().copied().eq(region.nodes(mesh)), "{region:?} from {source}");
    let before = mesh.distance(source, corner);
    for (&node, &found) in &hops {
        assert_eq!(found, before + mesh.distance(corner, node), "{region:?} from {source}");
    }
    assert_eq!(tree.sends.len() as u32, before + region.size() - 1);
}

#[test]
fn every_node_of_a_region_gets_one_copy_by_way_of_the_corner() {
    let cases = for_all(|mesh, region, source| {
        for algorithm in [Algorithm::FixedCorner, Algorithm::NearestCorner] {
            let route = Route::new(algorithm, mesh, source, region.clone());
            let corner = match algorithm {
                Algorithm::FixedCorner => region.lowest(mesh),
                _ => region.nearest_corner(mesh, mesh.at(source)),
            };
            let tree = tree::grow(mesh, &route, source);
            check(mesh, region, source, corner, &tree);
            let turned_down = |send: &tree::Send| send.spreading && send.port % 2 == 1;
            let one_way = !tree.sends.iter().any(turned_down);
            assert!(one_way || algorithm == Algorithm::NearestCorner);
        }
        if region.contains(mesh.at(source)) {
            let route = Route::new(Algorithm::Mst, mesh, source, region.clone());
            check(mesh, region, source, source, &tree::grow(mesh, &route, source));
        }
    });
    assert_eq!(cases, 7 * 28 + 16 * 100 + 15 * 90 + 24 * 180 + 16 * 81 + 24 * 162);
}

#[test]
fn a_region_of_one_node_is_reached_in_dimension_order() {
    let routes = Routes::new(&Layout::Mesh(vec![4, 3])).expect("permitted");
    let mesh = mesh(&[4, 3]);
    for (source, there) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
        let route =
            Route::new(Algorithm::NearestCorner, &mesh, source, Region::new(&mesh, there, there));
        let tree = tree::grow(&mesh, &route, source);
        let mut at = source;
        for send in &tree.sends {
            let label = |node: u32| routes.label(node as usize);
            assert_eq!(send.port, routes.route(label(at), label(there)).port);
            assert_eq!((send.from, send.class), (at, 0));
            at = send.to;
        }
        assert_eq!(at, there);
    }
}

#[test]
fn copies_that_turn_at_the_corner_take_the_second_class() {
    let mesh = mesh(&[5, 5]);
    let region = Region::new(&mesh, node(&mesh, &[0, 0]), node(&mesh, &[3, 3]));
    // From (1, 0) the nearest corner is (0, 0): the message comes through -X, turns back to +X, and
    // goes on into +Y as dimension order does.
    let source = node(&mesh, &[1, 0]);
    let route = Route::new(Algorithm::NearestCorner, &mesh, source, region.clone());
    for send in tree::grow(&mesh, &route, source).sends.iter().skip(1) {
        let column = mesh.at(send.from)[0];
        let expected = u8::from(send.port == 0 || column > 0);
        assert_eq!(send.class, expected, "{send:?}");
    }
    // From the corner itself nothing turns, and the fixed corner has one class.
    for (algorithm, source) in [(Algorithm::NearestCorner, 0), (Algorithm::FixedCorner, 24)] {
        let route = Route::new(algorithm, &mesh, source, region.clone());
        assert!(tree::grow(&mesh, &route, source).sends.iter().all(|send| send.class == 0));
    }
}

#[test]
fn doubling_reaches_everyone_once_in_logarithmic_steps() {
    for_all(|mesh, region, source| {
        let inside = region.contains(mesh.at(source));
        // Message, and the step in which it is sent: a holder sends one in each step.
        let mut open: Vec<(u32, Share, u32)> = Vec::new();
        let due = |from: u32, shares: Vec<Share>, step: u32| {
            let numbered = (step + 1..).zip(shares);
            numbered.map(move |(step, share)| (from, share, step)).collect::<Vec<_>>()
        };
        open.extend(due(source, doubling::begin(mesh, source, region), 0));
        let mut reached = BTreeMap::new();
        let (mut steps, mut traffic) = (0, 0);
        while let Some((from, share, step)) = open.pop() {
            assert!(reached.insert(share.to, step).is_none() && share.to != source);
            assert!(share.region.contains(mesh.at(share.to)));
            traffic += mesh.distance(from, share.to);
            steps = steps.max(step);
            open.extend(due(share.to, doubling::serve(mesh, share.to, &share.region), step));
        }
        let messages = region.size() - u32::from(inside);
        assert_eq!(reached.len() as u32, messages);
        assert!(reached.keys().all(|node| region.contains(mesh.at(*node))));
        let extents = region.low.iter().zip(&region.high).map(|(low, high)| high - low + 1);
        let expected: u32 = extents.map(|extent| extent.next_power_of_two().ilog2()).sum();
        assert_eq!(steps, expected + u32::from(!inside), "{region:?} from {source}");
        // No fewer links than a spanning tree.
        assert!(traffic >= region.size() - 1);
    });
}

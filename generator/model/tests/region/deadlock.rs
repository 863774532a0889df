//! Which algorithms can deadlock with which reservation of outputs.

use teecast_model::region::dependency::{self, Reservation};
use teecast_model::region::route::{Branch, Route};
use teecast_model::region::{Algorithm, Region};
use teecast_model::waits::{Verdict, WaitGraph};
use teecast_spec::topology::{Grid, Topology};

use super::{mesh, regions};

/// Returns the routes of an algorithm, every source to every region, and unicasts.
fn routes(mesh: &Grid, algorithm: Algorithm) -> Vec<(Route, u32)> {
    let mut all = Vec::new();
    for (region, source) in regions(mesh)
        .into_iter()
        .flat_map(|region| (0..mesh.nodes()).map(move |s| (region.clone(), s)))
    {
        if algorithm != Algorithm::Mst || region.size() == 1 || region.contains(mesh.at(source)) {
            all.push((Route::new(algorithm, mesh, source, region), source));
        }
    }
    all
}

/// Returns whether no deadlock cycle is possible.
fn is_safe(mesh: &Grid, routes: &[(Route, u32)], reservation: Reservation) -> bool {
    let mut graph = WaitGraph::default();
    for (route, source) in routes {
        dependency::add(&mut graph, mesh, route, *source, reservation);
    }
    matches!(graph.verdict(), Verdict::Acyclic(_))
}

fn ascending(branch: &Branch) -> i32 {
    branch.port.into()
}

/// The local port before all others, whatever its number is.
fn local_first(branch: &Branch, local: u8) -> i32 {
    if branch.port == local { -1 } else { branch.port.into() }
}

fn descending(branch: &Branch, local: u8) -> i32 {
    if branch.port == local { 1 } else { -i32::from(branch.port / 2) }
}

const ORDERED: Reservation = Reservation::Ordered(ascending);
const LOCAL_FIRST: Reservation = Reservation::Ordered(|branch| local_first(branch, 4));
const DESCENDING: Reservation = Reservation::Ordered(|branch| descending(branch, 4));
const CLASS_FIRST: Reservation = Reservation::Ordered(|branch| match branch.port {
    4 => i32::MAX,
    port => 100 * i32::from(branch.class) + i32::from(port),
});

#[test]
fn the_rules_of_the_algorithms_are_safe() {
    for radices in [&[4, 4][..], &[5, 3], &[3, 3, 3], &[2, 2, 2, 2]] {
        let mesh = mesh(radices);
        let fixed = routes(&mesh, Algorithm::FixedCorner);
        assert!(is_safe(&mesh, &fixed, ORDERED), "{radices:?}");
        assert!(is_safe(&mesh, &fixed, Reservation::AllOrNothing), "{radices:?}");
        assert!(is_safe(&mesh, &routes(&mesh, Algorithm::Mst), ORDERED), "{radices:?}");
        let nearest = routes(&mesh, Algorithm::NearestCorner);
        assert!(is_safe(&mesh, &nearest, Reservation::AllOrNothing), "{radices:?}");
    }
}

#[test]
fn any_fixed_order_serves_the_fixed_corner_but_not_the_spanning_tree() {
    let mesh = mesh(&[4, 4]);
    let fixed = routes(&mesh, Algorithm::FixedCorner);
    assert!(is_safe(&mesh, &fixed, LOCAL_FIRST) && is_safe(&mesh, &fixed, DESCENDING));
    assert!(!is_safe(&mesh, &fixed, Reservation::Unordered));
    let spanning = routes(&mesh, Algorithm::Mst);
    assert!(!is_safe(&mesh, &spanning, LOCAL_FIRST) && !is_safe(&mesh, &spanning, DESCENDING));
}

#[test]
fn the_nearest_corner_needs_two_classes_and_all_outputs_at_once() {
    let mesh = mesh(&[4, 4]);
    let nearest = routes(&mesh, Algorithm::NearestCorner);
    assert!(!is_safe(&mesh, &nearest, ORDERED));
    assert!(
        is_safe(&mesh, &nearest, CLASS_FIRST),
        "the first class before the second is safe, too"
    );
    let mut one_class = nearest;
    one_class.iter_mut().for_each(|(route, _)| route.two_classes = false);
    assert!(!is_safe(&mesh, &one_class, Reservation::AllOrNothing));
}

#[test]
fn two_messages_from_opposite_corners_wait_for_each_other() {
    let mesh = mesh(&[2, 2]);
    let region = Region::new(&mesh, 0, 2);
    let route = |corner| Route { region: region.clone(), corner, two_classes: false };
    // Each source is the corner of the other.
    let both = [(route(2), 0), (route(0), 2)];
    assert!(!is_safe(&mesh, &both, Reservation::AllOrNothing));
    assert!(is_safe(&mesh, &both[..1], Reservation::AllOrNothing));
}

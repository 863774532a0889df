//! Freedom from deadlock of the emitted network: a rank rises along every wait of one resource for
//! another.
//!
//! A message holds a channel of an output from its grant until it has begun, with all outputs granted,
//! at the next router. Meanwhile it waits for the outputs that it lacks. A message that has begun waits for
//! no output: its flits need room in channels that were granted before, and a channel is granted only after
//! the messages in it have begun, or while all flits of a further message have a place. By the order of grants in
//! time, all of them drain. Of several messages in a channel that have not begun, each waits for the one before it,
//! and the first one for its outputs: these waits are those of the channel, so no edge comes to them, and the
//! order in the channel goes before all later grants of it. What holds a delivery has begun and waits for the
//! processor alone. The waits are enumerated here, and share nothing with [`super::dependency`].

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use teecast_spec::RegionSpec;
use teecast_spec::region::CornerAlgorithm;
use teecast_spec::topology::{Grid, Orthogonal, Topology};

use super::route::{Arrival, Branch, Route};
use super::{Algorithm, Region};
use crate::waits::WaitGraph;

/// Nodes of the largest mesh whose waits are enumerated.
pub const LARGEST: u32 = 64;

/// What a message holds, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// The channel of a processor into its router.
    Injection {
        /// The router.
        node: u32,
    },
    /// The channels of one class at an output, with the queues at their other ends.
    Channel {
        /// The router.
        node: u32,
        /// Its port.
        port: u8,
        /// The class.
        class: u8,
    },
    /// The buffers before a processor.
    Delivery {
        /// The router.
        node: u32,
    },
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Injection { node } => write!(f, "node {node} injection"),
            Resource::Channel { node, port, class } => {
                write!(f, "node {node} output {port} class {class}")
            }
            Resource::Delivery { node } => write!(f, "node {node} delivery"),
        }
    }
}

/// Names how messages reserve outputs, and which channels they may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discipline {
    /// As emitted: class 0 before class 1, each by port, the delivery last.
    Emitted,
    /// In no fixed order.
    Unordered,
    /// The delivery first.
    DeliveryFirst,
    /// Dimensions in descending order, the delivery last.
    Descending,
    /// By port, whatever the class is.
    ByPort,
    /// As emitted, with one class for all copies.
    OneClass,
    /// As emitted, with one class, by way of any corner.
    AnyCorner,
}

impl Discipline {
    /// Returns the rule that is known to be wrong for an algorithm.
    pub const fn spoiled(algorithm: CornerAlgorithm) -> Self {
        match algorithm {
            CornerAlgorithm::FixedCorner => Discipline::Unordered,
            CornerAlgorithm::NearestCorner => Discipline::ByPort,
            CornerAlgorithm::Mst => Discipline::DeliveryFirst,
        }
    }

    /// Sorts what a header asks for; returns whether the order is kept.
    fn sort(self, branches: &mut [Branch], local: u8) -> bool {
        let delivers = |branch: &Branch| branch.port == local;
        match self {
            Discipline::Unordered => return false,
            Discipline::DeliveryFirst => branches.sort_by_key(|it| (!delivers(it), it.port)),
            Discipline::Descending => {
                branches.sort_by_key(|it| (delivers(it), Reverse(it.port / 2), it.port));
            }
            Discipline::ByPort => branches.sort_by_key(|it| it.port),
            Discipline::Emitted | Discipline::OneClass | Discipline::AnyCorner => {
                branches.sort_by_key(|it| (delivers(it), it.class, it.port));
            }
        }
        true
    }
}

/// Returns every wait that a message of any source to any region can cause, unicasts included.
pub fn waits(
    mesh: &Grid,
    algorithm: CornerAlgorithm,
    discipline: Discipline,
) -> WaitGraph<Resource> {
    let mut graph = WaitGraph::default();
    for region in regions(mesh) {
        for source in 0..mesh.nodes() {
            for route in routes(mesh, algorithm, discipline, source, &region) {
                follow(&mut graph, mesh, &route, source, discipline);
            }
        }
    }
    graph
}

/// Returns all boxes of nodes, each once.
fn regions(mesh: &Grid) -> Vec<Region> {
    let is_lowest = |low: u32, high: u32| {
        let (low, high) = (mesh.at(low), mesh.at(high));
        low.iter().zip(high.iter()).all(|(low, high)| low <= high)
    };
    let pairs = (0..mesh.nodes()).flat_map(|low| (0..mesh.nodes()).map(move |high| (low, high)));
    let pairs = pairs.filter(|(low, high)| is_lowest(*low, *high));
    pairs.map(|(low, high)| Region::new(mesh, low, high)).collect()
}

/// Returns the routes of a source to a region: one, or by way of each corner, or none where the source
/// may not send.
fn routes(
    mesh: &Grid,
    algorithm: CornerAlgorithm,
    discipline: Discipline,
    source: u32,
    region: &Region,
) -> Vec<Route> {
    let outside = region.size() > 1 && !region.contains(mesh.at(source));
    if algorithm == CornerAlgorithm::Mst && outside {
        return Vec::new();
    }
    let mut route = Route::new(Algorithm::from(algorithm), mesh, source, region.clone());
    match discipline {
        Discipline::OneClass => route.two_classes = false,
        Discipline::AnyCorner => {
            route.two_classes = false;
            return corners(mesh, region)
                .into_iter()
                .map(|corner| Route { corner, ..route.clone() })
                .collect();
        }
        _ => {}
    }
    vec![route]
}

/// Returns the corners of a region.
fn corners(mesh: &Grid, region: &Region) -> BTreeSet<u32> {
    let sides = 0..1u32 << region.low.len();
    let side = |sides: u32, i: usize| match sides >> i & 1 {
        0 => region.low[i],
        _ => region.high[i],
    };
    let corner = |sides| (0..region.low.len()).map(|i| side(sides, i)).collect::<Vec<_>>();
    sides.map(|sides| mesh.node_at(&corner(sides))).collect()
}

/// Adds the waits of one message.
fn follow(
    graph: &mut WaitGraph<Resource>,
    mesh: &Grid,
    route: &Route,
    source: u32,
    discipline: Discipline,
) {
    let local = mesh.ports() as u8;
    let start = Arrival { node: source, through: None, class: 0, spreading: false };
    let mut arriving = VecDeque::from([(start, Resource::Injection { node: source })]);
    while let Some((arrival, held)) = arriving.pop_front() {
        let node = arrival.node;
        let decision = route.decide(mesh, &arrival);
        let mut branches = decision.branches;
        let is_ordered = discipline.sort(&mut branches, local);
        let resource = |branch: &Branch| match branch.port {
            port if port == local => Resource::Delivery { node },
            port => Resource::Channel { node, port, class: branch.class },
        };
        let wanted: Vec<Resource> = branches.iter().map(resource).collect();
        for (index, output) in wanted.iter().enumerate() {
            // The header in a channel waits for each of its outputs.
            graph.wait(held, *output);
            // With some of them it waits for the others: in order, for the later ones.
            let others = if is_ordered { &wanted[index + 1..] } else { &wanted[..] };
            for other in others.iter().filter(|other| *other != output) {
                graph.wait(*output, *other);
            }
        }
        for branch in branches.iter().filter(|branch| branch.port != local) {
            let to = mesh.neighbour(node, branch.port.into());
            let next = Arrival {
                node: to.expect("a tree stays in the mesh"),
                through: Some(branch.port),
                class: branch.class,
                spreading: decision.spreading,
            };
            arriving.push_back((next, resource(branch)));
        }
    }
}

/// Ranks a resource: a list that rises along every wait.
///
/// * Spanning tree: dimensions ascend; in one of them "+" comes before "-", each by the way it leads.
/// * Nearest corner: classes ascend, in each of them dimensions, in each of them the way it leads.
/// * Fixed corner: a way that goes down in a dimension came from there or from lower ones; after it the
///   coordinate only grows. So the coordinates decide, the lowest dimension first, and at one node the port.
fn rank(mesh: &Grid, algorithm: CornerAlgorithm, resource: &Resource) -> Vec<i64> {
    let (node, port, class) = match *resource {
        Resource::Injection { .. } => return Vec::new(),
        Resource::Delivery { node } => (node, mesh.ports() as u8, 1),
        Resource::Channel { node, port, class } => (node, port, class),
    };
    let (dimension, down) = (usize::from(port / 2), i64::from(port % 2));
    let at: Vec<i64> = mesh.at(node).iter().map(|x| i64::from(*x)).collect();
    let along = at.get(dimension).map_or(0, |x| if down == 1 { -x } else { *x });
    let (dimension, port) = (dimension as i64, i64::from(port));
    match algorithm {
        CornerAlgorithm::Mst => vec![dimension, down, along],
        CornerAlgorithm::NearestCorner => vec![i64::from(class), dimension, along],
        CornerAlgorithm::FixedCorner => {
            let lower = if down == 1 { dimension as usize } else { at.len() };
            let grown = at.iter().take(lower).flat_map(|x| [1, *x]);
            grown.chain(if down == 1 { vec![0, along] } else { vec![port] }).collect()
        }
    }
}

/// Returns a wait along which the rank does not rise: what is held, and what its holder waits for.
///
/// `spoiled` reserves outputs in an order that is known to be wrong.
pub fn wait_that_does_not_rise(spec: &RegionSpec, spoiled: bool) -> Option<(Resource, Resource)> {
    let (mesh, algorithm) = (spec.mesh(), spec.algorithm);
    let discipline = if spoiled { Discipline::spoiled(algorithm) } else { Discipline::Emitted };
    let graph = waits(&mesh, algorithm, discipline);
    let rank = |resource: &Resource| rank(&mesh, algorithm, resource);
    graph.edges().find(|(held, wanted)| rank(held) >= rank(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waits::Verdict;

    const MESHES: [&[u32]; 7] =
        [&[4, 4], &[5, 3], &[5, 5], &[3, 3, 3], &[4, 3, 3], &[2, 2, 2, 2], &[3, 3, 2, 2]];
    const ALGORITHMS: [CornerAlgorithm; 3] = CornerAlgorithm::ALL;

    fn spec(radices: &[u32], algorithm: CornerAlgorithm) -> RegionSpec {
        RegionSpec { algorithm, ..RegionSpec::new(radices) }
    }

    #[test]
    fn the_rank_rises_along_every_wait_of_the_emitted_network() {
        for (radices, algorithm) in
            MESHES.iter().flat_map(|mesh| ALGORITHMS.map(|algorithm| (*mesh, algorithm)))
        {
            let found = wait_that_does_not_rise(&spec(radices, algorithm), false);
            assert_eq!(found, None, "{radices:?} {algorithm:?}");
        }
    }

    #[test]
    fn each_algorithm_has_a_wait_that_falls_in_a_wrong_order() {
        for (radices, algorithm) in
            MESHES.iter().flat_map(|mesh| ALGORITHMS.map(|algorithm| (*mesh, algorithm)))
        {
            let found = wait_that_does_not_rise(&spec(radices, algorithm), true);
            assert!(found.is_some(), "{radices:?} {algorithm:?}");
        }
    }

    /// Returns a shortest deadlock cycle.
    fn cycle(radices: &[u32], algorithm: CornerAlgorithm, discipline: Discipline) -> Vec<Resource> {
        let mesh = RegionSpec::new(radices).mesh();
        match waits(&mesh, algorithm, discipline).verdict() {
            Verdict::Cycle(cycle) => cycle,
            Verdict::Acyclic(_) => Vec::new(),
        }
    }

    #[test]
    fn without_the_rules_there_are_deadlock_cycles() {
        let channel = |node, port, class| Resource::Channel { node, port, class };
        let mesh = &[4, 4];
        let unordered = cycle(mesh, CornerAlgorithm::FixedCorner, Discipline::Unordered);
        assert_eq!(unordered.len(), 2, "{unordered:?}");
        let first = cycle(mesh, CornerAlgorithm::Mst, Discipline::DeliveryFirst);
        assert!(first.iter().any(|it| matches!(it, Resource::Delivery { .. })), "{first:?}");
        let down = cycle(mesh, CornerAlgorithm::Mst, Discipline::Descending);
        assert!(!down.is_empty());
        let port = cycle(mesh, CornerAlgorithm::NearestCorner, Discipline::ByPort);
        let of_class = |class| {
            port.iter()
                .any(|it| matches!(it, Resource::Channel { class: its, .. } if *its == class))
        };
        assert!(of_class(0) && of_class(1), "{port:?}");
        let one_class = cycle(mesh, CornerAlgorithm::NearestCorner, Discipline::OneClass);
        assert!(!one_class.is_empty());
        // The least mesh in which messages by way of two corners wait for each other.
        let corner = cycle(&[2], CornerAlgorithm::FixedCorner, Discipline::AnyCorner);
        assert_eq!(corner, [channel(0, 0, 0), channel(1, 1, 0)]);
    }

    #[test]
    fn any_fixed_order_serves_the_fixed_corner() {
        for discipline in [Discipline::DeliveryFirst, Discipline::Descending] {
            assert!(cycle(&[4, 4], CornerAlgorithm::FixedCorner, discipline).is_empty());
        }
    }

    #[test]
    fn a_header_waits_for_its_outputs_and_keeps_their_order() {
        let mesh = RegionSpec::new(&[2, 2]).mesh();
        let graph = waits(&mesh, CornerAlgorithm::FixedCorner, Discipline::Emitted);
        let channel = |node, port| Resource::Channel { node, port, class: 0 };
        let edges: BTreeSet<_> = graph.edges().collect();
        for (held, wanted) in [
            (Resource::Injection { node: 0 }, channel(0, 0)),
            (channel(0, 0), channel(0, 2)),
            (channel(0, 0), Resource::Delivery { node: 0 }),
            // A message turns at its corner.
            (channel(1, 1), channel(0, 0)),
        ] {
            assert!(edges.contains(&(held, wanted)), "{held} does not wait for {wanted}");
            assert!(!edges.contains(&(wanted, held)), "{wanted} waits for {held}");
        }
    }
}

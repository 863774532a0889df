//! One message on the golden model: any algorithm of the family, from request to tree of hops.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use teecast_spec::Vote;
use teecast_spec::topology::Cube;

use super::class::{ClassRule, RoutePlace};
use super::multicast::{self, Rule};
use super::optimal::{self, TooLong};
use super::tree::{self, Carried, Leg, Onward, Visit};
use super::{all_dimensions, baseline, broadcast, common_ancestor, dimensions, fault, unicast};

pub use super::tree::{Arrived, Send, Tree as Route, Unroutable};

/// Names an algorithm, as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// UNICAST.1 or .F1.
    Unicast,
    /// BROADCAST.3 or .F3; negative-first where classes are limited.
    Broadcast,
    /// MULTICAST.1 or .F1 with the vote and class rule of the request.
    Multicast,
    /// Fewest links of all trees of shortest paths.
    Optimal,
    /// Spare global send.
    Spare,
    /// One unicast per destination.
    Unicasts,
    /// BROADCAST.1, by weight.
    Broadcast1,
    /// BROADCAST.2, by relative source address.
    Broadcast2,
    /// BROADCAST.3, by control vector.
    Broadcast3,
    /// BROADCAST.F3.
    BroadcastF3,
    /// One_to_Two.
    OneToTwo,
    /// One_to_Three.
    OneToThree,
}

impl Algorithm {
    /// All algorithms, in the order of the command line.
    pub const ALL: [Algorithm; 12] = [
        Algorithm::Unicast,
        Algorithm::Broadcast,
        Algorithm::Multicast,
        Algorithm::Optimal,
        Algorithm::Spare,
        Algorithm::Unicasts,
        Algorithm::Broadcast1,
        Algorithm::Broadcast2,
        Algorithm::Broadcast3,
        Algorithm::BroadcastF3,
        Algorithm::OneToTwo,
        Algorithm::OneToThree,
    ];

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Unicast => "unicast",
            Algorithm::Broadcast => "broadcast",
            Algorithm::Multicast => "multicast",
            Algorithm::Optimal => "optimal",
            Algorithm::Spare => "spare",
            Algorithm::Unicasts => "unicasts",
            Algorithm::Broadcast1 => "broadcast1",
            Algorithm::Broadcast2 => "broadcast2",
            Algorithm::Broadcast3 => "broadcast3",
            Algorithm::BroadcastF3 => "broadcast-f3",
            Algorithm::OneToTwo => "one-to-two",
            Algorithm::OneToThree => "one-to-three",
        }
    }

    /// Returns how many destinations the algorithm takes, or `None` for any number.
    pub fn destination_count(self) -> Option<usize> {
        use Algorithm::*;
        match self {
            Broadcast | Broadcast1 | Broadcast2 | Broadcast3 | BroadcastF3 => Some(0),
            Unicast => Some(1),
            OneToTwo => Some(2),
            OneToThree => Some(3),
            Multicast | Optimal | Spare | Unicasts => None,
        }
    }

    /// Returns whether the algorithm has a fault-tolerant form (that of BROADCAST.3 is .F3).
    pub fn tolerates_faults(self) -> bool {
        use Algorithm::*;
        matches!(
            self,
            Unicast | Broadcast | Multicast | Optimal | Unicasts | Broadcast3 | BroadcastF3
        )
    }

    /// Returns whether the class rule applies; the others are the papers' own rules only.
    pub fn takes_classes(self) -> bool {
        use Algorithm::*;
        matches!(self, Unicast | Broadcast | Multicast | Unicasts)
    }
}

/// Asks for one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteRequest {
    /// Dimension of the cube, 2..=16.
    pub n: u32,
    /// Algorithm.
    pub algorithm: Algorithm,
    /// Vote of the multicast; the other algorithms ignore it.
    pub vote: Vote,
    /// Sending node.
    pub source: u32,
    /// Destination list, empty for broadcasts.
    pub destinations: Vec<u32>,
    /// Faulty nodes.
    pub faulty: BTreeSet<u32>,
    /// Number of buffer classes, 1..=8; `None` is the papers' rule without classes.
    pub classes: Option<u32>,
    /// Chooses R of the class rule: C - 2 if true, else C - 1.
    pub fault_tolerant: bool,
}

impl RouteRequest {
    /// Returns the class rule.
    pub(crate) fn class_rule(&self) -> ClassRule {
        match self.classes {
            None => ClassRule::Unlimited,
            Some(classes) => ClassRule::limited(classes, self.fault_tolerant),
        }
    }
}

/// Says why a request cannot be routed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// n is out of range.
    #[error("n is {n}; permitted is 2 to 16")]
    Dimension {
        /// Value given.
        n: u32,
    },
    /// A node number is out of range.
    #[error("{role} {node} is not a node of Q_{n}; permitted is 0 to {last}", last = (1u32 << n) - 1)]
    Node {
        /// What the number was given as: source, destination, faulty node.
        role: &'static str,
        /// Value given.
        node: u32,
        /// Dimension of the cube.
        n: u32,
    },
    /// The source is faulty.
    #[error("the source {source_node} is among the faulty nodes")]
    SourceFaulty {
        /// The source.
        source_node: u32,
    },
    /// The algorithm takes another number of destinations.
    #[error("{} takes {expected} destination(s); {found} given", algorithm.name())]
    DestinationCount {
        /// Algorithm asked for.
        algorithm: Algorithm,
        /// Number it takes.
        expected: usize,
        /// Number given.
        found: usize,
    },
    /// Faults were given to an algorithm without a fault-tolerant form.
    #[error("{} has no fault-tolerant form", algorithm.name())]
    NoFaultTolerantForm {
        /// Algorithm asked for.
        algorithm: Algorithm,
    },
    /// Classes were given to an algorithm that the class rule does not cover.
    #[error("{} is the papers' own rule and takes no classes", algorithm.name())]
    NoClassRule {
        /// Algorithm asked for.
        algorithm: Algorithm,
    },
    /// The number of classes is out of range.
    #[error("classes is {classes}; permitted is {least} to 8")]
    Classes {
        /// Value given.
        classes: u32,
        /// Smallest value: 1, or 2 with fault tolerance.
        least: u32,
    },
    /// The optimum is out of reach.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}

/// Routes one message.
///
/// Destinations that cannot be served are part of the result; for broadcasts they are the
/// fault-free nodes that no copy covers.
///
/// # Errors
/// Every [`RouteError`]: a value out of range, a faulty source, or a combination that the
/// algorithm does not offer.
///
/// # Examples
/// ```
/// use teecast_model::hypercube::route::{Algorithm, RouteRequest, run};
///
/// let route = run(&RouteRequest {
///     n: 5,
///     algorithm: Algorithm::Multicast,
///     vote: teecast_spec::Vote::Greedy,
///     source: 6,
///     destinations: vec![7, 20, 29, 18, 1, 0],
///     faulty: [].into(),
///     classes: None,
///     fault_tolerant: false,
/// })?;
/// assert_eq!((route.traffic, route.steps), (10, 4));
/// # Ok::<(), teecast_model::hypercube::route::RouteError>(())
/// ```
pub fn run(request: &RouteRequest) -> Result<Route, RouteError> {
    check(request)?;
    let classes = request.class_rule();
    let mut route = match request.algorithm {
        Algorithm::Unicast | Algorithm::Unicasts => unicasts(request, &classes),
        Algorithm::Multicast => by_list(request, &Rule { vote: request.vote, classes }),
        Algorithm::Broadcast | Algorithm::Broadcast3 | Algorithm::BroadcastF3 => {
            by_control(request, &classes)
        }
        Algorithm::Broadcast1 => by_weight(request),
        Algorithm::Broadcast2 => by_relative_address(request),
        Algorithm::Optimal => by_optimum(request)?,
        Algorithm::Spare => by_legs(request, baseline::spare_global_send),
        Algorithm::OneToTwo => by_legs(request, common_ancestor::one_to_two),
        Algorithm::OneToThree => by_legs(request, common_ancestor::one_to_three),
    };
    if classes == ClassRule::Unlimited {
        route.sends.iter_mut().for_each(|send| send.class = None);
    }
    Ok(route)
}

fn check(request: &RouteRequest) -> Result<(), RouteError> {
    let &RouteRequest { n, algorithm, source, .. } = request;
    if !(2..=16).contains(&n) {
        return Err(RouteError::Dimension { n });
    }
    let in_cube = |role, node| match node >> n {
        0 => Ok(()),
        _ => Err(RouteError::Node { role, node, n }),
    };
    in_cube("source", source)?;
    request.destinations.iter().try_for_each(|&node| in_cube("destination", node))?;
    request.faulty.iter().try_for_each(|&node| in_cube("faulty node", node))?;
    if request.faulty.contains(&source) {
        return Err(RouteError::SourceFaulty { source_node: source });
    }
    let found = request.destinations.len();
    if let Some(expected) = algorithm.destination_count().filter(|count| *count != found) {
        return Err(RouteError::DestinationCount { algorithm, expected, found });
    }
    if !request.faulty.is_empty() && !algorithm.tolerates_faults() {
        return Err(RouteError::NoFaultTolerantForm { algorithm });
    }
    if let Some(classes) = request.classes {
        let least = if request.fault_tolerant { 2 } else { 1 };
        if !algorithm.takes_classes() {
            return Err(RouteError::NoClassRule { algorithm });
        }
        if !(least..=8).contains(&classes) {
            return Err(RouteError::Classes { classes, least });
        }
    }
    Ok(())
}

/// Routes every destination by itself.
fn unicasts(request: &RouteRequest, classes: &ClassRule) -> Route {
    let faulty = |place: &RoutePlace| fault::vector(request.n, &request.faulty, place.node);
    tree::grow(
        request.source,
        request.destinations.clone(),
        |destination| Carried::Destinations(vec![*destination]),
        |place, destination| {
            let hop = unicast::next_hop(classes, place, faulty(place), destination);
            let onward = hop.ok().flatten();
            Visit {
                deliver: hop == Ok(None),
                unroutable: hop.err().map(|stuck| stuck.destination).into_iter().collect(),
                onward: onward
                    .map(|(dimension, class)| Onward { dimension, class, state: destination })
                    .into_iter()
                    .collect(),
            }
        },
    )
}

/// Routes a destination list by a decision at every node.
fn by_list(request: &RouteRequest, rule: &Rule) -> Route {
    tree::grow(
        request.source,
        vec![request.destinations.clone()],
        |list| Carried::Destinations(list.clone()),
        |place, list| {
            let faulty = fault::vector(request.n, &request.faulty, place.node);
            let decision = multicast::decide(rule, place, faulty, &list);
            let pick = |rows: Vec<usize>| rows.into_iter().map(|row| list[row]).collect();
            Visit {
                deliver: decision.local,
                unroutable: pick(decision.unroutable),
                onward: decision
                    .branches
                    .into_iter()
                    .map(|multicast::Branch { dimension, class, rows }| Onward {
                        dimension,
                        class,
                        state: pick(rows),
                    })
                    .collect(),
            }
        },
    )
}

/// Routes a destination list over the links of an optimal tree.
fn by_optimum(request: &RouteRequest) -> Result<Route, TooLong> {
    let RouteRequest { n, source, destinations, faulty, .. } = request;
    let optimum = optimal::tree(*n, *source, destinations, faulty)?;
    Ok(tree::grow(
        *source,
        vec![destinations.clone()],
        |list| Carried::Destinations(list.clone()),
        |place, list| {
            let here = place.node;
            let (unroutable, list): (Vec<u32>, Vec<u32>) =
                list.into_iter().partition(|node| optimum.unreached.contains(node));
            let mut branches: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for node in list.iter().copied().filter(|node| *node != here) {
                branches.entry(optimum.hop(here, node)).or_default().push(node);
            }
            let onward = |(dimension, state)| Onward { dimension, class: 0, state };
            Visit {
                deliver: list.contains(&here),
                unroutable,
                onward: branches.into_iter().map(onward).collect(),
            }
        },
    ))
}

/// Broadcasts by control vectors.
fn by_control(request: &RouteRequest, classes: &ClassRule) -> Route {
    tree::grow(
        request.source,
        vec![all_dimensions(request.n)],
        |control| Carried::Control(*control),
        |place, control| {
            let faulty = fault::vector(request.n, &request.faulty, place.node);
            let decision = broadcast::decide(classes, place, faulty, control);
            let mut missed = decision.uncovered(place.node);
            missed.retain(|node| !request.faulty.contains(node));
            Visit {
                deliver: place.arrival.is_some(),
                unroutable: missed,
                onward: decision
                    .branches
                    .into_iter()
                    .map(|broadcast::Branch { dimension, class, control }| Onward {
                        dimension,
                        class,
                        state: control,
                    })
                    .collect(),
            }
        },
    )
}

/// Broadcasts by BROADCAST.1; the state is the weight.
fn by_weight(request: &RouteRequest) -> Route {
    tree::grow(
        request.source,
        vec![request.n + 1],
        |weight| Carried::Control(broadcast::by_weight(*weight)),
        |place, weight| flood(place, broadcast::by_weight(weight), |dimension| dimension + 1),
    )
}

/// Broadcasts by BROADCAST.2; the state, only for the record, is what the receiver will send on.
fn by_relative_address(request: &RouteRequest) -> Route {
    let sends = |node: u32| broadcast::by_relative_address(request.n, node ^ request.source);
    tree::grow(
        request.source,
        vec![sends(request.source)],
        |sends| Carried::Control(*sends),
        |place, own| flood(place, own, |dimension| sends(Cube::across(place.node, dimension))),
    )
}

fn flood(place: &RoutePlace, sends: u32, state: impl Fn(u32) -> u32) -> Visit<u32> {
    let onward = |dimension| Onward { dimension, class: 0, state: state(dimension) };
    Visit {
        deliver: place.arrival.is_some(),
        unroutable: Vec::new(),
        onward: dimensions(sends).map(onward).collect(),
    }
}

/// Routes a destination list in legs, lowest dimension first inside a leg.
fn by_legs(request: &RouteRequest, plan: impl Fn(u32, &[u32]) -> Vec<Leg>) -> Route {
    let start = Leg { target: request.source, destinations: request.destinations.clone() };
    tree::grow(
        request.source,
        vec![start],
        |leg| Carried::Destinations(leg.destinations.clone()),
        |place, leg| {
            let here = place.node;
            let arrived = here == leg.target;
            let deliver = arrived && leg.destinations.contains(&here);
            let legs = if arrived {
                let mut left = leg.destinations;
                left.retain(|destination| *destination != here);
                plan(here, &left)
            } else {
                vec![leg]
            };
            let hop = |leg: Leg| {
                let dimension = (here ^ leg.target).trailing_zeros();
                Onward { dimension, class: 0, state: leg }
            };
            Visit { deliver, unroutable: Vec::new(), onward: legs.into_iter().map(hop).collect() }
        },
    )
}

//! Rings with several channels on some virtual links ([Sun98] propositions 10 and 11).
//!
//! A variant of the steps of [`network`](super::network) for one question: which messages still wait? It
//! has no faults, no garbles and no barrier. A link with c channels carries up to c messages a step, so
//! that a member may get more than its own link takes on: here what passes through can wait, too.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::RingTree;

/// A message on a ring.
#[derive(Clone, Copy, Debug)]
struct Copy {
    origin: u32,
    /// Position of the member that injected it.
    injector: usize,
}

/// What a virtual node has to send.
#[derive(Clone, Debug, Default)]
struct Member {
    /// What came and goes on, before anything else.
    transit: VecDeque<Copy>,
    /// Messages to inject, the oldest first.
    queue: VecDeque<Copy>,
}

/// What an all-to-all broadcast takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// **Units**: steps until every node holds everything.
    pub deliver: u64,
    /// **Units**: steps until everything is acknowledged.
    pub acknowledge: u64,
    /// Steps that messages wait, by number of the rings of the node.
    pub waits: BTreeMap<usize, u64>,
    /// Nodes at which messages wait.
    pub places: BTreeSet<u32>,
}

/// Plays an all-to-all broadcast of a message a node.
///
/// **Shape**: `channels` by index of the ring and position of the sender, 1 or more.
///
/// # Examples
/// ```
/// use teecast_model::ring_tree::channels::all_to_all;
/// use teecast_spec::topology::Graph;
/// use teecast_spec::topology::ring_tree::{Faults, Walk, build};
///
/// // Node 0 is on two rings, and has to send on one what comes from the other.
/// let graph = Graph::new(3, &[(1, 0), (0, 2)])?;
/// let tree = build(&graph, &Faults::default(), 2, Walk::Deep);
/// assert!(all_to_all(&tree, |_, _| 1).places.contains(&0));
/// assert!(all_to_all(&tree, |_, _| 3).places.is_empty());
/// # Ok::<(), teecast_spec::topology::TopologyError>(())
/// ```
pub fn all_to_all(tree: &RingTree, channels: impl Fn(usize, usize) -> usize) -> Waiting {
    let mut rings: Vec<Vec<Member>> =
        tree.rings().iter().map(|ring| vec![Member::default(); ring.nodes.len()]).collect();
    let mut held: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); tree.graph().nodes() as usize];
    let mut found = Waiting::default();
    // Messages that wait or are on a link.
    let mut outstanding = 0;
    for node in tree.living() {
        held[node as usize].insert(node);
        outstanding += queue(tree, &mut rings, node, node, None);
    }
    for now in 1.. {
        if outstanding == 0 {
            break;
        }
        let mut arrivals = Vec::new();
        for (ring, members) in rings.iter_mut().enumerate() {
            for (position, member) in members.iter_mut().enumerate() {
                for _ in 0..channels(ring, position) {
                    let sent = member.transit.pop_front().or_else(|| member.queue.pop_front());
                    arrivals.extend(sent.map(|copy| (ring, position, copy)));
                }
                let left = member.transit.len() + member.queue.len();
                if left > 0 {
                    let node = tree.rings()[ring].nodes[position];
                    *found.waits.entry(tree.places(node).len()).or_default() += left as u64;
                    found.places.insert(node);
                }
            }
        }
        for (ring, from, copy) in arrivals {
            let nodes = &tree.rings()[ring].nodes;
            let position = (from + 1) % nodes.len();
            if copy.injector == position {
                outstanding -= 1;
                found.acknowledge = now;
                continue;
            }
            rings[ring][position].transit.push_back(copy);
            let node = nodes[position];
            if held[node as usize].insert(copy.origin) {
                found.deliver = now;
                outstanding += queue(tree, &mut rings, node, copy.origin, Some(ring));
            }
        }
    }
    found
}

/// Queues a message on all rings of a node but the one that brought it; returns on how many.
fn queue(
    tree: &RingTree,
    rings: &mut [Vec<Member>],
    node: u32,
    origin: u32,
    brought: Option<usize>,
) -> usize {
    let others = tree.places(node).iter().filter(|place| Some(place.ring) != brought);
    let mut count = 0;
    for place in others {
        let copy = Copy { origin, injector: place.position };
        rings[place.ring][place.position].queue.push_back(copy);
        count += 1;
    }
    count
}

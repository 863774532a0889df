//! One message on the golden model: from request to tree of hops.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::topology::{HexMesh, Topology};

use super::broadcast::{self, Letter};
use super::unicast;
use crate::relay::Tree;

/// The largest edge length that is routed; hardware ends at 16.
pub const LARGEST: u32 = 64;

/// Names an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// The k-reliable broadcast, 1-BCAST being SBCAST.
    KBcast,
    /// A regular message.
    Unicast,
    /// Algorithm A: once round the ring of direction 0.
    Ring,
}

impl Algorithm {
    /// All algorithms, in the order of the command line.
    pub const ALL: [Algorithm; 3] = [Algorithm::KBcast, Algorithm::Unicast, Algorithm::Ring];

    /// Returns the name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::KBcast => "k-bcast",
            Algorithm::Unicast => "unicast",
            Algorithm::Ring => "ring",
        }
    }
}

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoutedMessage {
    /// k copies to every node.
    KBcast {
        /// Copies, 1..=6.
        k: u32,
    },
    /// One copy to one node.
    Unicast {
        /// Whom it is for.
        destination: u32,
    },
    /// One copy to every node, one node after the other.
    Ring,
}

/// Asks for one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteRequest {
    /// Edge length of the hexagonal mesh.
    pub n: u32,
    /// What is sent.
    pub message: RoutedMessage,
    /// Sending node.
    pub source: u32,
    /// Faulty nodes.
    pub faulty: BTreeSet<u32>,
}

/// Says why a request cannot be routed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// The edge length is out of range.
    #[error("n is {n}; permitted is 2 to {LARGEST}")]
    Size {
        /// Value given.
        n: u32,
    },
    /// The number of copies is out of range.
    #[error("k is {k}; permitted is 1 to 6")]
    Copies {
        /// Value given.
        k: u32,
    },
    /// A node number is out of range.
    #[error("{role} {node} is not a node of the hexagonal mesh; permitted is 0 to {last}")]
    Node {
        /// What the number was given as.
        role: &'static str,
        /// Value given.
        node: u32,
        /// The largest node number.
        last: u32,
    },
    /// The source is faulty.
    #[error("the source {source_node} is among the faulty nodes")]
    SourceFaulty {
        /// The source.
        source_node: u32,
    },
}

/// Routes one message.
///
/// # Errors
/// Every [`RouteError`].
///
/// # Examples
/// ```
/// use teecast_model::harts::route::{RoutedMessage, RouteRequest, run};
///
/// let message = RoutedMessage::KBcast { k: 6 };
/// let tree = run(&RouteRequest { n: 4, message, source: 0, faulty: [].into() })?;
/// assert_eq!((tree.traffic, tree.steps), (216, 3));
/// # Ok::<(), teecast_model::harts::route::RouteError>(())
/// ```
pub fn run(request: &RouteRequest) -> Result<Tree<Letter>, RouteError> {
    let RouteRequest { n, message, source, faulty } = request;
    if !(2..=LARGEST).contains(n) {
        return Err(RouteError::Size { n: *n });
    }
    let hexmesh = HexMesh::new(*n);
    let last = hexmesh.nodes() - 1;
    let in_hexmesh = |role, node| match node <= last {
        true => Ok(()),
        false => Err(RouteError::Node { role, node, last }),
    };
    in_hexmesh("source", *source)?;
    if let RoutedMessage::Unicast { destination } = message {
        in_hexmesh("destination", *destination)?;
    }
    faulty.iter().try_for_each(|&node| in_hexmesh("faulty node", node))?;
    if faulty.contains(source) {
        return Err(RouteError::SourceFaulty { source_node: *source });
    }
    match *message {
        RoutedMessage::KBcast { k } if !(1..=6).contains(&k) => Err(RouteError::Copies { k }),
        RoutedMessage::KBcast { k } => Ok(broadcast::reliable(&hexmesh, k, *source, faulty)),
        RoutedMessage::Unicast { destination } => {
            Ok(unicast::route(&hexmesh, *source, destination, faulty))
        }
        RoutedMessage::Ring => Ok(broadcast::ring(&hexmesh, *source, faulty)),
    }
}

//! What processors get of a round: copies or majorities, and events.

use std::collections::BTreeSet;

use teecast_spec::topology::hamiltonian::Rings;
use teecast_spec::{Flit, IhcSpec, Reception};

use super::event;
use super::fault;
use super::frame::{self, Packet};
use super::majority::verdict;

/// The good copies of a message at a node.
///
/// **Shape**: by directed cycle, the data.
pub type Copies = Vec<Option<Vec<Flit>>>;

/// Nodes and links that do nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Nodes.
    pub nodes: BTreeSet<u32>,
    /// What a node sends on a directed cycle is lost: node and cycle.
    pub links: BTreeSet<(u32, u32)>,
}

/// What a processor gets of one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// Frames, in order.
    pub frames: Vec<Vec<Flit>>,
    /// Code of the event.
    pub event: Option<u32>,
}

/// Returns the good copies of the message of `source` that come to a node, if no node lies.
///
/// Copies that break off, because a link or a node does nothing, never begin beyond it.
pub fn copies(rings: &Rings, source: u32, node: u32, data: &[Flit], faults: &Faults) -> Copies {
    let arrives = |j: u32| {
        let relays = |&faulty: &u32| {
            faulty == source
                || (faulty != node
                    && fault::through_node(rings, source, node, faulty) >> j & 1 == 1)
        };
        let crosses = |&(from, cycle): &(u32, u32)| {
            let link = [from, rings.next(j, from)];
            cycle == j && fault::through_link(rings, source, node, link) >> j & 1 == 1
        };
        !faults.nodes.iter().any(relays) && !faults.links.iter().any(crosses)
    };
    (0..rings.count()).map(|j| arrives(j).then(|| data.to_vec())).collect()
}

/// Returns what a processor gets of a source whose good copies came.
pub fn served(spec: &IhcSpec, source: u32, sequence: u32, copies: &Copies) -> Served {
    let Some(verdict) = verdict(spec.majority, copies) else {
        return Served { frames: Vec::new(), event: Some(event::NO_MESSAGE) };
    };
    match spec.reception {
        Reception::Copies => {
            let good = (0..).zip(copies).filter_map(|(cycle, data)| Some((cycle, data.clone()?)));
            let frame =
                |(cycle, data)| frame::copy(spec, &Packet { source, sequence, data }, cycle);
            Served { frames: good.map(frame).collect(), event: None }
        }
        Reception::Majority => Served {
            frames: vec![frame::majority(spec, source, sequence, &verdict)],
            event: (!verdict.majority).then_some(event::NO_MAJORITY),
        },
    }
}

/// Returns what the processor of a healthy node gets of a round in which no node lies.
///
/// **Shape**: `messages` by node, `None` of one that has nothing to send; the result by other node, in
/// the order of delivery.
pub fn round(
    spec: &IhcSpec,
    rings: &Rings,
    node: u32,
    sequence: u32,
    messages: &[Option<Vec<Flit>>],
    faults: &Faults,
) -> Vec<Served> {
    let others = (0..).zip(messages).filter(|(source, _)| *source != node);
    let serve = |(source, data): (u32, &Option<Vec<Flit>>)| {
        let copies = match data {
            Some(data) => copies(rings, source, node, data, faults),
            None => vec![None; rings.count() as usize],
        };
        served(spec, source, sequence, &copies)
    };
    others.map(serve).collect()
}

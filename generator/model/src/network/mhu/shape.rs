//! What does not change while a network runs: its configuration, and where a unit stands.

use teecast_spec::{HypercubeSpec, Vote};

use super::packet::Kind;
use crate::hypercube::class::Place;
use crate::hypercube::multicast::Rule;

/// A configuration, and what the units need of it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub spec: HypercubeSpec,
    pub rule: Rule,
    /// Fields of a header flit that hold something.
    pub lanes: u32,
    /// The voter cannot be told which dimensions are forbidden: it takes a cycle for their branches.
    pub votes_forbidden: bool,
}

impl Shape {
    pub fn new(spec: &HypercubeSpec) -> Self {
        Self {
            rule: Rule::of(spec),
            lanes: spec.fields_per_flit().min(spec.header_fields(spec.max_list)),
            votes_forbidden: !spec.fault_tolerant || matches!(spec.vote, Vote::Look2 | Vote::Nca),
            spec: spec.clone(),
        }
    }

    /// Returns the message handling units of a router, which are also its channels.
    pub fn units(&self) -> usize {
        self.spec.n as usize + 1
    }

    /// Returns what a k field announces.
    pub fn kind(&self, count: u32) -> Kind {
        match count {
            0 => Kind::Bad,
            _ if count == self.spec.broadcast_count() => Kind::Broadcast,
            _ if count <= self.spec.m => Kind::Multicast,
            _ if count <= self.spec.max_list => Kind::List,
            _ => Kind::Bad,
        }
    }

    /// Returns the header flits of a packet for some destinations.
    pub fn header(&self, listed: u32) -> u32 {
        self.spec.header_flits(listed)
    }
}

/// Where a unit stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub node: u32,
    /// Dimension of the input channel, none of the processor.
    pub arrival: Option<u32>,
    /// Dimensions whose neighbour is faulty.
    pub faulty: u32,
    /// The dimension of the input channel.
    pub own: u32,
    /// Dimensions that descend after the ascent to here: a hop over them costs a class.
    pub turns: u32,
}

impl Post {
    pub fn new(shape: &Shape, node: u32, unit: usize, faulty: u32) -> Self {
        let arrival = (unit + 1 < shape.units()).then_some(unit as u32);
        let own = arrival.map_or(0, |j| 1 << j);
        let turns = if node & own != 0 && !shape.spec.lan { node } else { 0 };
        Self { node, arrival, faulty, own, turns }
    }

    pub fn place(&self, class: u8) -> Place {
        Place { node: self.node, arrival: self.arrival, class: class.into() }
    }
}

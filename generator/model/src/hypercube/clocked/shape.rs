//! What does not change while a network runs: its configuration, and where a unit stands.

use teecast_spec::{HypercubeSpec, Vote};

use super::packet::Kind;
use crate::hypercube::class::RoutePlace;
use crate::hypercube::multicast::Rule;

/// A configuration, and what the units need of it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub spec: HypercubeSpec,
    pub rule: Rule,
    /// The voter has no input for forbidden dimensions: it takes a cycle for their branches.
    pub votes_forbidden: bool,
}

impl Shape {
    pub fn new(spec: &HypercubeSpec) -> Self {
        Self {
            rule: Rule::of(spec),
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
            1 => Kind::Unicast,
            _ if count == self.spec.broadcast_count() => Kind::Broadcast,
            _ if count <= self.spec.m => Kind::Multicast,
            _ if count <= self.spec.max_list => Kind::List,
            _ => Kind::Bad,
        }
    }

    /// Returns the header flits of a message on a link.
    pub fn header(&self, kind: Kind, count: u32) -> u32 {
        let control = u32::from(self.spec.fault_tolerant);
        let fields = match kind {
            Kind::Unicast => 2,
            Kind::Multicast => 1 + count,
            Kind::List => 1 + control + count,
            Kind::Broadcast => 1 + control,
            Kind::Bad => 1,
        };
        fields.div_ceil(self.spec.fields_per_flit())
    }

    /// Returns the output to the processor as a set of outputs; the others are the dimensions.
    pub fn delivery(&self) -> u32 {
        1 << self.spec.n
    }
}

/// Where a unit stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post<'a> {
    pub shape: &'a Shape,
    pub node: u32,
    /// Dimensions whose neighbour is faulty.
    pub faulty: u32,
    /// Its input channel: a dimension, or n for the processor.
    pub unit: usize,
}

impl Post<'_> {
    /// Returns the dimension of the input channel, none of the processor.
    pub fn arrival(&self) -> Option<u32> {
        (self.unit + 1 < self.shape.units()).then_some(self.unit as u32)
    }

    /// Returns the dimension of the input channel as a set.
    pub fn own(&self) -> u32 {
        self.arrival().map_or(0, |j| 1 << j)
    }

    /// Returns the dimensions that descend after the ascent to here: a hop over them costs a class.
    pub fn turns(&self) -> u32 {
        if self.node & self.own() != 0 && !self.shape.spec.lan { self.node } else { 0 }
    }

    pub fn place(&self, class: u8) -> RoutePlace {
        RoutePlace { node: self.node, arrival: self.arrival(), class: class.into() }
    }
}

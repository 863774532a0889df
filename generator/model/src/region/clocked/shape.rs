//! A configuration, and what follows from it for every router.

use teecast_spec::RegionSpec;
use teecast_spec::topology::{Grid, Topology};

use super::channels::Channels;
use crate::region::route::Decision;

/// Flits of the smallest queue.
const LEAST_DEPTH: u32 = 16;

/// Messages in a queue that may not have begun, if there is a place for a further one.
const HEADS: u32 = 3;

/// Flits that may be on their way to a queue when the next message is granted its channel: that in the register.
const IN_FLIGHT: u32 = 1;

/// Dimensions up to which a message with one channel a link leaves in the cycle of its last grant.
const AT_ONCE: u32 = 2;

/// The largest share of an input channel.
const LARGEST_SHARE: u32 = 15;

/// A configuration, and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub mesh: Grid,
    /// Links of a router in each way.
    pub ports: usize,
    /// Virtual channels of a link, and of them those of a class.
    pub lanes: usize,
    pub class_lanes: usize,
    pub classes: usize,
    /// A message leaves in the cycle of its last grant, and not in the next one.
    pub at_once: bool,
    pub deliveries: usize,
    /// Data flits of the longest message.
    pub max_data: u32,
    /// Header flits of a frame of the processor, and of a message on a link.
    pub injected_flits: u32,
    pub link_flits: u32,
    /// Flits of the link header that the processor gets, the first ones.
    pub delivery_flits: u32,
    /// Room in the queue of an input channel.
    ///
    /// **Units**: flits.
    pub depth: usize,
    /// Messages in the queue of an input channel that may not have begun.
    pub heads: u32,
    /// Flits in a queue up to which a further message finds a place for all its flits.
    ///
    /// **Units**: flits.
    pub vacant: usize,
    /// **Shape**: for each node the neighbours by port.
    neighbours: Vec<Option<u32>>,
    /// **Shape**: for each node the shares of its input channels, if they have some.
    shares: Vec<u16>,
}

impl Shape {
    pub fn new(spec: &RegionSpec) -> Self {
        let mesh = spec.mesh();
        let (ports, classes) = (spec.ports(), spec.algorithm.classes());
        let around = |node| (0..ports).map(move |port| (node, port));
        let links = (0..spec.nodes()).flat_map(around);
        let neighbours = links.map(|(node, port)| mesh.neighbour(node, port)).collect();
        let shares = match spec.virtual_channels {
            1 => (0..spec.nodes()).flat_map(|node| shares(spec, node)).collect(),
            _ => Vec::new(),
        };
        let depth = spec.message_flits().next_power_of_two().max(LEAST_DEPTH);
        let vacant = depth.saturating_sub(spec.message_flits() + IN_FLIGHT);
        Self {
            mesh,
            ports: ports as usize,
            lanes: spec.virtual_channels as usize,
            class_lanes: (spec.virtual_channels / classes) as usize,
            classes: classes as usize,
            at_once: spec.virtual_channels == 1 && spec.dimensions() <= AT_ONCE,
            deliveries: spec.deliveries as usize,
            max_data: spec.max_data,
            injected_flits: spec.injected_flits(),
            link_flits: spec.link_flits(),
            delivery_flits: spec.delivery_flits(),
            depth: depth as usize,
            heads: if vacant > 0 { HEADS } else { 1 },
            vacant: vacant as usize,
            neighbours,
            shares,
        }
    }

    /// Returns how often in a row an input channel gets an output at most, while others ask for it.
    pub fn share(&self, node: usize, channel: usize) -> u16 {
        let all = self.own() + 1;
        self.shares.get(node * all + channel).copied().unwrap_or(1)
    }

    /// Returns the bits for a number of services of an input channel.
    pub fn share_bits(&self) -> usize {
        if self.shares.is_empty() { 1 } else { Channels::BITS as usize / (self.own() + 1) }
    }

    /// Returns the number in the delivered frame of a flit of a message; of its header the first flits
    /// have one, those of the source.
    pub fn delivered(&self, index: u32) -> Option<u32> {
        match index {
            source if source < self.delivery_flits => Some(source),
            data if data >= self.link_flits => Some(data - self.link_flits + self.delivery_flits),
            _ => None,
        }
    }

    /// Returns the input channel of the processor, the last one.
    pub fn own(&self) -> usize {
        self.ports * self.lanes
    }

    /// Returns the number of the request for the delivery, the last one.
    pub fn delivery(&self) -> usize {
        self.ports * self.classes
    }

    /// Returns the router that a port leads to.
    pub fn ahead(&self, node: usize, port: usize) -> Option<usize> {
        self.neighbours[node * self.ports + port].map(|next| next as usize)
    }

    /// Returns the router whose port of this number leads here.
    pub fn behind(&self, node: usize, port: usize) -> usize {
        let back = Grid::opposite(port as u32) as usize;
        self.ahead(node, back).expect("something came from there")
    }

    /// Returns the class of an input channel.
    pub fn class(&self, channel: usize) -> u8 {
        u8::from(channel != self.own() && channel % self.lanes >= self.class_lanes)
    }

    /// Returns the outputs that a message needs, as a set of requests: the links in class 0, the
    /// links in class 1, the delivery.
    pub fn requests(&self, decision: &Decision) -> u32 {
        let request = |port: usize, class: u8| match port == self.ports {
            true => self.delivery(),
            false => port + self.ports * usize::from(class),
        };
        let branches = decision.branches.iter();
        branches.fold(0, |set, branch| set | 1 << request(branch.port.into(), branch.class))
    }

    /// Returns the output channels that serve a request for a link.
    pub fn members(&self, request: usize) -> u64 {
        let (port, class) = (request % self.ports, request / self.ports);
        (u64::MAX >> (64 - self.class_lanes)) << (port * self.lanes + class * self.class_lanes)
    }
}

/// Returns the shares of the input channels of a node with one channel a link: the nodes whose messages come by way
/// of it to their first corner, dimension by dimension, at most [`LARGEST_SHARE`], and one for the own processor.
fn shares(spec: &RegionSpec, node: u32) -> Vec<u16> {
    let mesh = spec.mesh();
    let place = mesh.at(node);
    let (mut shares, mut below) = (Vec::new(), 1);
    for (at, radix) in place.iter().zip(&spec.radices) {
        shares.extend([*at, radix - 1 - at].map(|nodes| (below * nodes).min(LARGEST_SHARE) as u16));
        below *= radix;
    }
    shares.push(1);
    shares
}

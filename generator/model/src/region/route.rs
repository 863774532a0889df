//! What a message to a region asks for at a router.

use teecast_spec::topology::{Grid, Orthogonal, Topology};

use super::{Algorithm, Region};

/// A message to a region, by way of one of its nodes.
///
/// A unicast is a message to a region of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Whom it is for.
    pub region: Region,
    /// Where it begins to spread, a node of the region.
    pub corner: u32,
    /// Whether copies that turn at the corner, as dimension order would not, take channels of a class
    /// of their own.
    pub two_classes: bool,
}

/// Where a message is and how it came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Router.
    pub node: u32,
    /// Port through which it left the router before; none at the source.
    pub through: Option<u8>,
    /// Class of its channel.
    pub class: u8,
    /// Whether it has been at the corner.
    pub spreading: bool,
}

/// One output that a message needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Branch {
    /// Output port.
    pub port: u8,
    /// Class of the channel; means nothing towards the local node.
    pub class: u8,
}

/// All outputs that a message needs at a router.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether the copies have been at the corner.
    pub spreading: bool,
    /// In the order in which they are to be had, the local node last.
    pub branches: Vec<Branch>,
}

impl Route {
    /// Returns the route of an algorithm that serves a region by one message.
    ///
    /// **Shape**: with a spanning tree the source lies in the region; recursive doubling sends
    /// unicasts only.
    pub fn new(algorithm: Algorithm, mesh: &Grid, source: u32, region: Region) -> Self {
        let corner = match algorithm {
            Algorithm::NearestCorner => region.nearest_corner(mesh, mesh.at(source)),
            Algorithm::Mst if region.contains(mesh.at(source)) => source,
            _ => region.lowest(mesh),
        };
        Self { region, corner, two_classes: algorithm == Algorithm::NearestCorner }
    }

    /// Returns what the message asks for.
    ///
    /// From the corner it spreads as a spanning tree does from its source: copies run straight on and
    /// branch into higher dimensions. From a corner every dimension has one way only: the other
    /// one is across the border.
    ///
    /// **Source**: [Had] 2.1, 3, 4.
    pub fn decide(&self, mesh: &Grid, arrival: &Arrival) -> Decision {
        let (here, local) = (mesh.at(arrival.node), mesh.ports() as u8);
        if !arrival.spreading && arrival.node != self.corner {
            let there = mesh.at(self.corner);
            let differ = (0..here.len()).find(|i| here[*i] != there[*i]);
            let dimension = differ.expect("another node has other coordinates");
            let up = there[dimension] > here[dimension];
            let index = dimension as u32;
            let port = if up { mesh.up(index) } else { mesh.down(index) } as u8;
            return Decision { spreading: false, branches: vec![Branch { port, class: 0 }] };
        }
        let Region { low, high } = &self.region;
        let along = |port: u8| Grid::dimension(port.into());
        let mut branches = Vec::with_capacity(here.len() + 2);
        for port in 0..local {
            let dimension = along(port) as usize;
            let up = Grid::is_up(port.into());
            let border = if up { high[dimension] } else { low[dimension] };
            // Dimension order: straight on, or into a higher dimension.
            let in_order = arrival
                .through
                .is_none_or(|through| along(port) > along(through) || port == through);
            if here[dimension] != border && (in_order || !arrival.spreading) {
                let turned = self.two_classes && !in_order;
                branches.push(Branch { port, class: arrival.class.max(turned.into()) });
            }
        }
        branches.push(Branch { port: local, class: 0 });
        Decision { spreading: true, branches }
    }
}

//! Meshes, tori and hypercubes for the simulator: nodes, ports, links and dimension-order routes.
//!
//! A node is known by its number and by its *label*, its coordinates side by side in one word: the
//! lowest bit in which two labels differ names the dimension in which a message moves next.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most nodes that a network may have.
pub const MOST_NODES: u32 = 1 << 20;

/// Names a family of networks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// Mesh, nodes in each dimension.
    Mesh(Vec<u32>),
    /// Torus, nodes in each dimension.
    Torus(Vec<u32>),
    /// Hypercube of a dimension.
    Hypercube(u32),
}

/// Says why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TopologyError {
    /// A dimension is too short.
    #[error("radix is {radix}; permitted is {least} or more")]
    Radix {
        /// Nodes in the dimension.
        radix: u32,
        /// The fewest.
        least: u32,
    },
    /// A hypercube of too many dimensions.
    #[error("dimension of the hypercube is {n}; permitted is 1 to {most}", most = MOST_NODES.ilog2())]
    Dimension {
        /// The dimension.
        n: u32,
    },
    /// No dimension, or too many nodes.
    #[error("the network has {nodes} nodes; permitted are 2 to {MOST_NODES}")]
    Nodes {
        /// Number of nodes.
        nodes: u128,
    },
}

/// One dimension of a grid.
#[derive(Clone, Copy, Debug)]
struct Dimension {
    radix: u32,
    wraps: bool,
    /// Place of the coordinate in a label.
    shift: u32,
    mask: u32,
    /// Ports towards higher and lower coordinates; one and the same in a hypercube.
    up: u8,
    down: u8,
}

/// What a message asks for at a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Output port.
    pub port: u8,
    /// Whether the way along this dimension still crosses the link that closes the ring.
    pub crosses: bool,
}

/// A network of routers, each with one local node.
///
/// **Shape**: port numbers: dimension i upwards 2i, downwards 2i + 1, in a hypercube dimension i; the
/// local node is last.
#[derive(Clone, Debug)]
pub struct Grid {
    dimensions: Vec<Dimension>,
    /// The dimension of each bit of a label.
    dimension_of: [u8; 32],
    labels: Vec<u32>,
    ports: usize,
}

impl Grid {
    /// Builds a network.
    ///
    /// # Errors
    /// A dimension that is too short for its kind, no dimension, too many nodes.
    pub fn new(topology: &Topology) -> Result<Self, TopologyError> {
        if let &Topology::Hypercube(n) = topology
            && n > MOST_NODES.ilog2()
        {
            return Err(TopologyError::Dimension { n });
        }
        let (radices, wraps, least) = match topology {
            Topology::Mesh(radices) => (radices.clone(), false, 2),
            Topology::Torus(radices) => (radices.clone(), true, 3),
            Topology::Hypercube(n) => (vec![2; *n as usize], false, 2),
        };
        if let Some(&radix) = radices.iter().find(|radix| **radix < least) {
            return Err(TopologyError::Radix { radix, least });
        }
        let product = |nodes: u128, radix: &u32| nodes.saturating_mul(u128::from(*radix));
        let nodes = radices.iter().fold(1, product);
        if nodes < 2 || nodes > u128::from(MOST_NODES) {
            return Err(TopologyError::Nodes { nodes });
        }
        let cube = matches!(topology, Topology::Hypercube(_));
        let mut shift = 0;
        let mut dimension_of = [0; 32];
        let mut dimensions = Vec::new();
        for (index, &radix) in (0u8..).zip(&radices) {
            let bits = (radix - 1).ilog2() + 1;
            dimension_of[shift as usize..(shift + bits) as usize].fill(index);
            let (up, down) = if cube { (index, index) } else { (2 * index, 2 * index + 1) };
            let mask = (1 << bits) - 1;
            dimensions.push(Dimension { radix, wraps, shift, mask, up, down });
            shift += bits;
        }
        let ports = dimensions.len() * if cube { 1 } else { 2 } + 1;
        let mut grid = Self { dimensions, dimension_of, labels: Vec::new(), ports };
        let nodes = u32::try_from(nodes).expect("few enough");
        grid.labels = (0..nodes).map(|node| grid.label_of(node)).collect();
        Ok(grid)
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.labels.len()
    }

    /// Returns the number of ports of a router, the local one included.
    pub fn ports(&self) -> usize {
        self.ports
    }

    /// Tells whether some dimension is a ring.
    pub fn wraps(&self) -> bool {
        self.dimensions.iter().any(|dimension| dimension.wraps)
    }

    /// Returns the label of a node.
    pub fn label(&self, node: usize) -> u32 {
        self.labels[node]
    }

    /// Returns the nodes in each dimension.
    pub fn radices(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        self.dimensions.iter().map(|dimension| dimension.radix)
    }

    /// Returns the coordinates of a node.
    pub fn coordinates(&self, node: u32) -> Vec<u32> {
        let mut rest = node;
        let digit = |radix| {
            let digit = rest % radix;
            rest /= radix;
            digit
        };
        self.radices().map(digit).collect()
    }

    /// Returns the node at coordinates.
    pub fn node(&self, coordinates: &[u32]) -> u32 {
        let pairs = self.radices().zip(coordinates).rev();
        pairs.fold(0, |node, (radix, digit)| node * radix + digit)
    }

    fn label_of(&self, node: u32) -> u32 {
        let digits = self.coordinates(node);
        self.dimensions.iter().zip(digits).fold(0, |label, (d, digit)| label | digit << d.shift)
    }

    /// Returns what a message to `there` asks for at the router `here`, both labels: the lowest
    /// dimension first, in a ring the shorter way.
    #[inline]
    pub fn route(&self, here: u32, there: u32) -> Request {
        let differ = here ^ there;
        if differ == 0 {
            return Request { port: (self.ports - 1) as u8, crosses: false };
        }
        let dimension =
            &self.dimensions[usize::from(self.dimension_of[differ.trailing_zeros() as usize])];
        let (from, to) = (dimension.digit(here), dimension.digit(there));
        let up = if dimension.wraps { dimension.shorter_up(from, to) } else { from < to };
        let port = if up { dimension.up } else { dimension.down };
        Request { port, crosses: dimension.wraps && up != (from < to) }
    }

    /// Returns the hops between two nodes, given by their labels.
    pub fn distance(&self, here: u32, there: u32) -> u32 {
        let along = |d: &Dimension| d.distance(d.digit(here), d.digit(there));
        self.dimensions.iter().map(along).sum()
    }

    /// Returns the mean distance from any node to any node, itself included.
    pub fn mean_distance(&self) -> f64 {
        let along = |d: &Dimension| {
            let pairs = (0..d.radix).flat_map(|a| (0..d.radix).map(move |b| (a, b)));
            let hops: u64 = pairs.map(|(a, b)| u64::from(d.distance(a, b))).sum();
            hops as f64 / f64::from(d.radix).powi(2)
        };
        self.dimensions.iter().map(along).sum()
    }

    /// Returns where a port of a node leads: the neighbour and its input port.
    ///
    /// None for the local port and at the border of a mesh.
    pub fn neighbour(&self, node: u32, port: usize) -> Option<(u32, u8)> {
        let leads = |d: &Dimension| usize::from(d.up) == port || usize::from(d.down) == port;
        let index = self.dimensions.iter().position(leads)?;
        let dimension = &self.dimensions[index];
        let mut digits = self.coordinates(node);
        let digit = digits[index];
        // A hypercube has one port for both ways.
        let up = if dimension.up == dimension.down {
            digit == 0
        } else {
            usize::from(dimension.up) == port
        };
        let (last, wraps) = (dimension.radix - 1, dimension.wraps);
        digits[index] = match (up, digit) {
            (true, digit) if digit < last => digit + 1,
            (false, digit) if digit > 0 => digit - 1,
            (true, _) if wraps => 0,
            (false, _) if wraps => last,
            _ => return None,
        };
        // What leaves upwards comes in on the side below.
        let entered = if up { dimension.down } else { dimension.up };
        Some((self.node(&digits), entered))
    }
}

impl Dimension {
    fn digit(&self, label: u32) -> u32 {
        label >> self.shift & self.mask
    }

    fn distance(&self, from: u32, to: u32) -> u32 {
        let straight = from.abs_diff(to);
        if self.wraps { straight.min(self.radix - straight) } else { straight }
    }

    /// Tells whether the shorter way around a ring leads upwards; of two equal ways even places
    /// take the one upwards.
    fn shorter_up(&self, from: u32, to: u32) -> bool {
        let upwards = if to >= from { to - from } else { to + self.radix - from };
        match (2 * upwards).cmp(&self.radix) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => from % 2 == 0,
            std::cmp::Ordering::Greater => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Grid> {
        let topologies =
            [Topology::Mesh(vec![3, 5, 2]), Topology::Torus(vec![4, 3, 5]), Topology::Hypercube(5)];
        topologies.iter().map(|topology| Grid::new(topology).expect("permitted")).collect()
    }

    #[test]
    fn routes_are_shortest_ways() {
        for grid in all() {
            let nodes = u32::try_from(grid.nodes()).expect("few");
            for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
                let there = grid.label(to as usize);
                let mut at = from;
                let mut hops = 0;
                while at != to {
                    let port = grid.route(grid.label(at as usize), there).port;
                    at = grid.neighbour(at, port.into()).expect("a route stays inside").0;
                    hops += 1;
                }
                assert_eq!(hops, grid.distance(grid.label(from as usize), there));
                let arrived = grid.route(there, there);
                assert_eq!(usize::from(arrived.port), grid.ports() - 1);
            }
        }
    }

    #[test]
    fn links_lead_back() {
        for grid in all() {
            let nodes = u32::try_from(grid.nodes()).expect("few");
            for (node, port) in (0..nodes).flat_map(|v| (0..grid.ports()).map(move |p| (v, p))) {
                let Some((other, entered)) = grid.neighbour(node, port) else { continue };
                let back = grid.neighbour(other, entered.into()).expect("links are two-way");
                assert_eq!(back, (node, port as u8));
            }
        }
    }

    #[test]
    fn the_closing_link_is_crossed_once_and_then_never_wanted_again() {
        let grid = Grid::new(&Topology::Torus(vec![5])).expect("permitted");
        // 3 -> 0 goes up over 4 and the closing link.
        let crosses = |at| grid.route(at, 0).crosses;
        assert_eq!([crosses(3), crosses(4), crosses(1)], [true, true, false]);
    }

    #[test]
    fn mean_distances_are_those_of_the_formulas() {
        let mesh = Grid::new(&Topology::Mesh(vec![8, 8])).expect("permitted");
        assert!((mesh.mean_distance() - 5.25).abs() < 1e-12);
        let cube = Grid::new(&Topology::Hypercube(10)).expect("permitted");
        assert!((cube.mean_distance() - 5.0).abs() < 1e-12);
    }

    #[test]
    fn impossible_networks_are_refused() {
        let refused = |topology| Grid::new(&topology).expect_err("impossible").to_string();
        assert_eq!(refused(Topology::Torus(vec![2])), "radix is 2; permitted is 3 or more");
        assert_eq!(refused(Topology::Mesh(vec![4, 1])), "radix is 1; permitted is 2 or more");
        assert!(refused(Topology::Mesh(vec![])).starts_with("the network has 1 nodes"));
        assert!(refused(Topology::Hypercube(0)).starts_with("the network has 1 nodes"));
        let large = "dimension of the hypercube is 21; permitted is 1 to 20";
        assert_eq!(refused(Topology::Hypercube(21)), large);
        assert_eq!(refused(Topology::Hypercube(u32::MAX)).len(), large.len() + 8);
    }
}

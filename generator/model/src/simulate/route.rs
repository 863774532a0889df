//! Dimension-order routes in meshes, tori and hypercubes, looked up in few instructions.
//!
//! A node is known by its number and by its *label*, its coordinates side by side in one word: the
//! lowest bit in which two labels differ names the dimension in which a message moves next.

use serde::{Deserialize, Serialize};
use teecast_spec::topology::{Cube, Grid, Orthogonal, TopologyError};

/// Names the layout of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Mesh, nodes in each dimension.
    Mesh(Vec<u32>),
    /// Torus, nodes in each dimension.
    Torus(Vec<u32>),
    /// Hypercube of a dimension.
    Hypercube(u32),
}

/// The topology of a network.
#[derive(Clone, Debug)]
enum Shape {
    Grid(Grid),
    Cube(Cube),
}

/// One dimension of a network.
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

/// The routes of a network of routers, each with one local node.
///
/// **Shape**: port numbers: those of the topology; the local node is last.
#[derive(Clone, Debug)]
pub struct Routes {
    shape: Shape,
    dimensions: Vec<Dimension>,
    /// The dimension of each bit of a label.
    dimension_of: [u8; 32],
    labels: Vec<u32>,
    ports: usize,
}

impl Routes {
    /// Prepares the routes of a network.
    ///
    /// # Errors
    /// A dimension that is too short for its kind, no dimension, too many nodes.
    pub fn new(layout: &Layout) -> Result<Self, TopologyError> {
        Ok(Self::of(match layout {
            Layout::Mesh(radices) => Shape::Grid(Grid::mesh(radices)?),
            Layout::Torus(radices) => Shape::Grid(Grid::torus(radices)?),
            Layout::Hypercube(n) => Shape::Cube(Cube::new(*n)?),
        }))
    }

    fn of(shape: Shape) -> Self {
        let topology = shape.topology();
        let mut shift = 0;
        let mut dimension_of = [0; 32];
        let mut dimensions = Vec::new();
        for (index, &radix) in (0u8..).zip(topology.radices()) {
            let bits = (radix - 1).ilog2() + 1;
            dimension_of[shift as usize..(shift + bits) as usize].fill(index);
            let [up, down] = [topology.up(index.into()), topology.down(index.into())];
            dimensions.push(Dimension {
                radix,
                wraps: topology.wraps(),
                shift,
                mask: (1 << bits) - 1,
                up: up as u8,
                down: down as u8,
            });
            shift += bits;
        }
        let label = |node| {
            let digits = topology.coordinates(node);
            dimensions.iter().zip(digits).fold(0, |label, (d, digit)| label | digit << d.shift)
        };
        let labels = (0..topology.nodes()).map(label).collect();
        let ports = topology.ports() as usize + 1;
        Self { dimensions, dimension_of, labels, ports, shape }
    }

    /// Returns the topology.
    pub fn topology(&self) -> &dyn Orthogonal {
        self.shape.topology()
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        self.labels.len()
    }

    /// Returns the number of ports of a router, the local one included.
    pub fn ports(&self) -> usize {
        self.ports
    }

    /// Returns the label of a node.
    pub fn label(&self, node: usize) -> u32 {
        self.labels[node]
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

    /// Returns the mean distance from any node to any node, itself included.
    pub fn mean_distance(&self) -> f64 {
        // All dimensions contribute their own mean: on the axis of each only its coordinate counts.
        let topology = self.topology();
        let mut stride = 1;
        let mut along = |&radix: &u32| {
            let step = stride;
            stride *= radix;
            let pairs = (0..radix).flat_map(|a| (0..radix).map(move |b| (a * step, b * step)));
            let hops: u64 = pairs.map(|(a, b)| u64::from(topology.distance(a, b))).sum();
            hops as f64 / f64::from(radix).powi(2)
        };
        topology.radices().iter().map(&mut along).sum()
    }
}

impl Shape {
    fn topology(&self) -> &dyn Orthogonal {
        match self {
            Shape::Grid(grid) => grid,
            Shape::Cube(cube) => cube,
        }
    }
}

impl Dimension {
    fn digit(&self, label: u32) -> u32 {
        label >> self.shift & self.mask
    }

    /// Returns whether the shorter way around a ring leads upwards; of two equal ways even places
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

    fn all() -> Vec<Routes> {
        let layouts =
            [Layout::Mesh(vec![3, 5, 2]), Layout::Torus(vec![4, 3, 5]), Layout::Hypercube(5)];
        layouts.iter().map(|layout| Routes::new(layout).expect("permitted")).collect()
    }

    #[test]
    fn routes_are_shortest_ways() {
        for routes in all() {
            let topology = routes.topology();
            let nodes = topology.nodes();
            for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
                let there = routes.label(to as usize);
                let mut at = from;
                let mut hops = 0;
                while at != to {
                    let port = routes.route(routes.label(at as usize), there).port;
                    at = topology.neighbour(at, port.into()).expect("a route stays inside");
                    hops += 1;
                }
                assert_eq!(hops, topology.distance(from, to));
                let arrived = routes.route(there, there);
                assert_eq!(usize::from(arrived.port), routes.ports() - 1);
            }
        }
    }

    #[test]
    fn the_closing_link_is_crossed_once_and_then_never_wanted_again() {
        let routes = Routes::new(&Layout::Torus(vec![5])).expect("permitted");
        // 3 -> 0 goes up over 4 and the closing link.
        let crosses = |at| routes.route(at, 0).crosses;
        assert_eq!([crosses(3), crosses(4), crosses(1)], [true, true, false]);
    }

    #[test]
    fn mean_distances_are_those_of_the_formulas() {
        let mesh = Routes::new(&Layout::Mesh(vec![8, 8])).expect("permitted");
        assert!((mesh.mean_distance() - 5.25).abs() < 1e-12);
        let cube = Routes::new(&Layout::Hypercube(10)).expect("permitted");
        assert!((cube.mean_distance() - 5.0).abs() < 1e-12);
    }
}

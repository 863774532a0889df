//! Where the nodes of a network stand in a drawing, and in which direction their links leave.

use teecast_spec::topology::hamiltonian::Network;

/// A place or a direction; neighbours are about a unit apart.
pub type Place = (f64, f64);

/// A network as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Some nodes along each dimension, with links around the edges or without.
    Grid {
        /// Nodes along each dimension.
        radices: Vec<u32>,
        /// Whether the dimensions are rings.
        wraps: bool,
    },
    /// The hypercube of a dimension.
    Cube(u32),
    /// The C-wrapped hexagonal mesh of an edge length.
    Hexagon(u32),
}

impl From<Network> for Drawn {
    fn from(network: Network) -> Self {
        match network {
            Network::Cube(n) => Drawn::Cube(n),
            Network::Torus(sides) => Drawn::Grid { radices: sides.to_vec(), wraps: true },
            Network::Hexmesh(n) => Drawn::Hexagon(n),
        }
    }
}

impl Drawn {
    /// Returns the number of nodes.
    pub fn nodes(&self) -> u64 {
        match self {
            Drawn::Grid { radices, .. } => {
                radices.iter().fold(1, |all, radix| all.saturating_mul(u64::from(*radix)))
            }
            Drawn::Cube(n) => 1 << n,
            Drawn::Hexagon(n) => 3 * u64::from(*n) * u64::from(n - 1) + 1,
        }
    }

    /// Returns where all nodes stand.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Drawn::Grid { radices, .. } => {
                (0..radices.iter().product()).map(|node| in_grid(radices, node)).collect()
            }
            Drawn::Cube(n) => (0..1 << n).map(in_cube).collect(),
            Drawn::Hexagon(n) => hexagon(*n),
        }
    }

    /// Returns the direction of a link that goes around the edge of the drawing; none of others.
    pub fn around(&self, places: &[Place], from: u32, to: u32) -> Option<Place> {
        let ((x, y), (u, v)) = (places[from as usize], places[to as usize]);
        match self {
            Drawn::Cube(_) | Drawn::Grid { wraps: false, .. } => None,
            Drawn::Grid { radices, .. } => {
                let apart = coordinates(radices, from).zip(coordinates(radices, to)).enumerate();
                let mut far =
                    apart.filter(|(_, (a, b))| a.abs_diff(*b) > 1).map(|(dimension, _)| dimension);
                let (dx, dy) = (x - u, y - v);
                let length = dx.hypot(dy);
                // Planes beside each other are joined by lines.
                far.find(|dimension| *dimension < 2).map(|_| (dx / length, dy / length))
            }
            Drawn::Hexagon(n) => {
                let (nodes, turn) = (3 * n * (n - 1) + 1, 3 * n - 1);
                let offsets = [1, turn, turn - 1, nodes - 1, nodes - turn, nodes - turn + 1];
                let offset = (to + nodes - from) % nodes;
                let direction = offsets.iter().position(|other| *other == offset)?;
                let angle = direction as f64 * std::f64::consts::FRAC_PI_3;
                let far = (x - u).hypot(y - v) > 1.1;
                far.then_some((angle.cos(), -angle.sin()))
            }
        }
    }
}

fn coordinates(radices: &[u32], node: u32) -> impl Iterator<Item = u32> {
    radices.iter().scan(node, |rest, radix| {
        let here = *rest % radix;
        *rest /= radix;
        Some(here)
    })
}

/// Places planes of a grid beside and below each other; the first two dimensions are x and y.
fn in_grid(radices: &[u32], node: u32) -> Place {
    let mut place = [0.0, 0.0];
    let mut unit = [1.0, 1.0];
    for (dimension, at) in coordinates(radices, node).enumerate() {
        let axis = dimension % 2;
        place[axis] += unit[axis] * f64::from(at);
        // The next plane begins some way behind this one.
        unit[axis] = unit[axis] * f64::from(radices[dimension]) + 0.5;
    }
    (place[0], -place[1])
}

/// Places squares in squares, turned a little so that links stay apart.
fn in_cube(node: u32) -> Place {
    const PAIRS: [(f64, f64); 8] = [
        (1.0, 0.0),
        (2.4, 0.7),
        (5.6, -1.6),
        (12.0, 3.6),
        (26.0, 0.0),
        (54.0, 9.0),
        (110.0, -20.0),
        (230.0, 0.0),
    ];
    let bits = (0..16).filter(|bit| node >> bit & 1 == 1);
    bits.fold((0.0, 0.0), |(x, y), bit| {
        let (length, skew) = PAIRS[bit / 2];
        if bit % 2 == 0 { (x + length, y + skew) } else { (x - skew, y + length) }
    })
}

/// Places the hexagonal mesh around node 0: direction 0 to the right, the others counter-clockwise.
fn hexagon(n: u32) -> Vec<Place> {
    let edge = n as i32;
    let (nodes, turn) = (3 * edge * (edge - 1) + 1, 3 * edge - 1);
    let mut places = vec![(0.0, 0.0); nodes as usize];
    for row in 1 - edge..edge {
        for column in (1 - edge).max(1 - edge - row)..=(edge - 1).min(edge - 1 - row) {
            let node = (column + row * turn).rem_euclid(nodes);
            let (x, y) = (f64::from(column), f64::from(row));
            places[node as usize] = (x + y / 2.0, -y * 0.75f64.sqrt());
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::{Cube, Grid, HexMesh, Topology};

    #[test]
    fn links_lead_to_a_neighbour_or_around_the_edge() {
        let grid = |wraps| Drawn::Grid { radices: vec![4, 3], wraps };
        let networks: [(Drawn, Box<dyn Topology>, usize); 4] = [
            (grid(false), Box::new(Grid::mesh(&[4, 3]).expect("a mesh")), 0),
            // Both ways around each of 3 rows and 4 columns.
            (grid(true), Box::new(Grid::torus(&[4, 3]).expect("a torus")), 14),
            (Drawn::Cube(4), Box::new(Cube::new(4).expect("a cube")), 0),
            // Of 7 nodes each of the 6 at the edge has 3 links to others.
            (Drawn::Hexagon(2), Box::new(HexMesh::new(2)), 18),
        ];
        for (drawn, topology, around) in networks {
            let places = drawn.places();
            assert_eq!(places.len(), topology.nodes() as usize);
            let mut found = 0;
            for node in 0..topology.nodes() {
                for to in (0..topology.ports()).filter_map(|port| topology.neighbour(node, port)) {
                    let ((x, y), (u, v)) = (places[node as usize], places[to as usize]);
                    match drawn.around(&places, node, to) {
                        Some((dx, dy)) => {
                            found += 1;
                            assert!((dx.hypot(dy) - 1.0).abs() < 1e-9, "{drawn:?}");
                        }
                        None => {
                            let apart = (x - u).hypot(y - v);
                            assert!((0.9..2.6).contains(&apart), "{drawn:?}: {node} {to} {apart}");
                        }
                    }
                }
            }
            assert_eq!(found, around, "{drawn:?}");
        }
    }
}

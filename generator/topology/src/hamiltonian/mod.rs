//! Hamiltonian decompositions: the links of a network as cycles that visit every node.

mod cube;
mod factor;
mod pair;
mod rings;
mod triple;

pub use rings::Rings;

use serde::{Deserialize, Serialize};

use super::{Cube, Grid, HexMesh, Topology};

/// The kinds of networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A hypercube.
    Hypercube,
    /// A torus of two dimensions.
    Torus,
    /// A C-wrapped hexagonal mesh.
    Hexmesh,
}

impl Kind {
    /// All kinds, in the order of the command line.
    pub const ALL: [Kind; 3] = [Kind::Hypercube, Kind::Torus, Kind::Hexmesh];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Hypercube => "hypercube",
            Kind::Torus => "torus",
            Kind::Hexmesh => "hexmesh",
        }
    }
}

/// A network whose links are Hamiltonian cycles; in cubes of odd dimension, all links but one a node.
///
/// The class that [LS94] III calls Lambda, so far as it constructs the cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Network {
    /// The hypercube of a dimension, 2..=16.
    Cube(u32),
    /// The torus with some nodes along each of two dimensions, 3..=64.
    Torus([u32; 2]),
    /// The C-wrapped hexagonal mesh of an edge length, 2..=40.
    Hexmesh(u32),
}

impl Network {
    /// Returns its kind.
    pub fn kind(self) -> Kind {
        match self {
            Network::Cube(_) => Kind::Hypercube,
            Network::Torus(_) => Kind::Torus,
            Network::Hexmesh(_) => Kind::Hexmesh,
        }
    }

    /// Returns its nodes, ports and links.
    pub fn topology(self) -> Box<dyn Topology> {
        match self {
            Network::Cube(n) => Box::new(Cube::of(n)),
            Network::Torus(sides) => {
                Box::new(Grid::torus(&sides).expect("sides are 3 or more, and few"))
            }
            Network::Hexmesh(n) => Box::new(HexMesh::new(n)),
        }
    }

    /// Returns the number of nodes.
    pub fn nodes(self) -> u32 {
        match self {
            Network::Cube(n) => 1 << n,
            Network::Torus([width, height]) => width * height,
            Network::Hexmesh(n) => HexMesh::new(n).nodes(),
        }
    }

    /// Returns the number of cycles, half of the degree.
    pub fn cycles(self) -> u32 {
        match self {
            Network::Cube(n) => n / 2,
            Network::Torus(_) => 2,
            Network::Hexmesh(_) => 3,
        }
    }
}

/// Returns Hamiltonian cycles of a network, no two with a link in common; always the same ones.
///
/// **Shape**: by cycle, its nodes from node 0 on. **Source**: [LS94] III; of cubes, the recursion of
/// the proofs of Theorems 1 and 2.
///
/// # Examples
/// ```
/// use teecast_topology::hamiltonian::{Network, decompose};
///
/// let cycles = decompose(Network::Hexmesh(2));
/// assert_eq!(cycles[1], [0, 5, 3, 1, 6, 4, 2]);
/// ```
pub fn decompose(network: Network) -> Vec<Vec<u32>> {
    match network {
        Network::Cube(n) => cube::cycles(n),
        Network::Torus([width, height]) => pair::pair(width, height).into(),
        Network::Hexmesh(n) => {
            let hexmesh = HexMesh::new(n);
            // Every direction goes through all nodes, straight on.
            let straight =
                |offset| (0..hexmesh.nodes()).map(move |hop| hop * offset % hexmesh.nodes());
            hexmesh.offsets().into_iter().take(3).map(|offset| straight(offset).collect()).collect()
        }
    }
}

//! All nodes broadcast to all on Hamiltonian cycles: schedules, rounds, faults.

use teecast_spec::topology::hamiltonian::{Network, Rings};

mod background;
mod clocked;
mod faults;
mod rivals;
mod rounds;
mod schedules;

/// The networks on which rounds are executed.
const NETWORKS: [Network; 10] = [
    Network::Cube(2),
    Network::Cube(3),
    Network::Cube(4),
    Network::Cube(5),
    Network::Cube(6),
    Network::Torus([4, 3]),
    Network::Torus([4, 4]),
    Network::Torus([5, 5]),
    Network::Hexmesh(2),
    Network::Hexmesh(3),
];

fn rings(network: Network) -> Rings {
    Rings::new(network)
}

//! Parameters and frame layout of the IHC family ([LS94]): all nodes broadcast to all, interleaved on
//! Hamiltonian cycles.

mod options;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use options::*;

use crate::flit::index_bits;
use crate::reception::Reception;
use crate::topology::hamiltonian::{Network, Rings};

/// Bits of the sequence number: the number of the round, 0 after reset.
pub const SEQUENCE_BITS: u32 = 8;

/// Says which nodes start in the same stage of a round.
///
/// A stage begins when the packets of the one before have arrived. Stages are numbered in the order
/// of time, except where it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interleave {
    /// As few stages as possible: each cycle is cut into B = max(1, floor(N / mu)) blocks, the first
    /// N mod B of them one node longer than the others; a node starts in the stage that is its place
    /// in its block.
    Minimal,
    /// A node starts in stage ID modulo eta, the interleaving distance; **source**: [LS94] IV.
    Distance(u32),
    /// Distance mu, the stages from mu - 1 down to 0, each mu - 1 slots before the one before it has
    /// ended; **source**: [LS94] VI.A.
    Overlapped,
}

impl fmt::Display for Interleave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interleave::Minimal => MINIMAL.fmt(f),
            Interleave::Distance(eta) => eta.fmt(f),
            Interleave::Overlapped => OVERLAPPED.fmt(f),
        }
    }
}

/// Names how many copies have to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Majority {
    /// More than half of the good copies that were received.
    Received,
    /// More than half of all copies, gamma.
    All,
}

impl Majority {
    /// Both, in the order of the command line.
    pub const ALL: [Majority; 2] = [Majority::Received, Majority::All];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Majority::Received => "received",
            Majority::All => "all",
        }
    }
}

/// Holds a valid configuration of the IHC family; made by `RawConfig::validate`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IhcSpec {
    /// The nodes and their links: cubes of dimension 2..=10, tori with sides 3..=32, hexagonal meshes
    /// of edge length 2..=16.
    pub topology: Network,
    /// Which nodes start in the same stage; without contention.
    pub interleave: Interleave,
    /// A packet is accepted only in the slot in which it is due.
    pub filter: bool,
    /// What a processor gets of a message.
    pub reception: Reception,
    /// How many copies have to agree, where the reception is a majority.
    pub majority: Majority,
    /// A testbench can replace what nodes send.
    pub test_ports: bool,
    /// Flit width in bits, max(8, ceil(log2 N))..=512.
    pub width: u32,
    /// Largest number of data flits of a message, 1..=4096.
    pub max_data: u32,
    /// The network top is emitted.
    pub network: bool,
}

impl IhcSpec {
    /// Returns the default configuration of a network.
    ///
    /// The caller keeps its size within the bounds; user input goes through `RawConfig::validate`.
    pub fn new(topology: Network) -> Self {
        Self {
            topology,
            interleave: Interleave::Minimal,
            filter: true,
            reception: Reception::Copies,
            majority: Majority::Received,
            test_ports: false,
            width: 32,
            max_data: 64,
            network: topology.nodes() <= 256,
        }
    }

    /// Returns the number of nodes, N.
    pub fn nodes(&self) -> u32 {
        self.topology.nodes()
    }

    /// Returns the number of directed cycles, gamma: the copies of a message that a node gets.
    pub fn cycles(&self) -> u32 {
        2 * self.topology.cycles()
    }

    /// Returns the directed cycles.
    pub fn rings(&self) -> Rings {
        Rings::new(self.topology)
    }

    /// Returns the size as it stands in the name of a folder: `q4`, `t4x4`, `h3`.
    pub fn short_name(&self) -> String {
        match self.topology {
            Network::Cube(n) => format!("q{n}"),
            Network::Torus([width, height]) => format!("t{width}x{height}"),
            Network::Hexmesh(n) => format!("h{n}"),
        }
    }

    /// Returns the bits of a node number.
    pub fn source_bits(&self) -> u32 {
        index_bits(self.nodes())
    }

    /// Returns the header of a packet on a link: source, sequence.
    ///
    /// **Shape**: bits by field, from bit 0. **Units**: bits.
    pub fn link_fields(&self) -> [u32; 2] {
        [self.source_bits(), SEQUENCE_BITS]
    }

    /// Returns the header of the delivery of a copy: source, directed cycle, sequence.
    ///
    /// **Shape**: bits by field, from bit 0. **Units**: bits.
    pub fn copy_fields(&self) -> [u32; 3] {
        [self.source_bits(), index_bits(self.cycles()), SEQUENCE_BITS]
    }

    /// Returns the header of the delivery of a majority: source, agreeing copies, received copies,
    /// sequence.
    ///
    /// **Shape**: bits by field, from bit 0. **Units**: bits.
    pub fn majority_fields(&self) -> [u32; 4] {
        let copies = index_bits(self.cycles() + 1);
        [self.source_bits(), copies, copies, SEQUENCE_BITS]
    }

    /// Returns the header flits of a packet on a link.
    pub fn link_flits(&self) -> u32 {
        self.flits(&self.link_fields())
    }

    /// Returns the header flits of a delivery.
    pub fn delivery_flits(&self) -> u32 {
        match self.reception {
            Reception::Copies => self.flits(&self.copy_fields()),
            Reception::Majority => self.flits(&self.majority_fields()),
        }
    }

    /// Returns mu: the flits, and so the slots, of the longest packet on a link.
    pub fn packet_flits(&self) -> u32 {
        self.link_flits() + self.max_data
    }

    /// Returns the flits of a header; data starts in the next one.
    fn flits(&self, fields: &[u32]) -> u32 {
        fields.iter().sum::<u32>().div_ceil(self.width)
    }
}

/// Returns whether packets of `mu` slots meet on a cycle of `nodes` nodes, if every node whose ID has
/// the same remainder by `eta` starts in the same slot.
///
/// [LS94] IV asks for eta of at least mu only; the last node of a stage and the first one, around the
/// cycle, are N mod eta apart.
pub fn contends(nodes: u32, mu: u32, eta: u32) -> bool {
    let rest = nodes % eta;
    eta < nodes && (eta < mu || (rest != 0 && rest < mu))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_packets() {
        // Network, W, data; cycles, flits on a link, of a copy, of a majority, mu.
        let rows = [
            (Network::Cube(4), 32, 3, [4, 1, 1, 1, 4]),
            (Network::Cube(4), 8, 2, [4, 2, 2, 3, 4]),
            (Network::Cube(5), 32, 1, [4, 1, 1, 1, 2]),
            (Network::Cube(10), 10, 64, [10, 2, 3, 3, 66]),
            (Network::Torus([4, 3]), 8, 1, [4, 2, 2, 3, 3]),
            (Network::Hexmesh(3), 16, 1, [6, 1, 1, 2, 2]),
            (Network::Cube(2), 8, 4, [2, 2, 2, 2, 6]),
        ];
        for (topology, width, max_data, expected) in rows {
            let copies = IhcSpec { width, max_data, ..IhcSpec::new(topology) };
            let majority = IhcSpec { reception: Reception::Majority, ..copies.clone() };
            let flits = [copies.link_flits(), copies.delivery_flits(), majority.delivery_flits()];
            let [link, copy, frame] = flits;
            let found = [copies.cycles(), link, copy, frame, copies.packet_flits()];
            assert_eq!(found, expected, "{topology:?}");
        }
    }

    #[test]
    fn the_rings_go_both_ways() {
        let rings = Rings::new(Network::Hexmesh(3));
        assert_eq!((rings.count(), rings.nodes()), (6, 19));
        for j in 0..6 {
            for v in 0..19 {
                assert_eq!(rings.node(j, rings.id(j, v)), v);
                assert_eq!((rings.id(j, 0), rings.next(j, rings.previous(j, v))), (0, v));
                assert_eq!(rings.next(j ^ 1, rings.next(j, v)), v);
                assert_eq!((rings.id(j, v) + rings.id(j ^ 1, v)) % 19, 0);
                // Straight on: no table is needed.
                let offset = [1, 18, 8, 11, 7, 12][j as usize];
                assert_eq!(rings.next(j, v), (v + offset) % 19);
            }
        }
    }

    #[test]
    fn no_distance_below_four_works_on_19_nodes() {
        let works = |eta: &u32| !contends(19, 2, *eta);
        assert_eq!(
            (1..=19).filter(works).collect::<Vec<_>>(),
            [4, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 19]
        );
    }
}

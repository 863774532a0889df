//! Messages that wait for each other for ever where one rule of the router is broken, and do not
//! where it holds.
//!
//! **Source**: [Had] figures 2, 3, 4 and 4.1c; cycles and nodes are ours.

use teecast_spec::topology::{Grid, Orthogonal};

use super::{Cast, Counts, RegionBuffer, RegionConfig, RegionNetwork, Reservation};
use crate::region::{Algorithm, Region};
use crate::simulate::stuck::Deadlock;

/// Cycles between two looks for a deadlock.
const WATCH: u64 = 64;

/// A few messages and the rule that they show.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What is broken.
    pub name: &'static str,
    /// Mesh.
    pub mesh: Grid,
    /// The router with the broken rule.
    pub broken: RegionConfig,
    /// Cycle in which each message is made, and the message.
    pub messages: Vec<(u64, Cast)>,
}

/// What a demonstration in coordinates looks like: cycle, source, two corners of the region.
type Given = (u64, [u32; 2], [u32; 2], [u32; 2]);

impl Demonstration {
    /// Returns all.
    pub fn all() -> Vec<Self> {
        let fixed = RegionConfig::safe(Algorithm::FixedCorner, 1, 8);
        let nearest = RegionConfig::safe(Algorithm::NearestCorner, 2, 8);
        // Each message turns where the other came from.
        let corners: [Given; 2] = [(0, [0, 0], [0, 0], [0, 1]), (0, [0, 1], [0, 0], [0, 1])];
        let mut free = Self::new("corners of choice", [2, 2], fixed, &corners);
        // Each spreads from the far end.
        free.messages[0].1.corner = Some(free.mesh.node_at(&[0, 1]));
        free.messages[1].1.corner = Some(free.mesh.node_at(&[0, 0]));
        let small = |one, two, three| -> [Given; 4] {
            [
                (two, [0, 2], [0, 1], [2, 2]),
                (one, [2, 1], [0, 2], [1, 2]),
                (three, [1, 0], [0, 0], [1, 2]),
                (three, [1, 1], [1, 1], [2, 1]),
            ]
        };
        let short = RegionConfig { output_buffer: 2, ..fixed };
        let long = RegionConfig { input_buffer: 16, ..short };
        let mut longer =
            Self::new("outputs of 2 flits, inputs of 16", [3, 3], long, &small(3, 5, 9));
        longer.messages.iter_mut().for_each(|(_, cast)| cast.length = 32);
        // A unicast holds what both broadcasts need, and each takes the other output first.
        let unordered: [Given; 3] =
            [(3, [0, 0], [2, 0], [2, 0]), (1, [1, 0], [0, 0], [1, 1]), (2, [0, 1], [0, 0], [1, 1])];
        let rotated = RegionConfig { reservation: Reservation::Rotated, ..fixed };
        let turns: [Given; 4] = [
            (0, [1, 0], [0, 0], [2, 1]),
            (0, [1, 1], [0, 0], [2, 1]),
            (1, [0, 0], [0, 1], [1, 1]),
            (1, [0, 1], [0, 0], [1, 0]),
        ];
        let ordered = RegionConfig { reservation: Reservation::Ordered, ..nearest };
        vec![
            free,
            Self::new("outputs of 2 flits", [3, 3], short, &small(0, 2, 9)),
            longer,
            Self::new("outputs in any order", [3, 3], rotated, &unordered),
            Self::new("nearest corner, outputs in order", [3, 2], ordered, &turns),
        ]
    }

    fn new(name: &'static str, radices: [u32; 2], broken: RegionConfig, given: &[Given]) -> Self {
        let mesh = Grid::mesh(&radices).expect("a small mesh");
        let node = |at: &[u32; 2]| mesh.node_at(at);
        let message = |(cycle, source, low, high): &Given| {
            let region = Region::new(&mesh, node(low), node(high));
            (*cycle, Cast { source: node(source), region, corner: None, length: 8 })
        };
        let messages = given.iter().map(message).collect();
        Self { name, mesh, broken, messages }
    }

    /// Plays the messages under the broken rule, until all are delivered.
    ///
    /// # Errors
    /// The cycle in which a deadlock was found, and the deadlock.
    pub fn play_broken(&self) -> Result<Counts, (u64, Deadlock<RegionBuffer>)> {
        self.play(self.broken, self.messages.clone())
    }

    /// Plays the messages under the rules of the algorithm, until all are delivered.
    ///
    /// # Errors
    /// The cycle in which a deadlock was found, and the deadlock.
    pub fn play_safe(&self) -> Result<Counts, (u64, Deadlock<RegionBuffer>)> {
        let RegionConfig { algorithm, channels, input_buffer, .. } = self.broken;
        let mut messages = self.messages.clone();
        messages.iter_mut().for_each(|(_, cast)| cast.corner = None);
        let longest = messages.iter().map(|(_, cast)| cast.length).max().unwrap_or(1);
        let config =
            RegionConfig { input_buffer, ..RegionConfig::safe(algorithm, channels, longest) };
        self.play(config, messages)
    }

    fn play(
        &self,
        config: RegionConfig,
        messages: Vec<(u64, Cast)>,
    ) -> Result<Counts, (u64, Deadlock<RegionBuffer>)> {
        let mut network =
            RegionNetwork::new(self.mesh.clone(), config).expect("a small mesh has such routers");
        let last = messages.iter().map(|(cycle, _)| *cycle).max().unwrap_or(0);
        while network.now() <= last || !network.is_empty() {
            let now = network.now();
            let made = messages.iter().filter(|(cycle, _)| *cycle == now);
            made.for_each(|(_, cast)| network.add(cast));
            network.step();
            if network.now() % WATCH == 0 {
                let found = network.deadlock();
                found.map_or(Ok(()), |deadlock| Err((network.now(), deadlock)))?;
            }
        }
        Ok(network.take_counts())
    }
}

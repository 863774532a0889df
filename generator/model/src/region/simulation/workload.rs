//! Unicasts and broadcasts to regions, drawn at random.

use serde::{Deserialize, Serialize};
use teecast_spec::topology::{Grid, Topology};

use super::Cast;
use crate::random::Random;
use crate::region::Region;
use crate::traffic::{Lengths, Pattern, Workload};

/// How regions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Regions {
    /// Two opposite corners, every node as likely.
    Random,
    /// All nodes.
    Full,
}

/// Random messages of all nodes, a share of them broadcasts.
#[derive(Clone, Debug)]
pub struct RegionWorkload {
    unicasts: Workload,
    /// **Units**: parts of 1000.
    share: u32,
    regions: Regions,
    /// Whether a source lies in its region: the first corner is redrawn until it does.
    inside: bool,
    streams: Vec<Random>,
}

impl RegionWorkload {
    /// Returns a workload.
    ///
    /// **Units**: `load` is the flits that a node makes in a cycle, copies not counted; `share` is
    /// that of broadcasts among the messages, in parts of 1000.
    pub fn new(
        mesh: &Grid,
        load: f64,
        pattern: Pattern,
        lengths: Lengths,
        broadcasts: (u32, Regions),
        inside: bool,
        seed: [u64; 2],
    ) -> Self {
        let nodes = mesh.nodes() as usize;
        let (share, regions) = broadcasts;
        let stream = |node: u64| Random::keyed(seed[0], [seed[1], 1, node]);
        Self {
            unicasts: Workload::random(nodes, load, pattern, lengths, seed),
            share,
            regions,
            inside,
            streams: (0..nodes as u64).map(stream).collect(),
        }
    }

    /// Passes on all messages of a cycle; the cycles of the calls ascend one by one.
    pub fn make(&mut self, mesh: &Grid, cycle: u64, mut send: impl FnMut(Cast)) {
        let Self { unicasts, share, regions, inside, streams } = self;
        unicasts.make(mesh, cycle, |message| {
            let source = message.source;
            let stream = &mut streams[source as usize];
            let region = match (stream.below(1000) < *share, &regions) {
                (false, _) => Region::new(mesh, message.destination, message.destination),
                (true, Regions::Full) => Region::whole(mesh),
                (true, Regions::Random) => draw(mesh, source, *inside, stream),
            };
            send(Cast { source, region, corner: None, length: message.length });
        });
    }
}

fn draw(mesh: &Grid, source: u32, inside: bool, stream: &mut Random) -> Region {
    loop {
        let mut corner = || stream.below(mesh.nodes());
        let region = Region::new(mesh, corner(), corner());
        if !inside || region.contains(mesh.at(source)) {
            return region;
        }
    }
}

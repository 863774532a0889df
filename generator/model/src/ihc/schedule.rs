//! When the nodes start their packets: stages, and the slot in which each one begins.

use teecast_spec::IhcSpec;
use teecast_spec::ihc::Interleave;

/// The start of every node on a directed cycle, the same on all cycles.
///
/// **Units**: slots; in a slot one flit crosses each link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    starts: Vec<u32>,
    mu: u32,
    stages: u32,
}

impl Schedule {
    /// Returns the schedule of a configuration.
    pub fn of(spec: &IhcSpec) -> Self {
        Self::new(spec.nodes(), spec.packet_flits(), spec.interleave)
    }

    /// Returns the schedule of packets of `mu` slots on cycles of `nodes` nodes, 3 or more.
    ///
    /// Nothing is checked: with a distance that is too short, packets meet.
    pub fn new(nodes: u32, mu: u32, interleave: Interleave) -> Self {
        // The last packet of a stage has arrived when the next stage begins.
        let stage = nodes - 2 + mu;
        match interleave {
            Interleave::Minimal => {
                let blocks = (nodes / mu).max(1);
                let (short, longer) = (nodes / blocks, nodes % blocks);
                let in_longer = longer * (short + 1);
                let place = |id: u32| {
                    if id < in_longer { id % (short + 1) } else { (id - in_longer) % short }
                };
                Self::staged(nodes, mu, place, stage)
            }
            Interleave::Distance(eta) => Self::staged(nodes, mu, |id| id % eta, stage),
            Interleave::Overlapped => {
                Self::staged(nodes, mu, |id| mu - 1 - id % mu, stage - (mu - 1))
            }
        }
    }

    /// Returns the schedule in which a node starts in a stage of its own choice, by ID.
    ///
    /// **Units**: `pitch` slots from the begin of a stage to that of the next one.
    pub fn staged(nodes: u32, mu: u32, stage: impl Fn(u32) -> u32, pitch: u32) -> Self {
        let starts: Vec<u32> = (0..nodes).map(|id| stage(id) * pitch).collect();
        let last = starts.iter().max().map_or(0, |last| last / pitch);
        Self { starts, mu, stages: last + 1 }
    }

    /// Returns when nodes start.
    ///
    /// **Shape**: by ID. **Units**: slots from the begin of the round.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Returns the number of nodes, N.
    pub fn nodes(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns mu, the slots that the longest packet takes on a link.
    pub fn mu(&self) -> u32 {
        self.mu
    }

    /// Returns the number of stages.
    pub fn stages(&self) -> u32 {
        self.stages
    }

    /// Returns the slots of a round, R: those in which a link may be busy.
    pub fn slots(&self) -> u32 {
        self.starts.iter().max().map_or(0, |last| last + self.nodes() - 2 + self.mu)
    }
}

//! The tables of a schedule: who starts when, and the cycles, as numbers and as text.

use teecast_spec::IhcSpec;
use teecast_spec::ihc::Interleave;

use crate::names::index_bits;

/// Clock cycles from the start of a round to its first slot on the links.
pub const TAU: u32 = 2;

/// Clock cycles from the last slot of a round to the next round.
const PAUSE: u32 = 3;

/// When the nodes start, and the tables of the network.
pub struct Schedule {
    /// Number of stages.
    pub stages: u32,
    /// Slots from the begin of a stage to that of the next one.
    pub pitch: u32,
    /// Slots from the begin of a stage until its last flit has come.
    pub stage_slots: u32,
    /// Slots of a round.
    pub round: u32,
    /// Clock cycles from a round to the next one at the earliest.
    pub period: u32,
    /// Clock cycles from the start of a round to its first slot.
    pub tau: u32,
    pub slot_bits: u32,
    pub stage_bits: u32,
    /// By undirected cycle its nodes, the last one first, as a list.
    pub cycles: Vec<String>,
    /// By place on an undirected cycle the stage of the node there, the last one first.
    pub stages_forward: String,
    /// The same on its reverse.
    pub stages_backward: String,
    /// By node and directed cycle, the last one first: the node before, the stage.
    pub before: String,
    pub starts: String,
    /// By node and undirected cycle, the last one first: the hops from node 0.
    pub places: String,
}

impl Schedule {
    pub fn new(spec: &IhcSpec) -> Self {
        let (nodes, mu) = (spec.nodes(), spec.packet_flits());
        let stages = stage_by_id(spec);
        let count = stages.iter().max().map_or(0, |last| last + 1);
        let stage_slots = nodes - 2 + mu;
        let pitch = match spec.interleave {
            // Its packets start where those of the stage before have passed.
            Interleave::Overlapped => nodes - 1,
            Interleave::Minimal | Interleave::Distance(_) => stage_slots,
        };
        let round = (count - 1) * pitch + stage_slots;
        let (stage_bits, id_bits) = (index_bits(count), spec.source_bits());
        let rings = spec.rings();
        let by_place = |place: u32| stages[place as usize];
        let all = (0..nodes).flat_map(|v| (0..rings.count()).map(move |j| (v, j)));
        let all: Vec<(u32, u32)> = all.collect();
        let stage_of = |(v, j): &(u32, u32)| by_place(rings.id(*j, *v));
        let undirected = all.iter().filter(|(_, j)| j % 2 == 0);
        Self {
            stages: count,
            pitch,
            stage_slots,
            round,
            period: round + PAUSE,
            tau: TAU,
            slot_bits: index_bits(stage_slots.max(pitch)),
            stage_bits,
            cycles: rings
                .cycles()
                .iter()
                .map(|cycle| list(cycle.iter().copied(), id_bits))
                .collect(),
            stages_forward: list((0..nodes).map(by_place), stage_bits),
            stages_backward: list(
                (0..nodes).map(|place| by_place((nodes - place) % nodes)),
                stage_bits,
            ),
            before: list(all.iter().map(|(v, j)| rings.previous(*j, *v)), id_bits),
            starts: list(all.iter().map(stage_of), stage_bits),
            places: list(undirected.map(|(v, j)| rings.id(*j, *v)), id_bits),
        }
    }

    /// Returns the slot of each start.
    ///
    /// **Shape**: by ID, on every directed cycle.
    pub fn start_slots(&self, spec: &IhcSpec) -> Vec<u32> {
        stage_by_id(spec).into_iter().map(|stage| stage * self.pitch).collect()
    }
}

/// Returns the stage in which each node starts on a directed cycle.
///
/// **Shape**: by ID.
fn stage_by_id(spec: &IhcSpec) -> Vec<u32> {
    let (nodes, mu) = (spec.nodes(), spec.packet_flits());
    match spec.interleave {
        // Blocks of at least mu nodes; the longer ones come first.
        Interleave::Minimal => {
            let blocks = (nodes / mu).max(1);
            let length = |block| nodes / blocks + u32::from(block < nodes % blocks);
            (0..blocks).flat_map(|block| 0..length(block)).collect()
        }
        Interleave::Distance(eta) => (0..nodes).map(|id| id % eta).collect(),
        Interleave::Overlapped => (0..nodes).map(|id| mu - 1 - id % mu).collect(),
    }
}

/// Returns numbers of so many bits as a list, the last one first, in lines.
pub(super) fn list(numbers: impl Iterator<Item = u32>, bits: u32) -> String {
    let mut words: Vec<String> = numbers.map(|number| format!("{bits}'d{number}")).collect();
    words.reverse();
    let longest = words.iter().map(String::len).max().unwrap_or(1);
    let lines: Vec<String> = words.chunks(90 / (longest + 2)).map(|line| line.join(", ")).collect();
    lines.join(",\n      ")
}

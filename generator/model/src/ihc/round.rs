//! A round, executed slot by slot on the directed cycles.

use teecast_spec::topology::hamiltonian::Rings;

use super::schedule::Schedule;

/// The last flit of a copy arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Slot in which the flit crosses the link.
    pub slot: u32,
    /// Receiving node.
    pub node: u32,
    /// Node whose message it is.
    pub source: u32,
    /// Directed cycle.
    pub cycle: u32,
}

/// What the links did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    /// Slots from the first one with a flit to the last one, both counted.
    pub slots: u32,
    /// Flits that crossed a link.
    pub flits: u64,
    /// Flits that a start displaced from a link.
    pub displaced: u64,
}

/// A flit on a link of a directed cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moving {
    /// ID of the source.
    source: u32,
    /// Place in the packet.
    flit: u32,
}

/// Executes a schedule: every node sends a packet of mu flits on every directed cycle.
///
/// A node sends on what it receives one slot later, except what the next node has sent itself. Where
/// a node starts and relays in one slot, the start wins. **Source**: [LS94] IV, with one slot a hop.
pub fn execute(rings: &Rings, schedule: &Schedule, mut arrived: impl FnMut(Arrival)) -> Execution {
    let mut execution = Execution::default();
    let mut busy = None;
    for cycle in 0..rings.count() {
        // By ID of the sending node.
        let mut links: Vec<Option<Moving>> = vec![None; schedule.nodes() as usize];
        for slot in 0..schedule.slots() {
            links = step(&links, schedule, slot, &mut execution.displaced);
            for (id, moving) in (0..).zip(&links) {
                let Some(Moving { source, flit }) = *moving else { continue };
                execution.flits += 1;
                let (first, last) = busy.unwrap_or((slot, slot));
                busy = Some((slot.min(first), slot.max(last)));
                if flit + 1 == schedule.mu() {
                    let (node, source) = (rings.node(cycle, id + 1), rings.node(cycle, source));
                    arrived(Arrival { slot, node, source, cycle });
                }
            }
        }
    }
    execution.slots = busy.map_or(0, |(first, last)| last - first + 1);
    execution
}

/// Returns what is on the links of a cycle in a slot, from what was there in the slot before.
fn step(
    before: &[Option<Moving>],
    schedule: &Schedule,
    slot: u32,
    displaced: &mut u64,
) -> Vec<Option<Moving>> {
    let nodes = schedule.nodes();
    let on_link = |id: u32| {
        let came = before[((id + nodes - 1) % nodes) as usize];
        // The node before the source absorbs.
        let relayed = came.filter(|moving| (id + 1) % nodes != moving.source);
        let flit = slot.checked_sub(schedule.starts()[id as usize]);
        let own = flit.filter(|flit| *flit < schedule.mu());
        let own = own.map(|flit| Moving { source: id, flit });
        *displaced += u64::from(own.is_some() && relayed.is_some());
        own.or(relayed)
    };
    (0..nodes).map(on_link).collect()
}

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
pub(super) struct Moving {
    /// ID of the source.
    pub source: u32,
    /// Place in the packet.
    pub flit: u32,
}

/// Executes a schedule: every node sends a packet of mu flits on every directed cycle.
///
/// A node sends on what it receives one slot later, except what the next node has sent itself. Where
/// a node starts and relays in one slot, the start wins. **Source**: [LS94] IV, with one slot a hop.
pub fn execute(rings: &Rings, schedule: &Schedule, mut arrived: impl FnMut(Arrival)) -> Execution {
    let cycles = rings.count();
    let mut execution = Execution::default();
    let mut busy = None;
    // By ID of the sending node: nodes with the same ID start together on all cycles, so that one
    // row stands for all of them.
    let mut links: Vec<Option<Moving>> = vec![None; schedule.nodes() as usize];
    for slot in 0..schedule.slots() {
        step(&mut links, schedule, slot, &mut execution.displaced);
        for (id, moving) in (0..).zip(&links) {
            let Some(Moving { source, flit }) = *moving else { continue };
            execution.flits += 1;
            let (first, last) = busy.unwrap_or((slot, slot));
            busy = Some((slot.min(first), slot.max(last)));
            if flit + 1 == schedule.mu() {
                for cycle in 0..cycles {
                    let (node, source) = (rings.node(cycle, id + 1), rings.node(cycle, source));
                    arrived(Arrival { slot, node, source, cycle });
                }
            }
        }
    }
    execution.slots = busy.map_or(0, |(first, last)| last - first + 1);
    execution.flits *= u64::from(cycles);
    execution.displaced *= u64::from(cycles);
    execution
}

/// Goes on by a slot: every flit to the next link, or off, and what nodes start onto their links.
///
/// **Shape**: by ID of the sending node.
pub(super) fn step(
    links: &mut [Option<Moving>],
    schedule: &Schedule,
    slot: u32,
    displaced: &mut u64,
) {
    let last = schedule.nodes() - 1;
    let around = links[last as usize];
    // From the end, so that each link still has what was on it in the slot before.
    for id in (0..=last).rev() {
        let (came, next) = match id {
            0 => (around, 1),
            id => (links[id as usize - 1], if id == last { 0 } else { id + 1 }),
        };
        // The node before the source absorbs.
        let relayed = came.filter(|moving| moving.source != next);
        let flit = slot.checked_sub(schedule.starts()[id as usize]);
        let own = flit.filter(|flit| *flit < schedule.mu());
        let own = own.map(|flit| Moving { source: id, flit });
        *displaced += u64::from(own.is_some() && relayed.is_some());
        links[id as usize] = own.or(relayed);
    }
}

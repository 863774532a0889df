//! `ihc_schedule` and `ihc_due`: the slot of a round, and whose copy is due in it.

use teecast_spec::IhcSpec;
use teecast_spec::topology::hamiltonian::Rings;

use crate::ihc::schedule::Schedule;

/// Clock cycles from the start of a round to the first one in which a node may make a flit, and
/// from there until that flit is on its link.
const BEGIN: u64 = 1;
const LINK: u64 = 1;

/// Clock cycles from the one in which stores have the last flits until the next round may begin.
const PAUSE: u64 = 2;

/// The rounds of a network.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    pub rings: Rings,
    schedule: Schedule,
    /// First slots of the stages, in the order of time.
    stages: Vec<u32>,
    /// The cycle in which the last round began.
    begun: Option<u64>,
    /// Rounds that have ended.
    number: u8,
    /// All nodes that work had a free store in the cycle before.
    free: bool,
}

/// A cycle, as all nodes see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// Number of the round that runs, or else of the next one.
    pub number: u8,
    /// A round begins.
    pub begins: bool,
    /// All that was sent has come at the end of this cycle.
    pub ends: bool,
    /// Slot whose flits are made: they are on the links in the next cycle.
    pub makes: Option<u32>,
    /// Slot whose flits are on the links.
    pub carries: Option<u32>,
}

/// The copy that is due on a directed cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DueCopy {
    pub source: u32,
    /// It has been at all other nodes.
    pub absorbed: bool,
}

impl Rounds {
    pub fn new(spec: &IhcSpec) -> Self {
        let schedule = Schedule::of(spec);
        let mut stages = schedule.starts().to_vec();
        stages.sort_unstable();
        stages.dedup();
        Self { rings: spec.rings(), schedule, stages, begun: None, number: 0, free: false }
    }

    /// Returns whether a round may begin.
    pub fn ready(&self, now: u64) -> bool {
        self.idle(now) && self.free
    }

    /// Returns whether no round runs.
    pub fn idle(&self, now: u64) -> bool {
        self.begun.is_none_or(|begun| now >= begun + self.last() + PAUSE)
    }

    /// Returns the cycles from the start of a round until the flits of its last slot are on the
    /// links.
    fn last(&self) -> u64 {
        BEGIN + LINK + u64::from(self.schedule.slots()) - 1
    }

    pub fn moment(&self, now: u64, begins: bool) -> Moment {
        let since = self.begun.map(|begun| now - begun);
        let slot = |delay: u64| {
            let slot = u32::try_from(since?.checked_sub(delay)?).ok()?;
            (slot < self.schedule.slots()).then_some(slot)
        };
        Moment {
            number: self.number,
            begins,
            ends: since == Some(self.last()),
            makes: slot(BEGIN),
            carries: slot(BEGIN + LINK),
        }
    }

    /// Ends a cycle.
    pub fn end(&mut self, now: u64, moment: &Moment, free: bool) {
        if moment.begins {
            self.begun = Some(now);
        }
        self.number = self.number.wrapping_add(moment.ends.into());
        self.free = free;
    }

    /// Returns the slot in which a node starts on a directed cycle.
    pub fn start(&self, node: u32, cycle: u32) -> u32 {
        self.schedule.starts()[self.rings.id(cycle, node) as usize]
    }

    /// Returns the copy whose first flit comes to a node in a slot, if no node is faulty.
    ///
    /// **Source**: [LS94] IV: a copy crosses its h-th link h - 1 slots after its start.
    pub fn due(&self, node: u32, cycle: u32, slot: u32) -> Option<DueCopy> {
        let begin = *self.stages.iter().rev().find(|begin| **begin <= slot)?;
        let (hops, nodes) = (slot - begin + 1, self.rings.nodes());
        let behind = nodes.checked_sub(hops).filter(|behind| *behind > 0)?;
        let source = self.rings.node(cycle, self.rings.id(cycle, node) + behind);
        let due = DueCopy { source, absorbed: behind == 1 };
        (self.start(source, cycle) == begin).then_some(due)
    }
}

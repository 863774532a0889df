//! One virtual ring, slot by slot.

use std::collections::{BTreeSet, VecDeque};

use super::message::{Key, Slot};

/// How long a virtual link takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Every virtual link takes one step, the closing one too ([Sun98]).
    Steps,
    /// A step for each physical link: the closing link goes back over the path.
    Phys,
}

/// What a virtual node has to remember.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// What came in the last step and has to go on.
    pub arrived: Option<Slot>,
    /// An own message came back in the last step.
    pub returned: bool,
    /// Messages to inject, the oldest first.
    pub queue: VecDeque<Key>,
    /// Messages that were queued, and of which no copy has come back as it has to be.
    pub unacknowledged: BTreeSet<Key>,
    /// Steps in which what was injected has to come back, a message or a heartbeat.
    pub under_way: VecDeque<(u64, Option<Key>)>,
    /// First step in which something did not come back.
    pub alarm: Option<u64>,
    /// COLLECT is here, or has to be started.
    pub collect: bool,
    /// RELEASE has to be sent on.
    pub release: bool,
}

/// A ring with its members and what is on its virtual links.
#[derive(Clone, Debug)]
pub struct Ring {
    /// Number of the ring.
    pub id: u16,
    /// **Shape**: nodes by position.
    pub nodes: Vec<u32>,
    /// **Shape**: by position.
    pub members: Vec<Member>,
    /// **Shape**: by position of the sender, slots in the order in which they arrive.
    links: Vec<VecDeque<Option<Slot>>>,
    /// **Shape**: by position of the sender: nothing arrives any more.
    cut: Vec<bool>,
    /// Step since which a virtual link is cut.
    pub broken_at: Option<u64>,
    /// Position of the gate.
    pub gate: usize,
    /// The gate has started COLLECT.
    pub collecting: bool,
    /// COLLECT is back at the gate.
    pub collected: bool,
}

impl Ring {
    /// Returns an idle ring.
    pub fn new(id: u16, nodes: &[u32], gate: usize, timing: Timing) -> Self {
        // A slot that enters a link leaves it at once, behind those that are on it.
        let on_link = |position: usize| match timing {
            Timing::Phys if position + 1 == nodes.len() => nodes.len() - 2,
            _ => 0,
        };
        Self {
            id,
            nodes: nodes.to_vec(),
            members: vec![Member::default(); nodes.len()],
            links: (0..nodes.len()).map(|position| vec![None; on_link(position)].into()).collect(),
            cut: vec![false; nodes.len()],
            broken_at: None,
            gate,
            collecting: false,
            collected: false,
        }
    }

    /// Returns the steps that a slot takes around the ring.
    pub fn round_trip(&self) -> u64 {
        self.links.iter().map(|link| link.len() as u64 + 1).sum()
    }

    /// Moves a slot onto the virtual link of a member; returns the one that arrives at the next.
    pub fn shift(&mut self, position: usize, slot: Option<Slot>) -> Option<Slot> {
        let link = &mut self.links[position];
        link.push_back(slot);
        let arrived = link.pop_front().flatten();
        arrived.filter(|_| !self.cut[position])
    }

    /// Cuts the virtual links whose way is not whole any more; what is on them is lost.
    pub fn cut(&mut self, now: u64, carries: impl Fn(u32, u32) -> bool) {
        let last = self.nodes.len() - 1;
        let whole: Vec<bool> =
            self.nodes.windows(2).map(|pair| carries(pair[0], pair[1])).collect();
        for position in 0..=last {
            let is_whole = whole.get(position).copied().unwrap_or(whole.iter().all(|it| *it));
            if !is_whole {
                self.cut[position] = true;
                self.broken_at.get_or_insert(now);
                self.links[position].iter_mut().for_each(|slot| *slot = None);
            }
        }
    }
}

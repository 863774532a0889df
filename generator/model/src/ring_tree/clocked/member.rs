//! `ring_tree_member`: a virtual node, one place on a virtual ring.

use std::collections::{BTreeSet, VecDeque};
use std::mem;

use teecast_spec::topology::ring_tree::VirtualNode;

use super::queue::{Queue, QueueInputs};
use super::store::Store;
use super::{Kind, Payload, Rank, Slot, Word};

/// What a member keeps.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub place: VirtualNode,
    /// It injects and times; without, it forwards.
    pub runs: bool,
    queue: Queue,
    /// COLLECT is here, was started here, and is back here.
    collect: bool,
    collecting: bool,
    collected: bool,
    /// RELEASE is here.
    release: bool,
    /// Cycles in which own slots are due, the next one first, and what they say; heartbeats nothing.
    under_way: VecDeque<(u64, Option<Payload>)>,
    /// Messages that left and did not come back.
    messages: u32,
    /// The own message that came back wrong in the cycle before.
    differs: Option<u32>,
    /// Those before it, which the store does not know yet.
    wrong: VecDeque<u32>,
    broken: bool,
    sends: Option<Slot>,
}

/// What a slot that comes means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrival {
    /// A message of another member.
    pub came: Option<(u32, Word)>,
    /// The slot does not belong here.
    pub refused: bool,
}

/// What a node knows of the barrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    /// Tokens of another one are dropped.
    pub epoch: u8,
    /// Tokens may leave.
    pub on: bool,
}

/// What a member sees of its node in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberInputs<'a> {
    pub now: u64,
    pub store: &'a Store,
    /// The store may change a word.
    pub holds: bool,
    /// What is queued here.
    pub queued: Option<u32>,
    /// What is queued anew.
    pub again: &'a BTreeSet<u32>,
    /// The node, and whether what it has is final.
    pub node: u32,
    pub done: bool,
    /// The store took what came back wrong.
    pub wrong_taken: bool,
    pub ready: bool,
    /// COLLECT is back on all rings that hang on the node.
    pub children: bool,
    /// Nothing waits in the inboxes of the node, and nothing is about to be queued anew.
    pub settled: bool,
    /// The node passes RELEASE into the rings that hang on it.
    pub releases: bool,
    pub barrier: Barrier,
    /// The host stops the barrier: what was under way counts no more.
    pub forgets: bool,
}

/// What a member finds in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// An own message came back with another payload in the cycle before.
    pub differs: bool,
    /// The ring is broken.
    pub breaks: bool,
}

impl Member {
    pub fn new(place: VirtualNode, origin_bits: u32) -> Self {
        Self {
            place,
            runs: true,
            queue: Queue::new(origin_bits),
            collect: false,
            collecting: false,
            collected: false,
            release: false,
            under_way: VecDeque::new(),
            messages: 0,
            differs: None,
            wrong: VecDeque::new(),
            broken: false,
            sends: None,
        }
    }

    /// Forgets all but its place.
    pub fn clear(&mut self) {
        let mut queue = self.queue.clone();
        queue.clear();
        *self = Self { runs: self.runs, queue, ..Self::new(self.place, 1) };
    }

    /// Returns whether it is on a ring.
    pub fn is_on(&self) -> bool {
        self.place.length != 0
    }

    /// Returns what the member sends in this cycle.
    pub fn sends(&self) -> Option<&Slot> {
        self.sends.as_ref()
    }

    /// Returns an own message that came back wrong.
    pub fn wrong(&self) -> Option<u32> {
        self.wrong.front().copied()
    }

    /// Returns whether a message is queued or not acknowledged.
    pub fn waits(&self) -> bool {
        !self.queue.is_empty() || self.has_wrong() || self.messages > 0
    }

    fn has_wrong(&self) -> bool {
        self.differs.is_some() || !self.wrong.is_empty()
    }

    /// Returns whether COLLECT is back, or this ring does not hang on the node.
    pub fn is_collected(&self) -> bool {
        self.collected || !self.place.gate || !self.is_on()
    }

    /// Returns whether RELEASE of this epoch comes to the node.
    pub fn gets_release(&self, slot: Option<&Slot>, epoch: u8) -> bool {
        let token = slot.filter(|slot| self.is_here(slot) && slot.kind == Kind::Release);
        token.is_some_and(|slot| slot.epoch == epoch) && !self.place.gate
    }

    fn is_here(&self, slot: &Slot) -> bool {
        slot.ring == self.place.ring && slot.injector < self.place.length
    }

    fn is_own(&self, slot: &Slot) -> bool {
        self.is_here(slot) && slot.injector == self.place.position
    }

    /// Looks at the slot that comes. What is not confirmed goes up only, to the gate.
    pub fn look(&self, slot: Option<&Slot>, epoch: u8) -> Arrival {
        let Some(slot) = slot else { return Arrival::default() };
        let refused = !self.is_here(slot) && self.is_on();
        let came = match slot.kind {
            Kind::Data { origin, word } if self.is_here(slot) && !self.is_own(slot) => {
                let counts = word.rank == Rank::Confirmed || self.place.gate;
                (counts && slot.epoch == epoch).then_some((origin, word))
            }
            _ => None,
        };
        Arrival { came, refused }
    }

    /// Ends a cycle in which a slot comes.
    pub fn step(&mut self, sight: MemberInputs<'_>, slot: Option<&Slot>) -> Findings {
        if !self.is_on() {
            self.clear();
            return Findings::default();
        }
        let Barrier { epoch, on } = sight.barrier;
        let own = slot.filter(|slot| self.is_own(slot));
        let came = slot.filter(|slot| self.is_here(slot)).cloned();
        let waits = self.waits();
        let empty = self.queue.is_empty();
        let (wrong, breaks) = self.time(sight.now, own, came.is_some(), epoch);
        // What does not stay on the ring makes room; data may replace the heartbeat of another one.
        let passes = came.as_ref().filter(|_| own.is_none()).filter(|it| !it.kind.is_token());
        let free = passes.is_none();
        let replaceable = passes.is_some_and(|slot| slot.kind == Kind::Heartbeat);
        let is_ready = self.place.gate || (sight.ready && sight.children);
        let next = self.queue.next().filter(|_| self.runs && !self.has_wrong());
        let quiet = self.runs && free && empty;
        let kind = match next {
            Some((origin, word, _)) if free || replaceable => {
                let rank = self.rank(origin, word, &sight);
                Some(Kind::Data { origin, word: Word { rank, epoch, ..word } })
            }
            _ if !quiet => None,
            _ if self.collect && on && is_ready => {
                self.collect = false;
                Some(Kind::Collect)
            }
            _ if self.release && on && sight.settled && !waits => {
                self.release = false;
                Some(Kind::Release)
            }
            _ if self.under_way.is_empty() => Some(Kind::Heartbeat),
            _ => None,
        };
        let due = sight.now + 2 * (u64::from(self.place.length) - 1);
        match &kind {
            Some(Kind::Data { word, .. }) => {
                self.under_way.push_back((due, Some(word.payload)));
                self.messages += 1;
            }
            Some(Kind::Heartbeat) => self.under_way.push_back((due, None)),
            _ => {}
        }
        let VirtualNode { ring, position, .. } = self.place;
        let takes = matches!(kind, Some(Kind::Data { .. }));
        let new = kind.map(|kind| Slot { ring, injector: position, epoch, kind });
        self.sends = new.or_else(|| passes.cloned());
        let MemberInputs { store, holds, queued, again, .. } = sight;
        self.queue.step(QueueInputs { store, holds, set: queued, again, takes });
        if sight.wrong_taken {
            self.wrong.pop_front();
        }
        let differs = mem::replace(&mut self.differs, wrong);
        self.wrong.extend(differs);
        if sight.forgets {
            self.queue.clear();
            self.wrong.clear();
            self.differs = None;
        }
        self.take_token(&sight, came.as_ref());
        Findings { differs: differs.is_some(), breaks }
    }

    /// Takes the slot that is due off the list. Returns the own message that came back wrong, and
    /// whether what did not come shows that the ring is broken.
    fn time(
        &mut self,
        now: u64,
        own: Option<&Slot>,
        comes: bool,
        epoch: u8,
    ) -> (Option<u32>, bool) {
        let Some((_, sent)) = self.under_way.front().copied().filter(|it| it.0 == now) else {
            return (None, false);
        };
        self.under_way.pop_front();
        let lives = own.is_some() || (sent.is_none() && comes);
        let breaks = !lives && !self.broken;
        self.broken |= !lives;
        let mut wrong = None;
        if let (Some(sent), Some(Slot { kind: Kind::Data { origin, word }, epoch: of, .. })) =
            (sent, own)
        {
            self.messages -= 1;
            wrong = Some(*origin).filter(|_| word.payload != sent && *of == epoch);
        }
        (wrong, breaks)
    }

    /// Returns how much a message counts that leaves here: down, and from its origin, it is confirmed.
    fn rank(&self, origin: u32, word: Word, sight: &MemberInputs<'_>) -> Rank {
        match sight.done {
            _ if self.place.gate || origin == sight.node => Rank::Confirmed,
            _ if word.epoch == sight.barrier.epoch && word.rank > Rank::Found => word.rank,
            true => Rank::Kept,
            false => Rank::Found,
        }
    }

    fn take_token(&mut self, sight: &MemberInputs<'_>, came: Option<&Slot>) {
        let gate = self.place.gate;
        if sight.forgets {
            (self.collect, self.collecting, self.collected) = (false, false, false);
            self.release = false;
            return;
        }
        let Barrier { epoch, on } = sight.barrier;
        let kind = came.filter(|slot| slot.epoch == epoch).map(|slot| &slot.kind);
        if gate && !self.collecting && sight.ready && on {
            (self.collecting, self.collect) = (true, true);
        }
        match kind {
            Some(Kind::Collect) if gate => self.collected = true,
            Some(Kind::Collect) => self.collect = true,
            Some(Kind::Release) if !gate => self.release = true,
            _ => {}
        }
        self.release |= sight.releases && gate;
    }
}

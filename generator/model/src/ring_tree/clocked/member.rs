//! `ring_tree_member`: a virtual node, one place on a virtual ring.

use std::collections::{BTreeSet, VecDeque};

use teecast_spec::topology::ring_tree::VirtualNode;

use super::node::Barrier;
use super::store::Store;
use super::turns::Turns;
use super::{Kind, Slot, Word};

/// What a member keeps.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub place: VirtualNode,
    /// It injects and times; without, it forwards.
    pub runs: bool,
    pending: Turns,
    /// Messages that are not acknowledged on this ring.
    waiting: BTreeSet<u32>,
    /// COLLECT is here, was started here, and is back here.
    collect: bool,
    collecting: bool,
    collected: bool,
    /// RELEASE is here.
    release: bool,
    /// Cycles in which own slots are due, the next one first, and whether they are heartbeats.
    under_way: VecDeque<(u64, bool)>,
    broken: bool,
    sends: Option<Slot>,
}

/// What a slot that comes means for the store and for the rings of the node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrival {
    pub origin: u32,
    /// The store takes this.
    pub writes: Option<Word>,
    /// The processor gets another payload.
    pub changed: bool,
    /// The message is queued on this ring, on the other ones, where it is not acknowledged.
    pub here: bool,
    pub others: bool,
    pub waiting: bool,
    /// The slot does not belong here.
    pub refused: bool,
    /// An own message came back with another payload.
    pub differs: bool,
}

/// What a member sees of its node in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    pub now: u64,
    pub store: &'a Store,
    pub ready: bool,
    /// COLLECT is back on all rings that hang on the node.
    pub children: bool,
    /// The node passes RELEASE into the rings that hang on it.
    pub releases: bool,
    pub barrier: Barrier,
    /// The host stops the barrier.
    pub forgets: bool,
    /// Origins that are queued on this ring.
    pub queued: &'a BTreeSet<u32>,
}

impl Member {
    pub fn new(place: VirtualNode) -> Self {
        Self {
            place,
            runs: true,
            pending: Turns::default(),
            waiting: BTreeSet::new(),
            collect: false,
            collecting: false,
            collected: false,
            release: false,
            under_way: VecDeque::new(),
            broken: false,
            sends: None,
        }
    }

    /// Forgets all but its place.
    pub fn clear(&mut self) {
        *self = Self { runs: self.runs, ..Self::new(self.place) };
    }

    /// Returns whether it is on a ring.
    pub fn is_on(&self) -> bool {
        self.place.length != 0
    }

    /// Returns what the member sends in this cycle.
    pub fn sends(&self) -> Option<&Slot> {
        self.sends.as_ref()
    }

    pub fn waiting(&self) -> &BTreeSet<u32> {
        &self.waiting
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

    /// Looks at the slot that comes to node `node`.
    ///
    /// A node that trusts takes what another member injected as it comes: until a repair, the messages
    /// of an origin come by one ring, from one member, in the order in which it sent them. Its own
    /// versions never fall, whatever the versions are that come.
    pub fn look(&self, node: u32, trusts: bool, store: &Store, slot: Option<&Slot>) -> Arrival {
        let Some(slot) = slot else { return Arrival::default() };
        if !self.is_here(slot) {
            return Arrival { refused: self.is_on(), ..Arrival::default() };
        }
        let Kind::Data { origin, word: came } = slot.kind else { return Arrival::default() };
        let arrival = Arrival { origin, ..Arrival::default() };
        let old = store.word(origin);
        let up = |version: u8, word: &Word| Word { version: version.wrapping_add(1), ..*word };
        match old {
            None if self.is_own(slot) => arrival,
            None => Arrival { writes: Some(came), changed: true, others: true, ..arrival },
            Some(old) if self.is_own(slot) => {
                let differs = came.version == old.version && came.payload != old.payload;
                let writes = differs.then(|| up(old.version, old));
                Arrival { writes, here: differs, waiting: differs, differs, ..arrival }
            }
            Some(old) => {
                let differs = came.payload != old.payload;
                if origin == node && differs && !old.is_newer(&came) {
                    let writes = Some(up(came.version, old));
                    Arrival { writes, here: true, others: true, ..arrival }
                } else if came.replaces(old) || (trusts && differs) {
                    let keeps = !trusts || came.is_newer(old);
                    let writes = Some(if keeps { came } else { up(old.version, &came) });
                    let (changed, others) = (differs, differs);
                    Arrival { writes, changed, others, waiting: true, ..arrival }
                } else {
                    Arrival { here: differs, ..arrival }
                }
            }
        }
    }

    /// Ends a cycle in which a slot comes; tells whether the ring is found broken in it.
    pub fn step(&mut self, sight: Sight<'_>, slot: Option<&Slot>) -> bool {
        if !self.is_on() {
            self.clear();
            return false;
        }
        let Barrier { epoch, on } = sight.barrier;
        let own = slot.is_some_and(|slot| self.is_own(slot));
        let came = slot.filter(|slot| self.is_here(slot)).cloned();
        let breaks = self.time(sight.now, own, came.is_some());
        // What does not stay on the ring makes room; data may replace the heartbeat of another one.
        let passes = came.as_ref().filter(|_| !own).filter(|slot| !slot.kind.is_token());
        let free = passes.is_none();
        let replaceable = passes.is_some_and(|slot| slot.kind == Kind::Heartbeat);
        let is_ready = self.place.gate || (sight.ready && sight.children);
        let may_collect = self.collect && on && is_ready;
        let next = self.pending.next().filter(|_| self.runs);
        let kind = match next {
            Some(origin) if free || replaceable => {
                self.pending.serve(origin);
                let word = *sight.store.word(origin).expect("what is queued is held");
                Some(Kind::Data { origin, word })
            }
            _ if !self.runs => None,
            None if free && may_collect => {
                self.collect = false;
                Some(Kind::Collect)
            }
            None if free && self.release && on && self.waiting.is_empty() => {
                self.release = false;
                Some(Kind::Release)
            }
            None if free && self.under_way.is_empty() => Some(Kind::Heartbeat),
            _ => None,
        };
        if let Some(kind @ (Kind::Data { .. } | Kind::Heartbeat)) = &kind {
            let due = sight.now + 2 * (u64::from(self.place.length) - 1);
            self.under_way.push_back((due, *kind == Kind::Heartbeat));
        }
        let VirtualNode { ring, position, .. } = self.place;
        let new = kind.map(|kind| Slot { ring, injector: position, epoch, kind });
        self.sends = new.or_else(|| passes.cloned());
        self.acknowledge(sight.store, came.as_ref().filter(|_| own), next);
        self.pending.insert(sight.queued);
        self.waiting.extend(sight.queued);
        self.take_token(&sight, came.as_ref());
        breaks
    }

    /// Takes the slot that is due off the list; tells whether this shows that the ring is broken.
    fn time(&mut self, now: u64, own: bool, comes: bool) -> bool {
        let Some((_, is_heartbeat)) = self.under_way.front().copied().filter(|it| it.0 == now)
        else {
            return false;
        };
        self.under_way.pop_front();
        let lives = own || (is_heartbeat && comes);
        let breaks = !lives && !self.broken;
        self.broken |= !lives;
        breaks
    }

    /// Notes that an own message came back as it should, unless it is to leave again: also if it
    /// leaves in this very cycle.
    fn acknowledge(&mut self, store: &Store, own: Option<&Slot>, leaving: Option<u32>) {
        let Some(Kind::Data { origin, word }) = own.map(|slot| &slot.kind) else { return };
        let is_queued = self.pending.contains(*origin) || leaving == Some(*origin);
        if store.word(*origin) == Some(word) && !is_queued {
            self.waiting.remove(origin);
        }
    }

    fn take_token(&mut self, sight: &Sight<'_>, came: Option<&Slot>) {
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

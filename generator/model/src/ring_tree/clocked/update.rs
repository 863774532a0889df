//! `ring_tree_update`: takes what came into the store, one message after the other.

use std::collections::BTreeSet;

use super::delivery::Delivery;
use super::store::Store;
use super::turns::Turns;
use super::{Rank, Word};

/// What the store works on.
#[derive(Clone, Debug, Default)]
pub(super) struct Update {
    turns: Turns,
    work: Option<Work>,
}

/// A message of which the node has a word already.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// A ring by whose inbox it came, or R and a ring on which an own message came back wrong.
    chosen: usize,
    origin: u32,
    /// The old word was compared; the next step decides.
    decides: bool,
    /// It has rank 1 of this epoch.
    is_kept: bool,
}

/// What a node has for its store in a cycle.
#[derive(Clone, Debug)]
pub(super) struct Inputs<'a> {
    pub node: u32,
    pub store: &'a Store,
    /// The message of the processor.
    pub taken: Option<Word>,
    /// By ring, what its inbox shows.
    pub came: Vec<Option<(u32, Word)>>,
    /// By ring, an own message that came back wrong.
    pub wrong: Vec<Option<u32>>,
    /// By ring, the node is its gate: what comes on it comes from below.
    pub gates: Vec<bool>,
    pub epoch: u8,
    /// Messages that are confirmed in this epoch.
    pub confirmed: &'a BTreeSet<u32>,
    /// What the node has is final.
    pub done: bool,
    pub delivery: &'a Delivery,
}

/// What the store does in a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub origin: Option<u32>,
    /// Word and mark that are written.
    pub write: Option<(Word, bool)>,
    /// Rings on which it is queued.
    pub queue: Vec<usize>,
    /// The processor gets it.
    pub delivers: bool,
    /// It is confirmed.
    pub confirms: bool,
    /// The ring whose inbox is served.
    pub came_from: Option<usize>,
    /// The ring whose wrong message is served.
    pub wrong_on: Option<usize>,
}

impl Update {
    pub fn is_idle(&self) -> bool {
        self.work.is_none()
    }

    /// Returns whether a word may change in this cycle.
    pub fn holds(&self) -> bool {
        self.work.is_some_and(|work| work.decides)
    }

    /// Drops what it works on.
    pub fn forget(&mut self) {
        self.work = None;
    }

    /// Plays a cycle.
    pub fn step(&mut self, inputs: &Inputs<'_>) -> Outcome {
        let rings = inputs.came.len();
        match &mut self.work {
            Some(work) if work.decides => {
                let work = *work;
                self.work = None;
                decide(work, inputs)
            }
            Some(work) => {
                work.decides = true;
                let old = inputs.store.word(work.origin).expect("it was held");
                work.is_kept = old.rank == Rank::Kept && old.epoch == inputs.epoch;
                Outcome::default()
            }
            None if inputs.taken.is_some() => Outcome {
                origin: Some(inputs.node),
                write: inputs.taken.map(|word| (word, false)),
                queue: (0..rings).collect(),
                confirms: true,
                ..Outcome::default()
            },
            None => {
                let came = (0..rings).filter(|ring| inputs.came[*ring].is_some());
                let wrong = (0..rings).filter(|ring| inputs.wrong[*ring].is_some());
                let requests: Vec<usize> = came.chain(wrong.map(|ring| rings + ring)).collect();
                let Some(chosen) = self.turns.next(&requests) else { return Outcome::default() };
                self.turns.serve(chosen);
                self.begin(chosen, inputs)
            }
        }
    }

    /// Stores a message that is new, or begins to compare.
    fn begin(&mut self, chosen: usize, inputs: &Inputs<'_>) -> Outcome {
        let rings = inputs.came.len();
        let Some(ring) = chosen.checked_sub(rings) else {
            let (origin, word) = inputs.came[chosen].expect("it is shown");
            if inputs.store.word(origin).is_some() {
                self.work = Some(Work { chosen, origin, decides: false, is_kept: false });
                return Outcome::default();
            }
            return Outcome {
                origin: Some(origin),
                write: Some((word, false)),
                queue: onward(chosen, word.rank, inputs),
                delivers: origin != inputs.node,
                confirms: word.rank == Rank::Confirmed,
                came_from: Some(chosen),
                ..Outcome::default()
            };
        };
        let origin = inputs.wrong[ring].expect("it is shown");
        self.work = Some(Work { chosen, origin, decides: false, is_kept: false });
        Outcome::default()
    }
}

/// Returns the rings on which a message goes on: what is confirmed on all others, anything else up.
fn onward(ring: usize, rank: Rank, inputs: &Inputs<'_>) -> Vec<usize> {
    let goes = |it: &usize| match rank {
        Rank::Confirmed => *it != ring,
        _ => !inputs.gates[*it],
    };
    (0..inputs.came.len()).filter(goes).collect()
}

/// Compares what came with the word that the store has.
///
/// What is confirmed comes by one ring, from one member, in the order in which that one sent it: the node
/// takes it as it comes. So it does with what comes from below of an origin out of reach, unless it has
/// better. A node that is done keeps what it has, and passes that on.
fn decide(Work { chosen, origin, is_kept, .. }: Work, inputs: &Inputs<'_>) -> Outcome {
    let rings = inputs.came.len();
    let (old, mark) = inputs.store.marked(origin).expect("it was held");
    let it = Outcome { origin: Some(origin), ..Outcome::default() };
    if let Some(ring) = chosen.checked_sub(rings) {
        return Outcome { queue: vec![ring], wrong_on: Some(ring), ..it };
    }
    let (_, came) = inputs.came[chosen].expect("it is shown");
    let it = Outcome { came_from: Some(chosen), ..it };
    let confirms = came.rank == Rank::Confirmed;
    let keeps = inputs.done || origin == inputs.node;
    let counts = came.rank == Rank::Kept;
    let is_kept = inputs.done || is_kept;
    let differs = came.payload != old.payload;
    let takes = differs && !keeps && (confirms || counts || !is_kept);
    let rises = if confirms { !inputs.confirmed.contains(&origin) } else { counts && !is_kept };
    if !takes && !rises {
        return it;
    }
    let word = if takes { came } else { Word { payload: old.payload, ..came } };
    Outcome {
        write: Some((word, mark || (takes && !inputs.delivery.is_pending(origin)))),
        queue: onward(chosen, came.rank, inputs),
        delivers: takes,
        confirms,
        ..it
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring_tree::clocked::Payload;
    use crate::ring_tree::clocked::queue::QueueInputs;

    const RINGS: usize = 3;
    /// The node, whose own message is one of those that come.
    const NODE: u32 = 7;
    const ORIGIN: u32 = 2;
    const EPOCH: u8 = 4;

    fn ranked(rank: Rank, epoch: u8, payload: u64) -> Word {
        Word { rank, epoch, payload: Payload([0, 0, 0, 0, 0, 0, 0, 0, payload]) }
    }

    fn word(rank: Rank, payload: u64) -> Word {
        ranked(rank, EPOCH, payload)
    }

    /// A node of three rings, one of which goes up, with what its store has; nothing comes.
    struct Fixture {
        store: Store,
        delivery: Delivery,
        confirmed: BTreeSet<u32>,
        done: bool,
    }

    impl Fixture {
        fn holding(held: &[(u32, Word)]) -> Self {
            let mut store = Store::default();
            held.iter().for_each(|(origin, word)| store.write(*origin, *word, false));
            Self { store, delivery: Delivery::new(4), confirmed: BTreeSet::new(), done: false }
        }

        fn inputs(&self) -> Inputs<'_> {
            let Self { store, delivery, confirmed, done } = self;
            Inputs {
                node: NODE,
                store,
                taken: None,
                came: vec![None; RINGS],
                wrong: vec![None; RINGS],
                gates: vec![true, true, false],
                epoch: EPOCH,
                confirmed,
                done: *done,
                delivery,
            }
        }

        /// Plays three cycles with a message on ring 1; the word is compared in the first two.
        fn compare(&self, origin: u32, came: Word) -> Outcome {
            let mut inputs = self.inputs();
            inputs.came[1] = Some((origin, came));
            let outcome = compared(&inputs);
            assert_eq!((outcome.came_from, outcome.wrong_on), (Some(1), None));
            outcome
        }
    }

    fn compared(inputs: &Inputs<'_>) -> Outcome {
        let mut update = Update::default();
        for holds in [false, true] {
            let outcome = update.step(inputs);
            assert!(outcome.write.is_none() && outcome.queue.is_empty() && !outcome.delivers);
            assert!(!update.is_idle() && outcome.came_from.or(outcome.wrong_on).is_none());
            assert_eq!(update.holds(), holds);
        }
        let outcome = update.step(inputs);
        assert!(update.is_idle() && !update.holds());
        outcome
    }

    /// What is written, the rings on which it is queued, and whether the processor gets it.
    fn done(outcome: &Outcome) -> (Option<Word>, Vec<usize>, bool) {
        (outcome.write.map(|(word, _)| word), outcome.queue.clone(), outcome.delivers)
    }

    #[test]
    fn a_new_message_is_stored_at_once_and_goes_on() {
        let here = Fixture::holding(&[]);
        for (rank, queue) in
            [(Rank::Confirmed, vec![0, 2]), (Rank::Kept, vec![2]), (Rank::Found, vec![2])]
        {
            let mut inputs = here.inputs();
            inputs.came[1] = Some((ORIGIN, word(rank, 5)));
            let mut update = Update::default();
            let outcome = update.step(&inputs);
            assert_eq!(done(&outcome), (Some(word(rank, 5)), queue, true));
            assert_eq!((outcome.origin, outcome.came_from), (Some(ORIGIN), Some(1)));
            assert_eq!(outcome.confirms, rank == Rank::Confirmed);
            assert!(update.is_idle());
            // The processor does not get its own message.
            inputs.came[1] = Some((NODE, word(rank, 5)));
            assert!(!Update::default().step(&inputs).delivers);
        }
    }

    #[test]
    fn the_message_of_the_processor_goes_first_and_on_all_rings() {
        let here = Fixture::holding(&[]);
        let mut inputs = here.inputs();
        inputs.came[1] = Some((ORIGIN, word(Rank::Confirmed, 5)));
        inputs.taken = Some(word(Rank::Confirmed, 9));
        let outcome = Update::default().step(&inputs);
        assert_eq!(outcome.write, Some((word(Rank::Confirmed, 9), false)));
        assert_eq!(done(&outcome), (Some(word(Rank::Confirmed, 9)), vec![0, 1, 2], false));
        assert_eq!((outcome.origin, outcome.came_from), (Some(NODE), None));
        assert!(outcome.confirms);
    }

    #[test]
    fn what_is_confirmed_is_taken_as_it_comes_and_goes_on_once_in_an_epoch() {
        let old = ranked(Rank::Confirmed, EPOCH - 1, 5);
        let mut here = Fixture::holding(&[(ORIGIN, old)]);
        let [same, other] = [5, 3].map(|payload| word(Rank::Confirmed, payload));
        // First in this epoch, then again.
        assert_eq!(done(&here.compare(ORIGIN, same)), (Some(same), vec![0, 2], false));
        assert_eq!(done(&here.compare(ORIGIN, other)), (Some(other), vec![0, 2], true));
        here.confirmed.insert(ORIGIN);
        assert_eq!(done(&here.compare(ORIGIN, same)), (None, vec![], false));
        assert_eq!(done(&here.compare(ORIGIN, other)), (Some(other), vec![0, 2], true));
        // A node that is done, and the origin, keep their payloads.
        here.done = true;
        assert_eq!(done(&here.compare(ORIGIN, other)), (None, vec![], false));
        here.confirmed.clear();
        assert_eq!(done(&here.compare(ORIGIN, other)), (Some(same), vec![0, 2], false));
        let mut own = Fixture::holding(&[(NODE, same)]);
        own.confirmed.insert(NODE);
        assert_eq!(done(&own.compare(NODE, other)), (None, vec![], false));
    }

    #[test]
    fn what_comes_from_below_of_an_origin_out_of_reach_goes_up_and_the_higher_rank_wins() {
        use Rank::{Found, Kept};
        let cases = [
            (word(Found, 5), word(Found, 5), None),
            (word(Found, 5), word(Found, 3), Some(word(Found, 3))),
            (word(Found, 5), word(Kept, 5), Some(word(Kept, 5))),
            (word(Found, 5), word(Kept, 3), Some(word(Kept, 3))),
            (word(Kept, 5), word(Found, 3), None),
            (word(Kept, 5), word(Kept, 5), None),
            (word(Kept, 5), word(Kept, 3), Some(word(Kept, 3))),
            // The rank of another epoch does not count.
            (ranked(Kept, EPOCH - 1, 5), word(Found, 3), Some(word(Found, 3))),
            (ranked(Kept, EPOCH - 1, 5), word(Kept, 5), Some(word(Kept, 5))),
            (ranked(Rank::Confirmed, EPOCH - 1, 5), word(Found, 3), Some(word(Found, 3))),
        ];
        for (old, came, write) in cases {
            let mut here = Fixture::holding(&[(ORIGIN, old)]);
            let queue = if write.is_some() { vec![2] } else { vec![] };
            let delivers = write.is_some() && old.payload != came.payload;
            let outcome = here.compare(ORIGIN, came);
            assert_eq!(done(&outcome), (write, queue, delivers), "{old:?} {came:?}");
            assert!(!outcome.confirms);
            here.done = true;
            assert_eq!(done(&here.compare(ORIGIN, came)), (None, vec![], false));
        }
    }

    #[test]
    fn what_came_back_wrong_goes_again_on_that_ring() {
        let here = Fixture::holding(&[(ORIGIN, word(Rank::Confirmed, 5))]);
        let mut inputs = here.inputs();
        inputs.wrong[2] = Some(ORIGIN);
        let outcome = compared(&inputs);
        assert_eq!(done(&outcome), (None, vec![2], false));
        assert_eq!((outcome.came_from, outcome.wrong_on), (None, Some(2)));
    }

    #[test]
    fn a_correction_is_marked_if_the_processor_had_the_message_before() {
        let confirmed = |payload| word(Rank::Confirmed, payload);
        let mut here = Fixture::holding(&[(ORIGIN, confirmed(5))]);
        let mark = |outcome: Outcome| outcome.write.map(|(_, mark)| mark);
        assert_eq!(mark(here.compare(ORIGIN, confirmed(6))), Some(true));
        assert_eq!(mark(here.compare(ORIGIN, confirmed(5))), Some(false));
        here.store.write(ORIGIN, confirmed(5), true);
        assert_eq!(mark(here.compare(ORIGIN, confirmed(5))), Some(true));
        here.store.write(ORIGIN, confirmed(5), false);
        let (store, again) = (&here.store, &BTreeSet::new());
        let turn = QueueInputs { store, holds: true, set: Some(ORIGIN), again, takes: false };
        here.delivery.step(turn);
        assert_eq!(mark(here.compare(ORIGIN, confirmed(6))), Some(false));
    }

    #[test]
    fn inboxes_and_wrong_returns_are_served_round_robin() {
        let here = Fixture::holding(&[(ORIGIN, word(Rank::Confirmed, 5))]);
        let mut inputs = here.inputs();
        let new = |origin| Some((origin, word(Rank::Confirmed, 1)));
        inputs.came = (3..).map(new).take(RINGS).collect();
        inputs.wrong[0] = Some(ORIGIN);
        let (mut update, mut served) = (Update::default(), Vec::new());
        for _ in 0..7 {
            let outcome = update.step(&inputs);
            served.extend(outcome.came_from.or(outcome.wrong_on.map(|ring| RINGS + ring)));
        }
        // A correction takes three cycles.
        assert_eq!(served, [0, 1, 2, 3, 0]);
    }
}

//! `ring_tree_update`: takes what came into the store, one message after the other.

use super::Word;
use super::delivery::Delivery;
use super::store::Store;
use super::turns::Turns;

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
    /// By ring, whether what is in its inbox came by a ring that is gone.
    pub gone: Vec<bool>,
    /// By ring, an own message that came back wrong.
    pub wrong: Vec<Option<u32>>,
    /// No repair began in this operation.
    pub trusts: bool,
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
                Outcome::default()
            }
            None if inputs.taken.is_some() => Outcome {
                origin: Some(inputs.node),
                write: inputs.taken.map(|word| (word, false)),
                queue: (0..rings).collect(),
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
                self.work = Some(Work { chosen, origin, decides: false });
                return Outcome::default();
            }
            return Outcome {
                origin: Some(origin),
                write: Some((word, false)),
                queue: others(chosen, inputs),
                delivers: origin != inputs.node,
                came_from: Some(chosen),
                ..Outcome::default()
            };
        };
        let origin = inputs.wrong[ring].expect("it is shown");
        self.work = Some(Work { chosen, origin, decides: false });
        Outcome::default()
    }
}

/// Returns the rings on which a message has not come; one that is gone now does not count.
fn others(ring: usize, inputs: &Inputs<'_>) -> Vec<usize> {
    (0..inputs.came.len()).filter(|it| *it != ring || inputs.gone[ring]).collect()
}

/// Compares what came with the word that the store has.
///
/// A node that trusts takes what another member injected as it comes: until a repair, the messages of
/// an origin come by one ring, from one member, in the order in which it sent them. Its own versions
/// never fall, whatever the versions are that come.
fn decide(Work { chosen, origin, .. }: Work, inputs: &Inputs<'_>) -> Outcome {
    let rings = inputs.came.len();
    let (old, mark) = inputs.store.marked(origin).expect("it was held");
    let up = |version: u8, word: &Word| Word { version: version.wrapping_add(1), ..*word };
    let it = Outcome { origin: Some(origin), ..Outcome::default() };
    if let Some(ring) = chosen.checked_sub(rings) {
        let write = Some((up(old.version, &old), mark));
        return Outcome { write, queue: vec![ring], wrong_on: Some(ring), ..it };
    }
    let (_, came) = inputs.came[chosen].expect("it is shown");
    let it = Outcome { came_from: Some(chosen), ..it };
    let mine = origin == inputs.node;
    let differs = came.payload != old.payload;
    if mine && differs && !old.is_newer(&came) {
        let write = Some((up(came.version, &old), mark));
        return Outcome { write, queue: (0..rings).collect(), ..it };
    }
    if came.replaces(&old) || (inputs.trusts && differs) {
        let keeps = !inputs.trusts || came.is_newer(&old);
        let word = if keeps { came } else { up(old.version, &came) };
        let mark = mark || (differs && !inputs.delivery.is_pending(origin));
        let queue = if differs { others(chosen, inputs) } else { Vec::new() };
        return Outcome { write: Some((word, mark)), queue, delivers: differs && !mine, ..it };
    }
    let queue = if differs { vec![chosen] } else { Vec::new() };
    Outcome { queue, ..it }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring_tree::clocked::Payload;
    use crate::ring_tree::clocked::queue::Turn;

    const RINGS: usize = 3;
    /// The node, whose own message is one of those that come.
    const NODE: u32 = 7;
    const ORIGIN: u32 = 2;

    fn word(version: u8, payload: u64) -> Word {
        Word { version, payload: Payload([0, 0, 0, 0, 0, 0, 0, 0, payload]) }
    }

    /// A node of three rings with what its store has; nothing comes.
    struct Here {
        store: Store,
        delivery: Delivery,
        trusts: bool,
        gone: bool,
    }

    impl Here {
        fn holding(held: &[(u32, Word)], trusts: bool) -> Self {
            let mut store = Store::default();
            held.iter().for_each(|(origin, word)| store.write(*origin, *word, false));
            Self { store, delivery: Delivery::new(4), trusts, gone: false }
        }

        fn inputs(&self) -> Inputs<'_> {
            let (came, wrong) = (vec![None; RINGS], vec![None; RINGS]);
            let Self { store, delivery, trusts, .. } = self;
            let gone = vec![self.gone; RINGS];
            Inputs { node: NODE, store, taken: None, came, gone, wrong, trusts: *trusts, delivery }
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
    fn a_new_message_is_stored_at_once_and_goes_to_the_other_rings() {
        let mut here = Here::holding(&[], false);
        for (gone, queue) in [(false, vec![0, 2]), (true, vec![0, 1, 2])] {
            here.gone = gone;
            let mut inputs = here.inputs();
            inputs.came[1] = Some((ORIGIN, word(3, 5)));
            let mut update = Update::default();
            let outcome = update.step(&inputs);
            assert_eq!(done(&outcome), (Some(word(3, 5)), queue, true));
            assert_eq!((outcome.origin, outcome.came_from), (Some(ORIGIN), Some(1)));
            assert!(update.is_idle());
            // After a restart the own message may come before the processor offers it.
            inputs.came[1] = Some((NODE, word(3, 5)));
            assert!(!Update::default().step(&inputs).delivers);
        }
    }

    #[test]
    fn the_message_of_the_processor_goes_first_and_on_all_rings() {
        let here = Here::holding(&[], true);
        let mut inputs = here.inputs();
        inputs.came[1] = Some((ORIGIN, word(3, 5)));
        inputs.taken = Some(word(0, 9));
        let outcome = Update::default().step(&inputs);
        assert_eq!(outcome.write, Some((word(0, 9), false)));
        assert_eq!(done(&outcome), (Some(word(0, 9)), vec![0, 1, 2], false));
        assert_eq!((outcome.origin, outcome.came_from), (Some(NODE), None));
    }

    #[test]
    fn after_a_repair_the_newer_version_wins_and_the_loser_is_answered() {
        let cases = [
            // Newer, and of the same payload.
            (word(1, 5), word(2, 3), Some(word(2, 3)), vec![0, 2], true),
            (word(255, 5), word(0, 3), Some(word(0, 3)), vec![0, 2], true),
            (word(1, 5), word(2, 5), Some(word(2, 5)), vec![], false),
            // As new, with the larger payload or not.
            (word(1, 5), word(1, 6), Some(word(1, 6)), vec![0, 2], true),
            (word(1, 5), word(1, 4), None, vec![1], false),
            (word(1, 5), word(1, 5), None, vec![], false),
            // Older.
            (word(2, 5), word(1, 6), None, vec![1], false),
            (word(2, 5), word(1, 5), None, vec![], false),
        ];
        for (old, came, write, queue, delivers) in cases {
            let outcome = Here::holding(&[(ORIGIN, old)], false).compare(ORIGIN, came);
            assert_eq!(done(&outcome), (write, queue, delivers), "{old:?} {came:?}");
        }
    }

    #[test]
    fn a_node_that_trusts_takes_what_comes_and_its_versions_rise() {
        let cases = [
            (word(1, 5), word(4, 3), Some(word(4, 3)), vec![0, 2], true),
            (word(1, 5), word(1, 4), Some(word(2, 4)), vec![0, 2], true),
            (word(3, 5), word(1, 6), Some(word(4, 6)), vec![0, 2], true),
            (word(3, 5), word(1, 5), None, vec![], false),
        ];
        for (old, came, write, queue, delivers) in cases {
            let outcome = Here::holding(&[(ORIGIN, old)], true).compare(ORIGIN, came);
            assert_eq!(done(&outcome), (write, queue, delivers), "{old:?} {came:?}");
        }
    }

    #[test]
    fn an_origin_keeps_its_payload_and_answers_with_a_newer_version() {
        let cases = [
            (word(1, 5), word(3, 9), Some(word(4, 5)), vec![0, 1, 2]),
            (word(1, 5), word(1, 9), Some(word(2, 5)), vec![0, 1, 2]),
            (word(255, 5), word(255, 4), Some(word(0, 5)), vec![0, 1, 2]),
            (word(2, 5), word(1, 9), None, vec![1]),
            (word(1, 5), word(2, 5), Some(word(2, 5)), vec![]),
        ];
        for (old, came, write, queue) in cases {
            let outcome = Here::holding(&[(NODE, old)], false).compare(NODE, came);
            assert_eq!(done(&outcome), (write, queue, false), "{old:?} {came:?}");
        }
    }

    #[test]
    fn what_came_back_wrong_goes_again_on_that_ring_with_a_newer_version() {
        let here = Here::holding(&[(ORIGIN, word(1, 5))], true);
        let mut inputs = here.inputs();
        inputs.wrong[2] = Some(ORIGIN);
        let outcome = compared(&inputs);
        assert_eq!(done(&outcome), (Some(word(2, 5)), vec![2], false));
        assert_eq!((outcome.came_from, outcome.wrong_on), (None, Some(2)));
    }

    #[test]
    fn a_correction_is_marked_if_the_processor_had_the_message_before() {
        let mut here = Here::holding(&[(ORIGIN, word(1, 5))], false);
        let mark = |outcome: Outcome| outcome.write.map(|(_, mark)| mark);
        assert_eq!(mark(here.compare(ORIGIN, word(2, 6))), Some(true));
        assert_eq!(mark(here.compare(ORIGIN, word(2, 5))), Some(false));
        here.store.write(ORIGIN, word(1, 5), true);
        assert_eq!(mark(here.compare(ORIGIN, word(2, 5))), Some(true));
        here.store.write(ORIGIN, word(1, 5), false);
        let store = &here.store;
        let turn = Turn { store, holds: true, set: Some(ORIGIN), all: false, takes: false };
        here.delivery.step(turn);
        assert_eq!(mark(here.compare(ORIGIN, word(2, 6))), Some(false));
    }

    #[test]
    fn inboxes_and_wrong_returns_are_served_round_robin() {
        let here = Here::holding(&[(ORIGIN, word(0, 5))], true);
        let mut inputs = here.inputs();
        inputs.came = (3..).map(|origin| Some((origin, word(0, 1)))).take(RINGS).collect();
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

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

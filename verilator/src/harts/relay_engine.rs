//! Tries the relay engine of the hexagonal mesh alone with every packet that can be stored.

use teecast_model::harts::broadcast::{HartsPacket, Letter, sends, turned};
use teecast_spec::HartsSpec;
use teecast_spec::harts::DIRECTIONS;

use crate::compare::Difference;
use crate::vector_bench::{Bits, Fields, Vector};

/// A stored packet.
#[derive(Clone, Copy, Debug)]
struct Case {
    copies: u32,
    /// Its distance is that at the node.
    packet: HartsPacket,
    /// It found its way straight on taken.
    mark: bool,
    /// It ended badly.
    bad: bool,
}

/// All inputs of one configuration.
#[derive(Clone, Debug)]
pub struct RelayTest<'a> {
    spec: &'a HartsSpec,
    cases: Vec<Case>,
}

impl<'a> RelayTest<'a> {
    /// Makes every k, step, letter and distance, marked or not, ended well or badly.
    pub fn new(spec: &'a HartsSpec) -> Self {
        let mut cases = Vec::new();
        for copies in 1..=6 {
            for step in 1..=3 {
                for tag in Letter::ALL {
                    for distance in 0..spec.n - 1 {
                        let packet = HartsPacket { step, tag, distance };
                        // At the end of its way nothing is straight on.
                        let marks = if distance == 0 { vec![false] } else { vec![false, true] };
                        cases.extend(marks.into_iter().flat_map(|mark| {
                            [false, true].map(|bad| Case { copies, packet, mark, bad })
                        }));
                    }
                }
            }
        }
        Self { spec, cases }
    }

    /// Returns the input vectors, in the order of the testbench's ports.
    pub fn vectors(&self) -> Vec<Vector> {
        let vector = |case: &Case| {
            let HartsPacket { step, tag, distance } = case.packet;
            Vector::default()
                .field(3, case.copies)
                .field(2, step)
                .field(3, tag.code())
                .field(self.spec.distance_bits(), distance)
                .field(1, u32::from(case.mark))
                .field(1, u32::from(case.bad))
        };
        self.cases.iter().map(vector).collect()
    }

    /// Compares the outputs with the model, from each direction of travel; returns the first
    /// difference.
    pub fn check(&self, outputs: &[Bits]) -> Option<Difference> {
        self.cases.iter().enumerate().find_map(|(index, case)| {
            let seen = outputs.get(index).and_then(|bits| self.seen(bits));
            (0..DIRECTIONS).find_map(|direction| {
                let mut expected = self.expected(case, direction);
                expected.sort_unstable();
                let mut seen: Option<Vec<Sent>> = seen.as_ref().map(|sent| {
                    let turn = |&(turn, fields): &Sent| ((direction + turn) % DIRECTIONS, fields);
                    sent.iter().map(turn).collect()
                });
                seen.iter_mut().for_each(|sent| sent.sort_unstable());
                (seen.as_ref() != Some(&expected)).then(|| Difference {
                    what: "the relay engine is wrong".to_string(),
                    expected: format!("(direction, [distance, letter, step]) {expected:?}"),
                    seen: format!("{seen:?}"),
                    cycle: index as u64,
                    context: format!("n {}, from direction {direction}: {case:?}", self.spec.n),
                })
            })
        })
    }

    /// Returns what is due, by turn.
    fn seen(&self, bits: &Bits) -> Option<Vec<Sent>> {
        let mut fields = Fields::new(bits);
        let due = fields.take(DIRECTIONS)?;
        // Slice x of the header is x-th from the right; only those due mean anything.
        let header: Vec<Option<[u32; 3]>> = (0..DIRECTIONS)
            .map(|_| {
                let (distance, letter) = (fields.take(self.spec.distance_bits()), fields.take(3));
                Some([distance?, letter?, fields.take(2)?])
            })
            .collect();
        let turns = (0..DIRECTIONS).filter(|turn| due >> turn & 1 == 1);
        turns.map(|turn| Some((turn, header[(DIRECTIONS - 1 - turn) as usize]?))).collect()
    }

    fn expected(&self, case: &Case, direction: u32) -> Vec<Sent> {
        let fields = |packet: &HartsPacket| [packet.distance, packet.tag.code(), packet.step];
        let relayed = match case.bad {
            true => Vec::new(),
            false => sends(self.spec.n, case.copies, direction, &case.packet),
        };
        let itself = case.mark.then(|| (turned(direction, 0), fields(&case.packet)));
        let relayed = relayed.iter().map(|start| (start.direction, fields(&start.packet)));
        relayed.chain(itself).collect()
    }
}

/// A direction or turn, and the fields of the packet that goes there: distance, letter, step.
type Sent = (u32, [u32; 3]);

//! The messages of all nodes in the order of time.

use teecast_spec::topology::Orthogonal;

use crate::random::Random;

use super::{Gaps, Lengths, Pattern};

/// Cycles that the wheel looks ahead.
const SPOKES: usize = 1 << 12;
/// The end of a list.
const NONE: u32 = u32::MAX;

/// A message as its source makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkloadMessage {
    /// Cycle in which it is made.
    pub cycle: u64,
    /// Sender.
    pub source: u32,
    /// Receiver.
    pub destination: u32,
    /// **Units**: flits.
    pub length: u32,
}

/// Where the messages of a run come from.
#[derive(Clone, Debug)]
pub enum Workload {
    /// Drawn at random.
    Random(Box<RandomMessages>),
    /// Given, in the order of time.
    Trace(std::vec::IntoIter<WorkloadMessage>),
}

/// Messages drawn at random, every node by itself.
///
/// A node waits on the spoke of the cycle in which it sends next: nodes that wait cost nothing.
#[derive(Clone, Debug)]
pub struct RandomMessages {
    gaps: Gaps,
    pattern: Pattern,
    lengths: Lengths,
    streams: Vec<Random>,
    /// Cycle in which each node sends next.
    due: Vec<u64>,
    /// The first node on each spoke, and the one after each node.
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Workload {
    /// Returns a workload of random messages.
    ///
    /// **Units**: `load` is in flits for each node and cycle; divided by the mean length it must be
    /// what [`Gaps`] permit.
    pub fn random(
        nodes: usize,
        load: f64,
        pattern: Pattern,
        lengths: Lengths,
        seed: [u64; 2],
    ) -> Self {
        let mut random = RandomMessages {
            gaps: Gaps::new(load / lengths.mean()),
            pattern,
            lengths,
            streams: (0..nodes).map(|v| Random::keyed(seed[0], [seed[1], 0, v as u64])).collect(),
            due: vec![0; nodes],
            first: vec![NONE; SPOKES],
            next: vec![NONE; nodes],
        };
        for node in (0..nodes).rev() {
            let first = random.gaps.draw(&mut random.streams[node]) - 1;
            random.wait(node, first);
        }
        Workload::Random(Box::new(random))
    }

    /// Returns a workload of given messages.
    pub fn trace(mut messages: Vec<WorkloadMessage>) -> Self {
        messages.sort_by_key(|message| message.cycle);
        Workload::Trace(messages.into_iter())
    }

    /// Passes on all messages of a cycle; the cycles of the calls ascend one by one.
    #[inline]
    pub fn make(
        &mut self,
        topology: &dyn Orthogonal,
        cycle: u64,
        mut send: impl FnMut(WorkloadMessage),
    ) {
        match self {
            Workload::Random(random) => random.make(topology, cycle, send),
            Workload::Trace(messages) => {
                while messages.as_slice().first().is_some_and(|message| message.cycle <= cycle) {
                    messages.next().into_iter().for_each(&mut send);
                }
            }
        }
    }
}

impl RandomMessages {
    fn wait(&mut self, node: usize, cycle: u64) {
        let spoke = cycle as usize % SPOKES;
        self.due[node] = cycle;
        self.next[node] = std::mem::replace(&mut self.first[spoke], node as u32);
    }

    #[inline]
    fn make(
        &mut self,
        topology: &dyn Orthogonal,
        cycle: u64,
        mut send: impl FnMut(WorkloadMessage),
    ) {
        let mut node = std::mem::replace(&mut self.first[cycle as usize % SPOKES], NONE);
        while node != NONE {
            let index = node as usize;
            let after = self.next[index];
            if self.due[index] == cycle {
                let stream = &mut self.streams[index];
                let destination = self.pattern.draw(topology, node, stream);
                let length = self.lengths.draw(stream);
                send(WorkloadMessage { cycle, source: node, destination, length });
                let gap = self.gaps.draw(&mut self.streams[index]);
                self.wait(index, cycle + gap);
            } else {
                // The wheel goes around again.
                self.wait(index, self.due[index]);
            }
            node = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teecast_spec::topology::Cube;

    fn cube() -> Cube {
        Cube::new(3).expect("permitted")
    }

    fn made(workload: &mut Workload, cycles: u64) -> Vec<WorkloadMessage> {
        let mut all = Vec::new();
        (0..cycles).for_each(|cycle| workload.make(&cube(), cycle, |message| all.push(message)));
        all
    }

    fn random(load: f64, seed: u64) -> Workload {
        let lengths = Lengths::fixed(5).expect("permitted");
        Workload::random(8, load, Pattern::Uniform, lengths, [seed, 0])
    }

    #[test]
    fn the_load_is_what_was_asked_for() {
        // Gaps of 10 000 cycles go around the wheel.
        for (load, cycles) in [(0.5, 100_000), (0.0005, 4_000_000)] {
            let all = made(&mut random(load, 1), cycles);
            let flits: u32 = all.iter().map(|message| message.length).sum();
            let found = f64::from(flits) / 8.0 / cycles as f64;
            assert!((found / load - 1.0).abs() < 0.06, "{found}");
            assert!(all.is_sorted_by_key(|message| message.cycle));
        }
    }

    #[test]
    fn a_seed_fixes_everything() {
        let all = |seed| made(&mut random(0.3, seed), 1000);
        assert_eq!(all(4), all(4));
        assert_ne!(all(4), all(5));
    }

    #[test]
    fn given_messages_come_in_their_cycles() {
        let message = |cycle, source| WorkloadMessage { cycle, source, destination: 0, length: 1 };
        let mut workload = Workload::trace(vec![message(5, 1), message(2, 2), message(5, 3)]);
        let mut seen = Vec::new();
        for cycle in 0..9 {
            workload.make(&cube(), cycle, |message| seen.push((cycle, message.source)));
        }
        assert_eq!(seen, [(2, 2), (5, 1), (5, 3)]);
    }
}

//! Tries the multicaster alone: branch sequence, handshake and end against the model's vote.

use std::collections::VecDeque;

use teecast_model::hypercube::vote;
use teecast_spec::{HypercubeSpec, Vote};

use crate::compare::Difference;
use crate::random::Random;
use crate::vector_bench::{Bits, Fields, Vector};

/// One load of the reference array, and the cycles that follow it.
#[derive(Clone, Debug)]
struct Load {
    rows: Vec<u32>,
    faulty: u32,
    /// `branch_ready_i` of the load cycle and of each cycle after it.
    ready: Vec<bool>,
}

/// A sequence of loads for one configuration.
#[derive(Clone, Debug)]
pub struct MulticasterTest<'a> {
    spec: &'a HypercubeSpec,
    loads: Vec<Load>,
}

impl<'a> MulticasterTest<'a> {
    /// Makes at least `loads` loads: every array and fault vector if they are that few, else
    /// directed corners and random ones; the last loads interrupt each other.
    pub fn new(spec: &'a HypercubeSpec, seed: u64, loads: u32) -> Self {
        let mut test = Self { spec, loads: Vec::new() };
        let mut random = Random::new(seed);
        let faults = if spec.fault_tolerant { spec.n } else { 0 };
        let bits = spec.m * spec.n + faults;
        if bits <= 14 {
            for code in 0..1u32 << bits {
                let faulty = code >> (spec.m * spec.n);
                let rows = (0..spec.m).map(|i| code >> (i * spec.n) & (spec.nodes() - 1)).collect();
                test.push(&mut random, rows, faulty, false);
            }
        }
        test.corners(&mut random);
        for index in 0..loads {
            let (rows, faulty) = test.array(&mut random);
            test.push(&mut random, rows, faulty, index % 8 == 7);
        }
        test
    }

    /// Returns the input vectors, in the order of the testbench's ports.
    pub fn vectors(&self) -> Vec<Vector> {
        let HypercubeSpec { n, fault_tolerant, .. } = *self.spec;
        let mut vectors = Vec::new();
        for load in &self.loads {
            for (cycle, ready) in load.ready.iter().enumerate() {
                let mut vector = Vector::default().field(1, u32::from(cycle == 0));
                if fault_tolerant {
                    vector = vector.field(n, load.faulty);
                }
                vector = vector.field(1, u32::from(*ready));
                vectors.push(load.rows.iter().rev().fold(vector, |v, row| v.field(n, *row)));
            }
        }
        vectors
    }

    /// Compares the outputs with the model; returns the first difference.
    pub fn check(&self, outputs: &[Bits]) -> Option<Difference> {
        let mut expected = Expected::after_reset(self.spec);
        let (mut cycle, mut faulty) = (0, 0);
        for load in &self.loads {
            for (age, &ready) in load.ready.iter().enumerate() {
                let seen = outputs.get(cycle).and_then(|bits| BranchOutput::of(self.spec, bits));
                // In the cycle of a load the faults are those of the new rows, not of the old.
                let settled = age > 0 || load.faulty == faulty;
                let wrong =
                    settled.then(|| expected.step(seen.as_ref(), ready)).and_then(Result::err);
                if let Some(wrong) = wrong {
                    return Some(Difference {
                        what: "the multicaster is wrong".to_string(),
                        expected: wrong,
                        seen: format!("{seen:?}"),
                        cycle: cycle as u64,
                        context: expected.context.clone(),
                    });
                }
                if age == 0 {
                    expected = Expected::after_load(self.spec, load);
                    faulty = load.faulty;
                }
                cycle += 1;
            }
        }
        None
    }

    /// Arrays that random choice never finds: empty, full, all stranded, all faulty.
    fn corners(&mut self, random: &mut Random) {
        let (m, all) = (self.spec.m as usize, self.spec.nodes() - 1);
        let faults = if self.spec.fault_tolerant { vec![0, 1, all - 1, all] } else { vec![0] };
        for faulty in faults {
            for row in [0, 1, all, faulty, all & !faulty] {
                self.push(random, vec![row; m], faulty, false);
                let mut single = vec![0; m];
                single[m - 1] = row;
                self.push(random, single, faulty, false);
            }
        }
    }

    fn array(&self, random: &mut Random) -> (Vec<u32>, u32) {
        let all = self.spec.nodes() - 1;
        let sparse = *random.pick(&[0, 1, 2]);
        let used = random.within(0..=self.spec.m);
        let mut row = |index: u32| {
            if index >= used && random.chance(80) {
                return 0;
            }
            // Fewer bits make ties and stranded rows.
            (0..sparse).fold(random.within(0..=all), |row, _| row & random.within(0..=all))
        };
        let rows = (0..self.spec.m).map(&mut row).collect();
        let faulty = match random.within(0..=3) {
            _ if !self.spec.fault_tolerant => 0,
            0 => 0,
            1 => 1 << random.within(0..=self.spec.n - 1),
            2 => random.within(0..=all),
            _ => random.within(0..=all) | random.within(0..=all),
        };
        (rows, faulty)
    }

    fn push(&mut self, random: &mut Random, rows: Vec<u32>, faulty: u32, interrupted: bool) {
        let share = *random.pick(&[100, 50, 15]);
        let expected = Expected::after_load(
            self.spec,
            &Load { rows: rows.clone(), faulty, ready: Vec::new() },
        );
        let mut ready = vec![random.chance(share)];
        let mut left = expected.branches.len();
        let mut merges = expected.merges;
        while left > 0 || merges > 0 {
            ready.push(random.chance(share));
            if merges > 0 {
                merges -= 1;
            } else if ready.last() == Some(&true) {
                left -= 1;
            }
        }
        // Done has to stay.
        ready.extend([random.chance(50), random.chance(50)]);
        if interrupted {
            ready.truncate(random.within(1..=4) as usize);
        }
        self.loads.push(Load { rows, faulty, ready });
    }
}

/// What the outputs say in one cycle.
#[derive(Debug)]
struct BranchOutput {
    valid: bool,
    done: bool,
    /// Dimension and rows if valid, unroutable rows if done; `None` if a bit is unknown.
    branch: Option<(u32, Vec<bool>)>,
    unroutable: Option<Vec<bool>>,
}

impl BranchOutput {
    fn of(spec: &HypercubeSpec, bits: &Bits) -> Option<Self> {
        let mut fields = Fields::new(bits);
        let (valid, done) = (fields.take(1)? == 1, fields.take(1)? == 1);
        let (dimension, rows) = (fields.take(spec.n), fields.take_set(spec.m));
        Some(Self { valid, done, branch: dimension.zip(rows), unroutable: fields.take_set(spec.m) })
    }
}

/// What the model says about the cycles after a load.
struct Expected {
    branches: VecDeque<(u32, Vec<bool>)>,
    unroutable: Vec<bool>,
    /// Cycles in which nca may still merge.
    merges: usize,
    context: String,
}

impl Expected {
    fn after_reset(spec: &HypercubeSpec) -> Self {
        Self {
            branches: VecDeque::new(),
            unroutable: vec![false; spec.m as usize],
            merges: 0,
            context: "after reset".to_string(),
        }
    }

    fn after_load(spec: &HypercubeSpec, load: &Load) -> Self {
        let votes: Vec<u32> = load.rows.iter().map(|row| row & !load.faulty).collect();
        let set = |rows: &[usize]| (0..votes.len()).map(|row| rows.contains(&row)).collect();
        let branches = vote::branches(spec.vote, &votes, 0)
            .into_iter()
            .map(|branch| (1 << branch.dimension, set(&branch.rows)))
            .collect();
        let stranded = |(row, vote): (&u32, &u32)| *row != 0 && *vote == 0;
        let listed = load.rows.iter().filter(|row| **row != 0).count();
        let merges = if spec.vote == Vote::Nca { listed.saturating_sub(1) } else { 0 };
        Self {
            branches,
            unroutable: load.rows.iter().zip(&votes).map(stranded).collect(),
            merges,
            context: format!("rows {:x?}, faulty {:x}", load.rows, load.faulty),
        }
    }

    /// Takes one cycle; an error says what was expected.
    fn step(&mut self, seen: Option<&BranchOutput>, ready: bool) -> Result<(), String> {
        let Some(seen) = seen else { return Err("known valid and done".to_string()) };
        if !seen.valid && !seen.done && self.merges > 0 {
            self.merges -= 1;
            return Ok(());
        }
        let Some(branch) = self.branches.front() else {
            let right =
                !seen.valid && seen.done && seen.unroutable.as_ref() == Some(&self.unroutable);
            let expected = || format!("done, unroutable {:?}", self.unroutable);
            return if right { Ok(()) } else { Err(expected()) };
        };
        if !seen.valid || seen.done || seen.branch.as_ref() != Some(branch) {
            return Err(format!("branch by {:#b} with rows {:?}", branch.0, branch.1));
        }
        self.merges = 0;
        if ready {
            self.branches.pop_front();
        }
        Ok(())
    }
}

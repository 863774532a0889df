//! Tries the broadcaster alone against the model: every input if they are few, else random ones.

use teecast_model::hypercube::broadcast::{self, Order};
use teecast_model::hypercube::class::ClassRule;
use teecast_spec::HypercubeSpec;

use crate::compare::Difference;
use crate::random::Random;
use crate::vector_bench::{Bits, Fields, Vector};

/// Inputs of one cycle; `control` is the source address without fault tolerance.
#[derive(Clone, Copy, Debug)]
struct Case {
    control: u32,
    faulty: u32,
    node: u32,
}

/// A sequence of inputs for one configuration.
#[derive(Clone, Debug)]
pub struct BroadcasterTest<'a> {
    spec: &'a HypercubeSpec,
    cases: Vec<Case>,
}

impl<'a> BroadcasterTest<'a> {
    /// Makes all inputs up to n = 4 (n = 7 without fault tolerance), else `count` random ones.
    pub fn new(spec: &'a HypercubeSpec, seed: u64, count: u32) -> Self {
        let nodes = spec.nodes();
        let (largest, fault_vectors) = if spec.fault_tolerant { (4, nodes) } else { (7, 1) };
        let mut random = Random::new(seed);
        let mut any = || Case {
            control: random.within(0..=nodes - 1),
            // Few faults are the rule.
            faulty: random.within(0..=fault_vectors - 1) & random.within(0..=fault_vectors - 1),
            node: random.within(0..=nodes - 1),
        };
        let cases = if spec.n > largest {
            (0..count).map(|_| any()).collect()
        } else {
            let pairs = (0..nodes).flat_map(|control| (0..nodes).map(move |node| (control, node)));
            pairs
                .flat_map(|(control, node)| {
                    (0..fault_vectors).map(move |faulty| Case { control, faulty, node })
                })
                .collect()
        };
        Self { spec, cases }
    }

    /// Returns the input vectors, in the order of the testbench's ports.
    pub fn vectors(&self) -> Vec<Vector> {
        let HypercubeSpec { n, fault_tolerant, lan, .. } = *self.spec;
        let vector = |case: &Case| {
            let vector = Vector::default().field(n, case.control);
            match (fault_tolerant, lan) {
                (true, true) => vector.field(n, case.faulty),
                (true, false) => vector.field(n, case.faulty).field(n, case.node),
                (false, _) => vector.field(n, case.node),
            }
        };
        self.cases.iter().map(vector).collect()
    }

    /// Compares the outputs with the model; returns the first difference.
    pub fn check(&self, outputs: &[Bits]) -> Option<Difference> {
        let n = self.spec.n;
        let seen = |index: usize| {
            let mut fields = Fields::new(outputs.get(index)?);
            let send = fields.take(n)?;
            // Slice j of the copies is j-th from the right.
            let copies: Vec<Option<u32>> = match self.spec.fault_tolerant {
                true => (0..n).map(|_| fields.take(n)).collect(),
                false => vec![None; n as usize],
            };
            let sent = (0..n).filter(|j| send >> j & 1 == 1);
            Some(sent.map(|j| (j, copies[(n - 1 - j) as usize])).collect::<Vec<_>>())
        };
        self.cases.iter().enumerate().find_map(|(index, case)| {
            let (expected, seen) = (self.expected(case), seen(index));
            (seen.as_ref() != Some(&expected)).then(|| Difference {
                what: "the broadcaster is wrong".to_string(),
                expected: format!("dimensions and their control {expected:x?}"),
                seen: format!("{seen:x?}"),
                cycle: index as u64,
                context: format!("{case:x?}"),
            })
        })
    }

    /// Returns the dimensions to send on, with fault tolerance each with its Control.
    fn expected(&self, case: &Case) -> Vec<(u32, Option<u32>)> {
        let Case { control, faulty, node } = *case;
        let n = self.spec.n;
        let of = |set: u32| (0..n).filter(move |j| set >> j & 1 == 1);
        if !self.spec.fault_tolerant {
            let relative = control ^ node;
            let sends = match self.spec.lan {
                true => broadcast::by_relative_address(n, relative),
                false => broadcast::by_relative_address_negative_first(n, node, relative),
            };
            return of(sends).map(|j| (j, None)).collect();
        }
        let order = Order::of(&ClassRule::of(self.spec));
        let copy = |j| broadcast::control_of_branch(order, node, faulty, control, j);
        of(control & !faulty).map(|j| (j, Some(copy(j)))).collect()
    }
}

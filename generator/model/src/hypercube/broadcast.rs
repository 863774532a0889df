//! BROADCAST.1, .2, .3 and .F3, and the negative-first order that is free of deadlock.

use teecast_spec::topology::Cube;

use super::class::{ClassRule, RoutePlace};
use super::{all_dimensions, dimensions};

/// Names the order in which a broadcast takes the dimensions of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Lowest dimension first: BROADCAST.3 and .F3.
    LowestFirst,
    /// Descending dimensions, then ascending ones, each lowest first.
    NegativeFirst,
}

impl Order {
    /// Returns the order that goes with a class rule.
    pub fn of(classes: &ClassRule) -> Self {
        match classes {
            ClassRule::Unlimited => Self::LowestFirst,
            ClassRule::Limited { .. } => Self::NegativeFirst,
        }
    }

    /// Returns whether dimension b comes after dimension j at `node`.
    fn after(self, node: u32, b: u32, j: u32) -> bool {
        let (u_b, u_j) = (node >> b & 1, node >> j & 1);
        match self {
            Self::LowestFirst => b > j,
            Self::NegativeFirst => u_b < u_j || (u_b == u_j && b > j),
        }
    }
}

/// Holds one copy of a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Dimension of the outgoing link.
    pub dimension: u32,
    /// Class of the hop.
    pub class: u32,
    /// Control vector of the copy: the dimensions its receiver and those below it may still take.
    pub control: u32,
}

/// Holds what a node does with a broadcast.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Copies, lowest dimension first.
    pub branches: Vec<Branch>,
    /// Dimensions whose neighbour should get a copy and is faulty.
    pub faulty: u32,
    /// Copies that were not sent because they would need class C: dimension and control vector.
    pub suppressed: Vec<(u32, u32)>,
}

impl Decision {
    /// Returns whether some fault-free node may have been missed here.
    pub fn incomplete(&self) -> bool {
        self.faulty.count_ones() >= 2 || !self.suppressed.is_empty()
    }

    /// Lists the addresses that no copy covers, in ascending order, faulty ones included.
    ///
    /// A copy with control vector c stands for the nodes that differ from its receiver within c;
    /// an address all of whose dimensions are faulty here is covered by none.
    pub fn uncovered(&self, node: u32) -> Vec<u32> {
        let within = |at: u32, set: u32| subsets(set).map(move |part| at ^ part);
        let suppressed =
            self.suppressed.iter().flat_map(|(j, c)| within(Cube::across(node, *j), *c));
        let mut missed: Vec<u32> =
            within(node, self.faulty).filter(|at| *at != node).chain(suppressed).collect();
        missed.sort_unstable();
        missed
    }
}

/// Iterates over all subsets of a dimension set, the empty one and the set itself included.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(0u32), move |part| {
        let next = part.wrapping_sub(set) & set;
        (next != 0).then_some(next)
    })
}

/// Decides where the node at `place` sends a broadcast that came with a control vector.
///
/// **Shape**: `faulty` is the node's fault vector; control vectors have one bit per dimension.
///
/// **Source**: [Lan88] fig. 4.6 (.3), fig. 7.5 (.F3); the negative-first order is our own.
pub fn decide(classes: &ClassRule, place: &RoutePlace, faulty: u32, control: u32) -> Decision {
    let order = Order::of(classes);
    let mut decision = Decision { faulty: control & faulty, ..Decision::default() };
    for j in dimensions(control & !faulty) {
        let control = control_of_branch(order, place.node, faulty, control, j);
        match classes.hop(place, j) {
            Some(class) => decision.branches.push(Branch { dimension: j, class, control }),
            None => decision.suppressed.push((j, control)),
        }
    }
    decision
}

/// Returns Control_j: the dimensions after j, and those before it that are faulty here.
///
/// **Shape**: `faulty`, `control` and the result have one bit per dimension.
pub fn control_of_branch(order: Order, node: u32, faulty: u32, control: u32, j: u32) -> u32 {
    dimensions(control)
        .filter(|&b| b != j && (order.after(node, b, j) || faulty >> b & 1 == 1))
        .fold(0, |kept, b| kept | 1 << b)
}

/// Returns the dimensions BROADCAST.1 sends to for a weight of 1..=n+1.
///
/// The copy over dimension j carries weight j + 1.
///
/// **Source**: [Lan88] fig. 4.4, which numbers the dimensions from 1; here they start at 0.
pub fn by_weight(weight: u32) -> u32 {
    all_dimensions(weight - 1)
}

/// Returns the dimensions BROADCAST.2 sends to: all above the highest 1 of the relative address.
///
/// **Source**: [Lan88] fig. 4.5 and the flag word of 6.5.6.
pub fn by_relative_address(n: u32, relative: u32) -> u32 {
    let highest = u32::BITS - relative.leading_zeros();
    all_dimensions(n) & !all_dimensions(highest)
}

/// Returns the dimensions the fault-free negative-first broadcast sends to.
///
/// `relative` is the source's address relative to `node`.
pub fn by_relative_address_negative_first(n: u32, node: u32, relative: u32) -> u32 {
    let bit = |word: u32, index: u32| word >> index & 1 == 1;
    let blocks = |p: u32, j: u32| {
        bit(relative, p)
            && (bit(node, p) || bit(node, j))
            && (p > j || (bit(node, p) && bit(node, j)))
    };
    (0..n)
        .filter(|&j| !bit(relative, j) && !(0..n).any(|p| p != j && blocks(p, j)))
        .fold(0, |sends, j| sends | 1 << j)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_first_keeps_the_dimensions_above() {
        let decision = decide(&ClassRule::Unlimited, &RoutePlace::source(0), 0, 0b1111);
        let controls: Vec<u32> = decision.branches.iter().map(|b| b.control).collect();
        assert_eq!(controls, [0b1110, 0b1100, 0b1000, 0b0000]);
        assert!(!decision.incomplete());
    }

    #[test]
    fn a_faulty_dimension_is_handed_to_the_branches_after_it() {
        // [Lan88] fig. 7.6: at 0001 the neighbour 0011 is faulty.
        let place = RoutePlace::source(0).after(0, 0);
        let decision = decide(&ClassRule::Unlimited, &place, 0b0010, 0b1110);
        let found: Vec<(u32, u32)> =
            decision.branches.iter().map(|b| (b.dimension, b.control)).collect();
        assert_eq!(found, [(2, 0b1010), (3, 0b0010)]);
    }

    #[test]
    fn two_faulty_dimensions_leave_the_node_between_them_uncovered() {
        let decision = decide(&ClassRule::Unlimited, &RoutePlace::source(0), 0b0011, 0b0111);
        assert!(decision.incomplete());
        assert_eq!(decision.uncovered(0), [1, 2, 3]);
    }

    #[test]
    fn a_suppressed_copy_leaves_its_subcube_uncovered() {
        let rule = ClassRule::limited(2, true);
        let place = RoutePlace { node: 0b111, arrival: Some(0), class: 1 };
        let decision = decide(&rule, &place, 0, 0b110);
        assert_eq!(decision.suppressed, [(1, 0b100), (2, 0)]);
        assert!(decision.incomplete() && decision.branches.is_empty());
        assert_eq!(decision.uncovered(0b111), [0b001, 0b011, 0b101]);
    }

    #[test]
    fn relative_address_forms_agree_with_the_control_vector() {
        assert_eq!(by_relative_address(4, 0), 0b1111);
        assert_eq!(by_relative_address(4, 0b0010), 0b1100);
        assert_eq!(by_relative_address(4, 0b1000), 0);
        assert_eq!(by_weight(5), 0b1111);
        assert_eq!(by_weight(1), 0);
    }
}

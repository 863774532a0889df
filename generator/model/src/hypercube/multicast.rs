//! MULTICAST.1 and MULTICAST.F1: the decision of one node, with any vote and class rule.

use teecast_spec::{HypercubeSpec, Vote};

use super::class::{ClassRule, RoutePlace, descending_first};
use super::vote;

/// Names the rules of a multicaster: the vote and the class rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Branch decision.
    pub vote: Vote,
    /// Class rule.
    pub classes: ClassRule,
}

impl Rule {
    /// Returns the rule of a configuration.
    pub fn of(spec: &HypercubeSpec) -> Self {
        Self { vote: spec.vote, classes: ClassRule::of(spec) }
    }

    /// Returns the vote of a row that is `relative` away.
    pub fn row(&self, place: &RoutePlace, relative: u32, faulty: u32) -> u32 {
        match self.vote {
            Vote::Pcube => descending_first(place.node, relative, faulty),
            _ => self.classes.vote(place, relative, faulty),
        }
    }
}

/// Holds one copy that a node sends: a link, the class of the hop, and the rows that travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Dimension of the outgoing link.
    pub dimension: u32,
    /// Class of the hop.
    pub class: u32,
    /// Indices into the destination list, ascending.
    pub rows: Vec<usize>,
}

/// Holds what a node does with a destination list.
///
/// Each index of the list is at the node itself, in one branch, or unroutable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// The node is a destination.
    pub local: bool,
    /// Copies in the order of decision.
    pub branches: Vec<Branch>,
    /// Indices of the destinations that cannot be served from here, ascending.
    pub unroutable: Vec<usize>,
}

/// Decides what the node at `place` does with a destination list.
///
/// A branch whose hop would need class C is decided like any other and then not sent: its rows
/// are unroutable.
///
/// **Shape**: `faulty` is the fault vector of the node; `list` holds addresses, duplicates allowed.
///
/// **Source**: [Lan88] 5.2 and 7.3.3; rows left over are reported, not dropped.
pub fn decide(rule: &Rule, place: &RoutePlace, faulty: u32, list: &[u32]) -> Decision {
    let votes: Vec<u32> =
        list.iter().map(|destination| rule.row(place, destination ^ place.node, faulty)).collect();
    let away = |row: &usize| list[*row] != place.node;
    let mut decision = Decision {
        local: list.contains(&place.node),
        branches: Vec::new(),
        unroutable: (0..list.len()).filter(|row| votes[*row] == 0 && away(row)).collect(),
    };
    for branch in vote::branches(rule.vote, &votes, rule.classes.preferred(place)) {
        let vote::Branch { dimension, rows } = branch;
        match rule.classes.hop(place, dimension) {
            Some(class) => decision.branches.push(Branch { dimension, class, rows }),
            None => decision.unroutable.extend(rows),
        }
    }
    decision.unroutable.sort_unstable();
    decision
}

#[cfg(test)]
mod tests {
    use super::*;

    const GREEDY: Rule = Rule { vote: Vote::Greedy, classes: ClassRule::Unlimited };

    #[test]
    fn a_faulty_column_has_no_votes() {
        // [Lan88] table 7.1: node 4 is faulty, dimension 1 is out.
        let decision = decide(&GREEDY, &RoutePlace::source(6), 0b10, &[7, 20, 29, 18, 1, 0]);
        let dimensions: Vec<u32> = decision.branches.iter().map(|b| b.dimension).collect();
        assert_eq!(dimensions, [0, 2, 4]);
        assert_eq!(decision.branches[0].rows, [0, 2, 4]);
        assert!(decision.unroutable.is_empty());
    }

    #[test]
    fn rows_with_only_faulty_dimensions_are_unroutable() {
        let decision = decide(&GREEDY, &RoutePlace::source(0), 0b011, &[1, 3, 0, 7]);
        assert!(decision.local);
        assert_eq!(decision.unroutable, [0, 1]);
        assert_eq!(decision.branches.len(), 1);
    }

    #[test]
    fn every_dimension_faulty_ends_with_everything_unroutable() {
        let decision = decide(&GREEDY, &RoutePlace::source(0), 0b111, &[1, 6, 7]);
        assert_eq!(decision.unroutable, [0, 1, 2]);
        assert!(decision.branches.is_empty());
    }

    #[test]
    fn a_branch_that_needs_one_class_too_many_is_decided_and_not_sent() {
        // Class 0 of two, fault-tolerant: every class is restricted. At 011 after an ascent the
        // descent over 1 wins the vote and would be class 2.
        let rule = Rule { vote: Vote::Greedy, classes: ClassRule::limited(2, true) };
        let place = RoutePlace { node: 0b011, arrival: Some(0), class: 1 };
        let decision = decide(&rule, &place, 0, &[0b101, 0b111, 0b101]);
        assert_eq!(decision.unroutable, [0, 2]);
        assert_eq!(decision.branches.len(), 1);
        assert_eq!(decision.branches[0].rows, [1]);
    }
}

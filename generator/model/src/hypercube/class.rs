//! Buffer classes: where a message stands, which class its next hop takes, how a class restricts
//! the votes. The rule that keeps unicast, multicast and broadcast free of deadlock together.

use teecast_spec::HypercubeSpec;
use teecast_spec::topology::Cube;

/// Tells where a message stands and how it came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoutePlace {
    /// Address of the node.
    pub node: u32,
    /// Dimension of the last hop; `None` for a message of the local processor.
    pub arrival: Option<u32>,
    /// Class of the buffer that holds the message, 0 at the source.
    pub class: u32,
}

impl RoutePlace {
    /// Returns the place of a message that its processor just injected.
    pub fn source(node: u32) -> Self {
        Self { node, arrival: None, class: 0 }
    }

    /// Returns the place after a hop over `dimension` into a buffer of `class`.
    pub fn after(&self, dimension: u32, class: u32) -> Self {
        Self { node: Cube::across(self.node, dimension), arrival: Some(dimension), class }
    }

    /// Returns whether the last hop was ascending (address bit 0 -> 1).
    pub fn ascended(&self) -> bool {
        self.arrival.is_some_and(|i| self.node >> i & 1 == 1)
    }
}

/// Says how many buffer classes there are and which of them restrict the votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassRule {
    /// The papers' own rules: no classes (always 0), no restriction, *not deadlock-free*.
    Unlimited,
    /// Classes 0..`classes`; from class `unrestricted` on rows vote descending dimensions first.
    Limited {
        /// Number of classes, C.
        classes: u32,
        /// Number of classes that vote freely, R.
        unrestricted: u32,
    },
}

impl ClassRule {
    /// Returns the rule with `classes` classes: R = C - 1, or C - 2 with fault tolerance.
    ///
    /// The caller keeps `classes` at 1 or more, 2 or more with fault tolerance.
    pub fn limited(classes: u32, fault_tolerant: bool) -> Self {
        let reserved = if fault_tolerant { 2 } else { 1 };
        Self::Limited { classes, unrestricted: classes - reserved }
    }

    /// Returns the rule of a configuration.
    pub fn of(spec: &HypercubeSpec) -> Self {
        if spec.lan {
            Self::Unlimited
        } else {
            Self::Limited { classes: spec.classes, unrestricted: spec.unrestricted_classes() }
        }
    }

    /// Returns the class of a hop over `dimension`, or `None` if it would need class C.
    ///
    /// The class grows by one with every descending hop after an ascending one.
    pub fn hop(&self, place: &RoutePlace, dimension: u32) -> Option<u32> {
        let Self::Limited { classes, .. } = *self else { return Some(0) };
        let descending = place.node >> dimension & 1 == 1;
        let class = place.class + u32::from(descending && place.ascended());
        (class < classes).then_some(class)
    }

    /// Returns the vote of a row: the dimensions it may leave by.
    pub fn vote(&self, place: &RoutePlace, relative: u32, faulty: u32) -> u32 {
        if self.restricts(place) {
            descending_first(place.node, relative, faulty)
        } else {
            relative & !faulty
        }
    }

    /// Returns whether rows vote descending dimensions first.
    pub fn restricts(&self, place: &RoutePlace) -> bool {
        matches!(*self, Self::Limited { unrestricted, .. } if place.class >= unrestricted)
    }

    /// Returns the dimensions that keep the direction of the last hop, the choice of the nca vote.
    ///
    /// Ascending after ascending, descending otherwise; none where classes are unlimited.
    pub fn preferred(&self, place: &RoutePlace) -> u32 {
        match self {
            Self::Unlimited => 0,
            Self::Limited { .. } if place.ascended() => !place.node,
            Self::Limited { .. } => place.node,
        }
    }
}

/// Returns the healthy descending dimensions of a row or, when it has none, the ascending ones.
pub fn descending_first(node: u32, relative: u32, faulty: u32) -> u32 {
    let descending = relative & node & !faulty;
    if descending != 0 { descending } else { relative & !node & !faulty }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_grows_only_where_a_descent_follows_an_ascent() {
        let rule = ClassRule::limited(3, true);
        let ascended = RoutePlace { node: 0b11, arrival: Some(0), class: 1 };
        let descended = RoutePlace { node: 0b10, arrival: Some(0), class: 1 };
        assert_eq!(rule.hop(&ascended, 1), Some(2));
        assert_eq!(rule.hop(&ascended, 2), Some(1));
        assert_eq!(rule.hop(&descended, 1), Some(1));
        assert_eq!(rule.hop(&RoutePlace::source(0b10), 1), Some(0));
        assert_eq!(rule.hop(&RoutePlace { class: 2, ..ascended }, 1), None);
        assert_eq!(ClassRule::Unlimited.hop(&ascended, 1), Some(0));
    }

    #[test]
    fn restricted_rows_vote_descending_healthy_dimensions_first() {
        let rule = ClassRule::limited(3, true);
        let restricted = RoutePlace { node: 0b0110, arrival: None, class: 1 };
        assert_eq!(rule.vote(&restricted, 0b1111, 0), 0b0110);
        assert_eq!(rule.vote(&restricted, 0b1111, 0b0010), 0b0100);
        assert_eq!(rule.vote(&restricted, 0b1011, 0b0010), 0b1001);
        assert_eq!(rule.vote(&RoutePlace::source(0b0110), 0b1111, 0b0010), 0b1101);
    }

    #[test]
    fn the_direction_of_the_last_hop_is_preferred() {
        let rule = ClassRule::limited(3, true);
        let kept = |place: RoutePlace| rule.preferred(&place) & 0b1111;
        assert_eq!(kept(RoutePlace { node: 0b0110, arrival: Some(1), class: 0 }), 0b1001);
        assert_eq!(kept(RoutePlace { node: 0b0110, arrival: Some(0), class: 0 }), 0b0110);
        assert_eq!(kept(RoutePlace::source(0b0110)), 0b0110);
        assert_eq!(ClassRule::Unlimited.preferred(&RoutePlace::source(0b0110)), 0);
    }
}

//! The hypercube family ([Lan88]): algorithms first, then the hardware's behaviour.
//!
//! Algorithms: [`unicast`], [`broadcast`], [`multicast`] with its [`vote`] and [`class`] rule,
//! [`common_ancestor`] and the [`baseline`]s, each a decision at one node, and the [`optimal`] tree
//! as a yardstick; [`route`] runs one of them through a whole cube and returns the [`tree`] of hops, [`reason`] the
//! ballots behind it;
//! [`fast`] only counts the links. Hardware: [`frame`] packs headers into flits, [`mhu`] turns one
//! frame into copies, a delivery and [`event`]s, [`network`] predicts what a message does to all
//! nodes, [`clocked`] is the emitted router in every cycle. [`dependency`] checks for deadlock,
//! [`ranking`] shows that there is none.

pub mod baseline;
pub mod broadcast;
pub mod class;
pub mod clocked;
pub mod common_ancestor;
pub mod dependency;
pub mod event;
pub mod fast;
pub mod fault;
pub mod frame;
pub mod mhu;
pub mod multicast;
pub mod network;
pub mod optimal;
pub mod ranking;
pub mod reason;
pub mod route;
pub mod tree;
pub mod unicast;
pub mod vote;

/// Iterates over the dimensions whose bit is set, lowest first.
pub(crate) fn dimensions(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(lowest)
    })
}

/// Returns the set of all dimensions of Q_n.
pub(crate) fn all_dimensions(n: u32) -> u32 {
    (1 << n) - 1
}

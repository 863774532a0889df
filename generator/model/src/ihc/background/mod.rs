//! Other messages beside rounds of IHC: they use the slots that the schedule leaves free.
//!
//! [LS94] IV wants eta above mu where a network has other traffic, and leaves open how the two share
//! a link. Here a node knows the schedule, as the filter of the hardware does: a background message
//! starts on a link only if its last flit has crossed before the next packet of a round comes. It
//! moves from store to store, and stores are never full. Packets of rounds are executed flit by flit
//! on the same links; one that finds a background flit in its slot is an error, not a delay.
//!
//! The hardware has no background messages.

mod calendar;
mod counts;
mod links;
mod run;

pub use self::counts::Counts;
pub use self::links::Broken;
pub use self::run::{BackgroundError, BackgroundSetup, Found};

//! The studies themselves: one file for each paper and kind of question.

pub mod all_gather;
pub mod all_to_all;
pub mod clocked_rounds;
pub mod deadlocks;
pub mod examples;
pub mod faults;
pub mod formulas;
pub mod hexagon_load;
pub mod hexagons;
pub mod mhu_load;
pub mod network;
pub mod ours;
pub mod propositions;
pub mod region_load;
pub mod sets;

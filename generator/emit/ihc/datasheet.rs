//! The chapter of the IHC family: numbers that follow from a configuration.

use serde::Serialize;
use teecast_spec::IhcSpec;

use super::schedule::Schedule;

/// Numbers that follow from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// The undirected cycles: their nodes from node 0 on; directed cycle 2i is cycle i, and 2i + 1
    /// runs it backwards.
    pub cycles: Vec<Vec<u32>>,
    /// By directed cycle and ID: the slot in which the node starts.
    pub start_slots: Vec<Vec<u32>>,
    /// Slots of a round.
    pub slots: u32,
    /// Flits of the longest packet.
    pub mu: u32,
    /// Stages of a round.
    pub stages: u32,
    /// Clock cycles from the start of a round to its first slot.
    pub tau: u32,
    /// Clock cycles from a round to the next one at the earliest.
    pub period: u32,
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &IhcSpec) -> Self {
        let schedule = Schedule::new(spec);
        let slots = schedule.start_slots(spec);
        Self {
            cycles: spec.rings().cycles().to_vec(),
            start_slots: vec![slots; spec.cycles() as usize],
            slots: schedule.round,
            mu: spec.packet_flits(),
            stages: schedule.stages,
            tau: schedule.tau,
            period: schedule.period,
        }
    }
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &IhcSpec, prefix: &str) -> String {
    let _ = (spec, prefix);
    String::new()
}

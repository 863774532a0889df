//! The chapter of the IHC family: numbers that follow from a configuration.

use askama::Template;
use serde::Serialize;
use teecast_spec::ihc::Majority;
use teecast_spec::{IhcSpec, Reception};

use super::context::HOP;
use super::schedule::Schedule;
use crate::diagram::{Block, Blocks};
use crate::emitter::cycles;
use crate::names::index_bits;

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

#[derive(Template)]
#[template(path = "ihc/datasheet.md")]
struct Chapter<'a> {
    spec: &'a IhcSpec,
    derived: Derived,
    nodes: u32,
    gamma: u32,
    majority: bool,
    by_received: bool,
    id_bits: u32,
    agree_bits: u32,
    cycle_bits: u32,
    /// Time of a hop in words.
    hop: String,
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &IhcSpec) -> String {
    let chapter = Chapter {
        spec,
        derived: Derived::new(spec),
        nodes: spec.nodes(),
        gamma: spec.cycles(),
        majority: spec.reception == Reception::Majority,
        by_received: spec.majority == Majority::Received,
        id_bits: spec.source_bits(),
        agree_bits: index_bits(spec.cycles() + 1),
        cycle_bits: index_bits(spec.cycles()),
        hop: cycles(HOP),
    };
    chapter.render().expect("templates write into a string")
}

/// Returns the parts of a node.
pub fn blocks(spec: &IhcSpec) -> Blocks {
    let derived = Derived::new(spec);
    let ends = || vec![format!("cycles 0 to {}", spec.cycles() - 1), "processor".to_string()];
    let reception = match spec.reception {
        Reception::Copies => "every copy",
        Reception::Majority => "majority of the copies",
    };
    let filter = if spec.filter { "headers are filtered" } else { "no filter" };
    Blocks {
        module: "ihc_node",
        network: format!(
            "{}: {} nodes, {} directed cycles",
            spec.short_name(),
            spec.nodes(),
            spec.cycles()
        ),
        inputs: ends(),
        columns: vec![
            vec![
                Block::new(
                    "relays",
                    [format!("{} directed cycles", spec.cycles()), filter.to_string()],
                ),
                Block::new("injector", [format!("{} flits at most", derived.mu)]),
            ],
            vec![
                Block::new(
                    "slots",
                    [
                        format!("{} stages", derived.stages),
                        format!("{} slots a round", derived.slots),
                        format!("next round after {}", derived.period),
                    ],
                ),
                Block::new("store", [format!("{} copies of each message", spec.cycles())]),
            ],
            vec![
                Block::new("link outputs", [format!("{} directed cycles", spec.cycles())]),
                Block::new("delivery", [reception.to_string()]),
            ],
        ],
        outputs: ends(),
    }
}

//! Broken modules of the hypercube.

use teecast::spec::{FamilySpec, HypercubeSpec, Vote};
use teecast_cosim::hypercube::{replay, unit};
use teecast_cosim::scenario::{self, Scenario};

use super::{Bench, Case, Run, Whole};

/// A message handling unit, alone and in a hypercube.
struct Unit(HypercubeSpec);

/// A hypercube.
struct Cube(HypercubeSpec);

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let unit = HypercubeSpec { max_data: 4, width: 8, classes: 2, ..HypercubeSpec::new(3, 4) };
    let vote = |vote| HypercubeSpec { vote, ..unit.clone() };
    let wide = HypercubeSpec { width: 32, ..unit.clone() };
    let short = HypercubeSpec { max_data: 2, ..unit.clone() };
    let three = HypercubeSpec { classes: 3, ..unit.clone() };
    vec![
        Case {
            name: "unit",
            whole: Box::new(Unit(unit.clone())),
            modules: &[
                "mhu_type_checker",
                "mhu_matching_checker",
                "mhu_decoder",
                "mhu_maximum_checker",
                "mhu_column_selector",
                "mhu_address_scanner",
                "mhu_voter",
                "mhu_store",
                "mhu_row_reader",
                "mhu_position",
                "mhu_converter",
                "mhu_unicast",
                "mhu_controller",
                "mhu_slots",
                "mhu_input",
                "mhu_choices",
                "mhu_output",
                "mhu",
            ],
        },
        // Three bits name a slot, and there are six: the memories by slot have fewer rows than names.
        Case {
            name: "three",
            whole: Box::new(Unit(three)),
            modules: &["mhu_slots", "mhu_choices"],
        },
        Case {
            name: "look2",
            whole: Box::new(Unit(vote(Vote::Look2))),
            modules: &["mhu_score", "mhu_voter"],
        },
        Case {
            name: "nca",
            whole: Box::new(Unit(vote(Vote::Nca))),
            modules: &["mhu_direction", "mhu_voter"],
        },
        Case { name: "pcube", whole: Box::new(Unit(vote(Vote::Pcube))), modules: &["mhu_voter"] },
        Case {
            name: "cube",
            whole: Box::new(Cube(unit.clone())),
            modules: &[
                "tee_lowest_set_bit",
                "tee_round_robin_arbiter",
                "tee_memory",
                "tee_queue",
                "tee_event_collector",
                "mhu_branch_control",
                "hypercube_flit_mux",
                "hypercube_link_output",
                "hypercube_router",
            ],
        },
        // With more data its property is bounded, and decides no fault that changes nothing.
        Case {
            name: "short",
            whole: Box::new(Cube(short)),
            modules: &["hypercube_delivery_output"],
        },
        // A message of one flit leaves when the next one is granted.
        Case { name: "wide", whole: Box::new(Cube(wide)), modules: &["hypercube_credit_counter"] },
    ]
}

impl Whole for Unit {
    fn module(&self) -> &'static str {
        "mhu"
    }

    fn router(&self) -> &'static str {
        ROUTER
    }

    fn shares(&self) -> (u32, usize) {
        SHARES
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        let unit = unit::Unit { spec: &self.0 };
        let places = [(1, 20), (2, 200), (3, 400), (4, 2000)];
        let runs = places.map(|(seed, places)| Run::of(unit.stimulus(seed, places), seed));
        vec![
            Bench { family: Box::new(unit), runs: runs.into(), is_long: false },
            Bench { is_long: true, ..cube(&self.0) },
        ]
    }
}

impl Whole for Cube {
    fn module(&self) -> &'static str {
        "hypercube_network"
    }

    fn router(&self) -> &'static str {
        ROUTER
    }

    fn shares(&self) -> (u32, usize) {
        SHARES
    }

    fn family(&self) -> FamilySpec {
        self.0.clone().into()
    }

    fn benches(&self) -> Vec<Bench<'_>> {
        vec![cube(&self.0)]
    }
}

const ROUTER: &str = "hypercube_router";
const SHARES: (u32, usize) = (200, 6);

fn cube(spec: &HypercubeSpec) -> Bench<'_> {
    let run = |(scenario, seed)| {
        let stimulus = scenario::stimulus(spec, scenario, seed, 400);
        let trace = replay::trace(spec, &stimulus, seed);
        Run { stimulus, seed, trace: Some(trace) }
    };
    let runs = [(Scenario::All, 1), (Scenario::Saturation, 2), (Scenario::All, 3)].map(run);
    Bench { family: Box::new(spec.clone()), runs: runs.into(), is_long: false }
}

//! Which modules are broken in which devices, and what is played then.

use teecast::spec::{HartsSpec, HypercubeSpec, Interconnect, Reception, Spec, Vote};
use teecast_cosim::device::Device as Subject;
use teecast_cosim::harts::receiver::Receivers;
use teecast_cosim::harts::reception::Receptions;
use teecast_cosim::harts::{self, HartsDevice};
use teecast_cosim::hypercube;
use teecast_cosim::hypercube::unit::Unit;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::Stimulus;

/// What a module is part of when it is broken.
pub enum Device {
    /// A message handling unit, alone and in a hypercube.
    Unit(HypercubeSpec),
    /// A hypercube.
    Cube(HypercubeSpec),
    /// A hexagonal mesh, of which the bench may play nodes.
    Mesh(HartsSpec),
}

/// Modules, and the device in which they are broken.
pub struct Case {
    pub name: &'static str,
    pub device: Device,
    pub modules: &'static [&'static str],
}

pub fn cases() -> Vec<Case> {
    let unit = HypercubeSpec { max_data: 4, width: 8, classes: 2, ..HypercubeSpec::new(3, 4) };
    let vote = |vote| HypercubeSpec { vote, ..unit.clone() };
    let wide = HypercubeSpec { width: 32, ..unit.clone() };
    let bus = HartsSpec { max_data: 4, width: 8, duplicate_window: 1 << 19, ..HartsSpec::new(2) };
    let crossbar = HartsSpec { interconnect: Interconnect::Crossbar, ..bus.clone() };
    // Seven nodes never send a broadcast straight on.
    let tee = HartsSpec { n: 3, ..bus.clone() };
    // Without the filter there are more copies to vote on, and few places fill.
    let votes = HartsSpec {
        filter: false,
        reception: Reception::Vote,
        vote_timeout: 4000,
        open_messages: 6,
        ..crossbar.clone()
    };
    // So much that queues fill.
    let crossbar = HartsSpec { max_data: 16, ..crossbar };
    let long = HartsSpec { max_data: 16, ..bus.clone() };
    vec![
        Case {
            name: "unit",
            device: Device::Unit(unit.clone()),
            modules: &[
                "mhu_type_checker",
                "mhu_matching_checker",
                "mhu_branch_control",
                "mhu_decoder",
                "mhu_maximum_checker",
                "mhu_column_selector",
                "mhu_address_scanner",
                "mhu_voter",
                "mhu_store",
                "mhu_row_reader",
                "mhu_position",
                "mhu_packer",
                "mhu_controller",
                "mhu_slots",
                "mhu_data_buffer",
                "mhu_input",
                "mhu_output",
                "mhu_delivery",
                "mhu",
            ],
        },
        Case {
            name: "look2",
            device: Device::Unit(vote(Vote::Look2)),
            modules: &["mhu_score", "mhu_voter"],
        },
        Case {
            name: "nca",
            device: Device::Unit(vote(Vote::Nca)),
            modules: &["mhu_direction", "mhu_voter"],
        },
        Case { name: "pcube", device: Device::Unit(vote(Vote::Pcube)), modules: &["mhu_voter"] },
        Case {
            name: "cube",
            device: Device::Cube(unit.clone()),
            modules: &[
                "tee_lowest_set_bit",
                "tee_round_robin_arbiter",
                "hypercube_output_gateway",
                "hypercube_event_collector",
                "hypercube_router",
            ],
        },
        // A message of one flit leaves when the next one is granted.
        Case { name: "wide", device: Device::Cube(wide), modules: &["hypercube_credit_counter"] },
        Case {
            name: "bus",
            device: Device::Mesh(bus),
            modules: &[
                "harts_tag_update",
                "harts_direction_choice",
                "harts_class",
                "harts_room",
                "harts_transmitter",
                "harts_bus",
                "harts_packet_memory",
                "harts_slot_table",
                "harts_deliverer",
                "harts_injector",
                "harts_event_queue",
                "harts_event_collector",
                "harts_router",
            ],
        },
        Case {
            name: "crossbar",
            device: Device::Mesh(crossbar),
            modules: &[
                "harts_crossbar",
                "harts_packet_banks",
                "harts_transmitter",
                "harts_reception",
                "harts_delivery_port",
            ],
        },
        Case {
            name: "tee",
            device: Device::Mesh(tee),
            modules: &[
                "harts_receiver",
                "harts_expected_header",
                "harts_relay_engine",
                "harts_routing_tags",
                "harts_sender",
                "harts_buffer_unit",
            ],
        },
        Case { name: "long", device: Device::Mesh(long), modules: &["harts_link_parser"] },
        // What closed of late is remembered for a time that a run lasts for.
        Case {
            name: "votes",
            device: Device::Mesh(votes),
            modules: &["harts_duplicate_check", "harts_vote"],
        },
    ]
}

impl Device {
    /// Names a module that has all broken ones in it: the design is read from there.
    pub fn whole(&self) -> &'static str {
        match self {
            Self::Unit(_) => "mhu",
            Self::Cube(_) => "hypercube_network",
            Self::Mesh(_) => "hexmesh_network",
        }
    }

    pub fn router(&self) -> &'static str {
        match self {
            Self::Unit(_) | Self::Cube(_) => "hypercube_router",
            Self::Mesh(_) => "harts_router",
        }
    }

    /// Returns how many mutants each module has at most, and how many modules share a netlist: one with
    /// more of them is slower to play, and a mesh is slow to build and to play.
    pub fn shares(&self) -> (u32, usize) {
        match self {
            Self::Unit(_) | Self::Cube(_) => (200, 6),
            Self::Mesh(_) => (100, 6),
        }
    }

    pub fn spec(&self) -> Spec {
        let family = match self {
            Self::Unit(spec) | Self::Cube(spec) => spec.clone().into(),
            Self::Mesh(spec) => spec.clone().into(),
        };
        Spec { name: "device".to_string(), prefix: String::new(), families: vec![family] }
    }

    /// Returns the benches to play, in their order.
    pub fn benches(&self) -> Vec<Bench<'_>> {
        match self {
            Self::Unit(spec) => {
                let unit = Unit { spec };
                let places = [(1, 20), (2, 200), (3, 400), (4, 2000)];
                let runs = places.map(|(seed, places)| Run::of(unit.stimulus(seed, places), seed));
                vec![
                    Bench { family: Box::new(unit), runs: runs.into(), is_long: false },
                    Bench { is_long: true, ..cube(spec) },
                ]
            }
            Self::Cube(spec) => vec![cube(spec)],
            Self::Mesh(spec) => mesh(spec),
        }
    }
}

/// A device to play, and what to play.
pub struct Bench<'a> {
    pub family: Box<dyn Subject + Sync + 'a>,
    pub runs: Vec<Run>,
    /// Tells whether a run takes longer than a comparison, which then comes before it.
    pub is_long: bool,
}

/// One run of a bench.
pub struct Run {
    pub stimulus: Stimulus,
    pub seed: u64,
    /// The trace of the clocked model, where there is one.
    pub trace: Option<String>,
}

impl Run {
    fn of(stimulus: Stimulus, seed: u64) -> Self {
        Self { stimulus, seed, trace: None }
    }

    /// Returns how many cycles to play a mutant for, when the modules as they are leave this trace.
    pub fn limit(&self, trace: &[u8]) -> Option<u64> {
        let end = std::str::from_utf8(trace).ok()?.lines().last()?;
        let cycles: u64 = end.split(' ').next()?.parse().ok()?;
        // What goes on for longer than the clocked model is different: nobody needs to see the rest.
        // Where none is, it may take its time.
        Some(if self.trace.is_some() { cycles + 1000 } else { 2 * cycles + 1000 })
    }
}

fn cube(spec: &HypercubeSpec) -> Bench<'_> {
    let run = |(scenario, seed)| {
        let stimulus = scenario::stimulus(spec, scenario, seed, 400);
        let trace = hypercube::replay::trace(spec, &stimulus, seed);
        Run { stimulus, seed, trace: Some(trace) }
    };
    let runs = [(Scenario::All, 1), (Scenario::Saturation, 2), (Scenario::All, 3)].map(run);
    Bench { family: Box::new(spec.clone()), runs: runs.into(), is_long: false }
}

fn mesh(spec: &HartsSpec) -> Vec<Bench<'_>> {
    let bench = |tapped, scenario, seed, messages| {
        let mesh = HartsDevice { spec: spec.clone(), tapped };
        let stimulus = scenario::stimulus(&mesh, scenario, seed, messages);
        // The clocked model knows no liars.
        let trace = (!tapped).then(|| harts::replay::trace(&mesh, &stimulus, seed));
        let runs = vec![Run { stimulus, seed, trace }];
        Bench { family: Box::new(mesh), runs, is_long: messages >= 100 }
    };
    let receivers = |seed, places| {
        let receivers = Receivers::new(spec, seed, places);
        let runs = vec![Run::of(receivers.stimulus().clone(), seed)];
        Bench { family: Box::new(receivers), runs, is_long: false }
    };
    let reception = || {
        let reception = Receptions::new(spec);
        let runs = [(1, 10), (2, 400)]
            .map(|(seed, epochs)| Run::of(reception.stimulus(seed, epochs), seed));
        Bench { family: Box::new(reception), runs: runs.into(), is_long: false }
    };
    let network = |seed, messages| bench(false, Scenario::All, seed, messages);
    let mut benches = Vec::new();
    // No module of it is broken in a mesh with a bus.
    if spec.interconnect == Interconnect::Crossbar {
        benches.push(reception());
    }
    // In a network it depends on time which votes find a place.
    if spec.reception == Reception::Copies {
        benches.extend([network(1, 15), receivers(1, 20), receivers(2, 60), network(2, 60)]);
        benches.extend([network(3, 400), bench(true, Scenario::Links, 4, 100)]);
    }
    benches
}

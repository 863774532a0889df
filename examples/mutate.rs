//! Mutation of the emitted modules: faults that Yosys chooses, one at a time, which the benches and
//! the modules' own contracts have to notice.
//!
//! `cargo run --release --example mutate` tries all modules, `... mutate unit/mhu_slots` one of them.

mod benched;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use teecast::cli::refutes;
use teecast::spec::{HartsSpec, HypercubeSpec, Interconnect, Reception, Spec, Vote};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::error::ToolError;
use teecast_cosim::family::Family;
use teecast_cosim::harts::Hexmesh;
use teecast_cosim::mhu_bench::Unit;
use teecast_cosim::mutants::Mutants;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::stimulus::Stimulus;

/// Mutants of each module, at most.
const COUNT: u32 = 200;

/// Time that a statement about a broken module may take.
const DECIDED: Duration = Duration::from_secs(60);

/// What a module is part of when it is broken.
enum Device {
    /// A message handling unit, alone and in a hypercube.
    Unit(HypercubeSpec),
    /// A hypercube.
    Cube(HypercubeSpec),
    /// A hexagonal mesh, of which the bench may play nodes.
    Mesh(HartsSpec),
}

/// Modules, and the device in which they are broken.
struct Case {
    name: &'static str,
    device: Device,
    modules: &'static [&'static str],
}

fn cases() -> Vec<Case> {
    let unit = HypercubeSpec { max_data: 4, width: 8, classes: 2, ..HypercubeSpec::new(3, 4) };
    let vote = |vote| HypercubeSpec { max_data: 2, vote, ..HypercubeSpec::new(3, 4) };
    let cube = HypercubeSpec { max_data: 4, ..HypercubeSpec::new(2, 2) };
    let bus = HartsSpec { max_data: 4, width: 8, ..HartsSpec::new(2) };
    let crossbar = HartsSpec {
        max_data: 3,
        interconnect: Interconnect::Crossbar,
        reception: Reception::Vote,
        vote_timeout: 600,
        ..HartsSpec::new(2)
    };
    vec![
        Case {
            name: "unit",
            device: Device::Unit(unit),
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
            device: Device::Cube(cube),
            modules: &[
                "lowest_one",
                "turn",
                "output_gateway",
                "link_credit",
                "event_collector",
                "hypercube_router",
            ],
        },
        Case {
            name: "bus",
            device: Device::Mesh(bus),
            modules: &[
                "harts_link_parser",
                "harts_receiver",
                "harts_expected_header",
                "harts_duplicate_check",
                "harts_tag_update",
                "harts_direction_choice",
                "harts_class",
                "harts_room",
                "harts_transmitter",
                "harts_bus",
                "harts_packet_memory",
                "harts_slot_table",
                "harts_sender",
                "harts_deliverer",
                "harts_buffer_unit",
                "harts_relay_engine",
                "harts_routing_tags",
                "harts_injector",
                "harts_delivery_port",
                "harts_event_collector",
                "harts_reception",
                "harts_router",
            ],
        },
        Case {
            name: "crossbar",
            device: Device::Mesh(crossbar),
            modules: &["harts_crossbar", "harts_packet_banks", "harts_transmitter", "harts_vote"],
        },
    ]
}

impl Device {
    fn router(&self) -> &'static str {
        match self {
            Self::Unit(_) | Self::Cube(_) => "hypercube_router",
            Self::Mesh(_) => "harts_router",
        }
    }

    fn spec(&self) -> Spec {
        let (hypercube, harts) = match self {
            Self::Unit(spec) | Self::Cube(spec) => (Some(spec.clone()), None),
            Self::Mesh(spec) => (None, Some(spec.clone())),
        };
        Spec { name: "device".to_string(), prefix: String::new(), hypercube, harts }
    }

    /// Returns the devices to play, and what to play, the quickest first.
    fn benches(&self) -> Vec<(Box<dyn Family + Sync + '_>, Vec<Stimulus>)> {
        let network = |family: &dyn Family, runs: &[(Scenario, u64, u32)]| {
            let one = |&(scenario, seed, messages): &(Scenario, u64, u32)| {
                scenario::stimulus(family, scenario, seed, messages)
            };
            runs.iter().map(one).collect()
        };
        let cube = |spec: &HypercubeSpec| {
            let runs = [(Scenario::All, 1, 400), (Scenario::Saturation, 2, 400)];
            network(spec, &runs)
        };
        match self {
            Self::Unit(spec) => {
                let unit = Unit { spec };
                let places = [(1, 20), (2, 200), (3, 400)];
                let played = places.map(|(seed, places)| unit.stimulus(seed, places)).into();
                vec![(Box::new(unit), played), (Box::new(spec.clone()), cube(spec))]
            }
            Self::Cube(spec) => vec![(Box::new(spec.clone()), cube(spec))],
            Self::Mesh(spec) => {
                let mesh = Hexmesh { spec: spec.clone(), tapped: true };
                let runs = [(Scenario::All, 1, 300), (Scenario::Links, 2, 300)];
                let played = network(&mesh, &runs);
                vec![(Box::new(mesh), played)]
            }
        }
    }
}

/// What became of the mutants of a module.
struct Outcome {
    mutants: usize,
    /// By a bench.
    killed: usize,
    /// By a statement about the module.
    refuted: usize,
    /// Equal to the module, whatever its inputs.
    equivalent: usize,
    /// Not seen from outside a module around it.
    hidden: usize,
    /// Places of those that nothing noticed.
    survivors: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for Case { name, device, modules } in cases() {
        let label = |module: &&str| format!("{name}/{module}");
        let chosen = |module: &&&str| wanted.is_empty() || wanted.contains(&label(module));
        for module in modules.iter().filter(chosen) {
            let Outcome { mutants, killed, refuted, equivalent, hidden, survivors } =
                mutate(&device, module)?;
            println!(
                "{}: {mutants} mutants, {killed} killed, {refuted} refuted, {equivalent} equal, \
                 {hidden} equal in their surroundings",
                label(module)
            );
            survivors.iter().for_each(|place| println!("  survives: {place}"));
        }
    }
    Ok(())
}

fn mutate(device: &Device, module: &str) -> Result<Outcome, Box<dyn Error>> {
    let spec = device.spec();
    let written = benched::write(&spec)?;
    let benches = device.benches();
    let tops: Vec<&str> = benches.iter().map(|(family, _)| family.network()).collect();
    let mutants = Mutants::new(&written.design, &tops, module, COUNT)?;
    let mut alive: Vec<usize> = (1..=mutants.count()).collect();
    let mut outcome = Outcome {
        mutants: alive.len(),
        killed: 0,
        refuted: 0,
        equivalent: 0,
        hidden: 0,
        survivors: Vec::new(),
    };
    for (index, (family, stimuli)) in benches.iter().enumerate() {
        let files: Vec<PathBuf> =
            written.bench.iter().cloned().chain(mutants.files(family.network())).collect();
        let family = family.as_ref();
        let bench = NetworkBench::build(family, "", &files, Simulator::Verilator, Recording::None)?;
        let killed = |number: usize, folder: &Path| {
            let mut bench = bench.clone();
            bench.simulation.arguments.push(Mutants::argument(number));
            let notices = |(stimulus, seed)| match bench.play(family, stimulus, seed, folder, None)
            {
                Ok(trace) => compare(family, stimulus, &trace).1.is_some(),
                Err(_) => true,
            };
            stimuli.iter().zip(1..).any(notices)
        };
        if killed(0, written.folder.path()) {
            return Err(format!("{module}: the benches complain about the module as it is").into());
        }
        let survives = |&number: &usize| {
            let folder = tempfile::tempdir()?;
            Ok((!killed(number, folder.path())).then_some(number))
        };
        let survivors: Vec<Option<usize>> =
            alive.par_iter().map(survives).collect::<Result<_, std::io::Error>>()?;
        let before = alive.len();
        alive = survivors.into_iter().flatten().collect();
        outcome.killed += before - alive.len();
        if index > 0 {
            continue;
        }
        // A proof is quicker than the build of a larger device.
        let mut open = Vec::new();
        for number in alive {
            if mutants.is_equivalent(number)? {
                outcome.equivalent += 1;
            } else if let Some(text) = mutants.text(number)?
                && refutes(&spec, module, &text, DECIDED).map_err(|error| error.to_string())?
            {
                outcome.refuted += 1;
            } else {
                open.push(number);
            }
        }
        alive = open;
        if alive.is_empty() {
            break;
        }
    }
    for number in alive {
        if hides(&mutants, number, device)? {
            outcome.hidden += 1;
        } else {
            outcome.survivors.push(mutants.place(number));
        }
    }
    Ok(outcome)
}

/// Says whether nothing of a mutant can be seen from outside a module around it, up to a router.
fn hides(mutants: &Mutants, number: usize, device: &Device) -> Result<bool, ToolError> {
    let router = device.router();
    for around in mutants.surroundings() {
        if mutants.is_equivalent_in(number, around)? {
            return Ok(true);
        }
        if around == router {
            break;
        }
    }
    Ok(false)
}

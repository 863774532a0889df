//! Mutation of the emitted modules: faults that Yosys chooses, one at a time, which the benches and
//! the modules' own contracts have to notice.
//!
//! `cargo run --release --example mutate` tries all modules, `... mutate unit/mhu_slots` one of them.

mod benched;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use benched::Benched;
use rayon::prelude::*;
use teecast::cli::judge;
use teecast::spec::{HartsSpec, HypercubeSpec, Interconnect, Reception, Spec, Vote};
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::family::Family;
use teecast_cosim::harts::{self, Hexmesh};
use teecast_cosim::hypercube;
use teecast_cosim::mhu_bench::Unit;
use teecast_cosim::mutants::Mutants;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::prove::Verdict;
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
    let crossbar = HartsSpec { interconnect: Interconnect::Crossbar, ..bus.clone() };
    let votes = HartsSpec { reception: Reception::Vote, vote_timeout: 2000, ..crossbar.clone() };
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
            modules: &["harts_crossbar", "harts_packet_banks", "harts_transmitter"],
        },
        Case { name: "votes", device: Device::Mesh(votes), modules: &["harts_vote"] },
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

    /// Returns the benches to play, the quickest first.
    fn benches(&self) -> Vec<Bench<'_>> {
        match self {
            Self::Unit(spec) => {
                let unit = Unit { spec };
                let places = [(1, 20), (2, 200), (3, 400)];
                let runs = places.map(|(seed, places)| Run::of(unit.stimulus(seed, places)));
                vec![Bench { family: Box::new(unit), runs: runs.into() }, cube(spec)]
            }
            Self::Cube(spec) => vec![cube(spec)],
            Self::Mesh(spec) => vec![mesh(spec)],
        }
    }
}

/// A device to play, and what to play.
struct Bench<'a> {
    family: Box<dyn Family + Sync + 'a>,
    runs: Vec<Run>,
}

/// One run of a bench.
struct Run {
    stimulus: Stimulus,
    /// The trace of the clocked model, where there is one.
    trace: Option<String>,
}

impl Run {
    fn of(stimulus: Stimulus) -> Self {
        Self { stimulus, trace: None }
    }
}

fn cube(spec: &HypercubeSpec) -> Bench<'_> {
    let run = |(scenario, seed)| {
        let stimulus = scenario::stimulus(spec, scenario, seed, 400);
        let trace = hypercube::replay::trace(spec, &stimulus, seed);
        Run { stimulus, trace: Some(trace) }
    };
    let runs = [(Scenario::All, 1), (Scenario::Saturation, 2), (Scenario::All, 3)].map(run);
    Bench { family: Box::new(spec.clone()), runs: runs.into() }
}

fn mesh(spec: &HartsSpec) -> Bench<'_> {
    let mesh = Hexmesh { spec: spec.clone(), tapped: true };
    let run = |(scenario, seed)| {
        let stimulus = scenario::stimulus(&mesh, scenario, seed, 300);
        // The clocked model knows no liars and no votes.
        let clocked = scenario != Scenario::Links && spec.reception == Reception::Copies;
        let trace = clocked.then(|| harts::replay::trace(&mesh, &stimulus, seed));
        Run { stimulus, trace }
    };
    let runs = [(Scenario::All, 1), (Scenario::Links, 2), (Scenario::All, 3)].map(run);
    Bench { family: Box::new(mesh), runs: runs.into() }
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// A bench noticed it, or a contract broke.
    Killed,
    /// A statement about the module does not hold for it.
    Refuted,
    /// It does what its module does, whatever the inputs.
    Equal,
    /// It keeps what is stated about its module, which has no state: it differs where the statement
    /// allows anything.
    Stated,
    /// Nothing of it is seen from outside a module around it.
    Hidden,
    Survives,
}

const FATES: [(Fate, &str); 6] = [
    (Fate::Killed, "killed"),
    (Fate::Refuted, "refuted"),
    (Fate::Equal, "equal"),
    (Fate::Stated, "equal as stated"),
    (Fate::Hidden, "equal in their surroundings"),
    (Fate::Survives, "left"),
];

/// The benches, the statements and the solvers that judge the mutants of a module.
struct Court<'a> {
    device: &'a Device,
    spec: Spec,
    module: &'a str,
    written: Benched,
    mutants: Mutants,
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for Case { name, device, modules } in cases() {
        let label = |module: &&str| format!("{name}/{module}");
        let chosen = |module: &&&str| wanted.is_empty() || wanted.contains(&label(module));
        for module in modules.iter().filter(chosen) {
            let court = Court::new(&device, module)?;
            let fates = court.judge()?;
            let count = |(fate, word): (Fate, &str)| {
                format!("{} {word}", fates.iter().filter(|it| **it == fate).count())
            };
            let counts = FATES.map(count).join(", ");
            println!("{}: {} mutants, {counts}", label(module), fates.len());
            for (fate, number) in fates.iter().zip(1..) {
                if *fate == Fate::Survives {
                    println!("  survives: {}", court.mutants.place(number));
                }
            }
        }
    }
    Ok(())
}

impl<'a> Court<'a> {
    fn new(device: &'a Device, module: &'a str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let spec = device.spec();
        let written = benched::write(&spec).map_err(|error| error.to_string())?;
        let benches = device.benches();
        let tops: Vec<&str> = benches.iter().map(|bench| bench.family.network()).collect();
        let mutants = Mutants::new(&written.design, &tops, module, COUNT)?;
        Ok(Self { device, spec, module, written, mutants })
    }

    /// Returns the fates of all mutants, in their order. What decides quickly comes first.
    fn judge(&self) -> Result<Vec<Fate>, Box<dyn Error + Send + Sync>> {
        let mut fates = vec![Fate::Survives; self.mutants.count()];
        for (index, bench) in self.device.benches().iter().enumerate() {
            if !fates.contains(&Fate::Survives) {
                break;
            }
            self.play(bench, &mut fates)?;
            if index == 0 {
                self.among(&mut fates, |number| self.by_proof(number))?;
            }
        }
        self.among(&mut fates, |number| self.by_surroundings(number))?;
        self.control(&fates)?;
        Ok(fates)
    }

    /// Makes sure that a mutant which was killed is not found equal.
    fn control(&self, fates: &[Fate]) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(killed) = fates.iter().position(|fate| *fate == Fate::Killed) else {
            return Ok(());
        };
        let seen = self.by_proof(killed + 1)?;
        if !matches!(seen, Fate::Refuted | Fate::Survives)
            || self.by_surroundings(killed + 1)? != Fate::Survives
        {
            let place = self.mutants.place(killed + 1);
            return Err(format!("{}: {place} was killed and is found equal", self.module).into());
        }
        Ok(())
    }

    /// Decides again about those that survived.
    fn among(
        &self,
        fates: &mut [Fate],
        decide: impl Fn(usize) -> Result<Fate, Box<dyn Error + Send + Sync>> + Sync,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let open = fates.par_iter_mut().enumerate().filter(|(_, fate)| **fate == Fate::Survives);
        open.try_for_each(|(index, fate)| {
            *fate = decide(index + 1)?;
            Ok(())
        })
    }

    /// Plays a bench with every mutant that survived.
    fn play(
        &self,
        bench: &Bench<'_>,
        fates: &mut [Fate],
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let family = bench.family.as_ref();
        let mutated = self.mutants.files(family.network());
        let files: Vec<PathBuf> = self.written.bench.iter().cloned().chain(mutated).collect();
        let built = NetworkBench::build(family, "", &files, Simulator::Verilator, Recording::None)?;
        let killed = |number: usize, folder: &Path| {
            let mut built = built.clone();
            built.simulation.arguments.push(Mutants::argument(number));
            let notices = |(run, seed): (&Run, u64)| {
                let Ok(trace) = built.play(family, &run.stimulus, seed, folder, None) else {
                    return true;
                };
                // The clocked model knows what the other one does, and when.
                match &run.trace {
                    Some(model) => match built.trace_bytes(folder) {
                        Ok(seen) => seen != model.as_bytes(),
                        Err(_) => true,
                    },
                    None => compare(family, &run.stimulus, &trace).1.is_some(),
                }
            };
            bench.runs.iter().zip(1..).any(notices)
        };
        if killed(0, self.written.folder.path()) {
            let module = self.module;
            return Err(format!("{module}: the benches complain about the module as it is").into());
        }
        self.among(fates, |number| {
            let folder = tempfile::tempdir()?;
            Ok(if killed(number, folder.path()) { Fate::Killed } else { Fate::Survives })
        })
    }

    fn by_proof(&self, number: usize) -> Result<Fate, Box<dyn Error + Send + Sync>> {
        if self.mutants.is_equivalent(number)? {
            return Ok(Fate::Equal);
        }
        let Some(text) = self.mutants.text(number)? else { return Ok(Fate::Survives) };
        let verdict = judge(&self.spec, self.module, &text, DECIDED);
        Ok(match verdict.map_err(|error| error.to_string())? {
            Verdict::Refuted(_) => Fate::Refuted,
            Verdict::Proved if !text.contains("posedge") => Fate::Stated,
            Verdict::Proved | Verdict::Undecided => Fate::Survives,
        })
    }

    /// Looks from outside the modules around a mutant, up to the router.
    fn by_surroundings(&self, number: usize) -> Result<Fate, Box<dyn Error + Send + Sync>> {
        for around in self.mutants.surroundings() {
            if self.mutants.is_equivalent_in(number, around)? {
                return Ok(Fate::Hidden);
            }
            if around == self.device.router() {
                break;
            }
        }
        Ok(Fate::Survives)
    }
}

//! `teecast verify`: builds the emitted network, plays messages, compares with the model.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;
use teecast_cosim::build::{Recording, Simulator};
use teecast_cosim::compare::{Difference, Totals, compare};
use teecast_cosim::device::Device as Subject;
use teecast_cosim::device::Measurement;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario::{self, Scenario};
use teecast_cosim::wave;
use teecast_spec::{Family, FamilySpec, Spec, text};

use super::check;
use super::config::ConfigArgs;
use super::folder;
use super::tools;
use super::written::{self, Written};
use crate::emit::common;
use crate::families::{self, Sources};
use crate::output;
use crate::terminal::error::Error;
use crate::terminal::output::write_file;
use crate::terminal::table::table;
use crate::terminal::value::{one_of, within};
use crate::terminal::{Format, Report, diagnose};

/// Simulates the emitted network and compares every delivery, link and event with the model.
///
/// Tools come from the search path, or from the folder of Python wheels that TEECAST_TOOLS names. Built
/// simulations are kept in TEECAST_CACHE, else in teecast in the user's cache folder.
#[derive(clap::Args)]
#[command(after_help = families::examples("verify", &["verify --n 3 --m 4 --sim both", "verify rtl-out/mesh4x4 --scenario saturation --trace"]))]
pub struct Args {
    /// Folder that gen wrote, to be verified as it is; without it the configuration is generated
    #[arg(value_name = "FOLDER")]
    design: Option<PathBuf>,

    #[command(flatten)]
    config: ConfigArgs,

    /// Who simulates; with both, the traces have to be equal byte by byte
    #[arg(long, value_enum, default_value_t)]
    sim: Sim,

    /// Chooses messages, faults and pauses
    #[arg(long, default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,

    /// Number of messages
    #[arg(long, default_value_t = 2000, value_parser = within(1..=1_000_000u32))]
    messages: u32,

    /// Which traffic is played
    #[arg(long, default_value = "all", value_parser = one_of(&Scenario::ALL, Scenario::name))]
    scenario: Scenario,

    /// Leave out the contracts of the modules, which Verilator checks: up to four times as fast
    #[arg(long)]
    no_contracts: bool,

    /// Record a waveform (FST) and a GTKWave save file that opens it
    #[arg(long)]
    trace: bool,

    /// Measure latency and throughput instead: of one router (hypercube), or of the network
    #[arg(long, conflicts_with_all = ["messages", "scenario", "seed", "trace", "no_contracts"])]
    measure: bool,

    /// Folder that gets the design, the stimuli and the traces
    #[arg(long, value_name = "FOLDER", default_value = "build/verify")]
    out: PathBuf,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Names the simulators of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Sim {
    /// Compiled: minutes to build a large network, then fast
    #[default]
    Verilator,
    /// Interpreted: for small networks
    Icarus,
    /// One after the other
    Both,
}

impl Sim {
    fn simulators(self) -> &'static [Simulator] {
        match self {
            Sim::Verilator => &[Simulator::Verilator],
            Sim::Icarus => &[Simulator::Icarus],
            Sim::Both => &Simulator::ALL,
        }
    }
}

/// The design under test, written and ready to be built.
struct Design {
    spec: Spec,
    folder: PathBuf,
    /// Paths inside the folder.
    listed: Vec<String>,
}

impl Design {
    /// Returns the families that have a network with what the scenario needs.
    fn subjects(&self, scenario: Scenario) -> Vec<(Family, Box<dyn Subject>)> {
        let tapped = scenario == Scenario::Links;
        let subject = |spec: &FamilySpec| Some((spec.family(), families::of(spec).device(tapped)?));
        self.spec.families.iter().filter_map(subject).collect()
    }

    /// Returns the Verilog and Verilator configuration files of a family, in compile order.
    fn files(&self, family: Family) -> Vec<PathBuf> {
        let own = family.name().replace('-', "_");
        let folders = [common::FOLDER, &own, "testbench"].map(|name| format!("{name}/"));
        let simulated = |path: &&String| path.ends_with(".v") || path.ends_with(".vlt");
        let of_family = |path: &&String| folders.iter().any(|folder| path.starts_with(folder));
        let paths = self.listed.iter().filter(simulated).filter(of_family);
        paths.map(|path| self.folder.join(path)).collect()
    }
}

/// What one simulator said.
#[derive(Serialize)]
struct Run {
    family: &'static str,
    simulator: &'static str,
    #[serde(flatten)]
    totals: Totals,
    build_seconds: f64,
    cycles_per_second: f64,
    /// Whether the modules checked their contracts.
    contracts: bool,
    difference: Option<Difference>,
}

/// The whole answer.
#[derive(Serialize)]
struct Answer<'a> {
    design: &'a str,
    scenario: &'a str,
    seed: u64,
    passed: bool,
    runs: &'a [Run],
    /// Both simulators wrote the same bytes; only with two of them.
    traces_equal: Option<bool>,
}

/// Runs the command.
///
/// # Errors
/// Bad input; a missing simulator; a design that does not build.
pub fn run(args: &Args) -> Result<Report, Error> {
    if args.no_contracts && args.sim == Sim::Icarus {
        let what = "--no-contracts has no effect on Icarus Verilog, which checks none";
        return Err(Error::bad_input(what).hint("leave it out"));
    }
    let design = args.design()?;
    if args.measure {
        return args.measure(&design);
    }
    let work = args.work_folder(&design)?;
    let mut runs = Vec::new();
    let mut traces_equal = None;
    for (family, subject) in design.subjects(args.scenario) {
        let mut traces = Vec::new();
        for &simulator in args.sim.simulators() {
            let (run, trace) = args.play(&design, family, &*subject, simulator, &work)?;
            runs.push(run);
            traces.push(trace);
        }
        if traces.len() > 1 {
            let equal = traces.windows(2).all(|pair| pair[0] == pair[1]);
            traces_equal = Some(equal && traces_equal != Some(false));
        }
    }
    let passed = runs.iter().all(|run| run.difference.is_none()) && traces_equal != Some(false);
    let answer = Answer {
        design: &design.spec.name,
        scenario: args.scenario.name(),
        seed: args.seed,
        passed,
        runs: &runs,
        traces_equal,
    };
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&answer).expect("the keys are strings") + "\n",
        Format::Text => answer.text(),
    };
    Ok(Report { text, passed })
}

impl Args {
    /// Takes the design of a folder as it is, or writes the configured one.
    fn design(&self) -> Result<Design, Error> {
        let Written { spec, folder, listed } = match &self.design {
            Some(target) => written::open(target, self.config.first_given(), "verified")?,
            None => {
                let spec = self.config.spec(&written::examples("verify"))?;
                families::audit(&spec)?;
                let files = output::files(&spec);
                let target = self.out.join(&spec.name);
                folder::replace(&folder::DESIGN, &target, &files, false)?;
                Written::new(spec, &target)?
            }
        };
        let design = Design { spec, folder, listed };
        if design.subjects(self.scenario).is_empty() {
            let scenario = self.scenario.name();
            let what = format!("the configuration has no network to verify in scenario {scenario}");
            let hint = "choose --network true, and the family harts for the scenario links";
            return Err(Error::bad_input(what).hint(hint));
        }
        Ok(design)
    }

    /// Makes the folder of stimuli and traces.
    fn work_folder(&self, design: &Design) -> Result<PathBuf, Error> {
        let work = self.out.join(format!("{}-run", design.spec.name));
        // The simulation runs in it: its own path has to be absolute.
        let work = fs::create_dir_all(&work)
            .and_then(|()| fs::canonicalize(&work))
            .map_err(|cause| Error::io("cannot write", &work, cause))?;
        // The folders above it may be named anyhow; a waveform names them.
        check(&work.to_string_lossy())?;
        Ok(work)
    }

    /// Measures what each family measures; the numbers do not depend on the simulator.
    fn measure(&self, design: &Design) -> Result<Report, Error> {
        let work = self.work_folder(design)?;
        let simulator = self.sim.simulators()[0];
        let Spec { name, prefix, .. } = &design.spec;
        let tool = simulator.tool();
        let mut numbers = Vec::new();
        for family in &design.spec.families {
            let kind = family.family().name();
            diagnose(format_args!("building what is measured of {kind} in {name} for {tool}"));
            let files = &design.files(family.family());
            let sources = Sources { prefix, files, simulator, work: &work };
            numbers.extend(families::of(family).measure(&sources).map_err(tools::failed)?);
        }
        let passed = numbers.iter().all(|number| number.passed);
        let text = match self.format {
            Format::Json => {
                serde_json::to_string_pretty(&numbers).expect("the keys are strings") + "\n"
            }
            Format::Text => {
                let verdict = |passed: bool| if passed { "pass" } else { "FAIL" };
                let digits = |unit: &str| if unit.contains('/') { 3 } else { 0 };
                let row = |number: &Measurement| {
                    let Measurement { what, value, bound, unit, passed } = number;
                    let digits = digits(unit);
                    vec![
                        format!("{value:.digits$}"),
                        format!("{bound:.digits$}"),
                        unit.to_string(),
                        verdict(*passed).to_string(),
                        what.clone(),
                    ]
                };
                let rows: Vec<Vec<String>> = numbers.iter().map(row).collect();
                table(&["measured", "bound", "unit", "", "what"], &rows)
            }
        };
        Ok(Report { text, passed })
    }

    fn play(
        &self,
        design: &Design,
        family: Family,
        subject: &dyn Subject,
        simulator: Simulator,
        work: &Path,
    ) -> Result<(Run, Vec<u8>), Error> {
        let Spec { name, prefix, .. } = &design.spec;
        let stimulus = scenario::stimulus(subject, self.scenario, self.seed, self.messages);
        let (kind, tool) = (family.name(), simulator.tool());
        diagnose(format_args!("building the {kind} network of {name} for {tool}"));
        let start = Instant::now();
        let files = design.files(family);
        let recording = if self.trace { Recording::Wave } else { Recording::None };
        let bench =
            NetworkBench::build(subject, prefix, &files, simulator, recording, !self.no_contracts)
                .map_err(tools::failed)?;
        let build_seconds = start.elapsed().as_secs_f64();
        diagnose(format_args!("playing {} messages", stimulus.messages()));
        let wave = self.trace.then(|| work.join(format!("{kind}-{}.fst", simulator.name())));
        let start = Instant::now();
        let trace = bench
            .play(subject, &stimulus, self.seed, work, wave.as_deref())
            .map_err(tools::failed)?;
        let seconds = start.elapsed().as_secs_f64();
        if let Some(wave) = &wave {
            let save = wave.with_extension("gtkw");
            write_file(&save, &wave::save_file(subject, &bench.wave_root(), wave))?;
            diagnose(format_args!("waveform: gtkwave {}", text::operand(&save)));
        }
        let (totals, difference) = compare(subject, &stimulus, &trace);
        let run = Run {
            family: kind,
            simulator: simulator.name(),
            cycles_per_second: totals.cycles as f64 / seconds,
            totals,
            build_seconds,
            contracts: bench.simulation.contracts,
            difference,
        };
        Ok((run, bench.trace_bytes(work).map_err(tools::failed)?))
    }
}

impl Answer<'_> {
    fn text(&self) -> String {
        let head = [
            "messages",
            "deliveries",
            "traffic",
            "model",
            "events",
            "cycles",
            "build s",
            "cycles/s",
            "family",
            "simulator",
            "contracts",
        ];
        let row = |run: &Run| {
            let Totals { messages, deliveries, traffic, model_traffic, events, cycles } =
                run.totals;
            let mut cells: Vec<String> = [messages, deliveries, traffic, model_traffic, events]
                .map(|n| n.to_string())
                .into();
            cells.push(cycles.to_string());
            cells.push(format!("{:.1}", run.build_seconds));
            cells.push(format!("{:.0}", run.cycles_per_second));
            cells.push(run.family.to_string());
            cells.push(run.simulator.to_string());
            cells.push(if run.contracts { "checked" } else { "-" }.to_string());
            cells
        };
        let rows: Vec<Vec<String>> = self.runs.iter().map(row).collect();
        let mut text = table(&head, &rows);
        for run in self.runs {
            if let Some(difference) = &run.difference {
                text += &format!("\n{}, {}: {difference}\n", run.family, run.simulator);
            }
        }
        if self.traces_equal == Some(false) {
            text += "\nthe traces of the simulators differ\n";
        }
        let verdict = if self.passed { "PASS" } else { "FAIL" };
        let Self { design, scenario, seed, .. } = self;
        text + &format!("\n{verdict}: {design}, scenario {scenario}, seed {seed}\n")
    }
}

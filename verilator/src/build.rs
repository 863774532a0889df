//! Builds simulations with Verilator or Icarus, once for each content, and runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::cache::{self, CachedResult, Key};
use crate::error::ToolError;
use crate::process;
use crate::tools::{self, Program, Tool};

/// Turns on the assertions of the emitted modules, which are not Verilog-2005.
pub const ASSERT: &str = "-DTEECAST_ASSERT";

/// Warnings that testbenches may cause: blocking assignments beside a clock (they read files), and
/// parts of a word that nobody needs. The lint gate forbids both in designs.
const BENCH_WARNINGS: [&str; 2] = ["BLKSEQ", "UNUSEDSIGNAL"];

/// How the makefiles of Verilator compile; the set-up of a simulation is never worth an optimisation.
const FOR_LONG_RUNS: &[&str] = &["OPT_FAST=-O2", "OPT_SLOW=-O0"];

const FOR_LONG_TESTS: &[&str] = &["OPT_FAST=-O1", "OPT_SLOW=-O0"];
/// A unit reads the headers once: a file for each module takes twice the time.
const FOR_TESTS: &[&str] = &["OPT_FAST=-O0", "OPT_SLOW=-O0", "VM_PARALLEL_BUILDS=0"];

/// **Units**: seconds; the largest networks take minutes.
const BUILD_LIMIT: Duration = Duration::from_secs(1800);

/// Oldest Verilator whose lifetime analysis is known to be right: 5.006 reads a signal after a
/// delay as the constant that the same process had assigned before it.
const LIFE_IS_RIGHT: tools::Version = (5, 48);

/// Oldest Verilator that is known to compile modules apart: 5.006 makes no program of them.
pub const APART_IS_RIGHT: tools::Version = (5, 48);

/// Names the program that simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simulator {
    /// Compiled, two-state, fast.
    Verilator,
    /// Interpreted, four-state, about a thousand times slower.
    Icarus,
}

impl Simulator {
    /// Both, the fast one first.
    pub const ALL: [Simulator; 2] = [Simulator::Verilator, Simulator::Icarus];

    /// Returns the name used on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            Simulator::Verilator => "verilator",
            Simulator::Icarus => "icarus",
        }
    }

    /// Returns the tool behind it.
    pub fn tool(self) -> Tool {
        match self {
            Simulator::Verilator => Tool::Verilator,
            Simulator::Icarus => Tool::Icarus,
        }
    }
}

/// What a simulation can record beside the trace of its bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recording {
    /// Nothing.
    #[default]
    None,
    /// A waveform in the FST format, by `$dumpfile` and `$dumpvars`.
    Wave,
    /// How often each line ran and each bit changed (Verilator only).
    Coverage,
}

/// Says whether the modules of a simulation check their contracts (Verilator only).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assertions {
    /// They do not.
    None,
    /// They do, in a design that is compiled as a whole.
    Whole,
    /// They do, where the Verilator is new enough to compile the modules that a configuration file
    /// names (`hier_block`) alone, once each: several times as fast for a network, which then runs at
    /// a third of its speed.
    Apart,
}

/// Says what a simulation is made of.
///
/// Every warning is an error, but for a few (`BENCH_WARNINGS`) that only testbenches cause.
#[derive(Clone, Debug)]
pub struct Build {
    /// Who simulates.
    pub simulator: Simulator,
    /// Top module, a testbench without ports.
    pub top: String,
    /// Design and testbench, in compile order.
    pub files: Vec<PathBuf>,
    /// Verilog macros and their values.
    pub defines: Vec<(String, String)>,
    /// Parameters of the top module and their values, as Verilog literals.
    pub parameters: Vec<(String, String)>,
    /// What it can record.
    pub recording: Recording,
    /// Who checks the contracts of the modules.
    pub assertions: Assertions,
    /// Whether Verilator optimizes as it does by itself: as a user's build does, but a network takes
    /// ten times as long to compile.
    pub own_optimizations: bool,
    /// Whether a test simulates for so long that some optimisation pays.
    pub long: bool,
}

impl Build {
    /// Returns a build without macros, parameters and waveform.
    pub fn new(simulator: Simulator, top: &str, files: Vec<PathBuf>) -> Self {
        let (defines, parameters) = (Vec::new(), Vec::new());
        let top = top.to_string();
        let recording = Recording::None;
        let assertions = Assertions::Whole;
        let (own_optimizations, long) = (false, false);
        Self {
            simulator,
            top,
            files,
            defines,
            parameters,
            recording,
            assertions,
            own_optimizations,
            long,
        }
    }

    /// Builds, unless the same was built before.
    ///
    /// # Errors
    /// [`ToolError::Missing`] and [`ToolError::TooOld`] without the simulator,
    /// [`ToolError::Failed`] if it refuses the Verilog or only warns, [`ToolError::Io`].
    pub fn simulation(&self) -> Result<Simulation, ToolError> {
        self.simulation_with(tools::find(self.simulator.tool())?)
    }

    /// Builds with a certain program of the simulator.
    ///
    /// # Errors
    /// As [`Build::simulation`].
    pub fn simulation_with(&self, program: Program) -> Result<Simulation, ToolError> {
        let options = match self.simulator {
            Simulator::Verilator => self.verilator_options(&program),
            Simulator::Icarus => self.icarus_options(),
        };
        let mut key = Key::default();
        key.add(program.to_string());
        options.iter().for_each(|option| key.add(option));
        self.compilation().iter().for_each(|option| key.add(option));
        for file in &self.files {
            key.add_file(file)?;
        }
        let folder = cache::get_or_make(key, |folder| self.make(&program, &options, folder))?;
        let runner = match self.simulator {
            Simulator::Verilator => folder.path().join("simulation"),
            Simulator::Icarus => beside(&program.path, "vvp"),
        };
        let (contracts, recording) = (self.checks_contracts(&program), self.recording);
        Ok(Simulation { program, arguments: Vec::new(), contracts, folder, runner, recording })
    }

    /// Tells whether modules are compiled alone.
    fn is_apart(&self, program: &Program) -> bool {
        self.assertions == Assertions::Apart && program.version >= APART_IS_RIGHT
    }

    /// Tells how to compile: a debug build of this crate is for tests, most of which simulate for a second
    /// what takes a minute to compile.
    fn compilation(&self) -> &'static [&'static str] {
        match self.long {
            _ if !cfg!(debug_assertions) => FOR_LONG_RUNS,
            true => FOR_LONG_TESTS,
            false => FOR_TESTS,
        }
    }

    fn checks_contracts(&self, program: &Program) -> bool {
        let asserts = self.assertions == Assertions::Whole || self.is_apart(program);
        asserts && self.simulator == Simulator::Verilator
    }

    fn verilator_options(&self, program: &Program) -> Vec<String> {
        let mut options: Vec<String> =
            ["--cc", "--exe", "--main", "--timing", "-O3", "-Wall"].map(str::to_string).into();
        if self.checks_contracts(program) {
            options.extend(["--assert", ASSERT].map(str::to_string));
            if self.is_apart(program) {
                // What one output of a module that is compiled alone waits for, all of them seem to.
                options.extend(["--hierarchical", "-Wno-UNOPTFLAT"].map(str::to_string));
            }
        }
        options.extend(["--prefix", "Vsimulation", "--top-module", &self.top].map(str::to_string));
        options.extend(BENCH_WARNINGS.map(|warning| format!("-Wno-{warning}")));
        options.extend(self.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        options.extend(self.parameters.iter().map(|(name, value)| format!("-G{name}={value}")));
        let recorded: &[&str] = match self.recording {
            Recording::None => &[],
            Recording::Wave => &["--trace-fst"],
            // A counter keeps a block whole, and what one of its outputs waits for, all wait for.
            Recording::Coverage => &["--coverage-line", "--coverage-toggle", "-Wno-UNOPTFLAT"],
        };
        options.extend(recorded.iter().map(|option| option.to_string()));
        // Tables and shared terms are named for one instance: equal instances with names of their
        // own cannot share their code, and a network takes ten times as long to compile.
        if !self.own_optimizations {
            options.extend(["-fno-table", "-fno-dfg"].map(str::to_string));
        }
        if program.version < LIFE_IS_RIGHT {
            options.push("-fno-life".to_string());
        }
        options
    }

    fn icarus_options(&self) -> Vec<String> {
        let Self { top, defines, parameters, .. } = self;
        let mut options: Vec<String> = ["-g2005", "-Wall", "-s", top].map(str::to_string).into();
        options.extend(defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        options.extend(parameters.iter().map(|(name, value)| format!("-P{top}.{name}={value}")));
        options
    }

    fn make(&self, program: &Program, options: &[String], folder: &Path) -> Result<(), ToolError> {
        let what = format!("{program}, build of {}", self.top);
        let copies = tempfile::tempdir().map_err(ToolError::io(folder))?;
        let files = plainly_named(&self.files, copies.path())?;
        let mut command = program.command(folder);
        command.args(options);
        if self.simulator == Simulator::Icarus {
            command.arg("-o").arg(folder.join("simulation.vvp")).args(&files);
            let text = process::run_checked(&what, command, BUILD_LIMIT)?;
            // Icarus cannot make its warnings errors.
            return match text.is_empty() {
                true => Ok(()),
                false => Err(ToolError::Failed { what, output: text }),
            };
        }
        let objects = folder.join("objects");
        command.arg("-Mdir").arg(&objects).args(&files);
        process::run_checked(&what, command, BUILD_LIMIT)?;
        let mut command = program.make(&objects);
        // There only if a configuration file names a module. Verilator itself would run it, too, but
        // links before all modules are there.
        let apart = "Vsimulation_hier.mk";
        match objects.join(apart).exists() {
            true => command.args(["-f", apart, "hier_build"]),
            false => command.args(["-f", "Vsimulation.mk"]),
        };
        command.arg("-j2").args(self.compilation());
        if tools::on_path("ccache") {
            command.env("OBJCACHE", "ccache");
        }
        process::run_checked(&what, command, BUILD_LIMIT)?;
        let built = objects.join("Vsimulation");
        fs::rename(&built, folder.join("simulation")).map_err(ToolError::io(&built))?;
        fs::remove_dir_all(&objects).map_err(ToolError::io(&objects))
    }
}

/// A simulation that is ready to run, any number of times.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// Who built it.
    pub program: Program,
    /// Arguments of every run, each without its `+`.
    pub arguments: Vec<String>,
    /// Whether the modules check their contracts.
    pub contracts: bool,
    folder: CachedResult,
    runner: PathBuf,
    recording: Recording,
}

impl Simulation {
    /// Runs in `folder` and returns what was printed; each argument becomes a `+argument`.
    ///
    /// # Errors
    /// [`ToolError::Failed`] if the exit code is not 0 (`$fatal`), [`ToolError::TimedOut`] after
    /// `limit`, [`ToolError::Io`].
    pub fn run(
        &self,
        arguments: &[String],
        folder: &Path,
        limit: Duration,
    ) -> Result<String, ToolError> {
        let mut command = Command::new(&self.runner);
        if self.program.tool == Tool::Icarus {
            command.arg("-n").arg(self.folder.path().join("simulation.vvp"));
            command.args((self.recording == Recording::Wave).then_some("-fst"));
        }
        let arguments = self.arguments.iter().chain(arguments);
        command.args(arguments.map(|argument| format!("+{argument}")));
        command.current_dir(folder);
        process::run_checked(&format!("{}, simulation", self.program), command, limit)
    }
}

/// Returns files that tools read as names: copies in a folder, unless their paths are plain.
///
/// Verilator replaces variables in paths, and it and Icarus pass them on to `make` and to a shell.
fn plainly_named(files: &[PathBuf], copies: &Path) -> Result<Vec<PathBuf>, ToolError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/_-.+".contains(c);
    if files.iter().all(|file| file.to_str().is_some_and(|path| path.chars().all(plain))) {
        return Ok(files.to_vec());
    }
    let copy = |file: &PathBuf| {
        let copy = copies.join(file.file_name().unwrap_or_default());
        fs::copy(file, &copy).map_err(ToolError::io(file))?;
        Ok(copy)
    };
    files.iter().map(copy).collect()
}

/// Returns a program in the folder of another one if it is there, else its name, for PATH.
fn beside(program: &Path, name: &str) -> PathBuf {
    let neighbour = program.with_file_name(name);
    if neighbour.is_file() { neighbour } else { PathBuf::from(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(120);

    const COUNTER: &str = "module counter #(parameter STEP = 1) (\n  input wire clk_i,\n  \
        output reg [7:0] count_o\n);\n  initial count_o = 8'd0;\n  \
        always @(posedge clk_i) count_o <= count_o + STEP[7:0];\nendmodule\n";

    const BENCH: &str = "module bench;\n  parameter CYCLES = 3;\n  reg clk = 1'b0;\n  \
        wire [7:0] count;\n  integer extra;\n  \
        counter #(.STEP(`STEP)) u_counter (.clk_i(clk), .count_o(count));\n  initial begin\n    \
        if (!$value$plusargs(\"extra=%d\", extra)) extra = 0;\n    \
        repeat (2 * (CYCLES + extra)) #5 clk = !clk;\n    $display(\"count=%0d\", count);\n    \
        if ($test$plusargs(\"hang\")) forever #5 clk = !clk;\n    $finish;\n  end\nendmodule\n";

    fn build(folder: &Path, simulator: Simulator) -> Build {
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).expect("a temporary folder is writable");
            path
        };
        let files = vec![file("counter.v", COUNTER), file("bench.v", BENCH)];
        Build {
            defines: vec![("STEP".to_string(), "2".to_string())],
            parameters: vec![("CYCLES".to_string(), "5".to_string())],
            ..Build::new(simulator, "bench", files)
        }
    }

    /// Tries every simulator of this machine, both Verilators too.
    fn everywhere(mut check: impl FnMut(Simulator, Program)) {
        for simulator in Simulator::ALL {
            let found = tools::or_skipped(tools::find_all(simulator.tool())).expect("they run");
            for program in found.unwrap_or_default() {
                check(simulator, program);
            }
        }
    }

    #[test]
    fn parameters_macros_and_arguments_arrive_from_a_folder_of_any_name() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let folder = &above.path().join("a $(shell touch mark);touch mark;'\"");
        fs::create_dir(folder).expect("writable");
        everywhere(|simulator, program| {
            let build = build(folder, simulator);
            let simulation = build.simulation_with(program).expect("it builds");
            let run = |arguments: &[String]| simulation.run(arguments, folder, LIMIT);
            let text = run(&[]).expect("it runs");
            assert!(text.contains("count=10\n"), "{}: {text}", simulation.program);
            let text = run(&["extra=4".to_string()]).expect("it runs");
            assert!(text.contains("count=18\n"), "{}: {text}", simulation.program);
            let hang = simulation.run(&["hang".to_string()], folder, Duration::from_secs(2));
            assert!(matches!(hang, Err(ToolError::TimedOut { .. })), "{}", simulation.program);
        });
    }

    #[test]
    fn a_combinational_loop_and_a_warning_are_errors() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a temporary folder is writable");
            vec![path]
        };
        let looped = file(
            "looped.v",
            "module looped;\n  wire [3:0] ring;\n  assign ring = {ring[2:0], ~ring[3]};\n  \
             initial $display(\"%b\", ring);\nendmodule\n",
        );
        let narrow = file(
            "narrow.v",
            "module child (input wire [3:0] a_i);\n  initial $display(\"%b\", a_i);\nendmodule\n\
             module narrow;\n  child u_child (.a_i(2'd1));\nendmodule\n",
        );
        everywhere(|simulator, program| {
            let refused = |top: &str, files: &[PathBuf]| {
                let build = Build::new(simulator, top, files.to_vec());
                match build.simulation_with(program.clone()) {
                    Err(ToolError::Failed { output, .. }) => output,
                    other => panic!("{program} accepts {top}: {other:?}"),
                }
            };
            refused("narrow", &narrow);
            if simulator == Simulator::Verilator {
                assert!(refused("looped", &looped).contains("UNOPTFLAT"), "{program}");
            }
        });
    }
}

//! Plays stimuli into an emitted network and reads back what it did.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::build::{Assertions, Build, Recording, Simulation, Simulator};
use crate::device::Device;
use crate::error::ToolError;
use crate::stimulus::Stimulus;
use crate::trace::{Trace, TraceError};

/// Most routers of a network that is compiled as a whole with its contracts: an assertion names its
/// instance, so that equal routers no longer share their code.
const WHOLE_ROUTERS: u32 = 4;
/// The most routers of a network that a test simulates in less time than optimising it takes.
const SHORT_ROUTERS: u32 = 16;

/// Traffic before the reset that counts: nothing of it may be seen after.
///
/// **Units**: clock cycles.
const REHEARSAL: u32 = 300;

/// **Units**: seconds.
const RUN_LIMIT: Duration = Duration::from_secs(7200);

/// Says why a bench could not be played.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The simulator is missing or refuses.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The bench wrote something unreadable.
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// A network under test, built and ready to run any number of times.
#[derive(Clone, Debug)]
pub struct NetworkBench {
    /// Name of the testbench.
    top: String,
    simulator: Simulator,
    recording: Recording,
    /// What it runs.
    pub simulation: Simulation,
}

impl NetworkBench {
    /// Builds the network and its testbench, with the means to record a waveform or coverage.
    ///
    /// `files` are the Verilog files of the design and of its testbench folder; Verilator's
    /// configuration files (`.vlt`) may be among them. With `contracts` the modules check theirs, which
    /// makes the runs of a large network up to four times as long; Icarus, coverage and waveforms of
    /// large networks leave them out.
    ///
    /// # Errors
    /// As [`Build::simulation`].
    pub fn build(
        device: &dyn Device,
        prefix: &str,
        files: &[PathBuf],
        simulator: Simulator,
        recording: Recording,
        contracts: bool,
    ) -> Result<Self, ToolError> {
        let whole = device.routers() <= WHOLE_ROUTERS;
        let assertions = match recording {
            _ if !contracts => Assertions::None,
            // Contracts are no part of the design that is covered.
            Recording::Coverage => Assertions::None,
            _ if whole => Assertions::Whole,
            Recording::None => Assertions::Apart,
            Recording::Wave => Assertions::None,
        };
        let build = bench_build(prefix, device.network(), files, simulator);
        // Equal modules are optimised once.
        let shared = files.iter().any(|file| file.extension().is_some_and(|it| it == "vlt"));
        let long = shared && device.routers() > SHORT_ROUTERS;
        let build = Build { recording, assertions, long, ..build };
        Ok(Self { simulation: build.simulation()?, top: build.top, simulator, recording })
    }

    /// Plays a stimulus in `folder`, which keeps the stimulus and the trace, and reads the trace.
    ///
    /// `wave` is where the waveform goes.
    ///
    /// # Errors
    /// [`BenchError::Tool`], [`BenchError::Trace`].
    pub fn play(
        &self,
        device: &dyn Device,
        stimulus: &Stimulus,
        seed: u64,
        folder: &Path,
        wave: Option<&Path>,
    ) -> Result<Trace, BenchError> {
        let stimuli = folder.join("stimuli");
        stimulus.write(device, &stimuli).map_err(ToolError::io(&stimuli))?;
        let trace = folder.join(self.trace_name());
        let mut arguments = vec![
            format!("stimuli={}", stimuli.display()),
            format!("trace={}", trace.display()),
            format!("seed={}", seed & 0xffff_ffff),
            format!("idle={}", device.idle()),
            format!("cycles={}", limit(device, stimulus)),
            format!("rehearsal={REHEARSAL}"),
            // Registers without reset start anywhere: Verilator's way to show what x would.
            "verilator+rand+reset+2".to_string(),
            format!("verilator+seed+{}", seed % 1000 + 1),
        ];
        if self.recording == Recording::Coverage {
            let file = self.coverage(folder);
            arguments.push(format!("verilator+coverage+file+{}", file.display()));
        }
        arguments.extend(wave.map(|wave| format!("wave={}", wave.display())));
        self.simulation.run(&arguments, folder, RUN_LIMIT)?;
        Ok(Trace::read(&trace)?)
    }

    /// Returns the trace of the last [`NetworkBench::play`] in `folder`, for comparison with
    /// another simulator's, byte by byte.
    ///
    /// # Errors
    /// [`ToolError::Io`].
    pub fn trace_bytes(&self, folder: &Path) -> Result<Vec<u8>, ToolError> {
        let path = folder.join(self.trace_name());
        fs::read(&path).map_err(ToolError::io(&path))
    }

    /// Returns where [`NetworkBench::play`] in `folder` leaves the coverage, if it records it.
    pub fn coverage(&self, folder: &Path) -> PathBuf {
        folder.join("coverage.dat")
    }

    /// Returns the path of the testbench in a waveform: older Verilators put a scope around it.
    pub fn wave_root(&self) -> String {
        let around = match self.simulator {
            Simulator::Verilator if self.simulation.program.version < (5, 14) => "TOP.",
            _ => "",
        };
        format!("{around}{}", self.top)
    }

    fn trace_name(&self) -> String {
        format!("trace-{}.txt", self.simulator.name())
    }
}

/// Far more cycles than any stimulus takes, so that a network that never rests is stopped.
fn limit(device: &dyn Device, stimulus: &Stimulus) -> usize {
    let message = 20 * (device.idle() + device.nodes()) as usize;
    100_000 + stimulus.messages() * message
}

/// Returns the build of the testbench of `module` from the files of a design.
pub(crate) fn bench_build(
    prefix: &str,
    module: &str,
    files: &[PathBuf],
    simulator: Simulator,
) -> Build {
    let top = format!("{prefix}{module}_tb");
    let other_bench = |path: &PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        name.ends_with("_tb") && name != top
    };
    let configuration = |path: &PathBuf| path.extension().is_some_and(|suffix| suffix == "vlt");
    let wanted = files
        .iter()
        .filter(|path| !other_bench(path))
        .filter(|path| simulator == Simulator::Verilator || !configuration(path));
    Build::new(simulator, &top, wanted.cloned().collect())
}

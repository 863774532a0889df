//! Plays stimuli into an emitted network and reads back what it did.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use teecast_spec::HypercubeSpec;

use crate::build::{Build, Simulation, Simulator};
use crate::error::ToolError;
use crate::stimulus::Stimulus;
use crate::trace::{Trace, TraceError};

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
    spec: HypercubeSpec,
    prefix: String,
    simulator: Simulator,
    simulation: Simulation,
}

impl NetworkBench {
    /// Builds the network and its testbench, with the means to record a waveform if `waves`.
    ///
    /// `files` are the Verilog files of the design and of its testbench folder; Verilator's
    /// configuration files (`.vlt`) may be among them.
    ///
    /// # Errors
    /// As [`Build::simulation`].
    pub fn build(
        spec: &HypercubeSpec,
        prefix: &str,
        files: &[PathBuf],
        simulator: Simulator,
        waves: bool,
    ) -> Result<Self, ToolError> {
        let build = Build { waves, ..bench_build(prefix, "hypercube_network", files, simulator) };
        let simulation = build.simulation()?;
        Ok(Self { spec: spec.clone(), prefix: prefix.to_string(), simulator, simulation })
    }

    /// Plays a stimulus in `folder`, which keeps the stimulus and the trace, and reads the trace.
    ///
    /// `wave` is where the waveform goes.
    ///
    /// # Errors
    /// [`BenchError::Tool`], [`BenchError::Trace`].
    pub fn play(
        &self,
        stimulus: &Stimulus,
        seed: u64,
        folder: &Path,
        wave: Option<&Path>,
    ) -> Result<Trace, BenchError> {
        let stimuli = folder.join("stimuli");
        stimulus.write(&self.spec, &stimuli).map_err(ToolError::io(&stimuli))?;
        let trace = folder.join(self.trace_name());
        let mut arguments = vec![
            format!("stimuli={}", stimuli.display()),
            format!("trace={}", trace.display()),
            format!("seed={}", seed & 0xffff_ffff),
            format!("idle={}", self.idle()),
            format!("cycles={}", self.limit(stimulus)),
            format!("rehearsal={REHEARSAL}"),
            // Registers without reset start anywhere: Verilator's way to show what x would.
            "verilator+rand+reset+2".to_string(),
            format!("verilator+seed+{}", seed % 1000 + 1),
        ];
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

    /// Returns the path of the testbench in a waveform: older Verilators put a scope around it.
    pub fn wave_root(&self) -> String {
        let around = match self.simulator {
            Simulator::Verilator if self.simulation.program.version < (5, 14) => "TOP.",
            _ => "",
        };
        format!("{around}{}hypercube_network_tb", self.prefix)
    }

    fn trace_name(&self) -> String {
        format!("trace-{}.txt", self.simulator.name())
    }

    /// Longer than anything that can happen unseen: a largest message on a link, then its header
    /// and the decisions at the next node.
    fn idle(&self) -> u32 {
        let HypercubeSpec { n, m, max_list, .. } = self.spec;
        self.spec.message_flits() + self.spec.header_flits(max_list) + 2 * (m + n) + 16
    }

    /// Far more cycles than any stimulus takes, so that a network that never rests is stopped.
    fn limit(&self, stimulus: &Stimulus) -> usize {
        let message = 20 * (self.idle() + self.spec.nodes()) as usize;
        100_000 + stimulus.messages() * message
    }
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

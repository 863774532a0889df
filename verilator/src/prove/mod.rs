//! Proofs: a property with one output that must stay 0 goes through Yosys to a graph of AND gates
//! and inverters, which ABC proves, or refutes with a trace.

mod export;
mod gates;
mod halves;
mod obligation;
mod source;
mod trace;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use teecast_writing::signals::{self, Held};
use tempfile::TempDir;

use self::gates::contract_cells;
use self::obligation::inputs;
use self::trace::cycles;
use crate::error::ToolError;
use crate::process;
use crate::tools::{self, Program, Tool};

pub use export::{Exported, ONE_PLACE, RUN};
pub use halves::halves;
pub use obligation::{Cycles, Obligation};
pub use source::{contracts, place, with_copies};
pub use trace::{Cycle, Input};

/// Longest counterexample that is looked for.
///
/// **Units**: cycles.
const DEPTH: u32 = 200;

/// What ABC says of a property that does not hold.
const REFUTED_BY: [&str; 2] = ["NOT EQUIVALENT", "was asserted in frame"];

/// The verdict on a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It does not hold: what the inputs do, cycle by cycle, as far as that was found in time.
    Refuted(Vec<Cycle>),
    /// Neither was found in time.
    Undecided,
}

/// A fault that was put into one module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What was changed, and in which line of which file.
    pub place: String,
}

/// A copy of a module, which may be broken.
#[derive(Clone, Debug)]
pub struct Copied<'a> {
    /// Its name in a design, with its parameters.
    pub module: &'a str,
    /// RTLIL of it alone.
    pub file: PathBuf,
    /// Tells whether there are registers or memories in it, or in what it instantiates.
    pub has_state: bool,
    /// Tells whether it is broken in a clock.
    pub in_a_clock: bool,
}

/// The tools, and what they may take.
#[derive(Clone, Debug)]
pub struct Prover {
    yosys: Program,
    abc: Program,
    limit: Duration,
}

impl Prover {
    /// Finds the tools; `limit` is the time that one run of a tool may take.
    ///
    /// # Errors
    /// [`ToolError::Missing`], [`ToolError::TooOld`].
    pub fn new(limit: Duration) -> Result<Self, ToolError> {
        Ok(Self { yosys: tools::find(Tool::Yosys)?, abc: tools::find(Tool::Abc)?, limit })
    }

    /// Proves or refutes a property of the modules as they are.
    ///
    /// # Errors
    /// [`ToolError::Failed`] if a tool does not accept the property, or ends without an answer;
    /// [`ToolError::Io`].
    pub fn prove(&self, obligation: &Obligation<'_>) -> Result<Verdict, ToolError> {
        let work = Work::new()?;
        self.translate(obligation, "", "", &work)?;
        self.decide_with_trace(obligation, &work)
    }

    /// Proves or refutes a property of a copy of a module that takes the place of the one in the
    /// library, without a trace; nothing is said where the property is about copies with other
    /// parameters.
    ///
    /// # Errors
    /// As [`Prover::prove`].
    pub fn prove_copy(
        &self,
        obligation: &Obligation<'_>,
        copy: &Copied<'_>,
    ) -> Result<Option<Verdict>, ToolError> {
        let cycles = match (copy.in_a_clock, obligation.cycles) {
            // Without a register it has no clock.
            (true, Cycles::One) => return Ok(None),
            (true, _) => Cycles::Halves,
            (false, cycles) => cycles,
        };
        let obligation = &Obligation { cycles, ..*obligation };
        let work = Work::new()?;
        let list = work.path("modules.txt");
        let read = format!("read_rtlil {}; ", copy.file.display());
        let tell = format!("tee -q -o {} ls; ", list.display());
        self.translate(obligation, &read, &tell, &work)?;
        let modules = fs::read_to_string(&list).map_err(ToolError::io(&list))?;
        if !modules.lines().any(|line| line.trim() == copy.module) {
            return Ok(None);
        }
        Ok(match self.decide(obligation, &work)? {
            // More may happen in its halves than in a cycle.
            Verdict::Refuted(_) if copy.in_a_clock => Some(Verdict::Undecided),
            verdict => Some(verdict),
        })
    }

    /// Proves or refutes a property of a broken copy of `module`: `seed` chooses the fault.
    ///
    /// # Errors
    /// As [`Prover::prove`]; [`ToolError::Failed`], too, if the module is not in the property.
    pub fn refute(
        &self,
        obligation: &Obligation<'_>,
        module: &str,
        seed: u32,
    ) -> Result<(Fault, Verdict), ToolError> {
        let work = Work::new()?;
        let list = work.path("fault.ys");
        let shown = list.display();
        // A register may be cut by the property, and Yosys accepts no broken enable of a memory that
        // answers at once.
        let broken = with_copies(module);
        let but = match obligation.contracts {
            true => contract_cells(obligation, module)?,
            false => String::new(),
        };
        let script = format!(
            "select -set broken {broken}; {but}\
             mutate -list 1 -seed {seed} -o {shown} @broken t:$*dff* t:$memrd* %u %d; script {shown}; "
        );
        self.translate(obligation, "", &script, &work)?;
        let text = fs::read_to_string(&list).map_err(ToolError::io(&list))?;
        let Some(place) = place(&text) else {
            let output = format!("no fault fits into {module}: {text}");
            return Err(ToolError::Failed { what: format!("breaking {module}"), output });
        };
        Ok((Fault { place }, self.decide_with_trace(obligation, &work)?))
    }

    fn decide_with_trace(&self, asked: &Obligation<'_>, work: &Work) -> Result<Verdict, ToolError> {
        Ok(match self.decide(asked, work)? {
            Verdict::Refuted(_) => Verdict::Refuted(self.trace(asked, work)?),
            verdict => verdict,
        })
    }

    /// Proves or refutes, without a trace.
    fn decide(&self, asked: &Obligation<'_>, work: &Work) -> Result<Verdict, ToolError> {
        let script = asked.decides(self.limit);
        let said = match self.abc(asked.top, &script, work) {
            Ok(said) => said,
            Err(ToolError::TimedOut { .. }) => return Ok(Verdict::Undecided),
            Err(error) => return Err(error),
        };
        // A program that dies quietly has said none of these.
        let says = |words: &str| said.contains(words);
        if REFUTED_BY.iter().any(|words| says(words)) {
            return Ok(Verdict::Refuted(Vec::new()));
        }
        if asked.proved_by().iter().any(|words| says(words)) {
            return Ok(Verdict::Proved);
        }
        if let Cycles::First(_) = asked.cycles {
            return Ok(Verdict::Undecided);
        }
        if says("Property UNDECIDED") || says("Networks are UNDECIDED") {
            return Ok(Verdict::Undecided);
        }
        let what = format!("{}, {}", self.abc, asked.top);
        Err(ToolError::Failed { what, output: format!("no verdict in its answer:\n{said}") })
    }

    /// Finds the shortest trace that makes the output 1, or any one where that takes too long; none
    /// where that does, too.
    fn trace(&self, asked: &Obligation<'_>, work: &Work) -> Result<Vec<Cycle>, ToolError> {
        let file = work.path("trace.txt");
        let seconds = self.limit.as_secs();
        let fold = asked.fold();
        let searches = match asked.cycles {
            // The trace that &cec leaves cannot be written.
            Cycles::One => vec!["strash; orpos; iprove".to_string()],
            Cycles::Two | Cycles::All | Cycles::First(_) | Cycles::Halves => vec![
                format!("{fold}strash; bmc3 -F {DEPTH} -T {seconds}"),
                format!("{fold}strash; pdr -T {seconds}"),
            ],
        };
        for search in searches {
            let script = format!("{search}; write_cex -n -f {}", file.display());
            match self.abc(asked.top, &script, work) {
                Ok(_) | Err(ToolError::TimedOut { .. }) => {}
                Err(error) => return Err(error),
            }
            if file.exists() {
                let read = |file: &PathBuf| fs::read_to_string(file).map_err(ToolError::io(file));
                let (text, map) = (read(&file)?, read(&work.map())?);
                return Ok(cycles(&text, &map, &inputs(asked.text, asked.top)?));
            }
        }
        Ok(Vec::new())
    }

    /// Runs commands of ABC on the graph and returns what it said.
    fn abc(&self, top: &str, commands: &str, work: &Work) -> Result<String, ToolError> {
        let script = format!("read_aiger {}; {commands}; quit", work.graph().display());
        let mut command = self.abc.command(work.folder.path());
        command.args(["-s", "-q", &script]);
        // Its own limits come first, and leave an answer.
        let limit = self.limit + Duration::from_secs(10);
        process::run_checked(&format!("{}, {top}", self.abc), command, limit)
    }
}

/// The folder of one run.
struct Work {
    folder: TempDir,
    _held: Held,
}

impl Work {
    fn new() -> Result<Self, ToolError> {
        let held = signals::hold();
        let folder = tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))?;
        Ok(Self { folder, _held: held })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn graph(&self) -> PathBuf {
        self.path("graph.aig")
    }

    /// What the graph's inputs are.
    fn map(&self) -> PathBuf {
        self.path("graph.map")
    }
}

#[cfg(test)]
mod tests;

//! Proofs: a property with one output that must stay 0 goes through Yosys to a graph of AND gates
//! and inverters, which ABC proves, or refutes with a trace.

mod halves;
mod source;

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use teecast_spec::verilog::{self, Direction, Port};
use tempfile::TempDir;

use crate::build::ASSERT;
use crate::error::ToolError;
use crate::process;
use crate::tools::{self, Program, Tool};

pub use halves::halves;
pub use source::{contracts, place, with_copies};

/// Longest counterexample that is looked for.
///
/// **Units**: cycles.
const DEPTH: u32 = 200;

/// What takes the place of a memory of which a property follows one place.
const ONE_PLACE: &str = include_str!("one_place.v");

/// How the net with that place is called, behind the name of the memory.
const PLACE: &str = ".place";

/// Two cycles as one, with one output.
const UNROLL: &str = "strash; frames -i -F 2; orpos; strash";

/// A property as the tools take it.
#[derive(Clone, Copy, Debug)]
pub struct Obligation<'a> {
    /// Module with the one output `failed_o`.
    pub top: &'a str,
    /// Its Verilog.
    pub text: &'a str,
    /// Folder with the modules that it instantiates, a file of the same name each.
    pub library: &'a Path,
    /// Modules whose contents go: their outputs may give anything.
    pub open: &'a [String],
    /// Nets of the flat design that get other drivers. The driver of `M.place` says which place of
    /// memory `M` is kept; the others may then give anything.
    ///
    /// **Shape**: (net, its driver).
    pub nets: &'a [(String, String)],
    /// Whether the contracts of the modules have to hold while what the property assumes does, and
    /// nothing is said about `failed_o`.
    pub contracts: bool,
    /// When the output must stay 0.
    pub cycles: Cycles,
}

impl Obligation<'_> {
    /// Returns the commands that make outputs of contracts stay 0 from the cycle on in which what is
    /// assumed does not hold, and one output of all.
    fn fold(&self) -> &'static str {
        match (self.contracts, self.cycles) {
            (true, Cycles::All) => "fold; strash; orpos; ",
            _ => "",
        }
    }
}

/// The cycles that a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Any one; the property has no register.
    One,
    /// Any two that follow each other, whatever the registers without a first value hold.
    Two,
    /// All from the last one of a reset on.
    All,
    /// So many, from the last one of a reset on.
    First(u32),
    /// All after one reset, from cleared registers on, each in its two halves: some register may have
    /// another edge. What gives anything does so in each half, which is more than there is.
    Halves,
}

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

/// The inputs of one cycle.
pub type Cycle = Vec<Input>;

/// One input of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// Name of the port.
    pub name: String,
    /// Value, as a Verilog literal.
    pub value: String,
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
        // A register may be cut by the property.
        let broken = with_copies(module);
        let but = match obligation.contracts {
            true => contract_cells(obligation, module)?,
            false => String::new(),
        };
        let script = format!(
            "select -set broken {broken}; {but}\
             mutate -list 1 -seed {seed} -o {shown} @broken t:$*dff* %d; script {shown}; "
        );
        self.translate(obligation, "", &script, &work)?;
        let text = fs::read_to_string(&list).map_err(ToolError::io(&list))?;
        let Some(place) = place(&text) else {
            let output = format!("no fault fits into {module}: {text}");
            return Err(ToolError::Failed { what: format!("breaking {module}"), output });
        };
        Ok((Fault { place }, self.decide_with_trace(obligation, &work)?))
    }

    /// Writes the property as a graph of gates; `read` comes before modules of the library are read,
    /// `fault` before the hierarchy goes.
    fn translate(
        &self,
        asked: &Obligation<'_>,
        read: &str,
        fault: &str,
        work: &Work,
    ) -> Result<(), ToolError> {
        let Obligation { top, library, .. } = asked;
        let (with, without) = match asked.contracts {
            true => (
                format!("verilog_defaults -add -sv -formal {ASSERT}; "),
                format!("delete -output {top}/w:failed_o; "),
            ),
            false => Default::default(),
        };
        let source = work.path("property.v");
        fs::write(&source, asked.text).map_err(ToolError::io(&source))?;
        // Whoever looks at the ports of what is open finds them.
        let open = |module: &String| {
            let open = with_copies(module);
            format!(
                "select -set open {open}; cutpoint @open; select -set ports @open i:* o:* %u %i w:* %i; \
                 setattr -set keep 1 @ports; select -clear; "
            )
        };
        let opens: String = asked.open.iter().map(open).collect();
        // A register or a memory's answer that gets another driver goes; what belongs to the property
        // itself has none.
        let inner = asked.nets.iter().filter(|(net, _)| net.contains('.'));
        let delete =
            |(net, _): &(String, String)| format!("delete w:{net} %ci1:+[Q,DATA] t:* %i; ");
        let mut nets: String = inner.map(delete).collect();
        if !asked.nets.is_empty() {
            // One command for all: each one goes through the whole design.
            let (to, from): (Vec<&str>, Vec<&str>) =
                asked.nets.iter().map(|(net, driver)| (net.as_str(), driver.as_str())).unzip();
            nets += &format!("connect -nounset -set {} {}; ", to.join(","), from.join(","));
        }
        // A fault may leave nobody else who reads a register, or a memory.
        let read_by_name = asked.nets.iter().filter_map(|(_, driver)| driver.rsplit_once('.'));
        let mut kept: String =
            read_by_name.map(|(_, name)| format!(" w:{name} w:*.{name}")).collect();
        let followed = asked.nets.iter().filter_map(|(net, _)| net.strip_suffix(PLACE));
        for (_, name) in followed.filter_map(|memory| memory.rsplit_once('.')) {
            kept += &format!(" m:{name} m:*.{name} r:MEMID=*{name}");
        }
        let keep = if kept.is_empty() { kept } else { format!("setattr -set keep 1{kept}; ") };
        let map = work.path("one_place.v");
        let one_place = |(net, _): &(String, String)| {
            // In a pattern, brackets are not themselves.
            let memory = net.strip_suffix(PLACE)?.replace(['[', ']'], "?");
            Some(format!("techmap -autoproc -map {} c:{memory}; ", map.display()))
        };
        let mut memories: String = asked.nets.iter().filter_map(one_place).collect();
        if !memories.is_empty() {
            fs::write(&map, ONE_PLACE).map_err(ToolError::io(&map))?;
            memories.insert_str(0, "memory_collect; ");
        }
        // What a reset does not decide stays unknown. Registers that are alike from then on are found
        // alike.
        let reset = match asked.cycles {
            Cycles::All | Cycles::First(_) => {
                "sim -clock clk_i -resetn rst_ni -rstlen 2 -n 2 -w; ".to_string()
            }
            Cycles::One | Cycles::Two => String::new(),
            Cycles::Halves => {
                let played = work.path("halves.v");
                let text = halves(top, &inputs(asked.text, top)?, "", "failed_o");
                fs::write(&played, text).map_err(ToolError::io(&played))?;
                format!(
                    "read_verilog -sv -formal {}; hierarchy -top played; proc; flatten; zinit -all; \
                     opt -nodffe -nosdff; clk2fflogic; ",
                    played.display()
                )
            }
        };
        // Gates know no flip-flops with enable or reset; `check` leaves nothing undriven, and what
        // keeps an unknown content, or lies beyond a memory, may hold anything.
        let script = format!(
            "{with}read_verilog {}; {read}hierarchy -check -top {top} -libdir {}; proc; \
             {without}{keep}{opens}opt -nodffe -nosdff; {fault}flatten; opt_clean; \
             {memories}{nets}opt_clean; check -assert; memory_map; opt -nodffe -nosdff; \
             {reset}techmap; dffunmap; opt -nodffe -nosdff; setundef -undriven -anyseq; aigmap; \
             opt_clean; write_aiger -zinit -map {} {}",
            source.display(),
            library.display(),
            work.map().display(),
            work.graph().display()
        );
        // Of a large network it is too long for an argument.
        let file = work.path("property.ys");
        fs::write(&file, script + "\n").map_err(ToolError::io(&file))?;
        let mut command = self.yosys.command(work.folder.path());
        command.arg("-q").arg("-s").arg(&file);
        process::run_checked(&format!("{}, {top}", self.yosys), command, self.limit)?;
        Ok(())
    }

    fn decide_with_trace(&self, asked: &Obligation<'_>, work: &Work) -> Result<Verdict, ToolError> {
        Ok(match self.decide(asked, work)? {
            Verdict::Refuted(_) => Verdict::Refuted(self.trace(asked, work)?),
            verdict => verdict,
        })
    }

    /// Proves or refutes, without a trace.
    fn decide(&self, asked: &Obligation<'_>, work: &Work) -> Result<Verdict, ToolError> {
        let seconds = self.limit.as_secs();
        let fold = asked.fold();
        let script = match asked.cycles {
            Cycles::One => "strash; orpos; &get; &cec -m".to_string(),
            Cycles::Two => format!("{UNROLL}; &get; &cec -m"),
            Cycles::All | Cycles::Halves => format!("{fold}strash; scorr; pdr -T {seconds}"),
            Cycles::First(count) => format!("strash; bmc3 -F {count} -T {seconds}"),
        };
        let said = match self.abc(asked.top, &script, work) {
            Ok(said) => said,
            Err(ToolError::TimedOut { .. }) => return Ok(Verdict::Undecided),
            Err(error) => return Err(error),
        };
        // A program that dies quietly has said none of these.
        let says = |words: &str| said.contains(words);
        if says("NOT EQUIVALENT") || says("was asserted in frame") {
            return Ok(Verdict::Refuted(Vec::new()));
        }
        if let Cycles::First(count) = asked.cycles {
            let whole = says(&format!("No output asserted in {count} frames"));
            return Ok(if whole { Verdict::Proved } else { Verdict::Undecided });
        }
        if says("Networks are equivalent") || says("Property proved") {
            return Ok(Verdict::Proved);
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
}

impl Work {
    fn new() -> Result<Self, ToolError> {
        Ok(Self { folder: tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))? })
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

/// Returns the commands that take what states a module's contracts out of what may be broken: a fault
/// there is no fault of the module.
fn contract_cells(asked: &Obligation<'_>, module: &str) -> Result<String, ToolError> {
    let source = asked.library.join(format!("{module}.v"));
    let source = fs::read_to_string(&source).map_err(ToolError::io(&source))?;
    let cells = |line| format!(" a:src=*{module}.v:{line}.*");
    let cells: String = contracts(&source).into_iter().flatten().map(cells).collect();
    Ok(format!("select -set contracts{cells}; select -set broken @broken @contracts %d; "))
}

/// Lists the inputs of a property, with numbers for their bits.
fn inputs(text: &str, top: &str) -> Result<Vec<Port>, ToolError> {
    let ports = verilog::header(text, top).and_then(|header| header.ports(&[]));
    let mut ports = ports.map_err(|error| {
        let what = format!("reading the ports of {top}");
        ToolError::Failed { what, output: error.to_string() }
    })?;
    ports.retain(|port| port.direction == Direction::Input);
    Ok(ports)
}

/// Reads a trace: `pi7@cycle=value` for every input of the graph, which the map calls
/// `input 7 bit name`, least significant bit first.
fn cycles(text: &str, map: &str, inputs: &[Port]) -> Vec<Cycle> {
    // Contents of registers stand in the trace, too; the clock runs by itself.
    let is_told = |name: &str| name != "clk_i" && inputs.iter().any(|port| port.name == name);
    let input = |line| match Vec::from_iter(str::split_whitespace(line))[..] {
        ["input", number, _, name] if is_told(name) => Some((number.parse().ok()?, name)),
        _ => None,
    };
    let names: HashMap<usize, &str> = map.lines().filter_map(input).collect();
    let mut cycles: Vec<Vec<(&str, String)>> = Vec::new();
    for word in text.split_whitespace() {
        let parts = word.split_once('=').and_then(|(place, value)| {
            let (input, cycle) = place.rsplit_once('@')?;
            let number: usize = input.strip_prefix("pi")?.parse().ok()?;
            Some((*names.get(&number)?, cycle.parse::<usize>().ok()?, value))
        });
        let Some((name, cycle, value)) = parts else { continue };
        cycles.resize(cycles.len().max(cycle + 1), Vec::new());
        match cycles[cycle].last_mut() {
            Some((last, bits)) if *last == name => bits.insert_str(0, value),
            _ => cycles[cycle].push((name, value.to_string())),
        }
    }
    let input = |(name, bits): (&str, String)| Input { name: name.to_string(), value: hex(&bits) };
    cycles.into_iter().map(|inputs| inputs.into_iter().map(input).collect()).collect()
}

/// Returns bits, the most significant first, as a hexadecimal Verilog literal.
fn hex(bits: &str) -> String {
    let digit = |four: &[u8]| {
        let value = four.iter().fold(0, |sum, bit| 2 * sum + u32::from(*bit == b'1'));
        char::from_digit(value, 16).expect("four bits")
    };
    let digits: String = bits.as_bytes().rchunks(4).rev().map(digit).collect();
    format!("{}'h{digits}", bits.len())
}

#[cfg(test)]
mod tests;

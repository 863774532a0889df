//! Mutants of a module: small faults that Yosys chooses, all in one netlist, of which a simulation
//! turns on one.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use teecast::spec::verilog::Port;
use teecast_cosim::build::ASSERT;
use teecast_cosim::error::ToolError;
use teecast_cosim::netlist;
use teecast_cosim::process;
use teecast_cosim::prove::{Copied, contracts, halves, place, with_copies};
use teecast_cosim::tools::{self, Program, Tool};
use tempfile::TempDir;

use self::text::{SELECTOR, copy_of, is_within, renumbered, selector};

/// Within which two modules are found equal, or are not.
///
/// **Units**: seconds.
const DECIDED: u64 = 8;

/// Time that each half of a comparison may take: a graph of gates, and what is decided about it.
const COMPARED: Duration = Duration::from_secs(20);

/// Mutations that are listed for each one that is wanted, and then, if too many are in contracts.
const LISTED: [u32; 2] = [2, 20];

/// Time that Yosys may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Ports of registers and of modules that a clock is connected to, in a mutation.
const CLOCKS: [&str; 2] = [" -port CLK ", " -port clk_i "];

/// Says a cycle later whether two copies of a module differ: contracts, too, are seen in the cycle after
/// the one that they are about.
const DELAYED: &str = "module played (\n  input wire clk_i,\n  output reg differs_o\n);\n  \
    wire differs;\n  miter u_miter (.trigger(differs));\n  always @(posedge clk_i) differs_o <= \
    differs;\nendmodule\n";

/// Name of the file that spares the netlist the lint.
const LINT: &str = "mutants.vlt";

/// The design with all mutants of some modules.
pub struct Mutants {
    yosys: Program,
    abc: Program,
    /// Reads the design, of which the mutants were made.
    read: String,
    modules: Vec<String>,
    /// The mutants, as Yosys makes them, with the index of their module.
    list: Vec<(usize, String)>,
    /// The modules that each module below the first top stands in.
    parents: BTreeMap<String, BTreeSet<String>>,
    /// Values of the parameters of the modules below the first top, by name of the parameter.
    parameters: BTreeMap<String, Vec<u64>>,
    folder: TempDir,
}

impl Mutants {
    /// Makes `count` mutants of each module, or fewer where it is small, in the designs below `tops`.
    ///
    /// `design` is a folder with all modules.
    ///
    /// # Errors
    /// [`ToolError::Missing`], [`ToolError::TooOld`], [`ToolError::Failed`], [`ToolError::Io`].
    ///
    /// # Panics
    /// If there is no top.
    pub fn new(
        design: &Path,
        tops: &[&str],
        modules: &[&str],
        count: u32,
    ) -> Result<Self, ToolError> {
        let folder = tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))?;
        // Cells get their names while they are read: the same ones below every top.
        let read = format!("read_rtlil {}; ", folder.path().join("design.il").display());
        let (yosys, abc) = (tools::find(Tool::Yosys)?, tools::find(Tool::Abc)?);
        let modules = modules.iter().map(|module| module.to_string()).collect();
        let mut mutants = Self {
            yosys,
            abc,
            read,
            modules,
            list: Vec::new(),
            parents: BTreeMap::new(),
            parameters: BTreeMap::new(),
            folder,
        };
        let script = format!(
            "{}proc; opt_clean; hierarchy -check; proc; opt_clean; write_rtlil {}; hierarchy -top {}; \
             write_json {}",
            reading(design)?,
            mutants.path("design.il").display(),
            tops[0],
            mutants.path("below.json").display()
        );
        mutants.yosys(tops[0], &script)?;
        let below = netlist::read(&mutants.path("below.json"))?;
        (mutants.parents, mutants.parameters) = (parents(&below), parameters(&below));
        for index in 0..mutants.modules.len() {
            let made = mutants.make(design, &mutants.modules[index], count)?;
            for mutation in made {
                let number = mutants.list.len() + 1;
                mutants.list.push((index, renumbered(&mutation, number)));
            }
        }
        let lines: Vec<&str> = mutants.list.iter().map(|(_, mutation)| mutation.as_str()).collect();
        mutants.write("list.ys", &(lines.join("\n") + "\n"))?;
        for top in tops {
            // Of a top with parameters there are copies below the first one.
            let copied = mutants.parents.keys().any(|name| name.starts_with(&copy_of(top)));
            let (whole, rename) = match copied {
                true => (tops[0], String::new()),
                false => (*top, format!("rename {top} {top}_mutated; ")),
            };
            let script = format!(
                "{}script {}; hierarchy -top {whole}; {rename}write_verilog -noattr {}; write_json {}",
                mutants.read,
                mutants.path("list.ys").display(),
                mutants.path(&format!("{top}-mutants.v")).display(),
                mutants.path("design.json").display(),
            );
            mutants.yosys(top, &script)?;
            let text = match copied {
                true => mutants.wrapper_of_copies(top)?,
                false => {
                    let inner = format!("{top}_mutated");
                    text::wrapper(top, &inner, &mutants.ports_of(&inner)?)
                }
            };
            mutants.write(&format!("{top}-wrapper.v"), &text)?;
        }
        // What Yosys writes is not for readers: its nets are wider than what depends on what
        // (UNOPTFLAT), and of contracts that always hold constants are left (ALWNEVER).
        let lint = "`verilator_config\nlint_off -rule UNOPTFLAT\nlint_off -rule ALWNEVER\n\
            lint_off -file \"*-mutants.v\"\nlint_off -file \"*-wrapper.v\"\n";
        mutants.write(LINT, lint)?;
        Ok(mutants)
    }

    /// Returns `count` mutations of a module, or fewer.
    fn make(&self, design: &Path, module: &str, count: u32) -> Result<Vec<String>, ToolError> {
        let source = design.join(format!("{module}.v"));
        let source = fs::read_to_string(&source).map_err(ToolError::io(&source))?;
        let contracts = contracts(&source);
        let list = self.path("made.ys");
        let mut kept = Vec::new();
        for listed in LISTED {
            // A memory has no single bits to break.
            let script = format!(
                "{}select -set broken {}; \
                 mutate -list {} -seed 1 -ctrl {SELECTOR} 16 1 -o {} @broken t:$mem* %d t:$assert %d",
                self.read,
                with_copies(module),
                listed * count,
                list.display(),
            );
            self.yosys(module, &script)?;
            let text = fs::read_to_string(&list).map_err(ToolError::io(&list))?;
            // Of a module with parameters only its copies are in a design. The one with the largest
            // parameters is broken: properties are about that one.
            let copy = |line: &'_ str| {
                let mut words = line.split_whitespace().skip_while(|word| *word != "-module");
                words.nth(1).map(str::to_string)
            };
            let copies: BTreeSet<String> = text.lines().filter_map(copy).collect();
            let below = copies.iter().filter(|copy| self.parents.contains_key(*copy));
            let largest = below.max_by_key(|copy| self.parameters.get(*copy));
            let is_copied = text.contains("-module $paramod");
            let of_module = |line: &&str| {
                !is_within(line, &contracts) && (!is_copied || copy(line).as_ref() == largest)
            };
            kept =
                text.lines().filter(of_module).take(count as usize).map(str::to_string).collect();
            if kept.len() == count as usize {
                break;
            }
        }
        Ok(kept)
    }

    /// Returns the module of a mutant.
    pub fn module(&self, number: usize) -> &str {
        &self.modules[self.list[number - 1].0]
    }

    /// Returns the modules around that of a mutant: those that it stands in, then those that they
    /// stand in, and so on, up to the first top.
    ///
    /// **Shape**: `[level][module]`; who looks at all modules of a level sees all that the mutant does.
    pub fn surroundings(&self, number: usize) -> Vec<BTreeSet<&str>> {
        let (module, _) = self.fault(number);
        let mut levels = vec![BTreeSet::from([module])];
        loop {
            let around = levels[levels.len() - 1].iter().map(|inner| self.parents.get(*inner));
            // The top stands in nothing.
            let Some(around) = around.collect::<Option<Vec<_>>>() else { break };
            levels.push(around.into_iter().flatten().map(String::as_str).collect());
        }
        levels.split_off(1)
    }

    /// Returns the number of mutants; they are numbered from 1, 0 is the module as it is.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Returns the files that take the place of the design below a top in a build.
    pub fn files(&self, top: &str) -> Vec<PathBuf> {
        let names = [format!("{top}-mutants.v"), format!("{top}-wrapper.v"), LINT.to_string()];
        names.iter().map(|name| self.path(name)).collect()
    }

    /// Returns the argument of a simulation that turns on a mutant.
    pub fn argument(number: usize) -> String {
        format!("mutant={number}")
    }

    /// Says where the fault of a mutant is.
    pub fn place(&self, number: usize) -> String {
        let (_, mutation) = &self.list[number - 1];
        place(mutation).unwrap_or_else(|| mutation.clone())
    }

    /// Tells whether a mutant is one of a clock.
    pub fn is_in_a_clock(&self, number: usize) -> bool {
        let (_, mutation) = &self.list[number - 1];
        CLOCKS.iter().any(|port| mutation.contains(port))
    }

    /// Returns the copy of a module that has the fault of a mutant.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn copy(&self, number: usize) -> Result<Copied<'_>, ToolError> {
        let (module, fault) = self.fault(number);
        let file = self.path(&format!("mutant-{number}.il"));
        let below = self.path(&format!("below-{number}.il"));
        let script = format!(
            "{}{fault}; chformal -remove; hierarchy -top {module}; write_rtlil {}; select {}; \
             write_rtlil -selected {}",
            self.read,
            below.display(),
            module.replace('\\', "\\\\"),
            file.display()
        );
        self.yosys(module, &script)?;
        let read = |path: &Path| fs::read_to_string(path).map_err(ToolError::io(path));
        let below = read(&below)?;
        let text = text::with_parameters(&read(&file)?, &below);
        fs::write(&file, text).map_err(ToolError::io(&file))?;
        let state = ["cell $dff", "cell $adff", "cell $mem"];
        let has_state = state.iter().any(|cell| below.contains(cell));
        let in_a_clock = self.is_in_a_clock(number);
        Ok(Copied { module, file, has_state, in_a_clock })
    }

    /// Returns the module of a mutant, and the command that breaks it for good.
    fn fault(&self, number: usize) -> (&str, String) {
        let (_, mutation) = &self.list[number - 1];
        let mut words = mutation.split_whitespace().skip_while(|word| *word != "-module");
        let module = words.nth(1).unwrap_or_default();
        (module, mutation.replacen(&selector(number), "", 1))
    }

    /// Says whether a mutant does what its module does, as long as the contracts of the module as it is
    /// hold; nothing where that takes too long. Of a fault in a clock, after one reset.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn is_equivalent(&self, number: usize) -> Result<Option<bool>, ToolError> {
        match self.is_equivalent_alone(number)? {
            Some(true) => Ok(Some(true)),
            _ => self.compare(number, self.fault(number).0, "flatten"),
        }
    }

    /// Says whether a mutant does what its module does, whatever the modules inside do: they are the
    /// same in both.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn is_equivalent_alone(&self, number: usize) -> Result<Option<bool>, ToolError> {
        self.compare(number, self.fault(number).0, "expose -evert {}/c:*")
    }

    /// Says whether a module that contains the mutant does what it does without the fault, as long as
    /// all contracts in it hold; nothing where that takes too long. Of a fault in a clock, behind one
    /// reset.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn is_equivalent_in(&self, number: usize, top: &str) -> Result<Option<bool>, ToolError> {
        self.compare(number, top, "flatten")
    }

    /// Compares two copies of a module, one with the mutant in it; `inner` says what becomes of the
    /// modules in them.
    fn compare(&self, number: usize, top: &str, inner: &str) -> Result<Option<bool>, ToolError> {
        let (module, fault) = self.fault(number);
        let (play, steps) = match self.is_in_a_clock(number) {
            // What stands outside has no clock of its own.
            true if inner != "flatten" => return Ok(Some(false)),
            true => {
                let ports = netlist::ports_of(&self.path("below.json"), top)?;
                (
                    halves("miter", &ports, "in_", "trigger"),
                    "memory_map; zinit -all; opt; clk2fflogic; ",
                )
            }
            false => (DELAYED.to_string(), ""),
        };
        // A copy of a module with parameters has a name that is none for a file.
        let name: String = top.chars().filter(char::is_ascii_alphanumeric).collect();
        let graph = self.path(&format!("{name}-{number}.aig"));
        let file = format!("{name}-{number}.v");
        self.write(&file, &play)?;
        let side = |name: &str, fault: &str, contracts: &str| {
            let inner = inner.replace("{}", name);
            format!(
                "design -load read; {fault}; setattr -unset keep_hierarchy */c:*; \
                 chformal {contracts}; hierarchy -top {top}; rename {top} {name}; {inner}; design -stash {name}; "
            )
        };
        // A register that nothing writes would be unknown, and equal to anything, without a value.
        let script = format!(
            "{}design -save read; {}{}design -reset; design -copy-from gold -as gold gold; \
             design -copy-from gate -as gate gate; miter -equiv -flatten gold gate miter; \
             read_verilog -sv -formal {}; hierarchy -top played; proc; flatten; \
             setundef -undriven -expose; {steps}memory_map; zinit -all; opt -nodffe -nosdff; techmap; \
             dffunmap; opt -nodffe -nosdff; setundef -zero; aigmap; opt_clean; zinit -all; \
             write_aiger {}",
            self.read,
            side("gold", "select -clear", "-assert2assume"),
            side("gate", &fault, "-remove"),
            self.path(&file).display(),
            graph.display()
        );
        let graph = graph.display();
        let decide = format!("read_aiger {graph}; strash; fold; scorr; pdr -T {DECIDED}");
        let mut abc = self.abc.command(self.folder.path());
        abc.args(["-s", "-q", &decide]);
        let translated = self.yosys_within(COMPARED, module, &script);
        let said = translated
            .and_then(|()| process::run_checked(&format!("{}, {module}", self.abc), abc, COMPARED));
        let said = match said {
            Err(ToolError::TimedOut { .. }) => return Ok(None),
            said => said?,
        };
        let says = |words: &[&str]| words.iter().any(|words| said.contains(words));
        Ok(if says(&["Networks are equivalent", "Property proved"]) {
            Some(true)
        } else if says(&["NOT EQUIVALENT", "was asserted in frame"]) {
            Some(false)
        } else {
            None
        })
    }

    /// Returns a module that takes the copy of a top that its parameter asks for.
    fn wrapper_of_copies(&self, top: &str) -> Result<String, ToolError> {
        let mut copies = Vec::new();
        for name in self.parents.keys().filter(|name| name.starts_with(&copy_of(top))) {
            copies.push((name.as_str(), self.ports_of(name)?));
        }
        Ok(text::wrapper_of_copies(top, &copies))
    }

    /// Returns the ports of a module with mutants.
    fn ports_of(&self, module: &str) -> Result<Vec<Port>, ToolError> {
        netlist::ports_of(&self.path("design.json"), module)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), ToolError> {
        let path = self.path(name);
        fs::write(&path, text).map_err(ToolError::io(&path))
    }

    fn yosys(&self, module: &str, script: &str) -> Result<(), ToolError> {
        self.yosys_within(LIMIT, module, script)
    }

    fn yosys_within(&self, limit: Duration, module: &str, script: &str) -> Result<(), ToolError> {
        let mut command = self.yosys.command(self.folder.path());
        command.args(["-q", "-p", script]);
        process::run_checked(&format!("{}, mutants of {module}", self.yosys), command, limit)?;
        Ok(())
    }
}

/// Returns the commands that read all modules of a folder, those with a clock with their contracts. What
/// has none is asked at any time, in a netlist whose loops a simulation goes round before they settle.
fn reading(design: &Path) -> Result<String, ToolError> {
    let entries = fs::read_dir(design).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(ToolError::io(design))?;
    let mut paths: Vec<PathBuf> = entries.iter().map(DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "v"));
    // The order decides on the names of cells, and with them on what is broken.
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(ToolError::io(path))?;
        let contracts = if text.contains("posedge") { ASSERT } else { "" };
        Ok(format!("read_verilog -sv -formal {contracts} {}; ", path.display()))
    };
    paths.iter().map(read).collect()
}

/// Returns the values of the parameters of each module of a design, by name of the parameter.
fn parameters(design: &Value) -> BTreeMap<String, Vec<u64>> {
    let modules = design["modules"].as_object().into_iter().flatten();
    let of_module = |(name, module): (&String, &Value)| {
        let values = module["parameter_default_values"].as_object()?;
        let sorted: BTreeMap<&String, &Value> = values.iter().collect();
        let number = |value: &&Value| u64::from_str_radix(value.as_str()?, 2).ok();
        Some((name.clone(), sorted.values().filter_map(number).collect()))
    };
    modules.filter_map(of_module).collect()
}

/// Returns the modules that each module of a design stands in.
fn parents(design: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut parents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let modules = design["modules"].as_object();
    for (name, module) in modules.into_iter().flatten() {
        let cells = module["cells"].as_object().into_iter().flatten();
        let inner = cells.filter_map(|(_, cell)| cell["type"].as_str());
        for inner in inner.filter(|inner| modules.is_some_and(|all| all.contains_key(*inner))) {
            parents.entry(inner.to_string()).or_default().insert(name.clone());
        }
    }
    parents
}

#[cfg(test)]
mod tests;

//! Mutants of a module: small faults that Yosys chooses, all in one netlist, of which a simulation
//! turns on one.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::build::ASSERT;
use crate::error::ToolError;
use crate::process;
use crate::prove::{Copied, place};
use crate::synth::{self, Port};
use crate::tools::{self, Program, Tool};

/// Within which two modules are found equal, or are not.
///
/// **Units**: seconds.
const DECIDED: u64 = 8;

/// Time that a comparison may take with all that comes before the decision.
const COMPARED: Duration = Duration::from_secs(20);

/// Time that Yosys may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Name of the input that turns on a mutant.
const SELECTOR: &str = "mutant_i";

/// Where a wrapper has the number of the mutant from.
const NUMBER: &str = "  reg [15:0] mutant;\n  initial\n    \
    if (!$value$plusargs(\"mutant=%d\", mutant)) mutant = 16'd0;\n";

/// Ports of registers and of modules that a clock is connected to, in a mutation.
const CLOCKS: [&str; 2] = [" -port CLK ", " -port clk_i "];

/// Name of the file that says a cycle later whether two copies of a module differ: contracts, too, are
/// seen in the cycle after the one that they are about.
const DELAYED: &str = "delayed.v";

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
        let mut mutants =
            Self { yosys, abc, read, modules, list: Vec::new(), parents: BTreeMap::new(), folder };
        let script = format!(
            "read_verilog -formal {ASSERT} {}/*.v; proc; opt_clean; hierarchy -check; proc; opt_clean; \
             write_rtlil {}; hierarchy -top {}; write_json {}",
            design.display(),
            mutants.path("design.il").display(),
            tops[0],
            mutants.path("below.json").display()
        );
        mutants.yosys(tops[0], &script)?;
        mutants.parents = parents(&synth::read(&mutants.path("below.json"))?);
        for index in 0..mutants.modules.len() {
            let made = mutants.make(design, &mutants.modules[index], count)?;
            for mutation in made {
                let number = mutants.list.len() + 1;
                mutants.list.push((index, renumbered(&mutation, number)));
            }
        }
        let lines: Vec<&str> = mutants.list.iter().map(|(_, mutation)| mutation.as_str()).collect();
        mutants.write("list.ys", &(lines.join("\n") + "\n"))?;
        mutants.write(
            DELAYED,
            "module delayed (\n  input wire clk_i,\n  output reg differs_o\n);\n  wire differs;\n  \
             miter u_miter (.trigger(differs));\n  always @(posedge clk_i) differs_o <= differs;\n\
             endmodule\n",
        )?;
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
                false => mutants.wrapper(top)?,
            };
            mutants.write(&format!("{top}-wrapper.v"), &text)?;
        }
        // What Yosys writes is not for readers, and its nets are wider than what depends on what.
        let lint = "`verilator_config\nlint_off -rule UNOPTFLAT\n\
            lint_off -file \"*-mutants.v\"\nlint_off -file \"*-wrapper.v\"\n";
        mutants.write(LINT, lint)?;
        Ok(mutants)
    }

    /// Returns `count` mutations of a module, or fewer.
    fn make(&self, design: &Path, module: &str, count: u32) -> Result<Vec<String>, ToolError> {
        let list = self.path("made.ys");
        // A module with parameters has them in its name. A memory has no single bits to break.
        let script = format!(
            "{}select -set broken {module} $paramod*\\{module}*; \
             mutate -list {} -seed 1 -ctrl {SELECTOR} 16 1 -o {} @broken t:$mem* %d t:$assert %d",
            self.read,
            2 * count,
            list.display(),
        );
        self.yosys(module, &script)?;
        let text = fs::read_to_string(&list).map_err(ToolError::io(&list))?;
        let source = design.join(format!("{module}.v"));
        let source = fs::read_to_string(&source).map_err(ToolError::io(&source))?;
        let contracts = contracts(&source);
        // Of a module with parameters only its copies are in a design.
        let copied = text.contains("-module $paramod");
        let of_module = |line: &&str| {
            !is_within(line, &contracts) && copied == line.contains("-module $paramod")
        };
        let kept = text.lines().filter(of_module).take(count as usize);
        Ok(kept.map(str::to_string).collect())
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
        fs::write(&file, with_parameters(&read(&file)?)).map_err(ToolError::io(&file))?;
        let below = read(&below)?;
        let state = ["cell $dff", "cell $adff", "cell $mem"];
        let has_state = state.iter().any(|cell| below.contains(cell));
        Ok(Copied { module, file, has_state })
    }

    /// Returns the module of a mutant, and the command that breaks it for good.
    fn fault(&self, number: usize) -> (&str, String) {
        let (_, mutation) = &self.list[number - 1];
        let mut words = mutation.split_whitespace().skip_while(|word| *word != "-module");
        let module = words.nth(1).unwrap_or_default();
        (module, mutation.replacen(&selector(number), "", 1))
    }

    /// Says whether a mutant does what its module does, as long as the contracts of the module as it is
    /// hold; a proof that takes too long says no.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn is_equivalent(&self, number: usize) -> Result<bool, ToolError> {
        let (module, _) = self.fault(number);
        self.is_equivalent_in(number, module)
    }

    /// Says whether a module that contains the mutant does what it does without the fault, as long as
    /// all contracts in it hold; a proof that takes too long says no, and so do faults in a clock.
    ///
    /// # Errors
    /// As [`Mutants::new`].
    pub fn is_equivalent_in(&self, number: usize, top: &str) -> Result<bool, ToolError> {
        let (module, fault) = self.fault(number);
        // Registers in a graph of gates have no clock that could be broken.
        if CLOCKS.iter().any(|port| fault.contains(port)) {
            return Ok(false);
        }
        // A copy of a module with parameters has a name that is none for a file.
        let name: String = top.chars().filter(char::is_ascii_alphanumeric).collect();
        let graph = self.path(&format!("{name}-{number}.aig"));
        let side = |name: &str, fault: &str, contracts: &str| {
            format!(
                "design -load read; {fault}; chformal {contracts}; hierarchy -top {top}; \
                 rename {top} {name}; flatten; design -stash {name}; "
            )
        };
        // A register that nothing writes would be unknown, and equal to anything, without a value.
        let script = format!(
            "{}design -save read; {}{}design -reset; design -copy-from gold -as gold gold; \
             design -copy-from gate -as gate gate; miter -equiv -flatten gold gate miter; \
             read_verilog {}; hierarchy -top delayed; proc; flatten; setundef -undriven -expose; \
             memory_map; zinit -all; opt -nodffe -nosdff; techmap; dffunmap; \
             opt -nodffe -nosdff; setundef -zero; aigmap; opt_clean; zinit -all; write_aiger {}",
            self.read,
            side("gold", "select -clear", "-assert2assume"),
            side("gate", &fault, "-remove"),
            self.path(DELAYED).display(),
            graph.display()
        );
        self.yosys(module, &script)?;
        let mut command = self.abc.command(self.folder.path());
        let graph = graph.display();
        let decide = format!("read_aiger {graph}; strash; fold; scorr; pdr -T {DECIDED}");
        command.args(["-s", "-q", &decide]);
        let said = match process::run_checked(&format!("{}, {module}", self.abc), command, COMPARED)
        {
            Err(ToolError::TimedOut { .. }) => return Ok(false),
            said => said?,
        };
        Ok(["Networks are equivalent", "Property proved"].iter().any(|words| said.contains(words)))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), ToolError> {
        let path = self.path(name);
        fs::write(&path, text).map_err(ToolError::io(&path))
    }

    fn yosys(&self, module: &str, script: &str) -> Result<(), ToolError> {
        let mut command = self.yosys.command(self.folder.path());
        command.args(["-q", "-p", script]);
        process::run_checked(&format!("{}, mutants of {module}", self.yosys), command, LIMIT)?;
        Ok(())
    }

    /// Returns a module of the name and ports of the top, which reads the number of the mutant.
    fn wrapper(&self, top: &str) -> Result<String, ToolError> {
        let inner = format!("{top}_mutated");
        let ports = synth::ports_of(&self.path("design.json"), &inner)?;
        let instance = instance(&inner, &ports);
        Ok(format!("module {top} ({}\n{NUMBER}{instance}endmodule\n", declared(&ports)))
    }

    /// Returns the same of a module with one parameter, which takes the copy of its value.
    fn wrapper_of_copies(&self, top: &str) -> Result<String, ToolError> {
        let mut text = String::new();
        for name in self.parents.keys() {
            let value = name.strip_prefix(&copy_of(top)).and_then(|rest| rest.split_once("=s32'"));
            let Some((parameter, value)) = value else { continue };
            let ports = synth::ports_of(&self.path("design.json"), name)?;
            if text.is_empty() {
                let declared = declared(&ports);
                text = format!(
                    "module {top} #(\n  parameter {parameter} = 0\n) ({declared}\n{NUMBER}"
                );
            }
            let instance = instance(&format!("\\{name}"), &ports);
            text += &format!("  generate if ({parameter} == 32'b{value}) begin : g_copy\n");
            text += &format!("{instance}  end endgenerate\n");
        }
        Ok(text + "endmodule\n")
    }
}

/// Returns RTLIL in which copies of modules with parameters are called by the names of these, and get
/// parameters: a statement may bring such a module along.
fn with_parameters(text: &str) -> String {
    let with_parameters = |line: &str| {
        let (copy, instance) =
            line.trim_start().strip_prefix("cell $paramod\\")?.split_once(' ')?;
        let (module, parameters) = copy.split_once('\\')?;
        let mut cell = format!("  cell \\{module} {instance}\n");
        for parameter in parameters.split('\\') {
            let (name, value) = parameter.split_once("=s")?;
            cell += &format!("    parameter signed \\{name} {value}\n");
        }
        Some(cell)
    };
    text.lines().map(|line| with_parameters(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Returns how the names of the copies of a module with parameters begin.
fn copy_of(module: &str) -> String {
    format!("$paramod\\{module}\\")
}

/// Returns the ports of a wrapper, all but the number of the mutant.
fn declared(ports: &[Port]) -> String {
    let ports = ports.iter().filter(|port| port.name != SELECTOR).map(|port| {
        let direction = if port.input { "input" } else { "output" };
        format!("\n  {direction} wire [{}:0] {}", port.width - 1, port.name)
    });
    ports.collect::<Vec<_>>().join(",") + "\n);"
}

/// Returns an instance of a module with mutants, with nets that are called as its ports.
fn instance(module: &str, ports: &[Port]) -> String {
    let pins = ports.iter().map(|port| match port.name.as_str() {
        SELECTOR => format!("\n    .{SELECTOR}(mutant)"),
        name => format!("\n    .{name}({name})"),
    });
    format!("  {module} u_mutated ({}\n  );\n", pins.collect::<Vec<_>>().join(","))
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

/// Returns the words of a mutation that say when it is on.
fn selector(number: usize) -> String {
    format!("-ctrl {SELECTOR} 16 {number} ")
}

/// Gives a mutation another number.
fn renumbered(mutation: &str, number: usize) -> String {
    let mut words = mutation.splitn(6, ' ');
    let (command, rest) = (words.next().unwrap_or_default(), words.last().unwrap_or_default());
    format!("{command} {}{rest}", selector(number))
}

/// Returns the lines of a module that state contracts: a fault there is no fault of the module.
fn contracts(source: &str) -> Vec<RangeInclusive<usize>> {
    let mut begin = None;
    let mut found = Vec::new();
    for (line, number) in source.lines().zip(1..) {
        if line.starts_with("`ifdef TEECAST_ASSERT") {
            begin = Some(number);
        } else if line.starts_with("`endif") {
            found.extend(begin.take().map(|begin| begin..=number));
        }
    }
    found
}

/// Tells whether a mutation is in some lines of its file.
fn is_within(mutation: &str, lines: &[RangeInclusive<usize>]) -> bool {
    let mut places = mutation.split(" -src ").skip(1).filter_map(|place| {
        let (_, line) = place.rsplit_once(".v:")?;
        line.split('.').next()?.parse::<usize>().ok()
    });
    places.any(|line| lines.iter().any(|lines| lines.contains(&line)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::{Cycles, Obligation, Prover, Verdict};

    #[test]
    fn a_fault_that_nobody_around_looks_at_is_equivalent_there_only() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = "module inner (\n  input wire a_i,\n  output wire y_o,\n  output wire z_o\n);\n  \
                     assign y_o = a_i;\n  assign z_o = !a_i;\nendmodule\n";
        let outer = |name: &str, inner: &str, from: &str| {
            format!(
                "module {name} (\n  input wire a_i,\n  output wire y_o\n);\n  wire y, z;\n  {inner} \
                 u_inner (\n    .a_i(a_i),\n    .y_o(y){}\n  );\n  assign y_o = {from};\nendmodule\n",
                if inner == "inner" { ",\n    .z_o(z)" } else { "" }
            )
        };
        let modules = [
            ("inner", inner.to_string()),
            ("middle", outer("middle", "inner", "y")),
            ("outer", outer("outer", "middle", "y")),
            // Nobody looks from here: it is not part of the whole.
            ("alone", outer("alone", "inner", "y")),
        ];
        for (name, text) in modules {
            fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
        }
        let made = Mutants::new(folder.path(), &["outer"], &["inner"], 20);
        let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
        assert_eq!(mutants.surroundings(1), ["middle", "outer"].map(|name| BTreeSet::from([name])));
        let count = |top: &str| {
            let same = |number: &usize| mutants.is_equivalent_in(*number, top).expect("a verdict");
            (1..=mutants.count()).filter(same).count()
        };
        // The inverter is seen from outside `inner`, and not from outside `middle`.
        let (in_itself, in_middle) = (count("inner"), count("middle"));
        assert!(in_itself < in_middle && in_middle <= mutants.count(), "{in_itself}, {in_middle}");
        assert_eq!(in_middle, count("outer"));
        let copy = mutants.copy(1).expect("it is written");
        let text = fs::read_to_string(copy.file).expect("it is there");
        assert!(text.contains("module \\inner") && !text.contains("module \\middle"), "{text}");
        assert!(copy.module == "inner" && !copy.has_state);
    }

    #[test]
    fn a_fault_that_contracts_hide_is_equivalent_and_others_are_not() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = |contract: &str| {
            format!(
                "module either (\n  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  output \
                 reg y_o\n);\n  always @(posedge clk_i) y_o <= (a_i & b_i) ^ a_i;\n`ifdef \
                 TEECAST_ASSERT\n  always @(posedge clk_i) assert ({contract});\n`endif\nendmodule\n"
            )
        };
        let equal = |contract: &str| -> Option<Vec<String>> {
            fs::write(folder.path().join("either.v"), text(contract)).expect("writable");
            let made = Mutants::new(folder.path(), &["either"], &["either"], 100);
            let mutants = tools::or_skipped(made).expect("it is made")?;
            let same = |number: &usize| mutants.is_equivalent(*number).expect("a verdict");
            let same: Vec<usize> = (1..=mutants.count()).filter(same).collect();
            assert!(same.len() < mutants.count(), "everything is equal: {contract}");
            Some(same.iter().map(|number| mutants.place(*number)).collect())
        };
        let (Some(never_both), Some(any)) = (equal("!(a_i && b_i)"), equal("1'b1")) else { return };
        // A gate that finds both may be missing where both never come, and only there; a clock may not.
        assert!(
            never_both.iter().any(|place| place.starts_with("const0 on Y[0]")),
            "{never_both:?}"
        );
        assert!(any.is_empty(), "{any:?}");
        assert!(!never_both.iter().any(|place| place.contains("CLK")), "{never_both:?}");
    }

    #[test]
    fn a_register_that_is_never_written_is_not_equal() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = "module keeps (\n  input wire clk_i,\n  input wire write_i,\n  input wire read_i,\n  input wire [1:0] \
                    at_i,\n  input wire a_i,\n  output reg y_o\n);\n  reg all_q [0:3];\n  always \
                    @(posedge clk_i) begin\n    if (write_i) all_q[at_i] <= a_i;\n    if (read_i) \
                    y_o <= all_q[at_i];\n  end\nendmodule\n";
        fs::write(folder.path().join("keeps.v"), text).expect("writable");
        let made = Mutants::new(folder.path(), &["keeps"], &["keeps"], 40);
        let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
        let places: Vec<String> = (1..=mutants.count()).map(|it| mutants.place(it)).collect();
        assert!(places.iter().any(|place| place.starts_with("const0 on S")), "{places:?}");
        let equal = |number: &usize| mutants.is_equivalent(*number).expect("a verdict");
        let equal: Vec<String> =
            (1..=mutants.count()).filter(equal).map(|it| mutants.place(it)).collect();
        assert!(!equal.iter().any(|place| place.starts_with("const0 on S")), "{equal:?}");
    }

    #[test]
    fn copies_of_a_module_with_parameters_are_compared() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let any = "module any #(\n  parameter WIDTH = 2\n) (\n  input wire [WIDTH-1:0] a_i,\n  output \
                   wire y_o\n);\n  assign y_o = |a_i;\nendmodule\n";
        let outer = "module outer (\n  input wire [2:0] a_i,\n  output wire y_o\n);\n  any #(\n    \
                     .WIDTH(3)\n  ) u_any (\n    .a_i(a_i),\n    .y_o(y_o)\n  );\nendmodule\n";
        for (name, text) in [("any", any), ("outer", outer)] {
            fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
        }
        let made = Mutants::new(folder.path(), &["outer", "any"], &["any"], 40);
        let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
        // A bench of the module alone finds the copy that it wants.
        let wrapper = fs::read_to_string(&mutants.files("any")[1]).expect("a wrapper");
        assert!(wrapper.contains("generate if (WIDTH == 32'b00000000000000000000000000000011)"));
        assert!(
            wrapper.contains(
                "  \\$paramod\\any\\WIDTH=s32'00000000000000000000000000000011 u_mutated"
            )
        );
        // An input that is inverted where another one is 1 changes nothing.
        let same = |number: usize| mutants.is_equivalent(number).expect("a verdict");
        for number in 1..=mutants.count() {
            let place = mutants.place(number);
            assert_eq!(same(number), place.starts_with("cnot1 on A"), "{place}");
        }
        let prover = Prover::new(Duration::from_secs(20)).expect("the tools are there");
        let judged = |number: usize, width: u32| {
            let text = format!(
                "module proof_any (\n  input wire [{0}:0] a_i,\n  output wire failed_o\n);\n  wire \
                 y;\n  any #(\n    .WIDTH({width})\n  ) u_dut (\n    .a_i(a_i),\n    .y_o(y)\n  );\n  \
                 assign failed_o = y != |a_i;\nendmodule\n",
                width - 1
            );
            let (top, library, nets) = ("proof_any", folder.path(), &[][..]);
            let stated = Obligation { top, text: &text, library, nets, cycles: Cycles::One };
            let copy = mutants.copy(number).expect("it is written");
            prover.prove_copy(&stated, &copy).expect("a verdict")
        };
        for number in 1..=mutants.count() {
            let refuted = matches!(judged(number, 3), Some(Verdict::Refuted(_)));
            assert_eq!(refuted, !same(number), "{}", mutants.place(number));
        }
        assert_eq!(judged(1, 4), None, "the copy has three inputs");
    }

    #[test]
    fn all_copies_around_a_module_are_looked_at() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = "module inner (\n  input wire a_i,\n  output wire y_o\n);\n  assign y_o = \
                     !a_i;\nendmodule\n";
        let any = "module any #(\n  parameter SEEN = 1\n) (\n  input wire a_i,\n  output wire \
                   y_o\n);\n  wire y;\n  inner u_inner (\n    .a_i(a_i),\n    .y_o(y)\n  );\n  \
                   assign y_o = SEEN == 0 ? y ^ y : y;\nendmodule\n";
        let outer = "module outer (\n  input wire a_i,\n  output wire y_o,\n  output wire z_o\n);\n  \
                     any #(\n    .SEEN(0)\n  ) u_0 (\n    .a_i(a_i),\n    .y_o(y_o)\n  );\n  \
                     any #(\n    .SEEN(2)\n  ) u_2 (\n    .a_i(a_i),\n    .y_o(z_o)\n  );\n\
                     endmodule\n";
        for (name, text) in [("inner", inner), ("any", any), ("outer", outer)] {
            fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
        }
        let made = Mutants::new(folder.path(), &["outer"], &["inner"], 20);
        let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
        let [copies, top] = &mutants.surroundings(1)[..] else {
            panic!("two levels: {:?}", mutants.surroundings(1))
        };
        assert_eq!(*top, BTreeSet::from(["outer"]));
        let hides = |copy: &&str| mutants.is_equivalent_in(1, copy).expect("a verdict");
        let hidden: Vec<bool> = copies.iter().map(hides).collect();
        assert_eq!(hidden, [true, false], "{copies:?}");
    }

    #[test]
    fn a_fault_behind_a_spare_gate_is_equivalent_and_others_are_not() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = "module spare (\n  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  \
                    output reg y_o\n);\n  always @(posedge clk_i)\n    y_o <= (a_i & b_i) | \
                    (b_i & a_i);\n`ifdef TEECAST_ASSERT\n  always @(posedge clk_i)\n    \
                    assert (!y_o || (y_o ^ a_i) || b_i || !b_i);\n`endif\nendmodule\n";
        fs::write(folder.path().join("spare.v"), text).expect("writable");
        let made = Mutants::new(folder.path(), &["spare"], &["spare"], 100);
        let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
        let equivalent = |number: &usize| mutants.is_equivalent(*number).expect("a verdict");
        let (same, other): (Vec<usize>, Vec<usize>) = (1..=mutants.count()).partition(equivalent);
        let places = |numbers: &[usize]| {
            numbers.iter().map(|number| mutants.place(*number)).collect::<Vec<_>>().join("; ")
        };
        // One of two equal gates may be missing, but neither may be 1 for ever.
        assert!(places(&same).contains("const0 on Y[0]"), "{}", places(&same));
        assert!(!places(&same).contains("const1 on Y[0]"), "{}", places(&same));
        assert!(places(&other).contains("const1 on Y[0]"), "{}", places(&other));
        let all: Vec<usize> = (1..=mutants.count()).collect();
        assert!(!places(&all).contains("spare.v:11"), "{}", places(&all));
        let wrapper = fs::read_to_string(&mutants.files("spare")[1]).expect("a wrapper");
        assert!(wrapper.contains("  input wire [0:0] b_i"), "{wrapper}");
    }
}

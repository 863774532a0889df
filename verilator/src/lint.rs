//! The gate for emitted Verilog: four tools that see different faults, to a clean zero.

use std::env;
use std::fmt;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::build::ASSERT;
use crate::error::ToolError;
use crate::process::{self, Output};
use crate::tools::{self, Program, Tool};

/// **Units**: seconds.
const LIMIT: Duration = Duration::from_secs(1800);

/// Options for Verible; comments start with `#`.
const RULES: &str = include_str!("verible.rules");

/// Structure that no simulator looks for: undriven nets, nets with two drivers, latches, registers that
/// load at once what is no constant, and loops through several modules, which are seen only when the
/// hierarchy is gone.
const STRUCTURE: &str = "proc; opt; memory -nomap; check -assert; \
    select -assert-none t:$dlatch t:$_DLATCH_* t:$aldff t:$aldffe t:$dffsr; flatten; check -assert";

/// Says how much of the gate runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Verilator, Icarus and Verible on the tops.
    Sources,
    /// Yosys checks the structure of the tops, too.
    Structure,
    /// Each file is a top for the preferred Verilator, too, with its contract and without: no module
    /// is clean only by how it is used. Another Verilator looks at the tops, with and without.
    EveryModule,
}

/// What one tool found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The program.
    pub tool: Tool,
    /// Program, version and top module.
    pub what: String,
    /// All it said.
    pub text: String,
}

/// What the gate found, and what could not run.
#[derive(Debug, Default)]
pub struct LintReport {
    /// Programs that ran, with their versions.
    pub ran: Vec<String>,
    /// Programs that are missing or too old; always empty where [`tools::required`] holds.
    pub skipped: Vec<ToolError>,
    /// Empty: clean.
    pub findings: Vec<Finding>,
}

impl fmt::Display for LintReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { what, text, .. } in &self.findings {
            writeln!(f, "{what}:\n{}", text.trim_end())?;
        }
        for error in &self.skipped {
            writeln!(f, "skipped: {error}")?;
        }
        write!(f, "{} findings of {}", self.findings.len(), self.ran.join(", "))
    }
}

/// Checks a design; `files` are Verilog files in any order, `tops` the modules to start from.
///
/// # Errors
/// [`ToolError::TimedOut`], [`ToolError::Io`]; [`ToolError::Missing`] and [`ToolError::TooOld`]
/// only where [`tools::required`] holds.
pub fn lint(files: &[PathBuf], tops: &[&str], level: Level) -> Result<LintReport, ToolError> {
    let mut report = LintReport::default();
    let stems = files.iter().filter_map(|file| file.file_stem()?.to_str());
    let stems: Vec<&str> = stems.filter(|stem| !tops.contains(stem)).collect();
    let mut others: &[&str] = if level >= Level::EveryModule { &stems } else { &[] };
    for program in report.present(tools::find_all(Tool::Verilator))?.unwrap_or_default() {
        for top in tops.iter().chain(mem::take(&mut others)) {
            report.verilator(&program, files, top, &["--language", "1364-2005"])?;
            if level >= Level::EveryModule {
                report.verilator(&program, files, top, &["-sv", "--assert", ASSERT])?;
            }
        }
    }
    if let Some(program) = report.present(tools::find(Tool::Icarus))? {
        report.icarus(&program, files, tops)?;
    }
    if let Some(program) = report.present(tools::find(Tool::Verible))? {
        report.verible(&program, files)?;
    }
    if level >= Level::Structure {
        if let Some(program) = report.present(tools::find(Tool::Yosys))? {
            for top in tops {
                report.yosys(&program, files, top)?;
            }
        }
    }
    Ok(report)
}

impl LintReport {
    /// Notes a tool that is not there; where tools are required it stays an error.
    fn present<T>(&mut self, found: Result<T, ToolError>) -> Result<Option<T>, ToolError> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error) if tools::required() => Err(error),
            Err(error) => {
                self.skipped.push(error);
                Ok(None)
            }
        }
    }

    /// Runs a program; it finds something where its exit is bad, or where it is not silent.
    fn run(
        &mut self,
        program: &Program,
        top: &str,
        command: Command,
        silent: bool,
    ) -> Result<(), ToolError> {
        let what = format!("{program}, {top}");
        let Output { text, success } = process::run(&what, command, LIMIT)?;
        if !self.ran.contains(&program.to_string()) {
            self.ran.push(program.to_string());
        }
        if !success || (silent && !text.is_empty()) {
            self.findings.push(Finding { tool: program.tool, what, text });
        }
        Ok(())
    }

    fn verilator(
        &mut self,
        program: &Program,
        files: &[PathBuf],
        top: &str,
        language: &[&str],
    ) -> Result<(), ToolError> {
        let mut command = program.command(Path::new("/"));
        command.args(["--lint-only", "-Wall", "--top-module", top]).args(language).args(files);
        self.run(program, top, command, false)
    }

    fn icarus(
        &mut self,
        program: &Program,
        files: &[PathBuf],
        tops: &[&str],
    ) -> Result<(), ToolError> {
        let mut command = program.command(Path::new("/"));
        command.args(["-g2005", "-Wall", "-t", "null"]);
        command.args(tops.iter().flat_map(|top| ["-s", top])).args(files);
        self.run(program, &tops.join(" "), command, true)
    }

    fn verible(&mut self, program: &Program, files: &[PathBuf]) -> Result<(), ToolError> {
        let rules: Vec<&str> = RULES.lines().filter(|line| !line.starts_with('#')).collect();
        let mut command = program.command(Path::new("/"));
        command.args(["--ruleset=all", &format!("--rules={}", rules.join(","))]).args(files);
        self.run(program, "all files", command, true)
    }

    fn yosys(&mut self, program: &Program, files: &[PathBuf], top: &str) -> Result<(), ToolError> {
        let folder = tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))?;
        let mut command = program.command(folder.path());
        // The pattern matches, and so makes an error of, every warning.
        command.args(["-q", "-e", "."]);
        command.args(["-p", &format!("hierarchy -check -top {top}; {STRUCTURE}")]);
        for file in files {
            // A copy, because WebAssembly sees only this folder.
            let copy = folder.path().join(file.file_name().unwrap_or_default());
            fs::copy(file, &copy).map_err(ToolError::io(file))?;
            command.arg(copy);
        }
        self.run(program, top, command, false)
    }
}

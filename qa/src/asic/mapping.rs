//! Maps a module to the cells of a library with Yosys, and measures its clock with OpenSTA.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use teecast_cosim::error::ToolError;
use teecast_cosim::netlist::read;
use teecast_cosim::process;
use teecast_cosim::tools::{self, Program, Tool};

use super::liberty::Liberty;
use crate::Failure;
use crate::case::{Buffer, Case};
use crate::synth::{YOSYS, ties};

/// **Units**: seconds.
const LIMIT: Duration = Duration::from_secs(4 * 3600);

/// Attribute of a data buffer while Yosys runs.
const MARK: &str = "teecast_data_buffer";
/// Period of the clock for which paths are measured: longer than all.
///
/// **Units**: those of the library, nanoseconds.
const PERIOD: f64 = 1000.0;

/// Bits that a module stores, before mapping removes those that nothing reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// In memories that hold received flits only.
    pub buffers: u64,
    /// In other memories.
    pub memories: u64,
    /// In flip-flops that are in no memory.
    pub registers: u64,
}

/// How logic becomes cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// `abc -liberty` alone, which looks at no loads and adds no buffers.
    Plain,
    /// With buffers, and the drive that the loads ask for.
    Buffered,
}

/// The netlist of a recipe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// Area without data buffers.
    ///
    /// **Units**: NAND gates of two inputs.
    pub gates: f64,
    /// Flip-flops: the registers, and other memories than data buffers.
    pub registers: u64,
    /// Clock before layout, of paths from flip-flop to flip-flop; none has no such path.
    ///
    /// **Units**: MHz.
    pub frequency: Option<f64>,
}

/// A module as cells of a library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mapped {
    /// What it stores.
    pub bits: Bits,
    /// Area of its data buffers if each bit is a plain flip-flop.
    ///
    /// **Units**: NAND gates of two inputs.
    pub buffer_gates: f64,
    /// By the plain recipe.
    pub plain: Cells,
    /// By the recipe with buffers.
    pub buffered: Cells,
}

/// Maps a module and measures it.
///
/// # Errors
/// A tool is missing, refuses, or says what is not understood.
pub fn map(case: &Case, liberty: &Liberty) -> Result<Mapped, Failure> {
    let yosys = tools::find_newest(Tool::Yosys, YOSYS)?;
    let sta = tools::find(Tool::OpenSta)?;
    let emitted = case.emit()?;
    let folder = emitted.folder.path();
    fs::write(folder.join("library.lib"), &liberty.text)?;
    fs::write(folder.join("edges.constr"), liberty.edges())?;
    let tied = emitted.tied.as_ref().map_or(String::new(), |tied| ties(case.module, tied));
    let script = script(case.module, &tied, &emitted.buffers()?, &folder.display().to_string());
    let mut command = yosys.command(folder);
    command.args(["-q", "-p", &script]);
    process::run_checked(&format!("{yosys}, {}", case.module), command, LIMIT)?;

    let cells = |recipe: Recipe| -> Result<Cells, Failure> {
        let name = recipe.name();
        let statistics = read(&folder.join(format!("{name}.json")))?;
        let (area, registers) = area(&counts(&statistics, case.module)?, liberty)?;
        let frequency = clock(&sta, folder, case.module, name)?;
        Ok(Cells { gates: area / liberty.nand2, registers, frequency })
    };
    let (plain, buffered) = (cells(Recipe::Plain)?, cells(Recipe::Buffered)?);
    let bits = bits(&read(&folder.join("stored.json"))?)?;
    let buffer_gates = bits.buffers as f64 * liberty.register / liberty.nand2;
    Ok(Mapped { bits, buffer_gates, plain, buffered })
}

/// Asks OpenSTA for the clock of a netlist.
fn clock(sta: &Program, folder: &Path, top: &str, name: &str) -> Result<Option<f64>, ToolError> {
    let orders = folder.join(format!("{name}.tcl"));
    let text = orders_of(top, &folder.display().to_string(), name);
    fs::write(&orders, text).map_err(ToolError::io(&orders))?;
    let mut command = sta.command(folder);
    command.arg("-exit").arg(&orders);
    let what = format!("{sta}, {top}");
    let output = process::run_checked(&what, command, LIMIT)?;
    frequency(&output).ok_or(ToolError::Failed { what, output })
}

impl Recipe {
    /// Returns the name of its files.
    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Buffered => "buffered",
        }
    }
}

/// Returns the commands of Yosys: data buffers stay memories, everything else becomes cells.
///
/// OpenSTA reads no memory and no concatenation on the left of an assignment: the netlist has neither.
fn script(top: &str, tied: &str, buffers: &[&Buffer], folder: &str) -> String {
    let mut marks = String::new();
    // By their places: the same module holds other things elsewhere.
    for Buffer { memory, .. } in buffers {
        let _ = write!(marks, "setattr -set {MARK} 1 {top}/m:*{memory}.*words_q; ");
    }
    let library = format!("{folder}/library.lib");
    let recipe = |recipe: Recipe, options: &str| {
        let name = recipe.name();
        format!(
            "abc -liberty {library} {options}; splitnets -ports; opt_clean -purge; \
             tee -q -o {folder}/{name}.json stat -json; delete t:$mem_v2; \
             write_verilog -noattr -noexpr -nohex -nodec {folder}/{name}.v"
        )
    };
    let plain = recipe(Recipe::Plain, "");
    let buffered = recipe(Recipe::Buffered, &format!("-constr {folder}/edges.constr"));
    format!(
        "read_verilog {folder}/*.v; {tied}hierarchy -check -top {top}; \
         setattr -unset keep_hierarchy */c:*; proc; flatten; {marks}\
         synth -flatten -top {top} -run begin:fine; \
         json -o {folder}/stored.json t:$mem_v2 t:$*dff*; \
         opt -fast -full; memory_map t:$mem_v2 a:{MARK} %d; opt -undriven -fine; techmap; \
         setundef -zero; opt -fast; dfflibmap -liberty {library}; opt; design -save mapped; \
         {plain}; design -load mapped; {buffered}"
    )
}

/// Returns the commands of OpenSTA, which report the slowest path between flip-flops.
fn orders_of(top: &str, folder: &str, name: &str) -> String {
    format!(
        "read_liberty {folder}/library.lib\nread_verilog {folder}/{name}.v\nlink_design {top}\n\
         create_clock -name clock -period {PERIOD} [get_ports clk_i]\n\
         report_checks -path_delay max -digits 4\nexit\n"
    )
}

/// Returns the clock that a report of OpenSTA permits, or no clock where no path was found; `None` if the
/// report is none.
///
/// **Units**: MHz.
fn frequency(report: &str) -> Option<Option<f64>> {
    if report.contains("Error:") {
        return None;
    }
    if report.contains("No paths found") {
        return Some(None);
    }
    let slack = report.lines().find(|line| line.trim_end().ends_with("slack (MET)"))?;
    let slack: f64 = slack.split_whitespace().next()?.parse().ok()?;
    (slack < PERIOD).then(|| Some(1000.0 / (PERIOD - slack)))
}

/// Sums the bits that a design of Yosys stores before it is mapped. Memories that are never written are
/// constants.
fn bits(design: &Value) -> Result<Bits, Failure> {
    let mut bits = Bits::default();
    let modules = design["modules"].as_object().into_iter().flatten();
    for (name, cell) in modules.flat_map(|(_, it)| it["cells"].as_object().into_iter().flatten()) {
        let number = |key: &str| {
            let text = cell["parameters"][key].as_str();
            let number = text.and_then(|text| u64::from_str_radix(text, 2).ok());
            number.ok_or_else(|| format!("{name} has no {key}"))
        };
        if cell["type"] != "$mem_v2" {
            bits.registers += number("WIDTH")?;
        } else if number("WR_PORTS")? > 0 {
            let is_buffer = cell["attributes"].get(MARK).is_some();
            let kind = if is_buffer { &mut bits.buffers } else { &mut bits.memories };
            *kind += number("WIDTH")? * number("SIZE")?;
        }
    }
    Ok(bits)
}

/// Returns how often a module has each cell, from what `stat -json` prints.
fn counts(statistics: &Value, top: &str) -> Result<BTreeMap<String, u64>, Failure> {
    let module = &statistics["modules"][format!("\\{top}")];
    let counts = module["num_cells_by_type"].as_object();
    let counts = counts.ok_or_else(|| format!("Yosys counted no cells of {top}"))?;
    let count = |(name, count): (&String, &Value)| Some((name.clone(), count.as_u64()?));
    Ok(counts.iter().filter_map(count).collect())
}

/// Returns area and flip-flops of cells.
fn area(counts: &BTreeMap<String, u64>, liberty: &Liberty) -> Result<(f64, u64), Failure> {
    let (mut area, mut registers) = (0.0, 0);
    for (name, count) in counts {
        if matches!(name.as_str(), "$mem_v2" | "$scopeinfo") {
            continue;
        }
        let cell = liberty.cells.get(name).ok_or_else(|| format!("{name} is no cell"))?;
        area += cell.area * *count as f64;
        registers += if cell.is_register { *count } else { 0 };
    }
    Ok((area, registers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asic::liberty::Cell;
    use serde_json::json;

    const REPORT: &str = "\
OpenSTA 2.0.17 GITDIR-NOT Copyright (c) 2019, Parallax Software, Inc.
Startpoint: _923_ (rising edge-triggered flip-flop clocked by clock)
Endpoint: _878_ (rising edge-triggered flip-flop clocked by clock)

   0.0035    4.5542 v _878_/D (sky130_fd_sc_hd__dfxtp_1)
             4.5542   data arrival time
  -0.1399  999.8601   library setup time
-------------------------------------------------------------
           995.3058   slack (MET)
";

    #[test]
    fn a_report_of_the_slowest_path_gives_the_clock() {
        let clock = frequency(REPORT).expect("a report").expect("a path");
        assert!((clock - 1000.0 / 4.6942).abs() < 0.001, "{clock}");
        assert_eq!(frequency("No paths found.\n"), Some(None));
        assert_eq!(frequency(&REPORT.replace("(MET)", "(VIOLATED)")), None);
        assert_eq!(frequency(""), None);
        let broken = format!("{REPORT}Error: no network has been linked.\n");
        assert_eq!(frequency(&broken), None);
    }

    #[test]
    fn bits_are_summed_by_kind_and_constants_are_none() {
        let memory = |attributes, ports: &str| {
            json!({
                "type": "$mem_v2",
                "attributes": attributes,
                "parameters": { "WIDTH": "0000100001", "SIZE": "1000", "WR_PORTS": ports },
            })
        };
        let register = json!({ "type": "$sdffe", "parameters": { "WIDTH": "101" } });
        let marked = json!({ MARK: "1" });
        let design = json!({ "modules": { "it": { "cells": {
            "a": memory(marked, "01"), "b": memory(json!({}), "10"), "c": memory(json!({}), "0"),
            "d": register, "e": register,
        } } } });
        let expected = Bits { buffers: 264, memories: 264, registers: 10 };
        assert_eq!(bits(&design).expect("a design"), expected);
        let broken = json!({ "modules": { "it": { "cells": { "a": { "parameters": {} } } } } });
        assert_eq!(bits(&broken).expect_err("no width").to_string(), "a has no WIDTH");
    }

    fn liberty() -> Liberty {
        let cell = |area, is_register| Cell { area, is_register, is_plain_register: is_register };
        let cells = [("NAND2X1", cell(24.0, false)), ("DFFPOSX1", cell(96.0, true))];
        Liberty {
            name: String::new(),
            text: String::new(),
            cells: cells.map(|(name, cell)| (name.to_string(), cell)).into(),
            nand2: 24.0,
            register: 96.0,
            driver: String::new(),
        }
    }

    #[test]
    fn areas_of_cells_are_summed_and_what_is_no_cell_is_refused() {
        let statistics = json!({ "modules": { "\\it": { "num_cells_by_type": {
            "NAND2X1": 3, "DFFPOSX1": 2, "$mem_v2": 1, "$scopeinfo": 5,
        } } } });
        let counts = counts(&statistics, "it").expect("a module");
        assert_eq!(area(&counts, &liberty()).expect("cells"), (264.0, 2));
        let unmapped = BTreeMap::from([("$_DFFE_PP_".to_string(), 1)]);
        let error = area(&unmapped, &liberty()).expect_err("it is not mapped");
        assert_eq!(error.to_string(), "$_DFFE_PP_ is no cell");
        assert!(super::counts(&statistics, "other").is_err());
    }
}

//! What is read from a liberty file: its cells, and the file without those that synthesis must not use.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use teecast_cosim::process;

use crate::Failure;

/// **Units**: seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// Names of a NAND of two inputs with the least drive, as libraries end them.
const NAND2: [&str; 3] = ["NAND2X1", "nand2_1", "NAND2_X1"];

/// Names of a buffer of low drive, which stands for what drives a pin.
const DRIVERS: [&str; 3] = ["BUFX2", "__buf_2", "BUF_X2"];
/// What hangs on a pin.
///
/// **Units**: femtofarads.
const LOAD: u32 = 10;

/// Parts of the names of cells that have no place in logic: power domains, test points, spare cells.
const UNUSABLE_NAMES: [&str; 3] = ["lpflow", "probe", "macro"];

/// Attributes and groups of cells that synthesis must not use: clock gates, cells with a scan input.
const UNUSABLE_MARKS: [&str; 3] = ["clock_gating_integrated_cell", "test_cell", "test_scan"];

/// A cell of a library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// **Units**: those of the library.
    pub area: f64,
    /// It is a flip-flop.
    pub is_register: bool,
    /// It is a flip-flop with data and clock alone.
    pub is_plain_register: bool,
}

/// A library of cells.
#[derive(Clone, Debug)]
pub struct Liberty {
    /// Its name, as the file gives it.
    pub name: String,
    /// The file, without the cells that synthesis must not use.
    pub text: String,
    /// The other cells.
    pub cells: BTreeMap<String, Cell>,
    /// Area of a NAND of two inputs.
    pub nand2: f64,
    /// Area of the smallest plain flip-flop.
    pub register: f64,
    /// The buffer that drives inputs.
    pub driver: String,
}

impl Liberty {
    /// Reads a liberty file, which may be compressed (`.gz`).
    ///
    /// # Errors
    /// The file cannot be read, or has not the cells that are needed.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let refused =
            |why: String| format!("cannot read the liberty file {}: {why}", path.display());
        let text = match path.extension().is_some_and(|ending| ending == "gz") {
            true => {
                fs::metadata(path).map_err(|error| refused(error.to_string()))?;
                let mut command = Command::new("gzip");
                command.arg("-dc").arg(path);
                process::run_checked("gzip", command, LIMIT)?
            }
            false => fs::read_to_string(path).map_err(|error| refused(error.to_string()))?,
        };
        Self::parse(&text).map_err(|why| refused(why).into())
    }

    /// Reads the text of a liberty file.
    fn parse(text: &str) -> Result<Self, String> {
        let (library, _) = groups(text, "library").into_iter().next().ok_or("it has no library")?;
        let (mut kept, mut end) = (String::new(), 0);
        let mut cells = BTreeMap::new();
        for (name, range) in groups(text, "cell") {
            let body = &text[range.clone()];
            if is_unusable(&name, body) {
                kept += &text[end..range.start];
                end = range.end;
            } else {
                cells.insert(name.clone(), cell(body).ok_or(format!("{name} has no area"))?);
            }
        }
        kept += &text[end..];
        let named = |endings: &[&str]| {
            let is_one = |name: &&String| endings.iter().any(|ending| name.ends_with(ending));
            let found = cells.keys().find(is_one).cloned();
            found.ok_or_else(|| format!("it has no cell {}", endings.join(" or ")))
        };
        let nand2 = cells[&named(&NAND2)?].area;
        let driver = named(&DRIVERS)?;
        let plain = cells.values().filter(|cell| cell.is_plain_register).map(|cell| cell.area);
        let register = plain.reduce(f64::min).ok_or("it has no plain flip-flop")?;
        Ok(Self { name: library, text: kept, cells, nand2, register, driver })
    }

    /// Returns what ABC assumes around a module.
    pub fn edges(&self) -> String {
        format!("set_driving_cell {}\nset_load {LOAD}\n", self.driver)
    }
}

fn is_unusable(name: &str, body: &str) -> bool {
    UNUSABLE_NAMES.iter().any(|part| name.contains(part))
        || UNUSABLE_MARKS.iter().any(|mark| body.contains(mark))
        || attribute(body, "dont_use").as_deref() == Some("true")
}

fn cell(body: &str) -> Option<Cell> {
    let register = groups(body, "ff").into_iter().next().map(|(_, range)| &body[range]);
    let plain = |ff: &str| {
        let next = attribute(ff, "next_state");
        let is_pin = |text: String| text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        next.is_some_and(is_pin) && !ff.contains("clear") && !ff.contains("preset")
    };
    Some(Cell {
        area: attribute(body, "area")?.parse().ok()?,
        is_register: register.is_some(),
        is_plain_register: register.is_some_and(plain),
    })
}

/// Returns the value of the first attribute of this name.
fn attribute(body: &str, name: &str) -> Option<String> {
    body.split(['{', '}', ';', '\n']).find_map(|part| {
        let (key, value) = part.split_once(':')?;
        (key.trim() == name).then(|| value.trim().trim_matches('"').to_string())
    })
}

/// Lists the groups of a kind, such as `cell (NAME) { .. }`: the first argument, and where the group is in
/// the text, its kind included.
fn groups(text: &str, kind: &str) -> Vec<(String, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(kind).map(|at| from + at) {
        from = at + kind.len();
        let starts = text[..at].chars().next_back().is_none_or(|before| before.is_whitespace());
        let rest = text[from..].trim_start();
        let Some((arguments, rest)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
        else {
            continue;
        };
        if !starts || !rest.trim_start().starts_with('{') {
            continue;
        }
        let open = text.len() - rest.trim_start().len();
        let mut depth = 0;
        let closes = |(_, byte): &(usize, u8)| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        };
        let Some((length, _)) = text[open..].bytes().enumerate().find(closes) else { break };
        let name = arguments.split(',').next().unwrap_or(arguments).trim().trim_matches('"');
        found.push((name.to_string(), at..open + length + 1));
        // A library holds its cells; a cell holds no cell.
        if kind != "library" {
            from = open + length + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
library(\"small\") {
  /* cells */
  cell (\"s__nand2_1\") {
    area : 4.0;
    pin(Y) { function : \"!(A&B)\"; }
  }
  cell (s__nand2_2) { area : 6.0; }
  cell (s__buf_2) { area : 5.0; }
  cell (s__clkbuf_2) { area : 5.0; }
  cell(s__dfxtp_1) {
    area : 20.5;
    ff (\"IQ\",\"IQ_N\") { clocked_on : \"CLK\"; next_state : \"D\"; }
  }
  cell(s__dfrtp_1) {
    area : 19;
    ff (IQ,IQ_N) { clear : \"!R\"; clocked_on : \"CLK\"; next_state : \"D\"; }
  }
  cell(s__edfxtp_1) {
    area : 18;
    ff (IQ,IQ_N) { clocked_on : \"CLK\"; next_state : \"(D&E) | (IQ&!E)\"; }
  }
  cell(s__sdfxtp_1) {
    area : 10;
    test_cell () { ff (IQ,IQ_N) { next_state : \"D\"; } }
  }
  cell(s__dlclkp_1) { area : 9; clock_gating_integrated_cell : \"latch_posedge\"; }
  cell(s__lpflow_bleeder_1) { area : 8; }
  cell(s__probe_p_8) { area : 8; }
  cell(s__macro_sparecell) { area : 8; }
  cell(s__old_1) { area : 1; dont_use : true; }
}
";

    #[test]
    fn areas_are_those_of_the_smallest_gate_and_the_smallest_plain_register() {
        let liberty = Liberty::parse(TEXT).expect("it is one");
        assert_eq!(liberty.name, "small");
        assert_eq!((liberty.nand2, liberty.register), (4.0, 20.5));
        assert_eq!(liberty.edges(), "set_driving_cell s__buf_2\nset_load 10\n");
        assert!(liberty.cells["s__edfxtp_1"].is_register);
        assert!(!liberty.cells["s__nand2_2"].is_register);
    }

    #[test]
    fn cells_that_synthesis_must_not_use_are_removed_and_others_stay() {
        let liberty = Liberty::parse(TEXT).expect("it is one");
        let names: Vec<&str> = liberty.cells.keys().map(String::as_str).collect();
        let kept = "s__buf_2 s__clkbuf_2 s__dfrtp_1 s__dfxtp_1 s__edfxtp_1 s__nand2_1 s__nand2_2";
        let kept: Vec<&str> = kept.split(' ').collect();
        assert_eq!(names, kept);
        for name in ["sdfxtp", "dlclkp", "lpflow", "probe", "macro", "s__old_1"] {
            assert!(!liberty.text.contains(name), "{name}");
        }
        assert!(kept.iter().all(|name| liberty.text.contains(name)));
        let again = Liberty::parse(&liberty.text).expect("it is still one");
        assert_eq!(again.text, liberty.text);
    }

    #[test]
    fn a_file_without_the_cells_that_are_needed_is_refused() {
        let without = |cell: &str| TEXT.replace(cell, "other");
        assert_eq!(Liberty::parse("").expect_err("empty"), "it has no library");
        let error = Liberty::parse(&without("nand2_1")).expect_err("no NAND");
        assert_eq!(error, "it has no cell NAND2X1 or nand2_1 or NAND2_X1");
        let error = Liberty::parse(&without("__buf_2")).expect_err("no buffer");
        assert_eq!(error, "it has no cell BUFX2 or __buf_2 or BUF_X2");
        let error = Liberty::parse(&TEXT.replace("\"D\"", "\"!D\"")).expect_err("no register");
        assert_eq!(error, "it has no plain flip-flop");
        let error = Liberty::parse(&TEXT.replace("area : 6.0", "")).expect_err("no area");
        assert_eq!(error, "s__nand2_2 has no area");
        assert!(Liberty::read(Path::new("/no/such.lib")).is_err());
        assert!(Liberty::read(Path::new("/no/such.lib.gz")).is_err());
    }
}

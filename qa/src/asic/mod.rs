//! Area and clock of emitted modules in a library of cells, before layout: writes tables of `docs/qor.md`.

mod liberty;
mod mapping;

use std::env;
use std::path::PathBuf;

use self::liberty::Liberty;
use self::mapping::{Cells, Mapped, map};
use crate::case::{CASES, Case};
use crate::{Failure, check_names, page};

/// The liberty file of the Debian package `qflow-tech-osu018`.
const DEFAULT: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
const HEAD: &str = "| module | design | k gates | k gates with data buffers | flip-flops | MHz | \
    buffered: k gates | buffered: MHz | bits: data buffers | bits: other memories | bits: registers |\n\
    |---|---|---|---|---|---|---|---|---|---|---|\n";

/// Maps modules to the cells of a library and prints their area and their clock before layout.
///
/// Without names it measures all modules, in hours, and rewrites the table of the library in docs/qor.md. The
/// variable LIBERTY names another liberty file than that of the Debian package qflow-tech-osu018; it may be
/// compressed (.gz).
#[derive(clap::Args)]
pub struct Args {
    /// Modules to measure, with their configuration, such as hypercube_router,6,8 [default: all]
    #[arg(value_name = "MODULE,N,OPTION")]
    modules: Vec<String>,

    /// Rewrites the rows of these modules, too
    #[arg(long)]
    write: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = &args.modules;
    check_names(wanted, &CASES.each_ref().map(Case::label))?;
    let liberty = library()?;
    let begin = format!("<!-- The table of {} is written by `make qor-asic`. -->", liberty.name);
    let writes = args.write || wanted.is_empty();
    // A page without the table is better refused now than after hours.
    if writes {
        page::table(&begin)?;
    }
    let chosen = |case: &&Case| wanted.is_empty() || wanted.contains(&case.label());
    print!("{HEAD}");
    for case in CASES.iter().filter(chosen) {
        eprintln!("{}: {}", case.label(), liberty.name);
        let row = row(case, &map(case, &liberty)?);
        print!("{row}");
        if writes {
            let order: Vec<String> = CASES.iter().map(key).collect();
            page::replace(&begin, &with_row(&page::table(&begin)?, &row, &order))?;
        }
    }
    Ok(())
}

/// Reads the library that `LIBERTY` names, else the one of Debian.
fn library() -> Result<Liberty, Failure> {
    match env::var_os("LIBERTY").filter(|path| !path.is_empty()) {
        Some(path) => Liberty::read(&PathBuf::from(path)),
        None => Liberty::read(&PathBuf::from(DEFAULT)).map_err(|error| {
            let hint =
                "run `scripts/setup --asic`, install the package qflow-tech-osu018, or set LIBERTY";
            format!("{error}; {hint}").into()
        }),
    }
}

/// Returns the cells that tell a row from others.
fn key(case: &Case) -> String {
    format!("| `{}` | {} |", case.module, case.design)
}

fn row(case: &Case, mapped: &Mapped) -> String {
    let Mapped { bits, buffer_gates, plain, buffered } = mapped;
    let thousands = |gates: f64| format!("{:.2}", gates / 1000.0);
    let clock =
        |cells: &Cells| cells.frequency.map_or("none".into(), |clock| format!("{clock:.1}"));
    let cells = [
        thousands(plain.gates),
        thousands(plain.gates + buffer_gates),
        plain.registers.to_string(),
        clock(plain),
        thousands(buffered.gates),
        clock(buffered),
        bits.buffers.to_string(),
        bits.memories.to_string(),
        bits.registers.to_string(),
    ];
    format!("{} {} |\n", key(case), cells.join(" | "))
}

/// Returns a table with a row in the place of the one of the same case; rows are in the order of their keys,
/// and those without a key are gone.
fn with_row(table: &str, row: &str, order: &[String]) -> String {
    let mut text = HEAD.to_string();
    for key in order {
        let is_wanted = |line: &&str| line.starts_with(key);
        let line = is_wanted(&row).then_some(row.trim_end());
        if let Some(line) = line.or_else(|| table.lines().find(is_wanted)) {
            text += line;
            text += "\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::mapping::Bits;
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let plain = Cells { gates: 1234.0, registers: 50, frequency: Some(33.333) };
        let mapped = Mapped {
            bits: Bits { buffers: 100, memories: 20, registers: 30 },
            buffer_gates: 400.0,
            plain,
            buffered: Cells { gates: 1334.0, frequency: None, ..plain },
        };
        let row = row(&CASES[0], &mapped);
        let expected = ["1.23", "1.63", "50", "33.3", "1.33", "none", "100", "20", "30"];
        assert_eq!(page::cells(&row)[2..], expected);
        assert!(HEAD.lines().all(|line| page::cells(line).len() == page::cells(&row).len()));
    }

    #[test]
    fn a_row_takes_the_place_of_the_one_before() {
        let order = ["| a | 1 |", "| a | 2 |", "| b | 1 |"].map(String::from);
        let one = with_row("", "| b | 1 | old |\n", &order);
        let two = with_row(&one, "| a | 2 | new |\n", &order);
        assert_eq!(two, format!("{HEAD}| a | 2 | new |\n| b | 1 | old |\n"));
        let three = with_row(&two, "| b | 1 | new |\n", &order[1..]);
        assert_eq!(three, format!("{HEAD}| a | 2 | new |\n| b | 1 | new |\n"));
        assert_eq!(
            with_row(&three, "| a | 2 | 3 |\n", &order[..2]),
            format!("{HEAD}| a | 2 | 3 |\n")
        );
    }
}

//! Quality of results: synthesises and places emitted modules, writes the table of `docs/qor.md`.

use crate::case::{Bar, CASES, Case};
use crate::synth::{Area, Netlist, Placed, Recipe, synthesize};
use crate::{Failure, check_names, measured, page};

const BEGIN: &str = "<!-- The table is written by `make qor`. -->";
const HEAD: &str = "| module | design | RAM style | LUT4 | LUT equivalents | CCU2C | FF | DP16KD | DPR16X4 | plain: LUT4 | \
    plain: LUT equivalents | MHz | MHz, all seeds | wrapper FF | bar: LUT4, MHz |\n\
    |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

/// Synthesises and places modules for ECP5 and prints their area and speed.
///
/// Without names it measures all modules, in a few hours, and rewrites the table of docs/qor.md and the
/// values of generator/emit/src/measured.toml. The exit code is 1 when a module misses its bar.
#[derive(clap::Args)]
pub struct Args {
    /// Places nothing: a row keeps its clock in the table if its cells are the same, else it has none
    #[arg(long)]
    areas: bool,

    /// Modules to measure, with their configuration, such as hypercube_router,6,8 [default: all]
    #[arg(value_name = "MODULE,N,OPTION")]
    modules: Vec<String>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let wanted = &args.modules;
    check_names(wanted, &CASES.each_ref().map(Case::label))?;
    let chosen = |case: &&Case| wanted.is_empty() || wanted.contains(&case.label());
    let before = page::table(BEGIN)?;
    let mut table = HEAD.to_string();
    print!("{table}");
    let (mut missed, mut values) = (Vec::new(), Vec::new());
    for case in CASES.iter().filter(chosen) {
        let label = case.label();
        eprintln!("{label}: synthesis");
        let [ours, plain] = case.synthesize()?;
        eprintln!("{label}: {:?}; plain recipe: {:?}", ours.area, plain.area);
        let clock = if args.areas {
            case.clock_in(&before, ours.area)
        } else {
            eprintln!("{label}: placement");
            let placed = ours.place(case.seeds)?;
            eprintln!("{label}: slowest path {}", placed.slowest);
            let value = value(&ours, &placed);
            eprintln!("{label}: {value}");
            values.push((label.clone(), value));
            let misses = |bar: &Bar| ours.area.luts > bar.luts || placed.frequency < bar.frequency;
            if case.bar.as_ref().is_some_and(misses) {
                missed.push(label);
            }
            clock(&placed)
        };
        let row = case.row(ours.area, plain.area, &clock);
        print!("{row}");
        table += &row;
    }
    // A run of some modules only is for the eye.
    if wanted.is_empty() {
        page::replace(BEGIN, &table)?;
        measured::rewrite(&values)?;
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!("misses its bar: {}", missed.join(", ")).into()),
    }
}

/// Returns area and speed as a data sheet shows them.
fn value(netlist: &Netlist, placed: &Placed) -> String {
    let area = netlist.area;
    let mut value = format!("{} LUT4", area.luts);
    for (count, cells) in [(area.blocks, "DP16KD"), (area.distributed, "DPR16X4")] {
        if count > 0 {
            value += &format!(", {count} {cells}");
        }
    }
    value + &format!(", {:.1} MHz", placed.frequency)
}

/// Returns the cells of a row that come from placement: clock, its range, registers of the wrapper.
fn clock(placed: &Placed) -> [String; 3] {
    let (least, most) = placed.range;
    [
        format!("{:.1}", placed.frequency),
        format!("{least:.1} to {most:.1}"),
        placed.wrapper_registers.to_string(),
    ]
}

/// The columns of a table whose cells make a netlist.
const CELLS: [&str; 5] = ["LUT4", "CCU2C", "FF", "DP16KD", "DPR16X4"];
/// The columns that come from placement.
const CLOCK: [&str; 3] = ["MHz", "MHz, all seeds", "wrapper FF"];

impl Case {
    /// Returns the netlists of our recipe and of the plain one.
    fn synthesize(&self) -> Result<[Netlist; 2], Failure> {
        let emitted = self.emit()?;
        let netlist =
            |recipe| synthesize(&emitted.files, self.module, emitted.tied.as_ref(), recipe);
        Ok([netlist(self.recipe())?, netlist(Recipe::Plain)?])
    }

    /// Returns the clock that a table has for the module, if it was that of the same cells.
    fn clock_in(&self, table: &str, area: Area) -> [String; 3] {
        let rows: Vec<Vec<&str>> = table.lines().map(page::cells).collect();
        let columns = rows.first().cloned().unwrap_or_default();
        let column = |name: &str| columns.iter().position(|column| *column == name);
        let of = |row: &[&str], name: &str| Some((*row.get(column(name)?)?).to_string());
        let names = [format!("`{}`", self.module), self.design.to_string()];
        let row = rows.iter().find(|row| row.starts_with(&[&names[0], &names[1]]));
        let counts = [area.luts, area.carries, area.registers, area.blocks, area.distributed];
        let same = |row: &&Vec<&str>| {
            let pairs = CELLS.iter().zip(counts);
            pairs.into_iter().all(|(name, count)| of(row, name) == Some(count.to_string()))
        };
        let cell = |name| of(row.filter(same)?, name);
        CLOCK.map(|name| cell(name).unwrap_or_else(|| "not placed".to_string()))
    }

    fn row(&self, area: Area, plain: Area, clock: &[String; 3]) -> String {
        let bar = self.bar.as_ref();
        let bar = bar.map_or("none".to_string(), |bar| format!("{}, {}", bar.luts, bar.frequency));
        let cells = [
            format!("`{}`", self.module),
            self.design.to_string(),
            self.spec().style.ram_style.name().to_string(),
            area.luts.to_string(),
            area.lut_equivalents().to_string(),
            area.carries.to_string(),
            area.registers.to_string(),
            area.blocks.to_string(),
            area.distributed.to_string(),
            plain.luts.to_string(),
            plain.lut_equivalents().to_string(),
        ];
        format!("| {} | {} | {bar} |\n", cells.join(" | "), clock.join(" | "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_kept_for_the_same_cells_only() {
        let area = Area { luts: 252, registers: 49, ..Area::default() };
        let case = &CASES[0];
        let clock = ["78.0", "75.5 to 80.6", "107"].map(str::to_string);
        let table = HEAD.to_string() + &case.row(area, area, &clock);
        assert_eq!(case.clock_in(&table, area), clock);
        let none = ["not placed"; 3].map(str::to_string);
        assert_eq!(case.clock_in(&table, Area { carries: 1, ..area }), none);
        assert_eq!(CASES[1].clock_in(&table, area), none);
        assert_eq!(case.clock_in("", area), none);
    }

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let row =
            CASES[0].row(Area::default(), Area::default(), &["1", "2", "3"].map(String::from));
        let columns = HEAD.lines().map(|line| page::cells(line).len());
        assert!(columns.into_iter().all(|count| count == page::cells(&row).len()));
    }
}

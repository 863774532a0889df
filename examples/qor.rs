//! Quality of results: synthesises and places emitted modules, writes the table of `docs/qor.md`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use teecast::emit::{Header, hypercube};
use teecast::spec::HypercubeSpec;
use teecast_cosim::synth::{Netlist, Placed, synthesize};

const PAGE: &str = "docs/qor.md";
const BEGIN: &str = "<!-- The table is written by `make qor`. -->\n";
const END: &str = "<!-- End of the table. -->";
const SEEDS: [u32; 3] = [1, 2, 3];

/// Bits of a column count from which comparators are better off without carry cells.
const WIDE_COUNT: u32 = 5;

/// One module of one configuration, and what it may cost.
struct Case {
    module: &'static str,
    n: u32,
    m: u32,
    bar: Option<Bar>,
}

struct Bar {
    /// Most LUT4.
    luts: usize,
    /// Lowest frequency.
    ///
    /// **Units**: MHz.
    frequency: f64,
}

const CASES: [Case; 5] = [
    case("mhu_multicaster", 6, 8, Some(Bar { luts: 270, frequency: 75.0 })),
    case("mhu_multicaster", 8, 16, Some(Bar { luts: 720, frequency: 55.0 })),
    case("mhu_multicaster", 10, 32, Some(Bar { luts: 1650, frequency: 43.0 })),
    case("mhu", 6, 8, None),
    case("hypercube_router", 6, 8, Some(Bar { luts: 10_000, frequency: 55.0 })),
];

const fn case(module: &'static str, n: u32, m: u32, bar: Option<Bar>) -> Case {
    Case { module, n, m, bar }
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |case: &&Case| wanted.is_empty() || wanted.contains(&case.label());
    let mut table = String::from(
        "| module | n, m | LUT4 | CCU2C | FF | DP16KD | DPR16X4 | MHz | wrapper FF | bar: LUT4, MHz |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut missed = Vec::new();
    for case in CASES.iter().filter(chosen) {
        eprintln!("{}: synthesis", case.label());
        let netlist = case.synthesize()?;
        eprintln!("{}: {:?}, placement", case.label(), netlist.area);
        let placed = netlist.place(&SEEDS)?;
        table += &case.row(&netlist, placed);
        let misses = |bar: &Bar| netlist.area.luts > bar.luts || placed.frequency < bar.frequency;
        if case.bar.as_ref().is_some_and(misses) {
            missed.push(case.label());
        }
    }
    print!("{table}");
    // A run of some modules only is for the eye.
    if wanted.is_empty() {
        let page = fs::read_to_string(PAGE)?;
        let (head, rest) = page.split_once(BEGIN).ok_or("the page has no table")?;
        let (_, tail) = rest.split_once(END).ok_or("the table of the page has no end")?;
        fs::write(PAGE, format!("{head}{BEGIN}{table}{END}{tail}"))?;
    }
    match missed.is_empty() {
        true => Ok(()),
        false => Err(format!("misses its bar: {}", missed.join(", ")).into()),
    }
}

impl Case {
    /// Returns `mhu,6,8` and the like, the name on the command line.
    fn label(&self) -> String {
        format!("{},{},{}", self.module, self.n, self.m)
    }

    fn synthesize(&self) -> Result<Netlist, Box<dyn Error>> {
        let spec = HypercubeSpec { network: false, ..HypercubeSpec::new(self.n, self.m) };
        let header = Header {
            command: format!("teecast gen --n {} --m {}", self.n, self.m),
            config_hash: String::new(),
            prefix: String::new(),
        };
        let folder = tempfile::tempdir()?;
        let mut files: Vec<PathBuf> = Vec::new();
        for file in hypercube::bundle(&spec, &header).files {
            let name = Path::new(&file.path).file_name().expect("files have names");
            let path = folder.path().join(name);
            fs::write(&path, file.text)?;
            files.push(path);
        }
        let carry = self.m < 1 << (WIDE_COUNT - 1);
        Ok(synthesize(&files, self.module, carry)?)
    }

    fn row(&self, netlist: &Netlist, placed: Placed) -> String {
        let area = netlist.area;
        let bar = self.bar.as_ref();
        let bar = bar.map_or("none".to_string(), |bar| format!("{}, {}", bar.luts, bar.frequency));
        format!(
            "| `{}` | {}, {} | {} | {} | {} | {} | {} | {:.1} | {} | {bar} |\n",
            self.module,
            self.n,
            self.m,
            area.luts,
            area.carries,
            area.registers,
            area.blocks,
            area.distributed,
            placed.frequency,
            placed.wrapper_registers,
        )
    }
}

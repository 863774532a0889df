//! A property as files that are proved without us: for Yosys and its ABC alone, and for SymbiYosys.

use std::path::Path;
use std::time::Duration;

use super::gates::{self, Places, to_gates};
use super::obligation::{Cycles, Obligation};

/// What takes the place of a memory of which a property follows one place, and its file.
pub const ONE_PLACE: (&str, &str) = ("one_place.v", gates::ONE_PLACE);

/// The script that proves all properties of a folder, and its file.
pub const RUN: (&str, &str) = ("run.sh", include_str!("run.sh"));

/// What SymbiYosys asks for an induction, and for the trace of what ABC refutes.
const SOLVER: &str = "z3";

/// The files of a property; paths in them begin in the folder of all properties.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Verilog. With `FORMAL`, which SymbiYosys defines, it asserts that the output stays 0.
    pub verilog: String,
    /// Script of Yosys that makes a graph of gates.
    pub yosys: String,
    /// Script of ABC that decides about the graph.
    pub abc: String,
    /// What ABC says of a property that holds, as an extended regular expression.
    pub answer: String,
    /// Configuration of SymbiYosys.
    pub sby: String,
}

impl Obligation<'_> {
    /// Returns the files of the property: `path` is theirs without ending, `modules` are the paths of the modules
    /// that it needs, and a proof may take `limit`.
    pub fn export(&self, path: &str, modules: &[String], limit: Duration) -> Exported {
        let source = format!("{path}.v");
        let places = Places { property: Path::new(&source), one_place: Path::new(ONE_PLACE.0) };
        let [map, graph] = ["graph.map", "graph.aig"];
        let yosys = self.formal()
            + &self.flat(&places, "", "")
            + self.start()
            + &to_gates(Path::new(map), Path::new(graph));
        Exported {
            verilog: if self.contracts {
                self.text.to_string()
            } else {
                asserted(self.text, self.top)
            },
            yosys: lines(&yosys),
            abc: lines(&format!("read_aiger {graph}; {}", self.decides(limit))),
            answer: self.proved_by().join("|"),
            sby: self.sby(&source, modules, limit),
        }
    }

    /// Returns the configuration of SymbiYosys, which copies all files into one folder.
    fn sby(&self, source: &str, modules: &[String], limit: Duration) -> String {
        let (mode, depth, engine) = match self.cycles {
            Cycles::One | Cycles::All | Cycles::Halves => ("prove", 1, "abc pdr".to_string()),
            Cycles::Two => ("prove", 2, format!("smtbmc {SOLVER}")),
            Cycles::First(count) => ("bmc", count, "abc bmc3".to_string()),
        };
        let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
        let copied = name(source);
        let places = Places { property: Path::new(&copied), one_place: Path::new(ONE_PLACE.0) };
        let asked = Obligation { library: Path::new("."), ..*self };
        // Assertions are read in any case.
        let formal = match self.contracts {
            true => self.formal(),
            false => "verilog_defaults -add -sv -formal; ".to_string(),
        };
        let script = lines(&(formal + &asked.flat(&places, "", "") + self.start()));
        let one_place = self.followed().next().map(|_| ONE_PLACE.0.to_string());
        let files: String = [source.to_string()]
            .iter()
            .chain(modules)
            .chain(&one_place)
            .map(|path| format!("{path}\n"))
            .collect();
        let seconds = limit.as_secs();
        format!(
            "[options]\nmode {mode}\ndepth {depth}\ntimeout {seconds}\naigsmt {SOLVER}\n\n\
             [engines]\n{engine}\n\n[script]\n{script}\n[files]\n{files}"
        )
    }
}

/// Returns commands one a line.
fn lines(commands: &str) -> String {
    let commands = commands.split("; ").map(str::trim).filter(|command| !command.is_empty());
    commands.map(|command| format!("{command}\n")).collect()
}

/// Adds to the module of a property the assertion of its output.
fn asserted(text: &str, top: &str) -> String {
    let module = text.find(&format!("module {top} ")).expect("a property has its module");
    let end = module + text[module..].find("endmodule").expect("a module ends");
    let assertion = "\n`ifdef FORMAL\n  always @* assert (!failed_o);\n`endif  // FORMAL\n";
    format!("{}{assertion}{}", &text[..end], &text[end..])
}

//! The way of a property through Yosys: modules are opened, nets and memories cut, and the rest becomes
//! a graph of AND gates and inverters.

use std::fs;
use std::path::Path;

use super::obligation::{Cycles, Obligation, inputs};
use super::source::{contracts, with_copies};
use super::{Prover, Work, halves};
use crate::build::ASSERT;
use crate::error::ToolError;
use crate::process;

/// What takes the place of a memory of which a property follows one place.
pub(super) const ONE_PLACE: &str = include_str!("one_place.v");

/// How the net with that place is called, behind the name of the memory.
const PLACE: &str = ".place";

/// Where the files of a property are.
pub(super) struct Places<'a> {
    /// Its text.
    pub property: &'a Path,
    /// [`ONE_PLACE`].
    pub one_place: &'a Path,
}

impl Prover {
    /// Writes the property as a graph of gates; `read` comes before modules of the library are read,
    /// `fault` before the hierarchy goes.
    pub(super) fn translate(
        &self,
        asked: &Obligation<'_>,
        read: &str,
        fault: &str,
        work: &Work,
    ) -> Result<(), ToolError> {
        let top = asked.top;
        let places =
            Places { property: &work.path("property.v"), one_place: &work.path("one_place.v") };
        fs::write(places.property, asked.text).map_err(ToolError::io(places.property))?;
        fs::write(places.one_place, ONE_PLACE).map_err(ToolError::io(places.one_place))?;
        let start = match asked.cycles {
            Cycles::Halves => {
                let played = work.path("halves.v");
                let text = halves(top, &inputs(asked.text, top)?, "", "failed_o");
                fs::write(&played, text).map_err(ToolError::io(&played))?;
                format!(
                    "read_verilog -sv -formal {}; hierarchy -top played; proc; flatten; zinit -all; \
                     opt -nodffe -nosdff; clk2fflogic; ",
                    played.display()
                )
            }
            _ => asked.start().to_string(),
        };
        let script = asked.formal()
            + &asked.flat(&places, read, fault)
            + &start
            + &to_gates(&work.map(), &work.graph());
        // Of a large network it is too long for an argument.
        let file = work.path("property.ys");
        fs::write(&file, script + "\n").map_err(ToolError::io(&file))?;
        let mut command = self.yosys.command(work.folder.path());
        command.arg("-q").arg("-s").arg(&file);
        process::run_checked(&format!("{}, {top}", self.yosys), command, self.limit)?;
        Ok(())
    }
}

/// Returns the commands that write a flat netlist as a graph. Gates know no flip-flops with enable or reset. What
/// keeps an unknown content, or lies beyond a memory, may hold anything. ABC finds alike gates and registers in less
/// time than `opt` would here.
pub(super) fn to_gates(map: &Path, graph: &Path) -> String {
    format!(
        "simplemap; techmap; dffunmap; opt_expr; clean; setundef -undriven -anyseq; aigmap; \
         opt_clean; write_aiger -zinit -map {} {}",
        map.display(),
        graph.display()
    )
}

impl Obligation<'_> {
    /// Returns the command that has contracts read, if they have to hold.
    pub(super) fn formal(&self) -> String {
        match self.contracts {
            true => format!("verilog_defaults -add -sv -formal {ASSERT}; "),
            false => String::new(),
        }
    }

    /// Returns the commands that make a flat netlist of the property, with parts opened and nets and memories cut.
    pub(super) fn flat(&self, places: &Places<'_>, read: &str, fault: &str) -> String {
        let Self { top, library, .. } = self;
        let without = match self.contracts {
            true => format!("delete -output {top}/w:failed_o; "),
            false => String::new(),
        };
        // Whoever looks at the ports of what is open finds them.
        let open = |module: &String| {
            let open = with_copies(module);
            format!(
                "select -set open {open}; cutpoint @open; select -set ports @open i:* o:* %u %i w:* %i; \
                 setattr -set keep 1 @ports; select -clear; "
            )
        };
        let opens: String = self.open.iter().map(open).collect();
        // A register or a memory's answer that gets another driver goes; what belongs to the property
        // itself has none.
        let inner = self.nets.iter().filter(|(net, _)| net.contains('.'));
        let delete =
            |(net, _): &(String, String)| format!("delete w:{net} %ci1:+[Q,DATA] t:* %i; ");
        let mut nets: String = inner.map(delete).collect();
        if !self.nets.is_empty() {
            // One command for all: each one goes through the whole design.
            let (to, from): (Vec<&str>, Vec<&str>) =
                self.nets.iter().map(|(net, driver)| (net.as_str(), driver.as_str())).unzip();
            nets += &format!("connect -nounset -set {} {}; ", to.join(","), from.join(","));
        }
        // A fault may leave nobody else who reads a register, or a memory.
        let read_by_name = self.nets.iter().filter_map(|(_, driver)| driver.rsplit_once('.'));
        let mut kept: String =
            read_by_name.map(|(_, name)| format!(" w:{name} w:*.{name}")).collect();
        for (_, name) in self.followed().filter_map(|memory| memory.rsplit_once('.')) {
            kept += &format!(" m:{name} m:*.{name} r:MEMID=*{name}");
        }
        let keep = if kept.is_empty() { kept } else { format!("setattr -set keep 1{kept}; ") };
        let one_place = |memory: &str| {
            // In a pattern, brackets are not themselves.
            let memory = memory.replace(['[', ']'], "?");
            format!("techmap -autoproc -map {} c:{memory}; ", places.one_place.display())
        };
        let mut memories: String = self.followed().map(one_place).collect();
        if !memories.is_empty() {
            memories.insert_str(0, "memory_collect; ");
        }
        // `check` leaves nothing undriven.
        format!(
            "read_verilog {}; {read}hierarchy -check -top {top} -libdir {}; proc; async2sync; \
             {without}{keep}{opens}opt -nodffe -nosdff; {fault}setattr -unset keep_hierarchy */c:*; flatten; opt_clean; \
             {memories}{nets}clean; check -assert; memory_map; ",
            places.property.display(),
            library.display(),
        )
    }

    /// Returns the command that plays a reset, if the property is about what comes after it. What a reset does not
    /// decide stays unknown. Registers that are alike from then on are found alike.
    pub(super) fn start(&self) -> &'static str {
        match self.cycles {
            Cycles::All | Cycles::First(_) => "sim -clock clk_i -resetn rst_ni -rstlen 2 -n 2 -w; ",
            Cycles::One | Cycles::Two | Cycles::Halves => "",
        }
    }

    /// Lists the memories of which the property follows one place.
    pub(super) fn followed(&self) -> impl Iterator<Item = &str> {
        self.nets.iter().filter_map(|(net, _)| net.strip_suffix(PLACE))
    }
}

/// Returns the commands that take a module's contracts out of what may be broken: a fault
/// there is no fault of the module.
pub(super) fn contract_cells(asked: &Obligation<'_>, module: &str) -> Result<String, ToolError> {
    let source = asked.library.join(format!("{module}.v"));
    let source = fs::read_to_string(&source).map_err(ToolError::io(&source))?;
    let cells = |line| format!(" a:src=*{module}.v:{line}.*");
    let cells: String = contracts(&source).into_iter().flatten().map(cells).collect();
    Ok(format!("select -set contracts{cells}; select -set broken @broken @contracts %d; "))
}

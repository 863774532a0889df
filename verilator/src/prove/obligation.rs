//! A property as the tools take it.

use std::path::Path;
use std::time::Duration;

use teecast_spec::verilog::{self, Direction, Port};

use crate::error::ToolError;

/// A property as the tools take it.
#[derive(Clone, Copy, Debug)]
pub struct Obligation<'a> {
    /// Module with the one output `failed_o`.
    pub top: &'a str,
    /// Its Verilog.
    pub text: &'a str,
    /// Folder with the modules that it instantiates, a file of the same name each.
    pub library: &'a Path,
    /// Modules whose contents go: their outputs may give anything.
    pub open: &'a [String],
    /// Nets of the flat design that get other drivers. The driver of `M.place` says which place of
    /// memory `M` is kept; the others may then give anything.
    ///
    /// **Shape**: (net, its driver).
    pub nets: &'a [(String, String)],
    /// Whether the contracts of the modules have to hold while what the property assumes does, and
    /// nothing is said about `failed_o`.
    pub contracts: bool,
    /// When the output must stay 0.
    pub cycles: Cycles,
}

impl Obligation<'_> {
    /// Returns the commands with which ABC decides the property in a time.
    pub(super) fn decides(&self, limit: Duration) -> String {
        let seconds = limit.as_secs();
        let fold = self.fold();
        match self.cycles {
            Cycles::One => "strash; orpos; &get; &cec -m".to_string(),
            Cycles::Two => "strash; frames -i -F 2; orpos; strash; &get; &cec -m".to_string(),
            Cycles::All | Cycles::Halves => format!("{fold}strash; scorr; pdr -T {seconds}"),
            Cycles::First(count) => format!("strash; bmc3 -F {count} -T {seconds}"),
        }
    }

    /// Returns what ABC says then of a property that holds.
    pub(super) fn proved_by(&self) -> Vec<String> {
        match self.cycles {
            Cycles::First(count) => vec![format!("No output asserted in {count} frames")],
            _ => ["Networks are equivalent", "Property proved"].map(String::from).to_vec(),
        }
    }

    /// Returns the commands that make outputs of contracts stay 0 from the cycle on in which what is
    /// assumed does not hold, and one output of all.
    pub(super) fn fold(&self) -> &'static str {
        match (self.contracts, self.cycles) {
            (true, Cycles::All) => "fold; strash; orpos; ",
            _ => "",
        }
    }
}

/// The cycles that a property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Any one; the property has no register.
    One,
    /// Any two that follow each other, whatever the registers without a first value hold.
    Two,
    /// All from the last one of a reset on.
    All,
    /// So many, from the last one of a reset on.
    First(u32),
    /// All after one reset, from cleared registers on, each in its two halves: some register may have
    /// another edge. What gives anything does so in each half, which is more than there is.
    Halves,
}

/// Lists the inputs of a property, with numbers for their bits.
pub(super) fn inputs(text: &str, top: &str) -> Result<Vec<Port>, ToolError> {
    let ports = verilog::header(text, top).and_then(|header| header.ports(&[]));
    let mut ports = ports.map_err(|error| {
        let what = format!("reading the ports of {top}");
        ToolError::Failed { what, output: error.to_string() }
    })?;
    ports.retain(|port| port.direction == Direction::Input);
    Ok(ports)
}

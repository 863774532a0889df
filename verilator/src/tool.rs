//! The names of the programs that teecast runs; `tools` finds them.

/// Names a program that teecast runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Simulator and linter.
    Verilator,
    /// Second simulator and linter.
    Icarus,
    /// Structural checks and synthesis.
    Yosys,
    /// Placement and routing for ECP5.
    Nextpnr,
    /// Style linter.
    Verible,
    /// Proofs; it comes with Yosys.
    Abc,
    /// Static timing analysis.
    OpenSta,
}

//! What is to be proved of the hypercube's modules.

use teecast_spec::HypercubeSpec;

use super::Context;
use crate::emit::header::Header;
use crate::emit::proof::{Statement, state};

/// Returns the statements about the modules of a configuration.
///
/// **Source**: [Lan88] chapter 6; votes, classes and events are ours.
pub fn statements(spec: &HypercubeSpec, header: &Header) -> Vec<Statement> {
    render(&Context::new(spec, header))
}

state! {
    "hypercube", Context;
    Lowest "proof/lowest_one.v" of "lowest_one": "picks the lowest one", Equivalence if |_| true;
    Decoder "proof/mhu_decoder.v" of "mhu_decoder":
        "counts the ones of a healthy column", Equivalence if |c| !c.nca;
    Score "proof/mhu_score.v" of "mhu_score": "scores the columns", Equivalence if |c| c.look2;
    MaximumChecker "proof/mhu_maximum_checker.v" of "mhu_maximum_checker":
        "compares all pairs", Equivalence if |c| !c.nca;
    ColumnSelector "proof/mhu_column_selector.v" of "mhu_column_selector":
        "selects the lowest of the largest", Equivalence if |c| !c.nca;
    AddressScanner "proof/mhu_address_scanner.v" of "mhu_address_scanner":
        "finds the rows of the branch", Equivalence if |c| !c.nca;
    Choice "proof/mhu_voter_choice.v" of "mhu_voter": "chooses the branch of the vote", Equivalence
        with ["u_dut.rows_q" = "rows_i", "u_dut.running_q" = "running_i"] if |c| !c.nca;
}

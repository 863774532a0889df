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
    Merge "proof/mhu_voter_merge.v" of "mhu_voter":
        "merges and gives out the branches of the vote", Induction
        with ["rows" = "u_dut.rows_q", "groups" = "u_dut.groups_q", "left" = "u_dut.stranded_q",
              "running" = "u_dut.running_q"] if |c| c.nca;
    Multicaster "proof/mhu_multicaster.v" of "mhu_multicaster":
        "each row leaves once or is reported, in at most n branches", Induction
        with ["array" = "u_dut.u_voter.rows_q", "running" = "u_dut.u_voter.running_q"] if |c| !c.nca;
    Direction_ "proof/mhu_direction.v" of "mhu_direction":
        "keeps the direction of the last hop", Equivalence if |c| c.nca;
    Votes "proof/mhu_store_votes.v" of "mhu_store":
        "loads the votes of the class rule", Equivalence if |_| true;
    Fields "proof/mhu_store_fields.v" of "mhu_store":
        "gives back the destinations of every slot", Invariant
        with ["u_dut.flits_q.place" = "place"] if |_| true;
    RowReader "proof/mhu_row_reader.v" of "mhu_row_reader":
        "finds the field of a destination", Equivalence if |_| true;
    BranchControl "proof/mhu_branch_control.v" of "mhu_branch_control":
        "derives the Control of a branch", Equivalence if |c| c.ft;
    Broadcaster "proof/mhu_broadcaster.v" of "mhu_broadcaster":
        "decides the branches of a broadcast", Equivalence if |_| true;
    TypeChecker "proof/mhu_type_checker.v" of "mhu_type_checker":
        "tells the kinds of messages apart", Equivalence if |_| true;
    MatchingChecker "proof/mhu_matching_checker.v" of "mhu_matching_checker":
        "finds the local address and the neighbours", Equivalence if |_| true;
    Position "proof/mhu_position.v" of "mhu_position":
        "places the fields of a header", Equivalence if |_| true;
    Input "proof/mhu_input.v" of "mhu_input":
        "takes each frame into a free slot, never beyond it", Invariant
        with ["last" = "u_dut.last"] if |_| true;
    Packer "proof/mhu_packer.v" of "mhu_packer":
        "packs the header of every copy", Invariant if |_| true;
    DataBuffer "proof/mhu_data_buffer.v" of "mhu_data_buffer":
        "gives back what was written, until the next read", Invariant
        with ["u_dut.flits_q.place" = "watched_i"] if |_| true;
    Delivery "proof/mhu_delivery.v" of "mhu_delivery":
        "each delivery leaves once, first flit first", Invariant
        with ["next" = "u_dut.next_q"] if |_| true;
    Turn "proof/turn.v" of "turn":
        "serves every requester in turn", Induction with ["later" = "u_dut.later_q"] if |_| true;
    Gateway "proof/output_gateway.v" of "output_gateway":
        "one owner at a time; no flit lost, doubled or mixed", Induction if |_| true;
    Credit "proof/link_credit.v" of "link_credit":
        "room iff a whole message fits", Invariant if |_| true;
    ClassRoom "proof/class_room.v" of "link_credit":
        "who is granted finds a free slot behind the link", Invariant if |_| true;
    Events "proof/event_collector.v" of "event_collector":
        "asks every unit in turn and brings out what it says", Invariant if |_| true;
    Unit "proof/mhu.v" of "mhu":
        "each destination leaves in one copy, is reported or delivered", Bounded
        with ["arriving" = "u_dut.slot", "asking" = "u_dut.asked_slot",
              "delivering" = "u_dut.u_delivery.next_q", "used" = "u_dut.used",
              "header" = "u_dut.header", "undecided" = "u_dut.decision_event"]
        if small;
    Output "proof/mhu_output.v" of "mhu_output":
        "sends one copy on each link that is granted", Invariant if |_| true;
    Controller "proof/mhu_controller.v" of "mhu_controller":
        "decides each message once and reports what it cannot reach", Invariant
        if |c| c.ft && !c.votes_forbidden;
    Slots "proof/mhu_slots.v" of "mhu_slots":
        "keeps a slot until all copies and the delivery have left", Invariant if |_| true;
}

/// Tells whether a cube is so small that the life of a whole message can be followed: one flit of
/// header and at most one of data.
fn small(c: &Context<'_>) -> bool {
    (c.n, c.m, c.max_data) == (2, 2, 1) && c.ft && c.lanes == 5
}

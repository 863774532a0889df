//! What is to be proved of the hypercube's modules.

mod unit;

use askama::Template;
use teecast_spec::HypercubeSpec;

use super::Context;
use crate::emit::header::Header;
use crate::emit::proof::{CLOCKED, Method, Seen, Statement, nets_of, seen, seen_of_all, state};

/// Returns the statements about the modules of a configuration.
///
/// **Source**: [Lan88] chapter 6; votes, classes and events are ours.
pub fn statements(spec: &HypercubeSpec, header: &Header) -> Vec<Statement> {
    let c = &Context::new(spec, header);
    let mut statements = render(c);
    statements.push(unit::parts(c));
    statements.push(router(c));
    if spec.network {
        statements.push(network(c));
    }
    statements
}

state! {
    "hypercube", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    Decoder "hypercube/proof/mhu_decoder.v" of "mhu_decoder":
        "counts the ones of a healthy column", Equivalence if |c| !c.nca;
    Score "hypercube/proof/mhu_score.v" of "mhu_score": "scores the columns", Equivalence if |c| c.look2;
    MaximumChecker "hypercube/proof/mhu_maximum_checker.v" of "mhu_maximum_checker":
        "compares all pairs", Equivalence if |c| !c.nca;
    ColumnSelector "hypercube/proof/mhu_column_selector.v" of "mhu_column_selector":
        "selects the lowest of the largest", Equivalence if |c| !c.nca;
    AddressScanner "hypercube/proof/mhu_address_scanner.v" of "mhu_address_scanner":
        "finds the rows of the branch", Equivalence if |c| !c.nca;
    Choice "hypercube/proof/mhu_voter_choice.v" of "mhu_voter": "chooses the branch of the vote", Equivalence
        with ["u_dut.rows_q" = "rows_i", "u_dut.running_q" = "running_i"] if |c| !c.nca;
    Merge "hypercube/proof/mhu_voter_merge.v" of "mhu_voter":
        "merges and gives out the branches of the vote", Induction
        with ["rows" = "u_dut.rows_q", "groups" = "u_dut.groups_q", "left" = "u_dut.stranded_q",
              "running" = "u_dut.running_q"] if |c| c.nca;
    Multicaster "hypercube/proof/mhu_multicaster.v" of "mhu_multicaster":
        "each row leaves once or is reported, in at most n branches", Induction
        with ["array" = "u_dut.u_voter.rows_q", "running" = "u_dut.u_voter.running_q"] if |c| !c.nca;
    Direction_ "hypercube/proof/mhu_direction.v" of "mhu_direction":
        "keeps the direction of the last hop", Equivalence if |c| c.nca;
    Votes "hypercube/proof/mhu_store_votes.v" of "mhu_store":
        "loads the votes of the class rule", Equivalence if |_| true;
    Fields "hypercube/proof/mhu_store_fields.v" of "mhu_store":
        "gives back the destinations of every slot", Invariant
        with ["u_dut.flits_q.place" = "place"] if |_| true;
    RowReader "hypercube/proof/mhu_row_reader.v" of "mhu_row_reader":
        "finds the field of a destination", Equivalence if |_| true;
    BranchControl "hypercube/proof/mhu_branch_control.v" of "mhu_branch_control":
        "derives the Control of a branch", Equivalence if |c| c.ft;
    Broadcaster "hypercube/proof/mhu_broadcaster.v" of "mhu_broadcaster":
        "decides the branches of a broadcast", Equivalence if |_| true;
    TypeChecker "hypercube/proof/mhu_type_checker.v" of "mhu_type_checker":
        "tells the kinds of messages apart", Equivalence if |_| true;
    MatchingChecker "hypercube/proof/mhu_matching_checker.v" of "mhu_matching_checker":
        "finds the local address and the neighbours", Equivalence if |_| true;
    Position "hypercube/proof/mhu_position.v" of "mhu_position":
        "places the fields of a header", Equivalence if |_| true;
    Input "hypercube/proof/mhu_input.v" of "mhu_input":
        "takes each frame into a free slot, never beyond it", Invariant
        with ["last" = "u_dut.last"] if |_| true;
    Packer "hypercube/proof/mhu_packer.v" of "mhu_packer":
        "packs the header of every copy", Invariant if |_| true;
    DataBuffer "hypercube/proof/mhu_data_buffer.v" of "mhu_data_buffer":
        "gives back what was written, until the next read", Invariant
        with ["u_dut.flits_q.place" = "watched_i"] if |_| true;
    Delivery "hypercube/proof/mhu_delivery.v" of "mhu_delivery":
        "each delivery leaves once, first flit first", Invariant
        with ["next" = "u_dut.next_q"] if |_| true;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves every requester in turn", Induction with ["later" = "u_dut.later_q"] if |_| true;
    Gateway "hypercube/proof/hypercube_output_gateway.v" of "hypercube_output_gateway":
        "one owner at a time; no flit lost, doubled or mixed", Induction if |_| true;
    Credit "hypercube/proof/hypercube_credit_counter.v" of "hypercube_credit_counter":
        "room iff a whole message fits", Invariant if |_| true;
    ClassRoom "hypercube/proof/hypercube_class_room.v" of "hypercube_credit_counter":
        "who is granted finds a free slot behind the link", Invariant if |_| true;
    Events "hypercube/proof/hypercube_event_collector.v" of "hypercube_event_collector":
        "asks every unit in turn and brings out what it says", Invariant if |_| true;
    Unit "hypercube/proof/mhu.v" of "mhu":
        "each destination leaves in one copy, is reported or delivered", Bounded
        with ["arriving" = "u_dut.slot", "asking" = "u_dut.asked_slot",
              "delivering" = "u_dut.u_delivery.next_q", "used" = "u_dut.used",
              "header" = "u_dut.header", "undecided" = "u_dut.decision_event"]
        if small;
    Output "hypercube/proof/mhu_output.v" of "mhu_output":
        "sends one copy on each link that is granted", Invariant if |_| true;
    Controller "hypercube/proof/mhu_controller.v" of "mhu_controller":
        "decides each message once and reports what it cannot reach", Invariant
        if |c| c.ft && !c.votes_forbidden;
    Slots "hypercube/proof/mhu_slots.v" of "mhu_slots":
        "keeps a slot until all copies and the delivery have left", Invariant if |_| true;
}

/// Tells whether a cube is so small that the life of a whole message can be followed: one flit of
/// header and at most one of data.
fn small(c: &Context<'_>) -> bool {
    (c.n, c.m, c.max_data) == (2, 2, 1) && c.ft && c.lanes == 5
}

#[derive(Template)]
#[template(path = "hypercube/proof/hypercube_router.v")]
struct Router<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what joins the parts of a router, which are left open.
fn router(c: &Context<'_>) -> Statement {
    let (n, w, units) = (c.n, c.w, c.n + 1);
    let unit = [
        ("local_address_i", n),
        ("faulty_i", if c.ft { n } else { 0 }),
        ("from_processor_i", 1),
        ("ascending_i", u32::from(!c.lan)),
        ("own_dimension_i", n),
        ("s_axis_tdata", w),
        ("s_axis_tvalid", 1),
        ("s_axis_tready", 1),
        ("s_axis_tlast", 1),
        ("s_axis_tuser", 1),
        ("s_class_i", c.class_bits),
        ("credit_o", c.classes),
        ("idle_i", n),
        ("room_i", n * c.classes),
        ("request_o", n),
        ("class_o", n * c.class_bits),
        ("grant_i", n),
        ("ready_i", n),
        ("transfer_o", n),
        ("data_o", w),
        ("last_o", 1),
        ("bad_o", 1),
        ("first_o", 1),
        ("delivery_request_o", 1),
        ("delivery_grant_i", 1),
        ("delivery_ready_i", 1),
        ("delivery_transfer_o", 1),
        ("delivery_data_o", w),
        ("delivery_last_o", 1),
        ("delivery_bad_o", 1),
        ("event_valid_o", 1),
        ("event_code_o", 4),
        ("event_source_o", n),
        ("event_address_o", n),
        ("event_ready_i", 1),
    ];
    let gateway = [
        ("request_i", units),
        ("grant_o", units),
        ("idle_o", 1),
        ("owner_o", units),
        ("transfer_i", units),
        ("data_i", w),
        ("last_i", units),
        ("bad_i", units),
        ("first_i", units),
        ("ready_o", 1),
        ("m_axis_tdata", w),
        ("m_axis_tvalid", 1),
        ("m_axis_tready", 1),
        ("m_axis_tlast", 1),
        ("m_axis_tuser", 1),
        ("start_o", 1),
    ];
    let credit = [
        ("grant_i", units),
        ("class_i", units * c.class_bits),
        ("start_i", 1),
        ("credit_i", c.classes),
        ("room_o", c.classes),
        ("class_o", c.class_bits),
    ];
    let collector = [
        ("valid_i", units),
        ("code_i", 4 * units),
        ("source_i", n * units),
        ("address_i", n * units),
        ("ready_o", units),
        ("event_valid_o", 1),
        ("event_code_o", 4),
        ("event_source_o", n),
        ("event_address_o", n),
    ];
    let mut parts = Vec::new();
    let mut part = |path: &str, name: &str, ports: &[(&str, u32)]| {
        parts.extend(seen(path, name, &[&CLOCKED, ports]));
    };
    part("u_delivery_gateway", "exit", &gateway);
    part("u_event_collector", "events", &collector);
    for i in 0..units {
        part(&format!("gen_unit[{i}].u_mhu"), &format!("unit_{i}"), &unit);
    }
    for d in 0..n {
        part(&format!("gen_link[{d}].u_gateway"), &format!("link_{d}"), &gateway);
        part(&format!("gen_link[{d}].u_credit"), &format!("credit_{d}"), &credit);
    }
    let text = Router { c, seen: &parts }.render();
    let open = [
        "mhu",
        "hypercube_output_gateway",
        "hypercube_credit_counter",
        "hypercube_event_collector",
    ];
    Statement {
        family: "hypercube",
        module: format!("{}hypercube_router", c.p),
        property: "joins units, gateways, credits and events",
        method: Method::Equivalence,
        top: "proof_hypercube_router".to_string(),
        open: open.map(|it| format!("{}{it}", c.p)).into(),
        nets: nets_of(&parts),
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "hypercube/proof/hypercube_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what joins the routers of a cube, which are left open.
fn network(c: &Context<'_>) -> Statement {
    let (n, channels) = (c.n, c.n + 1);
    let router = [
        ("local_address_i", n),
        ("faulty_i", if c.ft { n } else { 0 }),
        ("s_axis_tdata", channels * c.w),
        ("s_axis_tvalid", channels),
        ("s_axis_tready", channels),
        ("s_axis_tlast", channels),
        ("s_axis_tuser", channels),
        ("s_class_i", n * c.class_bits),
        ("s_credit_o", n * c.classes),
        ("m_axis_tdata", channels * c.w),
        ("m_axis_tvalid", channels),
        ("m_axis_tready", channels),
        ("m_axis_tlast", channels),
        ("m_axis_tuser", channels),
        ("m_class_o", n * c.class_bits),
        ("m_credit_i", n * c.classes),
        ("link_start_o", n),
        ("event_valid_o", 1),
        ("event_code_o", 4),
        ("event_source_o", n),
        ("event_address_o", n),
    ];
    let path = |v| format!("gen_node[{v}].u_router");
    let (seen, nets) = seen_of_all(path, c.nodes, "node", &[&CLOCKED, &router]);
    let text = Network { c, seen: &seen }.render();
    Statement {
        family: "hypercube",
        module: format!("{}hypercube_network", c.p),
        property: "joins neighbours, and nothing else",
        method: Method::Equivalence,
        top: "proof_hypercube_network".to_string(),
        open: vec![format!("{}hypercube_router", c.p)],
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

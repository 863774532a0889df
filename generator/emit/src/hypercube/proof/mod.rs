//! What is to be proved of the hypercube's modules.

mod unit;

use askama::Template;
use teecast_spec::HypercubeSpec;

use super::Context;
use crate::common::{Cells, MemorySizes, QueueSizes};
use crate::header::Header;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property, properties};

/// Returns the properties of the modules of a configuration.
///
/// **Source**: [Lan88] chapter 6; votes, classes and events are ours.
pub fn properties(spec: &HypercubeSpec, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    properties.extend(cells(c, header));
    properties.push(unit::parts(c, modules));
    properties.push(router(c, modules));
    if spec.network {
        properties.push(network(c, modules));
    }
    properties
}

/// Returns the properties of the shared modules, with sizes of a router.
fn cells(c: &Context<'_>, header: &Header) -> [Property; 3] {
    let cells = Cells::new("hypercube", header);
    let buffer = MemorySizes {
        width: c.buffers.word_bits,
        depth: c.buffers.depth,
        address: c.buffers.address_bits,
        registered: true,
        block: false,
    };
    let dimension = c.topology.dimension;
    [
        cells.memory(&buffer),
        // Two flits before a link: with its two marks, its kind and its class.
        cells.queue(&QueueSizes {
            width: c.frame.width + c.buffers.class_bits + 4,
            address: 1,
            registered: false,
            early: false,
        }),
        cells.event_collector(dimension + 1, 4 + 2 * dimension, true),
    ]
}

properties! {
    #[derive(askama::Template)]
    "hypercube", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    Decoder "hypercube/proof/mhu_decoder.v" of "mhu_decoder":
        "counts the ones of a healthy column", Equivalence if |c| !c.vote.nca;
    Score "hypercube/proof/mhu_score.v" of "mhu_score": "scores the columns", Equivalence if |c| c.vote.look2;
    MaximumChecker "hypercube/proof/mhu_maximum_checker.v" of "mhu_maximum_checker":
        "compares all pairs", Equivalence if |c| !c.vote.nca;
    ColumnSelector "hypercube/proof/mhu_column_selector.v" of "mhu_column_selector":
        "selects the lowest of the largest", Equivalence if |c| !c.vote.nca;
    AddressScanner "hypercube/proof/mhu_address_scanner.v" of "mhu_address_scanner":
        "finds the rows of the branch", Equivalence if |c| !c.vote.nca;
    Choice "hypercube/proof/mhu_voter_choice.v" of "mhu_voter": "chooses the branch of the vote", Equivalence if |c| !c.vote.nca;
    Merge "hypercube/proof/mhu_voter_merge.v" of "mhu_voter":
        "merges and gives out the branches of the vote", Induction if |c| c.vote.nca;
    Multicaster "hypercube/proof/mhu_multicaster.v" of "mhu_multicaster":
        "each row leaves once or is reported, in at most n branches", Induction if |c| !c.vote.nca;
    Direction_ "hypercube/proof/mhu_direction.v" of "mhu_direction":
        "keeps the direction of the last hop", Equivalence if |c| c.vote.nca;
    Votes "hypercube/proof/mhu_store_votes.v" of "mhu_store":
        "gives the votes of the class rule", Equivalence if |c| !c.frame.holds_vote;
    HeldVotes "hypercube/proof/mhu_store_votes.v" of "mhu_store":
        "gives the votes of the class rule", Induction if |c| c.frame.holds_vote;
    Fields "hypercube/proof/mhu_store_fields.v" of "mhu_store":
        "gives back the destinations of the newest message", Invariant if |_| true;
    RowReader "hypercube/proof/mhu_row_reader.v" of "mhu_row_reader":
        "finds the field of a destination", Equivalence if |_| true;
    Unicast "hypercube/proof/mhu_unicast.v" of "mhu_unicast":
        "decides the branch of a unicast", Equivalence if |_| true;
    BranchControl "hypercube/proof/mhu_branch_control.v" of "mhu_branch_control":
        "derives the Control of a branch", Equivalence if |c| c.options.fault_tolerant;
    Broadcaster "hypercube/proof/mhu_broadcaster.v" of "mhu_broadcaster":
        "decides the branches of a broadcast", Equivalence if |_| true;
    TypeChecker "hypercube/proof/mhu_type_checker.v" of "mhu_type_checker":
        "finds the kind of a message", Equivalence if |_| true;
    MatchingChecker "hypercube/proof/mhu_matching_checker.v" of "mhu_matching_checker":
        "finds the local address and the neighbours", Equivalence if |_| true;
    Position "hypercube/proof/mhu_position.v" of "mhu_position":
        "places the fields of a header", Equivalence if |_| true;
    Input "hypercube/proof/mhu_input.v" of "mhu_input":
        "takes each frame into a free slot, never beyond it", Invariant if |_| true;
    Converter "hypercube/proof/mhu_converter.v" of "mhu_converter":
        "brings the header of a processor into the order of the links", Invariant if |_| true;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction if |_| true;
    Mux "hypercube/proof/hypercube_flit_mux.v" of "hypercube_flit_mux":
        "shows the flit of the unit that is selected", Equivalence if |_| true;
    Credit "hypercube/proof/hypercube_credit_counter.v" of "hypercube_credit_counter":
        "room iff a whole message fits", Invariant if |_| true;
    ClassRoom "hypercube/proof/hypercube_class_room.v" of "hypercube_credit_counter":
        "a granted message finds a free slot at the other end", Invariant if |_| true;
    Controller "hypercube/proof/mhu_controller.v" of "mhu_controller":
        "decides each message once and reports what it cannot reach", Invariant
        if |c| c.options.fault_tolerant && !c.vote.forbidden;
    Slots "hypercube/proof/mhu_slots.v" of "mhu_slots":
        "keeps a slot until all copies have left", Invariant if |_| true;
    Choices "hypercube/proof/mhu_choices.v" of "mhu_choices":
        "keeps the destinations of a copy, and no other ones", Invariant if |_| true;
    Link "hypercube/proof/hypercube_link_output.v" of "hypercube_link_output":
        "one owner at a time; no flit lost, doubled or mixed", Invariant if |_| true;
    Delivery "hypercube/proof/hypercube_delivery_output.v" of "hypercube_delivery_output":
        "each delivery leaves once, first flit first", Invariant if |c| c.buffers.delivery_depth <= 6;
    FirstDeliveries "hypercube/proof/hypercube_delivery_output.v" of "hypercube_delivery_output":
        "each of the first deliveries leaves once, first flit first", Bounded if |c| c.buffers.delivery_depth > 6;
    Output "hypercube/proof/mhu_output.v" of "mhu_output":
        "sends one copy to each output that is granted", Invariant if |c| c.buffers.address_bits <= 5;
    FirstCopies "hypercube/proof/mhu_output.v" of "mhu_output":
        "sends one of the first copies to each output that is granted", Bounded
        if |c| c.buffers.address_bits > 5;
    Unit "hypercube/proof/mhu.v" of "mhu":
        "each destination leaves in one copy, is reported or delivered", Bounded if small;
}

/// Tells whether a cube is so small that the life of a whole message can be followed: one flit of
/// header and at most one of data.
fn small(c: &Context<'_>) -> bool {
    (c.topology.dimension, c.frame.rows, c.frame.max_data) == (2, 2, 1)
        && c.options.fault_tolerant
        && c.frame.lanes == 5
}

#[derive(Template)]
#[template(path = "hypercube/proof/hypercube_router.v")]
struct Router<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a router, which are left open.
fn router(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "hypercube_router");
    parts.see("u_delivery", "exit", &[]);
    let n = c.topology.dimension;
    parts.see("u_event_collector", "events", &[("UNITS", n + 1), ("EVENT", 4 + 2 * n)]);
    for i in 0..c.topology.dimension + 1 {
        parts.see(&format!("gen_unit[{i}].u_mhu"), &format!("unit_{i}"), &[]);
    }
    for d in 0..c.topology.dimension {
        parts.see(&format!("gen_link[{d}].u_output"), &format!("link_{d}"), &[("d", d)]);
    }
    let text = Router { c, seen: parts.seen() }.render();
    Property::new(
        "hypercube",
        (c.prefix, "hypercube_router"),
        ("joins units, outputs and events", Method::Equivalence),
        "hypercube/proof/hypercube_router.v",
        text,
    )
    .with_parts(parts)
}

#[derive(Template)]
#[template(path = "hypercube/proof/hypercube_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the routers of a cube, which are left open.
fn network(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "hypercube_network");
    parts.see_all(|v| format!("gen_node[{v}].u_router"), c.topology.nodes, "node");
    let text = Network { c, seen: parts.seen() }.render();
    Property::new(
        "hypercube",
        (c.prefix, "hypercube_network"),
        ("joins neighbours, and nothing else", Method::Equivalence),
        "hypercube/proof/hypercube_network.v",
        text,
    )
    .with_parts(parts)
}

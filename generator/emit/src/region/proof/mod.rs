//! What is to be proved of the region family's modules.

use std::borrow::Borrow;

use askama::Template;
use teecast_spec::RegionSpec;

use super::context::Context;
use crate::common::{Cells, MemorySizes, QueueSizes};
use crate::header::Header;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property, properties};

/// Returns the properties of the modules of a configuration.
///
/// With answers, those of inputs, outputs, delivery, injector and router are missing.
///
/// **Source**: [Had] 2 to 4; queues, order of grants, fairness and events are ours.
pub fn properties(spec: &RegionSpec, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    let buffers = &c.buffers;
    let cells = Cells::new("region", header);
    let width = c.frame.flit_bits;
    properties.push(cells.memory(&MemorySizes {
        width,
        depth: buffers.link_depth,
        address: buffers.link_address_bits,
        registered: buffers.block,
        block: false,
    }));
    let queue = |address| QueueSizes { width, address, registered: buffers.block, early: true };
    properties.push(cells.queue(&queue(buffers.link_address_bits)));
    if buffers.delivery_depth != buffers.link_depth {
        properties.push(cells.queue(&queue(buffers.delivery_address_bits)));
    }
    if spec.answers.any() {
        properties.extend([tags, completions].map(|property| property(c, modules)));
    } else {
        let of_parts = [input, injector, delivery, router];
        properties.extend(of_parts.map(|property| property(c, modules)));
    }
    if spec.network {
        properties.push(network(c, modules));
    }
    properties
}

properties! {
    #[derive(askama::Template)]
    "region", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |c| c.options.virtual_channels > 1;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction if |c| c.options.virtual_channels > 1;
    Corners "region/proof/region_corners.v" of "region_corners":
        "reads the corners of a header, and what is wrong with it", Equivalence if |_| true;
    Route "region/proof/region_route.v" of "region_route":
        "decides as the tree function does, hop by hop", Equivalence if |_| true;
    Turn "region/proof/region_turn.v" of "region_turn":
        "serves all channels round robin, each as often as its share says", Invariant
        if |c| c.options.virtual_channels == 1;
    Output_ "region/proof/region_output.v" of "region_output":
        "one owner a channel, until the tail; round robin; flits of owners only", Invariant
        if |c| !c.answers();
    Rows "region/proof/region_rows.v" of "region_rows":
        "a message is answered with the last of its outputs, once", Invariant if |c| c.answers();
}

impl Context<'_> {
    /// Returns how many input channels ask for an output.
    fn requesters(&self) -> u32 {
        self.topology.channels
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    fn widest(&self) -> u32 {
        self.topology.channels.max(self.topology.requests)
    }

    /// Returns whether a copy through a port is in class 1, as an expression.
    // Templates pass fields by reference and literals by value.
    fn second_class(&self, port: impl Borrow<u32>) -> String {
        let port = port.borrow();
        if self.two_classes() { format!("second[{port}]") } else { "1'b0".to_string() }
    }
}

/// Returns a property of a module whose parts are left open.
fn joined(
    c: &Context<'_>,
    module: &str,
    claim: (&'static str, Method),
    parts: Parts<'_>,
    text: askama::Result<String>,
) -> Property {
    let path = format!("region/proof/{module}.v");
    Property::new("region", (c.prefix, module), claim, &path, text).with_parts(parts)
}

#[derive(Template)]
#[template(path = "region/proof/region_input.v")]
struct Input<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of an input, whose queue and route are left open.
fn input(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_input");
    parts.see("u_queue", "queue", &[]);
    parts.see("u_route", "route", &[]);
    let text = Input { c, seen: parts.seen() }.render();
    let claim = (
        "asks for outputs in order, as far as they are free; moves nothing before it has all",
        Method::Invariant,
    );
    joined(c, "region_input", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_delivery.v")]
struct Delivery<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the delivery, whose arbiter and queues are left open.
fn delivery(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_delivery");
    match c.options.virtual_channels {
        1 => parts.see("u_shares", "arbiter", &[]),
        _ => parts.see("u_arbiter", "arbiter", &[("CHANNELS", c.topology.channels)]),
    }
    parts.see_all(|d| format!("gen_buffer[{d}].u_queue"), c.options.deliveries, "queue");
    let text = Delivery { c, seen: parts.seen() }.render();
    let claim = (
        "one owner a buffer; whole messages, in the order in which they took buffers",
        Method::Invariant,
    );
    joined(c, "region_delivery", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_router.v")]
struct Router<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a router, which are left open.
fn router(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_router");
    parts.see("u_injector", "injector", &[]);
    parts.see("u_delivery", "exit", &[]);
    let topology = &c.topology;
    parts.see_all(|i| format!("gen_input[{i}].u_input"), topology.channels, "input");
    parts.see_all(|p| format!("gen_output[{p}].u_output"), topology.ports, "output");
    if c.options.virtual_channels > 1 {
        let path = |p| format!("gen_source[{p}].u_turn");
        parts.see_all_in(path, topology.ports, "turn", &[("V", c.options.virtual_channels)]);
    }
    let text = Router { c, seen: parts.seen() }.render();
    let claim = ("joins inputs, outputs, injector and delivery", Method::Equivalence);
    joined(c, "region_router", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the routers of a mesh, which are left open.
fn network(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_network");
    parts.see_all(|v| format!("gen_node[{v}].u_router"), c.topology.nodes, "node");
    let text = Network { c, seen: parts.seen() }.render();
    let claim = ("joins neighbours, and nothing else", Method::Equivalence);
    joined(c, "region_network", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_injector.v")]
struct Injector<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the injector, whose corners are left open.
fn injector(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_injector");
    parts.see("u_corners", "corners", &[]);
    let text = Injector { c, seen: parts.seen() }.render();
    let claim = ("makes one message of each frame, or one event", Method::Invariant);
    joined(c, "region_injector", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_tags.v")]
struct Tags<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the tags of a link, whose queue is left open.
fn tags(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_tags");
    parts.see("u_answers", "queue", &[("TAG", c.answer.tag_bits)]);
    let text = Tags { c, seen: parts.seen() }.render();
    let claim =
        ("gives no tag that is in use, and brings answers to who took it", Method::Invariant);
    joined(c, "region_tags", claim, parts, text)
}

#[derive(Template)]
#[template(path = "region/proof/region_completions.v")]
struct Completions<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the completions, whose queue is left open.
fn completions(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "region_completions");
    parts.see("u_done", "queue", &[("ID", c.answer.tag_bits)]);
    let text = Completions { c, seen: parts.seen() }.render();
    let claim = ("ids are in use until their completion is taken", Method::Invariant);
    joined(c, "region_completions", claim, parts, text)
}

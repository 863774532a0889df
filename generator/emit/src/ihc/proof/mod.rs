//! What is to be proved of the IHC family's modules.

use askama::Template;
use teecast_spec::IhcSpec;

use super::context::Context;
use super::schedule::list;
use crate::common::{Cells, MemorySizes};
use crate::header::Header;
use crate::names::index_bits;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property, properties};

/// Returns the properties of the modules of a configuration; `starts` are the start slots of the
/// schedule, by ID.
///
/// **Source**: [LS94] IV; filter, stores, deliveries and events are ours.
pub fn properties(
    spec: &IhcSpec,
    header: &Header,
    modules: &Modules<'_>,
    starts: &[u32],
) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    if spec.filter {
        properties.push(due(c, starts));
    }
    properties.extend(cells(c, header));
    properties.push(node(c, modules));
    if spec.network {
        properties.push(network(c, modules, starts));
    }
    properties
}

properties! {
    #[derive(askama::Template)]
    "ihc", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    Relay "ihc/proof/ihc_relay.v" of "ihc_relay":
        "accepts what it has to; one slot later, nothing changed; wrong packets end as bad", Invariant
        if |_| true;
    Injector "ihc/proof/ihc_injector.v" of "ihc_injector":
        "sends the oldest whole frame of a round on each cycle in its stage", Invariant if |_| true;
    EventQueue "ihc/proof/ihc_event_queue.v" of "ihc_event_queue":
        "keeps events and their order; the last place says that some are lost", Induction if |_| true;
    Schedule "ihc/proof/ihc_schedule.v" of "ihc_schedule":
        "begins each stage in its slot, and the next round when all is over", Invariant
        if |c| c.options.network;
    Store "ihc/proof/ihc_store.v" of "ihc_store":
        "keeps each flit and each length in a place of its own", Induction if |_| true;
    // It knows the registers of the module, so that it follows from the cycle before, however many copies
    // there are.
    Delivery "ihc/proof/ihc_delivery.v" of "ihc_delivery":
        "delivers what came, in order; a majority is what its definition says", Induction if |_| true;
}

impl Context<'_> {
    /// Returns the largest number of bits of which the lowest one is picked: lanes of events.
    fn widest(&self) -> u32 {
        self.topology.cycles + 2
    }
}

/// Returns the properties of the shared modules, with sizes of a node.
fn cells(c: &Context<'_>, header: &Header) -> [Property; 2] {
    let cells = Cells::new("ihc", header);
    let (topology, buffers) = (&c.topology, &c.buffers);
    let copies = MemorySizes {
        width: c.options.width,
        depth: 2 * buffers.sources * buffers.data_depth,
        address: 1 + topology.id_bits + buffers.index_bits,
        registered: true,
        block: false,
    };
    let event = 4 + topology.id_bits;
    let word = topology.cycles * event + 1 + event;
    // The event of a delivery is the highest one.
    let lost = format!("{word}'d15 << {}", word - event);
    [cells.memory(&copies), cells.event_queue(word, c.events.address_bits, &lost)]
}

#[derive(Template)]
#[template(path = "ihc/proof/ihc_due.v")]
struct DueProperty<'a> {
    c: &'a Context<'a>,
    starts: String,
    nodes: String,
    slot_bits: u32,
}

/// Returns the property of what is due.
fn due(c: &Context<'_>, starts: &[u32]) -> Property {
    let (rings, nodes) = (c.options.rings(), c.topology.nodes);
    let names = (0..rings.count()).flat_map(|j| (0..nodes).map(move |id| (j, id)));
    // A slot of the round, and the nodes after it.
    let slot_bits = index_bits(c.schedule.round + nodes);
    let text = DueProperty {
        c,
        slot_bits,
        starts: list(starts.iter().copied(), slot_bits),
        nodes: list(names.map(|(j, id)| rings.node(j, id)), c.topology.id_bits),
    };
    Property::new(
        "ihc",
        (c.prefix, "ihc_due"),
        ("names the source of each slot as the schedule does", Method::Invariant),
        "ihc/proof/ihc_due.v",
        text.render(),
    )
}

#[derive(Template)]
#[template(path = "ihc/proof/ihc_node.v")]
struct Node<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a node, which are left open.
fn node(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "ihc_node");
    parts.see("u_injector", "injector", &[]);
    parts.see("u_delivery", "delivery", &[]);
    parts.see("u_event_queue", "queue", &[]);
    let cycles = c.topology.cycles;
    if c.options.filter {
        parts.see_all_in(|j| format!("gen_cycle[{j}].u_due"), cycles, "due", &[("j", 0)]);
    }
    parts.see_all(|j| format!("gen_cycle[{j}].u_relay"), cycles, "relay");
    parts.see_all(|j| format!("gen_cycle[{j}].u_store"), cycles, "store");
    let text = Node { c, seen: parts.seen() }.render();
    Property::new(
        "ihc",
        (c.prefix, "ihc_node"),
        ("joins relays, stores, injector, delivery and event queue", Method::Equivalence),
        "ihc/proof/ihc_node.v",
        text,
    )
    .with_parts(parts)
}

#[derive(Template)]
#[template(path = "ihc/proof/ihc_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
    ids: String,
    nexts: String,
    stages: String,
}

/// Returns the property of what joins the nodes and the schedule, which are left open.
fn network(c: &Context<'_>, modules: &Modules<'_>, starts: &[u32]) -> Property {
    let mut parts = Parts::of(modules, "ihc_network");
    parts.see("u_schedule", "schedule", &[]);
    parts.see_all(|v| format!("gen_node[{v}].u_node"), c.topology.nodes, "node");
    let (rings, bits) = (c.options.rings(), c.topology.id_bits);
    let all = (0..rings.nodes()).flat_map(|v| (0..rings.count()).map(move |j| (j, v)));
    let stage = |(j, v)| starts[rings.id(j, v) as usize] / c.schedule.pitch;
    let text = Network {
        c,
        seen: parts.seen(),
        ids: list(all.clone().map(|(j, v)| rings.id(j, v)), bits),
        nexts: list(all.clone().map(|(j, v)| rings.next(j, v)), bits),
        stages: list(all.map(stage), c.schedule.stage_bits),
    };
    Property::new(
        "ihc",
        (c.prefix, "ihc_network"),
        ("joins the nodes along the directed cycles, and nothing else", Method::Equivalence),
        "ihc/proof/ihc_network.v",
        text.render(),
    )
    .with_parts(parts)
}

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
    properties.extend([store(c), delivery(c), node(c, modules)]);
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
        "sends the oldest whole frame of a round on each cycle in its stage", Invariant
        with ["u_dut.u_data.words_q.place" = "watched_i"] if |_| true;
    EventQueue "ihc/proof/ihc_event_queue.v" of "ihc_event_queue":
        "keeps events and their order; the last place says that some are lost", Induction
        with ["u_dut.u_queue.u_events.words_q.place" = "watched_i", "kept" = "u_dut.u_queue.u_events.words_q.kept_q",
            "write" = "u_dut.u_queue.write_q", "read" = "u_dut.u_queue.read_q",
            "waiting" = "u_dut.u_queue.waiting_q",
            "shown" = "u_dut.done_q", "chosen" = "u_dut.chosen_q", "pop" = "u_dut.pop_q"] if |_| true;
    Schedule "ihc/proof/ihc_schedule.v" of "ihc_schedule":
        "begins each stage in its slot, and the next round when all is over", Invariant
        if |c| c.options.network;
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
    Property {
        family: "ihc",
        module: format!("{}ihc_due", c.prefix),
        summary: "names the source of each slot as the schedule does",
        method: Method::Invariant,
        top: "proof_ihc_due".to_string(),
        open: Vec::new(),
        nets: Vec::new(),
        text: text.render().expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "ihc/proof/ihc_store.v")]
struct Store<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of a store.
fn store(c: &Context<'_>) -> Property {
    let mut nets = vec![
        ("u_dut.u_data.words_q.place", "place_i"),
        ("u_dut.lengths_q.place", "copy_i"),
        ("kept", "u_dut.u_data.words_q.kept_q"),
        ("marked", "u_dut.lengths_q.kept_q"),
    ];
    if !c.options.filter {
        nets.push(("has", "u_dut.here_q"));
    }
    let text = Store { c }.render();
    Property {
        family: "ihc",
        module: format!("{}ihc_store", c.prefix),
        summary: "keeps each flit and each length in a place of its own",
        method: Method::Induction,
        top: "proof_ihc_store".to_string(),
        open: Vec::new(),
        nets: nets.iter().map(|(net, driver)| (net.to_string(), driver.to_string())).collect(),
        text: text.expect("templates write into a string") + "\n",
    }
}

#[derive(Template)]
#[template(path = "ihc/proof/ihc_delivery.v")]
struct Delivery<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the deliveries. It knows the registers of the module, so that it follows from
/// the cycle before, however many copies there are.
fn delivery(c: &Context<'_>) -> Property {
    let mut registers = vec![
        ("full", "full_q"),
        ("here", "here_q"),
        ("busy", "busy_q"),
        ("in_data", "data_q"),
        ("at", "place_q"),
        ("pick", "pick_q"),
        ("shown", "header_q"),
    ];
    registers.extend_from_slice(match c.majority() {
        true => &[
            ("step", "phase_q"),
            ("equal", "equal_q"),
            ("reads", "reads_q"),
            ("has_read", "compares_q"),
            ("over", "over_q"),
            ("differ", "differ"),
            ("turn", "turn_q"),
            ("leader", "winner_q"),
            ("most", "best_q"),
        ],
        false => &[("in_look", "looks_q"), ("rest", "rest_q")],
    });
    let of_module = |(net, register): &(&str, &str)| (net.to_string(), format!("u_dut.{register}"));
    Property {
        family: "ihc",
        module: format!("{}ihc_delivery", c.prefix),
        summary: "delivers what came, in order; a majority is what its definition says",
        method: Method::Induction,
        top: "proof_ihc_delivery".to_string(),
        open: Vec::new(),
        nets: registers.iter().map(of_module).collect(),
        text: Delivery { c }.render().expect("templates write into a string") + "\n",
    }
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
    Property {
        family: "ihc",
        module: format!("{}ihc_node", c.prefix),
        summary: "joins relays, stores, injector, delivery and event queue",
        method: Method::Equivalence,
        top: "proof_ihc_node".to_string(),
        open: parts.open(),
        nets: parts.nets(),
        text: text.expect("templates write into a string") + "\n",
    }
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
    Property {
        family: "ihc",
        module: format!("{}ihc_network", c.prefix),
        summary: "joins the nodes along the directed cycles, and nothing else",
        method: Method::Equivalence,
        top: "proof_ihc_network".to_string(),
        text: text.render().expect("templates write into a string") + "\n",
        open: parts.open(),
        nets: parts.nets(),
    }
}

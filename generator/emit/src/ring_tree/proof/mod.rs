//! What is to be proved of the ring-tree family's modules.

use askama::Template;
use teecast_spec::RingTreeSpec;

use super::context::Context;
use crate::common::{Cells, MemorySizes};
use crate::header::Header;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property, properties};

/// Returns the properties of the modules of a configuration.
///
/// **Source**: [Sun98] 3.2; store, ranks, tokens and events are ours.
pub fn properties(spec: &RingTreeSpec, header: &Header, modules: &Modules<'_>) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    let cells = Cells::new("ring_tree", header);
    let words = MemorySizes {
        width: c.stored_bits,
        depth: c.words,
        address: c.origin_bits,
        registered: true,
        block: c.needs_block(),
    };
    let events = MemorySizes {
        width: c.event_word_bits(),
        depth: 1 << c.event_bits,
        address: c.event_bits,
        registered: false,
        block: false,
    };
    properties.extend([
        cells.memory(&words),
        cells.memory(&events),
        cells.event_queue(events.width, events.address, "0"),
        member(c, modules),
        counts(c, modules),
        delivery(c, modules),
        node(c, modules),
        network(c, spec, modules),
    ]);
    properties
}

properties! {
    #[derive(askama::Template)]
    "ring_tree", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction if |_| true;
    Queue "ring_tree/proof/ring_tree_queue.v" of "ring_tree_queue":
        "shows each origin that waits once, round robin, with the word of the store", Invariant if |_| true;
    Inbox "ring_tree/proof/ring_tree_inbox.v" of "ring_tree_inbox":
        "shows what came in its order; of an origin that waits, what came last", Induction if |_| true;
    Update "ring_tree/proof/ring_tree_update.v" of "ring_tree_update":
        "changes the store by what is confirmed, and queues what changed", Induction if |_| true;
    Tables "ring_tree/proof/ring_tree_tables.v" of "ring_tree_tables":
        "has what the host wrote last, or what it came up with", Induction if |c| c.is_writable;
    EventQueue "ring_tree/proof/ring_tree_event_queue.v" of "ring_tree_event_queue":
        "keeps events and their order; the last place says that some are lost", Induction if |_| true;
    Ring "ring_tree/proof/ring_tree_ring.v" of "ring_tree_member":
        "brings each message of a ring to all its members and back; one token of a kind", Invariant
        open "ring_tree_queue" if |_| true;
}

impl Context<'_> {
    /// Returns the most virtual nodes of a node.
    fn rings(&self) -> usize {
        self.fullest().rings
    }

    /// Returns the requesters of an arbiter: virtual nodes, each twice.
    fn requesters(&self) -> usize {
        2 * self.rings()
    }

    /// Returns the largest number of bits of which the lowest one is picked: events of a cycle.
    fn widest(&self) -> usize {
        3 * self.rings()
    }

    /// Returns the bits of a place of the queue of events: its lanes, and its rings where tables may change them.
    fn event_word_bits(&self) -> u32 {
        let ring_bits = if self.is_writable { self.ring_bits } else { 0 };
        self.rings() as u32 * (3 + ring_bits)
    }

    /// Returns the registers on a ring with the most nodes.
    fn trip(&self) -> u32 {
        2 * (self.ring_size - 1)
    }
}

/// Returns a property of a module with open parts.
fn joined(
    c: &Context<'_>,
    (module, file): (&str, &str),
    claim: (&'static str, Method),
    parts: Parts<'_>,
    text: askama::Result<String>,
) -> Property {
    let path = format!("ring_tree/proof/{file}.v");
    Property::new("ring_tree", (c.prefix, module), claim, &path, text).with_parts(parts)
}

/// Returns the queue of a member, which is left open.
fn member_parts<'a>(modules: &'a Modules<'_>) -> Parts<'a> {
    let mut parts = Parts::of(modules, "ring_tree_member");
    parts.see("u_queue", "queue", &[]);
    parts
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_member.v")]
struct Member<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns what a member does with each slot.
fn member(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let parts = member_parts(modules);
    let text = Member { c, seen: parts.seen() }.render();
    let summary = "passes slots on, takes its own off, and knows when one is missing or changed";
    let member = ("ring_tree_member", "ring_tree_member");
    joined(c, member, (summary, Method::Invariant), parts, text)
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_member_counts.v")]
struct Counts<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns what a member counts.
fn counts(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let parts = member_parts(modules);
    let text = Counts { c, seen: parts.seen() }.render();
    let summary = "counts the slots under way and the messages without an answer";
    let member = ("ring_tree_member", "ring_tree_member_counts");
    joined(c, member, (summary, Method::Induction), parts, text)
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_delivery.v")]
struct Delivery<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns how the delivery uses its queue.
fn delivery(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "ring_tree_delivery");
    parts.see("u_queue", "queue", &[]);
    let text = Delivery { c, seen: parts.seen() }.render();
    let claim = ("hands on what its queue shows", Method::Equivalence);
    joined(c, ("ring_tree_delivery", "ring_tree_delivery"), claim, parts, text)
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_node.v")]
struct Node<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a node, which are left open.
fn node(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let (rings, ports) = (c.rings() as u32, c.fullest().ports.len() as u32);
    let scope = [("RINGS", rings), ("PORTS", ports)];
    let mut parts = Parts::of(modules, "ring_tree_node");
    if c.is_writable {
        parts.see("u_tables", "tables", &scope);
    }
    parts.see("u_update", "update", &scope);
    parts.see("u_delivery", "delivery", &[]);
    parts.see("u_event_queue", "events", &scope);
    parts.see_all(|r| format!("gen_ring[{r}].u_member"), rings, "member");
    parts.see_all(|r| format!("gen_ring[{r}].u_inbox"), rings, "inbox");
    let text = Node { c, seen: parts.seen() }.render();
    let claim = (
        "joins members, inboxes, store and ports; the barrier ends when all is held",
        Method::Invariant,
    );
    joined(c, ("ring_tree_node", "ring_tree_node"), claim, parts, text)
}

/// A port of a node, to one neighbour.
struct NodePort {
    node: u32,
    port: usize,
    /// The directed links of it.
    sent: usize,
    came: usize,
    /// The node is on a ring.
    is_on: bool,
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
    ways: Vec<NodePort>,
    /// Whether a node hears what a directed link carries, the last one first.
    heard: Vec<u8>,
}

/// Returns the property of what joins the nodes, which are left open.
fn network(c: &Context<'_>, spec: &RingTreeSpec, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "ring_tree_network");
    for place in c.places.iter().filter(|place| place.rings > 0) {
        let node = place.node;
        parts.see(&format!("u_node_{node}"), &format!("node_{node}"), &[]);
    }
    let graph = spec.graph();
    let is_on = |node: u32| c.places[node as usize].rings > 0;
    let port = |node: u32, to: u32| graph.neighbours(node).filter(|it| *it < to).count();
    let mut ways = Vec::new();
    let mut heard = Vec::new();
    for (link, [low, high]) in graph.pairs().into_iter().enumerate() {
        let (up, down) = (2 * link, 2 * link + 1);
        let way = |node, to, sent, came| NodePort {
            node,
            port: port(node, to),
            sent,
            came,
            is_on: is_on(node),
        };
        ways.extend([way(low, high, up, down), way(high, low, down, up)]);
        heard.extend([u8::from(is_on(high)), u8::from(is_on(low))]);
    }
    heard.reverse();
    let text = Network { c, seen: parts.seen(), ways, heard }.render();
    let claim = ("joins the nodes along the links, and nothing else", Method::Equivalence);
    joined(c, ("ring_tree_network", "ring_tree_network"), claim, parts, text)
}

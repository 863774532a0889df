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
    };
    properties.extend([
        cells.memory(&words),
        cells.event_queue(3 * c.rings() as u32, c.event_bits, "0"),
        member(c, modules),
        counts(c, modules),
        ring(c, modules),
        delivery(c, modules),
        event_queue(c),
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
        "serves all requesters round robin", Induction
        with ["later" = "u_dut.later_q", "fast_later" = "u_fast.later_q"] if |_| true;
    Queue "ring_tree/proof/ring_tree_queue.v" of "ring_tree_queue":
        "shows each origin that waits once, round robin, with the word of the store", Invariant
        with ["u_dut.u_words.words_q.place" = "watched_i"] if |_| true;
    Inbox "ring_tree/proof/ring_tree_inbox.v" of "ring_tree_inbox":
        "shows what came in its order; of an origin that waits, what came last", Induction
        with ["u_dut.u_words.words_q.place" = "watched_i", "u_dut.origins_q.place" = "place_i",
            "next_valid" = "u_dut.next_valid_q", "next_origin" = "u_dut.next_origin_q",
            "next_word" = "u_dut.u_words.read_data_o", "waits" = "u_dut.waits_q",
            "some" = "u_dut.waiting_q", "first" = "u_dut.read_q", "last" = "u_dut.write_q",
            "oldest" = "u_dut.oldest", "kept" = "u_dut.origins_q.kept_q", "kept_word" = "u_dut.u_words.words_q.kept_q"]
        if |_| true;
    Update "ring_tree/proof/ring_tree_update.v" of "ring_tree_update":
        "changes the store by what is confirmed, and queues what changed", Induction
        with ["u_dut.u_words.words_q.place" = "watched_i", "in_compare" = "u_dut.compare_q",
            "in_decide" = "u_dut.decide_q", "chosen" = "u_dut.chosen_q", "about" = "u_dut.origin_q",
            "kept" = "u_dut.u_words.words_q.kept_q", "read" = "u_dut.u_words.read_data_o",
            "old" = "u_dut.old_q",
            "is_other" = "u_dut.differs_q", "is_kept" = "u_dut.kept_q"] if |_| true;
    Tables "ring_tree/proof/ring_tree_tables.v" of "ring_tree_tables":
        "has what the host wrote last, or what it came up with", Induction if |c| c.is_writable;
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

    /// Returns the registers on a ring with the most nodes.
    fn trip(&self) -> u32 {
        2 * (self.ring_size - 1)
    }
}

/// Returns nets with their drivers as a property has them.
fn nets(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(net, driver)| (net.to_string(), driver.to_string())).collect()
}

/// Returns a property of a module with open parts.
fn of(
    c: &Context<'_>,
    module: &str,
    file: &str,
    method: Method,
    text: askama::Result<String>,
) -> Property {
    Property {
        family: "ring_tree",
        module: format!("{}{module}", c.prefix),
        summary: "",
        method,
        top: format!("proof_{file}"),
        open: Vec::new(),
        nets: Vec::new(),
        text: text.expect("templates write into a string") + "\n",
    }
}

/// Returns the queue of a member, and what leaves it without its queue.
fn member_parts<'a>(modules: &'a Modules<'_>, seen: &[(&str, &str)]) -> Parts<'a> {
    let mut parts = Parts::of(modules, "ring_tree_member");
    parts.see("u_queue", "queue", &[]);
    for (name, inside) in seen {
        parts.see_inside(name, 1, inside);
    }
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
    let parts = member_parts(modules, &[("beat", "sends_heartbeat")]);
    let text = Member { c, seen: parts.seen() }.render();
    let mut all = parts.nets();
    all.extend(nets(&[("u_dut.way_q.place", "watched_i")]));
    Property {
        summary: "passes slots on, takes its own off, and knows when one is missing or changed",
        open: parts.open(),
        nets: all,
        ..of(c, "ring_tree_member", "ring_tree_member", Method::Invariant, text)
    }
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_member_counts.v")]
struct Counts<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns what a member counts.
fn counts(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let inside =
        [("beat", "sends_heartbeat"), ("collects", "sends_collect"), ("releases", "sends_release")];
    let parts = member_parts(modules, &inside);
    let text = Counts { c, seen: parts.seen() }.render();
    let mut all = parts.nets();
    all.extend(nets(&[
        ("u_dut.way_q.place", "watched_i"),
        ("u_dut.wrongs_q.place", "place_i"),
        ("kept", "u_dut.way_q.kept_q"),
        ("kept_wrong", "u_dut.wrongs_q.kept_q"),
        ("returned", "u_dut.differs_origin_q"),
        ("due", "u_dut.due"),
        ("now", "u_dut.time_q"),
        ("over", "u_dut.warm_q"),
        ("sent", "u_dut.slots_q"),
        ("unanswered", "u_dut.messages_q"),
        ("lost", "u_dut.lost_q"),
        ("first", "u_dut.first_q"),
        ("last", "u_dut.end_q"),
    ]));
    Property {
        summary: "counts the slots under way and the messages without an answer",
        open: parts.open(),
        nets: all,
        ..of(c, "ring_tree_member", "ring_tree_member_counts", Method::Induction, text)
    }
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_ring.v")]
struct Ring<'a> {
    c: &'a Context<'a>,
}

/// Returns what the members of a ring do together.
fn ring(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    Property {
        summary: "brings each message of a ring to all its members and back; one token of a kind",
        open: member_parts(modules, &[]).open(),
        ..of(c, "ring_tree_member", "ring_tree_ring", Method::Invariant, Ring { c }.render())
    }
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
    Property {
        summary: "hands on what its queue shows",
        open: parts.open(),
        nets: parts.nets(),
        ..of(c, "ring_tree_delivery", "ring_tree_delivery", Method::Equivalence, text)
    }
}

#[derive(Template)]
#[template(path = "ring_tree/proof/ring_tree_event_queue.v")]
struct EventQueue<'a> {
    c: &'a Context<'a>,
}

/// Returns the property of the queue of events.
fn event_queue(c: &Context<'_>) -> Property {
    let all = nets(&[
        ("u_dut.u_queue.u_events.words_q.place", "watched_i"),
        ("kept", "u_dut.u_queue.u_events.words_q.kept_q"),
        ("write", "u_dut.u_queue.write_q"),
        ("read", "u_dut.u_queue.read_q"),
        ("done", "u_dut.done_q"),
        ("pop", "u_dut.pop"),
    ]);
    Property {
        summary: "keeps events and their order; the last place says that some are lost",
        nets: all,
        ..of(
            c,
            "ring_tree_event_queue",
            "ring_tree_event_queue",
            Method::Induction,
            EventQueue { c }.render(),
        )
    }
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
    Property {
        summary: "joins members, inboxes, store and ports; the barrier ends when all is held",
        open: parts.open(),
        nets: parts.nets(),
        ..of(c, "ring_tree_node", "ring_tree_node", Method::Invariant, text)
    }
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
    Property {
        summary: "joins the nodes along the links, and nothing else",
        open: parts.open(),
        nets: parts.nets(),
        ..of(c, "ring_tree_network", "ring_tree_network", Method::Equivalence, text)
    }
}

//! What is to be proved of the majority, whose duplicate check and memory are left open.

use askama::Template;

use super::super::Context;
use super::named;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "harts/proof/harts_majority.v")]
struct Majority<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the majority, which follows one open broadcast, and one group of its copies.
/// Duplicate check and memory are left open.
pub fn majority(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let data = u32::from(c.frame.max_data > 0);
    let offset = data * c.frame.offset_bits;
    let mut parts = Parts::of(modules, "harts_majority");
    parts.see("u_closed", "closed", &[]);
    if c.frame.max_data > 0 {
        let scope = [("W", c.frame.width), ("ADDRESS", c.majority.address_bits)];
        parts.see("u_memory", "memory", &scope);
    }
    // Name in the property, width, register, memory or wire.
    let name = c.topology.node_bits + 11;
    let inside = [
        ("kept_name", name, "names_q.kept_q"),
        ("kept_time", c.majority.time_bits, "times_q.kept_q"),
        ("kept_counts", 9, "counts_q.kept_q"),
        ("kept_size", 3, "sizes_q.kept_q"),
        ("kept_key", data * (c.frame.offset_bits + c.frame.width), "keys_q.kept_q"),
        ("state", 4, "state_q"),
        ("opens", c.majority.entries, "open_q"),
        ("now", c.majority.time_bits, "now_q"),
        ("head", c.frame.delivery_bits, "head_q"),
        ("pending", 1, "pending_q"),
        ("is_empty", 1, "empty_q"),
        ("spoilt", 1, "bad_q"),
        ("which", c.majority.entry_bits, "entry_q"),
        ("watch", c.majority.entry_bits, "watch_q"),
        ("scan", c.majority.entry_bits, "scan_q"),
        ("shown", name, "scan_name"),
        ("shown_counts", 9, "scan_counts"),
        ("found_free", 1, "found_free_q"),
        ("free", c.majority.entry_bits, "free_q"),
        ("oldest", c.majority.entry_bits, "oldest_q"),
        ("oldest_age", c.majority.time_bits, "oldest_age_q"),
        ("links", 6, "links_q"),
        ("groups", 3, "groups_q"),
        ("group", 3, "group_q"),
        ("best_count", 3, "best_count_q"),
        ("late_checked", 1, "late_checked_q"),
        ("close_named", 1, "close_named_q"),
        ("close_checked", 1, "close_checked_q"),
        ("closing_name", name, "closing_q"),
        ("best", 3 * data, "best_q"),
        ("closing_length", offset, "closing_length_q"),
        ("length", offset, "length_q"),
        ("flit", data * c.frame.width, "flit_q"),
        ("offset", offset, "offset_q"),
        ("ending", data, "last_q"),
    ];
    for (name, width, inside) in inside.into_iter().filter(|(_, width, _)| *width > 0) {
        parts.see_inside(name, width, inside);
    }
    let mut nets = named(&[
        ("u_dut.names_q.place", "entry_i"),
        ("u_dut.times_q.place", "entry_i"),
        ("u_dut.counts_q.place", "entry_i"),
        ("u_dut.sizes_q.place", "place"),
    ]);
    if c.frame.max_data > 0 {
        nets.extend(named(&[("u_dut.keys_q.place", "place")]));
    }
    nets.extend(parts.nets());
    let text = Majority { c, seen: parts.seen() }.render();
    Property {
        family: "harts",
        module: format!("{}harts_majority", c.prefix),
        summary: "makes one frame of the copies of each broadcast",
        method: Method::Induction,
        top: "proof_harts_majority".to_string(),
        open: parts.open(),
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

//! What is to be proved of the majority, whose duplicate check and memory are left open.

use askama::Template;

use super::super::Context;
use super::named;
use crate::emit::parts::{Parts, Seen};
use crate::emit::ports::Modules;
use crate::emit::proof::{Method, Statement};

#[derive(Template)]
#[template(path = "harts/proof/harts_majority.v")]
struct Majority<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what becomes of the copies of broadcasts; follows one message, and one group of it.
/// Duplicate check and memory are left open.
pub fn majority(c: &Context<'_>, modules: &Modules<'_>) -> Statement {
    let data = u32::from(c.max_data > 0);
    let offset = data * c.offset_bits;
    let mut parts = Parts::of(modules, "harts_majority");
    parts.see("u_closed", "closed", &[]);
    if c.max_data > 0 {
        parts.see("u_memory", "memory", &[("ADDRESS", c.majority_address_bits)]);
    }
    // Name in the statement, width, register, memory or wire.
    let name = c.id + 11;
    let inside = [
        ("kept_name", name, "names_q.kept_q"),
        ("kept_time", c.majority_time_bits, "times_q.kept_q"),
        ("kept_counts", 9, "counts_q.kept_q"),
        ("kept_size", 3, "sizes_q.kept_q"),
        ("kept_key", data * (c.offset_bits + c.w), "keys_q.kept_q"),
        ("state", 4, "state_q"),
        ("opens", c.entries, "open_q"),
        ("now", c.majority_time_bits, "now_q"),
        ("head", c.delivery_bits, "head_q"),
        ("pending", 1, "pending_q"),
        ("short", 1, "empty_q"),
        ("spoilt", 1, "bad_q"),
        ("which", c.entry_bits, "entry_q"),
        ("watch", c.entry_bits, "watch_q"),
        ("scan", c.entry_bits, "scan_q"),
        ("shown", name, "scan_name"),
        ("shown_counts", 9, "scan_counts"),
        ("found_free", 1, "found_free_q"),
        ("free", c.entry_bits, "free_q"),
        ("oldest", c.entry_bits, "oldest_q"),
        ("oldest_age", c.majority_time_bits, "oldest_age_q"),
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
        ("flit", data * c.w, "flit_q"),
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
    if c.max_data > 0 {
        nets.extend(named(&[("u_dut.keys_q.place", "place")]));
    }
    nets.extend(parts.nets());
    let text = Majority { c, seen: parts.seen() }.render();
    Statement {
        family: "harts",
        module: format!("{}harts_majority", c.p),
        property: "makes one frame of the copies of each broadcast",
        method: Method::Induction,
        top: "proof_harts_majority".to_string(),
        open: parts.open(),
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

//! What is to be proved of the buffer unit, whose sender and deliverer are left open.

use askama::Template;

use super::super::Context;
use super::{Lane, banks, named};
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "harts/proof/harts_buffer_unit.v")]
struct BufferUnit<'a> {
    c: &'a Context<'a>,
    ending_bits: u32,
    seen: &'a [PartPort],
}

/// Returns the property of the buffer unit, which follows one slot, and one flit in it. Sender and
/// deliverer are left open.
pub fn buffer_unit(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "harts_buffer_unit");
    parts.see("u_sender", "sender", &[]);
    parts.see("u_deliverer", "deliverer", &[]);
    let mut nets = named(&[
        ("u_dut.u_words.words_q.place", "watched_i"),
        ("u_dut.u_endings.words_q.place", "watched_i"),
        ("kept_word", "u_dut.u_words.words_q.kept_q"),
        ("kept_ending", "u_dut.u_endings.words_q.kept_q"),
        ("half_slots", "u_dut.half_q"),
        ("sender_done", "u_dut.sent_q"),
        ("sender_done_slot", "u_dut.sent_slot_q"),
        ("sender_done_both", "u_dut.both_q"),
        ("deliverer_done", "u_dut.delivered_q"),
        ("deliverer_done_slot", "u_dut.delivered_slot_q"),
    ]);
    match (c.frame.max_data > 0, c.options.bus) {
        (true, true) => nets.extend(named(&[
            ("u_dut.u_memory.words_q.place", "address"),
            ("kept_flit", "u_dut.u_memory.words_q.kept_q"),
        ])),
        (true, false) => {
            let banks = banks(c, "u_dut.u_memory.");
            nets.extend(
                banks.iter().map(|lane| (format!("{}.place", lane.memory), "row".to_string())),
            );
            let kept = |lane: &Lane| {
                let bank = ["kept_even", "kept_odd"][lane.bank];
                let bits = format!("{bank}[{}:{}]", lane.low + lane.width - 1, lane.low);
                (bits, format!("{}.kept_q", lane.memory))
            };
            nets.extend(banks.iter().map(kept));
        }
        (false, _) => {}
    }
    nets.extend(parts.nets());
    let ending_bits = if c.frame.max_data > 0 { c.frame.offset_bits + 1 } else { 1 };
    let text = BufferUnit { c, ending_bits, seen: parts.seen() }.render();
    Property {
        family: "harts",
        module: format!("{}harts_buffer_unit", c.prefix),
        summary: "keeps each packet for sender and deliverer until no copy of it is missing",
        method: Method::Induction,
        top: "proof_harts_buffer_unit".to_string(),
        open: parts.open(),
        nets,
        text: text.expect("templates write into a string") + "\n",
    }
}

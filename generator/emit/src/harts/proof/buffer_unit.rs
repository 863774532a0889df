//! What is to be proved of the buffer unit, whose sender and deliverer are left open.

use askama::Template;

use super::super::Context;
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
    let ending_bits = if c.frame.max_data > 0 { c.frame.offset_bits + 1 } else { 1 };
    let text = BufferUnit { c, ending_bits, seen: parts.seen() }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_buffer_unit"),
        (
            "keeps each packet for sender and deliverer until no copy of it is missing",
            Method::Induction,
        ),
        "harts/proof/harts_buffer_unit.v",
        text,
    )
    .with_parts(parts)
}

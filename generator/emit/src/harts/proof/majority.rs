//! What is to be proved of the majority, whose duplicate check and memory are left open.

use askama::Template;

use super::super::Context;
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
    let mut parts = Parts::of(modules, "harts_majority");
    parts.see("u_closed", "closed", &[]);
    if c.frame.max_data > 0 {
        let scope = [("W", c.frame.width), ("ADDRESS", c.majority.address_bits)];
        parts.see("u_memory", "memory", &scope);
    }
    let text = Majority { c, seen: parts.seen() }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_majority"),
        ("makes one frame of the copies of each broadcast", Method::Induction),
        "harts/proof/harts_majority.v",
        text,
    )
    .with_parts(parts)
}

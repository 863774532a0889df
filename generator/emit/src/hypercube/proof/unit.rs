//! What is to be proved of what joins the parts of a message handling unit, which are left open.

use askama::Template;

use super::super::Context;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "hypercube/proof/mhu_parts.v")]
struct Joined<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a unit.
pub fn parts(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "mhu");
    parts.see("u_input", "input", &[]);
    parts.see("u_store", "store", &[]);
    parts.see("u_voter", "voter", &[]);
    parts.see("u_controller", "controller", &[]);
    parts.see("u_slots", "slots", &[]);
    parts.see("u_data_buffer", "memory", &[]);
    parts.see("u_choices", "choices", &[]);
    parts.see("u_output", "output", &[]);
    let text = Joined { c, seen: parts.seen() }.render();
    Property::new(
        "hypercube",
        (c.prefix, "mhu"),
        ("joins its parts, each of which learns what it makes use of", Method::Induction),
        "hypercube/proof/mhu_parts.v",
        text,
    )
    .with_parts(parts)
}

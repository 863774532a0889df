//! What is to be proved of the reception, whose parts are left open.

use askama::Template;

use super::super::Context;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "harts/proof/harts_reception.v")]
struct Reception<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of the reception, whose arbiter, majority and port are left open.
pub fn reception(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "harts_reception");
    parts.see("u_port", "port", &[]);
    if c.options.majority {
        parts.see("u_majority", "majority", &[]);
    }
    if !c.options.bus {
        parts.see("u_arbiter", "arbiter", &[]);
    }
    let text = Reception { c, seen: parts.seen() }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_reception"),
        ("brings one packet after the other to the processor", Method::Invariant),
        "harts/proof/harts_reception.v",
        text,
    )
    .with_parts(parts)
}

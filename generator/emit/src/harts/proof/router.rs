//! What is to be proved of a router, whose parts are left open.

use askama::Template;
use teecast_spec::harts::DIRECTIONS;

use super::super::Context;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "harts/proof/harts_router.v")]
struct Router<'a> {
    c: &'a Context<'a>,
    /// What the sources of flits are called, what those of packets to be stored, and what joins them.
    sources: &'a [String],
    stores: &'a [String],
    joint: &'static str,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the parts of a router, which are left open.
pub fn router(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "harts_router");
    for d in 0..DIRECTIONS {
        let direction = format!("gen_direction[{d}]");
        let (receiver, transmitter) = (format!("receiver_{d}"), format!("link_{d}"));
        parts.see(&format!("{direction}.u_receiver"), &receiver, &[("d", d)]);
        parts.see(&format!("{direction}.u_transmitter"), &transmitter, &[]);
    }
    parts.see("u_injector", "injector", &[]);
    parts.see("u_reception", "exit", &[]);
    parts.see_all(|q| format!("gen_event[{q}].u_queue"), c.events.sources, "events");
    let scope = [("EVENTS", c.events.sources)];
    parts.see("u_event_collector", "collector", &scope);
    if c.options.bus {
        parts.see("u_bus", "bus", &[]);
        parts.see("u_buffer_unit", "unit_0", &[]);
    } else {
        parts.see("u_crossbar", "crossbar", &[]);
        for s in 0..c.buffers.units {
            let (slots, slot) = if s < DIRECTIONS {
                (c.buffers.count, c.buffers.index_bits)
            } else {
                (c.buffers.own_slots, 1)
            };
            let scope = [("s", s), ("SLOTS", slots), ("SLOT", slot)];
            parts.see(&format!("gen_store[{s}].u_buffer_unit"), &format!("unit_{s}"), &scope);
        }
    }
    let receivers = (0..DIRECTIONS).map(|d| format!("receiver_{d}"));
    let units = (0..c.buffers.units).map(|s| format!("unit_{s}"));
    let names: Vec<String> = receivers.clone().chain(units).collect();
    let storing: Vec<String> = receivers.chain(["injector".to_string()]).collect();
    let joint = if c.options.bus { "bus" } else { "crossbar" };
    let text = Router { c, sources: &names, stores: &storing, joint, seen: parts.seen() }.render();
    Property::new(
        "harts",
        (c.prefix, "harts_router"),
        ("joins receivers, transmitters, store, reception and events", Method::Equivalence),
        "harts/proof/harts_router.v",
        text,
    )
    .with_parts(parts)
}

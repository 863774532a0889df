//! What is to be proved of a hexagonal mesh, whose routers are left open.

use askama::Template;

use super::super::Context;
use crate::parts::{PartPort, Parts};
use crate::ports::Modules;
use crate::proof::{Method, Property};

#[derive(Template)]
#[template(path = "harts/proof/hexmesh_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    seen: &'a [PartPort],
}

/// Returns the property of what joins the routers of a hexagonal mesh, which are left open.
pub fn network(c: &Context<'_>, modules: &Modules<'_>) -> Property {
    let mut parts = Parts::of(modules, "hexmesh_network");
    parts.see_all(|v| format!("gen_node[{v}].u_router"), c.topology.nodes, "node");
    let text = Network { c, seen: parts.seen() }.render();
    Property::new(
        "harts",
        (c.prefix, "hexmesh_network"),
        ("joins neighbours, and nothing else", Method::Equivalence),
        "harts/proof/hexmesh_network.v",
        text,
    )
    .with_parts(parts)
}

//! What is to be proved of the region family's modules.

use std::borrow::Borrow;

use askama::Template;
use teecast_spec::RegionSpec;

use super::context::Context;
use crate::emit::header::Header;
use crate::emit::ports::Modules;
use crate::emit::proof::{Method, Property, properties};

/// Returns the properties of the modules of a configuration.
///
/// **Source**: [Had] 2 to 4; queues, order of grants, fairness and events are ours.
pub fn properties(spec: &RegionSpec, header: &Header, _modules: &Modules<'_>) -> Vec<Property> {
    let c = &Context::new(spec, header);
    let mut properties = render(c);
    let buffers = &c.buffers;
    properties.push(queue(c, buffers.link_depth, buffers.link_address_bits));
    if buffers.delivery_depth != buffers.link_depth {
        properties.push(queue(c, buffers.delivery_depth, buffers.delivery_address_bits));
    }
    properties
}

properties! {
    "region", Context;
    Lowest "common/proof/tee_lowest_set_bit.v" of "tee_lowest_set_bit":
        "picks the lowest of the bits that are set", Equivalence if |_| true;
    Arbiter "common/proof/tee_round_robin_arbiter.v" of "tee_round_robin_arbiter":
        "serves all requesters round robin", Induction with ["later" = "u_dut.later_q"] if |_| true;
    Corners "region/proof/region_corners.v" of "region_corners":
        "reads the corners of a header, and what is wrong with it", Equivalence if |_| true;
    Route "region/proof/region_route.v" of "region_route":
        "decides as the tree function does, hop by hop", Equivalence if |_| true;
}

impl Context<'_> {
    /// Returns how many input channels ask for an output.
    fn requesters(&self) -> u32 {
        self.topology.channels
    }

    /// Returns the largest number of bits of which the lowest one is picked.
    fn widest(&self) -> u32 {
        self.topology.channels.max(self.topology.requests)
    }

    /// Returns whether a copy through a port is in class 1, as an expression.
    // Templates pass fields by reference and literals by value.
    fn second_class(&self, port: impl Borrow<u32>) -> String {
        let port = port.borrow();
        if self.two_classes() { format!("second[{port}]") } else { "1'b0".to_string() }
    }
}

#[derive(Template)]
#[template(path = "region/proof/region_queue.v")]
struct Queue<'a> {
    c: &'a Context<'a>,
    depth: u32,
    address: u32,
}

/// Returns the property of a queue of so many flits.
fn queue(c: &Context<'_>, depth: u32, address: u32) -> Property {
    let text = Queue { c, depth, address }.render();
    let nets = [
        ("u_dut.flits_q.place", "watched_i"),
        ("kept", "u_dut.flits_q.kept_q"),
        ("write", "u_dut.write_q"),
        ("read", "u_dut.read_q"),
    ];
    Property {
        family: "region",
        module: format!("{}region_queue", c.prefix),
        summary: "keeps all flits and their order",
        method: Method::Induction,
        top: "proof_region_queue".to_string(),
        open: Vec::new(),
        nets: nets.map(|(net, driver)| (net.to_string(), driver.to_string())).to_vec(),
        text: text.expect("templates write into a string") + "\n",
    }
}

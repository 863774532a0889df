//! The modules of the HARTS family meant for direct use, with their ports.

use teecast_spec::HartsSpec;

use super::Context;
use crate::emit::bundle::{Direction, Port, Top};

/// Returns the top modules, largest first, with their ports in declaration order.
pub fn tops(c: &Context<'_>, spec: &HartsSpec) -> Vec<Top> {
    use Direction::{Input, Output};
    let port = |name: &str, direction, width, meaning: &str| Port {
        name: name.to_string(),
        direction,
        width,
        meaning: meaning.to_string(),
    };
    let clock = || {
        vec![
            port("clk_i", Input, 1, "clock, rising edge"),
            port("rst_ni", Input, 1, "synchronous reset, active low; one cycle empties everything"),
        ]
    };
    let streams = |nodes: u32| {
        [
            port("s_axis_tdata", Input, nodes * c.w, "flits from the processor"),
            port("s_axis_tvalid", Input, nodes, "a flit is offered"),
            port("s_axis_tready", Output, nodes, "the flit is taken"),
            port("s_axis_tlast", Input, nodes, "last flit of its frame"),
            port("m_axis_tdata", Output, nodes * c.w, "flits to the processor"),
            port("m_axis_tvalid", Output, nodes, "a flit is offered"),
            port("m_axis_tready", Input, nodes, "the flit is taken"),
            port("m_axis_tlast", Output, nodes, "last flit of its frame"),
            port("m_axis_tuser", Output, nodes, "bad frame, with tlast only"),
        ]
    };
    let reports = |nodes: u32, starts: &str| {
        [
            port("link_start_o", Output, nodes * 6, starts),
            port("event_valid_o", Output, nodes, "an event, one cycle"),
            port("event_code_o", Output, nodes * 4, "its code, see the events"),
        ]
    };
    let mut tops = Vec::new();
    let mut top = |name: &str, role: &str, ports: Vec<Port>| {
        tops.push(Top { module: format!("{}{name}", c.p), role: role.to_string(), ports });
    };
    if spec.network {
        let mut ports = clock();
        let meaning = "bit v: node v is faulty; changes only while empty or in reset";
        ports.push(port("faulty_i", Input, c.nodes, meaning));
        ports.extend(streams(c.nodes));
        ports.extend(reports(c.nodes, "bit 6*v + d: a packet starts on direction d of node v"));
        top("hexmesh_network", "all routers of the mesh and their links", ports);
    }
    let mut ports = clock();
    ports.push(port("local_address_i", Input, c.id, "number of this node"));
    ports.push(port("faulty_i", Input, 6, "bit d: the neighbour in direction d is faulty"));
    ports.extend(streams(1));
    for (suffix, direction, verb) in [("i", Input, "arriving"), ("o", Output, "leaving")] {
        let opposite = if direction == Input { Output } else { Input };
        let name = |stem: &str| format!("link_{stem}_{suffix}");
        let meaning = format!("{verb} flits, by direction of travel");
        ports.push(port(&name("data"), direction, 6 * c.w, &meaning));
        ports.push(port(&name("valid"), direction, 6, "a flit, one cycle"));
        ports.push(port(&name("last"), direction, 6, "last flit of its packet"));
        ports.push(port(&name("bad"), direction, 6, "bad packet, with last only"));
        let credit = if direction == Input { "credit_o" } else { "credit_i" };
        let meaning = "one cycle: a whole packet of this link and class may come";
        ports.push(port(credit, opposite, 6 * c.buffers, meaning));
    }
    ports.extend(reports(1, "bit d: a packet starts on direction d, one cycle"));
    top("harts_router", "router of one node", ports);
    tops
}

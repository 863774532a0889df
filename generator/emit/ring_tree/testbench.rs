//! The testbench of the ring-tree family.

use teecast_spec::RingTreeSpec;
use teecast_spec::topology::Topology;

use super::context::Context;
use crate::emit::bundle::RtlFile;
use crate::emit::dut::Dut;
use crate::emit::header::Header;
use crate::emit::names::index_bits;
use crate::emit::ports::Modules;
use crate::emit::testbench::{benches, part};

/// What the templates of the testbench need.
struct Bench<'a> {
    context: Context<'a>,
    prefix: &'a str,
    nodes: u32,
    links: u32,
    payload: u32,
    /// Most ports of a node.
    ports: u32,
    /// Bits of a delivery.
    beat: u32,
    /// Bits of the number of a fault: links, then nodes, then none.
    fault_bits: u32,
    /// Bits of the number of a directed link.
    way_bits: u32,
    test_ports: bool,
    modules: &'a Modules<'a>,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        self.context.banner(role)
    }

    /// Connects the network; the testbench keeps operations and faults.
    fn dut(&self) -> Dut {
        let links = format!("failed_q[{}:0]", self.links - 1);
        let given = [
            ("faulty_i", "dead"),
            ("link_faulty_i", &links),
            ("next_i", "turn"),
            ("expected_i", "expected_q"),
        ];
        Dut::new(self.modules, "ring_tree_network", &given)
    }

    /// Returns what each port of a node shows: number in the trace, and the busy link or nothing.
    fn marks(&self) -> Vec<(u32, String)> {
        let mut marks = Vec::new();
        for place in &self.context.places {
            // The last port stands first.
            let ports: Vec<usize> = place.ports.iter().rev().map(|port| port.sent).collect();
            for port in 0..self.ports {
                let busy = ports.get(port as usize).map(|way| format!("link_busy[{way}]"));
                let number = place.node * (self.ports + 1) + port;
                marks.push((number, busy.unwrap_or_else(|| "1'b0".to_string())));
            }
        }
        marks
    }
}

benches! {
    network_benches Bench;
    Network "ring_tree/testbench/ring_tree_network_tb.v";
}

/// Emits the testbench of the network.
pub fn files(spec: &RingTreeSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    let context = Context::new(spec, header);
    let (graph, nodes, links) = (spec.graph(), context.nodes, context.links);
    let bench = Bench {
        prefix: header.prefix.as_str(),
        nodes,
        links,
        payload: spec.payload,
        ports: (0..nodes).map(|node| graph.degree(node)).max().unwrap_or_default(),
        beat: spec.delivery_fields().iter().sum(),
        fault_bits: index_bits(nodes + links + 1),
        way_bits: index_bits(2 * links),
        test_ports: spec.test_ports,
        modules,
        context,
    };
    let prefix = bench.prefix;
    network_benches(&bench).into_iter().map(|(path, text)| part(prefix, path, &text)).collect()
}

//! The testbench of the ring-tree family.

use teecast_spec::RingTreeSpec;
use teecast_spec::topology::Topology;

use super::context::Context;
use crate::bundle::RtlFile;
use crate::dut::Dut;
use crate::header::Header;
use crate::names::index_bits;
use crate::ports::Modules;
use crate::testbench::{benches, part};

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
    /// Bits of a table write: valid, node, address, data.
    write_bits: u32,
    /// Nodes that were faulty at generation, as a number of n bits.
    gone: String,
    is_writable: bool,
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
        let bits = self.context.origin_bits;
        let node = format!("write[{bits}:1]");
        let address = format!("write[{}:{}]", bits + 16, bits + 1);
        let data = format!("write[{}:{}]", bits + 48, bits + 17);
        let given = [
            ("faulty_i", "dead"),
            ("link_faulty_i", &links),
            ("next_i", "turn"),
            ("expected_i", "expected_q"),
            ("config_valid_i", "config_now"),
            ("config_node_i", &node),
            ("config_address_i", &address),
            ("config_data_i", &data),
        ];
        let given = if self.is_writable { &given[..] } else { &given[..4] };
        Dut::new(self.modules, "ring_tree_network", given)
    }

    /// Returns the stream of table writes: after those of the nodes, and that of faults.
    fn writes(&self) -> u32 {
        self.nodes + 1
    }

    /// Returns the stream of garbled slots, the last one.
    fn garbles(&self) -> u32 {
        self.writes() + u32::from(self.is_writable)
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
    #[derive(askama::Template)]
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
        write_bits: 1 + context.origin_bits + 16 + 32,
        gone: gone(spec),
        is_writable: context.is_writable,
        test_ports: spec.test_ports,
        modules,
        context,
    };
    let prefix = bench.prefix;
    network_benches(&bench).into_iter().map(|(path, text)| part(prefix, path, &text)).collect()
}

/// Returns one bit a node, set for those that were faulty at generation.
fn gone(spec: &RingTreeSpec) -> String {
    let digit = |low: u32| {
        let is_gone = |bit: &u32| !spec.faults.lives(low + bit);
        let value: u32 = (0..4).filter(is_gone).map(|bit| 1 << bit).sum();
        char::from_digit(value, 16).expect("it has four bits")
    };
    let digits: String = (0..spec.nodes().div_ceil(4)).rev().map(|it| digit(4 * it)).collect();
    format!("{}'h{digits}", spec.nodes())
}

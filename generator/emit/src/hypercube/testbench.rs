//! The testbenches of the hypercube family.

use teecast_spec::HypercubeSpec;

use super::buffers::Buffers;
use super::context::{Context, Options, Topology};
use super::frame::FrameLayout;
use crate::bundle::RtlFile;
use crate::dut::Dut;
use crate::header::Header;
use crate::ports::Modules;
use crate::testbench::{benches, part};

/// What the templates of the hypercube's testbenches need.
struct Bench<'a> {
    header: &'a Header,
    prefix: &'a str,
    topology: Topology,
    frame: FrameLayout,
    buffers: Buffers,
    options: Options,
    modules: &'a Modules<'a>,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        let (topology, frame) = (&self.topology, &self.frame);
        let sizes = format!("n={} m={} W={}", topology.dimension, frame.rows, frame.width);
        self.header.banner(role, &sizes)
    }

    /// Connects a module under test: the router is node 0 without faulty neighbours.
    fn dut(&self, module: &str) -> Dut {
        let given: &[(&str, &str)] = match module {
            "hypercube_network" => &[("faulty_i", "faulty")],
            "hypercube_router" => &[("local_address_i", "{N{1'b0}}"), ("faulty_i", "{N{1'b0}}")],
            "mhu" => &[
                ("local_address_i", "address"),
                ("faulty_i", "faulty"),
                ("from_processor_i", "from_processor"),
                ("ascending_i", "|(channel[N-1:0] & address)"),
                ("own_dimension_i", "channel[N-1:0]"),
                ("s_axis_tdata", "played[W-1:0]"),
                ("s_axis_tuser", "played[W+3] && s_axis_tlast"),
                ("s_side_i", "{played[W+:3], played[W+4+:CLASS]}"),
            ],
            _ => &[],
        };
        Dut::new(self.modules, module, given)
    }
}

benches! {
    #[derive(askama::Template)]
    network_benches Bench;
    Network "hypercube/testbench/hypercube_network_tb.v";
    Sharing "hypercube/testbench/hypercube_network_tb.vlt";
}

benches! {
    #[derive(askama::Template)]
    part_benches Bench;
    Router "hypercube/testbench/hypercube_router_tb.v";
    Multicaster "hypercube/testbench/mhu_multicaster_tb.v";
    Unit "hypercube/testbench/mhu_tb.v";
    Broadcaster "hypercube/testbench/mhu_broadcaster_tb.v";
}

/// Emits the testbenches of the network, of the router and of single modules.
pub fn files(spec: &HypercubeSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    let Context { prefix, topology, frame, buffers, options, .. } = Context::new(spec, header);
    let bench = Bench { header, prefix, topology, frame, buffers, options, modules };
    let mut benches = if spec.network { network_benches(&bench) } else { Vec::new() };
    benches.extend(part_benches(&bench));
    benches.into_iter().map(|(path, text)| part(prefix, path, &text)).collect()
}

//! The testbenches of the hypercube family.

use teecast_spec::HypercubeSpec;

use crate::emit::bundle::RtlFile;
use crate::emit::dut::Dut;
use crate::emit::header::Header;
use crate::emit::names::index_bits;
use crate::emit::ports::Modules;
use crate::emit::testbench::{benches, part};

/// What the templates of the hypercube's testbenches need.
struct Bench<'a> {
    header: &'a Header,
    p: &'a str,
    n: u32,
    nodes: u32,
    m: u32,
    w: u32,
    classes: u32,
    class_bits: u32,
    ft: bool,
    lan: bool,
    modules: &'a Modules<'a>,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("n={} m={} W={}", self.n, self.m, self.w))
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
                ("s_axis_tuser", "played[W] && s_axis_tlast"),
                ("s_class_i", "played[W+1+:CLASS]"),
            ],
            _ => &[],
        };
        Dut::new(self.modules, module, given)
    }
}

benches! {
    network_benches Bench;
    Network "hypercube/testbench/hypercube_network_tb.v";
    Sharing "hypercube/testbench/hypercube_network_tb.vlt";
}

benches! {
    part_benches Bench;
    Router "hypercube/testbench/hypercube_router_tb.v";
    Multicaster "hypercube/testbench/mhu_multicaster_tb.v";
    Unit "hypercube/testbench/mhu_tb.v";
    Broadcaster "hypercube/testbench/mhu_broadcaster_tb.v";
}

/// Emits the testbenches of the network, of the router and of single modules.
pub fn files(spec: &HypercubeSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    let p = header.prefix.as_str();
    let bench = Bench {
        header,
        p,
        n: spec.n,
        nodes: spec.nodes(),
        m: spec.m,
        w: spec.width,
        classes: spec.classes,
        class_bits: index_bits(spec.classes),
        ft: spec.fault_tolerant,
        lan: spec.lan,
        modules,
    };
    let mut benches = if spec.network { network_benches(&bench) } else { Vec::new() };
    benches.extend(part_benches(&bench));
    benches.into_iter().map(|(path, text)| part(p, path, &text)).collect()
}

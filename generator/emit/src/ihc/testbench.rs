//! The testbench of the IHC family.

use teecast_spec::IhcSpec;

use crate::bundle::RtlFile;
use crate::dut::Dut;
use crate::header::Header;
use crate::names::index_bits;
use crate::ports::Modules;
use crate::testbench::{benches, part};

/// What the templates of the testbench need.
struct Bench<'a> {
    header: &'a Header,
    prefix: &'a str,
    network: String,
    nodes: u32,
    cycles: u32,
    width: u32,
    max_data: u32,
    id_bits: u32,
    /// Bits of the number of a link, v * gamma + j, or of a node after all links.
    link_bits: u32,
    test_ports: bool,
    modules: &'a Modules<'a>,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("{} W={}", self.network, self.width))
    }

    /// Connects the network; the testbench keeps the faults.
    fn dut(&self) -> Dut {
        let given = [("faulty_i", "faulty"), ("link_faulty_i", "link_faulty")];
        Dut::new(self.modules, "ihc_network", &given)
    }
}

benches! {
    #[derive(askama::Template)]
    network_benches Bench;
    Network "ihc/testbench/ihc_network_tb.v";
    Sharing "ihc/testbench/ihc_network_tb.vlt";
}

/// Emits the testbench of the network.
pub fn files(spec: &IhcSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    if !spec.network {
        return Vec::new();
    }
    let prefix = header.prefix.as_str();
    let bench = Bench {
        header,
        prefix,
        network: spec.short_name(),
        nodes: spec.nodes(),
        cycles: spec.cycles(),
        width: spec.width,
        max_data: spec.max_data,
        id_bits: spec.source_bits(),
        link_bits: index_bits(spec.nodes() * (spec.cycles() + 1)),
        test_ports: spec.test_ports,
        modules,
    };
    network_benches(&bench).into_iter().map(|(path, text)| part(prefix, path, &text)).collect()
}

//! The testbench of the region family.

use teecast_spec::RegionSpec;
use teecast_spec::region::{Answers, STATUS_BITS};

use crate::bundle::RtlFile;
use crate::dut::Dut;
use crate::header::Header;
use crate::ports::Modules;
use crate::testbench::{benches, part};

/// Bits of the code of an event.
const CODE_BITS: u32 = 4;

/// What the templates of the testbench need.
struct Bench<'a> {
    header: &'a Header,
    prefix: &'a str,
    mesh: String,
    nodes: u32,
    ports: u32,
    width: u32,
    answers: bool,
    replies: bool,
    event_bits: u32,
    source_bits: u32,
    handle_bits: u32,
    modules: &'a Modules<'a>,
}

impl Bench<'_> {
    fn banner(&self, role: &str) -> String {
        self.header.banner(role, &format!("mesh={} W={}", self.mesh, self.width))
    }

    /// Connects a module under test.
    fn dut(&self, module: &str) -> Dut {
        Dut::new(self.modules, module, &[])
    }
}

benches! {
    #[derive(askama::Template)]
    network_benches Bench;
    Network "region/testbench/region_network_tb.v";
    Sharing "region/testbench/region_network_tb.vlt";
}

benches! {
    #[derive(askama::Template)]
    repliers Bench;
    Replier "region/testbench/region_replier.v";
}

/// Emits the testbench of the network.
pub fn files(spec: &RegionSpec, header: &Header, modules: &Modules<'_>) -> Vec<RtlFile> {
    if !spec.network {
        return Vec::new();
    }
    let prefix = header.prefix.as_str();
    let bench = Bench {
        header,
        prefix,
        mesh: spec.mesh_name(),
        nodes: spec.nodes(),
        ports: spec.ports(),
        width: spec.width,
        answers: spec.answers.any(),
        replies: spec.answers == Answers::Reply,
        event_bits: CODE_BITS + spec.id_bits() + STATUS_BITS,
        source_bits: spec.source_bits(),
        handle_bits: spec.handle_bits(),
        modules,
    };
    let repliers = if bench.replies { repliers(&bench) } else { Vec::new() };
    let files = repliers.into_iter().chain(network_benches(&bench));
    files.map(|(path, text)| part(prefix, path, &text)).collect()
}

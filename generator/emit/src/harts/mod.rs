//! Emits the HARTS family: routers with k-reliable broadcast on the wrapped hexagonal mesh.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken in Rust; the
//! templates hold text only.

mod buffers;
mod context;
mod datasheet;
mod expected;
mod frame;
mod ports;
pub mod proof;
mod testbench;
mod theorems;

use askama::Template;
use serde_json::Value;
use teecast_spec::HartsSpec;

pub use self::context::Context;
use crate::bundle::{RtlBundle, RtlFile, modules};
use crate::common;
use crate::diagram::Blocks;
use crate::emitter::Emitter;
use crate::header::Header;
use crate::ports::{Meaning, Modules, Role};
use crate::theorem::Hypothesis;

// Leaf modules first: the order of the file list.
modules! {
    #[derive(askama::Template)]
    Context HartsSpec;
    RoutingTags "harts/rtl/harts_routing_tags.v" if |_, _| true;
    TagUpdate "harts/rtl/harts_tag_update.v" if |_, _| true;
    Class "harts/rtl/harts_class.v" if |_, _| true;
    Room "harts/rtl/harts_room.v" if |_, _| true;
    DirectionChoice "harts/rtl/harts_direction_choice.v" if |_, _| true;
    ExpectedHeader "harts/rtl/harts_expected_header.v" if |c, _| c.options.filter;
    DuplicateCheck "harts/rtl/harts_duplicate_check.v" if |_, _| true;
    LinkParser "harts/rtl/harts_link_parser.v" if |_, _| true;
    Receiver "harts/rtl/harts_receiver.v" if |_, _| true;
    Transmitter "harts/rtl/harts_transmitter.v" if |_, _| true;
    Injector "harts/rtl/harts_injector.v" if |_, _| true;
    Bus "harts/rtl/harts_bus.v" if |c, _| c.options.bus;
    Crossbar "harts/rtl/harts_crossbar.v" if |c, _| !c.options.bus;
    RelayEngine "harts/rtl/harts_relay_engine.v" if |_, _| true;
    PacketBanks "harts/rtl/harts_packet_banks.v" if |c, _| c.frame.max_data > 0 && !c.options.bus;
    Sender "harts/rtl/harts_sender.v" if |_, _| true;
    Deliverer "harts/rtl/harts_deliverer.v" if |_, _| true;
    BufferUnit "harts/rtl/harts_buffer_unit.v" if |_, _| true;
    DeliveryPort "harts/rtl/harts_delivery_port.v" if |_, _| true;
    ClosedMessages "harts/rtl/harts_closed_messages.v" if |c, _| c.options.majority;
    Majority "harts/rtl/harts_majority.v" if |c, _| c.options.majority;
    ReceptionUnit "harts/rtl/harts_reception.v" if |_, _| true;
    Router "harts/rtl/harts_router.v" if |_, _| true;
}

#[derive(Template)]
#[template(path = "harts/rtl/hexmesh_network.v")]
struct Network<'a> {
    c: &'a Context<'a>,
    tapped: bool,
}

impl Emitter for HartsSpec {
    /// **Source**: [KS91]; the structured packet store, refusals and majorities are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let c = Context::new(self, header);
        let mut files = render(&c, self);
        if self.network {
            let network = Network { c: &c, tapped: false };
            let text = network.render().expect("templates write into a string");
            files.push(RtlFile::module(c.header, "harts/rtl/hexmesh_network.v", text));
        }
        let files = common::with_shared(header, files);
        let tops = Modules::new(&files, c.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "harts", files, tops }
    }

    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
        testbench::files(self, header, bundle)
    }

    fn chapter(&self, prefix: &str) -> String {
        datasheet::chapter(self, prefix)
    }

    fn roles(&self) -> &'static [Role] {
        ports::ROLES
    }

    fn meanings(&self) -> &'static [Meaning] {
        ports::MEANINGS
    }

    fn hop(&self) -> u32 {
        context::hop(self)
    }

    fn hypotheses(&self) -> &'static [Hypothesis] {
        theorems::HYPOTHESES
    }

    fn theorems(&self) -> Vec<&'static str> {
        theorems::theorems(self)
    }

    fn blocks(&self) -> Blocks {
        datasheet::blocks(self)
    }

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}

/// Emits the network whose nodes a testbench can play, `hexmesh_network_tapped`.
pub fn tapped_network(spec: &HartsSpec, header: &Header) -> RtlFile {
    let c = Context::new(spec, header);
    let network = Network { c: &c, tapped: true };
    let text = network.render().expect("templates write into a string") + "\n";
    RtlFile { path: format!("testbench/{}hexmesh_network_tapped.v", c.prefix), text }
}

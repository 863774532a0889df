//! Emits the IHC family: nodes that broadcast to all others at once, on Hamiltonian cycles.
//!
//! All decisions about structure (widths, tables, which modules exist) are taken in `context` and
//! `schedule`; the templates hold text only.

mod context;
mod datasheet;
mod ports;
pub mod proof;
mod schedule;
mod testbench;
mod theorems;

use serde_json::Value;
use teecast_spec::IhcSpec;

use crate::bundle::{RtlBundle, RtlFile, modules};
use crate::common;
use crate::diagram::Blocks;
use crate::emitter::Emitter;
use crate::header::Header;
use crate::ports::{Meaning, Modules, Role};
use crate::theorem::Hypothesis;
use context::Context;

// Leaf modules first: the order of the file list.
modules! {
    #[derive(askama::Template)]
    Context IhcSpec;
    Due "ihc/rtl/ihc_due.v" if |_, spec| spec.filter;
    Relay "ihc/rtl/ihc_relay.v" if |_, _| true;
    Store "ihc/rtl/ihc_store.v" if |_, _| true;
    Injector "ihc/rtl/ihc_injector.v" if |_, _| true;
    Delivery "ihc/rtl/ihc_delivery.v" if |_, _| true;
    EventQueue "ihc/rtl/ihc_event_queue.v" if |_, _| true;
    Node "ihc/rtl/ihc_node.v" if |_, _| true;
    Schedule "ihc/rtl/ihc_schedule.v" if |_, spec| spec.network;
    Network "ihc/rtl/ihc_network.v" if |_, spec| spec.network;
}

impl Emitter for IhcSpec {
    /// **Source**: [LS94] III and IV; filter, stores, deliveries and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let files = common::with_shared(header, render(&context, self));
        let tops = Modules::new(&files, context.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "ihc", files, tops }
    }

    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
        testbench::files(self, header, &Modules::new(&bundle.files, &header.prefix))
    }

    fn chapter(&self, _: &str) -> String {
        datasheet::chapter(self)
    }

    fn roles(&self) -> &'static [Role] {
        ports::ROLES
    }

    fn meanings(&self) -> &'static [Meaning] {
        ports::MEANINGS
    }

    fn hop(&self) -> u32 {
        context::HOP
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

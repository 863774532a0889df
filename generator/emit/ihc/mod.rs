//! Emits the IHC family: nodes that broadcast to all others at once, on Hamiltonian cycles.
//!
//! All decisions about structure (widths, tables, which modules exist) are taken in `context` and
//! `schedule`; the templates hold text only.

mod context;
mod datasheet;
mod ports;
pub mod proof;
mod schedule;

use askama::Template;
use serde_json::Value;
use teecast_spec::IhcSpec;

use crate::emit::bundle::{RtlBundle, RtlFile};
use crate::emit::common;
use crate::emit::emitter::Emitter;
use crate::emit::header::Header;
use crate::emit::ports::{Meaning, Modules, Role};
use context::Context;

/// Declares one template type for each module, and the function that renders them in order.
macro_rules! modules {
    ($($kind:ident $path:literal if $wanted:expr;)*) => {
        $(
            #[derive(Template)]
            #[template(path = $path)]
            struct $kind<'a> { c: &'a Context<'a> }
        )*

        fn render(c: &Context<'_>, spec: &IhcSpec) -> Vec<RtlFile> {
            let mut files = Vec::new();
            $(
                let wanted: fn(&IhcSpec) -> bool = $wanted;
                if wanted(spec) {
                    let text = $kind { c }.render().expect("templates write into a string");
                    let name = $path.rsplit('/').next().unwrap_or($path);
                    let path = format!("ihc/{}{name}", c.prefix);
                    files.push(RtlFile { path, text: text + "\n" });
                }
            )*
            files
        }
    };
}

// Leaf modules first: the order of the file list.
modules! {
    Due "ihc/rtl/ihc_due.v" if |spec| spec.filter;
    Relay "ihc/rtl/ihc_relay.v" if |_| true;
    Store "ihc/rtl/ihc_store.v" if |_| true;
    Injector "ihc/rtl/ihc_injector.v" if |_| true;
    Delivery "ihc/rtl/ihc_delivery.v" if |_| true;
    EventQueue "ihc/rtl/ihc_event_queue.v" if |_| true;
    Node "ihc/rtl/ihc_node.v" if |_| true;
    Schedule "ihc/rtl/ihc_schedule.v" if |spec| spec.network;
    Network "ihc/rtl/ihc_network.v" if |spec| spec.network;
}

impl Emitter for IhcSpec {
    /// **Source**: [LS94] III and IV; filter, stores, deliveries and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let mut files = common::files(header);
        files.extend(render(&context, self));
        let tops = Modules::new(&files, context.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "ihc", files, tops }
    }

    fn testbenches(&self, _: &Header, _: &RtlBundle) -> Vec<RtlFile> {
        Vec::new()
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

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}

//! Emits the region family: routers with corner-first broadcast to regions of a mesh.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken in
//! `context`; the templates hold text only.

mod context;
mod datasheet;
mod frame;
mod ports;
pub mod proof;
mod testbench;

use askama::Template;
use serde_json::Value;
use teecast_spec::RegionSpec;

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

        fn render(c: &Context<'_>, spec: &RegionSpec) -> Vec<RtlFile> {
            let mut files = Vec::new();
            $(
                let wanted: fn(&RegionSpec) -> bool = $wanted;
                if wanted(spec) {
                    let text = $kind { c }.render().expect("templates write into a string");
                    let name = $path.rsplit('/').next().unwrap_or($path);
                    let path = format!("region/{}{name}", c.prefix);
                    files.push(RtlFile { path, text: text + "\n" });
                }
            )*
            files
        }
    };
}

// Leaf modules first: the order of the file list.
modules! {
    Queue "region/rtl/region_queue.v" if |_| true;
    Route "region/rtl/region_route.v" if |_| true;
    Input_ "region/rtl/region_input.v" if |_| true;
    Corners "region/rtl/region_corners.v" if |_| true;
    Injector "region/rtl/region_injector.v" if |_| true;
    Output_ "region/rtl/region_output.v" if |_| true;
    Delivery "region/rtl/region_delivery.v" if |_| true;
    Router "region/rtl/region_router.v" if |_| true;
    Network "region/rtl/region_network.v" if |spec| spec.network;
}

impl Emitter for RegionSpec {
    /// **Source**: [Had] 2 to 4; queues, order of grants, fairness and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let mut files = common::files(header);
        files.extend(render(&context, self));
        let tops = Modules::new(&files, context.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "region", files, tops }
    }

    fn testbenches(&self, header: &Header, bundle: &RtlBundle) -> Vec<RtlFile> {
        testbench::files(self, header, &Modules::new(&bundle.files, &header.prefix))
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

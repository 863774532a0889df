//! Emits the region family: routers with corner-first broadcast to regions of a mesh.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken in
//! `context`; the templates hold text only.

mod answer;
mod context;
mod datasheet;
mod frame;
mod ports;
pub mod proof;
mod testbench;
mod theorems;

use serde_json::Value;
use teecast_spec::RegionSpec;
use teecast_spec::region::Answers;

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
    Context RegionSpec;
    Route "region/rtl/region_route.v" if |_, _| true;
    Input_ "region/rtl/region_input.v" if |_, _| true;
    Corners "region/rtl/region_corners.v" if |_, _| true;
    Injector "region/rtl/region_injector.v" if |_, _| true;
    Turn "region/rtl/region_turn.v" if |_, spec| spec.virtual_channels == 1;
    Tags "region/rtl/region_tags.v" if |_, spec| spec.answers.any();
    Rows "region/rtl/region_rows.v" if |_, spec| spec.answers.any();
    Answers_ "region/rtl/region_answers.v" if |_, spec| spec.answers.any();
    Completions "region/rtl/region_completions.v" if |_, spec| spec.answers.any();
    Replies "region/rtl/region_replies.v" if |_, spec| spec.answers == Answers::Reply;
    Output_ "region/rtl/region_output.v" if |_, _| true;
    Delivery "region/rtl/region_delivery.v" if |_, _| true;
    Router "region/rtl/region_router.v" if |_, _| true;
    Network "region/rtl/region_network.v" if |_, spec| spec.network;
}

impl Emitter for RegionSpec {
    /// **Source**: [Had] 2 to 4; queues, order of grants, fairness and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let files = common::with_shared(header, render(&context, self));
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

    fn hop(&self) -> u32 {
        context::hop(self)
    }

    fn advice(&self) -> Option<String> {
        datasheet::advice(self)
    }

    fn hypotheses(&self) -> &'static [Hypothesis] {
        theorems::HYPOTHESES
    }

    fn theorems(&self) -> Vec<&'static str> {
        theorems::theorems(self).to_vec()
    }

    fn blocks(&self) -> Blocks {
        datasheet::blocks(self)
    }

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}

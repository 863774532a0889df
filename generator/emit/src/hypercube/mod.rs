//! Emits the hypercube family: routers with multicast and fault-tolerant broadcast.
//!
//! All decisions about structure (widths, places of fields, which modules exist) are taken in Rust; the
//! templates hold text only.

mod buffers;
mod context;
mod datasheet;
mod frame;
mod ports;
pub mod proof;
mod testbench;
mod theorems;

use serde_json::Value;
use teecast_spec::HypercubeSpec;

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
    Context HypercubeSpec;
    Decoder "hypercube/rtl/mhu_decoder.v" if |c, _| !c.vote.nca;
    Score "hypercube/rtl/mhu_score.v" if |c, _| c.vote.look2;
    MaximumChecker "hypercube/rtl/mhu_maximum_checker.v" if |c, _| !c.vote.nca;
    ColumnSelector "hypercube/rtl/mhu_column_selector.v" if |c, _| !c.vote.nca;
    AddressScanner "hypercube/rtl/mhu_address_scanner.v" if |c, _| !c.vote.nca;
    Voter "hypercube/rtl/mhu_voter.v" if |_, _| true;
    Multicaster "hypercube/rtl/mhu_multicaster.v" if |_, _| true;
    Direction_ "hypercube/rtl/mhu_direction.v" if |c, _| c.vote.nca;
    BranchControl "hypercube/rtl/mhu_branch_control.v" if |c, _| c.options.fault_tolerant;
    Broadcaster "hypercube/rtl/mhu_broadcaster.v" if |_, _| true;
    Position "hypercube/rtl/mhu_position.v" if |_, _| true;
    TypeChecker "hypercube/rtl/mhu_type_checker.v" if |_, _| true;
    MatchingChecker "hypercube/rtl/mhu_matching_checker.v" if |_, _| true;
    Converter "hypercube/rtl/mhu_converter.v" if |_, _| true;
    Input_ "hypercube/rtl/mhu_input.v" if |_, _| true;
    RowReader "hypercube/rtl/mhu_row_reader.v" if |_, _| true;
    Store "hypercube/rtl/mhu_store.v" if |_, _| true;
    Unicast "hypercube/rtl/mhu_unicast.v" if |_, _| true;
    Controller "hypercube/rtl/mhu_controller.v" if |_, _| true;
    Slots "hypercube/rtl/mhu_slots.v" if |_, _| true;
    Choices "hypercube/rtl/mhu_choices.v" if |_, _| true;
    Output_ "hypercube/rtl/mhu_output.v" if |_, _| true;
    Unit "hypercube/rtl/mhu.v" if |_, _| true;
    Credit "hypercube/rtl/hypercube_credit_counter.v" if |_, _| true;
    Mux "hypercube/rtl/hypercube_flit_mux.v" if |_, _| true;
    Link "hypercube/rtl/hypercube_link_output.v" if |_, _| true;
    Delivery "hypercube/rtl/hypercube_delivery_output.v" if |_, _| true;
    Router "hypercube/rtl/hypercube_router.v" if |_, _| true;
    Network "hypercube/rtl/hypercube_network.v" if |_, spec| spec.network;
}

impl Emitter for HypercubeSpec {
    /// **Source**: [Lan88] chapters 6 and 7; buffer classes and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let files = common::with_shared(header, render(&context, self));
        let tops = Modules::new(&files, context.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "hypercube", files, tops }
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

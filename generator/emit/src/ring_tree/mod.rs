//! Emits the ring-tree family: nodes that broadcast to all others on a tree of virtual rings.
//!
//! All decisions about structure (widths, tables, links) are taken in `context`; the templates hold
//! text only.

mod context;
mod datasheet;
mod ports;
pub mod proof;
mod testbench;
mod theorems;

use serde_json::Value;
use teecast_spec::RingTreeSpec;

use crate::bundle::{RtlBundle, RtlFile, Tied, modules};
use crate::common;
use crate::diagram::Blocks;
use crate::emitter::Emitter;
use crate::header::Header;
use crate::ports::{Meaning, Modules, Role};
use crate::theorem::Hypothesis;
use context::Context;
pub use context::TURN;

// Leaf modules first: the order of the file list.
modules! {
    #[derive(askama::Template)]
    Context RingTreeSpec;
    Queue "ring_tree/rtl/ring_tree_queue.v" if |_, _| true;
    Inbox "ring_tree/rtl/ring_tree_inbox.v" if |_, _| true;
    Update "ring_tree/rtl/ring_tree_update.v" if |_, _| true;
    Member "ring_tree/rtl/ring_tree_member.v" if |_, _| true;
    Delivery "ring_tree/rtl/ring_tree_delivery.v" if |_, _| true;
    EventQueue "ring_tree/rtl/ring_tree_event_queue.v" if |_, _| true;
    Tables "ring_tree/rtl/ring_tree_tables.v" if |c, _| c.is_writable;
    Node "ring_tree/rtl/ring_tree_node.v" if |_, _| true;
    Network "ring_tree/rtl/ring_tree_network.v" if |_, _| true;
}

/// Returns the node with the most virtual nodes and ports, as the network has it.
///
/// # Panics
/// A network has a node.
pub fn fullest_node(spec: &RingTreeSpec, header: &Header) -> Tied {
    let context = Context::new(spec, header);
    let place = context.fullest();
    let origin_bits = spec.slot_fields()[4];
    Tied {
        parameters: vec![("PORTS", place.ports.len()), ("RINGS", place.rings)],
        constants: vec![
            ("node_i", format!("{origin_bits}'d{}", place.node)),
            ("rings_i", place.ring_ids.clone()),
            ("positions_i", place.positions.clone()),
            ("lengths_i", place.lengths.clone()),
            ("in_ports_i", place.in_ports.clone()),
            ("gates_i", place.gates.clone()),
            ("sources_i", place.sources.clone()),
        ],
    }
}

impl Emitter for RingTreeSpec {
    /// **Source**: [Sun98] 3.2; store, ranks, tokens and events are ours.
    fn bundle(&self, header: &Header) -> RtlBundle {
        let context = Context::new(self, header);
        let files = common::with_shared(header, render(&context, self));
        let tops = Modules::new(&files, context.prefix).tops(ports::ROLES, ports::MEANINGS);
        RtlBundle { family: "ring_tree", files, tops }
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

    fn origin_bits(&self) -> u32 {
        self.delivery_fields()[0]
    }

    fn hypotheses(&self) -> &'static [Hypothesis] {
        theorems::HYPOTHESES
    }

    fn theorems(&self) -> Vec<&'static str> {
        theorems::THEOREMS.to_vec()
    }

    fn blocks(&self) -> Blocks {
        datasheet::blocks(self)
    }

    fn derived(&self) -> Value {
        serde_json::to_value(datasheet::Derived::new(self)).expect("the keys are strings")
    }
}

//! Networks in files, in all three formats.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast_spec::topology::{Graph, GraphFormat, Topology};

const MOST: u32 = 40;

fuzz_target!(|text: &str| {
    for format in [GraphFormat::Json, GraphFormat::Toml, GraphFormat::Links] {
        if let Ok(graph) = Graph::parse(text, format, MOST) {
            assert!((2..=MOST).contains(&graph.nodes()));
            assert!(graph.pairs().len() as u32 >= graph.nodes() - 1, "it is connected");
        }
    }
});

//! Networks in files, as bytes of every format and of the one that they look like.

#![no_main]

use libfuzzer_sys::fuzz_target;
use teecast_spec::text;
use teecast_spec::topology::{GraphFile, GraphFormat, Limits, Topology};

const MOST: u32 = 40;

fuzz_target!(|bytes: &[u8]| {
    let refuse = |name: &str| if text::is_plain(name) { None } else { Some(text::RULE) };
    let limits = Limits { nodes: MOST, refuse };
    for format in GraphFormat::ALL.map(Some).into_iter().chain([None]) {
        let Ok(file) = GraphFile::read(bytes, format, limits) else { continue };
        assert!((2..=MOST).contains(&file.graph.nodes()));
        assert!(file.graph.pairs().len() as u32 >= file.graph.nodes() - 1, "it is connected");
        assert!([0, file.graph.nodes() as usize].contains(&file.names.len()));
        let copy = GraphFile::read(file.json("copy").as_bytes(), None, limits).expect("it is ours");
        assert_eq!((copy.graph, copy.names), (file.graph, file.names));
    }
});

//! The network of a command and its tree of rings; what documents say of both.

use schemars::JsonSchema;
use serde::Serialize;
use teecast_spec::RawConfig;
use teecast_spec::ring_tree::{
    FAULTY_LINKS, FAULTY_NODES, GRAPH, GRAPH_FORMAT, Network, RING_SIZE, RingTreeSpec, WALK,
};
use teecast_spec::topology::GraphFormat;
use teecast_spec::topology::ring_tree::{RingTree, Walk};

use crate::terminal::error::Error;
use crate::terminal::input::{first_bytes, warn_of};
use crate::terminal::value::one_of;

/// The most nodes of a picture.
pub const MOST_DRAWN: u32 = 256;

/// Options that give the network and what is faulty in it.
#[derive(clap::Args)]
pub struct Size {
    /// The name of the network, or the path of a file.
    #[arg(long, value_name = GRAPH.value_name, help = GRAPH.help())]
    pub graph: String,

    /// What the file of the network is.
    #[arg(long, value_name = GRAPH_FORMAT.value_name, help = GRAPH_FORMAT.help())]
    #[arg(value_parser = one_of(&GraphFormat::ALL, GraphFormat::name))]
    pub graph_format: Option<GraphFormat>,

    /// Nodes that rings avoid.
    #[arg(long, value_name = FAULTY_NODES.value_name, help = FAULTY_NODES.help)]
    #[arg(default_value = FAULTY_NODES.default, allow_hyphen_values = true)]
    pub faulty_nodes: String,

    /// Links that rings avoid.
    #[arg(long, value_name = FAULTY_LINKS.value_name, help = FAULTY_LINKS.help)]
    #[arg(default_value = FAULTY_LINKS.default, allow_hyphen_values = true)]
    pub faulty_links: String,
}

impl Size {
    /// Returns the configuration with rings of so many nodes; a file is read.
    ///
    /// # Errors
    /// Bad input: no such network, one with more nodes than `most`, faults that it does not have or
    /// that cut it.
    pub fn spec(&self, ring_size: u32, walk: Walk, most: u32) -> Result<RingTreeSpec, Error> {
        let raw = named(&self.graph, self.graph_format)
            .with(&FAULTY_NODES, self.faulty_nodes.clone())
            .with(&FAULTY_LINKS, self.faulty_links.clone())
            .with(&RING_SIZE, ring_size)
            .with(&WALK, walk.name());
        spec(&raw, most)
    }
}

/// Returns the options that name a network.
pub fn named(graph: &str, format: Option<GraphFormat>) -> RawConfig {
    let raw = RawConfig::default().with(&GRAPH, graph.to_string());
    format.into_iter().fold(raw, |raw, format| raw.with(&GRAPH_FORMAT, format.name()))
}

/// Returns the configuration of what is typed; a file is read.
///
/// # Errors
/// Bad input: what is missing or out of range, a file without a network.
pub fn spec(raw: &RawConfig, most: u32) -> Result<RingTreeSpec, Error> {
    let network = Network::read(raw, &first_bytes, most)?;
    warn_of(network.notes());
    Ok(RingTreeSpec::on(network, raw)?)
}

/// A ring in a document.
#[derive(Serialize, JsonSchema)]
pub struct RingLine<'a> {
    id: u16,
    level: Option<u32>,
    /// The node by which it hangs on the ring towards the root.
    gate: u32,
    nodes: &'a [u32],
}

/// Returns the rings for a document.
pub fn rings(tree: &RingTree) -> Vec<RingLine<'_>> {
    let mut lines = Vec::new();
    for (ring, gate) in tree.rings().iter().zip(tree.gates()) {
        let (level, gate) = (ring.level, ring.nodes[gate]);
        lines.push(RingLine { id: ring.id, level, gate, nodes: &ring.nodes });
    }
    lines
}

/// Returns the rings as rows of a table: ring, level, gate, nodes; `node` says what a node is called.
pub fn ring_rows(tree: &RingTree, node: &dyn Fn(u32) -> String) -> Vec<Vec<String>> {
    let row = |ring: RingLine| {
        let level = ring.level.map_or("-".to_string(), |level| level.to_string());
        let nodes: Vec<String> = ring.nodes.iter().map(|it| node(*it)).collect();
        vec![ring.id.to_string(), level, node(ring.gate), nodes.join(",")]
    };
    rings(tree).into_iter().map(row).collect()
}

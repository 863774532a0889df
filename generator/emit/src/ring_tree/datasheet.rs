//! The chapter of the ring-tree family: numbers that follow from a configuration.

use askama::Template;
use serde::Serialize;
use teecast_spec::ring_tree::Tables;
use teecast_spec::topology::ring_tree::words::{TABLES, Table};
use teecast_spec::{RingTreeSpec, Style, text};

use super::context::{Context, TURN};
use crate::diagram::{Block, Blocks};
use crate::header::Header;

/// Numbers that follow from a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Derived {
    /// By node what it is called, where that is not its number.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub names: Vec<String>,
    /// By number of the link its ends, the smaller one first.
    pub links: Vec<[u32; 2]>,
    /// By ring its nodes by position.
    pub rings: Vec<Vec<u32>>,
    /// Of the nodes.
    pub ring_tree: Node,
}

/// A number of the nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Clock cycles from a message on one ring to the next ring, at least.
    pub turn: u32,
    /// What a host can write, by rising address; nothing if the tables are constants.
    #[serde(skip_serializing_if = "<[Table]>::is_empty")]
    pub tables: &'static [Table],
}

impl Derived {
    /// Computes the numbers of a configuration.
    pub fn new(spec: &RingTreeSpec) -> Self {
        let tree = spec.tree();
        let tables: &[Table] = match spec.tables {
            Tables::Writable => &TABLES,
            Tables::Fixed => &[],
        };
        Self {
            names: spec.network.names().to_vec(),
            links: spec.graph().pairs(),
            rings: tree.rings().iter().map(|ring| ring.nodes.clone()).collect(),
            ring_tree: Node { turn: TURN, tables },
        }
    }
}

#[derive(Template)]
#[template(path = "ring_tree/datasheet.md")]
struct Chapter<'a> {
    c: &'a Context<'a>,
    network: String,
    /// By node what it is called, as code.
    names: Vec<String>,
    rings: usize,
    ring_size: u32,
}

/// Returns the chapter as Markdown.
pub fn chapter(spec: &RingTreeSpec, prefix: &str) -> String {
    let (command, config_hash) = (String::new(), String::new());
    let header =
        Header { prefix: prefix.to_string(), command, config_hash, style: Style::default() };
    let chapter = Chapter {
        c: &Context::new(spec, &header),
        network: text::code(&spec.network.to_string()),
        names: spec.network.names().iter().map(|name| text::code(&cell(name))).collect(),
        rings: spec.tree().rings().len(),
        ring_size: spec.ring_size,
    };
    chapter.render().expect("templates write into a string")
}

/// Returns a text for a cell of a table, where a bar would end it.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Returns the parts of a node.
pub fn blocks(spec: &RingTreeSpec) -> Blocks {
    let derived = Derived::new(spec);
    let tables = match spec.tables {
        Tables::Writable => "a host can write them",
        Tables::Fixed => "constants",
    };
    let ends = || vec!["links".to_string(), "processor".to_string()];
    Blocks {
        module: "ring_tree_node",
        network: format!(
            "Ring tree on {}: {} nodes, {} links, {} rings",
            spec.network,
            spec.nodes(),
            derived.links.len(),
            derived.rings.len()
        ),
        inputs: ends(),
        columns: vec![
            vec![
                Block::new(
                    "members",
                    [
                        format!("rings of {} nodes at most", spec.ring_size),
                        format!("{} cycles to the next ring", TURN),
                    ],
                ),
                Block::new("tables", [tables.to_string()]),
            ],
            vec![Block::new(
                "store",
                [format!("{} messages", spec.nodes()), format!("{} bits each", spec.payload)],
            )],
            vec![
                Block::new("link outputs", ["one slot a clock cycle".to_string()]),
                Block::new("delivery", ["new messages and corrections".to_string()]),
            ],
        ],
        outputs: ends(),
    }
}

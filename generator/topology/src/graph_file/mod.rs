//! Networks in the files that people have: which notations there are, how one is recognised,
//! and what all of them have in common.
//!
//! A notation is a file here. It hands nodes and links to the [`Draft`], which numbers and merges them.

mod adjacency;
mod booksim;
mod detect;
mod dimacs;
mod dot;
mod draft;
mod gml;
mod graph6;
mod graphml;
mod links;
mod matrix_market;
mod object;
mod row;

use std::fmt;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use super::{Graph, Topology};
use draft::Draft;

/// Most bytes of a file, also when it is unpacked.
///
/// **Units**: bytes.
pub const MOST_BYTES: u64 = 16 << 20;

/// How a file lists the links of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// An object: the number of nodes and pairs of numbers, or nodes and links with names (node-link).
    Json,
    /// The same as a table.
    Toml,
    /// A link a line: two nodes, and weights, which are left out.
    Links,
    /// The same below a line with the numbers of nodes and links.
    CountedLinks,
    /// A node and its neighbours a line.
    Adjacency,
    /// GraphML.
    Graphml,
    /// The language GML, with `graph [ node [ id 0 ] edge [ source 0 target 1 ] ]`.
    Gml,
    /// The language of Graphviz.
    Dot,
    /// A sparse matrix in coordinates.
    MatrixMarket,
    /// `p edge 3 2`, then `e 1 2`.
    Dimacs,
    /// One line of nauty's format for undirected networks.
    Graph6,
    /// `anynet` of BookSim: `router 0 node 0 router 1`.
    Booksim,
}

impl GraphFormat {
    /// All of them, in the order of help.
    pub const ALL: [GraphFormat; 12] = [
        GraphFormat::Json,
        GraphFormat::Toml,
        GraphFormat::Links,
        GraphFormat::CountedLinks,
        GraphFormat::Adjacency,
        GraphFormat::Graphml,
        GraphFormat::Gml,
        GraphFormat::Dot,
        GraphFormat::MatrixMarket,
        GraphFormat::Dimacs,
        GraphFormat::Graph6,
        GraphFormat::Booksim,
    ];

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            GraphFormat::Json => "json",
            GraphFormat::Toml => "toml",
            GraphFormat::Links => "links",
            GraphFormat::CountedLinks => "counted-links",
            GraphFormat::Adjacency => "adjacency",
            GraphFormat::Graphml => "graphml",
            GraphFormat::Gml => "gml",
            GraphFormat::Dot => "dot",
            GraphFormat::MatrixMarket => "matrix-market",
            GraphFormat::Dimacs => "dimacs",
            GraphFormat::Graph6 => "graph6",
            GraphFormat::Booksim => "booksim",
        }
    }

    /// Returns the function that reads it.
    fn reader(self) -> fn(&str, &mut Draft) -> Result<(), GraphFileError> {
        match self {
            GraphFormat::Json => object::read_json,
            GraphFormat::Toml => object::read_toml,
            GraphFormat::Links => links::read,
            GraphFormat::CountedLinks => links::read_counted,
            GraphFormat::Adjacency => adjacency::read,
            GraphFormat::Graphml => graphml::read,
            GraphFormat::Gml => gml::read,
            GraphFormat::Dot => dot::read,
            GraphFormat::MatrixMarket => matrix_market::read,
            GraphFormat::Dimacs => dimacs::read,
            GraphFormat::Graph6 => graph6::read,
            GraphFormat::Booksim => booksim::read,
        }
    }
}

/// Says why a file is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct GraphFileError {
    /// Line, from 1 on; none where the whole file is wrong.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl GraphFileError {
    /// Says what is wrong with a line.
    fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }

    /// Says what is wrong with the whole file.
    fn whole(reason: impl Into<String>) -> Self {
        Self { line: None, reason: reason.into() }
    }
}

impl fmt::Display for GraphFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => self.reason.fmt(f),
        }
    }
}

/// What a network in a file may have.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Most nodes.
    pub nodes: u32,
    /// Says what is wrong with the name of a node.
    pub refuse: fn(&str) -> Option<&'static str>,
}

/// The network of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFile {
    /// Name that the file gives the network.
    pub name: Option<String>,
    /// Nodes and links; the ports of a node are its neighbours by ascending number.
    pub graph: Graph,
    /// **Shape**: by node its name; empty where the nodes are called by their numbers.
    pub names: Vec<String>,
    /// What was left out, or read otherwise than it is written.
    pub notes: Vec<String>,
}

impl GraphFile {
    /// Reads the bytes of a file, which may be packed with gzip; without a format, what is in it says
    /// which one it has.
    ///
    /// The first node or link too many ends the reading.
    ///
    /// # Errors
    /// The text is not of the format, or there is no such network; with the line.
    ///
    /// # Examples
    /// ```
    /// use teecast_topology::{GraphFile, Limits};
    ///
    /// let limits = Limits { nodes: 512, refuse: |_| None };
    /// let file = GraphFile::read(b"graph { hub -- left; hub -- right -- hub }", None, limits)?;
    /// assert_eq!(file.graph.pairs(), [[0, 1], [0, 2]]);
    /// assert_eq!(file.names, ["hub", "left", "right"]);
    /// assert_eq!(file.notes, ["merged: 1 link in the other direction"]);
    /// let refused = GraphFile::read(b"0 1\n1 -2\n", None, limits).expect_err("no such node");
    /// assert_eq!(refused.to_string(), "line 2: node -2 is negative; the first node is 0");
    /// # Ok::<(), teecast_topology::GraphFileError>(())
    /// ```
    pub fn read(
        bytes: &[u8],
        format: Option<GraphFormat>,
        limits: Limits,
    ) -> Result<Self, GraphFileError> {
        let unpacked;
        let bytes = match bytes {
            [0x1f, 0x8b, ..] => {
                unpacked = unpack(bytes)?;
                &unpacked
            }
            bytes => bytes,
        };
        if bytes.len() as u64 > MOST_BYTES {
            let reason = format!("the file is larger than {MOST_BYTES} bytes");
            return Err(GraphFileError::whole(reason));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            GraphFileError::at(line + 1, "it is no text")
        })?;
        // Some editors begin with a mark of the encoding.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut draft = Draft::new(limits);
        let format = format.unwrap_or_else(|| detect::format(text, &mut draft));
        format.reader()(text, &mut draft)?;
        draft.finish()
    }

    /// Returns the file as JSON, a link a line, with a name of the network.
    pub fn json(&self, name: &str) -> String {
        let quoted = |text: &str| serde_json::to_string(text).expect("a text is JSON");
        let list = |items: Vec<String>| format!("[\n    {}\n  ]", items.join(",\n    "));
        let links = self.graph.pairs().iter().map(|[a, b]| format!("[{a}, {b}]")).collect();
        let mut text = format!("{{\n  \"name\": {},\n", quoted(name));
        text += &format!("  \"nodes\": {},\n", self.graph.nodes());
        text += &format!("  \"links\": {}", list(links));
        if !self.names.is_empty() {
            let names = self.names.iter().map(|name| quoted(name)).collect();
            text += &format!(",\n  \"names\": {}", list(names));
        }
        text + "\n}\n"
    }
}

/// Unpacks what gzip has packed, up to the limit and a byte more.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, GraphFileError> {
    let mut unpacked = Vec::new();
    match MultiGzDecoder::new(bytes).take(MOST_BYTES + 1).read_to_end(&mut unpacked) {
        Ok(_) => Ok(unpacked),
        Err(cause) => Err(GraphFileError::whole(format!("gzip cannot unpack it: {cause}"))),
    }
}

/// Returns the beginning of a text for a message.
fn quoted(text: &str) -> String {
    format!("{:?}", text.trim().chars().take(40).collect::<String>())
}

#[cfg(test)]
mod tests;

//! The network of the ring-tree family: a named topology, or a file that the caller reads.

use std::fmt;
use std::path::Path;

use super::MOST_NODES;
use crate::error::SpecError;
use crate::family::Reader;
use crate::option::Value;
use crate::raw;
use crate::text;
use crate::topology::{Cube, Graph, GraphFormat, Grid, HexMesh, Topology, TopologyError};

/// Most bytes of a file with links.
const MOST_BYTES: u64 = 4 << 20;

/// Most bytes of the path of a file: it stands in the head of every emitted file.
const LONGEST_PATH: usize = 1024;

/// What sort of a network a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkKind {
    /// A hypercube of some dimension.
    Hypercube(u32),
    /// A C-wrapped hexagonal mesh of some edge length.
    Hexmesh(u32),
    /// A mesh with some nodes along each dimension.
    Grid(Vec<u32>),
    /// A torus with some nodes along each dimension.
    Torus(Vec<u32>),
    /// Some nodes in a row.
    Path(u32),
    /// Node 0, and all others joined with it.
    Star(u32),
    /// Links as they are typed: `0-1,1-2,2-0`.
    Links(String),
    /// The network of a file, by its path.
    File(String),
}

/// A connected network of 2 to 512 nodes, and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    kind: NetworkKind,
    graph: Graph,
}

impl Network {
    /// Returns the network of a name that is not that of a file.
    ///
    /// # Errors
    /// [`SpecError::Value`]: no such network; [`SpecError::Graph`]: a file, which nobody has read.
    ///
    /// # Examples
    /// ```
    /// use teecast_spec::ring_tree::Network;
    ///
    /// let network = Network::named("grid:3x2")?;
    /// assert_eq!((network.to_string(), network.short_name()), ("grid:3x2".into(), "grid3x2".into()));
    /// assert_eq!(network.graph().pairs().len(), 7);
    /// # Ok::<(), teecast_spec::SpecError>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, SpecError> {
        Self::read(name, &|_, _| Err("the file has not been read".to_string()))
    }

    /// Returns the network of a name; of a file, the one in the bytes that `read` gives.
    ///
    /// # Errors
    /// [`SpecError::Value`]: no such network; [`SpecError::Graph`]: the file has none.
    pub(super) fn read(name: &str, read: &Reader<'_>) -> Result<Self, SpecError> {
        let kind = NetworkKind::named(name)?;
        let graph = match &kind {
            // One byte more shows that a file is too large.
            NetworkKind::File(path) => in_file(path, read(path, MOST_BYTES + 1))?,
            NetworkKind::Links(links) => {
                let lines = links.replace(',', "\n");
                Graph::parse(&lines, GraphFormat::Links, MOST_NODES)
                    .map_err(|error| refused(name, error.reason))?
            }
            kind => kind.topology().map_err(|error| match error {
                TopologyError::Nodes { nodes } => refused(name, out_of_bounds(nodes)),
                error => refused(name, error.to_string()),
            })?,
        };
        Ok(Self { kind, graph })
    }

    /// Returns the network of links that a file of this name would have.
    ///
    /// # Errors
    /// Too many nodes.
    pub fn of_graph(path: &str, graph: &Graph) -> Result<Self, SpecError> {
        match graph.nodes() {
            2..=MOST_NODES => {
                Ok(Self { kind: NetworkKind::File(path.to_string()), graph: graph.ascending() })
            }
            nodes => Err(refused(path, out_of_bounds(nodes.into()))),
        }
    }

    /// Returns the value of the option: the name, or the file with what is in it.
    pub(super) fn value(&self) -> Value {
        match &self.kind {
            NetworkKind::File(path) => Value::File(path.clone(), self.graph.clone()),
            _ => self.to_string().into(),
        }
    }

    /// Returns the sort of network.
    pub fn kind(&self) -> &NetworkKind {
        &self.kind
    }

    /// Returns nodes and links; the ports of a node are its neighbours by ascending number.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the name as it stands in the name of a folder: `hypercube4`, `grid4x4`, `links3`, of a
    /// file the stem.
    pub fn short_name(&self) -> String {
        let path = match &self.kind {
            NetworkKind::File(path) => path,
            NetworkKind::Links(_) => return format!("links{}", self.graph.nodes()),
            _ => return self.to_string().replace(':', ""),
        };
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
        // The longest folder name has room for more.
        stem.chars().take(48).map(plain).collect()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = |sides: &[u32]| sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        match &self.kind {
            NetworkKind::Hypercube(n) => write!(f, "hypercube:{n}"),
            NetworkKind::Hexmesh(n) => write!(f, "hexmesh:{n}"),
            NetworkKind::Grid(radices) => write!(f, "grid:{}", sides(radices)),
            NetworkKind::Torus(radices) => write!(f, "torus:{}", sides(radices)),
            NetworkKind::Path(n) => write!(f, "path:{n}"),
            NetworkKind::Star(n) => write!(f, "star:{n}"),
            NetworkKind::Links(links) => write!(f, "links:{links}"),
            NetworkKind::File(path) => path.fmt(f),
        }
    }
}

impl NetworkKind {
    /// Returns what a name stands for; a name without a known sort before `:` is a file.
    fn named(name: &str) -> Result<Self, SpecError> {
        let file = || match (text::is_plain(name), name.len()) {
            (false, _) => Err(refused(name, text::RULE.to_string())),
            (true, ..=LONGEST_PATH) => Ok(NetworkKind::File(name.to_string())),
            _ => Err(refused(name, format!("a path has at most {LONGEST_PATH} bytes"))),
        };
        let Some((sort, size)) = name.split_once(':') else { return file() };
        let number = || raw::digits(size);
        let kind = match sort {
            "hypercube" => number().map(NetworkKind::Hypercube),
            "hexmesh" => number().map(NetworkKind::Hexmesh),
            "grid" => raw::sides(size).map(NetworkKind::Grid),
            "torus" => raw::sides(size).map(NetworkKind::Torus),
            "path" => number().map(NetworkKind::Path),
            "star" => number().map(NetworkKind::Star),
            "links" => size
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b",-".contains(&byte))
                .then(|| NetworkKind::Links(size.to_string())),
            _ => return file(),
        };
        kind.ok_or_else(|| {
            let why = match sort {
                "links" => format!("{size:?} is no list of links like 0-1,1-2"),
                _ => format!("{size:?} is not the size of a {sort}"),
            };
            refused(name, why)
        })
    }

    /// Returns nodes and links; too many are refused before one is made.
    fn topology(&self) -> Result<Graph, TopologyError> {
        let few = |nodes: u32| match nodes {
            2..=MOST_NODES => Ok(nodes),
            nodes => Err(TopologyError::Nodes { nodes: nodes.into() }),
        };
        let made =
            |topology: &dyn Topology| few(topology.nodes()).and_then(|_| Graph::of(topology));
        match self {
            NetworkKind::Hypercube(n) => made(&Cube::new(*n)?),
            NetworkKind::Hexmesh(n @ ..2) => Err(TopologyError::Radix { radix: *n, least: 2 }),
            // The nodes of a larger one are beyond what can be counted.
            NetworkKind::Hexmesh(n) => made(&HexMesh::new((*n).min(1000))),
            NetworkKind::Grid(sides) => made(&Grid::mesh(sides)?),
            NetworkKind::Torus(sides) => made(&Grid::torus(sides)?),
            NetworkKind::Path(n) => {
                let links: Vec<_> = (1..few(*n)?).map(|node| (node - 1, node)).collect();
                Graph::new(*n, &links)
            }
            NetworkKind::Star(n) => {
                let links: Vec<_> = (1..few(*n)?).map(|node| (0, node)).collect();
                Graph::new(*n, &links)
            }
            NetworkKind::Links(_) | NetworkKind::File(_) => Err(TopologyError::Nodes { nodes: 0 }),
        }
    }
}

/// Returns the network in the bytes of a file: `.json`, `.toml`, or a link a line.
fn in_file(path: &str, bytes: Result<Vec<u8>, String>) -> Result<Graph, SpecError> {
    let failed = |line, reason| SpecError::Graph { path: path.to_string(), line, reason };
    let bytes = bytes.map_err(|reason| failed(None, reason))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(failed(None, format!("the file is larger than {MOST_BYTES} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|_| failed(None, "it is no text".to_string()))?;
    let format = match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("json") => GraphFormat::Json,
        Some("toml") => GraphFormat::Toml,
        _ => GraphFormat::Links,
    };
    Graph::parse(&text, format, MOST_NODES).map_err(|error| failed(error.line, error.reason))
}

/// Says that a network is too small or too large.
fn out_of_bounds(nodes: u128) -> String {
    format!("the network has {nodes} nodes; permitted are 2 to {MOST_NODES}")
}

/// Refuses a name.
fn refused(name: &str, why: String) -> SpecError {
    SpecError::Value {
        field: super::GRAPH.name,
        value: name.to_string(),
        permitted: why.into(),
        instead: "hypercube:4".into(),
    }
}

//! The network of the ring-tree family: a named topology, or a file that the caller reads.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use super::MOST_NODES;
use crate::error::SpecError;
use crate::family::Reader;
use crate::option::{ConfigOption, Kind, OPTION, Value};
use crate::raw::{self, RawConfig};
use crate::text;
use crate::topology::{
    Cube, Graph, GraphFile, GraphFormat, Grid, HexMesh, Limits, MOST_BYTES, Topology, TopologyError,
};

/// The network.
pub const GRAPH: ConfigOption = ConfigOption {
    name: "graph",
    value_name: "GRAPH",
    help: "Network of ring-tree: hypercube:N, hexmesh:N, grid:4x4, torus:4x4, path:N, star:N, \
           links:0-1,1-2, or a file; - is standard input",
    size: Some("hypercube:4"),
    ..OPTION
};

/// The names of all formats.
const FORMATS: [&str; GraphFormat::ALL.len()] = {
    let mut names = [""; GraphFormat::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = GraphFormat::ALL[place].name();
        place += 1;
    }
    names
};

/// What the file of the network is.
pub const GRAPH_FORMAT: ConfigOption = ConfigOption {
    name: "graph-format",
    value_name: "FORMAT",
    kind: Kind::Choice(&FORMATS),
    default: Some("what the file looks like"),
    help: "Format of the file of the network",
    ..OPTION
};

/// A network of each sort that is not in a file.
const EXAMPLES: [&str; 7] =
    ["hypercube:4", "hexmesh:3", "grid:4x4", "torus:4x4", "path:8", "star:8", "links:0-1,1-2"];

/// The copy of a file with a network in the folder of a design.
const COPY: &str = "graph.json";

/// The path that stands for standard input.
const INPUT: &str = "-";

/// Most bytes of the path of a file.
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
    /// The network of a file, by the name of the network.
    File(String),
}

/// A connected network, its name, and what its nodes are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    kind: NetworkKind,
    file: GraphFile,
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
        let raw = RawConfig::default().with(&GRAPH, name.to_string());
        Self::unread(&raw)
    }

    /// Returns the network of options whose file has been read, if they name one.
    ///
    /// # Errors
    /// Those of [`Network::read`].
    pub(super) fn unread(raw: &RawConfig) -> Result<Self, SpecError> {
        Self::read(raw, &|_, _| Err("the file has not been read".to_string()), MOST_NODES)
    }

    /// Returns the network of the options; of a file, the one in the bytes that `read` gives.
    ///
    /// # Errors
    /// [`SpecError::Missing`]; [`SpecError::Value`]: no such network, or more nodes than `most`;
    /// [`SpecError::Graph`]: the file has none; [`SpecError::Idle`]: a format without a file.
    pub fn read(raw: &RawConfig, read: &Reader<'_>, most: u32) -> Result<Self, SpecError> {
        let name = match raw.get(&GRAPH) {
            Some(Value::File(_, file)) => return Self::of_file(file.clone(), most),
            Some(Value::Text(name)) => name,
            _ => return Err(SpecError::Missing { option: &GRAPH }),
        };
        let format = raw.choice(&GRAPH_FORMAT, &GraphFormat::ALL, GraphFormat::name);
        let kind = match (Named::new(name)?, format) {
            (Named::File(path), format) => {
                // One byte more shows that a file is too large.
                let mut file = in_file(&path, read(&path, MOST_BYTES + 1), format, most)?;
                file.name.get_or_insert_with(|| file_name(&path));
                return Self::of_file(file, most);
            }
            (Named::Kind(kind), None) => kind,
            (Named::Kind(_), Some(_)) => {
                return Err(SpecError::Idle {
                    field: GRAPH_FORMAT.name,
                    why: "has no effect on a network that is not in a file",
                    instead: "name a file with --graph",
                });
            }
        };
        let graph = kind.topology(most).map_err(|error| match error {
            TopologyError::Nodes { nodes } => refused(name, out_of_bounds(nodes, most)),
            error => refused(name, error.to_string()),
        })?;
        let file = GraphFile { name: None, graph, names: Vec::new(), notes: Vec::new() };
        Ok(Self { kind, file })
    }

    /// Returns the network of a file that has been read.
    fn of_file(file: GraphFile, most: u32) -> Result<Self, SpecError> {
        let kind = NetworkKind::File(file.name.clone().unwrap_or_default());
        match file.graph.nodes() {
            nodes if (2..=most).contains(&nodes) => Ok(Self { kind, file }),
            nodes => Err(refused(COPY, out_of_bounds(nodes.into(), most))),
        }
    }

    /// Returns the network of links that a file of this name would have.
    ///
    /// # Errors
    /// Too many nodes.
    pub fn of_graph(name: &str, graph: &Graph) -> Result<Self, SpecError> {
        let (graph, name) = (graph.ascending(), Some(name.to_string()));
        Self::of_file(GraphFile { name, graph, names: Vec::new(), notes: Vec::new() }, MOST_NODES)
    }

    /// Returns the value of the option: the name, or the file with what is in it.
    pub(super) fn value(&self) -> Value {
        match &self.kind {
            NetworkKind::File(_) => Value::File(COPY, self.file.clone()),
            _ => self.to_string().into(),
        }
    }

    /// Returns the copy of the file for a design, if the network is one of a file: name and content.
    pub fn copy(&self) -> Option<(&'static str, String)> {
        match &self.kind {
            NetworkKind::File(name) => Some((COPY, self.file.json(name))),
            _ => None,
        }
    }

    /// Returns what was read otherwise than it is written in the file, a sentence each.
    pub fn notes(&self) -> &[String] {
        &self.file.notes
    }

    /// Returns what the nodes are called.
    ///
    /// **Shape**: by node; empty where they are called by their numbers.
    pub fn names(&self) -> &[String] {
        &self.file.names
    }

    /// Returns a node for people: its number, and what it is called.
    pub fn node(&self, node: u32) -> String {
        match self.names().get(node as usize) {
            Some(name) => format!("{node} ({name})"),
            None => node.to_string(),
        }
    }

    /// Returns the sort of network.
    pub fn kind(&self) -> &NetworkKind {
        &self.kind
    }

    /// Returns nodes and links; the ports of a node are its neighbours by ascending number.
    pub fn graph(&self) -> &Graph {
        &self.file.graph
    }

    /// Returns the name as it stands in the name of a folder: `hypercube4`, `grid4x4`, `links3`, of a
    /// file its own without the ending.
    pub fn short_name(&self) -> String {
        let name = match &self.kind {
            NetworkKind::File(name) => name,
            NetworkKind::Links(_) => return format!("links{}", self.graph().nodes()),
            _ => return self.to_string().replace(':', ""),
        };
        let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
        // The longest folder name has room for more.
        let name = name.strip_suffix(".gz").unwrap_or(name);
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
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
            NetworkKind::File(name) => name.fmt(f),
        }
    }
}

/// What the option names.
enum Named {
    Kind(NetworkKind),
    /// By its path.
    File(String),
}

impl Named {
    /// Returns what a name stands for; a name without a known sort before `:` is a file.
    fn new(name: &str) -> Result<Self, SpecError> {
        let file = || match (text::is_plain(name), name.len()) {
            (false, _) => Err(refused(name, text::RULE.to_string())),
            (true, ..=LONGEST_PATH) => Ok(Named::File(name.to_string())),
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
            "links" => link_list(size).map(|_| NetworkKind::Links(size.to_string())),
            _ => return file(),
        };
        kind.map(Named::Kind).ok_or_else(|| {
            let why = match sort {
                "links" => format!("{size:?} is no list of links like 0-1,1-2"),
                _ => format!("{size:?} is not the size of a {sort}"),
            };
            refused(name, why)
        })
    }
}

impl Network {
    /// Returns the path of a file as one in a folder; other names of networks, and standard input, as they
    /// are.
    pub(super) fn beside(name: &str, folder: &Path) -> String {
        let is_free = folder.as_os_str().is_empty() || name == INPUT;
        match Named::new(name) {
            Ok(Named::File(path)) if !is_free => {
                // So no name of a folder looks like a sort of networks, or like an option.
                let begin = if folder.is_relative() { Path::new(".") } else { folder };
                begin.join(folder).join(path).to_string_lossy().into_owned()
            }
            _ => name.to_string(),
        }
    }
}

impl NetworkKind {
    /// Returns nodes and links; too many are refused before one is made.
    fn topology(&self, most: u32) -> Result<Graph, TopologyError> {
        let few = |nodes: u32| match nodes {
            nodes if (2..=most).contains(&nodes) => Ok(nodes),
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
            NetworkKind::Links(links) => {
                let links = link_list(links).unwrap_or_default();
                let last = links.iter().map(|(one, other)| *one.max(other)).max();
                Graph::new(few(last.map_or(0, |last| last + 1))?, &links)
                    .map(|graph| graph.ascending())
            }
            // Only its bytes say them.
            NetworkKind::File(_) => Err(TopologyError::Nodes { nodes: 0 }),
        }
    }
}

/// Reads links as they are typed.
fn link_list(text: &str) -> Option<Vec<(u32, u32)>> {
    let link = |link: &str| {
        let (one, other) = link.split_once('-')?;
        Some((raw::digits(one)?, raw::digits(other)?))
    };
    text.split(',').map(link).collect()
}

/// Returns the network in the bytes of a file.
fn in_file(
    path: &str,
    bytes: Result<Vec<u8>, String>,
    format: Option<GraphFormat>,
    most: u32,
) -> Result<GraphFile, SpecError> {
    let failed = |line, reason, instead| {
        let path = path.to_string();
        SpecError::Graph { path, line, reason, instead }
    };
    let sized = EXAMPLES.into_iter().find(|name| name.split(':').next() == Some(path));
    let bytes = bytes.map_err(|reason| failed(None, reason, sized))?;
    let refuse = |name: &str| if text::is_plain(name) { None } else { Some(text::RULE) };
    let file = GraphFile::read(&bytes, format, Limits { nodes: most, refuse });
    file.map_err(|error| failed(error.line, error.reason, None))
}

/// Returns the name of a file without its folder.
fn file_name(path: &str) -> String {
    let path = if path == INPUT { "stdin" } else { path };
    Path::new(path).file_name().map_or_else(|| path.into(), OsStr::to_string_lossy).into_owned()
}

/// Says that a network is too small or too large.
fn out_of_bounds(nodes: u128, most: u32) -> String {
    format!("the network has {nodes} nodes; permitted are 2 to {most}")
}

/// Refuses a name.
fn refused(name: &str, why: String) -> SpecError {
    SpecError::Value {
        field: GRAPH.name,
        value: name.to_string(),
        permitted: why.into(),
        instead: "hypercube:4".into(),
    }
}

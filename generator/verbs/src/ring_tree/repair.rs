//! `teecast ring-tree repair`: the tree after faults, and the table writes that lead to it.

use std::path::PathBuf;

use serde::Serialize;
use teecast_model::ring_tree::audit;
use teecast_spec::RawConfig;
use teecast_spec::option::ConfigOption;
use teecast_spec::ring_tree::{
    FAULTY_LINKS, FAULTY_NODES, GRAPH, GRAPH_FORMAT, MOST_NODES, RING_SIZE, VIRTUAL_NODES,
    VirtualNodes, WALK, read_faults,
};
use teecast_spec::topology::ring_tree::words::Word;
use teecast_spec::topology::ring_tree::{
    Entry, Faults, Repair, RingTree, Step, Walk, repair, writes,
};
use teecast_spec::topology::{GraphFormat, Topology};

use crate::ring_tree::network::{RingLine, named, ring_rows, rings, spec};
use crate::terminal::error::{Error, Kind};
use crate::terminal::input::{WRITTEN, read_text};
use crate::terminal::output::deliver;
use crate::terminal::table::table;
use crate::terminal::value::{bounded, one_of};
use crate::terminal::{Format, Report};

/// Faulty nodes, which rings go through until they fail.
const FAILED_NODES: ConfigOption =
    ConfigOption { help: "Nodes that failed, comma-separated", ..FAULTY_NODES };
/// Faulty links, which rings go over until they fail.
const FAILED_LINKS: ConfigOption =
    ConfigOption { help: "Links that failed, as in 0-1,4-6", ..FAULTY_LINKS };
/// Virtual nodes: the hardware is to have what a repair needs.
const SPARE: ConfigOption = ConfigOption { default: Some("max"), ..VIRTUAL_NODES };

/// Repairs a tree of virtual rings after faults, and lists the table writes that lead to it.
///
/// The result depends on all faults before, in their order: a file holds the tree between repairs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// File with the tree before the faults
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    #[arg(long, value_name = GRAPH.value_name, help = GRAPH.help())]
    graph: Option<String>,

    #[arg(long, value_name = GRAPH_FORMAT.value_name, help = GRAPH_FORMAT.help())]
    #[arg(value_parser = one_of(&GraphFormat::ALL, GraphFormat::name), requires = "graph")]
    graph_format: Option<GraphFormat>,

    #[arg(long, value_name = RING_SIZE.value_name, help = RING_SIZE.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&RING_SIZE))]
    ring_size: Option<u32>,

    #[arg(long, value_name = WALK.value_name, help = WALK.help())]
    #[arg(value_parser = one_of(&Walk::ALL, Walk::name))]
    walk: Option<Walk>,

    #[arg(long, value_name = FAILED_NODES.value_name, help = FAILED_NODES.help)]
    #[arg(default_value = FAILED_NODES.default, allow_hyphen_values = true)]
    faulty_nodes: String,

    #[arg(long, value_name = FAILED_LINKS.value_name, help = FAILED_LINKS.help)]
    #[arg(default_value = FAILED_LINKS.default, allow_hyphen_values = true)]
    faulty_links: String,

    #[arg(long, value_name = SPARE.value_name, help = SPARE.help, default_value = SPARE.default)]
    #[arg(allow_hyphen_values = true)]
    virtual_nodes: String,

    /// File for the tree after the repair; - is standard output, in place of the table
    #[arg(long, value_name = "FILE")]
    state_out: Option<PathBuf>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast ring-tree repair --graph hypercube:4 --state-out tree.json
  teecast ring-tree repair --state tree.json --faulty-nodes 5 --state-out tree2.json
  teecast ring-tree repair --state tree2.json --faulty-links 0-1 --format json";

/// The JSON document; the keys are fixed.
#[derive(Serialize)]
struct Document<'a> {
    family: &'static str,
    rings: Vec<RingLine<'a>>,
    removed: &'a [u16],
    intact: &'a [u16],
    new: &'a [u16],
    components: Vec<Vec<u32>>,
    /// In the order in which the host plays them.
    writes: Vec<Line<'a>>,
}

/// What the host does, as the hardware takes it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    /// It writes a word; several may set one entry.
    Write { node: u32, address: u16, data: u32, entry: &'a Entry },
    /// It waits so many clocks.
    Wait { clocks: u32 },
}

/// Returns what the host does in a network of so many nodes.
fn lines(steps: &[Step], nodes: u32) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for step in steps {
        match step {
            Step::Write { node, entry } => {
                lines.extend(entry.words(nodes).into_iter().map(|Word { address, data }| {
                    Line::Write { node: *node, address, data, entry }
                }));
            }
            Step::Wait { clocks } => lines.push(Line::Wait { clocks: *clocks }),
        }
    }
    lines
}

/// Repairs.
///
/// # Errors
/// Bad input: files that cannot be read or written or hold no tree, unknown nodes and links, more
/// virtual nodes than there are. Internal: the repair, or the writes to it, are not as defined.
pub fn run(args: &Args) -> Result<Report, Error> {
    let typed = RawConfig::default().with(&VIRTUAL_NODES, args.virtual_nodes.clone());
    let virtual_nodes = VirtualNodes::read(&typed)?;
    let before = before(args)?;
    let faults = read_faults(&args.faulty_nodes, &args.faulty_links)?;
    let is_idle = faults == Faults::default();
    if is_idle && args.state.is_some() {
        let sentence = "no fault is given, so that the tree stays as it is";
        return Err(Error::bad_input(sentence).hint("try --faulty-nodes 5"));
    }
    let repaired = match is_idle {
        true => Repair {
            tree: before.clone(),
            removed: Vec::new(),
            intact: before.rings().iter().map(|ring| ring.id).collect(),
            new: Vec::new(),
        },
        false => repair(&before, &faults).map_err(Error::bad_input)?,
    };
    let graph = before.graph();
    repaired.check(&virtual_nodes.by_node(&before)).map_err(|cause| {
        Error::bad_input(cause).hint("such a repair needs hardware with more virtual nodes")
    })?;
    let steps = if is_idle { Vec::new() } else { writes(&before, &repaired) };
    if !is_idle {
        audit::repair(&before, &faults, &repaired)
            .and_then(|()| audit::writes(&before, &repaired, &steps))
            .map_err(|flaw| Error::new(Kind::Internal, flaw))?;
    }
    let text = match args.format {
        Format::Text => text(&repaired, &steps),
        Format::Json => {
            let document = Document {
                family: "ring-tree",
                rings: rings(&repaired.tree),
                removed: &repaired.removed,
                intact: &repaired.intact,
                new: &repaired.new,
                components: repaired.tree.components(),
                writes: lines(&steps, graph.nodes()),
            };
            serde_json::to_string(&document).expect("the keys are strings") + "\n"
        }
    };
    let Some(file) = &args.state_out else { return Ok(text.into()) };
    let tree = serde_json::to_string(&repaired.tree).expect("the keys are strings") + "\n";
    deliver(file, tree, args.format == Format::Json, text)
}

/// Returns the tree before the faults: that of a file, or the first one of a network.
fn before(args: &Args) -> Result<RingTree, Error> {
    match (&args.state, &args.graph) {
        (None, None) => {
            let sentence = "neither a tree nor a network is given";
            Err(Error::bad_input(sentence).hint("try --state tree.json or --graph hypercube:4"))
        }
        (Some(_), _) if args.graph.is_some() || args.ring_size.is_some() || args.walk.is_some() => {
            let sentence = "graph, ring-size and walk have no effect with state: it holds a tree";
            Err(Error::bad_input(sentence).hint("leave out --state, or the others"))
        }
        (Some(path), _) => {
            let text = read_text(path, WRITTEN)?;
            serde_json::from_str(&text).map_err(|cause| {
                let sentence = format!("{} holds no tree of rings: {cause}", path.display());
                Error::bad_input(sentence).hint("make one with --graph and --state-out")
            })
        }
        (None, Some(graph)) => {
            let mut raw = named(graph, args.graph_format);
            raw = args.ring_size.into_iter().fold(raw, |raw, size| raw.with(&RING_SIZE, size));
            raw = args.walk.into_iter().fold(raw, |raw, walk| raw.with(&WALK, walk.name()));
            Ok(spec(&raw, MOST_NODES)?.tree())
        }
    }
}

/// Describes the repair for people.
fn text(repaired: &Repair, steps: &[Step]) -> String {
    let ids = |ids: &[u16]| match ids {
        [] => "none".to_string(),
        ids => ids.iter().map(u16::to_string).collect::<Vec<_>>().join(","),
    };
    let Repair { tree, removed, intact, new } = repaired;
    let mut text =
        table(&["ring", "level", "gate", "nodes"], &ring_rows(tree, &|node| node.to_string()));
    text += &format!("\ngone {}; whole {}; new {}\n", ids(removed), ids(intact), ids(new));
    let components = tree.components().len();
    if components != 1 {
        text += &format!("the network has {components} parts\n");
    }
    text + &format!("{} steps of the host (--format json lists them)\n", steps.len())
}

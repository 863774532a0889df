//! `teecast route ring-tree`: rings, virtual addresses, and the way of one node's message.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::ring_tree::network::Rules;
use teecast_model::ring_tree::run::lone;
use teecast_spec::ring_tree::{Network, RING_SIZE, WALK};
use teecast_spec::topology::Topology;
use teecast_spec::topology::ring_tree::{Hop, Place, RingTree, Walk};

use super::drawing;
use super::network::{MOST_DRAWN, RingLine, Size, ring_rows, rings};
use crate::reason::{Reasons, gathered};
use crate::route::Sender;
use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::output::deliver;
use crate::terminal::table::table;
use crate::terminal::tree::{self, Drawing, Hop as DrawnHop, RouteFormat};
use crate::terminal::value::{bounded, node, one_of};
use crate::terminal::verb::{Verb, options};

/// Shows the tree of virtual rings of a network, and the way of one node's message on it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(flatten)]
    size: Size,

    #[arg(long, value_name = RING_SIZE.value_name, help = RING_SIZE.help)]
    #[arg(default_value = RING_SIZE.default)]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&RING_SIZE))]
    ring_size: u32,

    #[arg(long, value_name = WALK.value_name, help = WALK.help, default_value = WALK.default)]
    #[arg(value_parser = one_of(&Walk::ALL, Walk::name))]
    walk: Walk,

    #[command(flatten)]
    sender: Sender,

    /// Node to which the way is shown, in a network of up to 20000 nodes; all nodes of up to 2048 if
    /// it is not given
    #[arg(long, value_name = "NODE", allow_negative_numbers = true, value_parser = node)]
    dest: Option<u32>,

    /// File for a picture of the tree, of up to 256 nodes; - is standard output, in place of the tables
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

/// The most nodes of a network with a way to one node.
const MOST_TO_ONE: u32 = 20_000;
/// The most nodes of a network with ways to all nodes, which the model plays.
const MOST_TO_ALL: u32 = 2048;

const EXAMPLES: &str = "\
Examples:
  teecast route ring-tree --graph hypercube:4 --source 6 --dest 9
  teecast route ring-tree --graph grid:4x4 --ring-size 4 --svg rings.svg
  teecast route ring-tree --graph hexmesh:3 --faulty-nodes 5 --walk branch --format json";

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("ring-tree", |typed| run(&options(typed)?));

/// Returns why nodes do what they do: their places on rings.
///
/// # Errors
/// Those of the command.
pub fn reasons(typed: &ArgMatches) -> Result<Reasons, Error> {
    let args: Args = options(typed)?;
    let tree = args.size.spec(args.ring_size, args.walk, MOST_TO_ALL)?.tree();
    let gates = tree.gates();
    let place = |node: u32| {
        let places = tree.places(node).iter();
        let sentence = |place: &Place| {
            let ring = &tree.rings()[place.ring];
            let (id, length) = (ring.id, ring.nodes.len());
            let next = ring.nodes[(place.position + 1) % length];
            let back = match place.position + 1 == length && length > 2 {
                true => format!(", back over the {} links that the ring came by", length - 1),
                false => String::new(),
            };
            let gate = match gates[place.ring] == place.position {
                true => "; it is the gate, which joins the ring to the tree",
                false => "",
            };
            let at = place.position + 1;
            (
                node,
                format!(
                    "On ring {id} it is {at} of {length} and passes everything on to {next}{back}{gate}."
                ),
            )
        };
        places.map(sentence).collect::<Vec<_>>()
    };
    let more = |node: u32| {
        let rings = tree.places(node).len();
        let why = format!("What comes on one of its {rings} rings goes out on the others, too.");
        (rings > 1).then_some((node, why))
    };
    let nodes = tree.living().flat_map(|node| place(node).into_iter().chain(more(node)));
    Ok(Reasons { nodes: gathered(nodes), lost: Vec::new() })
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Parameters<'a>,
    /// **Shape**: by node what it is called; empty where that is its number.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[schemars(default)]
    names: &'a [String],
    algorithm: &'static str,
    source: u32,
    destinations: &'a [u32],
    rings: Vec<RingLine<'a>>,
    /// **Shape**: by node, its virtual addresses: ring and position.
    addresses: Vec<Vec<(u16, usize)>>,
    ways: Vec<NodeRoute>,
    /// Virtual links that the message crosses, the ways back to those who put it in included.
    traffic: usize,
    /// Links of the network that it crosses on them: a ring goes back over the links that it came by.
    physical_links: usize,
    /// Step of the last delivery.
    steps: u64,
}

#[derive(Serialize, JsonSchema)]
struct Parameters<'a> {
    graph: &'a str,
    ring_size: u32,
    walk: &'static str,
    faulty_nodes: Vec<u32>,
    faulty_links: Vec<[u32; 2]>,
}

/// The way to one node.
#[derive(Serialize, JsonSchema)]
struct NodeRoute {
    node: u32,
    /// Step in which a lone message is there.
    step: u64,
    rings: Vec<Leg>,
}

/// A way on one ring.
#[derive(Serialize, JsonSchema)]
struct Leg {
    ring: u16,
    from: u32,
    to: u32,
    /// Virtual links between them.
    links: usize,
}

/// Routes.
///
/// # Errors
/// Bad input: a network or a node that is not there, a file that cannot be written.
fn run(args: &Args) -> Result<Report, Error> {
    let spec = args.size.spec(args.ring_size, args.walk, MOST_TO_ONE)?;
    let nodes = spec.nodes();
    if args.dest.is_none() && nodes > MOST_TO_ALL {
        let sentence = format!(
            "the network has {nodes} nodes; without dest, permitted are 2 to {MOST_TO_ALL}"
        );
        return Err(Error::bad_input(sentence).hint("try --dest 1"));
    }
    let (tree, network) = (spec.tree(), &spec.network);
    for (name, node) in [("source", Some(args.sender.source)), ("dest", args.dest)] {
        let Some(node) = node else { continue };
        check(&tree, name, node)?;
    }
    let destinations: Vec<u32> = match args.dest {
        Some(dest) => vec![dest],
        None => tree.living().filter(|node| *node != args.sender.source).collect(),
    };
    let played = match args.dest {
        // The one way says it: a step for each virtual link.
        Some(_) => None,
        None => Some(lone(&tree, Rules::PAPER, args.sender.source)),
    };
    let ways: Vec<NodeRoute> = destinations
        .iter()
        .map(|to| way(&tree, args.sender.source, *to, played.as_deref()))
        .collect();
    let picture = || {
        if tree.graph().nodes() > MOST_DRAWN {
            let sentence = format!(
                "the network has {} nodes; a picture has at most {MOST_DRAWN}",
                tree.graph().nodes()
            );
            return Err(Error::bad_input(sentence).hint("leave out --svg, or try --format dot"));
        }
        let shown =
            args.dest.and_then(|dest| tree.route(args.sender.source, dest)).unwrap_or_default();
        Ok(drawing::picture(&tree, network.names(), args.sender.source, &shown))
    };
    let traffic = tree.living().count() - 1 + tree.rings().len();
    let physical_links = tree.rings().iter().map(|ring| 2 * (ring.nodes.len() - 1)).sum();
    let steps = ways.iter().map(|way| way.step).max().unwrap_or(0);
    let hops = hops(&ways);
    let drawing = Drawing {
        title: &title(args, network, &tree),
        source: args.sender.source,
        hops: &hops,
        missed: &BTreeSet::new(),
        copies: None,
        name: &|node| network.node(node),
    };
    let document = Document {
        family: "ring-tree",
        parameters: Parameters {
            graph: &network.to_string(),
            ring_size: args.ring_size,
            walk: args.walk.name(),
            faulty_nodes: tree.faults().nodes.iter().copied().collect(),
            faulty_links: tree.faults().links.iter().copied().collect(),
        },
        names: network.names(),
        algorithm: "vrt",
        source: args.sender.source,
        destinations: &destinations,
        rings: rings(&tree),
        addresses: addresses(&tree),
        ways,
        traffic,
        physical_links,
        steps,
    };
    let tables = || tables(network, &tree, &document);
    let text = match args.format {
        RouteFormat::Svg => picture()?,
        format => tree::write(format, &drawing, tables, &document)?,
    };
    let Some(file) = &args.svg else { return Ok(text.into()) };
    deliver(file, picture()?, args.format != RouteFormat::Text, text)
}

/// Refuses a node that is not there or is faulty.
fn check(tree: &RingTree, name: &str, node: u32) -> Result<(), Error> {
    let last = tree.graph().nodes() - 1;
    let hint = format!("choose a healthy node from 0 to {last}");
    if node > last {
        let sentence = format!("{name} is {node}; the network has nodes 0 to {last}");
        return Err(Error::bad_input(sentence).hint(hint));
    }
    if !tree.faults().lives(node) {
        return Err(Error::bad_input(format!("{name} is {node}, which is faulty")).hint(hint));
    }
    Ok(())
}

/// Returns the virtual addresses by node.
fn addresses(tree: &RingTree) -> Vec<Vec<(u16, usize)>> {
    let of = |node| {
        let places = tree.places(node).iter();
        places.map(|place| (tree.rings()[place.ring].id, place.position)).collect()
    };
    (0..tree.graph().nodes()).map(of).collect()
}

/// Returns the way to a node, which takes a step for each virtual link unless the model says when the
/// message came.
fn way(tree: &RingTree, source: u32, node: u32, played: Option<&[Option<u64>]>) -> NodeRoute {
    let hops = tree.route(source, node).unwrap_or_default();
    let leg = |hop: &Hop| {
        let ring = &tree.rings()[hop.entry.ring];
        let length = ring.nodes.len();
        let links = (hop.exit.position + length - hop.entry.position) % length;
        Leg { ring: ring.id, from: hop.from, to: hop.to, links }
    };
    let rings: Vec<Leg> = hops.iter().map(leg).collect();
    let step = match played {
        Some(latencies) => latencies[node as usize].unwrap_or(0),
        None => rings.iter().map(|leg| leg.links as u64).sum(),
    };
    NodeRoute { node, step, rings }
}

/// Returns the ways as one tree; a hop is a way on one ring.
fn hops(ways: &[NodeRoute]) -> Vec<DrawnHop> {
    let mut hops: Vec<DrawnHop> = Vec::new();
    let mut known = BTreeMap::new();
    for way in ways {
        let (mut parent, mut step) = (None, 0);
        for leg in &way.rings {
            step += leg.links as u64;
            let index = *known.entry((leg.ring, leg.from, leg.to)).or_insert_with(|| {
                let (from, to) = (leg.from, leg.to);
                hops.push(DrawnHop { step, from, to, copy: 0, delivers: false, parent });
                hops.len() - 1
            });
            hops[index].delivers |= leg.to == way.node;
            parent = Some(index);
        }
    }
    hops
}

/// Says what is shown.
fn title(args: &Args, network: &Network, tree: &RingTree) -> String {
    format!(
        "ring tree of {}, rings of at most {}, walk {}: {} rings, {} levels, at most {} virtual \
         nodes",
        network,
        args.ring_size,
        args.walk.name(),
        tree.rings().len(),
        tree.levels(),
        tree.most_virtual_nodes()
    )
}

/// Lists rings, addresses and ways for people.
fn tables(network: &Network, tree: &RingTree, document: &Document) -> String {
    let Document { source, ways, traffic, physical_links, .. } = document;
    let called = |node| network.node(node);
    let mut text = table(&["ring", "level", "gate", "nodes"], &ring_rows(tree, &called));
    let row = |(node, addresses): (usize, Vec<(u16, usize)>)| {
        let typed: Vec<String> =
            addresses.iter().map(|(ring, position)| format!("{ring}.{position}")).collect();
        let typed = if typed.is_empty() { "none".to_string() } else { typed.join(" ") };
        vec![called(node as u32), typed]
    };
    let rows: Vec<_> = addresses(tree).into_iter().enumerate().map(row).collect();
    text += "\nvirtual addresses, ring.position:\n\n";
    text += &table(&["node", "addresses"], &rows);
    let row = |way: &NodeRoute| {
        let leg = |leg: &Leg| {
            let (from, to) = (called(leg.from), called(leg.to));
            format!("ring {}: {from} to {to} ({})", leg.ring, leg.links)
        };
        let legs = way.rings.iter().map(leg).collect::<Vec<_>>().join(", ");
        let legs = if legs.is_empty() { "it is there".to_string() } else { legs };
        vec![called(way.node), way.step.to_string(), legs]
    };
    let rows: Vec<_> = ways.iter().map(row).collect();
    let source = called(*source);
    text += &format!("\nway of a lone message of node {source} (virtual links):\n\n");
    text += &table(&["node", "step", "way"], &rows);
    text + &format!(
        "\ntraffic {traffic} virtual links, the ways back included: {physical_links} links of the network\n"
    )
}

//! `teecast route harts`: broadcasts and regular messages on the hexagonal mesh.

use std::collections::BTreeSet;

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::harts::broadcast::Letter;
use teecast_model::harts::route::{self, Algorithm, RouteError, RouteRequest, RoutedMessage};
use teecast_model::relay::Tree;
use teecast_spec::Family;
use teecast_spec::topology::{HexMesh, Topology};

use super::EDGE;
use crate::reason::{Reasons, relayed};
use crate::route::{Faulty, Sender, copies, drawn_hops, faulty_set, hops, list, missed};
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::tree::{self, Drawing, RouteFormat};
use crate::terminal::value::{bounded, node, one_of, within};
use crate::terminal::verb::{Verb, options};

/// Routes one message in the C-wrapped hexagonal mesh.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[arg(long, value_name = EDGE.value_name, help = EDGE.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&EDGE))]
    n: u32,

    /// How the message is routed
    #[arg(long, value_parser = one_of(&Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    /// Copies for every node, 1 to 6
    #[arg(long, allow_negative_numbers = true, value_parser = within(1..=6u32))]
    k: Option<u32>,

    #[command(flatten)]
    sender: Sender,

    /// Destination of a unicast
    #[arg(long, value_name = "NODE", allow_negative_numbers = true, value_parser = node)]
    dest: Option<u32>,

    #[command(flatten)]
    faulty: Faulty,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

const EXAMPLES: &str = "\
Examples:
  teecast route harts --n 4 --algorithm k-bcast --k 6
  teecast route harts --n 3 --algorithm k-bcast --k 5 --source 7 --faulty 2,11 --format json
  teecast route harts --n 5 --algorithm unicast --dest 20";

/// Returns why nodes do what they do.
///
/// # Errors
/// Those of the command.
pub fn reasons(typed: &ArgMatches) -> Result<Reasons, Error> {
    let (tree, faulty) = routed(&options(typed)?)?;
    Ok(relayed(&tree, &faulty, |tag| match tag {
        Letter::None => "starts nothing",
        Letter::A => "turns right at every node but the last",
        Letter::B => "turns left at every node but the last",
        Letter::C => "sends one hop left at every node but the last",
        Letter::D => "sends one hop right at every node but the last",
    }))
}

/// Routes the message; returns its tree, and the faulty nodes.
fn routed(args: &Args) -> Result<(Tree<Letter>, BTreeSet<u32>), Error> {
    let request = RouteRequest {
        n: args.n,
        message: message(args)?,
        source: args.sender.source,
        faulty: faulty_set(args.faulty.nodes())?,
    };
    let tree = route::run(&request).map_err(|cause| edge(cause, args.n))?;
    Ok((tree, request.faulty))
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Parameters,
    algorithm: Algorithm,
    source: u32,
    destinations: &'a [u32],
    faulty: &'a [u32],
    #[serde(flatten)]
    tree: &'a Tree<Letter>,
}

#[derive(Serialize, JsonSchema)]
struct Parameters {
    n: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<u32>,
}

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("harts", |typed| run(&options(typed)?));

/// Runs the command.
///
/// # Errors
/// Bad input: a number out of range, a faulty source, an option without effect.
fn run(args: &Args) -> Result<Report, Error> {
    let faulty = args.faulty.nodes();
    let (tree, _) = routed(args)?;
    let document = Document {
        family: Family::Harts.name(),
        parameters: Parameters { n: args.n, k: args.k },
        algorithm: args.algorithm,
        source: args.sender.source,
        destinations: args.dest.as_slice(),
        faulty,
        tree: &tree,
    };
    let several = args.algorithm == Algorithm::KBcast;
    let missed = missed(&tree.unroutable);
    let drawing = Drawing {
        title: &title(args, faulty),
        source: args.sender.source,
        hops: &drawn_hops(&tree),
        missed: &missed,
        copies: several.then_some("direction"),
        name: &|node| node.to_string(),
    };
    let table = || {
        let nodes = tree.deliveries.iter().map(|copy| copy.node);
        hops(&tree) + &copies(if several { faulty } else { &[] }, nodes, &missed)
    };
    let text = tree::write(args.format, &drawing, table, &document)?;
    Ok(text.into())
}

/// Takes the options of the algorithm and refuses those of the others.
fn message(args: &Args) -> Result<RoutedMessage, Error> {
    let name = args.algorithm.name();
    if args.k.is_some() && args.algorithm != Algorithm::KBcast {
        let sentence = format!("k has no effect with {name}, which brings one copy");
        return Err(Error::bad_input(sentence).hint("leave out --k"));
    }
    if args.dest.is_some() && args.algorithm != Algorithm::Unicast {
        let sentence = format!("dest has no effect with {name}, which goes to every node");
        return Err(Error::bad_input(sentence).hint("leave out --dest"));
    }
    match (args.algorithm, args.k, args.dest) {
        (Algorithm::KBcast, Some(k), _) => Ok(RoutedMessage::KBcast { k }),
        (Algorithm::KBcast, None, _) => {
            Err(Error::bad_input("k is not given, and k-bcast brings k copies").hint("try --k 3"))
        }
        (Algorithm::Unicast, _, Some(destination)) => Ok(RoutedMessage::Unicast { destination }),
        (Algorithm::Unicast, _, None) => {
            let sentence = "dest is not given, and unicast goes to one node";
            Err(Error::bad_input(sentence).hint("try --dest 1"))
        }
        (Algorithm::Ring, ..) => Ok(RoutedMessage::Ring),
    }
}

/// Adds what to type next to an error of the model.
fn edge(cause: RouteError, n: u32) -> Error {
    let hint = match cause {
        RouteError::Size { .. } => "try --n 3".to_string(),
        RouteError::Copies { .. } => "try --k 3".to_string(),
        RouteError::Node { .. } => {
            format!("the hexagonal mesh of edge {n} has {} nodes; see --n", HexMesh::new(n).nodes())
        }
        RouteError::SourceFaulty { .. } => "choose another --source".to_string(),
    };
    Error::new(Kind::BadInput, cause).hint(hint)
}

/// Says what is routed.
fn title(args: &Args, faulty: &[u32]) -> String {
    let Args { n, sender: Sender { source }, .. } = args;
    let k = args.k.map_or(String::new(), |k| format!(" (k = {k})"));
    let name = args.algorithm.name();
    let mut text = format!("{name}{k} in the hexagonal mesh of edge {n} from {source}");
    if let Some(destination) = args.dest {
        text += &format!(" to {destination}");
    }
    if !faulty.is_empty() {
        text += &format!(", faulty {}", list(faulty));
    }
    text
}

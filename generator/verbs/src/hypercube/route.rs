//! `teecast route hypercube`: any algorithm of the family, with faults and classes.

use std::collections::BTreeSet;

use clap::ArgMatches;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use teecast_model::hypercube::route::{self, Algorithm, Route, RouteError, RouteRequest, Send};
use teecast_model::hypercube::tree::Carried;
use teecast_spec::hypercube::VOTE;
use teecast_spec::{Family, Vote};

use super::{DIMENSION, reason};
use crate::reason::Reasons;
use crate::route::{Faulty, Sender, faulty_set, list, totals};
use crate::terminal::Report;
use crate::terminal::error::{Error, Kind};
use crate::terminal::table::table;
use crate::terminal::tree::{self, Drawing, Hop, RouteFormat};
use crate::terminal::value::{Nodes, bounded, one_of};
use crate::terminal::verb::{Verb, options};

/// Routes one message in the hypercube Q_n.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[arg(long, value_name = DIMENSION.value_name, help = DIMENSION.help())]
    #[arg(allow_negative_numbers = true, value_parser = bounded(&DIMENSION))]
    n: u32,

    /// How the message is routed
    #[arg(long, value_parser = one_of(&Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    #[command(flatten)]
    sender: Sender,

    /// Destinations, comma-separated, possibly empty; duplicates are kept
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    dest: Option<Nodes>,

    #[command(flatten)]
    faulty: Faulty,

    #[arg(long, value_name = VOTE.value_name, help = VOTE.help())]
    #[arg(value_parser = one_of(&Vote::ALL, Vote::name))]
    vote: Option<Vote>,

    /// Buffer classes, 1 to 8, or the papers' rule without classes
    #[arg(long, value_name = "COUNT|unlimited", default_value = "unlimited",
          value_parser = classes)]
    classes: Classes,

    /// Fault-tolerant form; with a number of classes, one more for detours around faults [default:
    /// true with --faulty]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    fault_tolerant: Option<bool>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: RouteFormat,
}

const EXAMPLES: &str = "\
Examples:
  teecast route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20,29,18,1,0
  teecast route hypercube --n 5 --algorithm multicast --source 6 --dest 7,20 --faulty 4 \\
      --classes 3 --format json
      what the default hardware does
  teecast route hypercube --n 3 --algorithm broadcast --source 0b101 --faulty 0b100";

/// Number of buffer classes; `None` is the papers' rule.
type Classes = Option<u32>;

fn classes(text: &str) -> Result<Classes, String> {
    match (text, text.parse()) {
        ("unlimited", _) => Ok(None),
        (_, Ok(count @ 1..=8)) => Ok(Some(count)),
        _ => Err("a number from 1 to 8 or \"unlimited\" is permitted".to_string()),
    }
}

/// The JSON document; the keys are fixed.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    family: &'static str,
    parameters: Parameters,
    algorithm: Algorithm,
    /// `null` where the algorithm has no vote.
    vote: Option<Vote>,
    /// `null` is unlimited.
    classes: Classes,
    fault_tolerant: bool,
    source: u32,
    destinations: &'a [u32],
    faulty: &'a [u32],
    #[serde(flatten)]
    route: &'a Route,
}

#[derive(Serialize, JsonSchema)]
struct Parameters {
    n: u32,
}

/// Returns the schema of the document.
pub fn schema() -> Schema {
    schema_for!(Document)
}

/// The verb.
pub const VERB: Verb = Verb::new::<Args>("hypercube", |typed| run(&options(typed)?));

/// Returns why nodes do what they do.
///
/// # Errors
/// Those of the command.
pub fn reasons(typed: &ArgMatches) -> Result<Reasons, Error> {
    reason::reasons(&request(&options(typed)?)?).map_err(edge)
}

/// Runs the command.
///
/// # Errors
/// Bad input: a node out of range, a faulty source, an option without effect.
fn run(args: &Args) -> Result<Report, Error> {
    let request = request(args)?;
    let route = route::run(&request).map_err(edge)?;
    let vote = (request.algorithm == Algorithm::Multicast).then_some(request.vote);
    let document = Document {
        family: Family::Hypercube.name(),
        parameters: Parameters { n: request.n },
        algorithm: request.algorithm,
        vote,
        classes: request.classes,
        fault_tolerant: request.fault_tolerant,
        source: request.source,
        destinations: &request.destinations,
        faulty: args.faulty.nodes(),
        route: &route,
    };
    let delivered: BTreeSet<_> = route.deliveries.iter().map(|it| (it.node, it.step)).collect();
    let hops = Hop::with_parents(route.sends.iter().map(|send| Hop {
        step: send.step.into(),
        from: send.from,
        to: send.to,
        copy: 0,
        delivers: delivered.contains(&(send.to, send.step)),
        parent: None,
    }));
    let drawing = Drawing {
        title: &title(&request, vote),
        source: request.source,
        hops: &hops,
        missed: &route.unroutable.iter().map(|left| left.destination).collect(),
        copies: None,
        name: &|node| node.to_string(),
    };
    let text = tree::write(args.format, &drawing, || hop_table(&request, &route), &document)?;
    Ok(text.into())
}

fn request(args: &Args) -> Result<RouteRequest, Error> {
    let algorithm = args.algorithm;
    let name = algorithm.name();
    if args.vote.is_some() && algorithm != Algorithm::Multicast {
        let sentence = format!("vote has no effect with {name}: only multicast votes");
        return Err(Error::bad_input(sentence).hint("leave out --vote"));
    }
    if args.fault_tolerant.is_some() && !algorithm.takes_classes() {
        let sentence = format!("fault-tolerant has no effect with {name}: it has no class rule");
        return Err(Error::bad_input(sentence).hint("leave out --fault-tolerant"));
    }
    if args.fault_tolerant.is_some() && args.classes.is_none() {
        let sentence = "fault-tolerant has no effect without a number of classes";
        return Err(
            Error::bad_input(sentence).hint("add --classes 3, or leave out --fault-tolerant")
        );
    }
    let destinations = match (&args.dest, algorithm.destination_count()) {
        (Some(Nodes(list)), Some(0)) if !list.is_empty() => {
            let sentence = format!("dest has no effect with {name}, which goes to every node");
            return Err(Error::bad_input(sentence).hint("leave out --dest"));
        }
        (Some(Nodes(list)), _) => list.clone(),
        (None, Some(0)) => Vec::new(),
        (None, _) => {
            let sentence = format!("dest is not given, and {name} goes to listed nodes");
            return Err(Error::bad_input(sentence).hint("try --dest 1"));
        }
    };
    Ok(RouteRequest {
        n: args.n,
        algorithm,
        vote: args.vote.unwrap_or(Vote::Greedy),
        source: args.sender.source,
        destinations,
        faulty: faulty_set(args.faulty.nodes())?,
        classes: args.classes,
        fault_tolerant: args.fault_tolerant.unwrap_or(args.faulty.faulty.is_some()),
    })
}

/// Adds what to type next to an error of the model.
pub fn edge(cause: RouteError) -> Error {
    let hint = match &cause {
        RouteError::Dimension { .. } => "try --n 6".to_string(),
        RouteError::Node { n, .. } => format!("Q_{n} has {} nodes; see --n", 1u32 << n),
        RouteError::SourceFaulty { .. } => "choose another --source".to_string(),
        RouteError::DestinationCount { .. } => "try --algorithm multicast".to_string(),
        RouteError::NoFaultTolerantForm { .. } => {
            "leave out --faulty, or try --algorithm multicast or broadcast".to_string()
        }
        RouteError::NoClassRule { .. } => "leave out --classes".to_string(),
        RouteError::Classes { least, .. } => format!("try --classes {}", least + 1),
        RouteError::TooLong(_) => "try --algorithm multicast --vote nca, which comes close".into(),
    };
    Error::new(Kind::BadInput, cause).hint(hint)
}

/// Says what is routed.
fn title(request: &RouteRequest, vote: Option<Vote>) -> String {
    let n = request.n;
    let broadcast = request.algorithm.destination_count() == Some(0);
    let vote = vote.map_or(String::new(), |vote| format!(" ({})", vote.name()));
    let mut text = format!("{}{vote} in Q_{n} from {}", request.algorithm.name(), request.source);
    if !broadcast {
        text += &format!(" to {}", list(&request.destinations));
    }
    let faulty: Vec<u32> = request.faulty.iter().copied().collect();
    if !faulty.is_empty() {
        text += &format!(", faulty {}", list(&faulty));
    }
    text
}

/// Lists the hops for people.
fn hop_table(request: &RouteRequest, route: &Route) -> String {
    let broadcast = request.algorithm.destination_count() == Some(0);
    let class = |send: &Send| send.class.map(|class| class.to_string());
    let mut head = vec!["step", "from", "to", "channel"];
    head.extend(request.classes.map(|_| "class"));
    head.push(if broadcast { "control" } else { "destinations" });
    let row = |send: &Send| {
        let mut row = [send.step, send.from, send.to, send.channel].map(|v| v.to_string()).to_vec();
        row.extend(class(send));
        row.push(match &send.carried {
            Carried::Destinations(nodes) => list(nodes),
            Carried::Control(control) => format!("{control:0width$b}", width = request.n as usize),
        });
        row
    };
    let mut text = table(&head, &route.sends.iter().map(row).collect::<Vec<_>>());
    let delivered = route.deliveries.len();
    text += &totals(route.traffic, route.steps, delivered);
    for left in &route.unroutable {
        text += &format!("unroutable: {} from node {}\n", left.destination, left.node);
    }
    text
}
